"""The leaders of several vocabularies, some of which are on their way at a time.

Each vocabulary has a queue of the device to itself. While the kernels of one run, the letters of
the next go over and its rows are planned; what comes back is waited for at the end. On a device
with one order alone the same steps are taken one after another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Leaders, guesses_of
from gpuwordle.backends.cuda import bounds
from gpuwordle.backends.cuda.bounds import is_bounded, narrowing_steps
from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.groups import on_device
from gpuwordle.backends.cuda.leaders import choose_leaders, leaders_of
from gpuwordle.backends.cuda.scoring import FORM_BYTES, Form, Pairs, Scorer
from gpuwordle.backends.cuda.words import DeviceWords
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import Key
from gpuwordle.words.vocabulary import Vocabulary

DEPTH = 3
"""Vocabularies on their way at a time: one goes over, one is scored, one comes back."""

Steps = Generator[None, None, list[Leaders] | None]


def leading_steps(
    words: DeviceWords, keys: Sequence[Key], top: int, pool: PoolName, budget: int
) -> Steps:
    """Find the leaders in steps, each of which waits for what the one before has queued.

    Where one key is asked for that bounds speak of, only guesses that these leave are scored.

    Parameters
    ----------
    words
        The vocabulary, of which nothing is on the device yet.
    keys, top, pool
        As for `gpuwordle.backends.backend.Backend.leading_guesses`.
    budget
        Bytes that may be taken on the device.

    Returns
    -------
    list of Leaders or None
        None where that takes more than the budget.
    """
    device, vocabulary = words.device, words.vocabulary
    guesses, answers = len(vocabulary.guesses), len(vocabulary.answers)
    if not words.can_plan(budget // 2):
        return None
    planned = words.plan()
    count = device.fetch(planned.count)
    yield
    rows = int(count()[0])
    if words.row_bytes(rows) + guesses * FORM_BYTES[Form.STATISTICS] > budget // 2:
        return None
    built, restarts = words.build(planned, rows), device.xp.zeros(1, np.uint32)
    scorer = Scorer(device, built, device.n_log_n(answers), restarts)
    all_may_be_chosen = pool == "all" or answers == guesses
    chosen = None if all_may_be_chosen else guesses_of(vocabulary, pool)
    if len(keys) == 1 and is_bounded(keys[0]) and guesses * answers >= bounds.LEAST_PAIRS:
        chosen = yield from narrowing_steps(scorer, vocabulary, keys[0], top, chosen)
    outside = words.guess_answer if pool == "all" and answers < guesses else None
    found = device.fetch(score_leaders(scorer, keys, top, chosen, outside))
    yield
    return leaders_of(found(), chosen, answers)


def score_leaders(
    scorer: Scorer,
    keys: Sequence[Key],
    top: int,
    chosen: npt.NDArray[np.int32] | None,
    guess_answer: Any,
) -> Any:
    """Score some guesses on all answers, or all guesses, and choose; see `choose_leaders`."""
    device, rows = scorer.device, scorer.rows
    guesses = int(rows.slots.shape[0]) if chosen is None else len(chosen)
    pool = None if chosen is None else device.to_device(chosen, np.int32)
    everything = on_device(device, Groups.whole(rows.answers))
    pairs = Pairs(np.array([0, guesses]), pool)
    statistics = scorer.score(everything, pairs, Form.STATISTICS)
    return choose_leaders(device, statistics, keys, min(top, guesses), pool, guess_answer)


class _Flight:
    """A vocabulary on its way, in a queue of its own."""

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
        except self.device.out_of_memory:
            self.ended = True
            self.device.release()


def go_on(flights: deque[_Flight]) -> None:
    """Take a step of each, the last first: what it queues runs while others are waited for."""
    for flight in reversed(flights):
        flight.go_on()


def first_to_land(flights: deque[_Flight]) -> list[Leaders] | None:
    """Take steps of all until the first one has ended, and let it go."""
    while not flights[0].ended:
        go_on(flights)
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
    """Find the leaders of vocabularies, some of them on their way at a time.

    Parameters
    ----------
    device
        Where.
    vocabularies
        Taken as they are needed.
    keys, top, pool
        As for `gpuwordle.backends.backend.Backend.leading_guesses`.
    budget
        Bytes that all on their way may take on the device together.
    depth
        How many are on their way at a time.

    Yields
    ------
    list of Leaders or None
        In the order of the vocabularies; None for one that takes too much memory.
    """
    flights: deque[_Flight] = deque()
    try:
        for number, vocabulary in enumerate(vocabularies):
            words = DeviceWords(device, vocabulary)
            # What all queues share is there before any of them needs it.
            device.n_log_n(len(vocabulary.answers))
            steps = leading_steps(words, keys, top, pool, budget // depth)
            flights.append(_Flight(device, number % depth, steps))
            go_on(flights)
            if len(flights) == depth:
                yield first_to_land(flights)
        while flights:
            yield first_to_land(flights)
    finally:
        if flights:  # who asked goes away: nothing may arrive where memory is given back
            device.synchronize()


def leading_together(
    device: Device,
    asked: Iterable[tuple[Backend, Progress | None]],
    keys: Sequence[Key],
    top: int,
    pool: PoolName,
    budget: int,
) -> Iterator[list[Leaders]]:
    """Find the leaders of several backends of a device; see `leading_of_each`.

    Those of a vocabulary that takes too much memory are found in parts, by its backend.
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
