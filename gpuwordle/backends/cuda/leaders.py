"""The best guesses on all answers, of several vocabularies at a time.

Each vocabulary has a queue of the device to itself. While the kernels of one run, the letters of
the next are copied and its rows planned; results are waited for at the end. A device with one order
takes the same steps one after another. `choose_leaders` ranks the guesses on the device, so that a
few rows of the statistics come back and not all of them.

Bounds come first if they exist for the key: no guess tells more than the sum of the entropies of
its letter rows, H(code) <= sum of H(letter row), and rows are few (``bounds.cu``). Min-entropy <=
collision entropy <= Shannon entropy, so that sum bounds the largest bucket, the sum of squares and
the entropy alike. It says nothing about the number of buckets.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Leaders, guesses_of
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import NULL, WARP, Device
from gpuwordle.backends.cuda.rows import DeviceWords, on_device, padded
from gpuwordle.backends.cuda.scoring import FORM_BYTES, Form, Pairs, Scorer
from gpuwordle.backends.narrowing import (
    PARTS_OF_LARGEST,
    PARTS_OF_SQUARES,
    PILOTS,
    Count,
    Keys,
    Narrowed,
    lowest_places,
    narrow,
)
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import LOG_SCALE, log_table
from gpuwordle.scoring.statistics import FIELDS, Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

DEPTH = 3
"""Vocabularies under way at a time: one is copied, one is scored, one comes back."""
THREADS = 256
PART = 8 * THREADS
"""Guesses that a block ranks."""
MOST_LEADERS = 64
"""More leaders are ranked on the host: on the device each takes a search of its own."""
RANK_WORDS = 2
"""64-bit numbers of a leader of a part."""
ROW_THREADS, GUESS_THREADS = 128, 128
REPEATED = 255
"""No letter: an alphabet has at most 255."""
LEAST_PAIRS = 1 << 28
"""Pairs of guess and answer below which scoring all takes no longer than a few round trips."""
ANY_KEY = int(np.iinfo(np.int64).max)
SLACK = 1e-6
"""Bits by which a sum of entropies may be wrong: far more than its rounding errors add up to."""

LARGEST, SQUARES, LOGS = (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)
_SHARES: dict[tuple[int, ...] | None, tuple[Fraction, ...]] = {
    LARGEST: PARTS_OF_LARGEST,
    SQUARES: PARTS_OF_SQUARES,
}

Steps = Generator[None, None, list[Leaders] | None]


# Ranking on the device


def choose_leaders(
    device: Device,
    statistics: Any,
    keys: Sequence[Key],
    top: int,
    pool: Any,
    guess_answer: Any,
) -> Any:
    """Choose the ``top`` guesses with the smallest keys, by each key.

    ``statistics`` is device int64 (4, guesses); ``pool``, device int32 (guesses,), says which guess
    each column is, None for all guesses in their order; ``guess_answer``, device int32, is the
    answer that each guess is, or -1, None if all are candidates. Returns device int64
    (keys, top, 5): the column of each leader, best first, and its four statistics.
    """
    guesses = int(statistics.shape[1])
    parts = -(-guesses // PART)
    weights = device.to_device([key.weights for key in keys], np.int64)
    ranks = device.empty((len(keys), parts * top, RANK_WORDS), np.int64)
    found = device.empty((len(keys), top, 1 + len(FIELDS)), np.int64)
    device.launch(
        source.LEADERS,
        "leaders_of_parts",
        (len(keys), parts),
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
        (len(keys),),
        min(THREADS, padded(parts * top, WARP)),
        (ranks, np.int32(parts * top), statistics, np.int32(guesses), np.int32(top), found),
    )
    return found


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


def score_leaders(
    scorer: Scorer,
    keys: Sequence[Key],
    top: int,
    chosen: npt.NDArray[np.int32] | None,
    guess_answer: Any,
) -> Any:
    """Score some guesses (None: all) on all answers and choose; see `choose_leaders`."""
    device, rows = scorer.device, scorer.rows
    guesses = int(rows.slots.shape[0]) if chosen is None else len(chosen)
    pool = None if chosen is None else device.to_device(chosen, np.int32)
    everything = on_device(device, Groups.whole(rows.answers))
    pairs = Pairs(np.array([0, guesses]), pool)
    statistics = scorer.score(everything, pairs, Form.STATISTICS)
    return choose_leaders(device, statistics, keys, min(top, guesses), pool, guess_answer)


# Bounds by the entropies of letter rows


def is_bounded(key: Key) -> bool:
    """Whether entropies bound a key: the largest bucket, the sum of squares or of logarithms."""
    return _statistic(key) is not None


def _statistic(key: Key) -> tuple[int, ...] | None:
    """Name the one statistic that a key weighs, if it is a bounded one with positive weight."""
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
    """Lower bounds of a bounded key, given upper bounds (bits) on each guess's entropy."""
    weight, statistic = max(key.weights), _statistic(key)
    most = bits + SLACK
    if statistic == LOGS:
        least = int(log_table(answers)[answers]) - most * (answers * LOG_SCALE)
    else:
        least = (answers if statistic == LARGEST else answers * answers) * np.exp2(-most)
    return np.floor(least * weight).astype(np.int64)


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
    order: npt.NDArray[np.intp] | None,
) -> Generator[None, None, npt.NDArray[np.int32]]:
    """Find the guesses that may have the ``top`` smallest keys on all answers, step by step.

    Each step queues work, and the next one waits for it. The key is a bounded one; ``pool`` are the
    guesses to choose from, rising, None for all; ``order`` is that of `rarest_first`, None to count
    on all answers only. Returns guess indices, rising.
    """
    device, answers = scorer.device, len(vocabulary.answers)
    arrived = device.fetch(most_told(scorer))
    yield
    bits = arrived() / (answers * LOG_SCALE)
    guesses = np.arange(len(bits), dtype=np.int32) if pool is None else pool
    bits, top = bits[guesses], min(top, len(guesses))
    pilots = lowest_places(-bits, max(PILOTS, top))
    everything = on_device(device, Groups.whole(answers))

    def count(asked: Count) -> Any:
        group = everything
        if order is not None and asked.size < answers:
            group = on_device(device, Groups.of([order[: asked.size]]))
        chosen = device.to_device(guesses[asked.places], np.int32)
        pairs = Pairs(np.array([0, len(asked.places)]), chosen)
        return scorer.score(group, pairs, Form.KEYS, key.weights)

    shares = () if order is None else _SHARES[_statistic(key)]
    narrowing = narrow(least_keys(key, answers, bits), pilots, answers, shares, top)
    keys: Keys | None = None
    while True:
        try:
            asked = next(narrowing) if keys is None else narrowing.send(keys)
        except StopIteration as end:
            found = cast(Narrowed, end.value)
            return guesses[np.sort(np.append(found.places, found.left))]
        arrived = device.fetch(count(asked))
        yield
        keys = arrived()


