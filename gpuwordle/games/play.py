"""A strategy against every answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.games.choices import answers_to_play, checked_seed, opener_index
from gpuwordle.games.games import Games
from gpuwordle.games.growth import Growth
from gpuwordle.games.nodes import Nodes
from gpuwordle.games.rollouts import Rollouts
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_for
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary


def play(
    vocabulary: VocabularyLike,
    strategy: str | Strategy = "entropy",
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    opener: str | int | None = None,
    answers: npt.NDArray[np.integer] | None = None,
    seed: int = 0,
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> Games:
    """Play one game for every answer.

    Parameters
    ----------
    vocabulary
        The words: a `Vocabulary`, a `WordList`, the name of a list, or the path of a file.
    strategy
        A name that ``gpuwordle strategies`` lists, or a `Strategy`.
    conditions
        Pool, hard mode, filter, guesses allowed and excluded words. By default easy mode without a
        limit.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    opener
        The first guess of every game: a word or a guess index. By default the strategy chooses.
    answers
        Indices of the answers whose games are played, counted without excluded words; all by
        default.
    seed
        An integer that determines, with the answer of a game, what a strategy draws at random.
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
        If the vocabulary, the strategy or the backend is unknown, the strategy cannot play under
        the conditions or chooses a guess that is not in its pool, or the opener, an answer or the
        seed is not valid.
    TypeError
        If the vocabulary, the strategy or the conditions are of another type.

    See Also
    --------
    gpuwordle.grow : The same games as a decision tree.
    gpuwordle.assistant.simulate.simulate : One game, turn by turn.

    Examples
    --------
    >>> words = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> play(words, "entropy").total
    7
    """
    conditions = checked_conditions(conditions)
    words = vocabulary_of(vocabulary, length, conditions.exclude)
    played = play_nodes(
        words,
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
class PlayedGames:
    """The nodes of games of some answers, in their order; the games are read some at a time."""

    nodes: Nodes
    answers: npt.NDArray[np.integer]

    def __len__(self) -> int:
        return len(self.answers)

    def rows(self, start: int, stop: int) -> Games:
        """Return games ``start`` to ``stop - 1``."""
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
) -> PlayedGames:
    """Play games as `play` does, and keep their nodes, which take less memory than the games."""
    player, engine = strategy_for(strategy), engine_for(vocabulary, backend)
    settled = player.settle_for(vocabulary, checked_conditions(conditions))
    seed = checked_seed(seed)
    played = answers_to_play(vocabulary, answers)
    rollouts = None if player.deterministic else Rollouts(engine, player, settled, seed).play
    nodes = Growth(
        engine,
        player,
        settled,
        opener=opener_index(vocabulary, opener),
        answers=played,
        rollouts=rollouts,
        progress=progress,
    ).run()
    return PlayedGames(nodes, played)
