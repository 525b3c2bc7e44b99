"""Statistics in blocks: who reduces them need not hold them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.progress import Progress
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import FIELDS, Key, Statistics

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend

MOST = 64 << 20
"""Bytes of statistics that are held at a time, unless less memory is given."""


class Block(NamedTuple):
    """Some guesses on some groups.

    Attributes
    ----------
    groups, guesses : slice
        Which of those that were asked about.
    statistics : Statistics
        Arrays of shape (groups of the block, guesses of the block).
    """

    groups: slice
    guesses: slice
    statistics: Statistics


def statistics_in_blocks(
    engine: Backend,
    groups: Groups | None = None,
    guesses: npt.NDArray[np.integer] | None = None,
    progress: Progress | None = None,
) -> Iterator[Block]:
    """Score guesses on groups as `Backend.statistics` does, some at a time.

    Parameters
    ----------
    engine, groups, guesses
        As for `gpuwordle.backends.backend.Backend.statistics`.
    progress
        Called with the fraction done.

    Yields
    ------
    Block
        Each takes a part of the engine's memory. Those of the first groups come first, and of one
        block of groups those of the first guesses.
    """
    if groups is None:
        groups = Groups.whole(len(engine.vocabulary.answers))
    width = len(engine.vocabulary.guesses) if guesses is None else len(guesses)
    each = len(FIELDS) * np.dtype(np.int64).itemsize
    cells = max(1, min(MOST, engine.memory // SHARE_OF_TABLES) // each)
    columns = min(max(width, 1), cells)
    rows = max(1, cells // columns)
    starts = [
        (first, start)
        for first in range(0, len(groups), rows)
        for start in range(0, max(width, 1), columns)
    ]
    for number, (first, start) in enumerate(starts):
        last, stop = min(first + rows, len(groups)), min(start + columns, width)
        chosen = guesses
        if columns < width:
            chosen = np.arange(start, stop) if guesses is None else guesses[start:stop]
        some = groups if len(groups) <= rows else groups.between(first, last)
        part = None if progress is None else _part(progress, number, len(starts))
        yield Block(slice(first, last), slice(start, stop), engine.statistics(some, chosen, part))


def keys_in_blocks(
    engine: Backend, group: npt.NDArray[np.integer], guesses: npt.NDArray[np.integer], key: Key
) -> npt.NDArray[np.int64]:
    """Compute the key of each guess on one group of answers: int64, shape (guesses,)."""
    keys = np.empty(len(guesses), np.int64)
    for _, some, found in statistics_in_blocks(engine, Groups.of([group]), guesses):
        keys[some] = found.key(key)[0]
    return keys


def _part(progress: Progress, number: int, blocks: int) -> Progress:
    """Report one block's progress as its part of the whole."""
    return lambda fraction: progress((number + fraction) / blocks)
