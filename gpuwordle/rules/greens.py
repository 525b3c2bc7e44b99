"""The rule that only counts letters in place."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.feedback import Feedback, read_count
from gpuwordle.rules.planes import copies, in_first_plane


class Greens(Feedback):
    """Letters in place."""

    name = "greens"
    description = "how many letters are in place"
    meaning = "letters in place"
    places_alike = True

    def codes(self, length: int) -> int:
        """Return the number of codes: 0 to all letters in place."""
        return length + 1

    def code(self, guess: str, answer: str) -> int:
        """Count the letters in place."""
        return sum(g == a for g, a in zip(guess, answer, strict=True))

    def write(self, code: int, length: int) -> str:
        """Write the count."""
        return str(code)

    def read(self, text: str, length: int) -> int:
        """Read the count, 0 to ``length``; unlike in Mastermind, ``length - 1`` is possible."""
        return read_count(text, length, "letters in place")

    def table(
        self, guess_sets: npt.NDArray[np.uint32], answer_sets: npt.NDArray[np.uint32], length: int
    ) -> npt.NDArray[np.uint8]:
        """Tabulate the copies of a letter in place."""
        return in_first_plane(copies(guess_sets[:, None] & answer_sets), guess_sets, length)


GREENS = Greens()
