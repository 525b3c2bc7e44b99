"""Leaders that are chosen on the device, and several vocabularies on their way at a time."""

import os
import subprocess
import sys
from pathlib import Path
from weakref import WeakSet

import numpy as np
import pytest
from cuda_on_cpu.emulated import BACKWARD, compiler, emulated_device
from cuda_on_cpu.flights import EVERY_KEY, FAULTS, as_lists, lists, on_the_way, plainly
from cuda_on_cpu.streams import Streams
from helpers.words import random_words

from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.cuda import backend as cuda_backend
from gpuwordle.backends.cuda import device as cuda_device
from gpuwordle.backends.cuda import leaders
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.openers.first_guesses import openers_of_lists
from gpuwordle.scoring.logs import LOG_SCALE
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")

FLIGHTS = Path(__file__).parents[2] / "cuda_on_cpu" / "flights.py"


def found(engines, top=1, pool="all"):
    """Guesses and statistics of the leaders by every key, as plain lists."""
    return as_lists(leading_of_each(((engine, None) for engine in engines), EVERY_KEY, top, pool))


@pytest.mark.parametrize(("part", "top"), [(1, 1), (7, 5), (32, 64), (100, 5)])
def test_parts_change_nothing(part, top, monkeypatch):
    monkeypatch.setattr(leaders, "PART", part)
    guesses = random_words(1, 4, 3, 70)
    words = Vocabulary("random", guesses[::3], guesses)
    engine = CupyBackend(words, device=emulated_device(BACKWARD))
    assert found([engine], top) == plainly([words], top)


def test_few_rows_come_back(watched):
    words = Vocabulary("random", random_words(2, 5, 6, 90))
    device = emulated_device()
    fetched = watched(device).down
    engine = CupyBackend(words, device=device)
    assert found([engine], 3) == plainly([words], 3)
    # How many rows there are, and the leaders.
    assert [array.size for array in fetched] == [1, len(EVERY_KEY) * 3 * 5]
    # More than are ranked on the device come from all statistics.
    assert found([engine], 65) == plainly([words], 65)
    assert max(array.size for array in fetched) == 4 * 90


BOUNDED = [KEYS["entropy"], Key("twice the logarithms", (0, 0, 0, 2))]


@pytest.fixture
def narrowed(monkeypatch):
    """Bounds first, however few guesses there are; how many are scored in the end."""
    monkeypatch.setattr(leaders, "LEAST_PAIRS", 0)
    monkeypatch.setattr(leaders, "PILOTS", 2)
    scored = []
    choose = leaders.choose_leaders

    def noted(device, statistics, weights, pool, guess_answer, found):
        scored.append(None if pool is None else len(pool))
        choose(device, statistics, weights, pool, guess_answer, found)

    monkeypatch.setattr(leaders, "choose_leaders", noted)
    return scored


@pytest.mark.parametrize("key", BOUNDED, ids=lambda key: key.name)
def test_bounds_leave_few_to_score(narrowed, key):
    """Two good words among many that tell little."""
    rng = np.random.default_rng(5)
    poor = {"a" * place + "b" + "a" * (4 - place) for place in range(5)}
    poor |= {"".join(rng.choice(list("ab"), 5)) for _ in range(200)}
    answers = random_words(3, 5, 9, 300)
    words = Vocabulary("random", answers[:40], sorted({*answers, *poor}))
    one, other = (
        [*leading_of_each([(engine, None)], [key])]
        for engine in (CupyBackend(words, device=emulated_device()), NumpyBackend(words))
    )
    assert as_lists(one) == as_lists(other)
    assert len(narrowed) == 1
    assert narrowed[0] < len(words.guesses) - 20


@pytest.mark.parametrize(
    "keys", [[KEYS["minimax"]], [KEYS["buckets"]], [Key("mixed", (0, 1, 1, 0))], BOUNDED]
)
def test_what_has_no_bound_is_scored_whole(narrowed, keys):
    words = Vocabulary("random", random_words(4, 4, 4, 30))
    engine = CupyBackend(words, device=emulated_device())
    assert [*leading_of_each([(engine, None)], keys)]
    assert narrowed == [None]


