"""Partners for the first word of a pair: bound every one, count the survivors, keep the best.

The first word's buckets split the answers; a partner splits every bucket again, and the key of the
pair is that of all parts together. So what bounds a guess on a group (`bound`) bounds a partner on
every bucket, and the bounds add up:

two words
    H(first, partner) <= H(first) + H(partner). Partners come in falling order of entropy, so that
    the first one that is too poor ends the search.
letters in buckets
    In each bucket H(partner's code) <= the sum of the entropies of its letter rows, and no more
    than all its words apart.
words with two letters
    Of a bucket's words, those without a letter of the partner look alike, those that have one of
    its letters look as many ways as that letter's row has values; only those that have two or more
    can all look different, and bitsets count them. That bounds the number of buckets.
counting
    Buckets are counted from the largest on; those that are left still cost at least their bounds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, njit, uint8, uint32, uint64

from gpuwordle.backends.numba_cpu.bound import (
    BUCKETS,
    FALLING,
    LARGEST,
    LOGS,
    NEVER,
    SQUARES,
    UNBOUNDED,
    entropy_slack,
    least_entropy,
    row_entropies,
)
from gpuwordle.backends.numba_cpu.hashing import renumber
from gpuwordle.backends.numba_cpu.popcount import popcount
from gpuwordle.scoring.logs import LOG_SCALE
from gpuwordle.scoring.rows import PLANE_BASE

CHUNK = 64
"""Answers whose codes are made at a time; rows are padded by as many."""

DIRECT_LENGTH = 11
"""Up to this word length every code has its own counter; beyond, codes are renumbered first."""

SMALLEST_BOUNDED = 8
"""Answers from which a bucket is bounded by letters: smaller ones fall apart for most partners."""


class First(NamedTuple):
    """The first word of a pair: its answers bucket after bucket, the largest first.

    ``entropy`` is its own, as that of `Partners`; ``rank`` its place among equals.
    """

    answers: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    entropy: int
    rank: int


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


class Bounds(NamedTuple):
    """What letter rows say of the largest buckets of a first word.

    ``rows``, (rows + 1, buckets): entropies, or for keys but entropy the factor by which a row may
    shrink a bucket or multiply its parts. ``whole`` is what a bucket costs uncut, ``least`` what it
    costs at least, and ``slack`` what rounding may have added in all. ``presence``, (letters + 1,
    words), has a bit for each answer of a bucket, which begins at its word of ``words``; only where
    buckets are counted.
    """

    rows: npt.NDArray[np.float64]
    whole: npt.NDArray[np.float64]
    least: npt.NDArray[np.float64]
    slack: float
    presence: npt.NDArray[np.uint64]
    words: npt.NDArray[np.int64]


@njit(cache=True, nogil=True)
def bound_rows(table, cost, first, used):  # type: ignore[no-untyped-def]
    """Describe the buckets of a first word by the letter rows that partners use."""
    offsets, kind, logs = first.offsets, cost.kind, cost.logs
    sizes = offsets[1:] - offsets[:-1]
    total = int64(offsets[-1])
    bounded = 0
    if kind != UNBOUNDED and kind != FALLING:
        while bounded < len(sizes) and sizes[bounded] >= SMALLEST_BOUNDED:
            bounded += 1
    rows = np.zeros((len(table.base), bounded), np.float64)
    whole = np.zeros(bounded, np.float64)
    least = np.zeros(bounded, np.float64)
    entropies = np.zeros(len(table.base), np.int64)
    set_counts = np.zeros(table.sets, np.int64)
    letters = table.placement.shape[1]
    words = np.zeros(bounded + 1, np.int64)
    if kind == BUCKETS:
        for bucket in range(bounded):
            words[bucket + 1] = words[bucket] + (sizes[bucket] + 63) // 64
    presence = np.zeros((letters, words[bounded]), np.uint64)
    for bucket in range(bounded):
        size = int64(sizes[bucket])
        placement = np.empty((letters, size), np.uint16)
        for j in range(size):
            answer = first.answers[offsets[bucket] + j]
            for letter in range(letters):
                placement[letter, j] = table.placement[answer, letter]
        row_entropies(table, kind, logs, placement, size, used, set_counts, entropies)
        scale = float(size) * LOG_SCALE
        blur = 2.0 ** (-entropy_slack(size) / scale)
        if kind == LOGS:
            whole[bucket] = float(logs[size])
        elif kind == SQUARES:
            whole[bucket] = float(size) * float(size) * blur
            least[bucket] = float(size)
        elif kind == LARGEST:
            whole[bucket] = float(size) * blur
            least[bucket] = 1.0
        else:
            whole[bucket] = float(size)
            for letter in range(letters):
                for j in range(size):
                    word = words[bucket] + (j >> 6)
                    bit = uint64(placement[letter, j] != 0) << uint64(j & 63)
                    presence[letter, word] |= bit
        for row in range(len(rows)):
            if kind == LOGS:
                rows[row, bucket] = float(entropies[row])
            elif kind == BUCKETS:
                rows[row, bucket] = np.round(2.0 ** (float(entropies[row]) / scale))
            else:
                rows[row, bucket] = 2.0 ** (-float(entropies[row]) / scale)
    slack = entropy_slack(total) if kind == LOGS else 1e-3 + 1e-9 * float(total) ** 2
    return Bounds(rows, whole, least, slack, presence, words)


@njit(cache=True, nogil=True)
def cap_buckets(table, guess, bounds, costs):  # type: ignore[no-untyped-def]
    """Cap the parts of each bucket, ``costs``, by its words that have two letters of a partner."""
    slots, letters, rows = table.slots, table.letters, bounds.rows
    presence, words = bounds.presence, bounds.words
    once = np.zeros(presence.shape[1], np.uint64)
    twice = np.zeros(presence.shape[1], np.uint64)
    one = np.ones(len(costs), np.float64)
    for plane in range(slots.shape[1]):
        for i in range(5):
            row = slots[guess, plane, i]
            if row == len(letters) - 1:
                break
            letter = letters[row]
            for word in range(uint64(len(once))):
                twice[word] |= once[word] & presence[letter, word]
                once[word] |= presence[letter, word]
            for bucket in range(uint64(len(costs))):
                one[bucket] += rows[row, bucket] - 1.0
    for bucket in range(len(costs)):
        several = uint64(0)
        for word in range(words[bucket], words[bucket + 1]):
            several += popcount(twice[word])
        costs[bucket] = min(costs[bucket], one[bucket] + float(several))


@njit(cache=True, nogil=True, fastmath={"reassoc", "nnan", "nsz"})
def bound_partner(table, guess, bounds, kind, costs):  # type: ignore[no-untyped-def]
    """Bound what a partner makes of each bucket: fills ``costs``, and returns their sum.

    Where the largest bucket is the key, the largest of them.
    """
    slots, rows, whole, least = table.slots, bounds.rows, bounds.whole, bounds.least
    buckets = uint64(len(whole))
    for plane in range(slots.shape[1]):
        row0 = uint32(slots[guess, plane, 0])
        row1 = uint32(slots[guess, plane, 1])
        row2 = uint32(slots[guess, plane, 2])
        row3 = uint32(slots[guess, plane, 3])
        row4 = uint32(slots[guess, plane, 4])
        if kind == LOGS:
            for j in range(buckets):
                five = rows[row0, j] + rows[row1, j] + rows[row2, j] + rows[row3, j] + rows[row4, j]
                costs[j] = five if plane == 0 else costs[j] + five
        else:
            for j in range(buckets):
                five = rows[row0, j] * rows[row1, j] * rows[row2, j] * rows[row3, j] * rows[row4, j]
                costs[j] = five if plane == 0 else costs[j] * five
    total = 0.0
    if kind == LARGEST:
        for j in range(buckets):
            costs[j] = max(least[j], whole[j] * costs[j])
            total = max(total, costs[j])
    elif kind == SQUARES:
        for j in range(buckets):
            costs[j] = max(least[j], whole[j] * costs[j])
            total += costs[j]
    else:
        if kind == BUCKETS:
            cap_buckets(table, guess, bounds, costs)
        for j in range(buckets):
            costs[j] = max(least[j], whole[j] - costs[j])
            total += costs[j]
    return total


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


@njit(cache=True, nogil=True)
def counting_for(table, size):  # type: ignore[no-untyped-def]
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


@njit(cache=True, nogil=True)
def build_rows(table, first, counting, guess):  # type: ignore[no-untyped-def]
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


@njit(cache=True, nogil=True)
def make_codes(slots, counting, guess, start):  # type: ignore[no-untyped-def]
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


@njit(cache=True, nogil=True)
def count_partner(table, cost, first, counting, guess, bound, costs, cutoff):  # type: ignore[no-untyped-def]
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


@njit(cache=True, nogil=True)
def enter(ranking, cost, lower, higher):  # type: ignore[no-untyped-def]
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


@njit(cache=True, nogil=True)
def search_partners(table, cost, first, partners, start, counting, ranking):  # type: ignore[no-untyped-def]
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
