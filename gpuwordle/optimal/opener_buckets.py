"""The buckets of openers: their sizes, the sums of their bounds, and the search of what is left.

An opener is refuted when the bounds of its buckets sum to the incumbent's total. The incumbent is
one number that threads read at any time: the total to beat, and the place of its opener in the
order of guesses. So of equal openers the first in that order wins, whichever thread is faster.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import (
    GATHERED,
    best_candidate,
    bucket_of,
    copy_row,
    count_all_guesses,
    count_listed,
    largest,
    total_of_three,
)
from gpuwordle.optimal.cancellation import ALL_SCANS, SCANS_LEFT, STOP
from gpuwordle.optimal.legality import add_clue, legal_bits, list_bits
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    SEARCHED,
    bound_of,
    fact_of,
    find,
    is_exact,
    is_scanned,
    key_under_conditions,
    put,
    put_own,
)
from gpuwordle.optimal.question import DONE, OUT_OF_SCANS, STOPPED, Question
from gpuwordle.optimal.search import search
from gpuwordle.scoring.groups import ranges

LARGE_FROM = 30
"""Smallest buckets that are bounded by supersets."""

SCANNED_FROM = 5
"""Smallest buckets that are bounded by all guesses."""

GAINING = 1000
"""Largest bucket that is counted at first: larger ones gain less for the time that they take."""

FIRST_SCANS, MORE_SCANS = 200, 8
"""Sets that each bucket may scan in the first round of its opener's search, and by how much each
later round multiplies it: most openers are refuted by buckets that are searched quickly."""

PLACE_BITS = 32


class OpenerBuckets(NamedTuple):
    """Buckets of openers, the largest of each first."""

    openers: npt.NDArray[np.int64]  # (openers,): the guesses
    offsets: npt.NDArray[np.int64]  # (openers + 1,): where the buckets of each opener begin
    codes: npt.NDArray[np.int64]  # (buckets,)
    sizes: npt.NDArray[np.int64]  # (buckets,)
    bounds: npt.NDArray[np.int64]  # (buckets,): proven lower bounds
    totals: npt.NDArray[np.int64]  # (openers,): sums of bounds, with the openers' own guesses

    @classmethod
    def of(
        cls, openers: npt.NDArray[np.int64], bucket_counts: npt.NDArray[np.int64], answers: int
    ) -> OpenerBuckets:
        """Allocate the buckets of openers, given how many each makes of all answers."""
        # The opener's own bucket ends the game and is not kept.
        offsets = np.concatenate([[0], np.cumsum(bucket_counts - (openers < answers))]).astype(
            np.int64
        )
        codes, sizes, bounds = np.zeros((3, int(offsets[-1])), np.int64)
        return cls(openers, offsets, codes, sizes, bounds, np.zeros(len(openers), np.int64))

    def take(self, chosen: npt.NDArray[np.intp]) -> OpenerBuckets:
        """Return the buckets of some of the openers."""
        bucket_counts = np.diff(self.offsets)[chosen]
        offsets = np.concatenate([[0], np.cumsum(bucket_counts)]).astype(np.int64)
        at = ranges(self.offsets[:-1][chosen], bucket_counts)
        columns = (self.codes[at], self.sizes[at], self.bounds[at])
        return OpenerBuckets(self.openers[chosen], offsets, *columns, self.totals[chosen])


class Goal(NamedTuple):
    """What openers are searched for."""

    left: int  # guesses left after the opener
    hard: bool  # whether hard mode is played
    any_tree: bool  # whether any tree within the guesses left will do


def packed(total: int, place: int) -> int:
    """Write an incumbent's total and place as one number."""
    return total << PLACE_BITS | place


@kernel
def beta_of(incumbent, opener):
    """Return what an opener's total must be below: an earlier guess wins a tie."""
    known = incumbent[0]
    return (known >> PLACE_BITS) + (opener < (known & ((1 << PLACE_BITS) - 1)))


@kernel(allocates=True)
def split_openers(codes, least, buckets, first, last, most, code_count):
    """Split all answers by openers ``first`` to ``last - 1``; bound the buckets by their sizes.

    ``least`` bounds sets by their sizes; ``most`` is the largest number of buckets that a guess
    makes of all answers, and so of any set.
    """
    answers = codes.shape[1]
    sizes = np.zeros(code_count, np.int64)
    for i in range(first, last):
        opener = buckets.openers[i]
        row = codes[opener]
        for answer in range(answers):
            sizes[row[answer]] += 1
        if opener < answers:
            sizes[row[opener]] = 0
        at, total = buckets.offsets[i], answers
        for code in range(code_count):
            size = sizes[code]
            sizes[code] = 0
            if size == 0:
                continue
            bound = least[size]
            if size > 2:
                bound = max(bound, 3 * size - most - 1)
            total += bound
            to = at
            while to > buckets.offsets[i] and buckets.sizes[to - 1] < size:
                buckets.codes[to] = buckets.codes[to - 1]
                buckets.sizes[to] = buckets.sizes[to - 1]
                buckets.bounds[to] = buckets.bounds[to - 1]
                to -= 1
            buckets.codes[to], buckets.sizes[to], buckets.bounds[to] = code, size, bound
            at += 1
        buckets.totals[i] = total


