"""The best guess of each group as it is defined: score every guess of its pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.progress import Progress
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import Key

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend, Pool


def best_guesses_plainly(
    backend: Backend, groups: Groups, key: Key, pool: Pool, progress: Progress | None
) -> npt.NDArray[np.int32]:
    """Choose a guess for each group by scoring all.

    Parameters
    ----------
    backend
        Scores; the groups and the pool were checked for its vocabulary.
    groups, key, pool, progress
        As for `gpuwordle.backends.backend.Backend.best_guesses`.

    Returns
    -------
    ndarray of int32, shape (groups,)
        Guess indices.
    """
    answer_guess = backend.vocabulary.answer_guess
    best = np.empty(len(groups), np.int32)
    for index in range(len(groups)):
        candidates = groups.group(index)
        own = answer_guess[candidates]
        if isinstance(pool, Groups):
            guesses = np.unique(pool.group(index))
        elif pool == "candidates":
            guesses = np.sort(own)
        else:
            guesses = np.arange(len(backend.vocabulary.guesses), dtype=np.int32)
        scored = backend._statistics(Groups.of([candidates]), guesses, None)
        order = np.lexsort((guesses, ~np.isin(guesses, own), scored.key(key)[0]))
        best[index] = guesses[order[0]]
        if progress is not None:
            progress((index + 1) / len(groups))
    return best
