"""Scan: the words of a list that meet demands, on arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.demands import Demands
from gpuwordle.clues.facts import Letters

AT_ONCE = 1 << 16
"""Words that are looked at together: their letters stay in a processor's cache."""


def allowed_letters(demands: Demands, number: dict[str, int]) -> npt.NDArray[np.bool_]:
    """Say which letters may stand where.

    Parameters
    ----------
    demands
        What is asked.
    number
        The number of each letter of the alphabet.

    Returns
    -------
    ndarray of bool, shape (length, letters)
    """
    allowed = np.ones((demands.length, len(number)), bool)
    for letter, count in demands.at_most.items():
        if count == 0 and letter in number:
            allowed[:, number[letter]] = False
    for place, letter in demands.banned:
        if letter in number:
            allowed[place, number[letter]] = False
    for place, letter in demands.known.items():
        still = letter in number and allowed[place, number[letter]]
        allowed[place] = False
        if still:
            allowed[place, number[letter]] = True
    return allowed


def scan(letters: Letters, number: dict[str, int], demands: Demands) -> npt.NDArray[np.int64]:
    """Find the words that meet demands, but for the guesses that are removed.

    Parameters
    ----------
    letters
        Letter numbers: uint8, shape (words, length).
    number
        The number of each letter of the alphabet.
    demands
        What is asked.

    Returns
    -------
    ndarray of int64
        Places of the words, rising.
    """
    if any(count and letter not in number for letter, count in demands.at_least.items()):
        return np.empty(0, np.int64)
    allowed = allowed_letters(demands, number)
    # The place that lets the fewest letters pass goes first, so that the others see few words.
    order = np.argsort(allowed.sum(axis=1), kind="stable")
    found = [np.empty(0, np.int64)]
    for start in range(0, len(letters), AT_ONCE):
        rows = letters[start : start + AT_ONCE]
        left = np.flatnonzero(allowed[order[0]][rows[:, order[0]]])
        for place in order[1:]:
            if not allowed[place].all():
                left = left[allowed[place][rows[left, place]]]
        for letter, least in demands.at_least.items():
            if least:
                left = left[(rows[left] == number[letter]).sum(axis=1) >= least]
        for letter, most in demands.at_most.items():
            if most and letter in number:
                left = left[(rows[left] == number[letter]).sum(axis=1) <= most]
        found.append(left + start)
    return np.concatenate(found)
