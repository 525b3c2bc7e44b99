"""A player of the original game that plays optimally except for mistakes: random words."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle import Vocabulary, pattern_matrix
from gpuwordle.assistant.known_play import packaged_positions, tied_openers
from gpuwordle.backends.table import engine_for
from gpuwordle.environment.players import Turn
from gpuwordle.optimal.solver import Solver
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.words.samples import below, mixed

CHANCES = 1 << 32

MANY = 128
"""Candidates from which on a position that no table knows is played by entropy."""


class NoisyOptimal:
    """Plays optimally, but with the chance ``noise`` any word of the list.

    After a mistake many candidates may be left that no table of the package knows; there it plays
    by entropy. Draws follow from the seed, the game and the turn.
    """

    def __init__(self, words: Vocabulary, noise: float = 0.1, seed: int = 1) -> None:
        self.name = f"optimal, {100 * noise:g} % mistakes" if noise else "optimal"
        self.words, self.noise, self.seed = words, noise, seed
        self.codes, self.engine = pattern_matrix(words).codes, engine_for(words, "auto")
        self.solver, self.known = Solver(words, backend=self.engine), packaged_positions(words)
        self._best: dict[bytes, int] = {}

    def __call__(self, turn: Turn) -> str:
        """Return a word; see `gpuwordle.environment.arena`."""
        drawn, which = (mixed(self.seed, turn["game"], turn["turn"], draw) for draw in range(2))
        if below(drawn, np.array([CHANCES >> 1]))[0] < self.noise * (CHANCES >> 1):
            return self.words.guesses[int(below(which, np.array([len(self.words)]))[0])]
        left = np.ones(len(self.words.answers), bool)
        for guess, pattern in zip(turn["guesses"], turn["patterns"], strict=True):
            if guess is not None and pattern is not None:
                left &= self.codes[self.words.guess_index[guess]] == int(pattern, 3)
        return self.words.guesses[self._optimal(np.flatnonzero(left).astype(np.int32))]

    def _optimal(self, candidates: npt.NDArray[np.int32]) -> int:
        """Return the guess of optimal play, int32 (candidates,)."""
        key = candidates.tobytes()
        if key not in self._best:
            self._best[key] = self._searched(candidates)
        return self._best[key]

    def _searched(self, candidates: npt.NDArray[np.int32]) -> int:
        openers = tied_openers(self.words, hard=False)
        if len(candidates) == len(self.words.answers) and openers is not None:
            return openers[0][0]
        known = self.known.find(self.words.answer_guess[candidates])
        if known is not None:
            return known.guess
        if len(candidates) >= MANY:
            groups = Groups.from_sizes(candidates, np.array([len(candidates)]))
            return int(self.engine.best_guesses(groups, KEYS["entropy"])[0])
        return self.solver.choose(candidates).guess
