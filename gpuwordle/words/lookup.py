"""Words found in a list by their letters, for instance after two letters are exchanged."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Letters = npt.NDArray[np.uint8]
"""Words as letter indices: (words, length)."""


class WordLookup:
    """Finds words in a list by their letters.

    letters: uint8 (words, length), all different words.
    """

    def __init__(self, letters: Letters) -> None:
        strings = _strings(letters)
        self._places = np.argsort(strings)
        self._strings = strings[self._places]

    @property
    def in_order(self) -> bool:
        """Whether the words are in alphabetical order."""
        return bool((self._places[1:] > self._places[:-1]).all())

    def find(self, words: Letters) -> npt.NDArray[np.int64]:
        """Return the index of each word in the list, −1 if it is not listed: (words,)."""
        strings = _strings(words)
        at = np.minimum(np.searchsorted(self._strings, strings), len(self._strings) - 1)
        return np.where(self._strings[at] == strings, self._places[at], -1)


def exchanged(letters: Letters, one: int, other: int) -> Letters:
    """Return words with two letters exchanged."""
    image = np.arange(256, dtype=np.uint8)
    image[[one, other]] = other, one
    return image[letters]


def _strings(letters: Letters) -> npt.NDArray[np.bytes_]:
    """Return words as byte strings, which compare as the words do: (words,)."""
    # Letters from 1 on: a string ends at its first zero.
    return np.ascontiguousarray(letters + np.uint8(1)).view(f"S{letters.shape[1]}").ravel()
