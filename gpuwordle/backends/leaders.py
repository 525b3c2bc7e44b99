"""The guesses that lead by some keys on all answers, with their statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.in_blocks import statistics_in_blocks
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.statistics import Key, Statistics, check_key
from gpuwordle.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend

    Asked = tuple[Backend, Progress | None]


class Leaders(NamedTuple):
    """The best guesses by one key, best first.

    Attributes
    ----------
    guesses : ndarray of int32, shape (leaders,)
        Guess indices.
    statistics : Statistics
        Theirs, on all answers: arrays of shape (1, leaders).
    """

    guesses: npt.NDArray[np.int32]
    statistics: Statistics


def guesses_of(vocabulary: Vocabulary, pool: PoolName) -> npt.NDArray[np.int32]:
    """Return the guesses that may be chosen from at the start of a game, in their order."""
    if pool == "all":
        return np.arange(len(vocabulary.guesses), dtype=np.int32)
    return np.sort(vocabulary.answer_guess)


def leading_guesses(
    asked: Iterable[Asked], keys: Sequence[Key], top: int = 1, pool: PoolName = "all"
) -> Iterator[list[Leaders]]:
    """Choose the guesses with the smallest keys on all answers, for one backend after another.

    Ties go to a guess that is a candidate, then to the lowest guess index. Backends on a GPU have
    several vocabularies on their way at a time; results do not depend on it.

    Parameters
    ----------
    asked
        Backends of one class, each with what to call with the fraction done, or None: taken as
        they are needed.
    keys
        What to minimise, each by itself.
    top
        How many guesses by each key, at least 1; fewer where there are not so many.
    pool
        ``all`` guesses, or ``candidates``: those that may be hidden.

    Yields
    ------
    list of Leaders
        One for each key.

    Raises
    ------
    UserError
        If a key could overflow.
    """
    checked = (_checked(one, keys) for one in asked)
    for first in checked:
        kind, together = type(first[0]), chain([first], checked)
        del first  # its backend is not kept while others compute
        yield from kind._leading(together, keys, top, pool)


def _checked(asked: Asked, keys: Sequence[Key]) -> Asked:
    for key in keys:
        check_key(key, len(asked[0].vocabulary.answers))
    return asked


def leading_plainly(
    engine: Backend, keys: Sequence[Key], top: int, pool: PoolName, progress: Progress | None
) -> list[Leaders]:
    """Score all guesses and keep the best; see `leading_guesses`."""
    guesses = guesses_of(engine.vocabulary, pool)
    kept = [_Ranking(engine.vocabulary, key, top) for key in keys]
    for _, some, found in statistics_in_blocks(engine, None, guesses, progress):
        for ranking in kept:
            ranking.meet(guesses[some], found)
    return [Leaders(ranking.guesses, ranking.found) for ranking in kept]


class _Ranking:
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
