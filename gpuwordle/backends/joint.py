"""Guesses that are played together whatever the clues: the parts that all their patterns leave.

Such words split the answers by all their patterns at once. What one more word does to those parts
is what it does to groups, summed over them; so every backend that scores groups can search pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.in_blocks import statistics_in_blocks
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import FIELDS, Key, Statistics

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend
    from gpuwordle.progress import Progress


class Pairs(NamedTuple):
    """The best pairs of guesses, best first.

    Attributes
    ----------
    guesses : ndarray of int32, shape (pairs, 2)
        Guess indices; of the two a candidate first, then the lower one.
    keys : ndarray of int64, shape (pairs,)
        Their keys, on all answers.
    """

    guesses: npt.NDArray[np.int32]
    keys: npt.NDArray[np.int64]


def joint_parts(engine: Backend, guesses: npt.ArrayLike) -> Groups:
    """Split all answers by the patterns of several guesses.

    Parameters
    ----------
    engine
        What computes.
    guesses
        Guess indices, shape (words,).
    """
    parts = Groups.whole(len(engine.vocabulary.answers))
    for guess in np.asarray(guesses, np.int32):
        parts = engine.split(parts, np.full(len(parts), guess, np.int32)).groups
    return parts


def statistics_of(parts: Groups) -> Statistics:
    """Score the parts that some guesses left of all answers: arrays of shape (1, 1)."""
    sizes = parts.sizes
    total = int(sizes.sum())
    logs = log_table(total)
    numbers = [len(sizes), int(sizes.max()), int((sizes * sizes).sum()), int(logs[sizes].sum())]
    return Statistics(np.array([total]), np.array(numbers, np.int64).reshape(len(FIELDS), 1, 1))


def joint_statistics(
    engine: Backend,
    parts: Groups,
    guesses: npt.NDArray[np.integer],
    progress: Progress | None = None,
) -> Statistics:
    """Score what one more guess makes of parts of all answers.

    Parameters
    ----------
    engine
        What computes.
    parts
        The parts that the guesses before left.
    guesses
        Guess indices, shape (guesses,).
    progress
        Called with the fraction done.

    Returns
    -------
    Statistics
        Arrays of shape (1, guesses).
    """
    block = np.zeros((len(FIELDS), 1, len(guesses)), np.int64)
    # Alone, a part stays alone: it needs no counting.
    alone = parts.sizes == 1
    block[[0, 2]] += int(alone.sum())
    block[1] = int(alone.any())
    rest = parts.take(np.flatnonzero(~alone))
    if len(rest):
        for _, some, found in statistics_in_blocks(engine, rest, guesses, progress):
            block[[0, 2, 3], 0, some] += found.block[[0, 2, 3]].sum(axis=1)
            np.maximum(block[1, 0, some], found.largest.max(axis=0), out=block[1, 0, some])
    return Statistics(np.array([int(parts.sizes.sum())]), block)


def best_pairs_plainly(
    engine: Backend, key: Key, top: int, ranked: npt.NDArray[np.int32], progress: Progress | None
) -> Pairs:
    """Find the best pairs by scoring all; see `Backend.best_pairs`.

    ``ranked`` are the guesses, those first that win ties.
    """
    best = np.empty((0, 3), np.int64)
    pairs = max(len(ranked) * (len(ranked) - 1) // 2, 1)
    done = 0
    for rank, first in enumerate(ranked[:-1]):
        others = np.arange(rank + 1, len(ranked))
        keys = joint_statistics(engine, joint_parts(engine, [first]), ranked[others]).key(key)[0]
        lowest = np.argsort(keys, kind="stable")[:top]
        rows = np.column_stack([keys[lowest], np.full(len(lowest), rank), others[lowest]])
        best = np.concatenate([best, rows])
        best = best[np.lexsort(best.T[::-1])][:top]
        done += len(others)
        if progress is not None:
            progress(done / pairs)
    return Pairs(ranked[best[:, 1:]], best[:, 0])
