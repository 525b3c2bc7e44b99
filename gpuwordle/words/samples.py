"""Samples of words by a seed: hidden words to play, and smaller vocabularies.

A word's rank follows from the seed, the word length and its index alone (`gpuwordle.rules.chance`),
so a sample is the same on every machine, and a smaller one is part of a larger one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.rules.chance import mixed
from gpuwordle.words.vocabulary import Vocabulary

_HIDDEN, _ANSWERS, _GUESSES = range(3)  # three draws that have nothing to do with each other


class Subset(NamedTuple):
    """How many words of a vocabulary are drawn.

    Attributes
    ----------
    answers : int
        Words that may be hidden.
    guesses : int
        Words that may be guessed, these among them.
    """

    answers: int
    guesses: int

    @classmethod
    def parse(cls, text: str) -> Subset:
        """Read a subset as ``ANSWERSxGUESSES``, such as ``200x200``.

        Raises
        ------
        UserError
            If it is not understood, or has no answer or fewer guesses than answers.
        """
        answers, times, guesses = text.strip().lower().replace("\u00d7", "x").partition("x")
        numbers = [number.strip() for number in (answers, guesses)]
        if not times or not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
            raise UserError(f"subset {text!r} is not understood: give ANSWERSxGUESSES as 200x200")
        subset = cls(*map(int, numbers))
        if not 1 <= subset.answers <= subset.guesses:
            raise UserError(
                f"subset {text!r} has {subset.answers} answers of {subset.guesses} guesses: give "
                "one answer at least, and as many guesses as answers"
            )
        return subset

    def __str__(self) -> str:
        return f"{self.answers}x{self.guesses}"


def sampled_answers(vocabulary: Vocabulary, count: int, seed: int) -> npt.NDArray[np.int64]:
    """Draw hidden words.

    Parameters
    ----------
    vocabulary
        The words.
    count
        How many.
    seed
        Any integer.

    Returns
    -------
    ndarray of int64, shape (count,)
        Answer indices, rising.

    Raises
    ------
    UserError
        If there are fewer answers, or none is asked for.
    """
    if count < 1:
        raise UserError(f"a sample of {count} hidden words is too small: give at least 1")
    _check_enough(vocabulary, "sample", count, "answers", len(vocabulary.answers))
    everyone = np.arange(len(vocabulary.answers))
    return _drawn(vocabulary, everyone, count, seed, _HIDDEN)


def subset_of(vocabulary: Vocabulary, subset: Subset, seed: int) -> Vocabulary:
    """Draw a smaller vocabulary.

    Parameters
    ----------
    vocabulary
        The words.
    subset
        How many.
    seed
        Any integer.

    Returns
    -------
    Vocabulary
        Of the same name, its words in the same order: answers drawn among the answers, and further
        guesses among all other guesses.

    Raises
    ------
    UserError
        If the vocabulary has fewer words.
    """
    _check_enough(vocabulary, "subset", subset.answers, "answers", len(vocabulary.answers))
    _check_enough(vocabulary, "subset", subset.guesses, "guesses", len(vocabulary.guesses))
    everyone = np.arange(len(vocabulary.answers))
    hidden = _drawn(vocabulary, everyone, subset.answers, seed, _ANSWERS)
    mine = vocabulary.answer_guess[hidden]
    others = np.setdiff1d(np.arange(len(vocabulary.guesses)), mine)
    more = _drawn(vocabulary, others, subset.guesses - subset.answers, seed, _GUESSES)
    return Vocabulary(
        vocabulary.name,
        [vocabulary.answers[answer] for answer in hidden],
        [vocabulary.guesses[guess] for guess in np.sort(np.concatenate([mine, more]))],
        prepared=True,
    )


def _drawn(
    vocabulary: Vocabulary, among: npt.NDArray[np.integer], count: int, seed: int, draw: int
) -> npt.NDArray[np.int64]:
    """Take those of some indices whose random bits are smallest, in rising order."""
    bits = mixed(seed % 2**64, draw, vocabulary.length, among)
    return np.sort(among[np.argsort(bits, kind="stable")[:count]]).astype(np.int64)


def _check_enough(vocabulary: Vocabulary, what: str, count: int, kind: str, there: int) -> None:
    if count > there:
        raise UserError(
            f"vocabulary {vocabulary.name!r} has {there} {kind} of {vocabulary.length} letters, "
            f"fewer than a {what} of {count}: give {there} or fewer"
        )
