"""Partners for the first word of a pair: bound every one, count the survivors, keep the best.

The first word's buckets split the answers; a partner splits every bucket again, and the key of the
pair is that of all parts together. So what bounds a guess on a group (`bound`) bounds a partner on
every bucket, and the bounds add up:

two words
    H(first, partner) <= H(first) + H(partner). Partners come in falling order of entropy, so that
    the first one that is too poor ends the search.
letters in buckets, words with two letters
    See `partner_bounds`.
counting
    Buckets are counted from the largest on; those that are left still cost at least their bounds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, uint8, uint32, uint64

from gpuwordle.backends.numba_cpu.bound import (
    FALLING,
    LARGEST,
    NEVER,
    UNBOUNDED,
    least_entropy,
)
from gpuwordle.backends.numba_cpu.hashing import renumber
from gpuwordle.backends.numba_cpu.partner_bounds import bound_partner, bound_rows
from gpuwordle.compiled import kernel
from gpuwordle.scoring.contributions import PLANE_BASE

CHUNK = 64
"""Answers whose codes are made at a time; rows are padded by as many."""

DIRECT_LENGTH = 11
"""Up to this word length every code has its own counter; beyond, codes are renumbered first."""


class Partners(NamedTuple):
    """Guesses in falling order of entropy, times the answers, and their places among equals."""

    guesses: npt.NDArray[np.int32]
    entropies: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]


class Ranking(NamedTuple):
    """The best pairs, best first: cost, and the ranks of their words, the lower one first."""

    costs: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    higher: npt.NDArray[np.int64]

    @classmethod
    def empty(cls, size: int) -> Ranking:
        """Make a ranking that every pair enters."""
        return cls(*(np.full(size, NEVER, np.int64) for _ in range(3)))


class Counting(NamedTuple):
    """What one thread writes while it counts; counters are zero before and after each partner.

    Letter rows over the answers, in the order of the first word's buckets, as far as they are
    built; counters; and what renumbers codes (see `hashing`).
    """

    rows: npt.NDArray[np.uint8]
    built: npt.NDArray[np.bool_]
    counts: npt.NDArray[np.int32]
    touched: npt.NDArray[np.uint32]
    codes: npt.NDArray[np.uint32]
    numbers: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint32]
    base: npt.NDArray[np.int64]


@kernel(allocates=True)
def counting_for(table, size):
    """Allocate what a thread needs to count on so many answers."""
    direct = table.length <= DIRECT_LENGTH
    slots = int64(1)
    while not direct and slots <= 2 * size:
        slots *= 2
    return Counting(
        np.zeros((len(table.base), size + CHUNK), np.uint8),
        np.zeros(len(table.base), np.bool_),
        np.zeros(3**table.length if direct else size + 1, np.int32),
        np.empty(size + CHUNK, np.uint32),
        np.empty(CHUNK, np.uint32),
        np.zeros(slots, np.int64),
        np.zeros(slots, np.uint32),
        np.ones(1, np.int64),
    )


@kernel
def build_rows(table, first, counting, guess):
    """Gather the letter rows of a partner that no other one needed before."""
    rows, built, slots = counting.rows, counting.built, table.slots
    for plane in range(slots.shape[1]):
        for i in range(5):
            row = slots[guess, plane, i]
            if built[row]:
                continue
            built[row] = True
            start, letter = uint64(table.base[row]), uint64(table.letters[row])
            for j in range(uint64(len(first.answers))):
                number = table.placement[first.answers[j], letter]
                rows[row, j] = table.contributions[start + uint64(number)]


@kernel(internal=True)
def make_codes(slots, counting, guess, start):
    """Make the codes of a chunk of answers."""
    rows, codes = counting.rows, counting.codes
    weight = uint32(1)
    for plane in range(slots.shape[1]):
        row0 = uint32(slots[guess, plane, 0])
        row1 = uint32(slots[guess, plane, 1])
        row2 = uint32(slots[guess, plane, 2])
        row3 = uint32(slots[guess, plane, 3])
        row4 = uint32(slots[guess, plane, 4])
        for i in range(uint64(CHUNK)):
            j = uint64(start) + i
            byte = uint8(
                rows[row0, j] + rows[row1, j] + rows[row2, j] + rows[row3, j] + rows[row4, j]
            )
            codes[i] = byte if plane == 0 else codes[i] + weight * uint32(byte)
        weight *= uint32(PLANE_BASE)


@kernel(internal=True)
def count_partner(table, cost, first, counting, guess, bound, costs, cutoff):
    """Cost of a pair, or `NEVER` as soon as it passes the cutoff.

    ``bound`` is what all buckets cost at least, and ``costs`` that of the bounded ones.
    """
    offsets, slots = first.offsets, table.slots
    counts, touched, codes = counting.counts, counting.touched, counting.codes
    marginal, largest_weight, kind = cost.marginal, cost.largest_weight, cost.kind
    direct = len(counting.numbers) == 1
    floor = float(marginal[0]) if kind != UNBOUNDED and kind != FALLING else 0.0
    build_rows(table, first, counting, guess)
    total, top = int64(0), int32(-1)
    buckets, bounded = len(offsets) - 1, len(costs)
    made = int64(-CHUNK)
    for bucket in range(buckets):
        start, end = offsets[bucket], offsets[bucket + 1]
        if end - start == 1:
            total += marginal[0] * (buckets - bucket)
            top = max(top, int32(0))
            break
        found, known = uint64(0), int64(0)
        at = start
        while at < end:
            if at >= made + CHUNK:
                made = at
                make_codes(slots, counting, guess, at)
            stop = min(end, made + CHUNK)
            if not direct:
                known = renumber(
                    codes,
                    at - made,
                    stop - made,
                    counting.numbers,
                    counting.keys,
                    counting.base[0],
                    known,
                )
            for i in range(uint64(at - made), uint64(stop - made)):
                code = codes[i]
                before = counts[code]
                touched[found] = code
                found += uint64(before == 0)
                counts[code] = before + int32(1)
                total += marginal[uint32(before)]
                top = max(top, before)
            at = stop
        for i in range(found):
            counts[touched[i]] = 0
        counting.base[0] += known
        if kind == FALLING:
            continue
        if kind != LARGEST:
            bound -= costs[bucket] if bucket < bounded else floor * float(end - start)
        rest = bound if kind != LARGEST else 0.0
        if float(total + largest_weight * (int64(top) + 1)) + rest > cutoff:
            return NEVER
    return total + largest_weight * (int64(top) + 1)


@kernel(internal=True)
def enter(ranking, cost, lower, higher):
    """Put a pair into a ranking, if it is better than the last one there."""
    costs, lowers, highers = ranking.costs, ranking.lower, ranking.higher
    at = len(costs)
    while at > 0 and (
        cost < costs[at - 1]
        or (
            cost == costs[at - 1]
            and (lower < lowers[at - 1] or (lower == lowers[at - 1] and higher < highers[at - 1]))
        )
    ):
        at -= 1
    for later in range(len(costs) - 1, at, -1):
        costs[later], lowers[later] = costs[later - 1], lowers[later - 1]
        highers[later] = highers[later - 1]
    if at < len(costs):
        costs[at], lowers[at], highers[at] = cost, lower, higher


@kernel(allocates=True)
def search_partners(table, cost, first, partners, start, counting, ranking):
    """Search the partners from ``start`` on of a first word; returns how many were entered."""
    guesses, entropies, ranks = partners.guesses, partners.entropies, partners.ranks
    offsets, kind = first.offsets, cost.kind
    size, last = int64(offsets[-1]), len(ranking.costs) - 1
    worst = NEVER
    needed = int64(-1)
    end = start
    while end < len(guesses) and first.entropy + entropies[end] >= least_entropy(
        size, ranking.costs[last], kind, cost.logs
    ):
        end += 1
    entered = 0
    if end == start:
        return entered
    used = np.zeros(len(table.base), np.bool_)
    for position in range(start, end):
        for plane in range(table.slots.shape[1]):
            for i in range(5):
                used[table.slots[guesses[position], plane, i]] = True
    used[len(used) - 1] = False
    bounds = bound_rows(table, cost, first, used)
    bounded = len(bounds.whole)
    costs = np.empty(bounded, np.float64)
    small = 0.0
    if kind != UNBOUNDED and kind != FALLING and kind != LARGEST:
        small = float(cost.marginal[0]) * float(size - offsets[bounded])
    counting.built[:] = False
    for position in range(start, end):
        if ranking.costs[last] != worst:
            worst = ranking.costs[last]
            needed = least_entropy(size, worst, kind, cost.logs)
        if first.entropy + entropies[position] < needed:
            break
        guess, rank = guesses[position], ranks[position]
        lower, higher = min(first.rank, rank), max(first.rank, rank)
        cutoff = worst
        if (lower, higher) > (ranking.lower[last], ranking.higher[last]):
            cutoff -= 1
        allowed = float(cutoff) + bounds.slack
        bound = small
        if bounded > 0:
            bound += bound_partner(table, guess, bounds, kind, costs)
            if bound > allowed:
                continue
        found = count_partner(table, cost, first, counting, guess, bound, costs, allowed)
        if found <= cutoff:
            entered += 1
            enter(ranking, found, lower, higher)
    return entered
