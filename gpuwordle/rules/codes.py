"""Codes of patterns: colours as the digits of a base-3 number, and back, on arrays.

The first letter is the most significant digit. The rule that colours a guess is in
`gpuwordle.rules.wordle`: `colours_of` for two words, `Wordle.table` for whole lists.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError

MAXIMUM_LENGTH = 20
"""Longest word: 3**20 codes fill 32 bits almost exactly."""


def check_length(length: int) -> None:
    """Raise UserError unless a word length is an integer from 1 to 20."""
    if isinstance(length, bool) or not isinstance(length, int | np.integer):
        raise UserError(f"word length {length!r:.40} is not an integer: give 1 to {MAXIMUM_LENGTH}")
    if not 1 <= length <= MAXIMUM_LENGTH:
        raise UserError(f"word length {length} is out of range: give 1 to {MAXIMUM_LENGTH}")


def colours_of_codes(codes: npt.ArrayLike, length: int) -> npt.NDArray[np.uint8]:
    """Return the colours of codes of any shape; the last axis is the place, first letter first."""
    weights = 3 ** np.arange(length - 1, -1, -1, dtype=np.int64)
    return (np.asarray(codes, np.int64)[..., None] // weights % 3).astype(np.uint8)


def codes_as_text(codes: npt.ArrayLike, length: int) -> list[str]:
    """Write codes as digits, such as ``["00000", "01200"]``."""
    digits = colours_of_codes(np.asarray(codes).ravel(), length)
    return ["".join(map(str, colours)) for colours in digits.tolist()]
