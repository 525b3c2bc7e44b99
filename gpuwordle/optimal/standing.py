"""How far a search of all openers has come: their bounds, their passes and the totals found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

STAGES = ("open", "sizes", "walks", "parts", "searched", "solved")
"""How far an opener came: nothing known, out by its sizes, by walks, by bounds of small parts (and
of legal guesses in hard mode), by search, or its total is known."""

OPEN, BY_SIZES, BY_WALKS, BY_PARTS, SEARCHED, SOLVED = range(6)


class Found(NamedTuple):
    """An opener whose least total is known.

    Attributes
    ----------
    total : int
        Guesses over all answers.
    place : int
        Where the opener stands among all guesses: answers first, then the vocabulary's order.
    worst : int
        Guesses of the longest game of the tree that was found.
    """

    total: int
    place: int
    worst: int


@dataclass
class Standing:
    """How far a search of openers is; enough to go on from.

    Attributes
    ----------
    bounds : ndarray of int64, shape (guesses,)
        Proven lower bound of each opener's total, in the search's order of guesses.
    stages : ndarray of uint8, shape (guesses,)
        How far each came; see `STAGES`.
    found : list of Found
        Openers whose totals are known.
    """

    bounds: npt.NDArray[np.int64]
    stages: npt.NDArray[np.uint8]
    found: list[Found] = field(default_factory=list)
