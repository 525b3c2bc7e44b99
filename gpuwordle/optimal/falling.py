"""The most patterns that any guess gets on a part of a large set.

No guess gets more patterns on a part than on the whole. So where many parts are counted the
guesses are put in order once, by falling patterns on the whole set, and a part is counted a tile of
guesses at a time, until later tiles cannot have more than what was found.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import (
    by_columns,
    count_by_columns,
    count_patterns,
    count_whole,
    gather,
)
from gpuwordle.optimal.letter_sets import FILLED, SMALLEST, fill, number_of_part
from gpuwordle.optimal.sorting import sort_falling
from gpuwordle.optimal.tables import Tables

SORTED_AFTER = 8
"""Parts that are counted by all guesses before these are put in order."""

LETTERS_AFTER, LETTERS_FROM = 16, 300
"""Parts that are counted before letter sets are, and candidates of the smallest sets that have so
many parts to count that letter sets are worth their time."""

MOST_CODES = 1 << 26
"""Codes that are gathered in that order; sets that have more are counted as they stand."""

_TILE = 1024
_BLOCK = 64
_MOST_RECENT = 8


class Falling(NamedTuple):
    """Guesses by falling patterns on the set that is searched.

    Attributes
    ----------
    columns : ndarray of the codes' dtype, shape (answers * padded guesses,)
        Codes of the sorted guesses, candidate by candidate.
    counts : ndarray of int64, shape (padded guesses,)
        Their patterns on the whole set.
    spots : ndarray of int32, shape (answers,)
        Where the guess that is a candidate stands among them.
    guesses : ndarray of int32, shape (padded guesses,)
        Which guess each of them is.
    places : ndarray of int32, shape (answers,)
        Which candidate of the set an answer is.
    candidates, sorted_candidates : ndarray of the codes' dtype, shape (padded guesses,)
        1 for the guesses that are candidates of the whole set, else 0; and in the order of counts.
    recent : ndarray of int64, shape (8,)
        Places of guesses that were best on parts counted of late.
    state : ndarray of int64, shape (3,)
        Candidates of the set, 0 where it is too large; parts counted so far; recent best guesses.
    """

    columns: npt.NDArray[np.unsignedinteger]
    counts: npt.NDArray[np.int64]
    spots: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    candidates: npt.NDArray[np.unsignedinteger]
    sorted_candidates: npt.NDArray[np.unsignedinteger]
    recent: npt.NDArray[np.int64]
    state: npt.NDArray[np.int64]


WHOLE, COUNTED, RECENT = range(3)


def falling_for(tables: Tables) -> Falling:
    """Make room for the guesses of a vocabulary; memory is taken when it fills."""
    answers = tables.codes.shape[1]
    padded = len(tables.columns) // answers
    return Falling(
        np.empty(min(answers, MOST_CODES // padded) * padded, tables.codes.dtype),
        np.empty(padded, np.int64),
        np.empty(answers, np.int32),
        np.empty(padded, np.int32),
        np.empty(answers, np.int32),
        np.zeros(padded, tables.codes.dtype),
        np.zeros(padded, tables.codes.dtype),
        np.empty(_MOST_RECENT, np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def begin(tables, falling, members, size):
    """Begin with another whole set."""
    falling.candidates[:] = 0
    for i in range(size):
        falling.places[members[i]] = i
        falling.candidates[members[i]] = 1
    padded = tables.columns.shape[0] // tables.codes.shape[1]
    falling.state[WHOLE] = size if size * padded <= falling.columns.shape[0] else 0
    falling.state[COUNTED] = falling.state[RECENT] = 0


@kernel
def put_in_order(tables, falling, members, scratch, counts):
    """Sort the guesses by falling patterns on the whole set, and gather their codes."""
    guesses, answers = tables.codes.shape
    padded, size = tables.columns.shape[0] // answers, len(members)
    order = falling.guesses
    for guess in range(guesses):
        order[guess] = guess
    count_whole(tables, members, counts, scratch, falling.counts)
    sort_falling(order, falling.counts, guesses, size)
    for j in range(guesses):
        falling.sorted_candidates[j] = falling.candidates[order[j]]
        if order[j] < answers:
            falling.spots[order[j]] = j
    for i in range(size):
        here = falling.columns[i * padded : (i + 1) * padded]
        row = tables.columns[members[i] * padded : (members[i] + 1) * padded]
        for j in range(guesses):
            here[j] = row[order[j]]
        for j in range(guesses, padded):
            here[j] = 0


@kernel
def most_patterns(tables, falling, whole, members, scratch, counts):
    """Return the most patterns, and one for a candidate, that any guess gets on a part.

    Twice: with one for the candidates of the part, and with one for those of the whole set.

    Parameters
    ----------
    tables, falling
        As they are named elsewhere.
    whole, members
        The candidates of the whole set and those of the part.
    scratch
        Tiles and marks to work in.
    counts
        Scratch of the codes' dtype, shape (padded guesses,).
    """
    guesses, answers = tables.codes.shape
    padded, size, starts = tables.columns.shape[0] // answers, len(members), scratch.starts
    by_rows = not by_columns(tables.codes, size)
    falling.state[COUNTED] += 1
    if falling.state[WHOLE] > 0 and falling.state[COUNTED] == SORTED_AFTER + 1:
        put_in_order(tables, falling, whole, scratch, counts)
    letter_sets = scratch.letter_sets
    fits = falling.state[WHOLE] >= LETTERS_FROM and letter_sets.counts.shape[0] > 1
    if fits and falling.state[COUNTED] == LETTERS_AFTER + 1:
        fill(tables, letter_sets, falling, whole)
    if letter_sets.state[FILLED] and size >= SMALLEST:
        upper = letter_sets.counts[number_of_part(letter_sets, members)]
        return most_of_some(tables, falling, upper, members, scratch, counts)
    in_order = falling.state[WHOLE] > 0 and falling.state[COUNTED] > SORTED_AFTER and not by_rows
    for i in range(size):
        starts[i] = np.int64(falling.places[members[i]] if in_order else members[i]) * padded
    columns = falling.columns if in_order else tables.columns
    candidates = falling.sorted_candidates if in_order else falling.candidates
    most, wide = np.int64(0), np.int64(0)
    for low in range(0, guesses, _TILE):
        if in_order and falling.counts[low] + 1 <= most:
            break
        width = min(_TILE, guesses - low)
        if by_rows:
            for j in range(width):
                counts[j] = count_patterns(tables.codes[low + j], members, size, scratch.marks)
        else:
            count_by_columns(columns, starts, size, width, counts, scratch.bits)
        here = candidates[low : low + width]
        for j in range(width):
            wide = max(wide, np.int64(counts[j] + here[j]))
        for i in range(size):
            starts[i] += _TILE
            at = np.int64(falling.spots[members[i]] if in_order else members[i]) - low
            if 0 <= at < width:
                counts[at] += 1
        for j in range(width):
            most = max(most, np.int64(counts[j]))
    return most, wide


@kernel(internal=True)
def most_of_some(tables, falling, upper, members, scratch, counts):
    """Return what `most_patterns` does, where no guess gets more than is known.

    Parameters
    ----------
    tables, falling, members, scratch, counts
        As for `most_patterns`; the guesses stand in order.
    upper
        What each of the sorted guesses gets at most, with one for candidates of the whole set:
        uint8, shape (padded guesses,).
    """
    guesses, answers = tables.codes.shape
    padded, size, starts = tables.columns.shape[0] // answers, len(members), scratch.starts
    chosen, best, at = scratch.chosen, np.int64(-1), 0
    most, wide = most_of_recent(tables, falling, members, scratch.marks)
    while at < guesses:
        width, at = choose_some(falling, chosen, upper, guesses, most, at)
        if width == 0:
            break
        for i in range(size):
            starts[i] = np.int64(falling.places[members[i]]) * padded
        filled = gather(falling.columns, chosen, width, starts, size, scratch.tile)
        count_by_columns(scratch.tile, starts, size, filled, counts, scratch.bits)
        for j in range(width):
            wide = max(wide, np.int64(counts[j] + falling.sorted_candidates[chosen[j]]))
        for member in members:
            spot = np.uint32(falling.spots[member])
            j = int(np.searchsorted(chosen[:width], spot))
            if j < width and chosen[j] == spot:
                counts[j] += 1
        before = most
        for j in range(width):
            most = max(most, np.int64(counts[j]))
        if most > before:
            j = 0
            while np.int64(counts[j]) < most:
                j += 1
            best = np.int64(chosen[j])
    if best >= 0:
        falling.recent[falling.state[RECENT] % _MOST_RECENT] = best
        falling.state[RECENT] += 1
    return most, wide


@kernel(internal=True)
def choose_some(falling, chosen, upper, guesses, most, at):
    """Choose the next guesses that may get more than was found, as many as fit a tile.

    Returns how many there are, 0 where there are none, and the place behind them.
    """
    width = 0
    while at < guesses and width + _BLOCK <= _TILE:
        if falling.counts[at] + 1 <= most:
            at = guesses
            break
        last = min(at + _BLOCK, guesses)
        if largest_of(upper[at:last]) > most:
            for j in range(at, last):
                chosen[width] = j
                width += np.int64(upper[j]) > most
        at = last
    return width, at


@kernel(internal=True)
def largest_of(upper):
    """Return the largest of some counts."""
    highest = upper[0]
    for count in upper:
        highest = max(highest, count)
    return np.int64(highest)


@kernel(internal=True)
def is_among(members, guess):
    """Tell whether a guess is a candidate of a part."""
    found = False
    for member in members:
        found |= member == guess
    return found


@kernel(internal=True)
def most_of_recent(tables, falling, members, marks):
    """Return what `most_patterns` does, of the guesses that were best of late alone."""
    most, wide, size = np.int64(0), np.int64(0), len(members)
    for u in range(min(falling.state[RECENT], _MOST_RECENT)):
        guess = falling.guesses[falling.recent[u]]
        found = count_patterns(tables.codes[guess], members, size, marks)
        wide = max(wide, found + np.int64(falling.candidates[guess]))
        most = max(most, found + is_among(members, guess))
    return most, wide
