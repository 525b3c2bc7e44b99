"""An opener: a first guess and its four scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.scoring.indices import checked_index
from gpuwordle.scoring.statistics import Statistics
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True)
class Opener:
    """A first guess and its four scores.

    Attributes
    ----------
    guess : str
        The word.
    candidate : bool
        Whether it may itself be the answer.
    largest : int
        Answers in its largest bucket: what minimax makes small.
    expected_size : float
        Mean number of answers left after it.
    entropy : float
        Entropy of its pattern, in bits.
    buckets : int
        Number of different patterns that it can get.
    """

    guess: str
    candidate: bool
    largest: int
    expected_size: float
    entropy: float
    buckets: int

    def _repr_html_(self) -> str:
        from gpuwordle.openers.notebook import table_of_openers  # which is about openers

        return table_of_openers({"": [self]})


def evaluate(
    vocabulary: Vocabulary,
    guesses: str | Sequence[str] | npt.NDArray[np.integer],
    *,
    backend: str | Backend = "auto",
) -> list[Opener]:
    """Score given first guesses.

    Parameters
    ----------
    vocabulary
        The words to play with.
    guesses
        A word, words, or guess indices.
    backend
        As for `first_guess`.

    Raises
    ------
    UserError
        If a word is not a guess of the vocabulary, or an index not that of one.
    """
    if isinstance(guesses, str):
        guesses = [guesses]
    numbers = [
        vocabulary.find(guess)
        if isinstance(guess, str)
        else checked_index(guess, len(vocabulary.guesses), "guess")
        for guess in guesses
    ]
    indices = np.array(numbers, np.int32)
    engine = engine_for(vocabulary, backend)
    return [
        opener
        for _, some, found in engine.statistics_in_blocks(None, indices)
        for opener in _openers(vocabulary, indices[some], found)
    ]


def _openers(
    vocabulary: Vocabulary, guesses: npt.NDArray[np.integer], found: Statistics
) -> list[Opener]:
    expected_size, entropy = found.expected_size[0], found.entropy[0]
    return [
        Opener(
            guess=vocabulary.guesses[guess],
            candidate=bool(vocabulary.guess_answer[guess] >= 0),
            largest=int(found.largest[0, column]),
            expected_size=float(expected_size[column]),
            entropy=float(entropy[column]),
            buckets=int(found.buckets[0, column]),
        )
        for column, guess in enumerate(guesses)
    ]
