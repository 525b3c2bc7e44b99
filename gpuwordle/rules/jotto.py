"""Jotto's rule: how many letters guess and answer have in common, in place or not.

An anagram of the answer has all its letters, too. So the count alone does not show a win: the
answer has a separate code, and a player is told that a guess is the answer.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.feedback import Feedback, read_count
from gpuwordle.rules.planes import copies, in_first_plane


class Jotto(Feedback):
    """Letters in common."""

    name = "jotto"
    description = "how many letters guess and answer have in common; ! marks the answer"
    meaning = "letters in common; length + 1 for the answer itself"
    tells_wins = False
    places_alike = True

    def codes(self, length: int) -> int:
        """Return the number of codes: 0 to all letters in common, and the win."""
        return length + 2

    def code(self, guess: str, answer: str) -> int:
        """Count the letters in common."""
        return (Counter(guess) & Counter(answer)).total()

    def write(self, code: int, length: int) -> str:
        """Write the count; a win is all letters and an exclamation mark, such as ``5!``."""
        return f"{length}!" if code == self.win(length) else str(code)

    def read(self, text: str, length: int) -> int:
        """Read the count: ``3``; ``5!`` is a win, and ``5`` an anagram of the answer."""
        if text.strip() == f"{length}!":
            return self.win(length)
        otherwise = f", or {length}! if the guess is the answer"
        return read_count(text, length, "letters in common", otherwise)

    def table(
        self, guess_sets: npt.NDArray[np.uint32], answer_sets: npt.NDArray[np.uint32], length: int
    ) -> npt.NDArray[np.uint8]:
        """Tabulate the copies of a letter in common."""
        common = np.minimum(copies(guess_sets)[:, None], copies(answer_sets))
        return in_first_plane(common, guess_sets, length)


JOTTO = Jotto()
