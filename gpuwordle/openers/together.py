"""Openers that are played together: two words or more, whatever the clues, and their scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.statistics import Statistics
from gpuwordle.strategies.strategy import FixedOpeners, Strategy
from gpuwordle.strategies.table import strategy_for
from gpuwordle.tree.build import grow
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True)
class OpenerSet:
    """Words that are played first whatever the clues, and the four scores of them together.

    Attributes
    ----------
    guesses : tuple of str
        The words, in the order of play.
    candidates : tuple of bool
        Whether each may itself be the answer.
    largest : int
        Answers in the largest part that their patterns leave.
    expected_size : float
        Mean number of answers left after them.
    entropy : float
        Entropy of their patterns together, in bits.
    bits_left : float
        Bits that are then still to be learned: log2 of the answers, less the entropy.
    buckets : int
        Number of parts.
    """

    guesses: tuple[str, ...]
    candidates: tuple[bool, ...]
    largest: int
    expected_size: float
    entropy: float
    bits_left: float
    buckets: int


def evaluate_together(
    vocabulary: Vocabulary, words: Sequence[str], *, backend: str | Backend = "auto"
) -> OpenerSet:
    """Score words that are all played, whatever the clues.

    Parameters
    ----------
    vocabulary
        The words to play with.
    words
        Guesses, in the order of play.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.

    Raises
    ------
    UserError
        If one is no guess of the vocabulary, or stands there twice, or there is none.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> found = evaluate_together(pets, ["cow", "pig"])
    >>> found.buckets, found.largest
    (5, 1)
    """
    places = different(vocabulary, words)
    if not places:
        raise UserError("no word is given: give the words that are played")
    found = Statistics.of_buckets(engine_for(vocabulary, backend).joint_buckets(places).sizes)
    entropy = float(found.entropy[0, 0])
    return OpenerSet(
        guesses=tuple(vocabulary.guesses[place] for place in places),
        candidates=tuple(bool(vocabulary.guess_answer[place] >= 0) for place in places),
        largest=int(found.largest[0, 0]),
        expected_size=float(found.expected_size[0, 0]),
        entropy=entropy,
        bits_left=max(0.0, float(np.log2(len(vocabulary.answers))) - entropy),
        buckets=int(found.buckets[0, 0]),
    )


def different(vocabulary: Vocabulary, words: Sequence[str]) -> list[int]:
    """Return the guess indices of words that are all played.

    Raises
    ------
    UserError
        If one is no guess of the vocabulary, or stands there twice.
    """
    places: list[int] = []
    for word in words:
        place = vocabulary.find(word)
        if place in places:
            raise UserError(
                f"word {word!r} is given twice, and the second time it tells nothing: give another"
            )
        places.append(place)
    return places


def finish(
    vocabulary: Vocabulary,
    strategy: str | Strategy = "entropy",
    *,
    given: Sequence[str],
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> DecisionTree:
    """Play words first whatever the clues, then the rest by a strategy, for every hidden word.

    Parameters
    ----------
    vocabulary
        The words to play with.
    strategy
        A name that ``gpuwordle strategies`` lists, or a strategy of one's own. With ``optimal`` no
        games after the words given could take fewer guesses in total.
    given
        Guesses, in the order of play.
    backend
        As for `evaluate_together`.
    progress
        Called with the fraction of games that have ended.

    Returns
    -------
    DecisionTree
        Its ``total`` counts the words given among the guesses: one that is the answer ends its
        game.

    Raises
    ------
    UserError
        As `evaluate_together` and `gpuwordle.tree.build.grow`.
    """
    places = different(vocabulary, given)
    player = FixedOpeners([vocabulary.guesses[place] for place in places], strategy_for(strategy))
    return grow(vocabulary, player, Conditions(pool="all"), backend=backend, progress=progress)
