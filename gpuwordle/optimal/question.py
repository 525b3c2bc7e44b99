"""Questions about a candidate set, and their solutions.

Nothing here imports a compiler, so that strategies can be listed without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gpuwordle.errors import UserError, counted

Clue = tuple[int, int]
"""A guess index and the code of its pattern."""

FEWEST_ALLOWED = 3
"""Smallest number of guesses allowed in a game that the search takes as a limit."""

DONE, OUT_OF_SCANS, STOPPED, MEMO_FULL, TOO_DEEP, NO_ROOM = range(6)
"""Status of a search that ended: it is complete, has scanned as many sets as it may, was
stopped from outside, or needs a larger memo, a deeper stack or more space for gathered codes."""


class Question(NamedTuple):
    """A question about a candidate set; the workspace begins with its candidates."""

    size: int  # number of candidates
    key1: np.uint64  # the exclusive or of their hash words
    key2: np.uint64
    beta: int  # the total is wanted if it is below this; otherwise a proof that it is not
    left: int  # guesses left, `gpuwordle.rules.conditions.NO_LIMIT` for any number
    hard: bool  # whether guesses must meet the demands in row 0 of the workspace
    any_tree: bool  # whether any tree within the guesses left will do, whatever its total
    # The total is known to be ``beta - 1``: find the first guess that reaches it, by the lower
    # bound of guesses, then candidates first, then the vocabulary's order.
    in_order: bool
    resumed: bool  # whether a search of the question that ended early in this workspace goes on


@dataclass(frozen=True)
class Solution:
    """What is known about optimal play of a candidate set."""

    # guesses over all candidates of the best play found; None if none was found within the guesses
    # allowed
    total: int | None
    bound: int  # lower bound of the total, equal to it if that is exact
    worst: int | None  # guesses of the longest game of that play
    guess: int  # its first guess, as a guess index; -1 if only the total is known
    exact: bool  # whether the total is proven to be the least or, if it is None, that there is none


def check_limit(allowed: int | None) -> None:
    """Raise UserError if fewer guesses are allowed than the search takes as a limit."""
    if allowed is not None and allowed < FEWEST_ALLOWED:
        raise UserError(
            f"{counted(allowed, 'guess', 'guesses')} allowed is too few for optimal play: allow "
            f"{FEWEST_ALLOWED} or more"
        )
