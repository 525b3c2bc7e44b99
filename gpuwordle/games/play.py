"""Games of a strategy over every hidden word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.games.choices import answers_to_play, opener_index
from gpuwordle.games.games import Games
from gpuwordle.games.growth import Growth
from gpuwordle.games.nodes import Nodes
from gpuwordle.games.rollouts import Rollouts
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_for
from gpuwordle.words.vocabulary import Vocabulary


def play_games(
    vocabulary: Vocabulary,
    strategy: str | Strategy = "entropy",
    conditions: Conditions | None = None,
    *,
    opener: str | int | None = None,
    answers: npt.NDArray[np.integer] | None = None,
    seed: int = 0,
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> Games:
    """Play one game for every hidden word.

    Parameters
    ----------
    vocabulary
        The words.
    strategy
        A name that ``gpuwordle strategies`` lists, or a strategy of one's own.
    conditions
        Pool, hard mode, filter and guesses allowed; easy mode without a limit when None.
    opener
        First guess of every game: a word or a guess index.
    answers
        Answer indices to play; all of them when None.
    seed
        Where the strategy draws by chance, the draws of a game follow from this number and from
        its answer.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    progress
        Called with the fraction of games that have ended.

    Returns
    -------
    Games
        In the order of the answers.

    Raises
    ------
    UserError
        If the strategy or the backend is unknown, the strategy cannot play so or chooses
        what is no guess of its pool, or the opener or an answer is none.

    Examples
    --------
    >>> words = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> play_games(words, "entropy").total
    7
    """
    played = play_nodes(
        vocabulary,
        strategy,
        conditions,
        opener=opener,
        answers=answers,
        seed=seed,
        backend=backend,
        progress=progress,
    )
    return played.rows(0, len(played))


@dataclass(frozen=True, eq=False)
class Played:
    """Games that were played, and are read off as they are wanted.

    Attributes
    ----------
    nodes : Nodes
        Where they ran through.
    answers : ndarray of int, shape (games,)
        Whose games they are, in their order.
    """

    nodes: Nodes
    answers: npt.NDArray[np.integer]

    def __len__(self) -> int:
        return len(self.answers)

    def rows(self, start: int, stop: int) -> Games:
        """Return games start to stop - 1."""
        return self.nodes.games(self.answers[start:stop])


def play_nodes(
    vocabulary: Vocabulary,
    strategy: str | Strategy,
    conditions: Conditions | None,
    *,
    opener: str | int | None,
    answers: npt.NDArray[np.integer] | None,
    seed: int,
    backend: str | Backend,
    progress: Progress | None,
) -> Played:
    """Play games as `play_games` does, and keep the nodes that they ran through.

    These take a part of what the games take, which are read off some at a time.
    """
    player, engine = strategy_for(strategy), engine_for(vocabulary, backend)
    settled = player.settle(conditions or Conditions())
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise UserError(f"seed {seed!r:.40} is no whole number: give an integer")
    played = answers_to_play(vocabulary, answers)
    rollouts = None if player.deterministic else Rollouts(engine, player, settled, int(seed)).play
    nodes = Growth(
        engine,
        player,
        settled,
        opener=opener_index(vocabulary, opener),
        answers=None if answers is None else played,
        rollouts=rollouts,
        progress=progress,
    ).run()
    return Played(nodes, played)
