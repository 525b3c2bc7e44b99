"""The best guess of groups of a few dozen to a few thousand candidates, and of explicit pools.

Such a group is long enough for letter rows and far too long to count every guess on it. One pass
over its candidates tells how often each letter stands in which way, hence the entropy of every
letter row; each guess is then bounded by a few additions (`numba_bounds`), and the bitsets of the
all-grey bucket dismiss most of the rest. Rows are built only when a guess that survived needs them.

A dozen guesses with the largest bounds are counted first, for a value to compare with; then the
group's own candidates, which win ties; then all others in order, each abandoned as soon as it
cannot win. Groups are independent, so threads take groups.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint32, uint64

from gpuwordle.backends.numba_bounds import (
    BUCKETS,
    FALLING,
    LARGEST,
    LOGS,
    NEVER,
    count_codes,
    least_key,
    least_key_with_bucket,
    least_row_entropy,
    renumber_codes,
    row_entropy,
)
from gpuwordle.backends.numba_popcount import popcount
from gpuwordle.backends.numba_rows import sum_rows
from gpuwordle.rows import PLANE_BASE

POOL_ALL, POOL_OWN, POOL_LISTED = range(3)
"""Which guesses a group may choose from: all, its own candidates, or a list per group."""

DIRECT_LENGTH = 11
"""Up to this word length every code has its own counter; beyond, codes are renumbered first."""

_PILOTS = 12
_FIRST_CHUNK = 64
_CHUNK = 256
# Below this size a pass over all row entropies costs more than it saves.
_BOUNDED_FROM = 24


@njit(cache=True, nogil=True)
def _count_guess(  # type: ignore[no-untyped-def]
    guess,
    size,
    limit,
    slots,
    row_letters,
    row_base,
    table,
    numbers,
    rows,
    built,
    codes,
    sums,
    counts,
    touched,
    hashed,
    stamps,
    stamp,
    growth,
    largest_weight,
    plain,
    direct,
):
    """Key of a guess on the group whose ``numbers`` (letter by letter) are given.

    `NEVER` as soon as the key exceeds the limit.
    """
    planes = slots.shape[1]
    for plane in range(planes):
        for i in range(5):
            row = slots[guess, plane, i]
            if built[row]:
                continue
            built[row] = True
            base = row_base[row]
            ways = numbers[row_letters[row]]
            for j in range(size):
                rows[row, j] = table[base + ways[j]]
    distinct = 0
    total = int64(0)
    largest = int64(-1)
    known = 0
    start = 0
    step = _FIRST_CHUNK
    abandoned = False
    while start < size:
        stop = min(start + step, size)
        step = _CHUNK
        count = stop - start
        sum_rows(rows, slots[guess, 0], start, stop, sums)
        for j in range(count):
            codes[j] = sums[j]
        weight = uint32(1)
        for plane in range(1, planes):
            weight *= uint32(PLANE_BASE)
            sum_rows(rows, slots[guess, plane], start, stop, sums)
            for j in range(count):
                codes[j] += weight * uint32(sums[j])
        if not direct:
            known = renumber_codes(codes, count, hashed, stamps, stamp, known)
        distinct, total, largest = count_codes(
            codes, count, counts, touched, distinct, total, largest, growth, plain
        )
        if total + largest_weight * (largest + 1) > limit:
            abandoned = True
            break
        start = stop
    for i in range(distinct):
        counts[touched[i]] = 0
    if abandoned:
        return NEVER
    return total + largest_weight * (largest + 1)


@njit(cache=True, nogil=True)
def _all_grey(guess, slots, row_letters, presence, words, size):  # type: ignore[no-untyped-def]
    """Candidates of the group that share no letter with the guess."""
    shared = int64(0)
    planes = slots.shape[1]
    if planes == 1:
        a = presence[row_letters[slots[guess, 0, 0]]]
        b = presence[row_letters[slots[guess, 0, 1]]]
        c = presence[row_letters[slots[guess, 0, 2]]]
        d = presence[row_letters[slots[guess, 0, 3]]]
        e = presence[row_letters[slots[guess, 0, 4]]]
        for word in range(words):
            shared += int64(popcount(a[word] | b[word] | c[word] | d[word] | e[word]))
        return size - shared
    for word in range(words):
        union = uint64(0)
        for plane in range(planes):
            for i in range(5):
                union |= presence[row_letters[slots[guess, plane, i]], word]
        shared += int64(popcount(union))
    return size - shared


@njit(
    "void(int64[::1], int32[::1], int64[::1], int32[::1], int64, int32[::1], int64[::1],"
    "int64, int32[:, :, ::1], int32[::1], int64[::1], int32[::1], uint16[:, ::1], uint8[::1],"
    "int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int32[::1])",
    cache=True,
    nogil=True,
)
def search_medium_groups(  # type: ignore[no-untyped-def]
    chosen,
    candidates,
    offsets,
    own,
    pool,
    pool_guesses,
    pool_offsets,
    length,
    slots,
    row_letters,
    row_base,
    ways,
    answer_numbers,
    table,
    growth,
    prefix,
    sag,
    logs,
    largest_weight,
    kind,
    best_guesses,
):
    """Find the best guess of each of the chosen groups.

    Parameters
    ----------
    chosen : ndarray of int64
        Groups to search.
    candidates, offsets
        The groups.
    own : ndarray of int32, like candidates
        The guess indices of each group's candidates, in rising order.
    pool : int
        POOL_ALL, POOL_OWN or POOL_LISTED.
    pool_guesses, pool_offsets
        For POOL_LISTED: the guesses of each group, in rising order.
    length, slots, row_letters, row_base, ways, answer_numbers, table
        See `numba_contributions.Contributions`.
    growth, prefix, sag, logs, largest_weight, kind
        See `numba_bounds.KeyTable`.
    best_guesses : ndarray of int32, shape (groups,)
        Filled at the chosen groups.
    """
    guess_count, planes, _ = slots.shape
    row_count = len(row_base)
    letter_count = answer_numbers.shape[1]
    size = int64(0)
    for group in chosen:
        size = max(size, offsets[group + 1] - offsets[group])
    padded = (size + 63) // 64 * 64
    numbers = np.zeros((letter_count, padded), np.uint16)
    rows = np.zeros((row_count, padded), np.uint8)
    built = np.zeros(row_count, np.bool_)
    codes = np.empty(_CHUNK, np.uint32)
    sums = np.empty(_CHUNK, np.uint8)
    direct = length <= DIRECT_LENGTH
    patterns = int64(1)
    for _ in range(length):
        patterns *= 3
    counts = np.zeros(patterns if direct else size + 1, np.int32)
    touched = np.empty(size + 1, np.uint32)
    hash_size = int64(64)
    while hash_size < 2 * size:
        hash_size *= 2
    hashed = np.zeros(1 if direct else hash_size, np.uint32)
    stamps = np.zeros(1 if direct else hash_size, np.int64)
    stamp = int64(0)
    presence = np.zeros((letter_count, padded // 64), np.uint64)
    entropies = np.zeros(row_count, np.int64)
    entropy_known = np.zeros(row_count, np.bool_)
    bounds = np.zeros(guess_count, np.int64)
    candidate_of = np.full(guess_count, -1, np.int64)
    way_counts = np.zeros(ways[letter_count], np.int64)
    seen_ways = np.empty((letter_count, padded + 1), np.uint16)
    seen_counts = np.empty((letter_count, padded + 1), np.int64)
    seen = np.zeros(letter_count, np.int64)
    byte_counts = np.zeros(256, np.int64)
    plain = kind == LARGEST

    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        mine = own[first : first + size]
        if pool == POOL_LISTED:
            listed = pool_guesses[pool_offsets[group] : pool_offsets[group + 1]]
        else:
            listed = mine
        for guess in mine:
            candidate_of[guess] = group
        for letter in range(letter_count):
            for j in range(size):
                numbers[letter, j] = answer_numbers[candidates[first + j], letter]
        built[:] = False
        best = int64(NEVER)
        holder = int64(-1)
        perfect = NEVER
        if kind != FALLING:
            perfect = least_key(size, min(size, patterns), prefix, sag, largest_weight)

        # A candidate that splits perfectly beats or ties everything; the attempt is cheap, as
        # most guesses repeat a code within the first few candidates.
        if pool != POOL_LISTED and size <= patterns and kind != FALLING:
            for guess in mine:
                stamp += 1
                value = _count_guess(
                    guess,
                    size,
                    perfect,
                    slots,
                    row_letters,
                    row_base,
                    table,
                    numbers,
                    rows,
                    built,
                    codes,
                    sums,
                    counts,
                    touched,
                    hashed,
                    stamps,
                    stamp,
                    growth,
                    largest_weight,
                    plain,
                    direct,
                )
                if value <= perfect:
                    holder = guess
                    break
            if holder >= 0:
                best_guesses[group] = holder
                continue

        # A bound pays when there are many guesses to dismiss with it.
        work = guess_count if pool == POOL_ALL else len(listed)
        bounded = size >= _BOUNDED_FROM and work >= _BOUNDED_FROM
        bounded_by_entropy = bounded and (kind >= LARGEST and kind <= BUCKETS)
        bounded = bounded and kind != FALLING
        bitset_words = (size + 63) >> 6
        if bounded:
            for letter in range(letter_count):
                for word in range(bitset_words):
                    bits = uint64(0)
                    for j in range(word << 6, min(size, (word + 1) << 6)):
                        bits |= uint64(numbers[letter, j] != 0) << uint64(j & 63)
                    presence[letter, word] = bits
        if bounded_by_entropy:
            for letter in range(letter_count):
                start = ways[letter]
                distinct = 1
                seen_ways[letter, 0] = 0
                for j in range(size):
                    way = numbers[letter, j]
                    if way and way_counts[start + way] == 0:
                        seen_ways[letter, distinct] = way
                        distinct += 1
                    way_counts[start + way] += 1
                for i in range(distinct):
                    way = seen_ways[letter, i]
                    seen_counts[letter, i] = way_counts[start + way]
                    way_counts[start + way] = 0
                seen[letter] = distinct
            entropy_known[:] = False
            top = int64(0)
            for index in range(work):
                guess = int64(index) if pool == POOL_ALL else int64(listed[index])
                bound = int64(0)
                for plane in range(planes):
                    for i in range(5):
                        row = slots[guess, plane, i]
                        if not entropy_known[row]:
                            entropy_known[row] = True
                            letter = row_letters[row]
                            entropies[row] = 0
                            if seen[letter] > 1:
                                entropies[row] = row_entropy(
                                    row,
                                    seen_ways[letter, : seen[letter]],
                                    seen_counts[letter, : seen[letter]],
                                    row_base,
                                    table,
                                    kind,
                                    logs,
                                    byte_counts,
                                )
                        bound += entropies[row]
                bounds[guess] = bound
                top = max(top, bound)
            pilots = 0
            for index in range(work):
                guess = int64(index) if pool == POOL_ALL else int64(listed[index])
                if bounds[guess] >= top - (top >> 5):
                    stamp += 1
                    value = _count_guess(
                        guess,
                        size,
                        best,
                        slots,
                        row_letters,
                        row_base,
                        table,
                        numbers,
                        rows,
                        built,
                        codes,
                        sums,
                        counts,
                        touched,
                        hashed,
                        stamps,
                        stamp,
                        growth,
                        largest_weight,
                        plain,
                        direct,
                    )
                    best = min(best, value)
                    pilots += 1
                    if pilots == _PILOTS:
                        break
        floor = least_row_entropy(size, best, kind, logs)
        for turn in range(2):
            # Candidates first, as they win ties, then the others.
            if turn == 0:
                work = len(listed)
            elif pool == POOL_ALL:
                work = guess_count
            elif pool == POOL_LISTED:
                work = len(listed)
            else:
                work = 0
            for index in range(work):
                guess = int64(listed[index]) if turn == 0 or pool != POOL_ALL else int64(index)
                if (candidate_of[guess] == group) != (turn == 0):
                    continue
                if bounded_by_entropy and bounds[guess] < floor:
                    continue
                # Until a guess holds the best value, one that equals a pilot's is wanted.
                room = best - int64(holder >= 0)
                if bounded and kind != LOGS:
                    grey = _all_grey(guess, slots, row_letters, presence, bitset_words, size)
                    if kind == LARGEST:
                        if grey > room:
                            continue
                    elif (
                        least_key_with_bucket(size, grey, patterns, prefix, sag, largest_weight)
                        > room
                    ):
                        continue
                stamp += 1
                value = _count_guess(
                    guess,
                    size,
                    NEVER if kind == FALLING else room,
                    slots,
                    row_letters,
                    row_base,
                    table,
                    numbers,
                    rows,
                    built,
                    codes,
                    sums,
                    counts,
                    touched,
                    hashed,
                    stamps,
                    stamp,
                    growth,
                    largest_weight,
                    plain,
                    direct,
                )
                if value <= room:
                    best = value
                    holder = guess
                    if best <= perfect and kind != FALLING:
                        break
                    floor = least_row_entropy(size, best, kind, logs)
            if holder >= 0 and best <= perfect and kind != FALLING:
                break
        best_guesses[group] = holder
