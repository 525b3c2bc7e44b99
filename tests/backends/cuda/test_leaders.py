"""Leaders that are chosen on the device, for one vocabulary and for several."""

from functools import partial
from weakref import WeakSet

import numpy as np
import pytest
from cuda_on_cpu.emulated import BACKWARD, OutOfMemory, emulated_device
from helpers.oracle import EVERY_KEY, drawn_words
from helpers.several_lists import as_lists, leaders_of, several_lists, true_leaders
from helpers.words import random_words

from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.cuda import backend as cuda_backend
from gpuwordle.backends.cuda import leaders
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.openers.first_guesses import openers_of_lists
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture
def one_device(emulated):
    """one_device(words): backends on the same device."""
    return partial(emulated, device=emulated_device(BACKWARD))


@pytest.mark.parametrize(("part", "top"), [(1, 1), (7, 5), (32, 64), (100, 5)])
def test_parts_change_nothing(emulated, part, top, monkeypatch):
    monkeypatch.setattr(leaders, "PART", part)
    words = drawn_words(1, 4, 3, 70)
    assert leaders_of([emulated(words)], top=top) == true_leaders([words], top=top)


def test_few_rows_come_back(watched):
    words = Vocabulary("random", random_words(2, 5, 6, 90))
    engine, seen = watched(words)
    assert leaders_of([engine], top=3) == true_leaders([words], top=3)
    # How many rows there are, and the leaders.
    assert [array.size for array in seen.down] == [1, len(EVERY_KEY) * 3 * 5]
    # More than are ranked on the device come from all statistics.
    assert leaders_of([engine], top=65) == true_leaders([words], top=65)
    assert max(array.size for array in seen.down) == 4 * 90


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
    engine, seen = watched(words)
    assert leaders_of([engine], [key]) == true_leaders([words], [key])
    *_, segment = seen.arguments[seen.kernels.index("choose_survivors")]
    assert 2 <= segment[0, 3] < len(words.guesses) - 20


@pytest.mark.parametrize(
    "keys", [[KEYS["minimax"]], [KEYS["buckets"]], [Key("mixed", (0, 1, 1, 0))], BOUNDED]
)
def test_what_has_no_bound_is_scored_whole(bounds_first, watched, keys):
    words = Vocabulary("random", random_words(4, 4, 4, 30))
    engine, seen = watched(words)
    assert leaders_of([engine], keys) == true_leaders([words], keys)
    assert "choose_survivors" not in seen.kernels


@pytest.mark.parametrize("length", [3, 8, 11])
def test_no_sum_is_below_its_bound(emulated, length):
    answers = random_words(length, length, 7, 80)
    strange = random_words(length, length, 5, 40, "ghijk")  # share one letter with the answers
    words = Vocabulary("random", answers, sorted({*answers, *strange}))
    scorer = emulated(words).tiles.whole_scorer(1 << 30)
    least = np.asarray(leaders.least_logs(scorer, None, len(words.guesses)))
    assert not least[:3].any()
    assert (least[3] <= NumpyBackend(words).statistics().sum_n_log_n[0]).all()
    assert (least[3] > 0).any()


def test_openers_of_lists(one_device):
    vocabularies, told = [*several_lists(20)], []

    def asked(backend):
        for words in vocabularies:
            yield backend(words), lambda done, words=words: told.append((words.name, done))

    found = [*openers_of_lists(asked(one_device), top=3)]
    assert {(words.name, 1.0) for words in vocabularies} <= {*told}
    assert found == [*openers_of_lists(asked(NumpyBackend), top=3)]


@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize(("keys", "top"), [(EVERY_KEY, 2), (BOUNDED[:1], 1), (BOUNDED[:1], 64)])
def test_the_host_waits_twice_for_all_lists(bounds_first, watched, emulated, keys, top, pool):
    """For the numbers of rows, before which all are planned, and for the leaders."""
    vocabularies = [*several_lists(top)]
    first, seen = watched(vocabularies[0])
    others = (emulated(words, device=first._device) for words in vocabularies[1:])
    found = leaders_of([first, *others], keys, top, pool)
    assert found == true_leaders(vocabularies, keys, top, pool)
    assert seen.kernels[: seen.kernels.index("build_rows")].count("mark_rows") == 6
    assert len(seen.down) == 2
    # The table of logarithms; letters, weights, pools and segments went together.
    assert len(seen.up) == 1


def test_windows_change_nothing(one_device, monkeypatch):
    monkeypatch.setattr(cuda_backend, "WINDOW", 4)
    vocabularies, asked = [*several_lists(5)], []

    def engines():
        for words in vocabularies:
            asked.append(words)
            yield one_device(words), None

    results = leading_of_each(engines(), EVERY_KEY, 2)
    first = next(results)
    assert len(asked) == 4
    assert as_lists([first, *results]) == true_leaders(vocabularies)


@pytest.mark.parametrize("on_device", [True, False])
def test_backends_are_let_go(one_device, monkeypatch, on_device):
    monkeypatch.setattr(cuda_backend, "WINDOW", 1)
    alive = WeakSet()

    def engines():
        for words in several_lists(5):
            engine = one_device(words) if on_device else NumpyBackend(words)
            alive.add(engine)
            yield engine, None

    assert [len(alive) for _ in leading_of_each(engines(), [KEYS["entropy"]])] == [1] * 6


@pytest.mark.parametrize("memory", [4_000, 20_000, None])
def test_what_takes_too_much_memory_is_scored_in_parts(one_device, memory):
    vocabularies = [*several_lists(6)]
    engines = (one_device(words, memory=memory) for words in vocabularies)
    assert leaders_of(engines) == true_leaders(vocabularies)


@pytest.mark.parametrize("refused", ["all_to_device", "zeros", "empty"])
def test_a_device_that_runs_out_of_memory_scores_list_by_list(one_device, refused, monkeypatch):
    vocabularies, device, released = [*several_lists(7)], one_device.keywords["device"], []

    def refuse(*_):
        monkeypatch.undo()
        raise OutOfMemory

    monkeypatch.setattr(device, refused, refuse)
    device.release = lambda: released.append(True)
    assert leaders_of(map(one_device, vocabularies)) == true_leaders(vocabularies)
    assert released == [True]


def test_other_errors_are_not_hidden(emulated, monkeypatch):
    engine = emulated(Vocabulary("random", random_words(1, 5, 5, 50)))
    monkeypatch.setattr(engine._device, "all_to_device", None)
    with pytest.raises(TypeError):
        leaders_of([engine])
