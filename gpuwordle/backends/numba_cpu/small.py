"""The best of all guesses for groups of three to a few dozen candidates, thousands in a call.

Tiles tell for 256 guesses at once how many buckets are missing (`tiles`). That number bounds every
key, as k balanced buckets are the least that k buckets can cost. So the
candidates are evaluated first (one that splits perfectly ends it), which gives the number of
missing buckets above which a guess cannot win, and a tile whose smallest number is above it is
passed over. Nearly all are. The first guess that splits perfectly, when no candidate does, ends the
search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import from_dtype, int32, int64, types, uint32, uint64, void

from gpuwordle.backends.numba_cpu.arguments import COST, POOLED, TABLE
from gpuwordle.backends.numba_cpu.bound import NEVER, least_key
from gpuwordle.backends.numba_cpu.hashing import probe
from gpuwordle.backends.numba_cpu.tiles import TILE, count_tile, fill_tile, rows_of_tile
from gpuwordle.compiled import kernel
from gpuwordle.scoring.contributions import PLANE_BASE

LARGEST_SMALL_GROUP = 40
"""Most candidates that the kernel has tiles for."""

_SLOTS = 128
"""Slots of the hash table in which the codes of a small group are counted."""


class Best(NamedTuple):
    """The incumbents: shape (groups,) each."""

    keys: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int32]


BEST = types.NamedTuple([int64[::1], int32[::1]], Best)


@kernel
def _most_missing(size, best, cumulative, slack, largest_weight):
    """Most missing buckets with which a guess can still beat the best; -1 for none."""
    most = int64(-1)
    for missing in range(size):
        if least_key(size, size - missing, cumulative, slack, largest_weight) < best:
            most = missing
    return most


@kernel(void(int64[::1], POOLED, TABLE, COST, BEST), allocates=True)
def search_own(chosen, pooled, table, cost, best):
    """Find the best of each chosen group's own candidates; the first that splits perfectly ends it.

    Groups have at most `LARGEST_SMALL_GROUP` candidates.
    """
    slots, row_letters, row_base = table.slots, table.letters, table.base
    contributions, placement = table.contributions, table.placement
    candidates, offsets, own = pooled.candidates, pooled.offsets, pooled.own
    marginal, largest_weight = cost.marginal, cost.largest_weight
    planes, zero_row = slots.shape[1], len(row_base) - 1
    # The rows of one guess, so that the loop over candidates looks nothing up twice.
    letters = np.empty(5 * planes, np.uint32)
    bases = np.empty(5 * planes, np.uint64)
    weights = np.empty(5 * planes, np.uint32)
    sizes = np.zeros(_SLOTS, np.int64)
    numbers = np.zeros(_SLOTS, np.int64)
    keys = np.empty(_SLOTS, np.uint32)
    base = int64(1)
    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        perfect = size * cost.cumulative[1] + largest_weight
        lowest = int64(NEVER)
        for index in range(size):
            guess = own[first + index]
            used = 0
            weight = uint32(1)
            for plane in range(planes):
                for i in range(5):
                    row = slots[guess, plane, i]
                    if row == zero_row:
                        break
                    letters[used] = row_letters[row]
                    bases[used] = row_base[row]
                    weights[used] = weight
                    used += 1
                weight *= uint32(PLANE_BASE)
            # Counting is written out here and below: a helper makes trees a tenth slower or more.
            base += LARGEST_SMALL_GROUP  # more than the group before can have used
            known = int64(0)
            value, largest = int64(0), int64(0)
            for j in range(size):
                answer = candidates[first + j]
                code = uint32(0)
                for i in range(uint32(used)):
                    way = uint64(placement[answer, letters[i]])
                    code += weights[i] * uint32(contributions[bases[i] + way])
                slot = probe(numbers, keys, base, code)
                if numbers[slot] < base:
                    numbers[slot] = base + known
                    keys[known] = code
                    sizes[known] = 0
                    known += 1
                number = numbers[slot] - base
                value += marginal[sizes[number]]
                sizes[number] += 1
                largest = max(largest, sizes[number])
                if value + largest_weight * largest >= lowest:
                    break
            value += largest_weight * largest
            if value < lowest:
                lowest = value
                best.guesses[group] = guess
                if value == perfect:
                    break
        best.keys[group] = lowest


def _search_small(chosen, pooled, listed, cost, first_guess, last_guess, guess_table, best):
    candidates, offsets = pooled.candidates, pooled.offsets
    marginal, cumulative, slack = cost.marginal, cost.cumulative, cost.slack
    largest_weight = cost.largest_weight
    codes = np.empty((LARGEST_SMALL_GROUP, TILE), guess_table.dtype)
    buckets, starts = np.empty(TILE, codes.dtype), rows_of_tile(LARGEST_SMALL_GROUP)
    sizes = np.empty(_SLOTS, np.int64)
    numbers = np.zeros(_SLOTS, np.int64)
    keys = np.empty(_SLOTS, np.uint32)
    base = int64(1)
    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        lowest = best.keys[group]
        most = _most_missing(size, lowest, cumulative, slack, largest_weight)
        if most < 0:
            continue
        for start in range(0, last_guess - first_guess, TILE):
            fill_tile(guess_table, listed, candidates, first, size, start, codes)
            count_tile(codes, starts, size, buckets)
            highest = buckets[0]
            for v in range(TILE):
                highest = max(highest, buckets[v])
            if size - int64(highest) > most:
                continue
            for v in range(min(TILE, last_guess - first_guess - start)):
                if size - int64(buckets[v]) > most:
                    continue
                base += LARGEST_SMALL_GROUP
                known = int64(0)
                value, largest = int64(0), int64(0)
                for i in range(size):
                    code = uint32(codes[i, v])
                    slot = probe(numbers, keys, base, code)
                    if numbers[slot] < base:
                        numbers[slot] = base + known
                        keys[known] = code
                        sizes[known] = 0
                        known += 1
                    number = numbers[slot] - base
                    value += marginal[sizes[number]]
                    sizes[number] += 1
                    largest = max(largest, sizes[number])
                    if value + largest_weight * largest >= lowest:
                        break
                value += largest_weight * largest
                if value < lowest:
                    lowest = value
                    best.guesses[group] = first_guess + start + v
                    most = _most_missing(size, lowest, cumulative, slack, largest_weight)
                    if most < 0:
                        break
            if most < 0:
                break
        best.keys[group] = lowest


@cache
def search_small(dtype: npt.DTypeLike) -> Callable[..., None]:
    """Compile the search for one code dtype: a word length needs one of three.

    search(chosen, pooled, listed, cost, first_guess, last_guess, guess_table, best)
        Improve the best guess of each chosen group with the guesses of the table, ties staying
        with what is there; ``listed`` are the ways of every answer's letters.
    """
    code = from_dtype(np.dtype(dtype))
    signature = void(int64[::1], POOLED, int32[:, ::1], COST, int64, int64, code[:, ::1], BEST)
    return kernel(signature, allocates=True)(_search_small)
