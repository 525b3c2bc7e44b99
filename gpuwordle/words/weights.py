"""Weights: how likely each answer is to be the hidden word, as integers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, SupportsFloat

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, printable
from gpuwordle.words.letters import quoted

MOST_WEIGHT = 1 << 24
"""Exclusive limit of the sum of all weights: logarithms are a table of that many entries."""

MOST_DECIMALS = 6
"""Digits after the point of weights that are kept exactly."""

LARGEST = 1e300
"""Exclusive limit of one weight as given, so that sums of them are finite."""


def weights_by_word(words: Iterable[str], weights: Iterable[float]) -> dict[str, float]:
    """Return the weight of each normalised word; raise UserError if a word has two."""
    by_word: dict[str, float] = {}
    for word, weight in zip(words, weights, strict=True):
        if word in by_word and by_word[word] != weight:
            raise UserError(
                f"word {quoted(word)} has weight {weight!r:.40}, and {by_word[word]!r:.40} before: "
                "give one"
            )
        by_word[word] = weight
    return by_word


@dataclass(frozen=True)
class WordWeights:
    """Weights by normalised word, 0 for one that is never hidden; ``name`` is for messages."""

    name: str = field(compare=False)
    by_word: Mapping[str, float] = field(repr=False)

    def of_words(self, words: Sequence[str]) -> list[float]:
        """Return the weight of each word; raise UserError if one has none."""
        missing = [word for word in words if word not in self.by_word]
        if missing:
            raise UserError(
                f"answer {quoted(missing[0])} has no weight in {printable(self.name)} "
                f"({len(missing):,} of {len(words):,} have none): give each a weight, 0 if it is "
                "never hidden"
            )
        return [self.by_word[word] for word in words]

    def read_in(self, read: Mapping[str, str]) -> WordWeights:
        """Name words as they are read; the weights of words that become equal are added."""
        by_word: dict[str, float] = {}
        for word, again in read.items():
            if again and word in self.by_word:
                by_word[again] = by_word.get(again, 0) + self.by_word[word]
        return WordWeights(self.name, by_word)


def integer_weights(
    name: str, words: Sequence[str], given: Iterable[Any]
) -> tuple[npt.NDArray[np.int64], float]:
    """Turn the weights of words into integers whose sum is below `MOST_WEIGHT`.

    Whole numbers with such a sum are kept as they are, and so are decimals, times the power of ten
    that makes them whole. All others are scaled by one factor, as large as the limit allows, and
    rounded; a positive weight stays at least 1.

    Returns the weights, int64 of shape (words,), and the factor.

    Raises UserError if there is not one weight for each word, one is missing, negative or not
    finite, or all are 0.
    """
    listed = list(given)
    if len(listed) != len(words):
        raise UserError(
            f"vocabulary {name!r} has {len(listed):,} weights for {len(words):,} answers: give one "
            "for each"
        )
    numbers = np.empty(len(listed))
    for place, (word, weight) in enumerate(zip(words, listed, strict=True)):
        numbers[place] = _checked(word, weight)
    if not numbers.any():
        raise UserError(
            f"vocabulary {name!r} has weight 0 for all {len(words):,} answers: give at least one "
            "word that may be hidden"
        )
    for factor in 10.0 ** np.arange(MOST_DECIMALS + 1):
        if float(numbers.sum()) * factor >= MOST_WEIGHT:
            break
        whole = np.rint(numbers * factor)
        if (whole / factor == numbers).all():  # division gives the float nearest to the decimal
            return whole.astype(np.int64), float(factor)
    largest = float(numbers.max())
    shares = numbers / largest  # their sum cannot overflow
    factor = (MOST_WEIGHT - 1 - len(words)) / float(shares.sum())
    weights = np.rint(shares * factor).astype(np.int64)
    weights[(weights == 0) & (numbers > 0)] = 1
    return weights, factor / largest


def _checked(word: str, weight: Any) -> float:
    """Return a weight as a float; raise UserError if it is not finite and at least 0."""
    number = math.nan
    text = isinstance(weight, str | bytes)  # NumPy's strings support float
    if (
        isinstance(weight, SupportsFloat)
        and not text
        and type(weight).__name__ not in ("bool", "bool_")
    ):
        with suppress(OverflowError, TypeError, ValueError):
            number = float(weight)
    if 0 <= number < LARGEST:
        return number
    raise UserError(
        f"weight {weight!r:.40} of {quoted(word)} is not a number of 0 or more, below {LARGEST:g}: "
        "fix it, or give 0 if the word is never hidden"
    )
