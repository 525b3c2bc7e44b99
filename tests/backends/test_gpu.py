"""On a real GPU: the kernels' own cases, whole word lists, limits and trees. Run: pytest -m gpu.

`test_backend.py` runs the contract of all backends on the GPU under the same mark. The tests with
``small`` in their names suit compute-sanitizer (``-k small``).
"""

from dataclasses import replace
from itertools import islice, product

import numpy as np
import pytest
from cuda_on_cpu.exercise import CASES, arrays_of, mistakes
from helpers.known_trees import ANY_WORD, GREEDY
from helpers.playing import same_trees
from helpers.several_lists import leaders_of, several_lists, true_leaders

from gpuwordle import Conditions, Vocabulary, first_guess, grow
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.device import cupy_device
from gpuwordle.backends.cuda.rows import DeviceWords, sent_over
from gpuwordle.backends.cuda.source import VARIANTS
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cuda.backend import NumbaCudaBackend
from gpuwordle.openers.first_guesses import openers_of_lists
from gpuwordle.papers.printed import read_paper
from gpuwordle.scoring.contributions import RowPlan
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import HEAVIEST, KEYS
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.check import check_tree

LAHIRI = read_paper("lahiri")

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module", autouse=True)
def gpu():
    reason = CupyBackend.unavailable()
    if reason is not None:
        pytest.skip(reason)


def both(vocabulary):
    """The GPU, and the CPU that it has to equal."""
    return CupyBackend(vocabulary), NumbaBackend(vocabulary)


def same(engines, method, *asked):
    """What backends return is equal: an array, statistics, or several arrays."""
    results = (arrays_of(getattr(engine, method)(*asked)) for engine in engines)
    for one, other in zip(*results, strict=True):
        assert np.array_equal(one, other), (method, asked)


def some_of(count, size, seed):
    return np.random.default_rng(seed).choice(count, min(size, count), replace=False)


def groups_of(sizes, answers, seed):
    rng = np.random.default_rng(seed)
    return Groups.of([rng.permutation(answers)[:size] for size in sizes])


@pytest.mark.parametrize("case", CASES)
def test_small_cases(case):
    chosen = CASES[case]
    device = cupy_device()
    device = replace(device, shared_bytes=min(device.shared_bytes, chosen.shared_bytes))
    assert mistakes(chosen, lambda vocabulary: CupyBackend(vocabulary, device=device)) == []


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_small_every_variant_compiles_here(variant):
    cupy_device().compile(variant)


@pytest.mark.parametrize(
    "case", [name for name, case in CASES.items() if not (case.bounds or case.games)]
)
def test_numba_cuda_on_the_small_cases(case):
    reason = NumbaCudaBackend.unavailable()
    if reason is not None:
        pytest.skip(reason)
    assert mistakes(CASES[case], NumbaCudaBackend) == []


@pytest.mark.parametrize("fixture", ["wordle", "wordle_any"])
def test_the_game_and_all_its_scores(fixture, request):
    engines = both(vocabulary := request.getfixturevalue(fixture))
    same(engines, "statistics")
    same(engines, "codes")
    for key, pool in product(KEYS.values(), ("all", "candidates")):
        same(engines, "best_guesses", Groups.whole(len(vocabulary.answers)), key, pool)


def test_results_stay_as_they_are_while_others_are_computed(wordle):
    """Their memory is page-locked, and used again when nobody holds it."""
    found, true = both(wordle)
    guesses, answers = len(wordle.guesses), len(wordle.answers)
    given = [np.empty((guesses, answers), np.uint8, order) for order in "CF"]
    for out in given:
        found.codes(out=out)
    held = [found.codes(np.roll(np.arange(guesses), n)) for n in range(3)]
    for n, codes in enumerate(held):
        held[n] = None
        assert (np.roll(codes, -n, axis=0) == true.codes()).all()
        assert (found.codes() == true.codes()).all()
    assert all((out == true.codes()).all() for out in given)
    groups = groups_of([8] * 300, answers, 1)
    same((found, true), "bucket_counts", groups)


@pytest.mark.parametrize("score", KEYS)
def test_best_pairs_of_the_game(wordle, score):
    same(both(wordle), "best_pairs", KEYS[score], 20)