@kernel(internal=True)
def raise_bound(buckets, opener, bucket, bound):
    """Raise the bound of a bucket, and its opener's total with it."""
    if bound > buckets.bounds[bucket]:
        buckets.totals[opener] += bound - buckets.bounds[bucket]
        buckets.bounds[bucket] = bound


@kernel
def bound_small(tables, memo, workspace, buckets, chosen, incumbent, target):
    """Bound small buckets of openers by their own candidates, the smallest first.

    Work on an opener ends as soon as its bounds sum to ``target``, or refute it.
    """
    codes, entries = tables.codes, memo.entries
    candidates, row = workspace.candidates, workspace.opener_row
    stamps, clock = workspace.stamps, workspace.clock
    for i in chosen:
        opener = buckets.openers[i]
        copy_row(codes, opener, row)
        beta = min(beta_of(incumbent, opener), target)
        for bucket in range(buckets.offsets[i + 1] - 1, buckets.offsets[i] - 1, -1):
            size = buckets.sizes[bucket]
            if buckets.totals[i] >= beta or size >= LARGE_FROM or workspace.control[STOP]:
                break
            if size < 3:
                continue
            _, key1, key2 = bucket_of(row, tables.hash_words, buckets.codes[bucket], candidates)
            if size == 3:
                total = total_of_three(codes, candidates[0], candidates[1], candidates[2])
                raise_bound(buckets, i, bucket, total)
                continue
            bound = bound_of(find(entries, key1, key2))
            if bound < 2 * size:
                missing, guess = best_candidate(codes, candidates, size, stamps, clock)
                bound = put_own(memo, key1, key2, size, missing, guess)
            raise_bound(buckets, i, bucket, bound)


@kernel
def bound_counted(tables, memo, workspace, buckets, chosen, incumbent, target, least, end):
    """Raise buckets of openers to their one-ply bounds by counting all guesses.

    ``target`` is as for `bound_small`; ``least`` and ``end`` are the smallest size of the buckets
    and one more than the largest.
    """
    codes, entries, candidates = tables.codes, memo.entries, workspace.candidates
    bucket_counts, row = workspace.bucket_counts[0], workspace.opener_row
    for i in chosen:
        opener = buckets.openers[i]
        copy_row(codes, opener, row)
        beta = min(beta_of(incumbent, opener), target)
        first, last = buckets.offsets[i], buckets.offsets[i + 1]
        begin = first
        while begin < last and buckets.sizes[begin] > GAINING:
            begin += 1
        for turn in range(last - first):
            bucket = begin + turn if begin + turn < last else last - 1 - turn
            size = buckets.sizes[bucket]
            if buckets.totals[i] >= beta or workspace.control[STOP]:
                break
            if size < least or size >= end:
                continue
            _, key1, key2 = bucket_of(row, tables.hash_words, buckets.codes[bucket], candidates)
            fact = find(entries, key1, key2)
            if not is_exact(fact) and not is_scanned(fact):
                count_all_guesses(tables, candidates[:size], workspace, bucket_counts)
                for t in range(size):
                    bucket_counts[candidates[t]] += 1
                counted = 3 * size - largest(bucket_counts, codes.shape[0])
                fact = fact_of(max(bound_of(fact), counted), 0, 0, 1, 0)
                put(entries, memo.used, key1, key2, fact)
            raise_bound(buckets, i, bucket, bound_of(fact))


