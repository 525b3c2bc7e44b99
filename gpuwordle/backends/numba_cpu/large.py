"""Large groups: every guess is bounded, the promising ones are counted, in all threads.

Bounds by letters rule out most guesses. A few pilots are counted first, to have keys to compare the
bounds with; then the rest on growing parts of the candidates (`gpuwordle.backends.narrowing`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt
from numba import int32, int64, uint16, uint64, void

from gpuwordle.backends.narrowing import (
    PARTS_OF_LARGEST,
    PARTS_OF_SQUARES,
    PILOTS,
    Contenders,
    Keys,
    Places,
    narrow,
)
from gpuwordle.backends.numba_cpu.arguments import COST, TABLE, Cost, Table
from gpuwordle.backends.numba_cpu.bound import (
    LARGEST,
    SQUARES,
    count_grey,
    fill_presence,
    key_from_entropy,
    key_from_grey,
    row_entropies,
    sum_entropies,
)
from gpuwordle.compiled import kernel
from gpuwordle.threads import Threads

Counter = Callable[[npt.NDArray[np.int32], npt.NDArray[np.int32]], Keys]
"""Computes the keys of guesses on candidates, both given as indices."""

_PARTS = {LARGEST: PARTS_OF_LARGEST, SQUARES: PARTS_OF_SQUARES}
# Nanoseconds on one core for a word of a letter's bitset, for a guess, and for the longest block
# of guesses.
_PRESENCE_WORD, _GUESS, _BLOCK = 0.15, 20.0, 3_000_000.0


@kernel(void(TABLE, COST, int32[::1], uint16[:, ::1], int64[::1], uint64[:, ::1]), allocates=True)
def describe_group(table, cost, guesses, placement, sums, presence):
    """Fill the letter bitsets of a group, and the sum of row entropies of each guess over it."""
    size = placement.shape[1]
    wanted = np.ones(len(table.base), np.bool_)
    entropies = np.zeros(len(table.base), np.int64)
    set_counts = np.zeros(table.sets, np.int64)
    row_entropies(table, cost.kind, cost.logs, placement, size, wanted, set_counts, entropies)
    sum_entropies(table.slots, entropies, guesses, sums)
    fill_presence(placement, size, presence)


@kernel(
    void(TABLE, COST, int32[::1], int64[::1], uint64[:, ::1], int64, int64, int64, int64[::1]),
    allocates=True,
)
def bound_guesses(table, cost, guesses, sums, presence, size, first, last, bounds):
    """Compute lower bounds of the keys of guesses ``first`` to ``last`` of a list."""
    slots, letters, most_buckets = table.slots, table.letters, table.most_buckets
    cumulative, slack, logs = cost.cumulative, cost.slack, cost.logs
    kind, largest_weight = cost.kind, cost.largest_weight
    union = np.zeros(presence.shape[1], np.uint64)
    for index in range(first, last):
        guess = guesses[index]
        grey = count_grey(slots, letters, presence, size, guess, union)
        least = key_from_grey(size, grey, most_buckets, kind, cumulative, slack, largest_weight)
        bounds[index] = max(least, key_from_entropy(size, sums[guess], kind, logs))


def narrow_large(
    table: Table,
    cost: Cost,
    candidates: npt.NDArray[np.int32],
    guesses: npt.NDArray[np.int32],
    threads: Threads,
    keys: Counter,
    top: int = 1,
) -> Contenders:
    """Narrow the guesses of one group to those that may be among the best.

    The key is not `FALLING`; candidates are answer indices; guesses are ascending.
    """
    size, letter_count = len(candidates), table.placement.shape[1]
    # Rare letters first: by how many candidates have the letters of each, summed.
    has = (table.placement[candidates] > 0).astype(np.int32)
    candidates = candidates[np.argsort(has @ has.sum(axis=0), kind="stable")]
    sums = np.zeros(len(table.slots), np.int64)
    presence = np.zeros((letter_count, (size + 511) // 512 * 8), np.uint64)
    placement = np.ascontiguousarray(table.placement[candidates].T)
    describe_group(table, cost, guesses, placement, sums, presence)
    bounds = np.empty(len(guesses), np.int64)
    bound = partial(bound_guesses, table, cost, guesses, sums, presence, size)
    each = _GUESS + _PRESENCE_WORD * table.length * presence.shape[1]
    cuts = threads.cut(len(guesses), each, 1, _BLOCK)
    threads.run((partial(bound, *cut, bounds), 0.0) for cut in cuts)
    pilots = np.argsort(-sums[guesses], kind="stable")[: max(PILOTS, top)]

    def count(places: Places, some: int) -> Keys:
        return keys(guesses[places], candidates[:some])

    return narrow(bounds, pilots, size, _PARTS.get(cost.kind, ()), count, top)
