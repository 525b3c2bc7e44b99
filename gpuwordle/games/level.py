"""Levels: the nodes of one turn, before their guesses are chosen.

A node has *answers*, the hidden words whose games come here, and *candidates*, the words that its
player believes possible. Under the filter ``pattern`` they are the same; under the others the
player believes in more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.hard_mode import Bits
from gpuwordle.games.nodes import NOBODY
from gpuwordle.scoring.groups import Groups


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of one turn.

    Attributes
    ----------
    turn : int
        1 for the first guess.
    parents : ndarray of int32, shape (nodes,)
        The number of the node before; -1 at the root.
    codes : ndarray of unsigned integers, shape (nodes,)
        The pattern that leads here.
    came_from : ndarray of int32, shape (nodes,)
        The guess that got it; -1 at the root.
    candidates : Groups
        What each node believes possible, as answer indices.
    answers : Groups
        Whose games come here; under ``pattern`` the very same object where all answers play.
    past_guesses : ndarray of int32, shape (nodes, turn - 1)
        What was guessed; no columns unless the strategy uses the history.
    past_codes : ndarray of uint32, shape (nodes, turn - 1)
        The patterns that it got, likewise.
    legal : ndarray of uint8, shape (nodes, guesses / 8), or None
        Guesses that hard mode leaves, as bits; None where the pool decides alone.
    """

    turn: int
    parents: npt.NDArray[np.integer]
    codes: npt.NDArray[np.integer]
    came_from: npt.NDArray[np.integer]
    candidates: Groups
    answers: Groups
    past_guesses: npt.NDArray[np.int32]
    past_codes: npt.NDArray[np.uint32]
    legal: Bits | None

    @classmethod
    def first(cls, candidates: Groups, answers: Groups, legal: Bits | None) -> Level:
        """Return the level of the root, the only node without a parent."""
        nobody = np.full(1, NOBODY, np.int32)
        return cls(
            turn=1,
            parents=nobody,
            codes=np.zeros(1, np.uint32),
            came_from=nobody,
            candidates=candidates,
            answers=answers,
            past_guesses=np.empty((1, 0), np.int32),
            past_codes=np.empty((1, 0), np.uint32),
            legal=legal,
        )

    def __len__(self) -> int:
        return len(self.parents)

    def take(self, chosen: npt.NDArray[np.integer]) -> Level:
        """Return some of the nodes, in the order given."""
        candidates = self.candidates.take(chosen)
        same = self.answers is self.candidates
        return replace(
            self,
            parents=self.parents[chosen],
            codes=self.codes[chosen],
            came_from=self.came_from[chosen],
            candidates=candidates,
            answers=candidates if same else self.answers.take(chosen),
            past_guesses=self.past_guesses[chosen],
            past_codes=self.past_codes[chosen],
            legal=None if self.legal is None else self.legal[chosen],
        )