@kernel(allocates=True)
def bound_legal(tables, memo, workspace, buckets, chosen, incumbent, goal):
    """Bound buckets of openers by the guesses that are legal after them in hard mode."""
    codes, letters, rows = tables.codes, tables.letters, tables.legal_rows
    candidates, bits = workspace.candidates, workspace.legal_bits
    nothing = np.zeros(workspace.demands.shape[1], np.uint8)
    legal = np.empty(codes.shape[0], np.int32)
    bucket_counts = np.empty(GATHERED, np.int64)
    inside = np.zeros(codes.shape[0], np.bool_)
    row = workspace.opener_row
    for i in chosen:
        opener = buckets.openers[i]
        copy_row(codes, opener, row)
        beta = beta_of(incumbent, opener)
        first, last = buckets.offsets[i], buckets.offsets[i + 1]
        # Small buckets first: fewer guesses are legal there, and their bounds rise more.
        for bucket in range(last - 1, first - 1, -1):
            size, code = buckets.sizes[bucket], buckets.codes[bucket]
            if buckets.totals[i] >= beta:
                break
            if size < SCANNED_FROM:
                continue
            _, key1, key2 = bucket_of(row, tables.hash_words, code, candidates)
            add_clue(nothing, opener, candidates[0], letters, rows, workspace.demands[0])
            workspace.keys[0, 0], workspace.keys[0, 1] = key1, key2
            full1, full2 = key_under_conditions(tables, workspace, 0, goal.left, True)
            fact = find(memo.entries, full1, full2)
            if is_exact(fact) or is_scanned(fact):
                raise_bound(buckets, i, bucket, bound_of(fact))
                continue
            legal_bits(workspace.demands[0], letters.shape[1], rows, bits)
            count = list_bits(bits, legal)
            for t in range(size):
                inside[candidates[t]] = True
            most, enough, low = 0, 3 * size - buckets.bounds[bucket], 0
            while low < count and most < enough:
                some = legal[low : min(low + GATHERED, count)]
                count_listed(tables, candidates[:size], some, workspace, bucket_counts)
                for j in range(len(some)):
                    most = max(most, bucket_counts[j] + inside[some[j]])
                low += len(some)
            for t in range(size):
                inside[candidates[t]] = False
            # The bound that was known before may be one that was searched for.
            bound = max(buckets.bounds[bucket], 3 * size - most)
            deep = SEARCHED if most >= enough else 0
            put(memo.entries, memo.used, full1, full2, fact_of(bound, 0, deep, 1, 0))
            raise_bound(buckets, i, bucket, bound)


@kernel(allocates=True)
def settle(tables, memo, workspace, buckets, i, incumbent, goal):
    """Search the buckets of one opener until its total is known or reaches the incumbent's.

    Returns (status, total, depth): the status is `gpuwordle.optimal.question.DONE` or why the
    search ended early; the total is the least one if it is below the incumbent's, else a lower
    bound; the depth is that of the longest game.
    """
    codes, letters, rows = tables.codes, tables.letters, tables.legal_rows
    candidates, row = workspace.candidates, workspace.opener_row
    opener = buckets.openers[i]
    copy_row(codes, opener, row)
    first, last = buckets.offsets[i], buckets.offsets[i + 1]
    nothing = np.zeros(workspace.demands.shape[1], np.uint8)
    waiting = np.empty(last - first, np.int64)
    count, depth = 0, 1
    for t in range(first, last):
        # Small buckets first, since they cost least; if any tree will do, large ones fail first.
        bucket = t if goal.any_tree else last - 1 - (t - first)
        if buckets.sizes[bucket] >= 3:
            waiting[count] = bucket
            count += 1
        depth = max(depth, 1 + min(2, buckets.sizes[bucket]))
    if depth - 1 > goal.left:
        return DONE, INFEASIBLE, 0
    scans = FIRST_SCANS
    while count:
        kept = 0
        for t in range(count):
            bucket = waiting[t]
            beta = min(beta_of(incumbent, opener), INFEASIBLE)
            if buckets.totals[i] >= beta:
                return DONE, buckets.totals[i], 0
            if workspace.control[STOP]:
                return STOPPED, buckets.totals[i], 0
            code = buckets.codes[bucket]
            size, key1, key2 = bucket_of(row, tables.hash_words, code, candidates)
            if goal.hard:
                add_clue(nothing, opener, candidates[0], letters, rows, workspace.demands[0])
            workspace.control[SCANS_LEFT] = scans if count > 1 else ALL_SCANS
            question = Question(
                size,
                key1,
                key2,
                beta - (buckets.totals[i] - buckets.bounds[bucket]),
                goal.left,
                goal.hard,
                goal.any_tree,
                False,
                False,
            )
            status, total, deep, _ = search(tables, memo, workspace, question)
            if status == OUT_OF_SCANS:
                waiting[kept] = bucket
                kept += 1
                continue
            if status != DONE:
                return status, buckets.totals[i], 0
            raise_bound(buckets, i, bucket, total)
            depth = max(depth, 1 + deep)
        count = kept
        scans *= MORE_SCANS
    return DONE, buckets.totals[i], depth
