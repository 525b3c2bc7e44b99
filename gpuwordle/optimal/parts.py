"""The parts of openers: their sizes, what their bounds add up to, and the search of what is left.

An opener is out when the bounds of its parts add up to the incumbent's total. The incumbent is one
number that threads read whenever they look: its total, and its place in the order of guesses, so
that of equal openers the first in that order wins, whichever thread is faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import (
    GATHERED,
    LARGEST_OF_PAIRS,
    best_member,
    count_by_columns,
    total_of_three,
)
from gpuwordle.optimal.guessing import largest
from gpuwordle.optimal.legality import demand, legal_bits, listed
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    SEARCHED,
    bound_of,
    fact_of,
    find,
    is_exact,
    is_scanned,
    put,
)
from gpuwordle.optimal.question import DONE, OUT_OF_NODES, STOPPED, Question, whole_key
from gpuwordle.optimal.running import NODES, STOP
from gpuwordle.optimal.search import search
from gpuwordle.optimal.walks import count_listed, part_of

WALKED_FROM = 30
"""Parts of so many candidates and more are bounded by walks."""

SCANNED_FROM = 5

FIRST_NODES, MORE_NODES = 200, 8
"""Sets that each part may scan in the first round of its opener's search, and how many times as
many in each later one: most openers die of parts that are searched quickly."""

PLACE_BITS = 32


class Parts(NamedTuple):
    """Parts of openers, the largest of each first.

    Attributes
    ----------
    openers : ndarray of int64, shape (openers,)
        The guesses.
    offsets : ndarray of int64, shape (openers + 1,)
        The parts of opener i are ``offsets[i]`` to before ``offsets[i + 1]``.
    codes, sizes, bounds : ndarray of int64, shape (parts,)
        Pattern, candidates and proven lower bound of each.
    totals : ndarray of int64, shape (openers,)
        What the bounds add up to, with the openers' own guesses.
    """

    openers: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.int64]
    totals: npt.NDArray[np.int64]

    @classmethod
    def of(
        cls, openers: npt.NDArray[np.int64], patterns: npt.NDArray[np.int64], answers: int
    ) -> Parts:
        """Make room for the parts of openers that get so many patterns on all answers."""
        # A candidate's own pattern ends the game and leaves no part.
        offsets = np.concatenate([[0], np.cumsum(patterns - (openers < answers))]).astype(np.int64)
        codes, sizes, bounds = np.zeros((3, int(offsets[-1])), np.int64)
        return cls(openers, offsets, codes, sizes, bounds, np.zeros(len(openers), np.int64))

    @classmethod
    def joined(cls, pieces: Sequence[Parts]) -> Parts:
        """Put the parts of several blocks of openers together."""
        counts = np.concatenate([np.diff(piece.offsets) for piece in pieces])
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        openers, _, *columns = (np.concatenate(column) for column in zip(*pieces, strict=True))
        return cls(openers, offsets, *columns)

    def take(self, chosen: npt.NDArray[np.intp]) -> Parts:
        """Return the parts of some of the openers."""
        counts = np.diff(self.offsets)[chosen]
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        at = np.arange(offsets[-1]) + np.repeat(self.offsets[:-1][chosen] - offsets[:-1], counts)
        columns = (self.codes[at], self.sizes[at], self.bounds[at])
        return Parts(self.openers[chosen], offsets, *columns, self.totals[chosen])


class Rules(NamedTuple):
    """What openers are searched for.

    Attributes
    ----------
    left : int
        Guesses left after the opener.
    hard : bool
        Whether hard mode is played.
    any_tree : bool
        Whether any tree within the guesses left will do.
    """

    left: int
    hard: bool
    any_tree: bool


def packed(total: int, place: int) -> int:
    """Write an incumbent's total and place as one number."""
    return total << PLACE_BITS | place


@kernel
def beta_of(incumbent, opener):
    """Return what an opener's total must stay below: a tie is a win for an earlier guess."""
    known = incumbent[0]
    return (known >> PLACE_BITS) + (opener < (known & ((1 << PLACE_BITS) - 1)))