@pytest.mark.parametrize("key", BOUNDED, ids=lambda key: key.name)
@pytest.mark.parametrize(("depth", "seed"), [(1, 0), (3, 1), (5, 2)])
def test_streams_and_bounds_together(narrowed, key, depth, seed):
    vocabularies = [*lists(seed)]
    device = emulated_device(streams=Streams(seed))
    found = leaders.leading_in_flight(device, vocabularies, [key], 2, "all", 1 << 30, depth)
    true = leading_of_each(((NumpyBackend(words), None) for words in vocabularies), [key], 2)
    assert as_lists(found) == as_lists(true)
    assert None not in narrowed


@pytest.mark.parametrize("key", BOUNDED, ids=lambda key: key.name)
@pytest.mark.parametrize("length", [3, 8, 11])
def test_no_key_is_below_its_bound(key, length):
    answers = random_words(length, length, 7, 80)
    strange = random_words(length, length, 5, 40, "ghijk")  # share one letter with the answers
    words = Vocabulary("random", answers, sorted({*answers, *strange}))
    engine = CupyBackend(words, device=emulated_device(BACKWARD))
    scorer = engine.tiles.whole_scorer(1 << 30)
    bits = engine._device.to_host(leaders.most_told(scorer)) / (80 * LOG_SCALE)
    keys = NumpyBackend(words).statistics().key(key)[0]
    least = leaders.least_keys(key, 80, bits)
    assert (least <= keys).all()
    assert (least > 0).any()
    for bar in np.unique(keys).tolist():
        needed = leaders.least_bits(key, 80, bar) - leaders.SLACK
        assert (bits[keys <= bar] >= needed).all()


def test_no_sort_of_all_guesses(monkeypatch, narrowed):
    """A stable sort of 50,000 bounds or keys takes as long as many kernels."""
    words = Vocabulary("random", random_words(7, 5, 9, 400))
    engine = CupyBackend(words, device=emulated_device())
    monkeypatch.setattr(np, "argsort", None)
    assert [*leading_of_each([(engine, None)], [KEYS["entropy"]])]


@pytest.mark.parametrize(("depth", "seed"), [(1, 0), (2, 1), (3, 2), (3, 3), (5, 4)])
def test_streams_change_nothing(depth, seed):
    vocabularies = [*lists(seed)]
    device = emulated_device(streams=Streams(seed))
    assert as_lists(on_the_way(vocabularies, device, depth=depth)) == plainly(vocabularies)


def test_one_order_alone_gives_the_same():
    vocabularies = [*lists(9)]
    assert as_lists(on_the_way(vocabularies, emulated_device())) == plainly(vocabularies)


def test_openers_of_lists_on_streams():
    vocabularies = [*lists(20)]
    device = emulated_device(streams=Streams(1))
    told = []

    def asked(backend):
        for words in vocabularies:
            yield backend(words), lambda done, words=words: told.append((words.name, done))

    many = openers_of_lists(asked(lambda words: CupyBackend(words, device=device)), top=3)
    alone = openers_of_lists(asked(NumpyBackend), top=3)
    assert [*many] == [*alone]
    for words in vocabularies:
        assert (words.name, 1.0) in told


def test_all_are_planned_before_one_is_scored(watched):
    """And those of the other queues are scored before the host waits for the first leaders."""
    device = emulated_device(streams=Streams(4))
    noted = watched(device).kernels
    results = on_the_way([*lists(4)], device)
    next(results)
    assert noted[: noted.index("build_rows")].count("mark_rows") == 6
    assert noted.count("rank_leaders") == 6
    assert len([*results]) == 5


