"""What the checker says of a certificate."""

from __future__ import annotations

from dataclasses import dataclass

from gpuwordle.proofs.played_tree import Played


class Refused(ValueError):
    """A certificate does not prove what it says, with the place that shows it."""


@dataclass(frozen=True)
class Bound:
    """A statement that was found to be true.

    Attributes
    ----------
    allowed : int or None
        Guesses allowed in a game; None for no limit.
    bound : int or None
        No tree takes fewer guesses over all answers; None where no tree finds them all.
    """

    allowed: int | None
    bound: int | None


@dataclass(frozen=True)
class Verdict:
    """What an accepted certificate proves.

    Attributes
    ----------
    optimal : bool
        Whether no tree is better than its own.
    games : Played or None
        The games of its tree; None where it has none.
    bounds : tuple of Bound
        What holds for every tree.
    work : dict of str to int
        What was checked: openers by method, claims, cores, families.
    """

    optimal: bool
    games: Played | None
    bounds: tuple[Bound, ...]
    work: dict[str, int]


def demand(truth: bool, reason: str) -> None:
    """Refuse a certificate unless something is true."""
    if not truth:
        raise Refused(reason)
