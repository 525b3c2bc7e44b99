"""The best pairs of all, played whatever the clues: bound every partner, count what is left.

First words are taken in descending order of entropy and dealt out to threads. Each is searched with
the partners after it, against the best pairs that any thread has found by then: so the first few
first words find nearly all of them, and bounds settle the others.

The buckets of the first word split the answers, and a partner splits every bucket again; the key of
the pair is that of all resulting buckets together. What bounds a guess on a group (`bound`)
therefore bounds a partner on every bucket, and the bounds add up:

two words
    H(first, partner) <= H(first) + H(partner). Partners come in descending order of entropy, so
    that the first one that is too poor ends the search.
letters of the partner in each bucket
    H(partner's code) <= the sum of the entropies of its letter rows there.
words with two letters of the partner
    Words of a bucket without a letter of the partner share a code, and those with one of its
    letters have as many codes as the row of that letter has values. Only words with two or more
    can all have different codes; bitsets count them.
counting
    Buckets are counted from the largest on; those not counted yet cost at least their bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, uint32, uint64

from gpuwordle.backends.numba_cpu.arguments import Cost, Table
from gpuwordle.backends.numba_cpu.bound import (
    BUCKETS,
    FALLING,
    LARGEST,
    LOGS,
    SQUARES,
    UNBOUNDED,
    cost_of,
    entropy_slack,
    least_entropy,
    row_entropies,
)
from gpuwordle.backends.numba_cpu.hashing import renumber
from gpuwordle.backends.numba_cpu.intrinsics import popcount
from gpuwordle.backends.numba_cpu.keys import CHUNK, Scratch, build_rows, make_codes, scratch_for
from gpuwordle.backends.numba_cpu.rows import write_paired_codes
from gpuwordle.compiled import kernel
from gpuwordle.progress import Progress
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import LOG_SCALE
from gpuwordle.scoring.statistics import NO_KEY, Key, Statistics
from gpuwordle.threads import Task, Threads

SMALLEST_BOUNDED = 8
"""Size from which a bucket is bounded by letters: most partners split smaller ones completely."""


class First(NamedTuple):
    """The first word of a pair, and the answers bucket after bucket, the largest first."""

    answers: npt.NDArray[np.int32]  # (answers,)
    offsets: npt.NDArray[np.int64]  # (buckets + 1,)
    entropy: int  # as in `Partners`
    rank: int  # its place among equals


class Bounds(NamedTuple):
    """What letter rows tell about the largest buckets of a first word.

    ``rows`` are entropies; for keys other than entropy, factors by which a row may shrink a bucket
    or multiply the number of buckets. ``presence`` and ``words`` are empty unless the key is the
    number of buckets.
    """

    rows: npt.NDArray[np.float64]  # (rows + 1, buckets)
    whole: npt.NDArray[np.float64]  # (buckets,): cost of a bucket that is not split
    least: npt.NDArray[np.float64]  # (buckets,): least cost of a bucket
    slack: float  # what rounding may have added in all
    presence: npt.NDArray[np.uint64]  # (letters + 1, words): a bit for each answer of a bucket
    words: npt.NDArray[np.int64]  # (buckets + 1,): where the bits of each bucket begin


class Partners(NamedTuple):
    """Guesses in descending order of entropy: arrays of shape (guesses,)."""

    guesses: npt.NDArray[np.int32]
    entropies: npt.NDArray[np.int64]  # times the number of answers
    ranks: npt.NDArray[np.int64]  # places among equals


class Ranking(NamedTuple):
    """The best pairs, best first: costs, and the ranks of their words, the lower one first."""

    costs: npt.NDArray[np.int64]
    lower: npt.NDArray[np.int64]
    higher: npt.NDArray[np.int64]

    @classmethod
    def empty(cls, size: int) -> Ranking:
        """Make a ranking that every pair enters."""
        return cls(*(np.full(size, NO_KEY, np.int64) for _ in range(3)))


@kernel(internal=True, allocates=True)
def bound_rows(table, cost, first, placement, used):
    """Describe the buckets of a first word by the letter rows that partners use.

    ``placement``, (letters + 1, at least answers), is in the order of the buckets.
    """
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
        inside = np.empty((letters, size), np.uint16)
        for letter in range(letters):
            for j in range(size):
                inside[letter, j] = placement[letter, offsets[bucket] + j]
        row_entropies(table, kind, logs, inside, size, used, set_counts, entropies)
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
                    bit = uint64(inside[letter, j] != 0) << uint64(j & 63)
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


@kernel(internal=True, allocates=True)
def cap_buckets(table, guess, bounds, costs):
    """Cap the numbers of buckets, ``costs``, by the words that have two letters of a partner."""
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


@kernel(internal=True, fastmath={"reassoc", "nnan", "nsz"})
def bound_partner(table, guess, bounds, kind, costs):
    """Bound the cost of each bucket split by a partner: fill ``costs``, and return their sum.

    If the key is the largest bucket, return the largest of them.
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


