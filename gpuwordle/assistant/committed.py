"""What first guesses of named lists are worth: exact values that were computed once and are kept.

All words of a list are the largest position of a game, and a poor first guess may take minutes to
search. The values stand beside this file, by the digest of the words.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from gpuwordle.assistant.exact import Worth
from gpuwordle.words.vocabulary import Vocabulary

DIGITS = 12
"""Of a digest, as the tables show it."""


def least_known(vocabulary: Vocabulary, *, hard: bool) -> Worth | None:
    """Return what perfect play takes of all words, where it is kept.

    Parameters
    ----------
    vocabulary
        All words that may be guessed and hidden.
    hard
        Whether hard mode is played, without a limit of guesses.
    """
    kept = _kept(vocabulary, hard)
    if kept is None:
        return None
    best = kept["best"]
    total, longest = kept["openers"][best]
    return Worth(total, total, longest, longest, vocabulary.guess_index[best])


def opener_known(vocabulary: Vocabulary, guess: int, *, hard: bool) -> Worth | None:
    """Return what perfect play takes after a first guess, where it is kept."""
    kept = _kept(vocabulary, hard)
    values = None if kept is None else kept["openers"].get(vocabulary.guesses[guess])
    if values is None:
        return None
    total, longest = values
    return Worth(total, total, longest, longest, guess)


def best_known(vocabulary: Vocabulary, *, hard: bool) -> tuple[list[int], bool] | None:
    """Return the first guesses that perfect play may begin with, where they are kept.

    They are guess indices, those that may be hidden first, then in the vocabulary's order; and
    whether there is no other.
    """
    kept = _kept(vocabulary, hard)
    if kept is None:
        return None
    least = kept["openers"][kept["best"]][0]
    found = [
        vocabulary.guess_index[word]
        for word, (total, _) in kept["openers"].items()
        if total == least
    ]
    order = sorted(found, key=lambda guess: (vocabulary.guess_answer[guess] < 0, guess))
    return order, kept["alone"]


def _kept(vocabulary: Vocabulary, hard: bool) -> dict[str, Any] | None:
    of_list = _values().get(vocabulary.digest[:DIGITS], {})
    return of_list.get("hard" if hard else "easy")


@cache
def _values() -> dict[str, Any]:
    text = files("gpuwordle.assistant").joinpath("openers.toml").read_text("utf-8")
    return tomllib.loads(text)
