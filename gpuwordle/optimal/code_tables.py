"""A vocabulary as the search reads it: codes, hash words, and the demands of hard mode.

Words get new numbers: answers come first among the guesses, both in the vocabulary's order. So an
answer has one number, and the first of equal guesses is the first of the vocabulary.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.numba_cpu.hashing import renumber
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.hard_mode import LegalGuesses
from gpuwordle.compiled import kernel
from gpuwordle.errors import UserError
from gpuwordle.memory import ceiling, check
from gpuwordle.words.vocabulary import Vocabulary

MOST_OF_BYTES = 243
"""Most codes of a rule that stay as they are, in a byte."""

MOST_ANSWERS = 65_534
"""Most answers: the buckets of a guess, and one for a candidate, must fit 16 bits."""

GUESSES_AT_ONCE = 256
"""Guesses whose codes are renumbered at a time."""

_SEED = 13


class Tables(NamedTuple):
    """The tables of a vocabulary; nothing in them changes."""

    # uint8 or uint16 (guesses, answers): what a player is told after each guess. If the rule has
    # more than 243 codes, they are numbered from 0 within each guess, in the order of the answers.
    # A view of the columns if the memory holds one layout of the codes but not two.
    codes: npt.NDArray[np.unsignedinteger]
    # The same answer by answer, padded with zeros to a multiple of 64 guesses, flattened.
    columns: npt.NDArray[np.unsignedinteger]
    padded: int  # guesses, rounded up to a multiple of 64: the length of a row of the columns
    letters: npt.NDArray[np.uint8]  # (guesses, length): letter indices
    hash_words: npt.NDArray[np.uint64]  # (answers, 2): a set's key is the exclusive or of these
    places: npt.NDArray[np.int32]  # (guesses,): index of each guess in the vocabulary
    # (demands + 1, words): guesses that meet each demand, as bits; see `LegalGuesses.rows`.
    legal_rows: npt.NDArray[np.uint64]
    legal_hash_words: npt.NDArray[np.uint64]  # (demands + 1, 2): what a demand adds to a key
    least: npt.NDArray[np.int64]  # (answers + 1,): a bound by size alone; see `least_by_size`
    most_codes: int  # one more than the largest code

    def code_bytes(self) -> int:
        """Return the bytes that the codes take."""
        shared = np.may_share_memory(self.codes, self.columns)
        return self.columns.nbytes + (0 if shared else self.codes.nbytes)


class Numbering(NamedTuple):
    """Numbers of the search and of the vocabulary, each way."""

    guesses: npt.NDArray[np.int32]  # (guesses,): the vocabulary's index of a guess of the search
    guess_number: npt.NDArray[np.int32]  # (guesses,): the other way
    answers: npt.NDArray[np.int32]  # (answers,): the vocabulary's index of an answer of the search
    answer_number: npt.NDArray[np.int32]  # (answers,): the other way

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> Numbering:
        """Give the words of a vocabulary their numbers."""
        answers = np.argsort(vocabulary.answer_guess, kind="stable").astype(np.int32)
        guesses = np.argsort(vocabulary.guess_answer < 0, kind="stable").astype(np.int32)
        # What sorts a permutation is its inverse.
        guess_number, answer_number = (
            np.argsort(order).astype(np.int32) for order in (guesses, answers)
        )
        return cls(guesses, guess_number, answers, answer_number)


def tables_of(
    vocabulary: Vocabulary,
    numbering: Numbering,
    *,
    backend: str | Backend = "auto",
    memory: int | None = None,
) -> Tables:
    """Read a vocabulary for the search.

    Codes are kept guess by guess and answer by answer if the memory holds both, else answer by
    answer, which makes splitting sets slower. Raises UserError if the codes do not fit in memory,
    or there are more than 65,534 answers.
    """
    answers, guesses = len(vocabulary.answers), len(vocabulary.guesses)
    if answers > MOST_ANSWERS:
        raise UserError(
            f"vocabulary {vocabulary.name!r} has {answers:,} answers: optimal play is searched "
            f"for up to {MOST_ANSWERS:,}; give a shorter list of answers"
        )
    dtype = np.dtype(np.uint8 if vocabulary.win < MOST_OF_BYTES else np.uint16)
    padded = padded_guesses(guesses)
    most, needed = ceiling(memory), padded * answers * dtype.itemsize
    check(
        needed,
        most,
        f"the codes of {guesses:,} guesses and {answers:,} answers",
        "give shorter lists",
    )
    columns = np.zeros((answers, padded), dtype)
    both = 2 * needed <= most
    codes = np.empty((guesses, answers), dtype) if both else columns[:, :guesses].T
    engine, largest = engine_for(vocabulary, backend), 0
    numbers = np.zeros(1 << (2 * answers).bit_length(), np.int64)
    keys, base = np.empty(answers, np.uint32), 1
    for start in range(0, guesses, GUESSES_AT_ONCE):
        played = numbering.guesses[start : start + GUESSES_AT_ONCE]
        some = engine.told(engine.codes(played), played[:, None], np.arange(answers))
        some = np.ascontiguousarray(some[:, numbering.answers])
        if dtype == np.uint16:
            # Codes of long words reach 3**20, but no guess gets more than there are answers.
            some = some.astype(np.uint32)
            for row in some:
                base += renumber(row, 0, answers, numbers, keys, base, 0)
        codes[start : start + len(some)] = some
        largest = max(largest, int(some.max()))
    if both:
        columns[:, :guesses] = codes.T
    random = np.random.Generator(np.random.PCG64(_SEED))
    rows = _legal_rows(vocabulary, numbering)
    return Tables(
        codes,
        columns.reshape(-1),
        padded,
        np.ascontiguousarray(vocabulary.guess_letters[numbering.guesses]),
        random.integers(1, 2**64 - 1, (answers, 2), np.uint64),
        numbering.guesses,
        rows,
        random.integers(1, 2**64 - 1, (len(rows), 2), np.uint64),
        least_by_size(answers, int(most_left(codes))),
        largest + 1,
    )


def least_by_size(largest: int, most: int) -> npt.NDArray[np.int64]:
    """Bound the totals of sets of up to ``largest`` candidates by their sizes: (largest + 1,).

    If a guess leaves at most ``most`` unfinished buckets, one candidate is found by the first
    guess of a game, at most ``most`` by the second, at most the square of ``most`` by the third.
    """
    turns, room = np.empty(largest, np.int64), 1
    at = turn = 0
    while at < largest:
        turn += 1
        turns[at : at + room] = turn
        at, room = at + room, min(room * max(most, 1), largest)
    return np.concatenate([[0], np.cumsum(turns)])


@kernel(allocates=True)
def most_left(codes):
    """Return the most buckets that a guess leaves of all answers, its own left out."""
    most, seen = 0, np.zeros(int(codes.max()) + 1, np.int64)
    for guess in range(codes.shape[0]):
        count = 0
        for answer in range(codes.shape[1]):
            code = codes[guess, answer]
            if answer != guess and seen[code] != guess + 1:
                seen[code] = guess + 1
                count += 1
        most = max(most, count)
    return most


def padded_guesses(guesses: int) -> int:
    """Return the number of guesses, rounded up to whole words of bits."""
    return -(-guesses // 64) * 64


def _legal_rows(vocabulary: Vocabulary, numbering: Numbering) -> npt.NDArray[np.uint64]:
    """Copy the bits of hard mode's demands to whole words, in the search's order of guesses."""
    guesses = len(vocabulary.guesses)
    packed = LegalGuesses(vocabulary).rows
    rows = np.zeros((len(packed), padded_guesses(guesses) // 64), np.uint64)
    for row, bits in zip(rows, packed, strict=True):
        ours = np.unpackbits(bits, count=guesses)[numbering.guesses]
        row.view(np.uint8)[: -(-guesses // 8)] = np.packbits(ours, bitorder="little")
    return rows
