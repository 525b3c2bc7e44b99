"""The guesses that hard mode allows, for many states at once.

Each fact that hard mode can ask of a guess, "this letter at that place" or "so many copies of this
letter", is a row of bits, one for each guess of the vocabulary. What a state may play is the
conjunction of the rows that its clues ask for, so a clue costs a few ANDs of packed bits.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.constraints import copies_up_to, needed_in_hard_mode
from gpuwordle.statistics import Groups
from gpuwordle.vocabulary import Vocabulary

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
        allowed: Bits,
        guesses: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
    ) -> Bits:
        """Forbid what one more clue for each state forbids.

        Parameters
        ----------
        allowed
            What the states allowed before: uint8, shape (states, guesses / 8).
        guesses, codes
            The clue of each state.
        """
        words = self.vocabulary
        letters = words.guess_letters[guesses]
        needed = needed_in_hard_mode(letters, codes)
        copies = copies_up_to(letters)
        alphabet, nothing = len(words.alphabet), len(self._rows) - 1
        allowed = allowed.copy()
        for place in range(words.length):
            letter = letters[:, place].astype(np.int64)
            green = (needed >> place & 1).astype(bool)
            row = np.where(green, place * alphabet + letter, nothing)
            allowed &= self._rows[row]
            enough = (needed >> (words.length + place) & 1).astype(bool)
            count = words.length + copies[:, place].astype(np.int64) - 1
            row = np.where(enough, count * alphabet + letter, nothing)
            allowed &= self._rows[row]
        return allowed

    def pools(self, allowed: Bits) -> Groups:
        """List the guesses that each state allows."""
        guesses = len(self.vocabulary.guesses)
        step = max(1, UNPACKED_AT_ONCE // guesses)
        found, sizes = [np.empty(0, np.int32)], [np.zeros(1, np.int64)]
        for start in range(0, len(allowed), step):
            bits = np.unpackbits(allowed[start : start + step], axis=1, count=guesses)
            found.append(np.nonzero(bits)[1].astype(np.int32))
            sizes.append(bits.sum(axis=1, dtype=np.int64))
        return Groups(np.concatenate(found), np.cumsum(np.concatenate(sizes)))
