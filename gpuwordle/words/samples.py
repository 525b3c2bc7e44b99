"""Words drawn by a seed, and the random bits of all draws of games.

The rank of a word depends on the seed, the word length and its index only (`mixed`). So a sample is
the same on every machine, and a smaller sample is part of a larger one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, whole_number
from gpuwordle.words.vocabulary import Vocabulary

_HIDDEN, _ANSWERS, _GUESSES = range(3)  # three independent draws


class Subset(NamedTuple):
    """The size of a smaller vocabulary: its answers, and its guesses, which include them."""

    answers: int
    guesses: int

    @classmethod
    def parse(cls, text: str) -> Subset:
        """Read a subset written as ``ANSWERSxGUESSES``, such as ``200x200``."""
        answers, times, guesses = text.strip().lower().replace("\u00d7", "x").partition("x")
        numbers = [number.strip() for number in (answers, guesses)]
        if not times or not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
            raise UserError(f"subset {text!r} is not understood: give ANSWERSxGUESSES as 200x200")
        subset = cls(*map(int, numbers))
        if not 1 <= subset.answers <= subset.guesses:
            raise UserError(
                f"subset {text!r} has {subset.answers} answers and {subset.guesses} guesses: give "
                "at least one answer, and no fewer guesses than answers"
            )
        return subset

    def __str__(self) -> str:
        return f"{self.answers}x{self.guesses}"


def sampled_answers(vocabulary: Vocabulary, count: int, seed: int) -> npt.NDArray[np.int64]:
    """Draw hidden words: ascending answer indices, int64, shape (count,)."""
    count = whole_number("sample", count, 1)
    _check_enough(vocabulary, "sample", count, "answers", len(vocabulary.answers))
    everyone = np.arange(len(vocabulary.answers))
    return _drawn(vocabulary, everyone, count, seed, _HIDDEN)


def subset_of(vocabulary: Vocabulary, subset: Subset, seed: int) -> Vocabulary:
    """Draw a smaller vocabulary of the same name, its words in the same order.

    Its answers are drawn from the answers, its further guesses from all other guesses.
    """
    _check_enough(vocabulary, "subset", subset.answers, "answers", len(vocabulary.answers))
    _check_enough(vocabulary, "subset", subset.guesses, "guesses", len(vocabulary.guesses))
    everyone = np.arange(len(vocabulary.answers))
    hidden = _drawn(vocabulary, everyone, subset.answers, seed, _ANSWERS)
    mine = vocabulary.answer_guess[hidden]
    others = np.setdiff1d(np.arange(len(vocabulary.guesses)), mine)
    more = _drawn(vocabulary, others, subset.guesses - subset.answers, seed, _GUESSES)
    kept = np.sort(np.concatenate([mine, more]))
    return vocabulary.restricted(hidden, [vocabulary.guesses[guess] for guess in kept])


def _drawn(
    vocabulary: Vocabulary, among: npt.NDArray[np.integer], count: int, seed: int, draw: int
) -> npt.NDArray[np.int64]:
    """Return the ``count`` indices with the smallest random bits, in ascending order."""
    bits = mixed(seed % 2**64, draw, vocabulary.length, among)
    return np.sort(among[np.argsort(bits, kind="stable")[:count]]).astype(np.int64)


def _check_enough(vocabulary: Vocabulary, what: str, count: int, kind: str, there: int) -> None:
    if count > there:
        raise UserError(
            f"vocabulary {vocabulary.name!r} has {there} {kind} of {vocabulary.length} letters, "
            f"fewer than a {what} of {count}: give {there} or fewer"
        )


def drawn_by_weight(vocabulary: Vocabulary, bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Turn random bits into answer indices, each as likely as it weighs: int64 of their shape."""
    drawn = below(bits, np.array([vocabulary.total_weight]))
    if vocabulary.weights is None:
        return drawn
    return np.searchsorted(np.cumsum(vocabulary.weights), drawn, "right")


def mixed(*values: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Derive random bits from integers that broadcast: equal integers give equal bits.

    Each integer is mixed in by a round of splitmix64 (Steele, Lea and Flood 2014). Returns uint64
    of the broadcast shape, with at least one axis.
    """
    bits = np.zeros(1, np.uint64)
    for value in values:
        number = np.atleast_1d(np.asarray(value)).astype(np.uint64)
        bits = (bits ^ number) + np.uint64(0x9E3779B97F4A7C15)
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        bits = bits ^ (bits >> np.uint64(31))
    return bits


def below(bits: npt.NDArray[np.uint64], limits: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Turn random bits into integers from 0 up to but not including limits of at most 2**31."""
    return ((bits >> np.uint64(32)) * limits.astype(np.uint64) >> np.uint64(32)).astype(np.int64)
