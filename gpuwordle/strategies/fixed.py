"""Fixed openers: some words first, whatever the clues, then as another strategy plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy


class FixedOpeners(Strategy):
    """Plays given words first, whatever the clues, and the rest as another strategy does.

    A word that is the answer ends its game; nothing else does before all were played.

    Parameters
    ----------
    words
        The words, in the order of play.
    player
        The strategy that plays the rest, among all guesses, in easy mode.
    """

    name = "fixed"
    pool: ClassVar[PoolName] = "all"
    pools: ClassVar[tuple[PoolName, ...]] = ("all",)
    supports_hard = False
    asked_when_certain = True

    def __init__(self, words: Sequence[str], player: Strategy) -> None:
        self.words, self._player = tuple(words), player

    def settle(self, conditions: Conditions) -> Conditions:
        """Check that the rest can be played under conditions, too; see `Strategy.settle`."""
        return super().settle(self._player.settle(conditions))

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Play the next word, or ask the other strategy; see `Strategy.choose`."""
        played, words = states.guesses.shape[1], states.vocabulary
        if played < len(self.words):
            return np.full(len(states), words.find(self.words[played]), np.int32)
        guesses = words.answer_guess[states.candidates.firsts].astype(np.int32)
        open_states = np.flatnonzero(states.sizes > 1)
        if len(open_states):
            guesses[open_states] = self._player.choose(states.take(open_states))
        return guesses
