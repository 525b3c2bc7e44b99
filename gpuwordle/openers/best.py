"""First guesses: how well every word of a vocabulary opens the game.

Two ways lead to the same word, score and tie. The *exhaustive* search scores every guess on all
answers, and gives all scores and any number of runners-up at once. The *pruned* search asks for the
best guess under one score, and lets the backend discard guesses by bounds before it has counted
them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.in_blocks import statistics_in_blocks
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.openers.notebook import SHOWN, table_of_openers
from gpuwordle.openers.opener import Opener, _openers, evaluate
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName, check_pool
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS, Key, Statistics, key_named
from gpuwordle.words.vocabulary import Vocabulary


class BestOpeners(dict[str, list[Opener]]):
    """The best openers by score, best first: a dict that shows itself in one screen."""

    def __repr__(self) -> str:
        parts = []
        for score, openers in self.items():
            shown = ", ".join(opener.guess for opener in openers[:SHOWN])
            more = f" and {len(openers) - SHOWN:,} more" if len(openers) > SHOWN else ""
            parts.append(f"{score}: {shown}{more}")
        return f"BestOpeners({'; '.join(parts)})"

    def _repr_html_(self) -> str:
        return table_of_openers(self)


def first_guess(
    vocabulary: Vocabulary,
    score: str = "entropy",
    *,
    pool: PoolName = "all",
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> Opener:
    """Find the best first guess under one score, by the pruned search.

    Parameters
    ----------
    vocabulary
        The words to play with.
    score
        ``minimax``, ``expected-size``, ``entropy`` or ``buckets``.
    pool
        ``all`` guesses, or ``candidates``: guesses that may be the answer.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    progress
        Called with the fraction done.

    Returns
    -------
    Opener
        The best guess; of equal ones a candidate, then the first in the vocabulary.

    Raises
    ------
    UserError
        If the score, pool or backend is unknown or not available.

    Examples
    --------
    >>> first_guess(Vocabulary("three", ["cat", "cot", "cut", "dog"]), "minimax").guess
    'cat'
    """
    key = key_named(score)
    check_pool(pool)
    engine = engine_for(vocabulary, backend)
    everything = Groups.whole(len(vocabulary.answers))
    best = engine.best_guesses(everything, key, pool, progress)
    return evaluate(vocabulary, best, backend=engine)[0]


def best_openers(
    vocabulary: Vocabulary,
    scores: str | Iterable[str] = tuple(KEYS),
    *,
    top: int = 1,
    pool: PoolName = "all",
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> BestOpeners:
    """Rank first guesses under several scores at once, by the exhaustive search.

    Parameters
    ----------
    vocabulary
        The words to play with.
    scores
        Name of a score, or of several; all four by default.
    top
        How many guesses to return for each score, at least 1.
    pool, backend, progress
        As for `first_guess`.

    Returns
    -------
    BestOpeners
        Openers by score, as a dict: best first; at most as many as there are guesses.

    Raises
    ------
    UserError
        If a score, the pool or the backend is unknown or not available, or top is below 1.
    """
    keys = [key_named(name) for name in ([scores] if isinstance(scores, str) else scores)]
    check_pool(pool)
    if isinstance(top, bool) or not isinstance(top, int) or top < 1:
        raise UserError(f"top {top!r:.40} is too few, or no whole number: give at least 1")
    engine = engine_for(vocabulary, backend)
    guesses = (
        np.arange(len(vocabulary.guesses), dtype=np.int32)
        if pool == "all"
        else np.sort(vocabulary.answer_guess)
    )
    kept = {key: _Leaders(vocabulary, key, top) for key in keys}
    for _, some, found in statistics_in_blocks(engine, None, guesses, progress):
        for leaders in kept.values():
            leaders.meet(guesses[some], found)
    return BestOpeners({key.name: leaders.openers() for key, leaders in kept.items()})


class _Leaders:
    """The best guesses of those that were met so far, by one key."""

    def __init__(self, vocabulary: Vocabulary, key: Key, top: int) -> None:
        self.vocabulary, self.key, self.top = vocabulary, key, top
        self.guesses = np.empty(0, np.int32)
        self.found = Statistics.empty(np.array([len(vocabulary.answers)]), 0)

    def meet(self, guesses: npt.NDArray[np.int32], found: Statistics) -> None:
        """Rank more guesses among the best."""
        chosen = self._lowest(guesses, found)
        block = np.concatenate([self.found.block, found.of_guesses(chosen).block], axis=2)
        guesses, found = np.append(self.guesses, guesses[chosen]), Statistics(found.sizes, block)
        order = self._lowest(guesses, found)
        self.guesses, self.found = guesses[order], found.of_guesses(order)

    def _lowest(self, guesses: npt.NDArray[np.int32], found: Statistics) -> npt.NDArray[np.intp]:
        candidate = self.vocabulary.guess_answer[guesses] >= 0
        return _lowest(found.key(self.key)[0], candidate, guesses, self.top)

    def openers(self) -> list[Opener]:
        """Return the best, best first."""
        return _openers(self.vocabulary, self.guesses, self.found)


def _lowest(
    keys: npt.NDArray[np.int64],
    candidate: npt.NDArray[np.bool_],
    guesses: npt.NDArray[np.integer],
    top: int,
) -> npt.NDArray[np.intp]:
    """Return where the lowest keys stand: of equal ones a candidate first, then the first guess."""
    # Only those that tie with the last one wanted need sorting, and that is a handful of 50,000.
    last = min(top, len(keys)) - 1
    lowest = np.flatnonzero(keys <= np.partition(keys, last)[last])
    order = np.lexsort((guesses[lowest], ~candidate[lowest], keys[lowest]))
    return lowest[order[:top]]
