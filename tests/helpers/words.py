"""Where tests take their words from: named lists that are on this machine, or chance."""

import random
from functools import cache

import pytest

from gpuwordle import UserError, Vocabulary, WordList
from gpuwordle.words import sources
from gpuwordle.words.pinned import PINNED_LISTS

PETS = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])


@cache
def list_of(name: str) -> WordList:
    """A named list; where only the network has it, the test is skipped."""
    if sources.where(PINNED_LISTS[name]) is None:
        pytest.skip(f"only the network has {name!r}, or a folder that GPUWORDLE_DATA names")
    return sources.load(name)


@cache
def words_of(name: str, length: int, distinct: bool) -> tuple[str, ...]:
    return list_of(name).of_length(length, distinct_letters=distinct).guesses


def random_words(
    seed: int, length: int, letters: int, count: int, alphabet: str = "abcdefghij"
) -> list[str]:
    """Distinct random words over the first letters of an alphabet; few letters repeat a lot."""
    rng = random.Random(seed)
    words = {"".join(rng.choices(alphabet[:letters], k=length)) for _ in range(max(count, 1) * 3)}
    chosen = sorted(words)
    rng.shuffle(chosen)
    return chosen[:count]


_WORDS = random_words(7, 5, 10, 120)
FEW = Vocabulary("few", _WORDS[:60], _WORDS)
"""What the page is tried on: 120 words of five letters, of which 60 may be hidden."""


def random_vocabulary(
    seed: int, length: int, letters: int, count: int, hidden: int | None = None
) -> Vocabulary:
    """Random words as guesses, of which the first, or all of them, may be hidden."""
    words = random_words(seed, length, letters, count)
    return Vocabulary("random", words[:hidden], words)


def outcome(function, *arguments):
    """What a call returns, or the line of its error."""
    try:
        return function(*arguments)
    except UserError as error:
        return str(error)
