"""The best pairs of guesses on a CUDA device: all that the entropies of both do not rule out.

Guesses come in descending order of entropy. Two patterns together tell no more than both apart,
H(a, b) <= H(a) + H(b), so the partners left for a first guess are adjacent. The device counts their
joint buckets (``joint.cu``) and keeps each pair whose key is at most the worst of the best pairs
known; the host ranks them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import BestPairs
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import MOST_BLOCKS, WARP, Device, padded
from gpuwordle.backends.cuda.rows import PIECE, LetterRows, on_device, side_by_side
from gpuwordle.backends.cuda.scoring import (
    COUNTER_LIMIT,
    STATIC_SHARED,
    matrix,
    threads_that_fit,
)
from gpuwordle.progress import Progress
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import LOG_SCALE, log_table
from gpuwordle.scoring.statistics import NO_KEY, Key, Statistics

MOST_PLANES = 2
"""Byte planes of codes that can be numbered: a bit for each of 3^10 codes takes 7 KB."""
NUMBER_THREADS = 128
CELL_BYTES = 2
CELLS_TOGETHER = 8
"""Cells that a thread clears at once."""
LAUNCH_PAIRS = 1 << 22
"""Approximate pairs of a launch: milliseconds, so that its results soon bound the next ones."""
KEPT_PAIRS = 1 << 20
"""Most pairs that a launch has room for, or the number of guesses if that is larger."""
PAIR_BYTES = 16
SLACK = 1e-6
"""Bits by which a sum of entropies may be wrong: far more than its rounding errors add up to."""

LARGEST, SQUARES, LOGS = (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)


def least_bits(key: Key, answers: int, bar: int) -> float:
    """Return the least entropy (bits) of guesses whose key is at most ``bar``; -inf if unknown.

    It is known if the key weighs only the largest bucket, the sum of squares or the sum of
    logarithms, and positively.
    """
    statistic = tuple(int(weight != 0) for weight in key.weights)
    weight = max(key.weights)
    if bar == NO_KEY or weight <= 0 or statistic not in (LARGEST, SQUARES, LOGS):
        return -np.inf
    if statistic == LOGS:
        return (int(log_table(answers)[answers]) - bar / weight) / (answers * LOG_SCALE)
    most = answers if statistic == LARGEST else answers * answers
    return float(np.log2(most * weight / bar))


class Numbers(NamedTuple):
    """Bucket numbers of some guesses, in the order of the search, instead of their codes."""

    start: int
    stop: int
    numbers: Any  # device array of the code dtype (guesses, stride)
    buckets: Any  # device int32 (guesses,): how many buckets each guess has


def most_cells(device: Device) -> int:
    """Cells of the largest table that a block has room for."""
    room = (device.shared_bytes - STATIC_SHARED) // CELL_BYTES
    return room // CELLS_TOGETHER * CELLS_TOGETHER


def can_count(device: Device, planes: int, scored: Statistics) -> bool:
    """Whether the kernel can count guesses: up to ten letters, and counters and cells for all."""
    return (
        planes <= MOST_PLANES
        and int(scored.sizes[0]) <= COUNTER_LIMIT
        and int(scored.buckets.max()) <= most_cells(device)
    )


class JointSearch:
    """Searches the pairs of some guesses for the ``top`` smallest keys.

    ``rows`` are the letter rows of all guesses; ``ranked``, int32 (guesses,), are the guesses, in
    the order that breaks ties; ``scored`` are their statistics on all answers. Bucket numbers and
    pairs may take ``budget`` bytes on the device.
    """

    def __init__(
        self,
        device: Device,
        rows: LetterRows,
        key: Key,
        top: int,
        ranked: npt.NDArray[np.int32],
        scored: Statistics,
        budget: int,
    ) -> None:
        self.device, self.key, self.top, self.ranked = device, key, top, ranked
        entropies = scored.entropy[0]
        self._order = np.argsort(-entropies, kind="stable")
        self._entropies = entropies[self._order]
        self._buckets = scored.buckets[0][self._order]
        slots = device.take(rows.slots, device.to_device(ranked[self._order], np.int32))
        self.rows = replace(rows, slots=slots)
        # Adjacent words of a list are similar, and lanes that count in the same cell wait for each
        # other.
        shuffled = np.random.default_rng(0).permutation(rows.answers)
        everything = on_device(device, Groups.of([shuffled]))
        self._tables = side_by_side(device, rows, everything, np.arange(1))
        self._marginal = device.to_device(np.diff(key.costs(rows.answers)), np.int64)
        self._weight = np.int64(key.weights[1])
        row_bytes = self._tables.stride * WORDLE.code_dtype(rows.length).itemsize
        self._step = max(1, budget // 4 // row_bytes)
        self._capacity = max(len(ranked), min(KEPT_PAIRS, budget // 4 // PAIR_BYTES))
        self._best = np.empty((0, 3), np.int64)
        self._limit = 1  # pairs: the first launch has one first guess, later ones more and more
        self._done = 0

    def run(self, progress: Progress | None) -> BestPairs:
        """Search all pairs and return the best ones."""
        guesses = len(self.ranked)
        starts = range(0, guesses, self._step)
        for tile, start in enumerate(starts):
            made: dict[int, Numbers] = {}
            for other in starts[tile:]:
                self._search(start, other, made, progress)
                if other != start:
                    made.pop(other, None)
        return BestPairs(self.ranked[self._best[:, 1:]], self._best[:, 0])

    def _search(
        self, start: int, other: int, made: dict[int, Numbers], progress: Progress | None
    ) -> None:
        """Search the pairs of a tile of first guesses and a tile of partners, later or the same."""
        guesses = len(self.ranked)
        total = guesses * (guesses - 1) // 2
        stop, end = min(start + self._step, guesses), min(other + self._step, guesses)
        place = start
        while place < stop:
            places = np.arange(place, stop)
            begins = np.maximum(places + 1, other)
            ends = np.maximum(np.minimum(self._ends(places), end), begins)
            counts = ends - begins
            taken = len(places)
            if counts.any():
                limit = min(self._limit, self._capacity if self._bar == NO_KEY else LAUNCH_PAIRS)
                taken = max(1, int(np.searchsorted(np.cumsum(counts), limit, side="right")))
                for tile in (start, other):
                    if tile not in made:
                        made[tile] = self._number(tile)
                ranges = np.column_stack([begins, ends])[:taken]
                if not self._count(place, ranges, made[start], made[other]):
                    self._limit = limit // 2
                    continue
                self._limit = min(LAUNCH_PAIRS, 2 * max(limit, guesses))
            self._done += int(np.maximum(end - begins[:taken], 0).sum())
            place += taken
            if progress is not None:
                progress(self._done / total)

    @property
    def _bar(self) -> int:
        """The largest key that may still be among the best."""
        return int(self._best[-1, 0]) if len(self._best) == self.top else int(NO_KEY)

    def _ends(self, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the partner of each first guess after which pairs tell too little."""
        needed = least_bits(self.key, self.rows.answers, self._bar) - SLACK
        return np.searchsorted(-self._entropies, self._entropies[places] - needed, side="right")

    def _number(self, start: int) -> Numbers:
        """Compute the bucket numbers of a tile of guesses."""
        stop = min(start + self._step, len(self.ranked))
        codes = matrix(self.device, self.rows, self._tables, start, stop)
        words = -(-(3**self.rows.length) // 32)
        self.device.launch(
            source.joint(self.rows.planes),
            "number_buckets",
            (stop - start,),
            NUMBER_THREADS,
            (codes, np.int64(codes.shape[1]), np.int32(self.rows.answers), np.int32(words)),
            8 * words,
        )
        buckets = self.device.to_device(self._buckets[start:stop], np.int32)
        return Numbers(start, stop, codes, buckets)

    def _count(
        self, place: int, ranges: npt.NDArray[np.int64], firsts: Numbers, partners: Numbers
    ) -> bool:
        """Score first guesses with their partners and rank the pairs kept; False if too many."""
        device, taken = self.device, len(ranges)
        chosen = slice(place - firsts.start, place - firsts.start + taken)
        rows = int(self._buckets[place : place + taken].max())
        columns = int(self._buckets[partners.start : partners.stop].max())
        cells = min(padded(rows * columns, CELLS_TOGETHER), most_cells(device))
        shared = CELL_BYTES * cells
        piece_codes = PIECE // firsts.numbers.dtype.itemsize
        threads = min(
            padded(-(-self.rows.answers // piece_codes), WARP),
            threads_that_fit(device.shared_bytes, shared, 32),
        )
        most_partners = int((ranges[:, 1] - ranges[:, 0]).max())
        found = device.zeros(1, np.uint32)
        keys = device.empty(self._capacity, np.int64)
        pairs = device.empty((self._capacity, 2), np.int32)
        device.launch(
            source.joint(self.rows.planes),
            "score_joint",
            (taken, min(most_partners, -(-device.busy_blocks // taken), MOST_BLOCKS)),
            threads,
            (
                firsts.numbers[chosen],
                partners.numbers,
                np.int64(firsts.numbers.shape[1]),
                np.int32(self.rows.answers),
                firsts.buckets[chosen],
                partners.buckets,
                device.to_device(ranges - partners.start, np.int32),
                self._marginal,
                self._weight,
                np.int64(self._bar),
                np.uint32(cells),
                found,
                np.uint32(self._capacity),
                keys,
                pairs,
            ),
            shared,
        )
        kept = int(device.to_host(found)[0])
        if kept > self._capacity:
            return False
        if kept:
            places = device.to_host(pairs[:kept]) + np.array([place, partners.start])
            self._enter(device.to_host(keys[:kept]), self._order[places])
        return True

    def _enter(self, keys: npt.NDArray[np.int64], ranks: npt.NDArray[np.int64]) -> None:
        """Rank the pairs kept: by smallest key, then better first word, then better second word."""
        rows = np.column_stack([keys, ranks.min(axis=1), ranks.max(axis=1)])
        best = np.concatenate([self._best, rows])
        self._best = best[np.lexsort(best.T[::-1])][: self.top]
