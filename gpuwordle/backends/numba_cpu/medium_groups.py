"""The best guess of groups of a few dozen to a few thousand candidates, and of explicit pools.

Such a group is long enough for letter rows and far too long to count every guess on it. One pass
over its candidates tells how often each letter stands in which way, hence the entropy of every
letter row; each guess is then bounded by a few additions (`bounds`), and the bitsets of the
all-grey bucket dismiss most of the rest. Rows are built only when a guess that survived needs them.

The group's own candidates are tried first for a perfect split. Then a dozen guesses with the
largest bounds are counted, for a value to compare with; then the candidates, which win ties; then
all others in order, each abandoned as soon as it cannot win. Groups are independent, so threads
take groups.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint32, uint64

from gpuwordle.backends.numba_cpu.bounds import (
    BUCKETS,
    FALLING,
    LARGEST,
    LOGS,
    NEVER,
    least_key,
    least_key_with_bucket,
    least_row_entropy,
    row_entropy,
)
from gpuwordle.backends.numba_cpu.popcount import popcount
from gpuwordle.backends.numba_cpu.pruned_counting import CHUNK, count_guesses

POOL_ALL, POOL_OWN, POOL_LISTED = range(3)
"""Which guesses a group may choose from: all, its own candidates, or a list per group."""

DIRECT_LENGTH = 11
"""Up to this word length every code has its own counter; beyond, codes are renumbered first."""

_PERFECT, _PILOTS, _CANDIDATES, _OTHERS = range(4)

_PILOT_COUNT = 12
_BATCH = 64
# Below this size, and for fewer guesses, bounds cost more than they save.
_BOUNDED_FROM = 24


@njit(cache=True, nogil=True)
def _fill_presence(numbers, size, presence):  # type: ignore[no-untyped-def]
    """Set bit j of a letter's bitset where candidate j has the letter."""
    for letter in range(len(numbers)):
        for word in range((size + 63) >> 6):
            bits = uint64(0)
            for j in range(word << 6, min(size, (word + 1) << 6)):
                bits |= uint64(numbers[letter, j] != 0) << uint64(j & 63)
            presence[letter, word] = bits


@njit(cache=True, nogil=True)
def _bound_rows(  # type: ignore[no-untyped-def]
    numbers,
    size,
    wanted,
    row_letters,
    row_base,
    ways,
    table,
    kind,
    logs,
    way_counts,
    seen_ways,
    seen_counts,
    byte_counts,
    entropies,
):
    """Compute the entropies of the wanted letter rows over the group."""
    last_letter = -1
    distinct = 0
    for row in range(len(row_letters)):
        entropies[row] = 0
        if not wanted[row]:
            continue
        letter = row_letters[row]
        if letter != last_letter:
            # Rows of a letter mostly stand together: count its ways once.
            last_letter = letter
            start = ways[letter]
            seen_ways[0] = 0
            distinct = 1
            for j in range(size):
                way = numbers[letter, j]
                if way and way_counts[start + way] == 0:
                    seen_ways[distinct] = way
                    distinct += 1
                way_counts[start + way] += 1
            for i in range(distinct):
                seen_counts[i] = way_counts[start + seen_ways[i]]
                way_counts[start + seen_ways[i]] = 0
        if distinct > 1:
            entropies[row] = row_entropy(
                row,
                seen_ways[:distinct],
                seen_counts[:distinct],
                row_base,
                table,
                kind,
                logs,
                byte_counts,
            )


@njit(cache=True, nogil=True)
def _bound_guesses(guesses, all_guesses, slots, entropies, bounds):  # type: ignore[no-untyped-def]
    """Sum the entropies of each guess's rows; returns the largest sum."""
    top = int64(0)
    planes = slots.shape[1]
    count = len(slots) if all_guesses else len(guesses)
    for index in range(count):
        guess = uint32(index) if all_guesses else uint32(guesses[index])
        bound = int64(0)
        for plane in range(planes):
            for i in range(5):
                bound += entropies[uint32(slots[guess, plane, i])]
        bounds[guess] = bound
        top = max(top, bound)
    return top