@kernel(allocates=True)
def split_openers(codes, parts, most, code_count):
    """Split all answers by each opener, and bound the parts by their sizes.

    ``most`` is the largest number of patterns of any guess on all answers, and so on any part.
    """
    answers = codes.shape[1]
    counts = np.zeros(code_count, np.int64)
    for i in range(len(parts.openers)):
        opener = parts.openers[i]
        row = codes[opener]
        for answer in range(answers):
            counts[row[answer]] += 1
        if opener < answers:
            counts[row[opener]] = 0
        at, total = parts.offsets[i], answers
        for code in range(code_count):
            size = counts[code]
            counts[code] = 0
            if size == 0:
                continue
            bound = 2 * size - 1
            if size > 2:
                bound = max(bound, 3 * size - most - 1)
            total += bound
            to = at
            while to > parts.offsets[i] and parts.sizes[to - 1] < size:
                parts.codes[to] = parts.codes[to - 1]
                parts.sizes[to] = parts.sizes[to - 1]
                parts.bounds[to] = parts.bounds[to - 1]
                to -= 1
            parts.codes[to], parts.sizes[to], parts.bounds[to] = code, size, bound
            at += 1
        parts.totals[i] = total


@kernel(internal=True)
def raise_bound(parts, opener, part, bound):
    """Take a better bound of a part into the opener's total."""
    if bound > parts.bounds[part]:
        parts.totals[opener] += bound - parts.bounds[part]
        parts.bounds[part] = bound


@kernel
def bound_small(tables, memo, scratch, parts, chosen, incumbent, hard):
    """Bound small parts of openers: by their members, and in easy mode by all guesses."""
    codes, entries, used = tables.codes, memo.entries, memo.used
    answers = codes.shape[1]
    padded = tables.columns.shape[0] // answers
    members, counts, starts = scratch.members, scratch.counts[0], scratch.starts
    for i in chosen:
        opener = parts.openers[i]
        beta = beta_of(incumbent, opener)
        first, last = parts.offsets[i], parts.offsets[i + 1]
        for part in range(last - 1, first - 1, -1):
            size = parts.sizes[part]
            if parts.totals[i] >= beta or size >= WALKED_FROM:
                break
            if size < 3:
                continue
            _, key1, key2 = part_of(codes, tables.hash_words, opener, parts.codes[part], members)
            if size == 3:
                raise_bound(
                    parts, i, part, total_of_three(codes, members[0], members[1], members[2])
                )
                continue
            bound = bound_of(find(entries, key1, key2))
            if bound < 2 * size:
                missing, member = best_member(codes, members, size, scratch.stamps, scratch.clock)
                bound = 2 * size
                if missing == 0:
                    bound = 2 * size - 1
                    put(entries, used, key1, key2, fact_of(bound, 1, 2, 0, member))
                elif missing == 1:
                    put(entries, used, key1, key2, fact_of(bound, 1, 3, 0, member))
                else:
                    put(entries, used, key1, key2, fact_of(bound, 0, 0, 0, 0))
            raise_bound(parts, i, part, bound)
        if hard:
            continue
        for part in range(first, last):
            size = parts.sizes[part]
            if parts.totals[i] >= beta or size < SCANNED_FROM:
                break
            if size >= WALKED_FROM or size > LARGEST_OF_PAIRS:
                continue
            _, key1, key2 = part_of(codes, tables.hash_words, opener, parts.codes[part], members)
            fact = find(entries, key1, key2)
            if not is_exact(fact) and not is_scanned(fact):
                for t in range(size):
                    starts[t] = members[t] * padded
                count_by_columns(tables.columns, starts, size, padded, counts, scratch.bits)
                for j in range(codes.shape[0], padded):
                    counts[j] = 0
                for t in range(size):
                    counts[members[t]] += 1
                fact = fact_of(3 * size - largest(counts, codes.shape[0]), 0, 0, 1, 0)
                put(entries, used, key1, key2, fact)
            raise_bound(parts, i, part, bound_of(fact))


