"""Hard mode on arrays: which guesses are legal after clues.

A guess is legal if green letters stay in place and every coloured letter is used at least as often
as one guess has shown it coloured. The facts of a pattern (`gpuwordle.clues.facts`) are just that,
so a guess is legal if every fact that holds of the hidden word holds of the guess: `allows`.

If many states share one vocabulary, demands are numbered instead: "this letter at that place" or
"at least this many copies of this letter". Each demand has a row of bits, one for each guess that
meets it, and a clue demands what its guess and its answer both meet. So a clue costs a few ANDs of
packed bits: `LegalGuesses`. `gpuwordle.optimal.legality` follows the same numbers in compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import Letters, copies_up_to, facts_of_codes, facts_of_words
from gpuwordle.errors import UserError, whole_number
from gpuwordle.memory import ceiling, check
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups, checked_indices
from gpuwordle.words.vocabulary import MAXIMUM_ALPHABET, Vocabulary

Bits = npt.NDArray[np.uint8]
"""Which guesses are legal in each state: bits, packed eight to a byte along the last axis."""

MANY_STATES = 1 << 20
"""With more states than this, their memory is checked here; with fewer, by the caller."""

UNPACKED_AT_ONCE = 1 << 26
"""Bits that are written out as bytes at a time."""

_NO_LETTER = MAXIMUM_ALPHABET


def allows(
    word_letters: Letters, guess_letters: Letters, codes: npt.NDArray[np.integer]
) -> npt.NDArray[np.bool_]:
    """Tell which words a clue allows as later guesses: bool (words,).

    word_letters: uint8, shape (words, length). guess_letters: uint8, shape (clues, length); as many
    clues as words, or one. codes: shape (clues,).
    """
    needed = facts_of_codes(guess_letters, codes)
    return (facts_of_words(guess_letters, word_letters) & needed) == needed


def legal_after(
    vocabulary: Vocabulary, clues: Sequence[tuple[str, Pattern]]
) -> npt.NDArray[np.int32]:
    """List the guesses that are legal after clues: guess indices in ascending order.

    The clues' guesses are normalised words of the vocabulary's length, not necessarily its own. A
    letter that the vocabulary lacks is in no guess, so all such letters can have one number.
    """
    words, number = vocabulary.guess_letters, vocabulary.letter_index
    legal = np.arange(len(words), dtype=np.int32)
    for guess, pattern in clues:
        letters = np.array([[number.get(letter, _NO_LETTER) for letter in guess]], np.uint8)
        legal = legal[allows(words[legal], letters, np.array([pattern.code]))]
    return legal


class LegalGuesses:
    """The guesses of a vocabulary that are legal in many states, as packed bits.

    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> hard_mode = LegalGuesses(pets)
    >>> guess, code = pets.find("dog"), 6  # grey, green, grey
    >>> legal = hard_mode.after(hard_mode.without_clues(1), np.array([guess]), np.array([code]))
    >>> [pets.guesses[guess] for guess in hard_mode.listed(legal).group(0)]
    ['cow', 'dog']
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    @cached_property
    def rows(self) -> Bits:
        """The guesses that meet each demand: uint8, shape (demands + 1, bytes).

        Letter at a place: row ``place * letters + letter``. At least this many copies of a letter:
        row ``(length + copies - 1) * letters + letter``. The last row holds every guess.
        """
        words = self.vocabulary
        letters, alphabet = words.guess_letters, len(words.alphabet)
        at_place = letters[:, :, None] == np.arange(alphabet, dtype=np.uint8)
        copies = at_place.sum(axis=1, dtype=np.uint8)
        rows = [np.packbits(at_place[:, place].T, axis=1) for place in range(words.length)]
        rows += [np.packbits((copies >= count).T, axis=1) for count in range(1, words.length + 1)]
        return np.concatenate([*rows, np.packbits(np.ones((1, len(letters)), bool), axis=1)])

    def without_clues(self, states: int) -> Bits:
        """Allow every guess in a number of states: uint8, shape (states, bytes).

        Raises UserError if they do not fit in memory; see `gpuwordle.memory.ceiling`.
        """
        count = whole_number("states", states, 0)
        if count > MANY_STATES:
            what = f"the legal guesses of {count:,} states"
            check(count * self.rows.shape[1], ceiling(), what, "ask about fewer states")
        return np.repeat(self.rows[-1:], states, axis=0)

    def only(self, guesses: npt.NDArray[np.integer]) -> Bits:
        """Allow some guesses in one state: uint8, shape (1, bytes)."""
        legal = np.zeros((1, len(self.vocabulary.guesses)), bool)
        legal[0, checked_indices(guesses, legal.shape[1], "guess")] = True
        return np.packbits(legal, axis=1)

    def after(
        self,
        legal: Bits,
        guesses: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
    ) -> Bits:
        """Remove what one more clue for each state forbids: uint8, shape (states, bytes).

        legal: what was legal before, of the same shape. guesses, codes: the clues, shape (states,).
        """
        words = self.vocabulary
        self._check(legal)
        guesses = checked_indices(guesses, len(words.guesses), "guess")
        codes = checked_indices(codes, words.win + 1, "code")
        if not len(legal) == len(guesses) == len(codes):
            raise UserError(
                f"{len(guesses)} guesses and {len(codes)} codes are given for {len(legal)} states: "
                "give one clue for each"
            )
        length, alphabet, nothing = words.length, len(words.alphabet), len(self.rows) - 1
        letters = words.guess_letters[guesses]
        facts, copies = facts_of_codes(letters, codes), copies_up_to(letters)
        legal = legal.copy()
        for place in range(length):
            letter = letters[:, place].astype(np.int64)
            green = (facts >> place & 1).astype(bool)
            legal &= self.rows[np.where(green, place * alphabet + letter, nothing)]
            enough = (facts >> (length + place) & 1).astype(bool)
            count = length + copies[:, place].astype(np.int64) - 1
            legal &= self.rows[np.where(enough, count * alphabet + letter, nothing)]
        return legal

    def listed(self, legal: Bits) -> Groups:
        """List the guesses that are legal in each state: guess indices in ascending order."""
        self._check(legal)
        guesses = len(self.vocabulary.guesses)
        step = max(1, UNPACKED_AT_ONCE // guesses)
        found, sizes = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
        for start in range(0, len(legal), step):
            bits = np.unpackbits(legal[start : start + step], axis=1, count=guesses)
            found.append(np.nonzero(bits)[1].astype(np.int32))
            sizes.append(bits.sum(axis=1, dtype=np.int64))
        return Groups.from_sizes(np.concatenate(found), np.concatenate(sizes))

    def _check(self, legal: Bits) -> None:
        """Raise UserError unless these are bits of the guesses of some states."""
        bytes_ = self.rows.shape[1]
        of_bits = isinstance(legal, np.ndarray) and legal.dtype == np.uint8 and legal.ndim == 2
        if not of_bits or legal.shape[1] != bytes_:
            raise UserError(
                f"{legal!r:.40} does not say what is legal: give what without_clues, only or after "
                "returned"
            )
