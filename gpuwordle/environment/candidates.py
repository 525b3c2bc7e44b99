"""How many candidates the clues of many games leave: sets of answers as rows of bits.

A clue is a few rows, and the candidates are the answers in all rows of all clues. Under Wordle's
rule a clue has a row for each place of its guess: the answers with the same two facts there as the
hidden one (`gpuwordle.clues.facts`). These rows are few, so a processor's caches hold them. Under
another rule a clue has one row, the bucket of its guess.

The answers are in an order that brings those with the same frequent letters together, so that few
words of 64 bits are not zero after some clues. Once they are few, a game keeps them with their
places, and the next clue is compared only with them; until then its candidates follow from all its
clues.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.intrinsics import TOGETHER, WORDS, intersect
from gpuwordle.backends.numba_cpu.intrinsics import popcount as set_bits
from gpuwordle.clues.facts import copies_up_to
from gpuwordle.compiled import kernel
from gpuwordle.memory import check
from gpuwordle.words.vocabulary import Vocabulary

KEPT = 8
"""Most words of its candidates that a game keeps."""

BATCH = 64
"""Games whose rows are looked up before their words are compared."""

LINE = 64
"""Bytes of a cache line, where every row begins."""

ONE = np.uint64(1)

KINDS = 4
"""Rows of a letter at a place: with neither fact, with enough copies, with the green, with both."""


class Rows(NamedTuple):
    """The answers that each possible clue allows, as rows of bits; the last row has all answers."""

    bits: npt.NDArray[np.uint64]  # (rows * words,): row after row
    words: int  # of a row
    weights: npt.NDArray[np.int64]  # (64 * words,): of the answers, in the order of their bits
    # Wordle's rule: letter, copy and place of each letter of each guess, as one number; and in
    # which of the `KINDS` rows of each number an answer is
    facts: npt.NDArray[np.unsignedinteger]  # (guesses, a multiple of TOGETHER)
    kinds: npt.NDArray[np.uint8]  # (answers, numbers)
    # another rule: the row of each bucket, by code, or by answer if there are no fewer codes
    buckets: npt.NDArray[np.int32]  # (guesses, codes or answers)

    @classmethod
    def of_facts(cls, vocabulary: Vocabulary, room: int) -> Rows:
        """Make the rows of Wordle's rule; UserError if they take more than ``room`` bytes."""
        letters, hidden = vocabulary.guess_letters, vocabulary.answer_letters
        length, alphabet = vocabulary.length, len(vocabulary.alphabet)
        copies = copies_up_to(letters)
        keys = (copies.astype(np.int64) * length + np.arange(length)) * alphabet + letters
        used, numbers = np.unique(keys, return_inverse=True)
        # After the last place there is a fact that no answer has, whose row is that of all answers.
        shape = len(letters), TOGETHER * -(-length // TOGETHER)
        facts = np.full(shape, len(used), np.min_scalar_type(len(used)))
        facts[:, :length] = numbers.reshape(keys.shape)
        kinds = np.zeros((len(hidden), len(used) + 1), np.uint8)
        bits = _empty_rows(vocabulary, KINDS * len(used), facts.nbytes + kinds.nbytes, room)
        order, counts = order_of(vocabulary), counts_of(vocabulary)
        for number, key in enumerate(used.tolist()):
            place, letter = key // alphabet % length, key % alphabet
            green = hidden[:, place] == letter
            enough = counts[:, letter] >= key // alphabet // length
            kinds[:, number] = 2 * green + enough
            for kind in range(KINDS):
                _write_row(bits[KINDS * number + kind], kinds[order, number] == kind)
        return cls._of(vocabulary, bits, order, facts, kinds, np.zeros((0, 0), np.int32))

    @classmethod
    def of_buckets(
        cls, vocabulary: Vocabulary, matrix: npt.NDArray[np.unsignedinteger], room: int
    ) -> Rows:
        """Make the rows of another rule from the pattern matrix (guesses, answers).

        Raises UserError if they take more than ``room`` bytes with the matrix.
        """
        answers, codes = matrix.shape[1], vocabulary.rule.codes(vocabulary.length)
        answer_guess, marks = vocabulary.answer_guess, np.zeros(codes, np.int64)
        buckets = np.zeros((len(matrix), min(codes, answers)), np.int32)
        rows = int(count_buckets(matrix, answer_guess, marks))
        bits = _empty_rows(vocabulary, rows, buckets.nbytes + matrix.nbytes, room)
        order, places = order_of(vocabulary), np.empty(answers, np.int64)
        places[order], marks[:] = np.arange(answers), 0
        fill_buckets(matrix, answer_guess, marks, places, buckets, bits)
        none = np.zeros((0, 0), np.uint8)
        return cls._of(vocabulary, bits, order, none, none, buckets)

    @classmethod
    def _of(
        cls,
        vocabulary: Vocabulary,
        bits: npt.NDArray[np.uint64],
        order: npt.NDArray[np.intp],
        facts: npt.NDArray[np.unsignedinteger],
        kinds: npt.NDArray[np.uint8],
        buckets: npt.NDArray[np.int32],
    ) -> Rows:
        """Add what every rule needs."""
        weights = np.zeros(64 * bits.shape[1], np.int64)
        weights[: len(order)] = vocabulary.weights_of(order)
        _write_row(bits[-1], np.ones(len(order), bool))
        return cls(bits.reshape(-1), bits.shape[1], weights, facts, kinds, buckets)


class Kept(NamedTuple):
    """The words of the candidates of many games that are not zero, once they are few."""

    counts: npt.NDArray[np.uint8]  # (games,): how many are kept, 0 while none are
    words: npt.NDArray[np.uint64]  # (games, KEPT)
    places: npt.NDArray[np.unsignedinteger]  # (games, KEPT): of the words in a row

    @classmethod
    def of(cls, games: int, answers: int) -> Kept:
        """Make arrays for games of a list of ``answers`` words."""
        places = np.empty((games, KEPT), np.min_scalar_type(words_of(answers)))
        return cls(np.zeros(games, np.uint8), _lines(games, KEPT), places)


class Scratch(NamedTuple):
    """What a step needs for a batch of games at a time."""

    games: npt.NDArray[np.uint64]  # (BATCH,): those with more than one candidate
    counts: npt.NDArray[np.uint64]  # (BATCH,): of the rows of their clues
    starts: npt.NDArray[np.uint64]  # (BATCH, rows): where they begin
    words: npt.NDArray[np.uint64]  # (words,): of one game
    places: npt.NDArray[np.unsignedinteger]  # (words,): 0, 1, 2, ...
    masks: npt.NDArray[np.uint64]  # a bit for each of them that is not zero

    @classmethod
    def of(cls, rows: Rows, allowed: int) -> Scratch:
        """Make arrays for games with a number of guesses allowed."""
        most = allowed * max(rows.facts.shape[1], TOGETHER)
        games, counts = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64)
        starts = np.empty((BATCH, most), np.uint64)
        words, masks = _lines(rows.words), np.empty(-(-rows.words // 64), np.uint64)
        places = np.arange(rows.words, dtype=np.min_scalar_type(rows.words))
        return cls(games, counts, starts, words, places, masks)


def words_of(answers: int) -> int:
    """Return how many words a row has: whole vectors."""
    return WORDS * -(-answers // (64 * WORDS))


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
    # The last key is the first to be sorted by: the letter that closest to half of them have.
    return np.lexsort(has.T[np.argsort(np.minimum(share, 1 - share), kind="stable")])


def check_room(vocabulary: Vocabulary, needed: int, room: int) -> None:
    """Raise UserError if the sets of candidates need more bytes than there are."""
    sizes = f"{len(vocabulary.guesses):,} guesses on {len(vocabulary.answers):,} answers"
    what = f"the sets of candidates of {sizes} for the reward 'bits'"
    check(needed, room, what, "choose the reward 'sparse'")


def _empty_rows(vocabulary: Vocabulary, rows: int, more: int, room: int) -> npt.NDArray[np.uint64]:
    """Allocate rows, and one of all answers, if there is room for them and ``more`` bytes."""
    words = words_of(len(vocabulary.answers))
    check_room(vocabulary, 8 * (rows + 1) * words + more, room)
    return _lines(rows + 1, words)


def _lines(*shape: int) -> npt.NDArray[np.uint64]:
    """Allocate zeros from the beginning of a cache line, so that no vector crosses two."""
    size, spare = math.prod(shape), LINE // 8
    space = np.zeros(size + spare, np.uint64)
    start = -space.ctypes.data // 8 % spare
    return space[start : start + size].reshape(shape)


def _write_row(row: npt.NDArray[np.uint64], inside: npt.NDArray[np.bool_]) -> None:
    """Write a set of answers, in the order of their bits."""
    packed = np.packbits(inside, bitorder="little")
    row.view(np.uint8)[: len(packed)] = packed


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
def fill_buckets(matrix, answer_guess, marks, places, buckets, bits):
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
            bits[row, place >> 6] |= np.uint64(1) << np.uint64(place & 63)


@kernel(internal=True, forceinline=True)
def add_rows(rows, answers, guess, code, answer, starts, count):
    """Append where the rows of a clue begin, in multiples of TOGETHER; return the new length."""
    # Indices are unsigned, so that numba does not provide for negative ones.
    width = np.uint64(rows.words)
    if len(rows.facts) == 0:
        by_code = rows.buckets.shape[1] < answers
        row = np.uint64(rows.buckets[guess, np.uint64(code) if by_code else answer])
        starts[count] = width * row
        for i in range(1, TOGETHER):
            starts[count + np.uint64(i)] = np.uint64(len(rows.bits)) - width
        return count + np.uint64(TOGETHER)
    # The compiler unrolls a loop of constant length.
    for first in range(np.uint64(0), np.uint64(rows.facts.shape[1]), np.uint64(TOGETHER)):
        for i in range(TOGETHER):
            place = first + np.uint64(i)
            fact = np.uint64(rows.facts[guess, place])
            row = np.uint64(KINDS) * fact + np.uint64(rows.kinds[answer, fact])
            starts[count + place] = width * row
    return count + np.uint64(rows.facts.shape[1])


@kernel(internal=True)
def weight_of(words, places, count, weights):
    """Return the weight of the answers whose bits are set in the first words, by their places."""
    weight = np.int64(0)
    for i in range(count):
        word, first = words[i], np.uint64(places[i]) << np.uint64(6)
        while word != np.uint64(0):
            last = word & (~word + ONE)
            weight += weights[first + set_bits(last - ONE)]
            word ^= last
    return weight


@kernel(internal=True, forceinline=True)
def compare_kept(kept, places, known, rows, starts, count, even):
    """Compare the words that are kept of a game with rows; return their weight and how many stay.

    kept, places: (KEPT,), of which ``known`` are kept; words that become zero are dropped.
    """
    bits, found, weight = rows.bits, np.uint64(0), np.int64(0)
    a, b, c, d, e = starts[0], starts[1], starts[2], starts[3], starts[4]
    for i in range(known):
        place = np.uint64(places[np.uint64(i)])
        word = kept[np.uint64(i)] & bits[a + place] & bits[b + place] & bits[c + place]
        word &= bits[d + place] & bits[e + place]
        for other in range(TOGETHER, count):
            word &= bits[starts[np.uint64(other)] + place]
        kept[found], places[found] = word, place
        found += np.uint64(word != np.uint64(0))
        weight += np.int64(set_bits(word))
    if not even:
        weight = weight_of(kept, places, found, rows.weights)
    return weight, found


@kernel(internal=True, forceinline=True)
def keep_words(words, masks, kept, places):
    """Keep the words that are not zero if they are few; return how many are kept.

    masks: a bit for each word that is not zero.
    """
    few, found = np.uint64(0), np.uint64(0)
    for part in range(np.uint64(len(masks))):
        few += set_bits(masks[part])
    if few > np.uint64(KEPT):
        return found
    for part in range(np.uint64(len(masks))):
        mask = masks[part]
        for _ in range(set_bits(mask)):
            last = mask & (~mask + ONE)
            place = (part << np.uint64(6)) + set_bits(last - ONE)
            kept[found], places[found] = words[place], place
            found += ONE
            mask ^= last
    return found


@kernel
def pay_bits(games, kept, rows, scratch, ends, logs, waiting, rewards):
    """Reward each game with the bits of information in its last clue.

    With weights, those of the candidates are summed instead of counting them. logs: the binary
    logarithm of each number of candidates, which would take longer to compute. The rows of a batch
    of games are looked up first, so that no game waits for its own.
    """
    even, nothing = ends[-1] == np.uint64(len(ends)), np.uint64(0)
    width = np.uint64(rows.words)
    for start in range(0, len(rewards), BATCH):
        open_games = nothing
        for game in range(np.uint64(start), np.uint64(min(start + BATCH, len(rewards)))):
            if waiting[game]:
                continue
            answer, before = np.uint64(games.answers[game]), games.left[game]
            last, least = np.uint64(games.turns[game] - 1), np.int64(1)
            if not even:
                least = np.int64(ends[answer] - (ends[answer - ONE] if answer > 0 else nothing))
            if last == nothing:
                kept.counts[game] = 0
            guess = games.guesses[game, last]
            if rewards[game] > 0.0:
                games.left[game] = least
                rewards[game] = logs[before] if even else np.log2(before / least)
                continue
            scratch.games[open_games] = game
            open_games += np.uint64((guess >= 0) & (before > least))
        for i in range(open_games):
            game, count = scratch.games[i], nothing
            answer, turns = np.uint64(games.answers[game]), np.uint64(games.turns[game])
            for turn in range(turns - ONE if kept.counts[game] else nothing, turns):
                guess = games.guesses[game, turn]
                if guess >= 0:
                    code, starts = games.codes[game, turn], scratch.starts[i]
                    guess = np.uint64(guess)
                    count = add_rows(rows, len(ends), guess, code, answer, starts, count)
            scratch.counts[i] = count
        for i in range(open_games):
            game, count, starts = scratch.games[i], scratch.counts[i], scratch.starts[i]
            known, found = np.uint64(kept.counts[game]), nothing
            words, places, before = kept.words[game], kept.places[game], games.left[game]
            if known:
                left, found = compare_kept(words, places, known, rows, starts, count, even)
            else:
                left = np.int64(intersect(rows.bits, starts, count, scratch.words, scratch.masks))
                if not even:
                    left = weight_of(scratch.words, scratch.places, width, rows.weights)
                # The first clue seldom leaves few words.
                if games.turns[game] > 1:
                    found = keep_words(scratch.words, scratch.masks, words, places)
            games.left[game], kept.counts[game] = left, found
            rewards[game] = logs[before] - logs[left] if even else np.log2(before / left)