@njit(cache=True, nogil=True)
def _sift_guesses(  # type: ignore[no-untyped-def]
    guesses,
    all_guesses,
    index,
    batch,
    by_entropy,
    bounds,
    floor,
    candidate_of,
    group,
    want_candidates,
    by_grey,
    slots,
    row_letters,
    presence,
    size,
    patterns,
    prefix,
    sag,
    largest_weight,
    kind,
    room,
):
    """Fill a batch with guesses that no bound dismisses.

    Takes guesses from ``index`` on; returns where it stopped and how many it took.
    """
    count = len(slots) if all_guesses else len(guesses)
    planes = slots.shape[1]
    words = (size + 63) >> 6
    taken = 0
    while index < count and taken < len(batch):
        guess = index if all_guesses else int64(guesses[index])
        index += 1
        if by_entropy and bounds[guess] < floor:
            continue
        if (candidate_of[guess] == group) != want_candidates:
            continue
        if by_grey:
            shared = uint64(0)
            for word in range(uint32(words)):
                union = uint64(0)
                for plane in range(planes):
                    for i in range(5):
                        row = uint32(slots[guess, plane, i])
                        union |= presence[uint32(row_letters[row]), uint32(word)]
                shared += popcount(union)
            grey = size - int64(shared)
            if kind == LARGEST:
                if grey > room:
                    continue
            elif least_key_with_bucket(size, grey, patterns, prefix, sag, largest_weight) > room:
                continue
        batch[taken] = guess
        taken += 1
    return index, taken


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
        See `contributions.Contributions`.
    growth, prefix, sag, logs, largest_weight, kind
        See `bounds.KeyTable`.
    best_guesses : ndarray of int32, shape (groups,)
        Filled at the chosen groups.
    """
    guess_count = len(slots)
    row_count = len(row_base)
    letter_count = answer_numbers.shape[1]
    size = int64(0)
    for group in chosen:
        size = max(size, offsets[group + 1] - offsets[group])
    padded = (size + 63) // 64 * 64
    numbers = np.zeros((letter_count, padded), np.uint16)
    rows = np.zeros((row_count, padded), np.uint8)
    built = np.zeros(row_count, np.bool_)
    direct = length <= DIRECT_LENGTH
    patterns = int64(1)
    for _ in range(length):
        patterns *= 3
    counts = np.zeros(patterns if direct else size + 1, np.int32)
    touched = np.empty(size + CHUNK, np.uint32)
    hash_size = int64(64)
    while hash_size < 2 * size:
        hash_size *= 2
    hashed = np.zeros(1 if direct else hash_size, np.uint32)
    stamps = np.zeros(1 + (1 if direct else hash_size), np.int64)
    batch = np.empty(_BATCH, np.int32)
    batch_bounds = np.zeros(_BATCH, np.int64)
    values = np.empty(_BATCH, np.int64)
    limit = np.empty(1, np.int64)
    presence = np.zeros((letter_count, padded // 64), np.uint64)
    wanted = np.ones(row_count, np.bool_)
    entropies = np.zeros(row_count, np.int64)
    bounds = np.zeros(guess_count, np.int64)
    candidate_of = np.full(guess_count, -1, np.int64)
    way_counts = np.zeros(ways[letter_count], np.int64)
    seen_ways = np.empty(padded + 1, np.uint16)
    seen_counts = np.empty(padded + 1, np.int64)
    byte_counts = np.zeros(256, np.int64)
    plain = kind == LARGEST

    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        mine = own[first : first + size]
        listed = mine
        if pool == POOL_LISTED:
            listed = pool_guesses[pool_offsets[group] : pool_offsets[group + 1]]
        for guess in mine:
            candidate_of[guess] = group
        for j in range(size):
            for letter in range(letter_count):
                numbers[letter, j] = answer_numbers[candidates[first + j], letter]
        built[:] = False
        pool_size = guess_count if pool == POOL_ALL else len(listed)
        bounded = size >= _BOUNDED_FROM and pool_size >= _BOUNDED_FROM and kind != FALLING
        by_grey = bounded and kind != LOGS and patterns > 3
        by_entropy = bounded and kind >= LARGEST and kind <= BUCKETS
        best = int64(NEVER)
        holder = int64(-1)
        floor = int64(-1)
        top = int64(0)
        perfect = int64(-NEVER)
        if kind != FALLING:
            perfect = least_key(size, min(size, patterns), prefix, sag, largest_weight)

        for phase in range(4):
            all_guesses = pool == POOL_ALL and (phase in (_PILOTS, _OTHERS))
            count = guess_count if all_guesses else len(listed)
            if phase == _PERFECT:
                # The attempt is cheap, as most guesses soon repeat a code. Without bounds to
                # compute, counting the candidates in full comes to the same.
                if pool == POOL_LISTED or not bounded or size > patterns:
                    continue
            elif phase == _PILOTS:
                if by_grey:
                    _fill_presence(numbers, size, presence)
                if not by_entropy:
                    continue
                if pool != POOL_ALL:
                    # Rows that no guess of the pool has are left out.
                    wanted[:] = False
                    for guess in listed:
                        for plane in range(slots.shape[1]):
                            for i in range(5):
                                wanted[slots[guess, plane, i]] = True
                _bound_rows(
                    numbers,
                    size,
                    wanted,
                    row_letters,
                    row_base,
                    ways,
                    table,
                    kind,
                    logs,
                    way_counts,
                    seen_ways,
                    seen_counts,
                    byte_counts,
                    entropies,
                )
                top = _bound_guesses(listed, pool == POOL_ALL, slots, entropies, bounds)
                top -= top >> 5
            elif phase == _OTHERS and pool == POOL_OWN:
                continue
            index = int64(0)
            pilots = 0
            while index < count:
                # Until a guess holds the best value, one that equals a pilot's is wanted.
                room = best - int64(holder >= 0)
                taken = 0
                if phase == _PERFECT:
                    room = perfect
                    while index < count and taken < _BATCH:
                        batch[taken] = listed[index]
                        taken += 1
                        index += 1
                elif phase == _PILOTS:
                    while index < count and pilots < _PILOT_COUNT:
                        guess = int64(index) if all_guesses else int64(listed[index])
                        index += 1
                        if bounds[guess] >= top:
                            batch[taken] = guess
                            taken += 1
                            pilots += 1
                    if pilots == _PILOT_COUNT:
                        index = count
                else:
                    floor = least_row_entropy(size, best, kind, logs)
                    index, taken = _sift_guesses(
                        listed,
                        all_guesses,
                        index,
                        batch,
                        by_entropy,
                        bounds,
                        floor,
                        candidate_of,
                        group,
                        phase == _CANDIDATES,
                        by_grey,
                        slots,
                        row_letters,
                        presence,
                        size,
                        patterns,
                        prefix,
                        sag,
                        largest_weight,
                        kind,
                        room,
                    )
                limit[0] = NEVER if kind == FALLING else room
                count_guesses(
                    batch,
                    batch_bounds,
                    0,
                    taken,
                    slots,
                    row_letters,
                    row_base,
                    table,
                    numbers,
                    built,
                    rows,
                    size,
                    counts,
                    touched,
                    hashed,
                    stamps,
                    growth,
                    largest_weight,
                    plain,
                    kind != FALLING,
                    1,
                    perfect,
                    limit,
                    values,
                )
                for i in range(taken):
                    equals = values[i] == best and holder < 0 and best < NEVER
                    if values[i] < best or equals:
                        best = values[i]
                        if phase != _PILOTS:
                            holder = batch[i]
                if holder >= 0 and best <= perfect:
                    break
            if holder >= 0 and best <= perfect:
                break
        best_guesses[group] = holder
