"""The arrays that the loops of the checker read and work in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

Array = npt.NDArray[Any]

INFINITE = 1 << 40
"""The bound of what is impossible; many of them can be added."""

NO_LIMIT = 1 << 30
"""Guesses that are left where any number is."""

PAIRED = 100
"""Sets of so many words are scanned by comparing each pair; longer ones by marking codes."""

TILE = 1024
"""Guesses that are compared side by side."""

AT_ONCE = 8
"""Sets, or guesses, that are marked before any is summed: a sum right after marks would wait."""


class Board(NamedTuple):
    """The words as arrays.

    Attributes
    ----------
    labels : ndarray of uint8, uint16 or uint32, shape (guesses, answers)
        Answers with the same label stand in the same bucket of the guess.
    columns : ndarray, shape (answers, guesses)
        The same the other way round.
    width : int
        One more than the largest label.
    letters : ndarray of uint8, shape (guesses, length)
        Letter indices.
    copies : ndarray of uint8, shape (guesses, alphabet)
        How often each letter stands in each guess.
    most : ndarray of int64, shape (guesses,)
        Buckets over all answers, falling.
    answer_of : ndarray of int32, shape (guesses,)
        Which answer each guess is; -1 for none.
    guess_of : ndarray of int32, shape (answers,)
        Which guess each answer is.
    """

    labels: Array
    columns: Array
    width: int
    letters: Array
    copies: Array
    most: Array
    answer_of: Array
    guess_of: Array


class Known(NamedTuple):
    """Claims, found by their sets of answers.

    Attributes
    ----------
    starts : ndarray of int64, shape (claims + 1,)
        Where the set of each claim begins in ``members``.
    members : ndarray of int32
        Answers of the sets, rising.
    asked : ndarray of uint8, shape (claims, length + alphabet)
        What hard mode asks of a guess: for each place, 1 + the letter that must stand there; for
        each letter, how many copies. All 0 where every guess is considered.
    bounds, left : ndarray of int64, shape (claims,)
        The bounds, and guesses that are left.
    table : ndarray of int64
        Open addressing by the hash of a set: the last claim of that set; -1 for none.
    following : ndarray of int64, shape (claims,)
        The claim before of the same set; -1 for none.
    """

    starts: Array
    members: Array
    asked: Array
    bounds: Array
    left: Array
    table: Array
    following: Array


class Room(NamedTuple):
    """Scratch. ``counts``, ``inside`` and ``marks`` are zero between calls.

    Attributes
    ----------
    counts, ends, used : ndarray of int64, shape (width,)
        A partition; see `split`.
    parts : ndarray of int32, shape (answers,)
        Its buckets, one after another.
    asked : ndarray of uint8, shape (length + alphabet,)
        What hard mode asks.
    inside : ndarray of uint8, shape (answers,)
        Which answers are in a set.
    stamps : ndarray of int64, shape (width + 1,)
        The last round in which each label was met, after the number of the round itself.
    k : ndarray of int64, shape (guesses,)
        Buckets of each guess.
    likely : ndarray of int64, shape (guesses,)
        Guesses, rising.
    tile : ndarray of uint8, shape (5, TILE)
        Words of a set whose bucket has an earlier one, for guesses side by side.
    marks : ndarray of uint64, shape (AT_ONCE, width / 8 rounded up)
        A byte for each label.
    """

    counts: Array
    ends: Array
    used: Array
    parts: Array
    asked: Array
    inside: Array
    stamps: Array
    k: Array
    likely: Array
    tile: Array
    marks: Array
