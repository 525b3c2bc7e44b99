"""What a strategy is: something that chooses guesses for states.

A strategy of one's own is a class with a name and a method ``choose``; whatever can be chosen can
then be played over every hidden word, on every backend, in easy and in hard mode.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.constraints import Trimming, check_trimming
from gpuwordle.errors import UserError, nearest
from gpuwordle.games import Games
from gpuwordle.games.chance import LoneGames
from gpuwordle.games.growth import Growth
from gpuwordle.games.states import PoolName, Rules, States

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend, Progress
    from gpuwordle.vocabulary import Vocabulary


class Strategy(ABC):
    """Chooses guesses.

    A lone candidate is guessed without asking the strategy, so the states that `choose` gets have
    two candidates or more.

    Attributes
    ----------
    name : str
        What ``--strategy`` calls it.
    source : str
        Where it is described.
    pool : {"all", "candidates"}
        What it guesses from unless told otherwise.
    pools : tuple of str
        What it can guess from.
    supports_hard : bool
        Whether it can play hard mode.
    deterministic : bool
        Whether its guesses follow from the clues alone; such a strategy has a decision tree.
    looks_back : bool
        Whether it uses the clues of a state (``states.guesses`` and ``states.codes``) and not the
        candidates alone. Those that do not may have equal states merged.
    """

    name: ClassVar[str]
    source: ClassVar[str] = ""
    pool: ClassVar[PoolName] = "candidates"
    pools: ClassVar[tuple[PoolName, ...]] = ("all", "candidates")
    supports_hard: ClassVar[bool] = True
    deterministic: ClassVar[bool] = True
    looks_back: ClassVar[bool] = True

    @abstractmethod
    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose one guess for each state.

        Parameters
        ----------
        states
            Candidates, pools and clues.

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
            What the games may know.
        state
            The state of each game: shape (games,).
        streams
            Random bits of each game, new in every turn: uint64, shape (games,).

        Returns
        -------
        ndarray of int32, shape (games,)
            Guess indices.
        """
        raise NotImplementedError(f"strategy {self.name!r} does not draw by chance")

    def rules(
        self,
        *,
        pool: PoolName | None = None,
        hard: bool = False,
        trimming: Trimming = "pattern",
        guesses_allowed: int | None = None,
    ) -> Rules:
        """Check the conditions of a game.

        Raises
        ------
        UserError
            If the strategy cannot play under them, or there is no such pool or rule.
        """
        check_trimming(trimming)
        chosen = pool or self.pool
        if chosen not in ("all", "candidates"):
            raise UserError(f"unknown pool {chosen!r}: {nearest(chosen, ('all', 'candidates'))}")
        if chosen not in self.pools:
            raise UserError(
                f"strategy {self.name!r} cannot guess from pool {chosen!r}: "
                f"choose {' or '.join(self.pools)}"
            )
        if hard and not self.supports_hard:
            raise UserError(f"strategy {self.name!r} has no hard mode: play it in easy mode")
        if guesses_allowed is not None and guesses_allowed < 1:
            raise UserError(f"{guesses_allowed} guesses allowed is too few: give at least 1")
        return Rules(chosen, hard, trimming, guesses_allowed)

    def play(
        self,
        vocabulary: Vocabulary,
        backend: Backend,
        *,
        pool: PoolName | None = None,
        hard: bool = False,
        trimming: Trimming = "pattern",
        opener: str | int | None = None,
        guesses_allowed: int | None = None,
        seed: int = 0,
        answers: npt.NDArray[np.integer] | None = None,
        progress: Progress | None = None,
    ) -> Games:
        """Play one game for every hidden word.

        Parameters
        ----------
        vocabulary
            The words.
        backend
            A backend made for the vocabulary.
        pool
            What may be guessed; the strategy's own choice when None.
        hard
            Play hard mode.
        trimming
            What remains a candidate after a guess.
        opener
            First guess of every game: a word or a guess index.
        guesses_allowed
            After so many guesses a game is lost; None for no limit.
        seed
            Where the strategy draws by chance, the draws of a game follow from this number and
            from its answer.
        answers
            Answer indices to play; all of them when None.
        progress
            Called with the fraction of games that have ended.

        Returns
        -------
        Games
            In the order of the answers.

        Raises
        ------
        UserError
            If the strategy cannot play so, or the opener is not a guess.
        """
        rules = self.rules(pool=pool, hard=hard, trimming=trimming, guesses_allowed=guesses_allowed)
        played = np.arange(len(vocabulary.answers)) if answers is None else np.asarray(answers)
        lone_games = None
        if not self.deterministic:
            lone_games = LoneGames(backend, self, rules, seed)
        nodes = Growth(
            backend,
            self,
            rules,
            opener=vocabulary.find(opener) if isinstance(opener, str) else opener,
            answers=answers,
            set_aside=lone_games,
            progress=progress,
        ).run()
        return nodes.games(played)
