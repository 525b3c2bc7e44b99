"""Launches: the pattern matrix, scores and best guesses on a CUDA device.

Scoring has three kernels, and `kernel_choice` is where it is decided which one a group gets:

==============  ======================================  ==================================
kernel          groups                                  counts
==============  ======================================  ==================================
score_pairs     up to 32 candidates                     by comparing codes in registers
score_counters  up to 5 letters; 6 to 10, if not small  3^L counters in shared memory
score_hash      all others                              a hash table in shared memory
==============  ======================================  ==================================

All of them find the candidates' letter rows in a table (`Tables`) and write one result per pair
of a group and a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import MOST_BLOCKS, NULL, WARP, Device
from gpuwordle.backends.cuda.groups import DeviceGroups
from gpuwordle.backends.cuda.rows import (
    PIECE,
    SMALL_WIDTHS,
    LetterRows,
    Tables,
    one_by_one,
    padded,
    side_by_side,
)
from gpuwordle.rules.codes import code_dtype
from gpuwordle.scoring.contributions import plane_count

STATIC_SHARED = 2 * 1024
"""Shared memory of a block beside what the launch gives, rounded up."""
MOST_THREADS = 1024
"""Threads of all blocks on a multiprocessor, and so of one: each takes up to 64 registers."""
COUNTER_LIMIT = 65_535
"""Largest group for counters of 16 bits."""


class Form(IntEnum):
    """What a scoring kernel writes for a pair: see totals.cuh."""

    STATISTICS = 0
    KEYS = 1
    BUCKETS = 2


FORM_BYTES = {Form.STATISTICS: 32, Form.KEYS: 8, Form.BUCKETS: 4}


class Pairs(NamedTuple):
    """The (group, guess) pairs to score.

    Attributes
    ----------
    offsets : ndarray of int64, shape (groups + 1,)
        Where the pairs of each group begin.
    pool : device array of int32 or None
        The guess of each pair; None when every group has all guesses in their order.
    """

    offsets: npt.NDArray[np.int64]
    pool: Any

    @classmethod
    def all_guesses(cls, groups: int, guesses: int) -> Pairs:
        """Every group with every guess."""
        return cls(np.arange(groups + 1, dtype=np.int64) * guesses, None)


class Choice(NamedTuple):
    """A kernel and how to launch it."""

    variant: source.Variant
    kernel: str
    threads: int
    shared: int
    pairs_per_block: int
    extra: tuple[Any, ...] = ()


def matrix(device: Device, rows: LetterRows, tables: Tables, first: int, last: int) -> Any:
    """Compute the codes of guesses ``first`` to ``last - 1`` against a table's answers.

    Returns
    -------
    device array of the code dtype, shape (last - first, stride)
    """
    out = device.xp.empty((last - first, tables.stride), code_dtype(rows.length))
    threads = 128
    device.launch(
        source.matrix(rows.planes),
        "pattern_matrix",
        (-(-(last - first) // source.MATRIX_GUESSES), -(-tables.stride // (PIECE * threads))),
        threads,
        (
            tables.rows,
            np.uint32(tables.stride),
            np.uint32(rows.count - 1),
            rows.slots[first:last],
            np.int32(last - first),
            out,
            np.int64(tables.stride),
        ),
    )
    return out


def kernel_choice(device: Device, length: int, size: int) -> Choice:
    """Choose the kernel for groups of up to ``size`` candidates, and its launch."""
    planes = plane_count(length)
    room = device.shared_bytes - STATIC_SHARED
    if size <= SMALL_WIDTHS[-1]:
        return Choice(source.compared(planes), "score_pairs", 128, 0, 128)
    if planes <= 2:
        bits = 16 if length == 10 else 32
        words = padded(-(-(3**length) * bits // 32), 4)
        guesses = source.COUNTER_GUESSES[planes]
        shared = 4 * (guesses * words + (WARP if bits == 16 else 0))
        dense = shared <= room and 3**length <= 16 * size and (bits == 32 or size <= COUNTER_LIMIT)
        if planes == 1 or dense:
            # Longer words leave more of the shared memory to the cache, which their rows come from.
            share, most_blocks = (1.0, 32) if planes == 1 else (0.75, 8)
            threads = threads_that_fit(int(share * device.shared_bytes), shared, most_blocks)
            variant = source.counters(planes, bits)
            extra = (np.int32(words),)
            return Choice(variant, "score_counters", threads, shared, guesses, extra)
    # One and a half times as many slots as candidates hardly fill up; a smaller table may restart.
    slots = min(padded(3 * size // 2, 4), room // 32 * 4)
    threads = threads_that_fit(device.shared_bytes, 8 * slots, 32)
    # No more threads than make the same number of rounds through the candidates.
    pieces = -(-size // PIECE)
    threads = padded(-(-pieces // -(-pieces // threads)), WARP)
    return Choice(source.hashed(planes), "score_hash", threads, 8 * slots, 1, (np.int32(slots),))


def threads_that_fit(room: int, shared: int, most_blocks: int) -> int:
    """Threads of a block with which a multiprocessor has as many as the kernels' registers allow.

    Parameters
    ----------
    room
        Bytes of the multiprocessor's shared memory for blocks.
    shared
        What a block takes of it by its launch.
    most_blocks
        Blocks beyond which fewer and larger ones do better.
    """
    blocks = max(1, min(room // (shared + STATIC_SHARED), most_blocks))
    return padded(-(-MOST_THREADS // blocks), WARP)


@dataclass(frozen=True, eq=False)
class Scorer:
    """Scores groups with the letter rows of some guesses.

    Attributes
    ----------
    device : Device
    rows : LetterRows
    n_log_n : device array of int64, shape (largest group + 1,)
        The integer logarithms of `gpuwordle.scoring.logs.log_table`.
    restarts : device array of uint32, shape (1,)
        How often a hash table was too small for a guess, which then started again.
    """

    device: Device
    rows: LetterRows
    n_log_n: Any
    restarts: Any

    def with_slots(self, slots: Any) -> Scorer:
        """Score other guesses with the same rows: device array, shape (guesses, planes, 5)."""
        return replace(self, rows=replace(self.rows, slots=slots))

    def score(
        self,
        groups: DeviceGroups,
        pairs: Pairs,
        form: Form,
        weights: tuple[int, int, int, int] = (0, 0, 0, 0),
    ) -> Any:
        """Score pairs of groups and guesses.

        Returns
        -------
        device array, shape (4, pairs) of int64, or (pairs,) of int64 for keys and int32 for buckets
        """
        xp, total = self.device.xp, int(pairs.offsets[-1])
        if form == Form.STATISTICS:
            out = xp.empty((4, total), np.int64)
        else:
            out = xp.empty(total, np.int64 if form == Form.KEYS else np.int32)
        device_weights = NULL
        if form == Form.KEYS:
            device_weights = self.device.to_device(weights, np.int64)
        for members, tables in self._tables(groups):
            sizes = groups.sizes[members]
            segments = np.stack(
                [tables.starts, sizes, pairs.offsets[members], pairs.offsets[members + 1]], axis=1
            )
            # One launch for each power of two: the kernel, and the size of its hash table.
            bins = np.where(sizes <= SMALL_WIDTHS[-1], 0, bit_lengths(sizes - 1))
            for which in np.unique(bins):
                chosen = segments[bins == which]
                self._launch(tables, chosen, pairs.pool, form, out, total, device_weights)
        return out

    def _tables(self, groups: DeviceGroups) -> Iterator[tuple[npt.NDArray[np.intp], Tables]]:
        """Find or copy the rows of groups: which groups, and where their rows are."""
        sizes, rows = groups.sizes, self.rows
        if groups.counts_up and sizes[0] == rows.answers:
            yield np.zeros(1, np.intp), Tables(rows.rows, rows.stride, np.zeros(1, np.int64))
            return
        smallest = 1
        for width in SMALL_WIDTHS:
            members = np.flatnonzero((sizes >= smallest) & (sizes <= width))
            if len(members):
                yield members, one_by_one(self.device, rows, groups, members, width)
            smallest = width + 1
        members = np.flatnonzero(sizes >= smallest)
        if len(members):
            yield members, side_by_side(self.device, rows, groups, members)

    def _launch(
        self,
        tables: Tables,
        segments: npt.NDArray[np.int64],
        pool: Any,
        form: Form,
        out: Any,
        total: int,
        weights: Any,
    ) -> None:
        rows = self.rows
        choice = kernel_choice(self.device, rows.length, int(segments[:, 1].max()))
        extra = choice.extra
        if choice.kernel == "score_hash":
            extra = (*extra, self.restarts)
        most_pairs = int((segments[:, 3] - segments[:, 2]).max())
        batches = -(-most_pairs // choice.pairs_per_block)
        share = -(-self.device.busy_blocks // len(segments))
        self.device.launch(
            choice.variant,
            choice.kernel,
            (len(segments), max(1, min(batches, share, MOST_BLOCKS))),
            choice.threads,
            (
                tables.rows,
                np.uint32(tables.stride),
                np.uint32(rows.count - 1),
                rows.slots,
                self.device.to_device(segments, np.int64),
                NULL if pool is None else pool,
                self.n_log_n,
                np.int32(form),
                out,
                np.int64(total),
                weights,
                *extra,
            ),
            choice.shared,
        )

    def best(self, keys: Any, groups: DeviceGroups, pairs: Pairs, guess_answer: Any) -> Any:
        """Choose the guess with the smallest key in each group.

        Parameters
        ----------
        keys
            What `score` gave for these pairs.
        groups
            The candidates, each group sorted.
        guess_answer : device array of int32, shape (guesses,)
            The answer that each guess is, or -1.

        Returns
        -------
        device array of int32, shape (groups,)
        """
        best = self.device.xp.empty(len(groups), np.int32)
        most_pairs = int(np.diff(pairs.offsets).max())
        self.device.launch(
            source.BEST,
            "best_guesses",
            (len(groups),),
            min(padded(most_pairs, WARP), 1024 if len(groups) == 1 else 256),
            (
                keys,
                self.device.to_device(pairs.offsets, np.int64),
                NULL if pairs.pool is None else pairs.pool,
                guess_answer,
                groups.candidates,
                self.device.to_device(groups.offsets, np.int64),
                best,
            ),
        )
        return best


def bit_lengths(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Bits of positive integers below 2**53: exact, as `frexp` takes the exponent apart."""
    return np.frexp(numbers.astype(np.float64))[1].astype(np.int64)
