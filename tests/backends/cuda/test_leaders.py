"""Leaders that are chosen on the device, for one vocabulary and for several."""

from weakref import WeakSet

import numpy as np
import pytest
from cuda_on_cpu.emulated import BACKWARD, OutOfMemory, compiler, emulated_device
from helpers.several_lists import EVERY_KEY, as_lists, leaders_of, several_lists, true_leaders
from helpers.words import random_words

from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.cuda import backend as cuda_backend
from gpuwordle.backends.cuda import leaders
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.openers.first_guesses import openers_of_lists
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")


@pytest.mark.parametrize(("part", "top"), [(1, 1), (7, 5), (32, 64), (100, 5)])
def test_parts_change_nothing(part, top, monkeypatch):
    monkeypatch.setattr(leaders, "PART", part)
    guesses = random_words(1, 4, 3, 70)
    words = Vocabulary("random", guesses[::3], guesses)
    engine = CupyBackend(words, device=emulated_device(BACKWARD))
    assert leaders_of([engine], top=top) == true_leaders([words], top=top)


def test_few_rows_come_back(watched):
    words = Vocabulary("random", random_words(2, 5, 6, 90))
    device = emulated_device()
    fetched = watched(device).down
    engine = CupyBackend(words, device=device)
    assert leaders_of([engine], top=3) == true_leaders([words], top=3)
    # How many rows there are, and the leaders.
    assert [array.size for array in fetched] == [1, len(EVERY_KEY) * 3 * 5]
    # More than are ranked on the device come from all statistics.
    assert leaders_of([engine], top=65) == true_leaders([words], top=65)
    assert max(array.size for array in fetched) == 4 * 90


BOUNDED = [KEYS["entropy"], Key("twice the logarithms", (0, 0, 0, 2))]


@pytest.fixture
def bounds_first(monkeypatch):
    """Bounds first, however few guesses there are."""
    monkeypatch.setattr(leaders, "LEAST_PAIRS", 0)
    monkeypatch.setattr(leaders, "PILOTS", 2)


@pytest.mark.parametrize("key", BOUNDED, ids=lambda key: key.name)
def test_bounds_leave_few_to_score(bounds_first, watched, key):
    """Two good words among many that tell little."""
    rng = np.random.default_rng(5)
    poor = {"a" * place + "b" + "a" * (4 - place) for place in range(5)}
    poor |= {"".join(rng.choice(list("ab"), 5)) for _ in range(200)}
    answers = random_words(3, 5, 9, 300)
    words = Vocabulary("random", answers[:40], sorted({*answers, *poor}))
    device = emulated_device()
    seen = watched(device)
    assert leaders_of([CupyBackend(words, device=device)], [key]) == true_leaders([words], [key])
    *_, segment = seen.arguments[seen.kernels.index("choose_survivors")]
    assert 2 <= segment[0, 3] < len(words.guesses) - 20


@pytest.mark.parametrize(
    "keys", [[KEYS["minimax"]], [KEYS["buckets"]], [Key("mixed", (0, 1, 1, 0))], BOUNDED]
)
def test_what_has_no_bound_is_scored_whole(bounds_first, watched, keys):
    words = Vocabulary("random", random_words(4, 4, 4, 30))
    device = emulated_device()
    launched = watched(device).kernels
    assert leaders_of([CupyBackend(words, device=device)], keys) == true_leaders([words], keys)
    assert "choose_survivors" not in launched


@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize("top", [1, 7, 64])
def test_bounds_lose_no_leader(bounds_first, pool, top):
    vocabularies = [*several_lists(top)]
    device = emulated_device(BACKWARD)
    engines = (CupyBackend(words, device=device) for words in vocabularies)
    keys = [KEYS["entropy"]]
    assert leaders_of(engines, keys, top, pool) == true_leaders(vocabularies, keys, top, pool)


