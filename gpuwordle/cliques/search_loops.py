"""The hot loops of the clique search, compiled by numba.

They are those of `gpuwordle.cliques.counting` and `gpuwordle.cliques.listing`, which have the same
steps in NumPy arrays; `gpuwordle.cliques.search_index` explains the method. Here a state is one
64-bit word of handled letters, and the letter sets with a rarest letter that are disjoint from it
are found by one branchless test of each set of its tier.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types, uint64
from numba.extending import intrinsic

from gpuwordle.cliques.search_index import LARGEST_COUNT, Tiers
from gpuwordle.compiled import kernel

KEY, WORD_CLIQUES, SET_CLIQUES = 0, 1, 2
"""Columns of a table of states: the handled letters, and in how many ways they are reached, with
anagrams and without. A slot with no ways is free."""

STATE_COLUMNS = 4
"""One more than are used, so that a state never straddles two cache lines."""

HANDLED, NEXT, END, SLACK, PLACED, FOUND_BEFORE = range(6)
"""Columns of the stack of `search`, one row for each letter decided: the handled letters, the next
free set and how many there are, the letters that may still be skipped, the sets placed, and how
many cliques had been found when the row was entered."""

STACK_COLUMNS = 6

ROW, EMITTED = 0, 1
"""Entries of the cursor of `search`: the row of the stack and the cliques found so far."""


class Stack(NamedTuple):
    """The state of `search`, kept between calls.

    A dead state leads to no clique. It may be overwritten by another one, which costs time but
    changes no result.
    """

    rows: npt.NDArray[np.uint64]  # (letters + 1, 6): the states that led here; see HANDLED
    free: npt.NDArray[np.int32]  # (letters + 1, longest list): which sets of the tiers cover each
    cursor: npt.NDArray[np.int64]  # (2,): row of the stack (-1: over), cliques found so far
    path: npt.NDArray[np.int32]  # (clique size,): letter sets placed
    dead: npt.NDArray[np.uint64]  # (clique size, a power of two): dead states, by sets placed


class Layers(NamedTuple):
    """The states that `extend` reaches, in hash tables with linear probing."""

    covered: npt.NDArray[np.uint64]  # (a power of two, 4): states with one more set
    skipped: npt.NDArray[np.uint64]  # (a power of two, 4): states with one more letter skipped
    used: npt.NDArray[np.int64]  # (2,): slots in use in each
    total: npt.NDArray[np.uint64]  # (2,): complete cliques, with anagrams and without


_WORDS, _TABLE, _NUMBERS = types.uint64[::1], types.uint64[:, ::1], types.int64[::1]
_PLACES = types.int32[::1]
_LAYERS = types.NamedTuple((_TABLE, _TABLE, _NUMBERS, _WORDS), Layers)
_TIERS = types.NamedTuple((types.int64[:, ::1], _WORDS, _WORDS, _PLACES, types.int64), Tiers)
_STACK = types.NamedTuple((_TABLE, types.int32[:, ::1], _NUMBERS, _PLACES, _TABLE), Stack)

# Multiplying by it leaves well-mixed high bits (2**64 over the golden ratio).
_SPREAD = uint64(0x9E3779B97F4A7C15)


@intrinsic
def lowest_bit(_typing: Any, _word: Any) -> Any:
    """Return the index of the lowest set bit of a nonzero uint64 as int64."""

    def instruction(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        undefined_for_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], undefined_for_zero)

    return types.int64(types.uint64), instruction


@kernel(internal=True)
def disjoint_sets(handled, start, stop, sets, free, row):  # type: ignore[no-untyped-def]
    """Collect the sets from start to stop without a handled letter in a row of ``free``."""
    # Unsigned indices need no sign check, and a vectorised count comes before the search.
    some = uint64(0)
    for number in range(uint64(start), uint64(stop)):
        some += uint64((sets[number] & handled) == uint64(0))
    if some == uint64(0):
        return some
    count = uint64(0)
    for number in range(uint64(start), uint64(stop)):
        free[row, count] = np.int32(number)
        count += uint64((sets[number] & handled) == uint64(0))
    return count


@kernel(internal=True)
def hash_shift(capacity):
    """Return how far a 64-bit product is shifted right to index a table of a power of two."""
    shift = 64
    while capacity > 1:
        capacity >>= 1
        shift -= 1
    return uint64(shift)


@kernel(internal=True)
def add_state(table, shift, key, words, sets):
    """Add counts to a state of a hash table; return 1 if the state is new, else 0."""
    slot = (key * _SPREAD) >> shift
    last = uint64(table.shape[0] - 1)
    while table[slot, KEY] != key and table[slot, SET_CLIQUES]:
        slot = (slot + uint64(1)) & last
    new = table[slot, SET_CLIQUES] == uint64(0)
    table[slot, KEY] = key
    table[slot, WORD_CLIQUES] += words
    table[slot, SET_CLIQUES] += sets
    return np.int64(new)


@kernel(types.void(_TABLE, _TABLE))
def move_states(table, larger):
    """Insert the states of a hash table into an empty larger one."""
    shift = hash_shift(larger.shape[0])
    for slot in range(table.shape[0]):
        sets = table[slot, SET_CLIQUES]
        if sets:
            add_state(larger, shift, table[slot, KEY], table[slot, WORD_CLIQUES], sets)


@kernel(
    types.int64(
        _TABLE,
        types.int64,
        types.int64,
        _LAYERS,
        types.boolean,
        types.boolean,
        types.uint64,
        _TIERS,
        types.int32[:, ::1],
    )
)
def extend(  # type: ignore[no-untyped-def]
    states, start, stop, layers, completes, may_skip, largest, tiers, free
):
    """Decide the rarest unhandled letter of states: cover it by a letter set, or skip it.

    ``states`` (a power of two, 4) have equally many sets placed and letters skipped; those from
    start to stop are extended into ``layers`` (``total`` instead of ``covered`` if the set
    ``completes`` a clique). ``free`` (1, longest list) is scratch. Returns the first state that is
    not done: ``stop``, or one that needs a larger table first, or -1 if a state has more than
    ``largest`` word cliques, which is `LARGEST_COUNT` over all ways to reach a state.
    """
    covered, skipped, used, total = layers
    first, sets = tiers.first, tiers.sets
    covered_shift = hash_shift(covered.shape[0])
    skipped_shift = hash_shift(skipped.shape[0])
    for state in range(start, stop):
        set_cliques = states[state, SET_CLIQUES]
        if not set_cliques:
            continue
        handled = states[state, KEY]
        words = states[state, WORD_CLIQUES]
        letter = lowest_bit(~handled)
        arrivals = 0 if completes else first[0, letter + 1] - first[0, letter]
        # Tables at most half full keep probes short.
        if 2 * (used[0] + arrivals) > covered.shape[0] or 2 * (used[1] + 1) > skipped.shape[0]:
            return state
        if words > largest or total[0] > uint64(LARGEST_COUNT):
            return -1
        if may_skip:
            after = handled | (uint64(1) << uint64(letter))
            used[1] += add_state(skipped, skipped_shift, after, words, set_cliques)
        tier = np.int64(handled >> uint64(tiers.shift))
        own, end = first[tier, letter], first[tier, letter + 1]
        count = disjoint_sets(handled, own, end, sets, free, 0)
        for number in range(count):
            chosen = uint64(free[0, number])
            reached = words * tiers.multiplicity[chosen]
            if completes:
                total[0] += reached
                total[1] += set_cliques
            else:
                after = handled | sets[chosen]
                used[0] += add_state(covered, covered_shift, after, reached, set_cliques)
    return stop


@kernel(types.void(_STACK, types.int64, types.uint64, types.int64, types.int64, _TIERS))
def enter_state(state, row, handled, slack, placed, tiers):  # type: ignore[no-untyped-def]
    """Put a state on the stack, and collect the sets that can cover its letter."""
    letter = lowest_bit(~handled)
    tier = np.int64(handled >> uint64(tiers.shift))
    start, stop = tiers.first[tier, letter], tiers.first[tier, letter + 1]
    count = disjoint_sets(handled, start, stop, tiers.sets, state.free, row)
    state.rows[row, HANDLED] = handled
    state.rows[row, NEXT] = uint64(0)
    state.rows[row, END] = count
    state.rows[row, SLACK] = uint64(slack)
    state.rows[row, PLACED] = uint64(placed)
    state.rows[row, FOUND_BEFORE] = uint64(state.cursor[EMITTED])


@kernel(types.int64(_STACK, types.int32[:, ::1], types.int64, _TIERS))
def search(state, found, steps, tiers):
    """List cliques of letter sets, depth first, until the output is full or the search is over.

    The caller enters the first ``state``. ``found`` (rows, clique size) receives places in the
    index, in the order of their rarest letters. Returns the rows filled, after at most ``steps``
    steps, so that the caller can be interrupted.
    """
    rows, free, cursor, path, dead = state
    size = path.shape[0]
    shift = hash_shift(dead.shape[1])
    row = cursor[ROW]
    filled = 0
    while row >= 0 and filled < found.shape[0] and steps > 0:
        steps -= 1
        handled = rows[row, HANDLED]
        placed = np.int64(rows[row, PLACED])
        slack = np.int64(rows[row, SLACK])
        number = np.int64(rows[row, NEXT])
        end = np.int64(rows[row, END])
        if placed == size - 1 and number < end:
            stop = min(end, number + found.shape[0] - filled)
            for last in range(number, stop):
                for level in range(placed):
                    found[filled, level] = path[level]
                found[filled, placed] = tiers.places[free[row, last]]
                filled += 1
            rows[row, NEXT] = uint64(stop)
            cursor[EMITTED] += stop - number
            continue
        rows[row, NEXT] += uint64(1)
        if number < end:
            chosen = free[row, number]
            path[placed] = tiers.places[chosen]
            after = handled | tiers.sets[chosen]
            placed += 1
        elif number == end and slack > 0:  # the letter is skipped once only
            after = handled | (handled + uint64(1))
            slack -= 1
        else:
            if rows[row, FOUND_BEFORE] == uint64(cursor[EMITTED]):
                dead[placed, np.int64((handled * _SPREAD) >> shift)] = handled
            row -= 1
            continue
        if dead[placed, np.int64((after * _SPREAD) >> shift)] != after:
            row += 1
            enter_state(state, row, after, slack, placed, tiers)
    cursor[ROW] = row
    return filled
