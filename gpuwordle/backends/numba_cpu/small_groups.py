"""The best of all guesses for groups of three to a few dozen candidates, thousands in a call.

Here the guesses are the long side, so the roles of letter rows are exchanged: one row for every way
that a letter stands in an answer, over all guesses (`fill_guess_table`). The codes of 256 guesses
against a candidate are the sum of the rows of the candidate's letters, and with the codes of all
candidates in tiles, comparing them pairwise tells for 256 guesses at once how many buckets are
missing: size - buckets = candidates whose code an earlier candidate has. No counter is touched.

That number bounds every key, as k balanced buckets are the least that k buckets can cost. So the
candidates are evaluated first (one that splits perfectly ends it), which gives the number of
missing buckets above which a guess cannot win, and a tile whose smallest number is above it is
passed over. Nearly all are. The first guess that splits perfectly, when no candidate does, ends the
search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt
from numba import from_dtype, int64, njit, uint8, uint32, uint64

from gpuwordle.backends.numba_cpu.bounds import NEVER, least_key
from gpuwordle.backends.numba_cpu.contributions import TILE
from gpuwordle.scoring.rows import PLANE_BASE

LARGEST_SMALL_GROUP = 40
"""Most candidates that the kernel has tiles for."""

_HASH_BITS = 7


def _fill_guess_table(  # type: ignore[no-untyped-def]
    slots, table_first, first, last, row_letters, row_base, ways, table, guess_table
):
    planes = slots.shape[1]
    zero_row = len(row_base) - 1
    for start in range(first, last, TILE):
        stop = min(start + TILE, last)
        begin = start - table_first
        guess_table[:, begin : begin + TILE] = 0
        for guess in range(start, stop):
            weight = uint32(1)
            for plane in range(planes):
                for i in range(5):
                    row = slots[guess, plane, i]
                    if row == zero_row:
                        break
                    letter = row_letters[row]
                    base = row_base[row]
                    begin = ways[letter]
                    for number in range(1, ways[letter + 1] - begin):
                        guess_table[begin + number, guess - table_first] += (
                            weight * table[base + number]
                        )
                weight *= uint32(PLANE_BASE)


def _search_small_groups(  # type: ignore[no-untyped-def]
    chosen,
    candidates,
    offsets,
    listed,
    guess_table,
    first_guess,
    last_guess,
    growth,
    prefix,
    sag,
    largest_weight,
    best_keys,
    best_guesses,
):
    slots_per_answer = listed.shape[1]
    codes = np.empty((LARGEST_SMALL_GROUP, TILE), guess_table.dtype)
    missing = np.empty(TILE, np.uint8)
    repeats = np.empty(TILE, np.uint8)
    sizes = np.empty(2**_HASH_BITS, np.int64)
    hashed = np.empty(2**_HASH_BITS, guess_table.dtype)
    stamps = np.zeros(2**_HASH_BITS, np.int64)
    stamp = int64(0)
    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        best = best_keys[group]
        # Most missing buckets with which a guess can still beat the best.
        allowed = int64(-1)
        for short in range(size):
            if least_key(size, size - short, prefix, sag, largest_weight) < best:
                allowed = short
        if allowed < 0:
            continue
        for start in range(0, last_guess - first_guess, TILE):
            for i in range(size):
                answer = candidates[first + i]
                a = guess_table[listed[answer, 0], start : start + TILE]
                b = guess_table[listed[answer, 1], start : start + TILE]
                c = guess_table[listed[answer, 2], start : start + TILE]
                d = guess_table[listed[answer, 3], start : start + TILE]
                e = guess_table[listed[answer, 4], start : start + TILE]
                tile = codes[i]
                for v in range(TILE):
                    tile[v] = a[v] + b[v] + c[v] + d[v] + e[v]
                for letter in range(5, slots_per_answer, 5):
                    if listed[answer, letter] == 0:
                        break
                    a = guess_table[listed[answer, letter], start : start + TILE]
                    b = guess_table[listed[answer, letter + 1], start : start + TILE]
                    c = guess_table[listed[answer, letter + 2], start : start + TILE]
                    d = guess_table[listed[answer, letter + 3], start : start + TILE]
                    e = guess_table[listed[answer, letter + 4], start : start + TILE]
                    for v in range(TILE):
                        tile[v] += a[v] + b[v] + c[v] + d[v] + e[v]
            x = codes[0]
            y = codes[1]
            for v in range(TILE):
                missing[v] = uint8(x[v] == y[v])
            for i in range(2, size):
                x = codes[i]
                y = codes[0]
                z = codes[1]
                # Pairs of compares in one pass halve the traffic on the accumulator.
                if i & 1:
                    w = codes[2]
                    for v in range(TILE):
                        repeats[v] = uint8(x[v] == y[v]) | uint8(x[v] == z[v]) | uint8(x[v] == w[v])
                    j = 3
                else:
                    for v in range(TILE):
                        repeats[v] = uint8(x[v] == y[v]) | uint8(x[v] == z[v])
                    j = 2
                while j < i:
                    y = codes[j]
                    z = codes[j + 1]
                    for v in range(TILE):
                        repeats[v] |= uint8(x[v] == y[v]) | uint8(x[v] == z[v])
                    j += 2
                for v in range(TILE):
                    missing[v] += repeats[v]
            fewest = uint8(255)
            for v in range(TILE):
                fewest = min(fewest, missing[v])
            if fewest > allowed:
                continue
            for v in range(min(TILE, last_guess - first_guess - start)):
                if missing[v] > allowed:
                    continue
                # Count in a hash table whose entries are cleared by taking a new stamp.
                stamp += 1
                value = int64(0)
                largest = int64(0)
                for i in range(size):
                    code = codes[i, v]
                    slot = uint32(uint32(code) * uint32(2654435769)) >> uint32(32 - _HASH_BITS)
                    while stamps[slot] == stamp and hashed[slot] != code:
                        slot = (slot + uint32(1)) & uint32(2**_HASH_BITS - 1)
                    if stamps[slot] != stamp:
                        stamps[slot] = stamp
                        hashed[slot] = code
                        sizes[slot] = 0
                    value += growth[sizes[slot]]
                    sizes[slot] += 1
                    largest = max(largest, sizes[slot])
                    if value + largest_weight * largest >= best:
                        break
                value += largest_weight * largest
                if value < best:
                    best = value
                    best_guesses[group] = first_guess + start + v
                    allowed = int64(-1)
                    for short in range(size):
                        if least_key(size, size - short, prefix, sag, largest_weight) < best:
                            allowed = short
                    if allowed < 0:
                        break
            if allowed < 0:
                break
        best_keys[group] = best


@njit(
    "void(int64[::1], int32[::1], int64[::1], int32[::1], int32[:, :, ::1], int32[::1],"
    "int64[::1], uint16[:, ::1], uint8[::1], int64[::1], int64[::1], int64, int64[::1],"
    "int32[::1])",
    cache=True,
    nogil=True,
)
def try_own_candidates(  # type: ignore[no-untyped-def]
    chosen,
    candidates,
    offsets,
    own,
    slots,
    row_letters,
    row_base,
    answer_numbers,
    table,
    growth,
    prefix,
    largest_weight,
    best_keys,
    best_guesses,
):
    """Find the best of each chosen group's own candidates, the first that splits perfectly at best.

    Parameters
    ----------
    chosen : ndarray of int64
        Groups to search.
    candidates, offsets
        The groups, of at most `LARGEST_SMALL_GROUP` candidates.
    own : ndarray of int32, like candidates
        The guess indices of each group's candidates, in rising order.
    slots, row_letters, row_base, answer_numbers, table
        See `contributions.Contributions`.
    growth, prefix, largest_weight
        See `bounds.KeyTable`.
    best_keys : ndarray of int64, shape (groups,)
        Filled at the chosen groups.
    best_guesses : ndarray of int32, shape (groups,)
        Filled at the chosen groups.
    """
    planes = slots.shape[1]
    zero_row = len(row_base) - 1
    # The rows of one guess, so that the loop over candidates looks nothing up twice.
    letters = np.empty(5 * planes, np.uint32)
    bases = np.empty(5 * planes, np.uint64)
    weights = np.empty(5 * planes, np.uint32)
    sizes = np.zeros(2**_HASH_BITS, np.int64)
    hashed = np.empty(2**_HASH_BITS, np.uint32)
    stamps = np.zeros(2**_HASH_BITS, np.int64)
    stamp = int64(0)
    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        perfect = size * prefix[1] + largest_weight
        best = int64(NEVER)
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
            stamp += 1
            value = int64(0)
            largest = int64(0)
            for j in range(size):
                answer = candidates[first + j]
                code = uint32(0)
                for i in range(uint32(used)):
                    way = uint64(answer_numbers[answer, letters[i]])
                    code += weights[i] * uint32(table[bases[i] + way])
                slot = uint32(code * uint32(2654435769)) >> uint32(32 - _HASH_BITS)
                while stamps[slot] == stamp and hashed[slot] != code:
                    slot = (slot + uint32(1)) & uint32(2**_HASH_BITS - 1)
                if stamps[slot] != stamp:
                    stamps[slot] = stamp
                    hashed[slot] = code
                    sizes[slot] = 0
                value += growth[sizes[slot]]
                sizes[slot] += 1
                largest = max(largest, sizes[slot])
                if value + largest_weight * largest >= best:
                    break
            value += largest_weight * largest
            if value < best:
                best = value
                best_guesses[group] = guess
                if value == perfect:
                    break
        best_keys[group] = best


@cache
def small_group_kernels(
    dtype: npt.DTypeLike,
) -> tuple[Callable[..., None], Callable[..., None]]:
    """Compile `fill_guess_table` and `search_small_groups` for one code dtype.

    A word length needs one of three; compiling all would triple the wait of a first run.

    fill_guess_table(slots, table_first, first, last, row_letters, row_base, ways, table,
        guess_table)
        Fill guesses first to last (a tile at a time) of ``guess_table``, which has a row for every
        way of every letter and begins with guess ``table_first``: what a letter of the answer that
        stands so adds to the code of each guess.
    search_small_groups(chosen, candidates, offsets, listed, guess_table, first_guess,
        last_guess, growth, prefix, sag, largest_weight, best_keys, best_guesses)
        Improve the best guess of each chosen group (``best_keys``, ``best_guesses``) with the
        guesses of the table, ties staying with what is there.
    """
    code = from_dtype(np.dtype(dtype))
    fill = njit(
        "void(int32[:, :, ::1], int64, int64, int64, int32[::1], int64[::1], int32[::1],"
        "uint8[::1],"
        f"{code}[:, ::1])",
        cache=True,
        nogil=True,
    )(_fill_guess_table)
    search = njit(
        f"void(int64[::1], int32[::1], int64[::1], int32[:, ::1], {code}[:, ::1],"
        f"int64, int64, int64[::1], int64[::1], int64[::1], int64, int64[::1], int32[::1])",
        cache=True,
        nogil=True,
    )(_search_small_groups)
    return fill, search
