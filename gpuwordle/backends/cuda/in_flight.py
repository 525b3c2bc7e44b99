"""The leaders of several vocabularies, some of which are on their way at a time.

Each vocabulary has a queue of the device to itself. While the kernels of one run, the letters of
the next go over and its rows are planned; what comes back is waited for at the end. On a device
with one order alone the same steps are taken one after another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence

import numpy as np

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.groups import on_device
from gpuwordle.backends.cuda.leaders import choose_leaders, leaders_of
from gpuwordle.backends.cuda.rows import LetterRows
from gpuwordle.backends.cuda.scoring import FORM_BYTES, Form, Pairs, Scorer
from gpuwordle.backends.cuda.words import DeviceWords
from gpuwordle.backends.leaders import Leaders, guesses_of, leading_plainly
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
    """Find the leaders in three steps, each of which waits for what the one before has queued.

    Parameters
    ----------
    words
        The vocabulary, of which nothing is on the device yet.
    keys, top, pool
        As for `gpuwordle.backends.leaders.leading_guesses`.
    budget
        Bytes that may be taken on the device.

    Returns
    -------
    list of Leaders or None
        None where that takes more than the budget.
    """
    device, vocabulary = words.device, words.vocabulary
    if not words.can_plan(budget // 2):
        return None
    planned = words.plan()
    count = device.fetch(planned.count)
    yield
    rows = int(count()[0])
    statistics = len(vocabulary.guesses) * FORM_BYTES[Form.STATISTICS]
    if words.row_bytes(rows) + statistics > budget // 2:
        return None
    found = device.fetch(score_leaders(words, words.build(planned, rows), keys, top, pool))
    yield
    guesses = None if pool == "all" else guesses_of(vocabulary, pool)
    return leaders_of(found(), guesses, len(vocabulary.answers))


def score_leaders(
    words: DeviceWords, rows: LetterRows, keys: Sequence[Key], top: int, pool: PoolName
) -> object:
    """Score all guesses that may be chosen from and choose; see `choose_leaders`."""
    device, vocabulary = words.device, words.vocabulary
    answers = len(vocabulary.answers)
    scorer = Scorer(device, rows, device.n_log_n(answers), device.xp.zeros(1, np.uint32))
    chosen, guess_answer = None, None
    guesses = len(vocabulary.guesses)
    if answers < guesses:
        if pool == "all":
            guess_answer = words.guess_answer
        else:
            chosen = device.to_device(guesses_of(vocabulary, pool), np.int32)
            guesses = answers
    pairs = Pairs(np.array([0, guesses]), chosen)
    everything = on_device(device, Groups.whole(answers))
    statistics = scorer.score(everything, pairs, Form.STATISTICS)
    return choose_leaders(device, statistics, keys, min(top, guesses), chosen, guess_answer)


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

    def land(self) -> list[Leaders] | None:
        """Take the steps that are left."""
        while not self.ended:
            self.go_on()
        return self.leaders


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
        As for `gpuwordle.backends.leaders.leading_guesses`.
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
            flights[-1].go_on()
            if len(flights) > 1:
                flights[-2].go_on()
            if len(flights) == depth:
                yield flights.popleft().land()
        if flights:
            flights[-1].go_on()
        while flights:
            yield flights.popleft().land()
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
    """Find the leaders of several backends of a device; see `leading_guesses`.

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
            leaders = leading_plainly(engine, keys, top, pool, progress)
        if progress is not None:
            progress(1.0)
        yield leaders