@pytest.mark.parametrize("length", [4, 6, 8, 10, 12])
def test_best_pairs_of_some_words_of_a_large_list(words_alpha, length):
    engines = both(vocabulary := words_alpha(length))
    for key in KEYS.values():
        same(engines, "best_pairs", key, 5, some_of(len(vocabulary.guesses), 60, length))


@pytest.mark.parametrize("length", range(3, 21))
def test_every_length_of_a_large_list(words_alpha, length):
    engines = both(vocabulary := words_alpha(length))
    same(engines, "statistics")
    same(engines, "codes", some_of(len(vocabulary.guesses), 200, length))


@pytest.mark.parametrize("length", range(2, 21))
def test_plans_are_those_of_the_host(words_alpha, length):
    vocabulary, device = words_alpha(length), cupy_device()
    made = DeviceWords(device, vocabulary).plan()
    of_host = RowPlan.of(vocabulary.guess_letters)
    host = sent_over(device, of_host)
    count = int(device.to_host(made.count)[0])
    assert count == len(of_host)
    for name in ("letters", "places", "planes", "slots"):
        last = None if name == "slots" else count
        one, other = (device.to_host(getattr(each, name))[:last] for each in (made, host))
        assert (one == other).all(), name


MIXED_LENGTHS = (3, 12, 5, 16, 4, 9, 20, 18, 7, 2)
BOUNDS_FIRST = product(("minimax", "expected-size", "entropy"), ("all", "candidates"))


@pytest.mark.parametrize(
    ("lengths", "scores", "top", "pool"),
    [
        *(
            (MIXED_LENGTHS, tuple(KEYS), *how)
            for how in ((1, "all"), (20, "all"), (64, "candidates"))
        ),
        *((range(3, 21), score, 5, pool) for score, pool in BOUNDS_FIRST),
    ],
)
def test_openers_of_all_lengths_together(words_alpha, lengths, scores, top, pool):
    def found_by(backend):
        engines = ((backend(words_alpha(length)), None) for length in lengths)
        return [*openers_of_lists(engines, scores, top=top, pool=pool)]

    assert found_by(CupyBackend) == found_by(NumbaBackend)


def test_several_small_lists_again_and_again():
    for seed in range(30):
        vocabularies = [*several_lists(seed)]
        assert leaders_of(map(CupyBackend, vocabularies)) == true_leaders(vocabularies), seed


@pytest.mark.parametrize("length", [2, 5, 7, 10, 11, 16, 20])
@pytest.mark.parametrize("seed", range(3))
def test_random_groups_of_all_sizes(words_alpha, length, seed):
    engines = both(vocabulary := words_alpha(length))
    answers = len(vocabulary.answers)
    groups = groups_of([*range(1, 70), 100, 300, 1000, 4050, 5000, answers], answers, seed)
    guesses = some_of(len(vocabulary.guesses), 150, seed)
    same(engines, "statistics", groups, guesses)
    same(engines, "bucket_counts", groups, guesses)
    for key in KEYS.values():
        same(engines, "best_guesses", groups, key, Groups.of([guesses] * len(groups)))


@pytest.mark.parametrize("length", [3, 4, 5])
def test_most_buckets_of_many_sets(words_alpha, length):
    engines = both(vocabulary := words_alpha(length))
    answers = len(vocabulary.answers)
    groups = groups_of([*range(1, 70), *[8] * 400, 300, answers], answers, length)
    same(engines, "most_buckets", groups)


@pytest.mark.parametrize(
    ("rule", "length", "most"),
    [
        *((rule, n, None) for rule in ("mastermind", "jotto", "greens") for n in (5, 8, 12)),
        *(("wordle", length, 2000) for length in (5, 8, 12, 18)),
    ],
)
def test_other_rules_and_weights(words_alpha, rule, length, most):
    listed = words_alpha(length).guesses[::7]
    weights = np.random.default_rng(length).integers(1, most, len(listed)) if most else None
    engines = both(Vocabulary("some", listed, rule=rule, weights=weights))
    groups = groups_of((1, 2, 20, 33, 400, 3000), len(listed), length)
    some = np.arange(0, len(listed), 9)
    same(engines, "codes", some)
    same(engines, "statistics", groups, some)
    same(engines, "statistics", None, some)
    for key in (*KEYS.values(), HEAVIEST):
        same(engines, "best_guesses", groups, key, "candidates")


