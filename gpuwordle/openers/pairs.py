"""The best openers to be played together: pairs among all, or what is best beside words given.

Two words of all, and one word beside any number given, are found exactly. More are found greedily:
the best pairs are kept, and each is extended by the word that is best beside it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.openers.together import OpenerSet, different, evaluate_together
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName, check_pool
from gpuwordle.scoring.statistics import Key, key_named
from gpuwordle.words.vocabulary import Vocabulary

KEPT = 10
"""Sets at least that are kept for a greedy extension."""

SAMPLE, SAMPLE_SECONDS = 16, 0.25
"""Guesses whose pairs an estimate searches at first; twice as many until that takes so long."""


def opener_pairs(
    vocabulary: Vocabulary,
    score: str = "entropy",
    *,
    given: Sequence[str] = (),
    words: int = 2,
    top: int = 1,
    pool: PoolName = "all",
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> list[OpenerSet]:
    """Find the best words to play first, whatever the clues.

    Parameters
    ----------
    vocabulary
        The words to play with.
    score
        ``minimax``, ``expected-size``, ``entropy`` or ``buckets``, of all the words together.
    given
        Words that are among them, and played first; the rest are searched for.
    words
        How many in all. Two of all guesses, and one beside those given, are the best there are;
        more are found greedily (`is_exact`).
    top
        How many sets to return, at least 1.
    pool
        ``all`` guesses, or ``candidates``: guesses that may be the answer.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    progress
        Called with the fraction done.

    Returns
    -------
    list of OpenerSet
        Best first; of equal ones that whose words come first, a candidate before others, then the
        vocabulary's order. Words that were searched for are in that order, too.

    Raises
    ------
    UserError
        If the score, pool or backend is unknown, a word given is no guess or stands there twice,
        more are given than wanted, there are not so many guesses, or ``top`` is below 1.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> opener_pairs(pets)[0].guesses
    ('cat', 'cow')
    """
    key = key_named(score)
    check_pool(pool)
    if isinstance(top, bool) or not isinstance(top, int) or top < 1:
        raise UserError(f"top {top!r:.40} is too few, or no whole number: give at least 1")
    if isinstance(words, bool) or not isinstance(words, int) or words < 1:
        raise UserError(f"words {words!r:.40} is too few, or no whole number: give at least 2")
    places = different(vocabulary, given)
    if len(places) > words:
        raise UserError(f"{len(places)} words are given for {words}: give {words} or fewer")
    choice = _choice(vocabulary, pool)
    if len(np.union1d(choice, places)) < words:
        raise UserError(
            f"vocabulary {vocabulary.name!r} has {len(choice)} guesses to choose {words} from: "
            "give more, or ask for fewer words"
        )
    engine = engine_for(vocabulary, backend)
    steps = _Steps(progress, max(1, words - max(len(places), 1)))
    sets = [places]
    if not places and words > 1:
        found = engine.best_pairs(key, top if words == 2 else max(top, KEPT), choice, steps.next())
        sets = [pair.tolist() for pair in found.guesses]
    while len(sets[0]) < words:
        kept = top if len(sets[0]) + 1 == words else max(top, KEPT)
        sets = _extended(engine, key, sets, len(places), choice, kept, steps.next())
    return [
        evaluate_together(vocabulary, [vocabulary.guesses[place] for place in one], backend=engine)
        for one in sets
    ]


def is_exact(given: int, words: int) -> bool:
    """Tell whether no words are better than those that `opener_pairs` finds."""
    return words - given <= 1 or (given == 0 and words == 2)


def estimate(
    vocabulary: Vocabulary, *, pool: PoolName = "all", backend: str | Backend = "auto"
) -> float:
    """Estimate how long it takes to find the best pair here, in seconds.

    Pairs of some guesses are searched, and the time grows with the square of their number. Fewer
    pairs are pruned among few guesses, so that it seldom takes longer.
    """
    engine, choice = engine_for(vocabulary, backend), _choice(vocabulary, pool)
    key = key_named("entropy")
    engine.best_pairs(key, guesses=choice[:3])  # compiles what is not yet
    sample, spent = SAMPLE, 0.0
    while True:
        some = choice[:: -(-len(choice) // sample)]
        start = time.perf_counter()
        engine.best_pairs(key, guesses=some)
        spent = time.perf_counter() - start
        if spent > SAMPLE_SECONDS or len(some) == len(choice):
            return spent * (len(choice) / len(some)) ** 2
        sample *= 2


class _Steps:
    """Progress of several steps, one after another."""

    def __init__(self, progress: Progress | None, steps: int) -> None:
        self.progress, self.steps, self.begun = progress, steps, 0

    def next(self) -> Progress | None:
        """Return what the next step is to call."""
        done, self.begun = self.begun, self.begun + 1
        report = self.progress
        if report is None:
            return None
        return lambda fraction: report(min((done + fraction) / self.steps, 1.0))


def _choice(vocabulary: Vocabulary, pool: PoolName) -> npt.NDArray[np.integer]:
    if pool == "candidates":
        return np.sort(vocabulary.answer_guess)
    return np.arange(len(vocabulary.guesses), dtype=np.int32)


def _extended(
    engine: Backend,
    key: Key,
    sets: list[list[int]],
    given: int,
    choice: npt.NDArray[np.integer],
    kept: int,
    progress: Progress | None,
) -> list[list[int]]:
    """Extend sets by one word each, and keep the best of all; those given stay in front."""
    outside = engine.vocabulary.guess_answer < 0

    def rank(place: int) -> tuple[bool, int]:
        return bool(outside[place]), place

    found = {}
    for done, one in enumerate(sets):
        others = np.setdiff1d(choice, one)
        keys = engine.joint_statistics(engine.joint_buckets(one), others).key(key)[0]
        for at in np.lexsort((others, outside[others], keys))[:kept]:
            more = sorted([*one[given:], int(others[at])], key=rank)
            found[(*one[:given], *more)] = int(keys[at])
        if progress is not None:
            progress((done + 1) / len(sets))
    order = sorted(found, key=lambda one: (found[one], [rank(place) for place in one]))
    return [list(one) for one in order[:kept]]
