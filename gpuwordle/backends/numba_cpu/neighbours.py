"""Two guesses that differ in one letter are counted together, if candidates have weights.

If this letter stands nowhere else in its guess, the codes of both guesses differ in one digit.
Each candidate is added once, to a counter for the code of the first guess and that digit of the
second: three times as many counters, but half the additions. A bucket of either guess is the sum of
three counters. Of the 12,972 guesses of Wordle, 10,024 are in such pairs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint16, uint64

from gpuwordle.backends.numba_cpu.rows import add_rows, slots_of
from gpuwordle.backends.numba_cpu.weighted_counts import add_four, sums_of_all
from gpuwordle.compiled import kernel
from gpuwordle.scoring.contributions import RowPlan


class Neighbours(NamedTuple):
    """Pairs of guesses whose letter rows are the same but for one, which has one place."""

    pairs: npt.NDArray[np.int64]  # (pairs, 2): guesses
    rows: npt.NDArray[np.int64]  # (pairs,): the row that the second guess alone has
    steps: npt.NDArray[np.int64]  # (pairs,): what one more in the digit adds to a code
    others: npt.NDArray[np.int64]  # guesses of no pair

    @classmethod
    def of(cls, plan: RowPlan) -> Neighbours:
        """Pair guesses of one byte plane under Wordle's rule: last places first."""
        slots, zero_row = plan.slots[:, 0], len(plan)
        left = np.ones(len(slots), np.bool_)
        pairs, rows, steps = [], [], []
        for place in reversed(range(plan.length)):
            # Few enough rows for four of them to make a key of 64 bits.
            is_own = np.append(plan.places == 1 << place, False)[slots]
            some = np.flatnonzero(left & is_own.any(axis=1))
            shared = np.sort(np.where(is_own, zero_row, slots)[some], axis=1)[:, :-1]
            keys = shared @ (zero_row + 1) ** np.arange(shared.shape[1])
            order = np.argsort(keys, kind="stable")
            equal = np.diff(keys[order], prepend=-1) == 0
            ranks = np.arange(len(some))
            odd = (ranks - np.maximum.accumulate(np.where(equal, 0, ranks))) % 2 == 1
            second = np.flatnonzero(odd)
            found = some[order[np.stack([second - 1, second], axis=1)]]
            left[found] = False
            pairs.append(found)
            rows.append(slots[found[:, 1]][is_own[found[:, 1]]].astype(np.int64))
            steps.append(np.full(len(found), 3 ** (plan.length - 1 - place)))
        found = np.concatenate(pairs)
        return cls(found, np.concatenate(rows), np.concatenate(steps), np.flatnonzero(left))


@kernel(internal=True, forceinline=True)
def _add_digits(table, start, stop, step, sums):
    """Add up the counters ``start`` to ``stop`` that differ in one digit alone."""
    place = uint64(0)
    for low in range(start, stop, uint64(3) * step):
        for j in range(low, low + step):
            sums[place] = table[j] + table[j + step] + table[j + step + step]
            place += uint64(1)


@kernel(allocates=True)
def count_neighbours(tile, neighbours, first, last, log_table, packed, block):
    """Score pairs ``first`` to ``last`` on one group; see `weighted_counts.count_weighted_tile`.

    The tile has all guesses, in the order of the results.
    """
    rows, slots, group = tile.rows, tile.slots, tile.first_group
    pairs, own_rows, steps = neighbours.pairs, neighbours.rows, neighbours.steps
    code_count, n = uint64(tile.codes), uint64(rows.shape[1])
    counters = uint64(3) * code_count
    table, each = np.zeros(4 * 3 * tile.codes, np.uint64), np.empty(tile.codes, np.uint64)
    codes, sums = np.empty(4 * rows.shape[1], np.uint16), np.empty(rows.shape[1], np.uint8)
    heavy = np.empty(tile.codes, np.uint32)
    for base in range(first, last, 4):
        for lane in range(4):
            pair = min(base + lane, last - 1)
            add_rows(rows, slots_of(slots, pairs[pair, 0], 0), sums, 0)
            shift, row = uint64(lane) * n, uint64(own_rows[pair])
            digit = uint16(tile.codes // steps[pair])
            for j in range(n):
                codes[shift + j] = uint16(sums[j]) + digit * uint16(rows[row, j])
        add_four(codes, n, counters, packed, table)
        for lane in range(4):
            pair = min(base + lane, last - 1)
            start = uint64(lane) * counters
            stop, step = start + counters, uint64(steps[pair])
            for which in range(2):
                if which == 0:
                    _add_digits(table, start, stop, code_count, each)
                elif step == 1:  # constants make short loops fast
                    _add_digits(table, start, stop, uint64(1), each)
                elif step == 3:
                    _add_digits(table, start, stop, uint64(3), each)
                else:
                    _add_digits(table, start, stop, step, each)
                five = sums_of_all(each, uint64(0), code_count, log_table, heavy)
                for i in range(5):
                    block[i, group, pairs[pair, which]] = five[i]
            table[start:stop] = 0
