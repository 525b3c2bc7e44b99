"""On a real GPU: the kernels' own cases, whole word lists, limits and trees. Run: pytest -m gpu.

`test_backend.py` runs the contract of all backends on the GPU under the same mark. The tests with
``small`` in their names suit compute-sanitizer (``-k small``).
"""

from dataclasses import replace
from itertools import islice, product

import numpy as np
import pytest
from cuda_on_cpu.exercise import CASES, mistakes
from helpers.known_openers import ATTRIBUTES, ORIGINAL
from helpers.known_trees import ANY_WORD, GREEDY
from helpers.several_lists import leaders_of, several_lists, true_leaders

from gpuwordle import first_guess
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.device import cupy_device
from gpuwordle.backends.cuda.rows import DeviceWords, sent_over
from gpuwordle.backends.cuda.source import VARIANTS
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cuda.backend import NumbaCudaBackend
from gpuwordle.openers.first_guesses import openers_of_lists
from gpuwordle.papers.printed import read_paper
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.contributions import RowPlan
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import HEAVIEST, KEYS
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import check_tree
from gpuwordle.words.vocabulary import Vocabulary

LAHIRI = read_paper("lahiri")

pytestmark = pytest.mark.gpu
FIELDS = ("buckets", "largest", "sum_of_squares", "sum_n_log_n")


@pytest.fixture(scope="module", autouse=True)
def gpu():
    reason = CupyBackend.unavailable()
    if reason is not None:
        pytest.skip(reason)


def equal(found, true):
    for name in FIELDS:
        assert (getattr(found, name) == getattr(true, name)).all(), name


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
    vocabulary = request.getfixturevalue(fixture)
    found, true = CupyBackend(vocabulary), NumbaBackend(vocabulary)
    equal(found.statistics(), true.statistics())
    assert (found.codes() == true.codes()).all()
    everything = Groups.whole(len(vocabulary.answers))
    for key in KEYS.values():
        for pool in ("all", "candidates"):
            best = found.best_guesses(everything, key, pool)
            assert best == true.best_guesses(everything, key, pool), (key.name, pool)


@pytest.mark.parametrize("score", KEYS)
def test_best_pairs_of_the_game(wordle, score):
    found = CupyBackend(wordle).best_pairs(KEYS[score], 20)
    true = NumbaBackend(wordle).best_pairs(KEYS[score], 20)
    assert found.keys.tolist() == true.keys.tolist()
    assert found.guesses.tolist() == true.guesses.tolist()


@pytest.mark.parametrize("length", [4, 6, 8, 10, 12])
def test_best_pairs_of_some_words_of_a_large_list(words_alpha, length):
    vocabulary = words_alpha(length)
    some = np.random.default_rng(length).choice(len(vocabulary.guesses), 60, replace=False)
    for key in KEYS.values():
        found = CupyBackend(vocabulary).best_pairs(key, 5, some)
        true = NumbaBackend(vocabulary).best_pairs(key, 5, some)
        assert found.keys.tolist() == true.keys.tolist(), key.name
        assert found.guesses.tolist() == true.guesses.tolist(), key.name


@pytest.mark.parametrize("length", range(3, 21))
def test_every_length_of_a_large_list(words_alpha, length):
    vocabulary = words_alpha(length)
    found, true = CupyBackend(vocabulary), NumbaBackend(vocabulary)
    equal(found.statistics(), true.statistics())
    some = np.random.default_rng(length).choice(len(vocabulary.guesses), 200, replace=False)
    assert (found.codes(some) == true.codes(some)).all()


@pytest.mark.parametrize("length", range(2, 21))
def test_plans_are_those_of_the_host(words_alpha, length):
    vocabulary, device = words_alpha(length), cupy_device()
    made = DeviceWords(device, vocabulary).plan()
    of_host = RowPlan.of(vocabulary.guess_letters)
    host = sent_over(device, of_host)
    count = int(device.to_host(made.count)[0])
    assert count == len(of_host)
    for name in ("letters", "places", "planes"):
        one, other = (device.to_host(getattr(each, name))[:count] for each in (made, host))
        assert (one == other).all(), name
    assert (device.to_host(made.slots) == device.to_host(host.slots)).all()


@pytest.mark.parametrize(("top", "pool"), [(1, "all"), (20, "all"), (64, "candidates")])
def test_openers_of_all_lengths_together(words_alpha, top, pool):
    chosen = [words_alpha(length) for length in (3, 12, 5, 16, 4, 9, 20, 18, 7, 2)]
    found, true = (
        [*openers_of_lists(((backend(words), None) for words in chosen), top=top, pool=pool)]
        for backend in (CupyBackend, NumbaBackend)
    )
    assert found == true


@pytest.mark.parametrize("score", ["minimax", "expected-size", "entropy"])
@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_openers_of_all_lengths_bounds_first(words_alpha, score, pool):
    chosen = [words_alpha(length) for length in range(3, 21)]
    found, true = (
        [*openers_of_lists(((backend(words), None) for words in chosen), score, top=5, pool=pool)]
        for backend in (CupyBackend, NumbaBackend)
    )
    assert found == true


def test_several_small_lists_again_and_again():
    for seed in range(30):
        vocabularies = [*several_lists(seed)]
        assert leaders_of(map(CupyBackend, vocabularies)) == true_leaders(vocabularies), seed


