"""Growing the decision tree of a deterministic strategy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.games.choices import answers_to_play, opener_index
from gpuwordle.games.growth import Growth
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy, changed_options
from gpuwordle.strategies.table import strategy_for
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary


def grow(
    vocabulary: Vocabulary,
    strategy: str | Strategy = "entropy",
    conditions: Conditions | None = None,
    *,
    opener: str | int | None = None,
    answers: npt.NDArray[np.integer] | None = None,
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> DecisionTree:
    """Grow the decision tree of a deterministic strategy.

    Parameters
    ----------
    vocabulary
        The words.
    strategy
        A name that ``gpuwordle strategies`` lists, or a strategy of one's own.
    conditions
        Pool, hard mode, filter and guesses allowed; easy mode without a limit when None.
    opener
        The first guess: a word or a guess index; the strategy's choice when None.
    answers
        Answer indices whose games are followed; all of them when None.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    progress
        Called with the fraction of games that have ended.

    Returns
    -------
    DecisionTree

    Raises
    ------
    UserError
        If the strategy or the backend is unknown, the strategy draws by chance, cannot play so
        or chooses what is no guess of its pool, or the opener or an answer is none.

    Examples
    --------
    >>> words = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> tree = grow(words, "entropy", backend="numpy")
    >>> tree.total, tree.worst
    (7, 2)
    """
    player, engine = strategy_for(strategy), engine_for(vocabulary, backend)
    if not player.deterministic:
        raise UserError(
            f"strategy {player.name!r} draws by chance and has no decision tree: benchmark it"
        )
    settled = player.settle(conditions or Conditions())
    played = answers_to_play(vocabulary, answers)
    nodes = Growth(
        engine,
        player,
        settled,
        opener=opener_index(vocabulary, opener),
        answers=None if answers is None else played,
        progress=progress,
    ).run()
    return DecisionTree(
        vocabulary,
        player.name,
        settled,
        nodes.table(),
        played.astype(np.int32),
        nodes.ends[played],
        nodes.solved[played],
        changed_options(player),
    )