def test_games_of_the_environment(wordle):
    from gpuwordle.environment.gpu_games import GpuGames

    pytest.importorskip("gymnasium")
    from gpuwordle.environment.vector import WordleVectorEnv

    plain = WordleVectorEnv(wordle, 1000, seed=3, backend="numba")
    games, rng = GpuGames(wordle, 1000, seed=3), np.random.default_rng(1)
    plain.reset(seed=3)
    for _ in range(20):
        actions = rng.integers(0, len(wordle.guesses), 1000).astype(np.int32)
        seen, rewards, ended, _, infos = plain.step(actions)
        games.step(games._device.to_device(actions, np.int32))
        assert (games.guesses.get() == seen["guesses"]).all()
        assert (games.codes.get() == seen["codes"]).all()
        assert (games.rewards.get() == rewards).all()
        assert (games.ended.get() == ended).all()
        assert (games.answers.get() == infos["answer"]).all()
    assert games.wrong() == 0


@pytest.mark.parametrize("answers", [65_535, 65_536, 200_000])
@pytest.mark.parametrize("length", [5, 6, 9])
def test_groups_around_and_beyond_16_bits(length, answers):
    words = ["".join(word) for word in islice(product("abcdefghijklm", repeat=length), answers)]
    same(both(Vocabulary("long", words)), "statistics", None, np.arange(0, answers, answers // 50))


def test_little_memory_changes_nothing(words_alpha):
    vocabulary = words_alpha(8)
    engines = CupyBackend(vocabulary, memory=20 << 20), NumbaBackend(vocabulary)
    same(engines, "statistics", None, np.arange(0, len(vocabulary.guesses), 50))


def trees(vocabulary, strategy, pool):
    how = Conditions(pool=pool)
    return [grow(vocabulary, strategy, how, backend=engine) for engine in both(vocabulary)]


@pytest.mark.parametrize("strategy", ["minimax", "expected-size", "entropy", "buckets"])
@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_trees_are_those_of_the_cpu(wordle, strategy, pool):
    found, true = trees(wordle, strategy, pool)
    check_tree(found, wordle)
    assert found.to_json() == true.to_json()


@pytest.mark.parametrize("length", [3, 5, 8, 11, 16, 20])
@pytest.mark.parametrize("strategy", ["minimax", "entropy"])
def test_trees_of_a_large_list_are_those_of_the_cpu(words_alpha, length, strategy):
    same_trees(*trees(words_alpha(length), strategy, "candidates"))


# The acceptance tables, grown on the device.


@pytest.mark.parametrize("length", LAHIRI.printed["openers"].values)
def test_greedy_tables_of_lahiri_on_the_device(nltk, length):
    words = nltk(length)
    engine = CupyBackend(words)
    best = first_guess(words, "minimax", backend=engine)
    assert best.guess == LAHIRI.printed["openers"].values[length]
    assert best.largest == LAHIRI.pinned["largest_buckets"][length]
    for filter, totals in (("letters", "totals"), ("pattern", "algorithm_1_totals")):
        minimax = strategy_named("minimax")
        tree = grow(words, minimax, Conditions(pool="candidates", filter=filter), backend=engine)
        assert (tree.total, tree.lost) == (LAHIRI.pinned[totals][length], 0), filter


@pytest.mark.parametrize(("name", "opener"), GREEDY)
def test_greedy_games_on_the_device(wordle, name, opener):
    first, total, distribution = GREEDY[name, opener]
    tree = grow(wordle, name, Conditions(pool="all"), opener=opener, backend=CupyBackend(wordle))
    assert (tree.opener, tree.total, tree.lost) == (first, total, 0)
    assert tree.distribution().tolist() == [*distribution]


@pytest.mark.parametrize("name", ANY_WORD)
def test_any_word_hidden_on_the_device(wordle_any, name):
    tree = grow(wordle_any, name, Conditions(pool="all"), backend=CupyBackend(wordle_any))
    assert (tree.opener, tree.total, tree.lost) == (*ANY_WORD[name], 0)
