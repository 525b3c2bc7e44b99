"""How long a benchmark would take: told from samples of each unit's words, which are played.

A sample is every so many-th answer, and as large a part of the other guesses. Samples double until
the next would take longer than a unit's share of the time that estimates may take; a unit whose
words are all played by then is measured, not estimated. From there the time grows with the words
at most with their square, since states are scored in answers times guesses, and less as long as
other work is the most of it: the exponent is taken halfway between 2 and that of the last two
samples. Seconds are those that the dataset keeps: of playing alone, one unit after another, here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpuwordle.backends.table import choose
from gpuwordle.benchmark.player import timed
from gpuwordle.benchmark.tasks import Task
from gpuwordle.progress import Progress
from gpuwordle.words.vocabulary import PackedWords, Vocabulary

SMALLEST = 256
"""Answers of the first sample."""

MOST = 10.0
"""Seconds that the samples of all units may take, about."""

MOST_OF_ONE = 1.0
"""Seconds that the samples of one unit may take, about."""


def estimates(tasks: Sequence[Task], progress: Progress | None = None) -> list[float]:
    """Estimate how long tasks take, one after another.

    Parameters
    ----------
    tasks
        What would be played. Nothing is written.
    progress
        Called with the fraction of the tasks that are estimated.

    Returns
    -------
    list of float
        Seconds of each task; only those that no sample was needed for are measured.
    """
    share = min(MOST_OF_ONE, MOST / max(1, len(tasks)))
    # Seeds change the draws and not the work; of drawn hidden words each takes its share.
    known: dict[str, float] = {}
    words: PackedWords | None = None
    found = []
    for done, task in enumerate(tasks):
        if task.words is not words:
            words = task.words
            vocabulary = words.vocabulary()
        unit = replace(task.unit, seed=0, sample=None)
        if unit.id not in known:
            known[unit.id] = _seconds(replace(task, unit=unit), vocabulary, share)
        found.append(known[unit.id] * task.unit.games / unit.games)
        if progress is not None:
            progress((done + 1) / len(tasks))
    return found


def thinned(vocabulary: Vocabulary, answers: int, opener: str | None) -> Vocabulary:
    """Return a sample of a vocabulary, even over its order; itself where that has no more words.

    Parameters
    ----------
    vocabulary
        The words.
    answers
        How many answers to keep; other guesses are kept in proportion.
    opener
        A guess that has to stay.
    """
    whole = len(vocabulary.answers)
    if answers >= whole:
        return vocabulary
    kept = [vocabulary.answers[at] for at in _even(whole, answers)]
    others = np.flatnonzero(vocabulary.guess_answer < 0)
    more = [
        vocabulary.guesses[others[at]]
        for at in _even(len(others), round(len(others) * answers / whole))
    ]
    if opener is not None:
        more.append(opener)
    return Vocabulary(vocabulary.name, kept, dict.fromkeys([*kept, *more]), prepared=True)


def _even(count: int, wanted: int) -> list[int]:
    """Spread indices evenly."""
    return [at * count // wanted for at in range(wanted)]


def _seconds(task: Task, vocabulary: Vocabulary, share: float) -> float:
    """Estimate one task: play samples, two at least, until its share of the time is spent."""
    whole, size = len(vocabulary.answers), SMALLEST
    before = spent = 0.0
    while True:
        sample = thinned(vocabulary, size, task.unit.opener)
        last = _played(task, sample)
        if sample is vocabulary:
            return last
        spent += 2 * last
        if before:
            seen = min(max(math.log2(last / before), 0.0), 2.0)
            growth = (2.0 + seen) / 2
            if spent + 2 * last * 2**growth > share:
                return last * (whole / len(sample.answers)) ** growth
        before, size = last, 2 * size


def _played(task: Task, sample: Vocabulary) -> float:
    """Play a sample twice: the first time modules are imported, threads begin, and others work."""
    both = (timed(task, choose(task.backend)(sample), None)[1] for _ in range(2))
    return max(min(spent.seconds for spent in both), 1e-9)
