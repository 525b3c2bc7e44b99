"""Buckets of all guesses on many sets at once, and the most of them, on a CUDA device.

The codes of a short word are a byte each and few enough for a bit each. They are kept column by
column: neighbouring threads read the codes of neighbouring guesses for one candidate (``most.cu``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import MostBuckets
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import NULL, Device
from gpuwordle.backends.cuda.rows import LetterRows, Tables, padded
from gpuwordle.backends.cuda.scoring import matrix
from gpuwordle.scoring.groups import Groups
from gpuwordle.workers import pieces

SIDE = 32
TRANSPOSE_THREADS, THREADS = 256, 128
TOGETHER = 4
"""Guesses of a thread."""
SEEN_BYTES = 128
"""Shared memory of a thread: a bit for each code of its guesses."""
COUNT_BYTES, BEST_BYTES = 4, 8
GUESS = 0x7FFFFFFF
"""The bits of a result that are the guess."""


class Columns(NamedTuple):
    """The codes of all guesses for each answer.

    ``codes``, on the device: uint8, shape (answers, guesses and padding).
    """

    codes: Any
    guesses: int
    all_green: int


def bytes_needed(guesses: int, answers: int) -> int:
    """Bytes that columns take while they are made: themselves, and the matrix."""
    return 2 * padded(guesses, TOGETHER) * padded(answers, SIDE)


def columns_of(device: Device, rows: LetterRows) -> Columns:
    """Make the columns of all guesses, whose words have up to five letters."""
    guesses = int(rows.slots.shape[0])
    tables = Tables(rows.rows, rows.stride, np.zeros(1, np.int64))
    codes = matrix(device, rows, tables, 0, guesses)
    columns = device.xp.empty((rows.answers, padded(guesses, TOGETHER)), np.uint8)
    device.launch(
        source.MOST,
        "transpose_codes",
        (-(-columns.shape[1] // SIDE), -(-rows.answers // SIDE)),
        TRANSPOSE_THREADS,
        (
            codes,
            np.int64(codes.shape[1]),
            np.int32(guesses),
            np.int32(rows.answers),
            columns,
            np.int64(columns.shape[1]),
        ),
    )
    return Columns(columns, guesses, 3**rows.length - 1)


def count_buckets(
    device: Device, columns: Columns, groups: Groups, budget: int
) -> npt.NDArray[np.int32]:
    """Count the buckets of all guesses on groups: int32, shape (groups, guesses)."""
    result = np.empty((len(groups), columns.guesses), np.int32)
    each = COUNT_BYTES * columns.guesses
    for some, members in _tiles(groups, each, budget):
        counts = device.xp.empty((len(members), columns.guesses), np.int32)
        _launch(device, columns, members, counts)
        result[some] = device.to_host(counts)
    return result


def most_buckets(device: Device, columns: Columns, groups: Groups, budget: int) -> MostBuckets:
    """Find the guess with the most buckets for each group; ties as everywhere."""
    best = np.empty(len(groups), np.int64)
    each = BEST_BYTES * _shares(device, columns, 1)
    for some, members in _tiles(groups, each, budget):
        found = _launch(device, columns, members, NULL)
        best[some] = device.to_host(found).min(axis=1)
    # The upper half holds ~buckets.
    return MostBuckets((~(best >> 32)).astype(np.int32), (best & GUESS).astype(np.int32))


def _tiles(groups: Groups, each: int, budget: int) -> Iterator[tuple[slice, Groups]]:
    """Cut groups into runs whose candidates and results, so many bytes each, fit."""
    largest = int(groups.sizes.max(initial=1))
    for first, last in pieces(len(groups), max(1, budget // (each + 4 * largest + 8))):
        yield slice(first, last), groups.between(first, last)


def _shares(device: Device, columns: Columns, groups: int) -> int:
    """Blocks that share the guesses of a group."""
    tiles = -(-columns.guesses // (TOGETHER * THREADS))
    return max(1, min(tiles, device.busy_blocks // groups))


def _launch(device: Device, columns: Columns, groups: Groups, counts: Any) -> Any:
    """Score all guesses on groups: the best of each group and block; fills counts unless null."""
    shares = _shares(device, columns, len(groups))
    best = device.xp.empty((len(groups), shares), np.int64)
    device.launch(
        source.MOST,
        "most_buckets",
        (len(groups), shares),
        THREADS,
        (
            columns.codes,
            np.int64(columns.codes.shape[1]),
            np.int32(columns.guesses),
            device.to_device(groups.candidates, np.int32),
            device.to_device(groups.offsets, np.int64),
            np.uint32(columns.all_green),
            best,
            counts,
        ),
        SEEN_BYTES * THREADS,
    )
    return best
