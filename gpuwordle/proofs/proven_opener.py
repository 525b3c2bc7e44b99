"""An opener whose worth is proven: by a search, or as the package knows it without any."""

from __future__ import annotations

from dataclasses import dataclass


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
        Fewest guesses over all answers; None where only the longest game was asked for.
    mean : float or None
        The same per answer.
    worst : int
        Guesses of the longest game: of a tree with that total, or the least possible where that
        was asked for.
    """

    guess: str
    candidate: bool
    total: int | None
    mean: float | None
    worst: int
