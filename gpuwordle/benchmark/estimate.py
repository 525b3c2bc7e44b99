"""Estimates how long a benchmark would take by playing samples of each unit's words.

A sample takes answers at even steps through the list, and the same share of the other guesses.
Samples double in size until the next one would exceed a unit's share of the time for estimates; a
unit whose words are all played by then is measured, not estimated. The time of a unit grows at most
as the square of its number of words, because a state takes time proportional to answers times
guesses, and more slowly while other work dominates. So the exponent is the mean of 2 and that of
the last two samples. As in the dataset, the seconds are those of playing only, one unit after
another, in this process.

If the answers of a unit are drawn (``--sample``), as many are drawn from each sample of the words:
the opener and the first buckets cost the same in games of few answers as in games of all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpuwordle.backends.table import engine_for
from gpuwordle.benchmark.task_runner import timed
from gpuwordle.benchmark.tasks import Task
from gpuwordle.progress import Progress
from gpuwordle.words.vocabulary import Vocabulary

SMALLEST = 256
"""Answers of the first sample."""

MOST = 10.0
"""Seconds that the samples of all units may take, approximately."""

MOST_OF_ONE = 1.0
"""Seconds that the samples of one unit may take, approximately."""


def estimates(tasks: Sequence[Task], progress: Progress | None = None) -> list[float]:
    """Estimate the seconds that each task takes, one after another; nothing is written."""
    share = min(MOST_OF_ONE, MOST / max(1, len(tasks)))
    # Seeds change the draws but not the work.
    known: dict[str, float] = {}
    found = []
    for done, task in enumerate(tasks):
        unit = replace(task.unit, seed=0)
        if unit.id not in known:
            known[unit.id] = _seconds(replace(task, unit=unit), task.words.vocabulary(), share)
        found.append(known[unit.id])
        if progress is not None:
            progress((done + 1) / len(tasks))
    return found


def thinned(vocabulary: Vocabulary, answers: int, opener: str | None) -> Vocabulary:
    """Return a vocabulary with some of the answers, evenly spread, and guesses in proportion.

    The opener is kept among the guesses. A vocabulary with no more answers is returned as it is.
    """
    whole = len(vocabulary.answers)
    if answers >= whole:
        return vocabulary
    hidden = np.array(_even(whole, answers))
    kept = [vocabulary.answers[at] for at in hidden]
    others = np.flatnonzero(vocabulary.guess_answer < 0)
    more = [
        vocabulary.guesses[others[at]]
        for at in _even(len(others), round(len(others) * answers / whole))
    ]
    if opener is not None:
        more.append(vocabulary.guesses[vocabulary.find(opener)])
    return vocabulary.restricted(hidden, dict.fromkeys([*kept, *more]))


def _even(count: int, wanted: int) -> list[int]:
    """Return evenly spread indices."""
    return [at * count // wanted for at in range(wanted)]


def _seconds(task: Task, vocabulary: Vocabulary, share: float) -> float:
    """Estimate one task: play two or more samples until its share of the time is spent."""
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
    """Play a sample twice for the faster time: the first run imports modules and starts threads."""
    unit = task.unit
    if unit.sample is not None and unit.sample >= len(sample.answers):
        task = replace(task, unit=replace(unit, sample=None))
    both = (timed(task, engine_for(sample, task.backend), None)[1] for _ in range(2))
    return max(min(spent.seconds for spent in both), 1e-9)