def test_windows_change_nothing(monkeypatch):
    monkeypatch.setattr(cuda_backend, "WINDOW", 4)
    vocabularies, asked = [*lists(5)], []
    device = emulated_device(streams=Streams(5))

    def engines():
        for words in vocabularies:
            asked.append(words)
            yield CupyBackend(words, device=device), None

    results = leading_of_each(engines(), EVERY_KEY, 2)
    first = next(results)
    assert len(asked) == 4
    assert as_lists([first, *results]) == plainly(vocabularies)


@pytest.mark.parametrize("backend", [CupyBackend, NumpyBackend])
def test_backends_are_let_go(monkeypatch, backend):
    monkeypatch.setattr(cuda_backend, "WINDOW", 1)
    options = {} if backend is NumpyBackend else {"device": emulated_device()}
    alive = WeakSet()

    def engines():
        for words in lists(5):
            engine = backend(words, **options)
            alive.add(engine)
            yield engine, None

    assert [len(alive) for _ in leading_of_each(engines(), [KEYS["entropy"]])] == [1] * 6


def test_few_allocations_copies_and_waits_for_all_lengths():
    """Each may stop all streams of a device, and takes the host's time."""
    streams = Streams(0)
    vocabularies = [Vocabulary(f"{n}", random_words(n, n, 3, 20)) for n in range(3, 21)]
    device = emulated_device(streams=streams)
    results = [*on_the_way(vocabularies, device)]
    counts = dict(streams.counts)
    # In three queues: a block on the device, one of page-locked memory; and the logarithms.
    assert counts == {"allocations": 3 * 2 + 1, "copies": 3 * 3 + 1, "waits": 3 * 2 + 1}
    streams.counts.clear()
    again = [*on_the_way(vocabularies, device)]
    assert streams.counts == {"allocations": 3 * 2, "copies": 3 * 3, "waits": 3 * 2}
    assert as_lists(results) == as_lists(again) == plainly(vocabularies)


def test_a_queue_has_one_user_at_a_time():
    """Two calls on their way at once: what one gives back, the other must not be using."""
    vocabularies = [*lists(11)]
    streams = Streams(6)
    device = emulated_device(streams=streams)
    together = zip(on_the_way(vocabularies, device), on_the_way(vocabularies, device), strict=True)
    one, other = zip(*together, strict=True)
    assert as_lists(one) == as_lists(other) == plainly(vocabularies)
    made = len(streams.all)
    assert made > leaders.DEPTH
    assert as_lists(on_the_way(vocabularies, device)) == plainly(vocabularies)
    assert len(streams.all) == made


@pytest.mark.parametrize("limit", [4_000, 20_000, None])
def test_what_takes_too_much_memory_is_scored_in_parts(limit):
    vocabularies = [*lists(6)]
    device = emulated_device(streams=Streams(3))
    engines = (CupyBackend(words, memory=limit, device=device) for words in vocabularies)
    assert found(engines, 2) == plainly(vocabularies)


def test_a_device_that_runs_out_of_memory_goes_on_with_parts(monkeypatch):
    vocabularies = [*lists(7)]
    monkeypatch.setattr(cuda_device, "SLAB_BLOCK", 4096)
    device = emulated_device(streams=Streams(5), largest_array=12_000)
    none = [leaders is None for leaders in on_the_way(vocabularies, device)]
    assert any(none)
    assert not all(none)


def test_a_caller_that_stops_leaves_nothing_to_arrive():
    streams = Streams(2)
    results = on_the_way([*lists(8)], emulated_device(streams=streams))
    next(results)
    queued = [len(stream.work) for stream in streams.all]
    assert any(stream.done < end for stream, end in zip(streams.all, queued, strict=True))
    results.close()
    assert all(stream.done >= end for stream, end in zip(streams.all, queued, strict=True))


@pytest.mark.parametrize("fault", [None, *FAULTS])
def test_faults_of_the_host_are_seen(fault):
    """And without one, all is well."""
    command = [sys.executable, str(FLIGHTS), *([] if fault is None else [fault])]
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode == 0) == (fault is None), done.stderr[-2000:]
    assert "Error" not in done.stderr
