"""What a strategy is: something that chooses guesses for states.

A strategy of one's own is a class with a name and a method `choose`, which gets many states at once
and returns one guess index for each. Whatever can be chosen can then be played over every hidden
word, on every backend, in easy and in hard mode:

>>> class Alphabetical(Strategy):
...     name = "alphabetical"
...     uses_history = False
...
...     def choose(self, states):
...         words = states.vocabulary.guesses
...         first = [min(states.playable(s), key=words.__getitem__) for s in range(len(states))]
...         return np.array(first, np.int32)
>>> from gpuwordle import Vocabulary, grow
>>> tree = grow(Vocabulary("pets", ["rat", "cow", "dog", "cat"]), Alphabetical(), backend="numpy")
>>> print(tree.to_text(), end="")
cat 4
  ... dog 1
  .AT rat 1
  C.. cow 1

What the states hold is said in `gpuwordle.strategies.state.States`. A strategy whose guesses do not
follow from the clues alone says so (`Strategy.deterministic`) and draws them in `Strategy.draw`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.strategies.state import States
from gpuwordle.words.vocabulary import Vocabulary


class Strategy(ABC):
    """Chooses guesses.

    A lone candidate is guessed without asking the strategy, so the states that `choose` gets have
    two candidates or more, unless `asked_when_certain` is set.

    Attributes
    ----------
    name : str
        What ``--strategy`` calls it.
    source : str
        Where it is described: authors and section.
    pool : {"all", "candidates"}
        What it guesses from unless the conditions say otherwise.
    pools : tuple of str
        What it can guess from.
    supports_hard : bool
        Whether it can play hard mode.
    deterministic : bool
        Whether its guesses follow from the clues alone; such a strategy has a decision tree.
    uses_history : bool
        Whether its guesses depend on the clues themselves (``states.guesses`` and
        ``states.codes``), and not on the candidates alone. Where they do not, the clues are not
        kept, and states that believe in the same candidates are chosen for once.
    asked_when_certain : bool
        Whether it chooses where one candidate is left, too. Only a player that does not look at
        what its clues leave has other plans than to guess it. Where games are drawn by chance, a
        lone candidate is guessed in any case.
    last_turns : int
        The option ``last`` of every strategy: in so many turns at the end of a game only words
        that may be hidden are played, as Van Fleet et al. propose (Conclusions). 0 changes
        nothing; more needs a limit of guesses.
    """

    name: ClassVar[str]
    source: ClassVar[str] = ""
    pool: ClassVar[PoolName] = "candidates"
    pools: ClassVar[tuple[PoolName, ...]] = ("all", "candidates")
    supports_hard: ClassVar[bool] = True
    deterministic: ClassVar[bool] = True
    uses_history: bool = True
    asked_when_certain: bool = False
    last_turns: int = 0

    @abstractmethod
    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose one guess for each state.

        Parameters
        ----------
        states
            Candidates, pools and clues of one turn.

        Returns
        -------
        ndarray of int32, shape (states,)
            Guess indices, from the pool of each state.
        """

    def draws(self, states: States) -> npt.NDArray[np.bool_]:
        """Tell in which states the guess is drawn by chance, for each game on its own.

        Returns
        -------
        ndarray of bool, shape (states,)
            From such a state on, `draw` guesses in place of `choose`.
        """
        return np.full(len(states), not self.deterministic)

    def draw(
        self,
        states: States,
        state: npt.NDArray[np.integer],
        streams: npt.NDArray[np.uint64],
    ) -> npt.NDArray[np.int32]:
        """Draw one guess for each game.

        Parameters
        ----------
        states
            What the games believe. Their pool is their candidates and their clues are not told.
        state
            The state of each game: shape (games,).
        streams
            Random bits of each game, new in every turn: uint64, shape (games,).

        Returns
        -------
        ndarray of int32, shape (games,)
            Guess indices, of candidates: one that is guessed is ruled out, so games come to an end.
        """
        raise NotImplementedError(f"strategy {self.name!r} does not draw by chance")

    def unable(self, vocabulary: Vocabulary) -> str | None:
        """Say why the strategy cannot play with some words, and what would help; None when it can.

        Parameters
        ----------
        vocabulary
            The words.
        """
        return None

    def settle(self, conditions: Conditions) -> Conditions:
        """Check that the strategy can play under conditions, and name its own pool where none is.

        Parameters
        ----------
        conditions
            What a game is to be played under.

        Returns
        -------
        Conditions
            The same, with a pool.

        Raises
        ------
        UserError
            If it cannot guess from that pool, has no hard mode, or plays differently in the last
            turns of games without a limit.
        """
        pool = conditions.pool or self.pool
        if pool not in self.pools:
            raise UserError(
                f"strategy {self.name!r} cannot guess from pool {pool!r}: "
                f"choose {' or '.join(self.pools)}"
            )
        if conditions.hard and not self.supports_hard:
            raise UserError(f"strategy {self.name!r} has no hard mode: play it in easy mode")
        if self.last_turns and conditions.allowed is None:
            raise UserError(
                f"option last={self.last_turns} of strategy {self.name!r} counts turns from the "
                "end, and games have no limit: give --allowed (in Python Conditions(allowed=...))"
            )
        return replace(conditions, pool=pool)
