"""What is known of the best play of a set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """What is known of the best play of a set of candidates.

    Attributes
    ----------
    total : int or None
        Guesses over all candidates together of the best play found; None where none was found
        within the guesses allowed.
    bound : int
        No play takes fewer. Equal to ``total`` where that is exact.
    worst : int or None
        Guesses of the longest game of that play.
    guess : int
        Its first guess, as a guess index; -1 where only the total is known.
    exact : bool
        Whether the total is proven to be the least or, where it is None, that there is none.
    """

    total: int | None
    bound: int
    worst: int | None
    guess: int
    exact: bool
