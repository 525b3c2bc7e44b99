"""Hard mode: which guesses it allows after clues, for one state or for many at once.

A guess is allowed when green letters stay in place and every coloured letter is used at least as
often as one guess has shown it coloured.

Each fact that hard mode can ask of a guess, "this letter at that place" or "so many copies of this
letter", is a row of bits, one for each guess of the vocabulary. What a state may play is the
conjunction of the rows that its clues ask for, so a clue costs a few ANDs of packed bits.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import Facts, Letters, copies_up_to, facts_of_codes, facts_of_words
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary


def needed_in_hard_mode(guess_letters: Letters, codes: npt.NDArray[np.integer]) -> Facts:
    """Say what hard mode asks of later guesses: those with ``facts & needed == needed``.

    Parameters
    ----------
    guess_letters
        Letter indices: uint8, shape (clues, length).
    codes
        Pattern codes, shape (clues,).

    Returns
    -------
    ndarray of int64, shape (clues,)
    """
    # The facts of a pattern hold nothing but greens and as many copies as were coloured.
    return facts_of_codes(guess_letters, codes)


def allowed_in_hard_mode(
    vocabulary: Vocabulary,
    guess: int,
    code: int,
    guesses: npt.NDArray[np.integer] | None = None,
) -> npt.NDArray[np.bool_]:
    """Tell which guesses hard mode allows after one clue.

    Parameters
    ----------
    vocabulary
        The words.
    guess
        Index of the guess that was played.
    code
        The code of its pattern.
    guesses
        Indices of the guesses asked about; all of them when None.

    Returns
    -------
    ndarray of bool, shape (guesses,)
    """
    letters = vocabulary.guess_letters
    words = letters if guesses is None else letters[guesses]
    needed = needed_in_hard_mode(letters[guess][None], np.array([code]))[0]
    return (facts_of_words(letters[guess], words) & needed) == needed


Bits = npt.NDArray[np.uint8]

UNPACKED_AT_ONCE = 1 << 26

"""Bits that are written out as bytes at a time."""


class HardMode:
    """Legal guesses of one vocabulary, as packed bits.

    Parameters
    ----------
    vocabulary
        The words.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    @cached_property
    def _rows(self) -> Bits:
        """Rows of bits: letter at place, then copies of a letter, then a row of ones."""
        words = self.vocabulary
        letters, alphabet = words.guess_letters, len(words.alphabet)
        at_place = letters[:, :, None] == np.arange(alphabet, dtype=np.uint8)
        copies = at_place.sum(axis=1, dtype=np.uint8)
        rows = [np.packbits(at_place[:, place].T, axis=1) for place in range(words.length)]
        rows += [np.packbits((copies >= count).T, axis=1) for count in range(1, words.length + 1)]
        return np.concatenate([*rows, np.packbits(np.ones((1, len(letters)), bool), axis=1)])

    def start(self, states: int) -> Bits:
        """Allow every guess in so many states: uint8, shape (states, guesses / 8)."""
        return np.repeat(self._rows[-1:], states, axis=0)

    def after(
        self,
        legal: Bits,
        guesses: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
    ) -> Bits:
        """Forbid what one more clue for each state forbids.

        Parameters
        ----------
        legal
            What the states allowed before: uint8, shape (states, guesses / 8).
        guesses, codes
            The clue of each state.
        """
        words = self.vocabulary
        letters = words.guess_letters[guesses]
        needed = needed_in_hard_mode(letters, codes)
        copies = copies_up_to(letters)
        alphabet, nothing = len(words.alphabet), len(self._rows) - 1
        legal = legal.copy()
        for place in range(words.length):
            letter = letters[:, place].astype(np.int64)
            green = (needed >> place & 1).astype(bool)
            row = np.where(green, place * alphabet + letter, nothing)
            legal &= self._rows[row]
            enough = (needed >> (words.length + place) & 1).astype(bool)
            count = words.length + copies[:, place].astype(np.int64) - 1
            row = np.where(enough, count * alphabet + letter, nothing)
            legal &= self._rows[row]
        return legal

    def pools(self, legal: Bits) -> Groups:
        """List the guesses that each state allows."""
        guesses = len(self.vocabulary.guesses)
        step = max(1, UNPACKED_AT_ONCE // guesses)
        found, sizes = [np.empty(0, np.int32)], [np.zeros(1, np.int64)]
        for start in range(0, len(legal), step):
            bits = np.unpackbits(legal[start : start + step], axis=1, count=guesses)
            found.append(np.nonzero(bits)[1].astype(np.int32))
            sizes.append(bits.sum(axis=1, dtype=np.int64))
        return Groups(np.concatenate(found), np.cumsum(np.concatenate(sizes)))
