"""Supersets: what makes the bound of one guess more cheap for the parts of all openers.

A guess gets no more patterns on a set than on a larger one. The answers that share with a part the
colours of one letter of the opener are such a larger set, those that share two or three letters
smaller ones, and many openers have them in common. Each keeps a list of guesses by falling number
of patterns on it, complete down to a floor: no guess outside the list reaches the floor. So the
best guess of a part is found by walking down the list of its superset, until the guesses there
cannot be better any more; some twenty guesses are counted instead of all.

A list below another is deepened from the one above, and counts only guesses that are new. Lists
are cut off where their room ends; then the floor stays where it is, and the bound is as valid but
not as sharp.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.tables import Numbering, Tables
from gpuwordle.scoring.contributions import Contributions

FIRST_SET, SECOND_SET, BEGIN, LENGTH, ROOM, FLOOR = range(6)
"""Columns of a node: the two sets of which it is the common part (for the nodes of three letters:
the node of two, and the third set); where its list begins, how long it is, how much room it has
and down to which number it is complete."""

NODE_COLUMNS = 6

TOP = 1 << 30
"""Floor of a list that holds nothing yet."""

SHARE_OF_ROWS = 4
"""Letter rows take this part of the memory at most; longer lists go without supersets."""

ARENA = 1 << 27
"""Entries of all lists of two and three letters together."""

FIRST_LISTS = 1 << 25
"""Entries of all lists of one letter together."""

ENTRY_BYTES = 8
"""Bytes of an entry: a guess and its patterns."""

CAPACITY = 1 << 16
"""Nodes of two letters, and of three."""


class Features(NamedTuple):
    """The answers that share the colours of one letter of a guess.

    Attributes
    ----------
    of_guess : ndarray of int32, shape (guesses, most letters)
        The letter rows of each guess, then -1.
    rows : ndarray of uint8, shape (rows, answers)
        The colours that each row gets, as one number.
    set_of : ndarray of int32, shape (rows, 256)
        The set of a row and a number.
    sets : ndarray of uint64, shape (sets, words)
        The answers of each set, as bits; no two sets are equal.
    sizes : ndarray of int64, shape (sets,)
        How many answers they have.
    """

    of_guess: npt.NDArray[np.int32]
    rows: npt.NDArray[np.uint8]
    set_of: npt.NDArray[np.int32]
    sets: npt.NDArray[np.uint64]
    sizes: npt.NDArray[np.int64]


class Lists(NamedTuple):
    """Lists of guesses by falling number of patterns.

    Attributes
    ----------
    slot_of : ndarray of int32, shape (sets,)
        Row of the whole list of a set of one letter; -1 where it was not made.
    first_guesses, first_counts : ndarray of int32, shape (slots, guesses)
        Whole lists.
    seconds, thirds : ndarray of int64, shape (nodes, 6)
        The nodes of two and of three letters.
    guesses, counts : ndarray of int32, shape (entries,)
        Their lists.
    cursors : ndarray of int64, shape (threads, 2)
        Where each thread may put its next list, and where its share of the entries ends.
    """

    slot_of: npt.NDArray[np.int32]
    first_guesses: npt.NDArray[np.int32]
    first_counts: npt.NDArray[np.int32]
    seconds: npt.NDArray[np.int64]
    thirds: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]
    cursors: npt.NDArray[np.int64]


def features_of(
    contributions: Contributions | None, numbering: Numbering, tables: Tables, memory: int
) -> Features | None:
    """Find the sets of answers that letter rows tell apart; None where they would be too many."""
    answers = tables.codes.shape[1]
    if contributions is None or len(contributions.plan) * answers > memory // SHARE_OF_ROWS:
        return None
    rows = np.ascontiguousarray(contributions.rows()[:-1][:, numbering.answers])
    slots = contributions.plan.slots[numbering.guesses].reshape(len(numbering.guesses), -1)
    of_guess = np.where(slots < len(rows), slots, -1).astype(np.int32)
    # Rows first, in the order of the slots.
    order = np.argsort(of_guess < 0, axis=1, kind="stable")
    of_guess = np.ascontiguousarray(np.take_along_axis(of_guess, order, axis=1))
    set_of = np.full((len(rows), 256), -1, np.int32)
    words = -(-answers // 64)
    known: dict[bytes, int] = {}
    sets: list[npt.NDArray[np.uint64]] = []
    for row, numbers in enumerate(rows):
        for number in np.flatnonzero(np.bincount(numbers, minlength=256)):
            bits = np.zeros(words, np.uint64)
            packed = np.packbits(numbers == number, bitorder="little")
            bits.view(np.uint8)[: len(packed)] = packed
            key = bits.tobytes()
            if key not in known:
                known[key] = len(sets)
                sets.append(bits)
            set_of[row, number] = known[key]
    table = np.array(sets).reshape(len(sets), words)
    sizes = np.array([int.from_bytes(key, "little").bit_count() for key in known], np.int64)
    return Features(of_guess, rows, set_of, table, sizes)


def lists_for(features: Features, guesses: int, threads: int, memory: int) -> Lists:
    """Make room for lists in so many bytes at most; they are taken as lists fill."""
    left = max(0, memory - features.rows.nbytes - features.sets.nbytes)
    entries = min(ARENA, left // 2 // ENTRY_BYTES)
    slots = min(len(features.sets), min(FIRST_LISTS, left // 4 // ENTRY_BYTES) // guesses)
    capacity = min(CAPACITY, left // 8 // (2 * 8 * NODE_COLUMNS))
    nodes = np.zeros((2, capacity, NODE_COLUMNS), np.int64)
    nodes[:, :, FLOOR] = TOP
    share = entries // threads
    cursors = np.array([(share * thread, share * (thread + 1)) for thread in range(threads)])
    return Lists(
        np.full(len(features.sets), -1, np.int32),
        np.empty((slots, guesses), np.int32),
        np.empty((slots, guesses), np.int32),
        nodes[0],
        nodes[1],
        np.empty(entries, np.int32),
        np.empty(entries, np.int32),
        cursors.astype(np.int64),
    )
