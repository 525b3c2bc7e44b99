"""The best guesses by some keys, chosen on the device: of all statistics a few rows come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Leaders
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import NULL, WARP, Device
from gpuwordle.backends.cuda.rows import padded
from gpuwordle.scoring.statistics import FIELDS, Key, Statistics

THREADS = 256
PART = 8 * THREADS
"""Guesses that a block ranks."""
MOST_LEADERS = 64
"""More are ranked on the host: each takes a search of its own."""
RANK_WORDS = 2
"""A leader of a part, in numbers of 64 bits."""


def choose_leaders(
    device: Device,
    statistics: Any,
    keys: Sequence[Key],
    top: int,
    pool: Any,
    guess_answer: Any,
) -> Any:
    """Choose the guesses with the smallest keys.

    Parameters
    ----------
    device
        Where the statistics are.
    statistics : device array of int64, shape (4, guesses)
    keys
        What to minimise, each by itself.
    top
        How many guesses by each key, no more than there are.
    pool : device array of int32, shape (guesses,), or None
        Which guess each is; None where they are all guesses in their order.
    guess_answer : device array of int32, or None
        The answer that each guess is, or -1; None where all are candidates.

    Returns
    -------
    device array of int64, shape (keys, top, 5)
        Of each leader, best first, its place among the guesses and its four statistics.
    """
    guesses = int(statistics.shape[1])
    parts = -(-guesses // PART)
    weights = device.to_device([key.weights for key in keys], np.int64)
    ranks = device.xp.empty((len(keys), parts * top, RANK_WORDS), np.int64)
    found = device.xp.empty((len(keys), top, 1 + len(FIELDS)), np.int64)
    device.launch(
        source.LEADERS,
        "leaders_of_parts",
        (len(keys), parts),
        min(THREADS, padded(guesses, WARP)),
        (
            statistics,
            np.int32(guesses),
            weights,
            NULL if pool is None else pool,
            NULL if guess_answer is None else guess_answer,
            np.int32(PART),
            np.int32(top),
            ranks,
        ),
    )
    device.launch(
        source.LEADERS,
        "rank_leaders",
        (len(keys),),
        min(THREADS, padded(parts * top, WARP)),
        (
            ranks,
            np.int32(parts * top),
            statistics,
            np.int32(guesses),
            np.int32(top),
            found,
        ),
    )
    return found


def leaders_of(
    found: npt.NDArray[np.int64], guesses: npt.NDArray[np.int32] | None, answers: int
) -> list[Leaders]:
    """Read what `choose_leaders` found, for guesses in their order or for all when None."""
    sizes = np.array([answers])
    return [
        Leaders(
            rows[:, 0].astype(np.int32) if guesses is None else guesses[rows[:, 0]],
            Statistics(sizes, np.ascontiguousarray(rows[:, 1:].T)[:, None]),
        )
        for rows in found
    ]
