"""Letter rows on a CUDA device, and where kernels find those of a group.

The rows of all answers are built once (`build_rows`). The candidates of a group are copied out of
them: large groups side by side in one table, small groups to a table each, which a block then reads
from its cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.groups import DeviceGroups, laid_out
from gpuwordle.backends.cuda.plan import PlannedRows
from gpuwordle.scoring.contributions import plane_count

CACHE_LINE = 128
BUILD_THREADS = 64
GATHER_THREADS = 128
PIECE = 16
"""Answers that a thread loads at once, at most: groups are padded to it."""
SMALL_WIDTHS = (4, 8, 16, 32)
"""Table widths of the groups that are scored by comparing pairs."""


@dataclass(frozen=True, eq=False)
class LetterRows:
    """Letter rows of some guesses for a list of answers, on the device.

    Attributes
    ----------
    rows : device array of uint8, shape (count, stride)
        The last row is zero, and so are all columns from ``answers`` on.
    slots : device array of int32, shape (guesses, planes, 5)
        The rows of each guess.
    """

    rows: Any
    slots: Any
    answers: int
    length: int
    planes: int

    @property
    def count(self) -> int:
        """Rows, the zero row included."""
        return int(self.rows.shape[0])

    @property
    def stride(self) -> int:
        """Bytes from one row to the next."""
        return int(self.rows.shape[1])


class Tables(NamedTuple):
    """Where kernels find the rows of groups: the rows, their stride, and each group's start."""

    rows: Any
    stride: int
    starts: npt.NDArray[np.int64]


def padded(count: int, multiple: int) -> int:
    """Round up to a multiple."""
    return -(-count // multiple) * multiple


def row_stride(answers: int) -> int:
    """Bytes of a row for so many answers: whole cache lines."""
    return padded(max(answers, 1), CACHE_LINE)


def build_rows(
    device: Device, planned: PlannedRows, count: int, answer_letters: Any, answers: int
) -> LetterRows:
    """Build the letter rows of a plan on the device.

    Parameters
    ----------
    device
        Where the plan is.
    planned
        Which rows.
    count
        How many, as ``planned.count`` has it there.
    answer_letters : device array of uint8, shape (length, stride)
        See `gpuwordle.backends.cuda.plan.spread_letters`.
    answers
        How many answers there are.
    """
    stride = int(answer_letters.shape[1])
    rows = device.xp.empty((count + 1, stride), np.uint8)
    device.launch(
        source.ROWS,
        "build_rows",
        (-(-(count + 1) // source.ROWS_PER_BLOCK), -(-stride // (PIECE * BUILD_THREADS))),
        BUILD_THREADS,
        (
            answer_letters,
            np.uint32(stride),
            np.int32(planned.length),
            planned.letters,
            planned.places,
            planned.planes,
            np.int32(count),
            rows,
        ),
    )
    return LetterRows(rows, planned.slots, answers, planned.length, plane_count(planned.length))


def gather(device: Device, rows: LetterRows, answers: Any, width: int) -> Any:
    """Copy the rows of answers on the device (-1: zeros) to tables of ``width`` answers each.

    Returns
    -------
    device array of uint8, shape (answers / width, rows, width)
    """
    positions = len(answers)
    out = device.xp.empty((positions // width, rows.count, width), np.uint8)
    device.launch(
        source.ROWS,
        "gather_rows",
        (rows.count, -(-positions // (4 * GATHER_THREADS))),
        GATHER_THREADS,
        (
            rows.rows,
            np.uint32(rows.stride),
            np.int32(rows.count),
            answers,
            np.int64(positions),
            np.int64(width),
            out,
        ),
    )
    return out


def side_by_side(
    device: Device, rows: LetterRows, groups: DeviceGroups, members: npt.NDArray[np.integer]
) -> Tables:
    """Copy the rows of some large groups to one table, each group padded to whole pieces."""
    widths = -(-groups.sizes[members] // PIECE) * PIECE
    answers = laid_out(device, rows.planes, groups, members, widths)
    table = gather(device, rows, answers, len(answers))
    return Tables(table, len(answers), np.cumsum(widths) - widths)


def one_by_one(
    device: Device,
    rows: LetterRows,
    groups: DeviceGroups,
    members: npt.NDArray[np.integer],
    width: int,
) -> Tables:
    """Copy the rows of some small groups to a table of ``width`` answers each."""
    widths = np.full(len(members), width, np.int64)
    answers = laid_out(device, rows.planes, groups, members, widths)
    table = gather(device, rows, answers, width)
    return Tables(table, width, np.arange(len(members), dtype=np.int64) * (rows.count * width))


def table_bytes(rows: int, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Bytes of the copied rows of groups."""
    return rows * np.where(
        sizes <= SMALL_WIDTHS[-1],
        np.asarray(SMALL_WIDTHS)[np.searchsorted(SMALL_WIDTHS[:-1], sizes)],
        -(-sizes // PIECE) * PIECE,
    )
