"""The hot loops of the clique search, compiled by numba.

They are those of `gpuwordle.cliques.counting` and `gpuwordle.cliques.search`, which do the same in
NumPy arrays and in plain Python; `gpuwordle.cliques.search_index` explains the method. Here a state
is one 64-bit word of handled letters, and the question "which letter sets with this rarest letter
are disjoint from it" is answered for 64 letter sets at once: a block of them has one bit row per
letter, the sets that contain it, and what is left are the sets that are in no row of a handled
letter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit, types, uint64
from numba.extending import intrinsic

from gpuwordle.cliques.counting import LARGEST_COUNT

KEY, WORD_CLIQUES, SET_CLIQUES = 0, 1, 2
"""Columns of a table of states: the handled letters, and in how many ways they are reached,
counted with anagrams and without."""

STATE_COLUMNS = 4
"""One more than is used, so that a state never straddles two cache lines."""

HANDLED, FREE, NEXT_BLOCK, SLACK, PLACED, FOUND_BEFORE = range(6)
"""Columns of the stack of `search`, one row per letter decided: the handled letters, the sets of
the current block still to be tried, the block after it, the letters that may still be skipped, the
sets placed, and how many cliques had been found when the row was entered."""

STACK_COLUMNS = 6

ROW, EMITTED = 0, 1
"""Entries of the position of `search`: the row of the stack and the cliques found so far."""


class LetterSets(NamedTuple):
    """The letter sets in blocks of 64; see `gpuwordle.cliques.search_index.SearchIndex`."""

    sets: npt.NDArray[np.uint64]
    multiplicity: npt.NDArray[np.uint64]
    first_block: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint64]


class Layers(NamedTuple):
    """Where `extend` puts what it reaches.

    Attributes
    ----------
    covered, skipped : ndarray of uint64, shape (a power of two, 4)
        Hash tables (linear probing, key 0 is free) of the states with one set more, and of those
        with one letter more skipped.
    used : ndarray of int64, shape (2,)
        Slots in use in either.
    total : ndarray of uint64, shape (2,)
        Complete cliques, counted with anagrams and without.
    """

    covered: npt.NDArray[np.uint64]
    skipped: npt.NDArray[np.uint64]
    used: npt.NDArray[np.int64]
    total: npt.NDArray[np.uint64]


_WORDS, _TABLE, _NUMBERS = types.uint64[::1], types.uint64[:, ::1], types.int64[::1]
_LETTER_SETS = types.NamedTuple((_WORDS, _WORDS, _NUMBERS, _TABLE), LetterSets)
_LAYERS = types.NamedTuple((_TABLE, _TABLE, _NUMBERS, _WORDS), Layers)

# Multiplying by it leaves well-mixed high bits (2**64 over the golden ratio).
_SPREAD = uint64(0x9E3779B97F4A7C15)


@intrinsic
def lowest_bit(_typing: Any, _word: Any) -> Any:
    """Return the index of the lowest set bit of a nonzero uint64 as int64."""

    def instruction(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        undefined_for_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], undefined_for_zero)

    return types.int64(types.uint64), instruction


@njit(cache=True, nogil=True)
def disjoint_sets(handled, letter, block, rows):  # type: ignore[no-untyped-def]
    """Return, as bits, the letter sets of a block that contain no handled letter.

    The block belongs to the rarest letter ``letter``, so rarer handled letters need no look.
    """
    free = rows[block, rows.shape[1] - 1]
    obstacles = handled >> uint64(letter) >> uint64(1)
    while obstacles:
        free &= ~rows[block, letter + 1 + lowest_bit(obstacles)]
        obstacles &= obstacles - uint64(1)
    return free


@njit(cache=True, nogil=True)
def hash_shift(capacity):  # type: ignore[no-untyped-def]
    """Return how far a 64-bit product is shifted right to index a table of a power of two."""
    shift = 64
    while capacity > 1:
        capacity >>= 1
        shift -= 1
    return uint64(shift)


@njit(cache=True, nogil=True)
def add_state(table, shift, key, words, sets):  # type: ignore[no-untyped-def]
    """Add counts to a state of a hash table; return 1 if the state is new, else 0."""
    slot = np.int64((key * _SPREAD) >> shift)
    last = table.shape[0] - 1
    new = 0
    while table[slot, KEY] != key:
        if table[slot, KEY] == uint64(0):
            table[slot, KEY] = key
            new = 1
            break
        slot = (slot + 1) & last
    table[slot, WORD_CLIQUES] += words
    table[slot, SET_CLIQUES] += sets
    return new


@njit(types.void(_TABLE, _TABLE), cache=True, nogil=True)
def move_states(table, larger):  # type: ignore[no-untyped-def]
    """Insert the states of a hash table into an empty larger one."""
    shift = hash_shift(larger.shape[0])
    for slot in range(table.shape[0]):
        if table[slot, KEY]:
            add_state(
                larger, shift, table[slot, KEY], table[slot, WORD_CLIQUES], table[slot, SET_CLIQUES]
            )


@njit(
    types.int64(
        _TABLE,
        types.int64,
        types.int64,
        _LAYERS,
        types.boolean,
        types.boolean,
        types.uint64,
        _LETTER_SETS,
    ),
    cache=True,
    nogil=True,
)
def extend(  # type: ignore[no-untyped-def]
    states, start, stop, layers, completes, may_skip, largest, letter_sets
):
    """Decide the rarest unhandled letter of some states: cover it by a letter set, or skip it.

    Parameters
    ----------
    states : ndarray of uint64, shape (states, 4)
        States with equally many sets placed and letters skipped.
    start, stop
        Those that are taken.
    layers : Layers
        Updated: ``total`` instead of ``covered`` when the set placed is the last.
    completes
        Whether it is the last.
    may_skip
        Whether there is slack left.
    largest
        States with more word cliques than this are refused: `LARGEST_COUNT` over all ways in
        which a state can be reached.
    letter_sets : LetterSets
        The search index.

    Returns
    -------
    int
        The first state that is not done: ``stop``, or one for which a table has to grow first, or
        -1 when a count is refused.
    """
    covered, skipped, used, total = layers
    sets, multiplicity, first_block, rows = letter_sets
    covered_shift = hash_shift(covered.shape[0])
    skipped_shift = hash_shift(skipped.shape[0])
    for state in range(start, stop):
        handled = states[state, KEY]
        words = states[state, WORD_CLIQUES]
        set_cliques = states[state, SET_CLIQUES]
        letter = lowest_bit(~handled)
        arrivals = 0 if completes else 64 * (first_block[letter + 1] - first_block[letter])
        # Tables at most half full keep probes short.
        if 2 * (used[0] + arrivals) > covered.shape[0] or 2 * (used[1] + 1) > skipped.shape[0]:
            return state
        if words > largest or total[0] > uint64(LARGEST_COUNT):
            return -1
        if may_skip:
            after = handled | (uint64(1) << uint64(letter))
            used[1] += add_state(skipped, skipped_shift, after, words, set_cliques)
        for block in range(first_block[letter], first_block[letter + 1]):
            free = disjoint_sets(handled, letter, block, rows)
            while free:
                chosen = 64 * block + lowest_bit(free)
                free &= free - uint64(1)
                reached = words * multiplicity[chosen]
                if completes:
                    total[0] += reached
                    total[1] += set_cliques
                else:
                    after = handled | sets[chosen]
                    used[0] += add_state(covered, covered_shift, after, reached, set_cliques)
    return stop


@njit(cache=True, nogil=True)
def enter_state(stack, row, handled, slack, placed, found, first_block):  # type: ignore[no-untyped-def]
    """Put a state on the stack, nothing tried yet."""
    stack[row, HANDLED] = handled
    stack[row, FREE] = uint64(0)
    stack[row, NEXT_BLOCK] = uint64(first_block[lowest_bit(~handled)])
    stack[row, SLACK] = slack
    stack[row, PLACED] = placed
    stack[row, FOUND_BEFORE] = found


@njit(
    types.int64(
        _TABLE,
        _NUMBERS,
        types.int32[::1],
        _TABLE,
        types.int32[:, ::1],
        types.int64,
        _LETTER_SETS,
    ),
    cache=True,
    nogil=True,
)
def search(stack, position, path, dead, found, steps, letter_sets):  # type: ignore[no-untyped-def]
    """List cliques of letter sets, depth first, until the output is full or the search is over.

    Parameters
    ----------
    stack : ndarray of uint64, shape (letters + 1, 6)
        Where the search stands, kept between calls; the caller enters the first state.
    position : ndarray of int64, shape (2,)
        Row of the stack (-1: the search is over) and cliques found so far, kept between calls.
    path : ndarray of int32, shape (clique size,)
        Letter sets placed, kept between calls.
    dead : ndarray of uint64, shape (clique size, a power of two)
        States that lead to no clique, by sets placed. A state may be overwritten by another one:
        that costs time but changes nothing.
    found : ndarray of int32, shape (output rows, clique size)
        Output: indices into ``sets``, in the order of their rarest letters.
    steps
        Return after this many, so that the caller can be interrupted.
    letter_sets : LetterSets
        The search index.

    Returns
    -------
    int
        Output rows filled.
    """
    sets, _, first_block, rows = letter_sets
    size = path.shape[0]
    shift = hash_shift(dead.shape[1])
    row = position[ROW]
    emitted = position[EMITTED]
    filled = 0
    while row >= 0 and filled < found.shape[0] and steps > 0:
        steps -= 1
        handled = stack[row, HANDLED]
        letter = lowest_bit(~handled)
        placed = np.int64(stack[row, PLACED])
        slack = stack[row, SLACK]
        free = stack[row, FREE]
        block = np.int64(stack[row, NEXT_BLOCK])
        end = first_block[letter + 1]
        if free and placed == size - 1:
            while free and filled < found.shape[0]:
                for level in range(placed):
                    found[filled, level] = path[level]
                found[filled, placed] = 64 * (block - 1) + lowest_bit(free)
                free &= free - uint64(1)
                filled += 1
                emitted += 1
            stack[row, FREE] = free
            continue
        if free:
            chosen = 64 * (block - 1) + lowest_bit(free)
            stack[row, FREE] = free & (free - uint64(1))
            path[placed] = chosen
            after = handled | sets[chosen]
            placed += 1
        elif block < end:
            stack[row, FREE] = disjoint_sets(handled, letter, block, rows)
            stack[row, NEXT_BLOCK] += uint64(1)
            continue
        elif block == end and slack > uint64(0):
            stack[row, NEXT_BLOCK] += uint64(1)  # the letter is skipped once only
            after = handled | (uint64(1) << uint64(letter))
            slack -= uint64(1)
        else:
            if stack[row, FOUND_BEFORE] == uint64(emitted):
                dead[placed, np.int64((handled * _SPREAD) >> shift)] = handled
            row -= 1
            continue
        if dead[placed, np.int64((after * _SPREAD) >> shift)] != after:
            row += 1
            enter_state(stack, row, after, slack, uint64(placed), uint64(emitted), first_block)
    position[ROW] = row
    position[EMITTED] = emitted
    return filled
