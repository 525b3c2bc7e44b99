"""How far it is proven that no tree is better than one that the strategy `optimal` grew."""

from __future__ import annotations

from typing import NamedTuple

from gpuwordle.strategies.optimal import Optimal
from gpuwordle.tree.decision_tree import DecisionTree


class Optimality(NamedTuple):
    """What is proven of a tree.

    Attributes
    ----------
    proven : bool
        Whether no tree is better.
    told : str
        The same in words.
    """

    proven: bool
    told: str


def optimality(tree: DecisionTree, player: Optimal, *, opener_given: bool) -> Optimality:
    """Say how far a tree is proven to be the best.

    Parameters
    ----------
    tree
        The tree.
    player
        The strategy that grew it, and nothing since.
    opener_given
        Whether the opener was given; the tree is then compared with those from it alone.
    """
    if not player.was_stopped:
        others = "no tree from it" if opener_given else "no tree"
        better = "has a shorter longest game" if player.objective == "worst" else "takes fewer"
        return Optimality(True, f"{others} {better}")
    if tree.lost:
        return Optimality(
            False, "stopped before a tree was found that keeps to the guesses allowed"
        )
    bound = player.bound_of(tree.opener)
    return Optimality(
        False, f"stopped: none takes fewer than {bound:,} (gap {tree.total - bound:,})"
    )
