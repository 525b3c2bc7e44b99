"""The best guesses on all answers, of several vocabularies at a time.

Vocabularies are dealt to a few queues of the device. Those of a queue travel together: their
letters in one copy, the numbers of their rows and their leaders in one copy each. While the kernels
of one queue run, the host fills another. A device with only one queue takes the same steps one
after another. `choose_leaders` ranks the guesses on the device, so that a few rows of the
statistics come back and not all of them.

Bounds come first if the entropy alone is asked for: no guess tells more than the sum of the
entropies of its letter rows, H(code) <= sum of H(letter row), and rows are few (``bounds.cu``).
Min-entropy <= collision entropy <= Shannon entropy, so that the largest bucket and the sum of
squares are bounded as well, but too weakly to pay: scoring all guesses is faster.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import cycle
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Leaders, guesses_of
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import NULL, WARP, Device, padded
from gpuwordle.backends.cuda.rows import DeviceWords, on_device
from gpuwordle.backends.cuda.scoring import FORM_BYTES, Form, Pairs, Scorer, whole_segment
from gpuwordle.backends.narrowing import PILOTS, Keys, lowest_places, worst_of_best
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import LOG_SCALE, log_table
from gpuwordle.scoring.statistics import FIELDS, Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

DEPTH = 3
"""Queues at a time: one is filled while others work."""
THREADS = 256
PART = 8 * THREADS
"""Guesses that a block ranks."""
MOST_LEADERS = 64
"""More leaders than this are ranked on the host: on the device each takes a separate search."""
RANK_WORDS = 2
"""64-bit numbers of a leader of a part."""
RESULTS = 1 + len(FIELDS)
"""Numbers of a leader that come back: its column and its statistics."""
ROW_THREADS, GUESS_THREADS = 128, 128
LEAST_PAIRS = 1 << 28
"""Pairs of guess and answer below which scoring all takes no longer than a few round trips."""
ANY_KEY = int(np.iinfo(np.int64).max)
SLACK = 1e-6
"""Bits by which a sum of entropies may be wrong: far more than its rounding errors add up to."""

LARGEST, SQUARES, LOGS = (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)

Steps = Generator[None, None, list[list[Leaders] | None]]


# Ranking on the device


def choose_leaders(
    device: Device, statistics: Any, weights: Any, pool: Any, guess_answer: Any, found: Any
) -> None:
    """Choose the guesses with the smallest keys, by each key.

    ``statistics`` is device int64 (4, guesses), ``weights`` device int64 (keys, 4); ``pool``,
    device int32 (guesses,), says which guess each column is, None for all guesses in their order;
    ``guess_answer``, device int32, is the answer that each guess is, or -1, None if all are
    candidates. ``found``, device int64 (keys, top, 5), takes the column of each leader, best first,
    and its four statistics.
    """
    guesses, (keys, top, _) = int(statistics.shape[1]), found.shape
    parts = -(-guesses // PART)
    ranks = device.empty((keys, parts * top, RANK_WORDS), np.int64)
    device.launch(
        source.LEADERS,
        "leaders_of_parts",
        (keys, parts),
        min(THREADS, padded(guesses, WARP)),
        (
            statistics,
            np.int32(guesses),
            weights,
            NULL if pool is None else pool,
            NULL if guess_answer is None else guess_answer,
            np.int32(PART),
            np.int32(top),
            ranks,
        ),
    )
    device.launch(
        source.LEADERS,
        "rank_leaders",
        (keys,),
        min(THREADS, padded(parts * top, WARP)),
        (ranks, np.int32(parts * top), statistics, np.int32(guesses), np.int32(top), found),
    )


def leaders_of(
    found: npt.NDArray[np.int64], guesses: npt.NDArray[np.int32] | None, answers: int
) -> list[Leaders]:
    """Read the result of `choose_leaders`, for some guesses in their order or for all (None)."""
    sizes = np.array([answers])
    return [
        Leaders(
            rows[:, 0].astype(np.int32) if guesses is None else guesses[rows[:, 0]],
            Statistics(sizes, np.ascontiguousarray(rows[:, 1:].T)[:, None]),
        )
        for rows in found
    ]


# Bounds by the entropies of letter rows


def is_bounded(key: Key) -> bool:
    """Whether bounds come first for a key: the sum of logarithms."""
    return _statistic(key) == LOGS


def _statistic(key: Key) -> tuple[int, ...] | None:
    """Name the one statistic that a key weighs, if entropies bound it and its weight is positive.

    These are the largest bucket, the sum of squares and the sum of logarithms.
    """
    positive = tuple(int(weight > 0) for weight in key.weights)
    pure = positive == tuple(int(weight != 0) for weight in key.weights)
    return positive if pure and positive in (LARGEST, SQUARES, LOGS) else None


def least_bits(key: Key, answers: int, bar: int) -> float:
    """Return the least entropy (bits) of guesses whose key is at most ``bar``; -inf if unknown."""
    weight, statistic = max(key.weights), _statistic(key)
    if bar == ANY_KEY or statistic is None:
        return -np.inf
    if statistic == LOGS:
        return (int(log_table(answers)[answers]) - bar / weight) / (answers * LOG_SCALE)
    most = answers if statistic == LARGEST else answers * answers
    return float(np.log2(most * weight / bar))


def least_keys(key: Key, answers: int, bits: npt.NDArray[np.float64]) -> Keys:
    """Lower bounds of a sum of logarithms, given upper bounds (bits) on each guess's entropy."""
    least = int(log_table(answers)[answers]) - (bits + SLACK) * (answers * LOG_SCALE)
    return np.floor(least * max(key.weights)).astype(np.int64)


