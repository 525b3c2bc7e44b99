"""First guesses: how well every word of a vocabulary opens the game.

Two ways lead to the same word, score and tie. The *exhaustive* search scores every guess on all
answers, and gives all scores and any number of runners-up at once. The *pruned* search asks for the
best guess under one score, and lets the backend discard guesses by bounds before it has counted
them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from gpuwordle.backends.backend import Backend, leading_of_each
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.openers.notebook import SHOWN, table_of_openers
from gpuwordle.openers.opener import Opener, _openers
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName, check_pool
from gpuwordle.scoring.statistics import KEYS, Key, key_named
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
    return best_openers(vocabulary, score, pool=pool, backend=backend, progress=progress)[score][0]


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
    return next(
        openers_of_lists([(engine_for(vocabulary, backend), progress)], scores, top=top, pool=pool)
    )


def openers_of_lists(
    asked: Iterable[tuple[Backend, Progress | None]],
    scores: str | Iterable[str] = tuple(KEYS),
    *,
    top: int = 1,
    pool: PoolName = "all",
) -> Iterator[BestOpeners]:
    """Rank first guesses of several vocabularies, as `best_openers` does of one.

    On a GPU the next vocabulary is on its way while one is scored.

    Parameters
    ----------
    asked
        Backends of one class, each with what to call with the fraction done, or None: taken as
        they are needed.
    scores, top, pool
        As for `best_openers`.

    Yields
    ------
    BestOpeners
        In the order of the backends.

    Raises
    ------
    UserError
        As `best_openers`.
    """
    keys = [key_named(name) for name in ([scores] if isinstance(scores, str) else scores)]
    check_pool(pool)
    if isinstance(top, bool) or not isinstance(top, int) or top < 1:
        raise UserError(f"top {top!r:.40} is too few, or no whole number: give at least 1")
    return _openers_of_lists(asked, keys, top, pool)


def _openers_of_lists(
    asked: Iterable[tuple[Backend, Progress | None]],
    keys: Sequence[Key],
    top: int,
    pool: PoolName,
) -> Iterator[BestOpeners]:
    taken: deque[Vocabulary] = deque()

    def noted() -> Iterator[tuple[Backend, Progress | None]]:
        for engine, progress in asked:
            taken.append(engine.vocabulary)
            yield engine, progress

    for found in leading_of_each(noted(), keys, top, pool):
        words = taken.popleft()
        yield BestOpeners(
            {
                key.name: _openers(words, leaders.guesses, leaders.statistics)
                for key, leaders in zip(keys, found, strict=True)
            }
        )
