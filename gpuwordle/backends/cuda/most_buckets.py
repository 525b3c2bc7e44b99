"""The number of buckets of all guesses on many groups at once, and the largest, on a CUDA device.

The codes of a short word are a byte each and few enough for a bit each. They are kept column by
column (`Columns`), so that adjacent threads read the codes of adjacent guesses for one candidate
(``most.cu``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import MostBuckets
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import NULL, Device
from gpuwordle.backends.cuda.scoring import COLUMN_GUESSES, Columns
from gpuwordle.scoring.groups import Groups
from gpuwordle.threads import pieces

THREADS = 128
SEEN_BYTES = 128
"""Shared memory of a thread: a bit for each code of each of its `COLUMN_GUESSES` guesses."""
COUNT_BYTES, BEST_BYTES = 4, 8
GUESS = 0x7FFFFFFF
"""The bits of a result that hold the guess."""


def count_buckets(
    device: Device, columns: Columns, groups: Groups, budget: int
) -> npt.NDArray[np.int32]:
    """Count the buckets of all guesses on groups: int32, shape (groups, guesses)."""
    result = device.host_array((len(groups), columns.guesses), np.int32)
    each = COUNT_BYTES * columns.guesses
    for some, here in _tiles(groups, each, budget):
        buckets = device.empty((len(here), columns.guesses), np.int32)
        _launch(device, columns, here, buckets)
        device.to_host(buckets, result[some])
    return result


def most_buckets(device: Device, columns: Columns, groups: Groups, budget: int) -> MostBuckets:
    """Find the guess with the most buckets for each group, with ties as in `Backend`."""
    best = np.empty(len(groups), np.int64)
    each = BEST_BYTES * _shares(device, columns, 1)
    for some, here in _tiles(groups, each, budget):
        found = _launch(device, columns, here, NULL)
        best[some] = device.to_host(found).min(axis=1)
    # The upper half holds ~buckets.
    return MostBuckets((~(best >> 32)).astype(np.int32), (best & GUESS).astype(np.int32))


def _tiles(groups: Groups, each: int, budget: int) -> Iterator[tuple[slice, Groups]]:
    """Cut groups into runs that fit, with ``each`` bytes of results for each group."""
    largest = int(groups.sizes.max(initial=1))
    for first, last in pieces(len(groups), max(1, budget // (each + 4 * largest + 8))):
        yield slice(first, last), groups.between(first, last)


def _shares(device: Device, columns: Columns, groups: int) -> int:
    """Count the blocks that share the guesses of a group."""
    tiles = -(-columns.guesses // (COLUMN_GUESSES * THREADS))
    return max(1, min(tiles, device.busy_blocks // groups))


def _launch(device: Device, columns: Columns, groups: Groups, buckets: Any) -> Any:
    """Return the best guess of each group and block; fill ``buckets`` unless it is null."""
    shares = _shares(device, columns, len(groups))
    best = device.empty((len(groups), shares), np.int64)
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
            buckets,
        ),
        SEEN_BYTES * THREADS,
    )
    return best
