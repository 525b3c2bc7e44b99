"""Growth of the decision tree of a deterministic strategy, and the proof of an optimal one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.games.choices import answers_to_play, opener_index
from gpuwordle.games.growth import Growth
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.strategies.strategy import Strategy, changed_options
from gpuwordle.strategies.table import strategy_for
from gpuwordle.tree.decision_tree import DecisionTree, Optimality
from gpuwordle.words.sources import VocabularyLike, vocabulary_of

if TYPE_CHECKING:
    from gpuwordle.strategies.optimal import Optimal


def grow(
    vocabulary: VocabularyLike,
    strategy: str | Strategy = "entropy",
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    opener: str | int | None = None,
    answers: npt.NDArray[np.integer] | None = None,
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> DecisionTree:
    """Grow the decision tree of a deterministic strategy.

    Parameters
    ----------
    vocabulary
        The words: the name of a list, the path of a file, a `WordList` or a `Vocabulary`.
    strategy
        A name that ``gpuwordle strategies`` lists, or a `Strategy`.
    conditions
        Pool, hard mode, filter, guesses allowed and excluded words; easy mode without a limit when
        None.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    opener
        The first guess: a word or a guess index; the strategy's choice when None.
    answers
        Indices of the answers whose games are played, counted without excluded words, int shape
        (games,); all answers when None.
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
        If the list, strategy, backend, opener or an answer is unknown, or the strategy is random,
        cannot play under the conditions, or chooses a word that is not a guess of its pool.

    Examples
    --------
    >>> from gpuwordle.words.vocabulary import Vocabulary
    >>> words = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> tree = grow(words, "entropy", backend="numpy")
    >>> tree.total, tree.worst
    (7, 2)
    """
    conditions = checked_conditions(conditions)
    vocabulary = vocabulary_of(vocabulary, length, conditions.exclude)
    player, engine = strategy_for(strategy), engine_for(vocabulary, backend)
    if not player.deterministic:
        raise UserError(
            f"strategy {player.name!r} draws at random and has no decision tree: benchmark it"
        )
    settled = player.settle_for(vocabulary, conditions)
    played = answers_to_play(vocabulary, answers)
    nodes = Growth(
        engine,
        player,
        settled,
        opener=opener_index(vocabulary, opener),
        answers=played,
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


def optimality(tree: DecisionTree, player: Optimal, *, opener_given: bool) -> Optimality:
    """Return how far a tree is proven to be the best.

    ``player`` has grown this tree last. With ``opener_given`` the tree is compared only with those
    from its opener.
    """
    if not player.was_stopped:
        others = "no tree from it" if opener_given else "no tree"
        better = {
            "total": "takes fewer",
            "worst": "has a shorter longest game",
            "worst-then-total": "has a shorter longest game, and none as short takes fewer",
        }[player.objective]
        return Optimality(True, f"{others} {better}")
    if tree.lost:
        return Optimality(
            False, "stopped before a tree was found that keeps to the guesses allowed"
        )
    bound = player.bound_of(tree.opener)
    return Optimality(
        False, f"stopped: none takes fewer than {bound:,} (gap {tree.total - bound:,})"
    )