def most_told(scorer: Scorer) -> Any:
    """Add up the entropies of each guess's letter rows over all answers: device int64 (guesses,).

    In bits, times the number of answers, in units of 1 / `gpuwordle.scoring.logs.LOG_SCALE`.
    """
    device, rows = scorer.device, scorer.rows
    guesses = int(rows.slots.shape[0])
    entropies = device.empty(rows.count, np.int64)
    sums = device.empty(guesses, np.int64)
    device.launch(
        source.BOUNDS,
        "row_entropies",
        (rows.count,),
        ROW_THREADS,
        (rows.rows, np.uint32(rows.stride), np.int32(rows.answers), scorer.n_log_n, entropies),
    )
    device.launch(
        source.BOUNDS,
        "sum_entropies",
        (padded(guesses, GUESS_THREADS) // GUESS_THREADS,),
        GUESS_THREADS,
        (rows.slots, np.int32(guesses), np.int32(rows.planes), entropies, sums),
    )
    return sums


def narrowing_steps(
    scorer: Scorer,
    vocabulary: Vocabulary,
    key: Key,
    top: int,
    pool: npt.NDArray[np.int32] | None,
) -> Generator[None, None, npt.NDArray[np.int32]]:
    """Find the guesses that may have the ``top`` smallest keys on all answers, step by step.

    Each step queues work, and the next one waits for it. The key is a bounded one; ``pool`` are the
    guesses to choose from, ascending, None for all. Returns guess indices, ascending.
    """
    device, answers = scorer.device, len(vocabulary.answers)
    arrived = device.fetch(most_told(scorer))
    yield
    bits = arrived() / (answers * LOG_SCALE)
    guesses = np.arange(len(bits), dtype=np.int32) if pool is None else pool
    bits, top = bits[guesses], min(top, len(guesses))
    pilots = guesses[lowest_places(-bits, max(PILOTS, top))]
    pairs = Pairs(np.array([0, len(pilots)]), device.to_device(pilots, np.int32))
    everything = on_device(device, Groups.whole(answers))
    arrived = device.fetch(scorer.score(everything, pairs, Form.KEYS, key))
    yield
    return guesses[least_keys(key, answers, bits) <= worst_of_best(arrived(), top)]


# Several vocabularies under way


class _Asked(NamedTuple):
    """A vocabulary under way, and which of its guesses may be chosen."""

    words: DeviceWords
    chosen: npt.NDArray[np.int32] | None  # ascending, None for all guesses
    outside: bool  # whether some of them cannot be hidden
    bounded: bool  # whether bounds come first

    @classmethod
    def of(cls, words: DeviceWords, keys: Sequence[Key], pool: PoolName) -> _Asked:
        guesses, answers = len(words.vocabulary.guesses), len(words.vocabulary.answers)
        some = answers < guesses
        one = len(keys) == 1 and is_bounded(keys[0]) and guesses * answers >= LEAST_PAIRS
        chosen = guesses_of(words.vocabulary, pool) if some and pool != "all" else None
        return cls(words, chosen, some and pool == "all", one)

    def scored(self, chosen: npt.NDArray[np.int32] | None) -> list[npt.NDArray[Any]]:
        """Return what the device needs to score some guesses: their segment, and themselves."""
        vocabulary = self.words.vocabulary
        guesses = len(vocabulary.guesses) if chosen is None else len(chosen)
        segment = whole_segment(len(vocabulary.answers), guesses)
        return [segment] if chosen is None else [segment, chosen]


def leading_steps(
    together: Sequence[DeviceWords], keys: Sequence[Key], top: int, pool: PoolName, budget: int
) -> Steps:
    """Find the leaders of vocabularies in steps, each waiting for what the step before has queued.

    What all of them need is copied at once, and so is what comes back; in between, one after
    another takes the same memory. If there is one key and it is bounded, only the guesses that
    survive the bounds are scored. ``budget`` is the bytes that may be taken on the device; returns
    None for a vocabulary for which that is too little.
    """
    device = together[0].device
    results: list[list[Leaders] | None] = [None] * len(together)
    can_plan = (words.is_usual and words.can_plan(budget // 2) for words in together)
    planned = [n for n, can in enumerate(can_plan) if can]
    asked = [_Asked.of(together[n], keys, pool) for n in planned]
    if not asked:
        return results
    named = [one.words.arrays(outside=one.outside) for one in asked]
    first = [[] if one.bounded else one.scored(one.chosen) for one in asked]
    weights, *sent = device.all_to_device(
        [
            np.array([key.weights for key in keys], np.int64),
            *(array for each in named for array in each.values()),
            *(array for each in first for array in each),
        ]
    )
    arrived = iter(sent)
    for one, each in zip(asked, named, strict=True):
        for name in each:
            one.words.keep(name, next(arrived))
    scored = [[next(arrived) for _ in each] for each in first]
    counts = device.empty(len(asked), np.uint32)
    plans = [one.words.plan(counts[n : n + 1]) for n, one in enumerate(asked)]
    counted = device.fetch(counts)
    yield
    rows_of = counted().tolist()
    logs = device.n_log_n(max(len(one.words.vocabulary.answers) for one in asked))
    restarts = device.zeros(1, np.uint32)
    found = device.empty((len(asked), len(keys) * top * RESULTS), np.int64)
    selected: dict[int, npt.NDArray[np.int32] | None] = {}
    for n, (one, plan, rows) in enumerate(zip(asked, plans, rows_of, strict=True)):
        guesses, chosen = len(one.words.vocabulary.guesses), one.chosen
        if one.words.row_bytes(rows) + guesses * FORM_BYTES[Form.STATISTICS] > budget // 2:
            continue
        with device.scratch():
            scorer = Scorer(device, one.words.build(plan, rows), logs, restarts)
            if one.bounded:
                chosen = yield from narrowing_steps(
                    scorer, one.words.vocabulary, keys[0], top, chosen
                )
                scored[n] = device.all_to_device(one.scored(chosen))
            segment, some = (*scored[n], None)[:2]
            count = guesses if chosen is None else len(chosen)
            statistics = scorer.score_whole(segment, count, some)
            best = min(top, count)
            place = found[n, : len(keys) * best * RESULTS].reshape(len(keys), best, RESULTS)
            outside = one.words.guess_answer if one.outside else None
            choose_leaders(device, statistics, weights, some, outside, place)
        selected[n] = chosen
    if not selected:
        return results
    came = device.fetch(found)
    yield
    here = came()
    for n, chosen in selected.items():
        vocabulary = asked[n].words.vocabulary
        best = min(top, len(vocabulary.guesses) if chosen is None else len(chosen))
        rows = here[n, : len(keys) * best * RESULTS].reshape(len(keys), best, RESULTS)
        results[planned[n]] = leaders_of(rows, chosen, len(vocabulary.answers))
    return results


class _Flight:
    """Vocabularies under way together, in one queue."""

    def __init__(self, device: Device, numbers: Sequence[int], steps: Steps) -> None:
        self.device, self.numbers, self.steps = device, numbers, steps
        self.queue = device.lend_queue()
        self.ended = False
        self.leaders: list[list[Leaders] | None] = [None] * len(numbers)

    def go_on(self) -> None:
        """Take the next step, if there is one."""
        if self.ended:
            return
        try:
            with self.device.inside(self.queue):
                next(self.steps)
        except StopIteration as end:
            self.leaders = end.value
            self.end()
        except Exception as error:
            if not self.device.ran_out(error):
                raise
            self.device.synchronize()
            self.end()
            self.device.release()

    def end(self) -> None:
        """Give the queue back; none of its work may be pending."""
        if not self.ended:
            self.ended = True
            self.device.take_back(self.queue)


def leading_in_flight(
    device: Device,
    vocabularies: Sequence[Vocabulary],
    keys: Sequence[Key],
    top: int,
    pool: PoolName,
    budget: int,
    depth: int = DEPTH,
) -> Iterator[list[Leaders] | None]:
    """Deal vocabularies to ``depth`` queues, and yield the leaders of each in turn.

    The longest lists come first, so that memory for them is enough for those that follow. All of
    them may take ``budget`` bytes on the device together. Yields None for a vocabulary that takes
    too much memory.
    """
    window = [DeviceWords(device, words) for words in vocabularies]

    def work(number: int) -> int:
        vocabulary = window[number].vocabulary
        return len(vocabulary.guesses) * len(vocabulary.answers)

    # What all queues share must be there before any of them needs it.
    device.n_log_n(max(len(words.vocabulary.answers) for words in window))
    order = sorted(range(len(window)), key=work, reverse=True)
    flights: list[_Flight] = []
    try:
        for first in range(min(depth, len(window))):
            numbers = order[first::depth]
            some = [window[number] for number in numbers]
            steps = leading_steps(some, keys, top, pool, budget // depth)
            flights.append(_Flight(device, numbers, steps))
            flights[-1].go_on()
        of = {number: flight for flight in flights for number in flight.numbers}
        for number in range(len(window)):
            turns = cycle(flights)
            while not of[number].ended:
                next(turns).go_on()
            yield of[number].leaders[of[number].numbers.index(number)]
    finally:
        if not all(flight.ended for flight in flights):
            # The caller stopped early: nothing may arrive in memory that is given back.
            device.synchronize()
            for flight in flights:
                flight.end()
