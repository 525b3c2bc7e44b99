"""What a strategy sees: the states in which it has to guess, many games at once.

A state is what the clues so far have left: the candidates, the guesses that may be played, and the
clues themselves. States of one turn come together, so that one call of a backend chooses for all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Pool
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class States:
    """States of one turn in which a guess has to be chosen.

    Attributes
    ----------
    backend : Backend
        Computes with the vocabulary.
    conditions : Conditions
        The conditions of the game.
    candidates : Groups
        What each state believes possible, as answer indices; two candidates at least, unless the
        strategy is asked when it is certain.
    pool : {"all", "candidates"} or Groups
        What each state may guess: every guess, its own candidates, or rows of guess indices (hard
        mode). `Backend.best_guesses` takes it as it is, and `playable` lists it.
    guesses : ndarray of int32, shape (states, guesses so far)
        What was guessed. No columns for a strategy that does not use the history
        (`Strategy.uses_history`).
    codes : ndarray of uint32, shape (states, guesses so far)
        The patterns that it got, likewise.
    """

    backend: Backend
    conditions: Conditions
    candidates: Groups
    pool: Pool
    guesses: npt.NDArray[np.int32]
    codes: npt.NDArray[np.uint32]

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return self.backend.vocabulary

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates of each state: int64, shape (states,)."""
        return self.candidates.sizes

    def __len__(self) -> int:
        return len(self.candidates)

    def take(self, chosen: npt.NDArray[np.integer]) -> States:
        """Return some of the states, in the order given."""
        pool = self.pool.take(chosen) if isinstance(self.pool, Groups) else self.pool
        return replace(
            self,
            candidates=self.candidates.take(chosen),
            pool=pool,
            guesses=self.guesses[chosen],
            codes=self.codes[chosen],
        )

    def playable(self, state: int) -> npt.NDArray[np.int32]:
        """Return what one state may guess: guess indices, rising."""
        words = self.vocabulary
        if isinstance(self.pool, Groups):
            return np.unique(self.pool.group(state)).astype(np.int32)
        if self.pool == "candidates":
            return np.sort(words.answer_guess[self.candidates.group(state)])
        return np.arange(len(words.guesses), dtype=np.int32)

    def played_letters(self) -> npt.NDArray[np.bool_]:
        """Tell which letters were guessed: bool, shape (states, alphabet)."""
        return self._letters_of_clues(np.ones((*self.guesses.shape, self.vocabulary.length), bool))

    def coloured_letters(self) -> npt.NDArray[np.bool_]:
        """Tell which letters were green or yellow: bool, shape (states, alphabet)."""
        return self._letters_of_clues(colours_of_codes(self.codes, self.vocabulary.length) != GREY)

    def open_places(self) -> npt.NDArray[np.bool_]:
        """Tell which places were not green yet: bool, shape (states, length)."""
        colours = colours_of_codes(self.codes, self.vocabulary.length)
        return ~(colours == GREEN).any(axis=1)

    def _letters_of_clues(self, places: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        letters = self.vocabulary.guess_letters[self.guesses]
        found = np.zeros((len(self), len(self.vocabulary.alphabet)), bool)
        state = np.broadcast_to(np.arange(len(self))[:, None, None], places.shape)
        found[state[places], letters[places]] = True
        return found
