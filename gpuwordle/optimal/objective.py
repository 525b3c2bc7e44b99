"""What optimal play is asked for: the objective, and the guesses allowed."""

from __future__ import annotations

from typing import Literal, get_args

from gpuwordle.errors import UserError, nearest

Objective = Literal["total", "worst", "worst-then-total"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
"""What play is best by: the sum of guesses over all answers, the longest game, or first the longest
game and then the sum."""

Clue = tuple[int, int]
"""A guess index and the code of its pattern."""

FEWEST_ALLOWED = 3
"""Fewest guesses in a game that a limit of the search can be."""


def check_objective(name: str) -> None:
    """Raise UserError unless there is an objective of that name."""
    if name not in OBJECTIVES:
        raise UserError(f"unknown objective {name!r}: {nearest(name, OBJECTIVES)}")


def check_allowed(allowed: int | None) -> None:
    """Raise UserError if fewer guesses are allowed than the search takes as a limit."""
    if allowed is not None and allowed < FEWEST_ALLOWED:
        raise UserError(
            f"{allowed} guesses allowed is too few for optimal play: allow {FEWEST_ALLOWED} or more"
        )
