"""Bytes of a code: which letters of a word each byte plane holds.

A plane holds five letters, the last letters first, so that their colours fit a byte (3**5 - 1 is
242). Words of up to five letters have one plane.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

DIGITS_PER_PLANE = 5

PLANE_BASE = 3**DIGITS_PER_PLANE
"""Weight of a plane relative to the one before, if codes are colours."""

_TEN_BITS = np.uint32((1 << 10) - 1)
_BITS = np.array([number.bit_count() for number in range(1 << 10)], np.uint8)


def plane_count(length: int) -> int:
    """Return the bytes in the code of a word: a fifth of its letters, rounded up."""
    return -(-length // DIGITS_PER_PLANE)


def plane_span(length: int, plane: int) -> tuple[int, int]:
    """Return the places whose letters a plane holds, as a half-open range."""
    last = length - DIGITS_PER_PLANE * plane
    return max(last - DIGITS_PER_PLANE, 0), last


def plane_places(length: int, plane: int) -> np.uint32:
    """Return the places whose letters a plane holds, as bits (bit p for place p)."""
    first, last = plane_span(length, plane)
    return np.uint32((1 << last) - (1 << first))


def copies(sets: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """Count the places in sets given as bits below 2**20, of any shape."""
    return _BITS[sets & _TEN_BITS] + _BITS[sets >> np.uint32(10)]


def in_first_plane(
    added: npt.NDArray[np.uint8], guess_sets: npt.NDArray[np.uint32], length: int
) -> npt.NDArray[np.uint8]:
    """Put what letters add into the plane of their first place in the guess, for sums of bytes.

    ``added`` has shape (g, a), the sets shape (g,); the table is uint8, shape (planes, g, a).
    """
    planes = plane_count(length)
    if planes == 1:
        return added[None]
    table = np.zeros((planes, *added.shape), np.uint8)
    # The first place is the lowest bit, and the first places are in the last plane.
    left = np.ones(len(guess_sets), bool)
    for plane in reversed(range(planes)):
        here = left & (guess_sets & plane_places(length, plane) != 0)
        table[plane, here] = added[here]
        left &= ~here
    return table
