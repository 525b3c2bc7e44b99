"""Wordle's rule: one colour for each letter.

A letter is green if guess and answer agree at its place. Every other letter of the guess, from left
to right, is yellow while the answer holds a copy of it that is not matched yet, and grey after
that. The code is the number that the colours spell in base 3, the first letter most significant.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.rules.colours import GREEN, GREY, YELLOW
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.planes import DIGITS_PER_PLANE, PLANE_BASE, copies, plane_count


def colours_of(guess: str, answer: str) -> list[int]:
    """Return the colours of a guess against an answer of the same length, in lower case."""
    unmatched = [a for g, a in zip(guess, answer, strict=True) if g != a]
    colours = []
    for g, a in zip(guess, answer, strict=True):
        if g == a:
            colours.append(GREEN)
        elif g in unmatched:
            unmatched.remove(g)
            colours.append(YELLOW)
        else:
            colours.append(GREY)
    return colours


class Wordle(Feedback):
    """Greens, yellows and greys."""

    name = "wordle"
    description = "the colour of each letter: green in place, yellow elsewhere, grey not there"
    meaning = "base-3 digits, first letter most significant; 0 grey, 1 yellow, 2 green"
    plane_base = PLANE_BASE
    has_colours = True

    def codes(self, length: int) -> int:
        """Return the number of patterns: three colours for each letter."""
        return int(3**length)

    def code(self, guess: str, answer: str) -> int:
        """Return the colours as a number in base 3."""
        return int("".join(map(str, colours_of(guess, answer))), 3)

    def write(self, code: int, length: int) -> str:
        """Write the colours as digits, such as ``01200``."""
        return "".join(str(code // 3**place % 3) for place in reversed(range(length)))

    def read(self, text: str, length: int) -> int:
        """Read colours from digits; `gpuwordle.Pattern.parse` reads every notation."""
        if len(text) != length or set(text) - set("012"):
            raise UserError(f"pattern {text!r:.40} is not {length} digits 0, 1 or 2")
        return int(text, 3)

    def table(
        self, guess_sets: npt.NDArray[np.uint32], answer_sets: npt.NDArray[np.uint32], length: int
    ) -> npt.NDArray[np.uint8]:
        """Tabulate the colours at the places of a letter.

        A place is green if guess and answer both have the letter there. The answer's remaining
        copies of the letter make the guess's other places yellow, from left to right.
        """
        unmatched = copies(answer_sets & ~guess_sets[:, None])
        table = np.zeros((plane_count(length), *unmatched.shape), np.uint8)
        for place in range(length):
            # Few sets contain a given place; the others are skipped.
            here = np.flatnonzero(guess_sets >> np.uint32(place) & 1)
            if not len(here):
                continue
            green = (answer_sets >> np.uint32(place) & 1).astype(np.uint8)
            left = unmatched[here]
            yellow = np.minimum(left, 1 - green)
            unmatched[here] = left - yellow
            plane, exponent = divmod(length - 1 - place, DIGITS_PER_PLANE)
            weight = 3**exponent
            table[plane, here] += np.uint8(weight * YELLOW) * yellow
            table[plane, here] += np.uint8(weight * GREEN) * green
        return table


WORDLE = Wordle()
