"""Mastermind's rule: how many letters are in place (black pegs), and how many more occur (white).

The same rule is called Bulls and Cows with digits that do not repeat, and Hurdle with words.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.planes import copies, in_first_plane, plane_places

_TWO_NUMBERS = re.compile(r"(\d)(\d)|(\d+)\+(\d+)", re.ASCII)


class Mastermind(Feedback):
    """Black and white pegs.

    The code is the letters in common, plus length + 1 for each letter in place.
    """

    name = "mastermind"
    description = "21 is 2 letters in place, and 1 that stands elsewhere in the answer"
    meaning = "letters in common, and length + 1 for each letter in place"
    places_alike = True

    def codes(self, length: int) -> int:
        """Return the number of codes; some of them never occur."""
        return (length + 1) ** 2

    def code(self, guess: str, answer: str) -> int:
        """Count the letters in common, and length + 1 for each in place."""
        black = sum(g == a for g, a in zip(guess, answer, strict=True))
        return (Counter(guess) & Counter(answer)).total() + (len(guess) + 1) * black

    def write(self, code: int, length: int) -> str:
        """Write black and white pegs: ``21``, or ``10+2`` if words have ten letters or more.

        >>> Mastermind().write(13, 4)
        '21'
        """
        black, common = divmod(code, length + 1)
        return f"{black}{common - black}" if length < 10 else f"{black}+{common - black}"

    def read(self, text: str, length: int) -> int:
        """Read black and white pegs from ``21``, ``2+1`` or ``BBW``; ``0``, ``-`` or ``.`` is none.

        >>> Mastermind().read("BBW", 4), Mastermind().read("-", 4)
        (13, 0)
        """
        marks = text.strip()
        numbers = _TWO_NUMBERS.fullmatch(marks)
        if numbers:
            black, white = (int(number[:9]) for number in numbers.groups() if number is not None)
        elif marks and not marks.upper().strip("BW"):
            black, white = marks.upper().count("B"), marks.upper().count("W")
        elif marks in ("0", "-", "."):
            black = white = 0
        else:
            raise UserError(
                f"pattern {marks!r:.40} is not black and white pegs: give 21 or BBW for 2 in place "
                "and 1 elsewhere"
            )
        if black + white > length or (black == length - 1 and white == 1):
            raise UserError(
                f"pattern {marks!r:.40} is {black} in place and {white} elsewhere, which no guess "
                f"of {length} letters gets"
            )
        return black + white + (length + 1) * black

    def table(
        self, guess_sets: npt.NDArray[np.uint32], answer_sets: npt.NDArray[np.uint32], length: int
    ) -> npt.NDArray[np.uint8]:
        """Tabulate the copies of a letter in common and in place.

        Those in place are added in the planes of their places, so that no plane exceeds a byte: 20
        letters in common, five of them in place, give 125.
        """
        common = np.minimum(copies(guess_sets)[:, None], copies(answer_sets))
        table, in_place = (
            in_first_plane(common, guess_sets, length),
            guess_sets[:, None] & answer_sets,
        )
        for plane in range(len(table)):
            table[plane] += np.uint8(length + 1) * copies(in_place & plane_places(length, plane))
        return table


MASTERMIND = Mastermind()
