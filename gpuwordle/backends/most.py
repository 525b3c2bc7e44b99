"""The most buckets that any guess makes of each of many sets, from which proofs bound games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend


class MostBuckets(NamedTuple):
    """The largest number of buckets that a guess makes of each group, and that guess.

    Attributes
    ----------
    counts : ndarray of int32, shape (groups,)
    guesses : ndarray of int32, shape (groups,)
        Guess indices.
    """

    counts: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.int32]


def most_buckets_plainly(engine: Backend, groups: Groups) -> MostBuckets:
    """Choose a guess for each group, and count its buckets; see `Backend.most_buckets`."""
    guesses = engine.best_guesses(groups, KEYS["buckets"])
    parents = engine.split(groups, guesses).parents
    return MostBuckets(np.bincount(parents, minlength=len(groups)).astype(np.int32), guesses)


def most_of_counts(
    counts: npt.NDArray[np.int32], groups: Groups, answer_guess: npt.NDArray[np.integer]
) -> MostBuckets:
    """Choose from the counts of all guesses: int32, shape (groups, guesses).

    ``answer_guess`` tells which guess each answer is.
    """
    most = counts.max(axis=1)
    owners, own = groups.owners, answer_guess[groups.candidates]
    inside = counts[owners, own] == most[owners]
    # Of equals a candidate, then the lowest.
    beyond = counts.shape[1]
    guesses = np.full(len(groups), beyond, np.int64)
    np.minimum.at(guesses, owners[inside], own[inside])
    guesses = np.where(guesses < beyond, guesses, counts.argmax(axis=1))
    return MostBuckets(most, guesses.astype(np.int32))
