"""Chance that follows from numbers, so that what is drawn is the same wherever it is drawn."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def mixed(*values: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Make random bits of numbers: equal numbers give equal bits, and nothing else is regular.

    Each number is mixed in by a round of splitmix64 (Steele, Lea and Flood 2014).

    Parameters
    ----------
    values
        Integers that broadcast.

    Returns
    -------
    ndarray of uint64
        The broadcast shape, at least one axis.
    """
    bits = np.zeros(1, np.uint64)
    for value in values:
        number = np.atleast_1d(np.asarray(value)).astype(np.uint64)
        bits = (bits ^ number) + np.uint64(0x9E3779B97F4A7C15)
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        bits = bits ^ (bits >> np.uint64(31))
    return bits


def below(bits: npt.NDArray[np.uint64], limits: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Turn random bits into integers from 0 to below a limit (at most 2**31) each."""
    return ((bits >> np.uint64(32)) * limits.astype(np.uint64) >> np.uint64(32)).astype(np.int64)