def rarest_first(letters: npt.NDArray[np.uint8]) -> npt.NDArray[np.intp]:
    """Order words by the total frequency of their letters, rarest first, as far as 16 bits tell.

    ``letters`` is (words, length). NumPy sorts 16 bits by radix, which takes a tenth of the time;
    no result depends on the order.
    """
    columns = np.array(letters.T, order="C")  # a copy, which is changed
    for place in range(1, len(columns)):
        repeated = columns[place] == columns[0]
        for before in range(1, place):
            repeated |= columns[place] == columns[before]
        columns[place][repeated] = REPEATED
    # Letters are counted two at a time.
    flat = columns.ravel()
    pairs = np.bincount(flat[: len(flat) // 2 * 2].view(np.uint16), minlength=1 << 16)
    counts = pairs.reshape(256, 256).sum(axis=0) + pairs.reshape(256, 256).sum(axis=1)
    counts[flat[len(flat) // 2 * 2 :]] += 1
    counts[REPEATED] = 0
    shift = max(0, int(counts.max() * len(columns)).bit_length() - 16)
    weights = (counts >> shift).astype(np.uint16)
    totals = weights[columns[0]]
    for column in columns[1:]:
        totals += weights[column]
    return np.argsort(totals, kind="stable")


# Several vocabularies under way


def leading_steps(
    words: DeviceWords, keys: Sequence[Key], top: int, pool: PoolName, budget: int
) -> Steps:
    """Find the leaders of a vocabulary in steps, each waiting for what the step before has queued.

    If there is one key and it is bounded, only the guesses that survive the bounds are scored.
    ``budget`` is the bytes that may be taken on the device; returns None if that is too little.
    """
    device, vocabulary = words.device, words.vocabulary
    guesses, answers = len(vocabulary.guesses), len(vocabulary.answers)
    if not words.can_plan(budget // 2):
        return None
    planned = words.plan()
    count = device.fetch(planned.count)
    bounded = len(keys) == 1 and is_bounded(keys[0]) and guesses * answers >= LEAST_PAIRS
    order = None
    if bounded and _statistic(keys[0]) in _SHARES:  # while the device plans
        order = rarest_first(vocabulary.answer_letters)
    yield
    rows = int(count()[0])
    if words.row_bytes(rows) + guesses * FORM_BYTES[Form.STATISTICS] > budget // 2:
        return None
    built, restarts = words.build(planned, rows), device.zeros(1, np.uint32)
    scorer = Scorer(device, built, device.n_log_n(answers), restarts)
    all_may_be_chosen = pool == "all" or answers == guesses
    chosen = None if all_may_be_chosen else guesses_of(vocabulary, pool)
    if bounded:
        chosen = yield from narrowing_steps(scorer, vocabulary, keys[0], top, chosen, order)
    outside = words.guess_answer if pool == "all" and answers < guesses else None
    found = device.fetch(score_leaders(scorer, keys, top, chosen, outside))
    yield
    return leaders_of(found(), chosen, answers)


class _Flight:
    """A vocabulary under way, in a queue of its own."""

    def __init__(self, device: Device, queue: int, steps: Steps) -> None:
        self.device, self.queue, self.steps = device, queue, steps
        self.ended = False
        self.leaders: list[Leaders] | None = None

    def go_on(self) -> None:
        """Take the next step, if there is one."""
        if self.ended:
            return
        try:
            with self.device.queue(self.queue):
                next(self.steps)
        except StopIteration as end:
            self.leaders, self.ended = end.value, True
        except Exception as error:
            if not self.device.ran_out(error):
                raise
            self.ended = True
            self.device.release()


def _step_all(flights: deque[_Flight]) -> None:
    """Take a step of each, the last first: what it queues runs while the host waits for others."""
    for flight in reversed(flights):
        flight.go_on()


def _first_to_land(flights: deque[_Flight]) -> list[Leaders] | None:
    """Take steps of all until the first one has ended, and remove it."""
    while not flights[0].ended:
        _step_all(flights)
    return flights.popleft().leaders


def leading_in_flight(
    device: Device,
    vocabularies: Iterable[Vocabulary],
    keys: Sequence[Key],
    top: int,
    pool: PoolName,
    budget: int,
    depth: int = DEPTH,
) -> Iterator[list[Leaders] | None]:
    """Yield the leaders of each vocabulary in turn, with ``depth`` of them under way at a time.

    ``budget`` is the bytes that all of them may take on the device together. Yields None for a
    vocabulary that takes too much memory.
    """
    flights: deque[_Flight] = deque()
    try:
        for number, vocabulary in enumerate(vocabularies):
            words = DeviceWords(device, vocabulary)
            # What all queues share must be there before any of them needs it.
            device.n_log_n(len(vocabulary.answers))
            steps = leading_steps(words, keys, top, pool, budget // depth)
            flights.append(_Flight(device, number % depth, steps))
            _step_all(flights)
            if len(flights) == depth:
                yield _first_to_land(flights)
        while flights:
            yield _first_to_land(flights)
    finally:
        if flights:  # the caller stopped early: nothing may arrive in memory that is given back
            device.synchronize()


def leading_together(
    device: Device,
    asked: Iterable[tuple[Backend, Progress | None]],
    keys: Sequence[Key],
    top: int,
    pool: PoolName,
    budget: int,
) -> Iterator[list[Leaders]]:
    """Yield the leaders of several backends of a device; see `Backend._leading`.

    If a vocabulary takes too much memory, its own backend finds its leaders tile by tile.
    """
    waiting: deque[tuple[Backend, Progress | None]] = deque()

    def noted() -> Iterator[Vocabulary]:
        for engine, progress in asked:
            waiting.append((engine, progress))
            yield engine.vocabulary

    for leaders in leading_in_flight(device, noted(), keys, top, pool, budget):
        engine, progress = waiting.popleft()
        if leaders is None:
            leaders = engine._leading_guesses(keys, top, pool, progress)
        if progress is not None:
            progress(1.0)
        yield leaders
