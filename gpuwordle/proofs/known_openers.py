"""First guesses with proven values that the package ships, so that known lists need no search.

`scripts/known_openers.py` writes the file from proofs about all openers
(`gpuwordle.proofs.opener_proof`) and searches of single ones. A list is identified by its digest;
every value holds for its mode and guesses allowed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True)
class ProvenOpener:
    """An opener with the value of optimal play after it.

    Attributes
    ----------
    guess : str
        The word.
    candidate : bool
        Whether it may itself be the answer.
    total : int or None
        Fewest guesses over all answers; None if only the longest game was asked for.
    mean : float or None
        The same per answer.
    worst : int
        Guesses of the longest game: of a tree with that total, or the least possible if that was
        asked for.
    """

    guess: str
    candidate: bool
    total: int | None
    mean: float | None
    worst: int


FILE = "known_openers.json"


class KnownOpeners(NamedTuple):
    """What is known of the first guesses of a list."""

    # the best first; ``worst`` is the shortest longest game of a tree with that total
    openers: dict[str, ProvenOpener]
    ranked: int  # how many of the first are the best of all guesses, in this order

    def best(self) -> tuple[list[ProvenOpener], bool]:
        """Return the best openers, and whether these are all of them."""
        known = list(self.openers.values())
        tied = [opener for opener in known if opener.total == known[0].total]
        return tied, len(tied) < self.ranked


def known_openers(
    vocabulary: Vocabulary, conditions: Conditions | None = None
) -> KnownOpeners | None:
    """Return what the package has of the first guesses of a vocabulary; None for nothing."""
    rules = checked_conditions(conditions)
    if rules.filter != "pattern" or rules.pool == "candidates":
        return None
    row = _known().get((vocabulary.digest, rules.hard, rules.allowed))
    if row is None:
        return None
    answers = len(vocabulary.answers)
    openers = {
        guess: ProvenOpener(guess, guess in vocabulary.answers, total, total / answers, worst)
        for guess, total, worst in row["openers"]
    }
    return KnownOpeners(openers, row["ranked"])


def best_known_openers(
    vocabulary: Vocabulary, conditions: Conditions | None = None, *, top: int = 1
) -> tuple[ProvenOpener, ...] | None:
    """Return the ``top`` best first guesses by optimal play, the best first.

    None if the package does not have them for these words and conditions; `gpuwordle.prove` finds
    them then.
    """
    known = known_openers(vocabulary, conditions)
    # If every guess is ranked there are no more.
    if known is None or known.ranked < min(top, len(vocabulary.guesses)):
        return None
    return tuple(known.openers.values())[: min(top, known.ranked)]


def packaged_rows() -> list[dict[str, Any]]:
    """Return the rows of the packaged file."""
    text = (files("gpuwordle.proofs") / FILE).read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = json.loads(text)["lists"]
    return rows


@cache
def _known() -> dict[tuple[str, bool, int | None], dict[str, Any]]:
    return {(row["digest"], row["hard"], row["allowed"]): row for row in packaged_rows()}