@pytest.mark.parametrize("length", [2, 5, 7, 10, 11, 16, 20])
@pytest.mark.parametrize("seed", range(3))
def test_random_groups_of_all_sizes(words_alpha, length, seed):
    vocabulary = words_alpha(length)
    answers = len(vocabulary.answers)
    rng = np.random.default_rng(seed)
    sizes = [*range(1, 70), 100, 300, 1000, 4050, 5000, answers]
    groups = Groups.of([rng.permutation(answers)[: min(size, answers)] for size in sizes])
    guesses = rng.choice(len(vocabulary.guesses), min(150, len(vocabulary.guesses)), replace=False)
    found, true = CupyBackend(vocabulary), NumbaBackend(vocabulary)
    expected = true.statistics(groups, guesses)
    equal(found.statistics(groups, guesses), expected)
    assert (found.bucket_counts(groups, guesses) == expected.buckets).all()
    pools = Groups.of([guesses] * len(groups))
    for key in KEYS.values():
        best = found.best_guesses(groups, key, pools)
        assert (best == true.best_guesses(groups, key, pools)).all(), key.name


@pytest.mark.parametrize("length", [3, 4, 5])
def test_most_buckets_of_many_sets(words_alpha, length):
    vocabulary = words_alpha(length)
    answers = len(vocabulary.answers)
    rng = np.random.default_rng(length)
    sizes = [*range(1, 70), *[8] * 400, 300, answers]
    groups = Groups.of([rng.permutation(answers)[: min(size, answers)] for size in sizes])
    found = CupyBackend(vocabulary).most_buckets(groups)
    true = NumbaBackend(vocabulary).most_buckets(groups)
    assert (found.buckets == true.buckets).all()
    assert (found.guesses == true.guesses).all()


@pytest.mark.parametrize("rule", ["mastermind", "jotto", "greens"])
@pytest.mark.parametrize("length", [5, 8, 12])
def test_other_rules(words_alpha, rule, length):
    listed = words_alpha(length).guesses[::7]
    vocabulary = Vocabulary("some", listed, rule=rule)
    rng = np.random.default_rng(length)
    groups = Groups.of([rng.permutation(len(listed))[:size] for size in (2, 20, 33, 400)])
    found, true = CupyBackend(vocabulary), NumbaBackend(vocabulary)
    some = np.arange(0, len(listed), 9)
    assert (found.codes(some) == true.codes(some)).all()
    equal(found.statistics(groups, some), true.statistics(groups, some))
    equal(found.statistics(guesses=some), true.statistics(guesses=some))


@pytest.mark.parametrize("length", [5, 8, 12, 18])
def test_weights(words_alpha, length):
    listed = words_alpha(length).guesses[::7]
    rng = np.random.default_rng(length)
    vocabulary = Vocabulary("some", listed, weights=rng.integers(1, 2000, len(listed)))
    sizes = [min(size, len(listed)) for size in (1, 2, 20, 33, 400, 3000)]
    groups = Groups.of([rng.permutation(len(listed))[:size] for size in sizes])
    found, true = CupyBackend(vocabulary), NumbaBackend(vocabulary)
    some = np.arange(0, len(listed), 9)
    for asked in (groups, Groups.whole(len(listed))):
        assert (found.statistics(asked, some).block == true.statistics(asked, some).block).all()
    for key in (*KEYS.values(), HEAVIEST):
        best = found.best_guesses(groups, key, "candidates")
        assert (best == true.best_guesses(groups, key, "candidates")).all(), key.name


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
    vocabulary = Vocabulary("long", words)
    some = np.arange(0, answers, answers // 50)
    equal(
        CupyBackend(vocabulary).statistics(guesses=some),
        NumbaBackend(vocabulary).statistics(guesses=some),
    )


def test_little_memory_changes_nothing(words_alpha):
    vocabulary = words_alpha(8)
    tight = CupyBackend(vocabulary, memory=20 << 20)
    some = np.arange(0, len(vocabulary.guesses), 50)
    equal(tight.statistics(guesses=some), NumbaBackend(vocabulary).statistics(guesses=some))


@pytest.mark.parametrize("strategy", ["minimax", "expected-size", "entropy", "buckets"])
@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_trees_are_those_of_the_cpu(wordle, strategy, pool):
    trees = [
        grow(wordle, strategy, Conditions(pool=pool), backend=backend)
        for backend in (CupyBackend(wordle), NumbaBackend(wordle))
    ]
    check_tree(trees[0], wordle)
    assert trees[0].to_json() == trees[1].to_json()


@pytest.mark.parametrize("length", [3, 5, 8, 11, 16, 20])
@pytest.mark.parametrize("strategy", ["minimax", "entropy"])
def test_trees_of_a_large_list_are_those_of_the_cpu(words_alpha, length, strategy):
    vocabulary = words_alpha(length)
    trees = [
        grow(vocabulary, strategy, Conditions(pool="candidates"), backend=backend)
        for backend in (CupyBackend(vocabulary), NumbaBackend(vocabulary))
    ]
    for column, true in zip(trees[0].table, trees[1].table, strict=True):
        assert (column == true).all()
    assert (trees[0].ends == trees[1].ends).all()


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


def test_openers_of_the_game_on_the_device(wordle):
    engine = CupyBackend(wordle)
    for score, (guess, value, _) in ORIGINAL.items():
        best = first_guess(wordle, score, backend=engine)
        assert best.guess == guess
        assert getattr(best, ATTRIBUTES[score]) == pytest.approx(value, abs=1e-6)