@kernel(internal=True)
def count_partner(table, cost, first, scratch, guess, bound, costs, cutoff):
    """Count the cost of a pair; return `NO_KEY` as soon as it passes the cutoff.

    ``bound`` is the least cost of all buckets, and ``costs`` are those of the bounded ones.
    """
    offsets, slots = first.offsets, table.slots
    counts, touched, codes = scratch.counts, scratch.touched, scratch.codes
    marginal, largest_weight, kind = cost.marginal, cost.largest_weight, cost.kind
    direct = len(scratch.numbers) == 1
    floor = float(marginal[0]) if kind != UNBOUNDED and kind != FALLING else 0.0
    build_rows(table, offsets[-1], scratch, guess)
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
                make_codes(scratch.rows, slots, table.plane_base, codes, guess, at)
            stop = min(end, made + CHUNK)
            if not direct:
                known = renumber(
                    codes,
                    at - made,
                    stop - made,
                    scratch.numbers,
                    scratch.keys,
                    scratch.base[0],
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
        scratch.base[0] += known
        if kind == FALLING:
            continue
        if kind != LARGEST:
            bound -= costs[bucket] if bucket < bounded else floor * float(end - start)
        rest = bound if kind != LARGEST else 0.0
        if float(total + largest_weight * (int64(top) + 1)) + rest > cutoff:
            return NO_KEY
    return total + largest_weight * (int64(top) + 1)


@kernel(internal=True)
def enter(ranking, cost, lower, higher):
    """Insert a pair into a ranking if it is better than the last one there."""
    costs, lowers, highers = ranking.costs, ranking.lower, ranking.higher
    at = len(costs)
    while at > 0 and (cost, lower, higher) < (costs[at - 1], lowers[at - 1], highers[at - 1]):
        at -= 1
    for later in range(len(costs) - 1, at, -1):
        costs[later], lowers[later] = costs[later - 1], lowers[later - 1]
        highers[later] = highers[later - 1]
    if at < len(costs):
        costs[at], lowers[at], highers[at] = cost, lower, higher


@kernel(allocates=True)
def search_partners(table, cost, first, partners, start, scratch, ranking):
    """Search the partners of a first word from ``start`` on; return how many were entered."""
    guesses, entropies, ranks = partners.guesses, partners.entropies, partners.ranks
    offsets, kind = first.offsets, cost.kind
    size, last = int64(offsets[-1]), len(ranking.costs) - 1
    worst = NO_KEY
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
    for place in range(start, end):
        for plane in range(table.slots.shape[1]):
            for i in range(5):
                used[table.slots[guesses[place], plane, i]] = True
    used[len(used) - 1] = False
    for letter in range(len(scratch.placement)):
        for j in range(size):
            scratch.placement[letter, j] = table.placement[first.answers[j], letter]
    bounds = bound_rows(table, cost, first, scratch.placement, used)
    bounded = len(bounds.whole)
    costs = np.empty(bounded, np.float64)
    small = 0.0
    if kind != UNBOUNDED and kind != FALLING and kind != LARGEST:
        small = float(cost.marginal[0]) * float(size - offsets[bounded])
    scratch.built[:] = False
    for place in range(start, end):
        if ranking.costs[last] != worst:
            worst = ranking.costs[last]
            needed = least_entropy(size, worst, kind, cost.logs)
        if first.entropy + entropies[place] < needed:
            break
        guess, rank = guesses[place], ranks[place]
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
        found = count_partner(table, cost, first, scratch, guess, bound, costs, allowed)
        if found <= cutoff:
            entered += 1
            enter(ranking, found, lower, higher)
    return entered


def bytes_needed(table: Table, answers: int) -> int:
    """Estimate the bytes of scratch for one thread: letter rows, and bounds of buckets."""
    return 2 * len(table.base) * answers


class PairSearch:
    """Search for the pairs of some guesses with the smallest keys.

    ``top`` is how many pairs to keep; ``ranked`` are the guesses, in the order in which they win
    ties; ``scored`` are their statistics on all answers.
    """

    def __init__(
        self, table: Table, key: Key, top: int, ranked: npt.NDArray[np.int32], scored: Statistics
    ) -> None:
        self.table, self.top, self.ranked = table, top, ranked
        self.answers = int(scored.sizes[0])
        self.cost: Cost = cost_of(key, self.answers)
        entropies = self.cost.logs[self.answers] - scored.sum_n_log_n[0]
        if self.cost.kind == BUCKETS:
            bits = np.log2(scored.buckets[0])
            entropies = np.floor(self.answers * LOG_SCALE * bits).astype(np.int64) + 1
        order = np.argsort(-entropies, kind="stable")
        self.partners = Partners(
            np.ascontiguousarray(ranked[order]), entropies[order], order.astype(np.int64)
        )
        self._best = Ranking.empty(top)
        self._lock = Lock()
        self._scratch: SimpleQueue[Scratch] = SimpleQueue()

    def run(self, threads: Threads, progress: Progress | None) -> npt.NDArray[np.int32]:
        """Search all pairs; return guess indices, int32 (pairs, 2), best first."""
        done = 0.0

        def report(share: float) -> None:
            nonlocal done
            done += share
            if progress is not None:
                progress(min(done, 1.0))

        threads.run(self._tasks(), report)
        found = int((self._best.costs < NO_KEY).sum())
        places = np.column_stack([self._best.lower[:found], self._best.higher[:found]])
        return self.ranked[places]

    def _tasks(self) -> Iterator[Task]:
        guesses = len(self.ranked)
        pairs = max(guesses * (guesses - 1) // 2, 1)
        for place in range(guesses - 1):
            yield partial(self._search, place), (guesses - 1 - place) / pairs

    def _search(self, place: int) -> None:
        """Search the partners after one first word, and enter the pairs that were found."""
        entropy = int(self.partners.entropies[place])
        with self._lock:
            best = Ranking(*(column.copy() for column in self._best))
        if 2 * entropy < least_entropy(
            self.answers, best.costs[-1], self.cost.kind, self.cost.logs
        ):
            return  # partners after it have no more entropy
        try:
            scratch = self._scratch.get_nowait()
        except Empty:
            scratch = scratch_for(self.table, self.answers)
        first = self._first(place)
        entered = search_partners(
            self.table, self.cost, first, self.partners, place + 1, scratch, best
        )
        self._scratch.put(scratch)
        if not entered:
            return
        with self._lock:
            both = np.unique(np.hstack([np.array(best), np.array(self._best)]), axis=1)
            for column, values in zip(self._best, both, strict=True):
                column[: both.shape[1]] = values[: self.top]

    def _first(self, place: int) -> First:
        """Sort the answers by the buckets of a first word, the largest first."""
        guess, answers = self.partners.guesses[place], np.arange(self.answers)
        codes = np.empty(self.answers, np.uint32)
        write_paired_codes(self.table, np.full(self.answers, guess, np.int64), answers, codes)
        _, bucket, sizes = np.unique(codes, return_inverse=True, return_counts=True)
        bucket = bucket.ravel()
        order = np.lexsort((bucket, -sizes[bucket]))
        buckets = Groups.from_sizes(order, np.sort(sizes)[::-1])
        return First(
            buckets.candidates,
            buckets.offsets,
            int(self.partners.entropies[place]),
            int(self.partners.ranks[place]),
        )
