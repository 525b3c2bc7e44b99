"""How many candidates the clues of many games leave: sets of answers as rows of bits.

What a clue tells is a few rows, and the candidates are the answers that all rows of all clues have.
Under Wordle's rule a clue has a row for each place of its guess: the answers with the same two
facts there as the hidden one (`gpuwordle.clues.facts`). These rows are few, so a processor's caches
hold them. Under another rule a clue has one row, the bucket of its guess.

Answers stand in an order that brings those with the same frequent letters together. So most words
of 64 bits are zero, and the *mask* of a row, its first words, tells which ones are not: a bit for
each. A game keeps its words that are not zero, with their mask, once they are few; until then its
candidates follow from all its clues.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.intrinsics import popcount as set_bits
from gpuwordle.clues.facts import copies_up_to
from gpuwordle.compiled import kernel
from gpuwordle.words.vocabulary import Vocabulary

KEPT = 14
"""Most words of its candidates that a game keeps."""

TOGETHER = 5
"""Rows that are compared at a time."""

ONE = np.uint64(1)

KINDS = 4
"""Rows of a letter at a place: with neither fact, with enough copies, with the green, with both."""


class Rows(NamedTuple):
    """What every clue tells about the answers, as rows of bits; the last row has all of them."""

    bits: npt.NDArray[np.uint64]  # (rows, masks + words)
    masks: int
    weights: npt.NDArray[np.int64]  # (64 * words,): of the answers, in the order of their bits
    letters: npt.NDArray[np.uint8]  # (guesses, length)
    hidden: npt.NDArray[np.uint8]  # (answers, length): letters of the answers
    counts: npt.NDArray[np.uint8]  # (answers, letters): how often an answer has each
    # Wordle's rule: the first row of each place of each guess, and which copy of its letter it is
    places: npt.NDArray[np.int32]  # (guesses, length)
    copies: npt.NDArray[np.uint8]  # (guesses, length)
    # another rule: the row of each bucket, by code, or by answer if there are no fewer codes
    buckets: npt.NDArray[np.int32]  # (guesses, codes or answers)

    @classmethod
    def of_facts(cls, vocabulary: Vocabulary, room: int) -> Rows | int:
        """Make the rows of Wordle's rule; the bytes that they take if there is not as much room."""
        letters, hidden = vocabulary.guess_letters, vocabulary.answer_letters
        length, alphabet = vocabulary.length, len(vocabulary.alphabet)
        copies = copies_up_to(letters)
        keys = (copies.astype(np.int64) * length + np.arange(length)) * alphabet + letters
        used, places = np.unique(keys, return_inverse=True)
        bits = _empty_rows(KINDS * len(used), len(hidden), 5 * letters.size, room)
        if isinstance(bits, int):
            return bits
        order, counts = order_of(vocabulary), counts_of(vocabulary)
        for number, key in enumerate(used.tolist()):
            place, letter = key // alphabet % length, key % alphabet
            green = hidden[order, place] == letter
            enough = counts[order, letter] >= key // alphabet // length
            for kind in range(KINDS):
                inside = (green == kind // 2) & (enough == kind % 2)
                _write_row(bits[KINDS * number + kind], inside)
        first = KINDS * places.reshape(keys.shape).astype(np.int32)
        return cls._of(vocabulary, bits, order, first, copies, np.zeros((0, 0), np.int32))

    @classmethod
    def of_buckets(
        cls, vocabulary: Vocabulary, matrix: npt.NDArray[np.unsignedinteger], room: int
    ) -> Rows | int:
        """Make the rows of another rule from the pattern matrix (guesses, answers).

        Returns the bytes that they take if there is not as much room.
        """
        answers, codes = matrix.shape[1], vocabulary.rule.codes(vocabulary.length)
        answer_guess, marks = vocabulary.answer_guess, np.zeros(codes, np.int64)
        buckets = np.zeros((len(matrix), min(codes, answers)), np.int32)
        rows = int(count_buckets(matrix, answer_guess, marks))
        bits = _empty_rows(rows, answers, buckets.nbytes, room)
        if isinstance(bits, int):
            return bits
        order, places = order_of(vocabulary), np.empty(answers, np.int64)
        places[order], marks[:] = np.arange(answers), 0
        fill_buckets(matrix, answer_guess, marks, places, buckets, bits, masks_of(answers))
        none = np.zeros((0, 0), np.int32)
        return cls._of(vocabulary, bits, order, none, none.astype(np.uint8), buckets)

    @classmethod
    def _of(
        cls,
        vocabulary: Vocabulary,
        bits: npt.NDArray[np.uint64],
        order: npt.NDArray[np.intp],
        places: npt.NDArray[np.int32],
        copies: npt.NDArray[np.uint8],
        buckets: npt.NDArray[np.int32],
    ) -> Rows:
        """Add what every rule needs."""
        weights = np.zeros(-(-len(order) // 64) * 64, np.int64)
        weights[: len(order)] = vocabulary.weights_of(order)
        _write_row(bits[-1], np.ones(len(order), bool))
        letters, hidden = vocabulary.guess_letters, vocabulary.answer_letters
        masks, counts = masks_of(len(order)), counts_of(vocabulary)
        return cls(bits, masks, weights, letters, hidden, counts, places, copies, buckets)


def words_kept(answers: int) -> int:
    """Return how many words are kept with a game: a mask, words, and a spare one."""
    return masks_of(answers) + KEPT + 1


def masks_of(answers: int) -> int:
    """Return how many words of a row are its mask: one for 64 others."""
    return -(-answers // 64**2)


def counts_of(vocabulary: Vocabulary) -> npt.NDArray[np.uint8]:
    """Return how often each answer has each letter: uint8 (answers, letters)."""
    letters = vocabulary.answer_letters
    counts = np.zeros((len(letters), len(vocabulary.alphabet)), np.uint8)
    for place in letters.T:
        counts[np.arange(len(letters)), place] += 1
    return counts


def order_of(vocabulary: Vocabulary) -> npt.NDArray[np.intp]:
    """Order the answers by which frequent letters they have: answer indices (answers,)."""
    has = counts_of(vocabulary) > 0
    share = has.mean(axis=0)
    # The last key is the first to be sorted by: the letter that nearest to half of them have.
    return np.lexsort(has.T[np.argsort(np.minimum(share, 1 - share), kind="stable")])


def _empty_rows(rows: int, answers: int, more: int, room: int) -> npt.NDArray[np.uint64] | int:
    """Allocate rows, and one of all answers; the bytes that are needed if there is no room.

    more: the bytes of what else is needed.
    """
    shape = rows + 1, masks_of(answers) + -(-answers // 64)
    needed = 8 * shape[0] * shape[1] + more
    return needed if needed > room else np.zeros(shape, np.uint64)


def _write_row(row: npt.NDArray[np.uint64], inside: npt.NDArray[np.bool_]) -> None:
    """Write a set of answers, in the order of their bits, and its mask before it."""
    masks = masks_of(len(inside))
    packed = np.packbits(inside, bitorder="little")
    row[masks:].view(np.uint8)[: len(packed)] = packed
    packed = np.packbits(row[masks:] != 0, bitorder="little")
    row[:masks].view(np.uint8)[: len(packed)] = packed


@kernel
def count_buckets(matrix, answer_guess, marks):
    """Count the buckets of all guesses without their own answers; marks: zeros, int64 (codes,)."""
    buckets = 0
    for guess in range(len(matrix)):
        for answer in range(matrix.shape[1]):
            code = matrix[guess, answer]
            if marks[code] <= guess and answer_guess[answer] != guess:
                marks[code] = guess + 1
                buckets += 1
    return buckets


@kernel
def fill_buckets(matrix, answer_guess, marks, places, buckets, bits, masks):
    """Give each bucket a row; marks: zeros, int64 (codes,); places: the bit of each answer.

    A guess that was right leaves one candidate, so its answer is in no bucket of it.
    """
    by_code, last = len(marks) < matrix.shape[1], 0
    for guess in range(len(matrix)):
        first = last
        for answer in range(matrix.shape[1]):
            if answer_guess[answer] == guess:
                continue
            code = matrix[guess, answer]
            if marks[code] <= first:
                last += 1
                marks[code] = last
            row, place = marks[code] - 1, places[answer]
            buckets[guess, code if by_code else answer] = row
            bits[row, masks + (place >> 6)] |= np.uint64(1) << np.uint64(place & 63)
            bits[row, place >> 12] |= np.uint64(1) << np.uint64(place >> 6 & 63)


@kernel(internal=True, forceinline=True)
def add_rows(rows, guess, code, answer, at, count):
    """Add the rows of a clue to a list of rows; return how many there are."""
    if len(rows.places) == 0:
        by_code = rows.buckets.shape[1] < len(rows.hidden)
        at[count] = rows.buckets[guess, np.uint64(code) if by_code else answer]
        return count + ONE
    for i in range(rows.places.shape[1]):
        place = np.uint64(i)
        letter = np.uint64(rows.letters[guess, place])
        green = np.uint64(rows.hidden[answer, place] == letter)
        enough = np.uint64(rows.counts[answer, letter] >= rows.copies[guess, place])
        at[count + place] = np.uint64(rows.places[guess, place]) + green + green + enough
    return count + np.uint64(rows.places.shape[1])


@kernel(internal=True)
def weight_of(word, weights, place):
    """Return the weight of the answers whose bits are set in a word, by the word's place."""
    weight, first = np.int64(0), place << np.uint64(6)
    while word != np.uint64(0):
        last = word & (~word + ONE)
        weight += weights[first + set_bits(last - ONE)]
        word ^= last
    return weight


@kernel(internal=True, forceinline=True)
def weight_left(games, game, kept, rows, even, at):
    """Return the weight of a game's candidates after its last clue, and keep their words.

    kept: uint64 (words_kept,). even: all weights are 1. at: scratch for the rows of its clues.
    """
    # Indices are unsigned, so that numba does not provide for negative ones.
    bits, masks, nothing = rows.bits, np.uint64(rows.masks), np.uint64(0)
    turns, answer = games.turns[game], np.uint64(games.answers[game])
    known = False
    if turns > 1:
        for part in range(rows.masks):
            known |= kept[part] != nothing
    count = nothing
    for turn in range(turns - 1 if known else 0, turns):
        guess = games.guesses[game, turn]
        if guess >= 0:
            code = games.codes[game, turn]
            count = add_rows(rows, np.uint64(guess), code, answer, at, count)
    while count % np.uint64(TOGETHER) != nothing:
        at[count] = np.uint64(len(bits) - 1)
        count += ONE
    a, b, c, d, e = at[0], at[1], at[2], at[3], at[4]
    weight, found, passed = np.int64(0), nothing, masks
    for part in range(rows.masks):
        i = np.uint64(part)
        before = kept[i] if known else ~nothing
        mask = before & bits[a, i] & bits[b, i] & bits[c, i] & bits[d, i] & bits[e, i]
        for other in range(TOGETHER, count):
            mask &= bits[at[other], i]
        after = nothing
        while mask != nothing:
            last = mask & (~mask + ONE)
            place = (i << np.uint64(6)) + set_bits(last - ONE)
            w = masks + place
            word = bits[a, w] & bits[b, w] & bits[c, w] & bits[d, w] & bits[e, w]
            for other in range(TOGETHER, count):
                word &= bits[at[other], w]
            if known:
                word &= kept[passed + set_bits(before & (last - ONE))]
            # A word too many goes to the spare place.
            kept[masks + min(found, np.uint64(KEPT))] = word
            if word != nothing:
                found += ONE
                after |= last
            weight += np.int64(set_bits(word)) if even else weight_of(word, rows.weights, place)
            mask ^= last
        passed += set_bits(before)
        kept[i] = after
    if found > np.uint64(KEPT):
        for part in range(rows.masks):
            kept[part] = nothing
    return weight


@kernel
def pay_bits(games, kept, rows, ends, logs, answer_guess, waiting, rewards, at):
    """Pay the bits that the last clue of each game told.

    kept: uint64 (games, words_kept), the words that are kept of each game. With weights, those of
    the candidates are summed instead of counting them. logs: the binary logarithm of each number of
    candidates, which would take a third of the time to compute. at: uint64, scratch for the rows of
    the clues of a game.
    """
    even = ends[-1] == np.uint64(len(ends))
    for game in range(len(rewards)):
        if waiting[game]:
            continue
        answer, before = games.answers[game], np.int64(games.left[game])
        guess, least = games.guesses[game, games.turns[game] - 1], np.int64(1)
        if not even:
            least = np.int64(ends[answer] - (ends[answer - 1] if answer > 0 else np.uint64(0)))
        left = before
        if guess == answer_guess[answer]:
            left = least
        elif guess >= 0 and before > least:
            left = weight_left(games, game, kept[game], rows, even, at)
        games.left[game] = left
        rewards[game] = logs[before] - logs[left] if even else np.log2(before / left)
