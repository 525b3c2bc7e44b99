"""Codes of patterns: colours spelled as one number in base 3, and back, on arrays.

The first letter is the most significant digit. Which colours a guess gets is not said here:
that is the rule, in `gpuwordle.rules.pattern` for two words and in
`gpuwordle.scoring.contributions` for whole lists.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError

MAXIMUM_LENGTH = 20
"""Longest word: 3**20 codes fill 32 bits almost exactly."""


def check_length(length: int) -> None:
    """Raise UserError unless a word length is 1 to 20."""
    if not isinstance(length, int | np.integer) or not 1 <= length <= MAXIMUM_LENGTH:
        raise UserError(f"word length {length} is out of range: give 1 to {MAXIMUM_LENGTH}")


def code_dtype(length: int) -> np.dtype[np.unsignedinteger]:
    """Return the smallest unsigned dtype that holds every code of a word length.

    Parameters
    ----------
    length
        Letters in a word, 1 to 20.

    Returns
    -------
    numpy.dtype
        uint8 up to 5 letters, uint16 up to 10, uint32 up to 20.

    Raises
    ------
    UserError
        If the length is not 1 to 20.
    """
    check_length(length)
    return np.dtype(np.uint8 if length <= 5 else np.uint16 if length <= 10 else np.uint32)


def all_green(length: int) -> int:
    """Return the code that ends a game, the largest of a word length: every letter green."""
    return int(3**length - 1)


def colours_of_codes(codes: npt.ArrayLike, length: int) -> npt.NDArray[np.uint8]:
    """Write codes as colours.

    Parameters
    ----------
    codes
        Pattern codes, any shape.
    length
        Letters in a word.

    Returns
    -------
    ndarray of uint8
        The shape of the codes and one more axis: the places, first letter first.
    """
    weights = 3 ** np.arange(length - 1, -1, -1, dtype=np.int64)
    return (np.asarray(codes, np.int64)[..., None] // weights % 3).astype(np.uint8)


def codes_as_text(codes: npt.ArrayLike, length: int) -> list[str]:
    """Write many codes as digits, such as ``["00000", "01200"]``."""
    digits = colours_of_codes(np.asarray(codes).ravel(), length)
    return ["".join(map(str, colours)) for colours in digits.tolist()]