@kernel(allocates=True)
def bound_legal(tables, memo, scratch, parts, chosen, incumbent, rules):
    """Bound parts of openers by the guesses that are legal after them."""
    codes, length = tables.codes, tables.letters.shape[1]
    members, bits = scratch.members, scratch.legal_bits
    nothing = np.zeros(scratch.demands.shape[1], np.uint8)
    legal = np.empty(codes.shape[0], np.int32)
    counts = np.empty(GATHERED, np.int64)
    inside = np.zeros(codes.shape[0], np.bool_)
    for i in chosen:
        opener = parts.openers[i]
        beta = beta_of(incumbent, opener)
        first, last = parts.offsets[i], parts.offsets[i + 1]
        # Small parts first: fewer guesses are legal there, and more of them are lost.
        for part in range(last - 1, first - 1, -1):
            size = parts.sizes[part]
            if parts.totals[i] >= beta:
                break
            if size < SCANNED_FROM:
                continue
            _, key1, key2 = part_of(codes, tables.hash_words, opener, parts.codes[part], members)
            demand(nothing, tables.letters[opener], tables.letters[members[0]], scratch.demands[0])
            scratch.keys[0, 0], scratch.keys[0, 1] = key1, key2
            asked1, asked2 = whole_key(tables, scratch, 0, rules.left, True)
            fact = find(memo.entries, asked1, asked2)
            if is_exact(fact) or is_scanned(fact):
                raise_bound(parts, i, part, bound_of(fact))
                continue
            legal_bits(scratch.demands[0], length, tables.legal_rows, bits)
            count = listed(bits, legal)
            for t in range(size):
                inside[members[t]] = True
            most, enough, low = 0, 3 * size - parts.bounds[part], 0
            while low < count and most < enough:
                some = legal[low : min(low + GATHERED, count)]
                count_listed(tables, members[:size], some, scratch, counts)
                for j in range(len(some)):
                    most = max(most, counts[j] + inside[some[j]])
                low += len(some)
            for t in range(size):
                inside[members[t]] = False
            # What was known of the part before may have been searched for.
            bound = max(parts.bounds[part], 3 * size - most)
            deep = SEARCHED if most >= enough else 0
            put(memo.entries, memo.used, asked1, asked2, fact_of(bound, 0, deep, 1, 0))
            raise_bound(parts, i, part, bound)


@kernel(allocates=True)
def settle(tables, memo, scratch, parts, i, incumbent, rules):
    """Search the parts of one opener until its total is known or reaches the incumbent's.

    Returns
    -------
    tuple of (int, int, int)
        How it ended (`gpuwordle.optimal.question.DONE` or why not), the total if it is below the
        incumbent's or else a lower bound, and the guesses of the longest game.
    """
    codes, letters, members = tables.codes, tables.letters, scratch.members
    opener = parts.openers[i]
    first, last = parts.offsets[i], parts.offsets[i + 1]
    nothing = np.zeros(scratch.demands.shape[1], np.uint8)
    waiting = np.empty(last - first, np.int64)
    count, depth = 0, 1
    for t in range(first, last):
        # Small parts first, since they cost least; any tree at all fails first on large ones.
        part = t if rules.any_tree else last - 1 - (t - first)
        if parts.sizes[part] >= 3:
            waiting[count] = part
            count += 1
        depth = max(depth, 1 + min(2, parts.sizes[part]))
    if depth - 1 > rules.left:
        return DONE, INFEASIBLE, 0
    nodes = FIRST_NODES
    while count:
        kept = 0
        for t in range(count):
            part = waiting[t]
            beta = min(beta_of(incumbent, opener), INFEASIBLE)
            if parts.totals[i] >= beta:
                return DONE, parts.totals[i], 0
            if scratch.control[STOP]:
                return STOPPED, parts.totals[i], 0
            size, key1, key2 = part_of(codes, tables.hash_words, opener, parts.codes[part], members)
            if rules.hard:
                demand(nothing, letters[opener], letters[members[0]], scratch.demands[0])
            scratch.control[NODES] = nodes if count > 1 else 1 << 60
            question = Question(
                size,
                key1,
                key2,
                beta - (parts.totals[i] - parts.bounds[part]),
                rules.left,
                rules.hard,
                rules.any_tree,
                False,
            )
            status, total, deep, _ = search(tables, memo, scratch, question)
            if status == OUT_OF_NODES:
                waiting[kept] = part
                kept += 1
                continue
            if status != DONE:
                return status, parts.totals[i], 0
            raise_bound(parts, i, part, total)
            depth = max(depth, 1 + deep)
        count = kept
        nodes *= MORE_NODES
    return DONE, parts.totals[i], depth
