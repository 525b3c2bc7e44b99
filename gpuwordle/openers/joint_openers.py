"""Words that are played together whatever the clues: the best, their scores, and their games.

The best pair of all guesses, and the best word to add to given words, are found exactly. Larger
sets are found greedily: the best pairs are kept, and each is extended by its best next word.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, guesses_of
from gpuwordle.backends.table import engine_for, engine_under
from gpuwordle.errors import UserError, counted, whole_number
from gpuwordle.graphemes import readable, written
from gpuwordle.openers.first_guesses import Openers, Scored
from gpuwordle.progress import Progress, part
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.scoring.statistics import Key, Statistics, key_named
from gpuwordle.strategies.strategy import FixedOpeners, Strategy
from gpuwordle.strategies.table import strategy_for
from gpuwordle.tree.build import grow
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.letters import check_listed
from gpuwordle.words.sources import VocabularyLike
from gpuwordle.words.vocabulary import Vocabulary

KEPT = 10
"""Least number of sets that are kept for a greedy extension."""

SAMPLE, SAMPLE_SECONDS = 16, 0.25
"""Guesses of the first sample of an estimate; it doubles until it takes this many seconds."""


@dataclass(frozen=True)
class OpenerSet(Scored):
    """Words that are played first whatever the clues, and their four scores together.

    Attributes
    ----------
    guesses : tuple of str
        The words, in the order of play.
    candidates : tuple of bool
        Whether each may be the answer.
    largest : int
        Answers in the largest bucket of all their patterns together.
    expected_size : float
        Mean number of answers left after them.
    entropy : float
        Entropy of their patterns together, in bits.
    bits_left : float
        Bits that remain to be learned: the entropy of the answer, less that of the patterns.
    buckets : int
        Number of buckets.
    """

    guesses: tuple[str, ...]
    candidates: tuple[bool, ...]
    largest: int
    expected_size: float
    entropy: float
    bits_left: float
    buckets: int

    def __repr__(self) -> str:
        each = (f"{name}={value!r}" for name, value in vars(self).items())
        return readable(f"OpenerSet({', '.join(each)})")

    @property
    def words(self) -> tuple[str, ...]:
        """The words, in the order of play."""
        return self.guesses

    def to_dict(self) -> dict[str, Any]:
        """Return the words and their scores as plain values."""
        words = {"guesses": [*map(written, self.guesses)], "candidates": [*self.candidates]}
        return {**asdict(self), **words}


def best_pairs(
    vocabulary: VocabularyLike,
    score: str = "entropy",
    conditions: Conditions | None = None,
    *,
    given: Sequence[str] = (),
    words: int = 2,
    top: int = 1,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> Openers[OpenerSet]:
    """Find the best pairs of words to play first whatever the clues, or larger sets.

    Parameters
    ----------
    vocabulary, conditions, length, backend, memory, progress
        As for `gpuwordle.openers.first_guesses.best_openers`.
    score
        ``minimax``, ``heaviest``, ``expected-size``, ``entropy`` or ``buckets``, of all the words
        together.
    given
        Words that every set contains and that are played first; the others are searched for.
    words
        Size of a set. Pairs, and sets of one word more than those given, are the best possible;
        larger ones are found greedily (`is_exact`).
    top
        How many sets to return, at least 1.

    Returns
    -------
    list of OpenerSet
        Best first. Equal sets are in the order of their words: a candidate before others, then the
        vocabulary's order. Words that were searched for are in that order, too. The list has
        ``to_dict`` and ``to_pandas``.

    Raises
    ------
    UserError
        If the score, list or backend is unknown, a given word is not a guess or is given twice,
        more words are given than wanted, the pool has too few guesses, ``top`` is below 1, or hard
        mode is asked for.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> best_pairs(pets)[0].guesses
    ('cat', 'cow')
    """
    key = key_named(score)
    whole_number("top", top, 1)
    whole_number("words", words, 1)
    engine, conditions = engine_under(vocabulary, conditions, length, backend, memory)
    if conditions.hard:
        raise UserError("words played whatever the clues cannot keep to hard mode: leave hard out")
    known = engine.vocabulary
    places = checked_guesses(known, given)
    if len(places) > words:
        raise UserError(
            f"{len(places)} words are given for a set of {words}: give {words} or fewer"
        )
    choice = guesses_of(known, conditions.pool or "all")
    if len(np.union1d(choice, places)) < words:
        raise UserError(
            f"the pool of {known.name!r} has only {counted(len(choice), 'guess', 'guesses')} for a "
            f"set of {words}: use a longer list or another pool, or ask for fewer words"
        )
    steps = max(1, words - max(len(places), 1))
    parts = (part(progress, step, 1, steps) for step in range(steps))
    sets = [places]
    if not places and words > 1:
        found = engine.best_pairs(key, top if words == 2 else max(top, KEPT), choice, next(parts))
        sets = [pair.tolist() for pair in found.guesses]
    while len(sets[0]) < words:
        kept = top if len(sets[0]) + 1 == words else max(top, KEPT)
        sets = _extended(engine, key, sets, len(places), choice, kept, next(parts))
    return Openers(_scored(engine, one) for one in sets)


def is_exact(given: int, words: int) -> bool:
    """Return whether the sets that `best_pairs` finds are the best possible."""
    return words - given <= 1 or (given == 0 and words == 2)


def score_together(
    vocabulary: VocabularyLike,
    words: Sequence[str],
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
) -> OpenerSet:
    """Score words that are all played, in this order, whatever the clues.

    The options are those of `gpuwordle.openers.first_guesses.score`. Raises UserError if a word is
    not a guess of the vocabulary or is given twice, or no word is given.

    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> found = score_together(pets, ["cow", "pig"])
    >>> found.buckets, found.largest
    (5, 1)
    """
    engine, _ = engine_under(vocabulary, conditions, length, backend, memory)
    places = checked_guesses(engine.vocabulary, words)
    if not places:
        raise UserError("no word is given: give the words that are played")
    return _scored(engine, places)


def finish(
    vocabulary: VocabularyLike,
    given: Sequence[str],
    strategy: str | Strategy = "entropy",
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> DecisionTree:
    """Play words first whatever the clues, then by a strategy, against every answer.

    With the strategy ``optimal``, no games after the given words take fewer guesses in total. The
    conditions are those of `gpuwordle.tree.build.grow`, the other options those of
    `gpuwordle.openers.first_guesses.score`. The tree's ``total`` counts the given words among the
    guesses; a given word that is the answer ends its game. Raises UserError as `score_together` and
    `grow` do, also if the games of ``optimal`` are not all won within the guesses allowed.
    """
    engine, conditions = engine_under(vocabulary, conditions, length, backend, memory)
    words = engine.vocabulary
    conditions = replace(conditions, pool=conditions.pool or "all", exclude=())
    openers = [words.guesses[place] for place in checked_guesses(words, given)]
    then = strategy_for(strategy)
    tree = grow(words, FixedOpeners(openers, then), conditions, backend=engine, progress=progress)
    if tree.lost and then.name == "optimal":  # which was not asked, because no guess was left
        raise UserError(
            f"not every word of {words.name!r} can be found within {conditions.allowed} guesses "
            f"after {', '.join(openers)}: allow more"
        )
    return tree


def estimate(
    vocabulary: Vocabulary, *, pool: PoolName = "all", backend: str | Backend = "auto"
) -> float:
    """Estimate how many seconds it takes to find the best pair here; usually too high.

    Pairs of a sample of guesses are searched, and the time grows with the square of their number;
    but more pairs are pruned among more guesses.
    """
    engine, choice = engine_for(vocabulary, backend), guesses_of(vocabulary, pool)
    key = key_named("entropy")
    engine.best_pairs(key, guesses=choice[:3])  # compiles what is not compiled yet
    sample = SAMPLE
    while True:
        some = choice[:: -(-len(choice) // sample)]
        start = time.perf_counter()
        engine.best_pairs(key, guesses=some)
        spent = time.perf_counter() - start
        if spent > SAMPLE_SECONDS or len(some) == len(choice):
            return spent * (len(choice) / len(some)) ** 2
        sample *= 2


def checked_guesses(vocabulary: Vocabulary, words: Sequence[str]) -> list[int]:
    """Return the guess indices of words; raise UserError for a non-guess or a duplicate."""
    check_listed(words)
    places: list[int] = []
    for word in words:
        place = vocabulary.find(word)
        if place in places:
            raise UserError(
                f"word {word!r} is given twice, and the second time it tells nothing: give another"
            )
        places.append(place)
    return places


def _scored(engine: Backend, places: Sequence[int]) -> OpenerSet:
    words = engine.vocabulary
    buckets = engine.joint_buckets(places)
    found = Statistics.of_buckets(buckets.sizes, engine.weights_of(buckets))
    everything = Statistics.of_buckets(np.ones(len(words.answers), np.int64), words.weights)
    entropy = float(found.entropy[0, 0])
    return OpenerSet(
        guesses=tuple(words.guesses[place] for place in places),
        candidates=tuple(bool(words.guess_answer[place] >= 0) for place in places),
        largest=int(found.largest[0, 0]),
        expected_size=float(found.expected_size[0, 0]),
        entropy=entropy,
        bits_left=max(0.0, float(everything.entropy[0, 0]) - entropy),
        buckets=int(found.buckets[0, 0]),
    )


def _extended(
    engine: Backend,
    key: Key,
    sets: list[list[int]],
    given: int,
    choice: npt.NDArray[np.integer],
    kept: int,
    progress: Progress | None,
) -> list[list[int]]:
    """Extend sets by one word each and keep the best; the given words stay in front."""
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