@pytest.mark.parametrize("length", [3, 8, 11])
def test_no_sum_is_below_its_bound(length):
    answers = random_words(length, length, 7, 80)
    strange = random_words(length, length, 5, 40, "ghijk")  # share one letter with the answers
    words = Vocabulary("random", answers, sorted({*answers, *strange}))
    scorer = CupyBackend(words, device=emulated_device(BACKWARD)).tiles.whole_scorer(1 << 30)
    least = np.asarray(leaders.least_logs(scorer, None, len(words.guesses)))
    assert not least[:3].any()
    assert (least[3] <= NumpyBackend(words).statistics().sum_n_log_n[0]).all()
    assert (least[3] > 0).any()


def test_openers_of_lists():
    vocabularies = [*several_lists(20)]
    device = emulated_device()
    told = []

    def asked(backend):
        for words in vocabularies:
            yield backend(words), lambda done, words=words: told.append((words.name, done))

    many = openers_of_lists(asked(lambda words: CupyBackend(words, device=device)), top=3)
    alone = openers_of_lists(asked(NumpyBackend), top=3)
    assert [*many] == [*alone]
    for words in vocabularies:
        assert (words.name, 1.0) in told


@pytest.mark.parametrize("keys", [EVERY_KEY, BOUNDED[:1]])
def test_the_host_waits_twice_for_all_lists(bounds_first, watched, keys):
    """For the numbers of rows, before which all are planned, and for the leaders."""
    vocabularies = [*several_lists(4)]
    device = emulated_device()
    seen = watched(device)
    engines = [CupyBackend(words, device=device) for words in vocabularies]
    assert leaders_of(engines, keys) == true_leaders(vocabularies, keys)
    assert seen.kernels[: seen.kernels.index("build_rows")].count("mark_rows") == 6
    assert len(seen.down) == 2
    # The table of logarithms; letters, weights, pools and segments went together.
    assert len(seen.up) == 1


def test_windows_change_nothing(monkeypatch):
    monkeypatch.setattr(cuda_backend, "WINDOW", 4)
    vocabularies, asked = [*several_lists(5)], []
    device = emulated_device()

    def engines():
        for words in vocabularies:
            asked.append(words)
            yield CupyBackend(words, device=device), None

    results = leading_of_each(engines(), EVERY_KEY, 2)
    first = next(results)
    assert len(asked) == 4
    assert as_lists([first, *results]) == true_leaders(vocabularies)


@pytest.mark.parametrize("backend", [CupyBackend, NumpyBackend])
def test_backends_are_let_go(monkeypatch, backend):
    monkeypatch.setattr(cuda_backend, "WINDOW", 1)
    options = {} if backend is NumpyBackend else {"device": emulated_device()}
    alive = WeakSet()

    def engines():
        for words in several_lists(5):
            engine = backend(words, **options)
            alive.add(engine)
            yield engine, None

    assert [len(alive) for _ in leading_of_each(engines(), [KEYS["entropy"]])] == [1] * 6


@pytest.mark.parametrize("limit", [4_000, 20_000, None])
def test_what_takes_too_much_memory_is_scored_in_parts(limit):
    vocabularies = [*several_lists(6)]
    device = emulated_device()
    engines = (CupyBackend(words, memory=limit, device=device) for words in vocabularies)
    assert leaders_of(engines) == true_leaders(vocabularies)


@pytest.mark.parametrize("refused", ["all_to_device", "zeros", "empty"])
def test_a_device_that_runs_out_of_memory_scores_list_by_list(refused, monkeypatch):
    vocabularies = [*several_lists(7)]
    device = emulated_device()
    released = []

    def refuse(*_):
        monkeypatch.undo()
        raise OutOfMemory

    monkeypatch.setattr(device, refused, refuse)
    device.release = lambda: released.append(True)
    engines = (CupyBackend(words, device=device) for words in vocabularies)
    assert leaders_of(engines) == true_leaders(vocabularies)
    assert released == [True]


def test_other_errors_are_not_hidden(monkeypatch):
    device = emulated_device()
    monkeypatch.setattr(device, "all_to_device", None)
    engine = CupyBackend(Vocabulary("random", random_words(1, 5, 5, 50)), device=device)
    with pytest.raises(TypeError):
        leaders_of([engine])
