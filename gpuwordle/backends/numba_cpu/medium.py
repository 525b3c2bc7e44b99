"""The best guess of groups of a few dozen to a few thousand candidates, and of explicit pools.

Such a group is long enough for letter rows and far too long to count every guess on it. One pass
over its candidates counts the ways that each letter stands in them, which gives the entropy of
every letter row; each guess is then bounded by a few additions (`bound`), and the bitsets of the
all-grey bucket exclude most of the rest. Guesses that are left are counted, and abandoned as soon
as they cannot win (`keys`).

The group's own candidates are tried first for a perfect split. Then a dozen guesses with the
largest entropies are counted to get an incumbent; then the candidates, which win ties; then all
others in order. Groups are independent, so threads take groups.
"""

from __future__ import annotations

import numpy as np
from numba import int32, int64, uint32, void

from gpuwordle.backends.numba_cpu.arguments import (
    COST,
    POOL_ALL,
    POOL_LISTED,
    POOL_OWN,
    POOLED,
    TABLE,
)
from gpuwordle.backends.numba_cpu.bound import (
    BUCKETS,
    FALLING,
    LARGEST,
    LOGS,
    count_grey,
    fill_presence,
    key_from_grey,
    least_entropy,
    least_key,
    row_entropies,
    sum_entropies,
)
from gpuwordle.backends.numba_cpu.keys import count_keys, scratch_for
from gpuwordle.compiled import kernel
from gpuwordle.scoring.statistics import NO_KEY

_PERFECT, _PILOTS, _CANDIDATES, _OTHERS = range(4)

_PILOT_COUNT = 12
_BATCH = 64
# Below this size, or for fewer guesses, bounds cost more than they save.
_BOUNDED_FROM = 24


@kernel(void(POOLED, TABLE, COST, int32[::1], int64[::1]), allocates=True)
def search_medium(pooled, table, cost, best_guesses, chosen):
    """Find the best guess of each of the chosen groups."""
    slots, letters, base = table.slots, table.letters, table.base
    answer_placement = table.placement
    candidates, offsets, own, pool = pooled.candidates, pooled.offsets, pooled.own, pooled.pool
    cumulative, slack, logs = cost.cumulative, cost.slack, cost.logs
    largest_weight, kind = cost.largest_weight, cost.kind
    guess_count, letter_count = len(slots), answer_placement.shape[1]
    size = int64(0)
    for group in chosen:
        size = max(size, offsets[group + 1] - offsets[group])
    scratch = scratch_for(table, size)
    placement, built = scratch.placement, scratch.built
    presence = np.zeros((letter_count, placement.shape[1] // 64), np.uint64)
    union = np.zeros(presence.shape[1], np.uint64)
    set_counts = np.zeros(table.sets, np.int64)
    most_buckets = table.most_buckets
    everything = np.arange(guess_count).astype(np.int32)
    batch = np.empty(_BATCH, np.int32)
    values = np.empty(_BATCH, np.int64)
    wanted = np.ones(len(base), np.bool_)
    entropies = np.zeros(len(base), np.int64)
    sums = np.zeros(guess_count, np.int64)
    candidate_of = np.full(guess_count, -1, np.int64)

    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        mine = own[first : first + size]
        playable = mine
        if pool == POOL_ALL:
            playable = everything
        elif pool == POOL_LISTED:
            begin, end = pooled.listed_offsets[group], pooled.listed_offsets[group + 1]
            playable = pooled.listed[begin:end]
        for guess in mine:
            candidate_of[guess] = group
        for j in range(size):
            for letter in range(letter_count):
                placement[letter, j] = answer_placement[candidates[first + j], letter]
        built[:] = False
        bounded = size >= _BOUNDED_FROM and len(playable) >= _BOUNDED_FROM and kind != FALLING
        by_grey = bounded and kind != LOGS and most_buckets > 3
        by_entropy = bounded and kind >= LARGEST and kind <= BUCKETS
        incumbent, holder = int64(NO_KEY), int64(-1)
        top, perfect = int64(0), int64(-NO_KEY)
        if kind != FALLING:
            perfect = least_key(size, min(size, most_buckets), cumulative, slack, largest_weight)

        for phase in range(4):
            guesses = mine if phase == _PERFECT else playable
            if phase == _CANDIDATES and pool == POOL_ALL:
                guesses = mine
            if phase == _PERFECT:
                # The attempt is cheap: most guesses soon repeat a code. Without bounds to compute,
                # the candidates are counted in full anyway.
                if pool == POOL_LISTED or not bounded or size > most_buckets:
                    continue
            elif phase == _PILOTS:
                if by_grey:
                    fill_presence(placement, size, presence)
                if not by_entropy:
                    continue
                if pool != POOL_ALL:
                    # Only rows of guesses of the pool.
                    wanted[:] = False
                    for guess in playable:
                        for plane in range(slots.shape[1]):
                            for i in range(5):
                                wanted[slots[guess, plane, i]] = True
                row_entropies(table, kind, logs, placement, size, wanted, set_counts, entropies)
                top = sum_entropies(slots, entropies, playable, sums)
                top -= top >> 5
            elif phase == _OTHERS and pool == POOL_OWN:
                continue
            index, pilots = int64(0), 0
            while index < len(guesses):
                # Until a guess holds the incumbent, a key equal to a pilot's is good enough.
                cutoff = incumbent - int64(holder >= 0)
                taken = 0
                if phase == _PERFECT:
                    cutoff = perfect
                    while index < len(guesses) and taken < _BATCH:
                        batch[taken] = guesses[index]
                        taken += 1
                        index += 1
                elif phase == _PILOTS:
                    while index < len(guesses) and pilots < _PILOT_COUNT:
                        guess = guesses[index]
                        index += 1
                        if sums[guess] >= top:
                            batch[taken] = guess
                            taken += 1
                            pilots += 1
                    if pilots == _PILOT_COUNT:
                        index = len(guesses)
                else:
                    floor = least_entropy(size, incumbent, kind, logs)
                    while index < len(guesses) and taken < _BATCH:
                        guess = guesses[uint32(index)]
                        index += 1
                        if by_entropy and sums[uint32(guess)] < floor:
                            continue
                        if (candidate_of[uint32(guess)] == group) != (phase == _CANDIDATES):
                            continue
                        if by_grey:
                            grey = count_grey(slots, letters, presence, size, guess, union)
                            least = key_from_grey(
                                size, grey, most_buckets, kind, cumulative, slack, largest_weight
                            )
                            if least > cutoff:
                                continue
                        batch[taken] = guess
                        taken += 1
                if kind == FALLING:
                    cutoff = int64(NO_KEY)
                count_keys(table, cost, scratch, batch, taken, size, cutoff, perfect, values)
                for i in range(taken):
                    equals = values[i] == incumbent and holder < 0 and incumbent < NO_KEY
                    if values[i] < incumbent or equals:
                        incumbent = values[i]
                        if phase != _PILOTS:
                            holder = batch[i]
                if holder >= 0 and incumbent <= perfect:
                    break
            if holder >= 0 and incumbent <= perfect:
                break
        best_guesses[group] = holder
