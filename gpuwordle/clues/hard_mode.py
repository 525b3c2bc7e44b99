"""Hard mode: which guesses are legal after clues, for many states at once.

A guess is legal when green letters stay in place and every coloured letter is used at least as
often as one guess has shown it coloured.

Each thing that hard mode can ask of a guess, "this letter at that place" or "so many copies of this
letter", is a row of bits, one for each guess of the vocabulary. The legal guesses of a state are
the conjunction of the rows that its clues ask for, so a clue costs a few ANDs of packed bits.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import Facts, Letters, copies_up_to, facts_of_codes
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary

Bits = npt.NDArray[np.uint8]
"""Which guesses are legal in each state: bits, packed eight to a byte along the last axis."""

UNPACKED_AT_ONCE = 1 << 26
"""Bits that are written out as bytes at a time."""


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


class LegalGuesses:
    """The guesses that hard mode leaves, state by state, as packed bits.

    Parameters
    ----------
    vocabulary
        The words.

    Examples
    --------
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
        """The guesses that meet each thing that hard mode can ask: uint8, (demands + 1, bytes).

        A letter at a place is row ``place * letters + letter``, so many copies of it row
        ``(length + copies - 1) * letters + letter``; the last row holds every guess.
        """
        words = self.vocabulary
        letters, alphabet = words.guess_letters, len(words.alphabet)
        at_place = letters[:, :, None] == np.arange(alphabet, dtype=np.uint8)
        copies = at_place.sum(axis=1, dtype=np.uint8)
        rows = [np.packbits(at_place[:, place].T, axis=1) for place in range(words.length)]
        rows += [np.packbits((copies >= count).T, axis=1) for count in range(1, words.length + 1)]
        return np.concatenate([*rows, np.packbits(np.ones((1, len(letters)), bool), axis=1)])

    def without_clues(self, states: int) -> Bits:
        """Allow every guess in so many states: uint8, shape (states, guesses / 8)."""
        return np.repeat(self.rows[-1:], states, axis=0)

    def after(
        self,
        legal: Bits,
        guesses: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
    ) -> Bits:
        """Take away what one more clue for each state forbids.

        Parameters
        ----------
        legal
            What was legal before: uint8, shape (states, guesses / 8).
        guesses, codes
            The clue of each state, shape (states,).

        Returns
        -------
        ndarray of uint8, shape (states, guesses / 8)
        """
        words = self.vocabulary
        letters = words.guess_letters[guesses]
        needed = needed_in_hard_mode(letters, codes)
        copies = copies_up_to(letters)
        alphabet, nothing = len(words.alphabet), len(self.rows) - 1
        legal = legal.copy()
        for place in range(words.length):
            letter = letters[:, place].astype(np.int64)
            green = (needed >> place & 1).astype(bool)
            row = np.where(green, place * alphabet + letter, nothing)
            legal &= self.rows[row]
            enough = (needed >> (words.length + place) & 1).astype(bool)
            count = words.length + copies[:, place].astype(np.int64) - 1
            row = np.where(enough, count * alphabet + letter, nothing)
            legal &= self.rows[row]
        return legal

    def listed(self, legal: Bits) -> Groups:
        """List the guesses that are legal in each state: guess indices, rising."""
        guesses = len(self.vocabulary.guesses)
        step = max(1, UNPACKED_AT_ONCE // guesses)
        found, sizes = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
        for start in range(0, len(legal), step):
            bits = np.unpackbits(legal[start : start + step], axis=1, count=guesses)
            found.append(np.nonzero(bits)[1].astype(np.int32))
            sizes.append(bits.sum(axis=1, dtype=np.int64))
        return Groups.from_sizes(np.concatenate(found), np.concatenate(sizes))
