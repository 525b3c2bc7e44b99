"""Trees of strategies that play the guess with the smallest key, whatever came before.

Nothing but the candidates of a state decides its guess, so a whole level can stay where the backend
keeps it; what comes back is what the tree says of each node.
"""

from __future__ import annotations

from itertools import count

import numpy as np

from gpuwordle.backends.backend import Backend
from gpuwordle.games.nodes import NOBODY, Nodes
from gpuwordle.rules.codes import all_green
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.statistics import Key


def grow_by_key(
    backend: Backend,
    nodes: Nodes,
    key: Key,
    pool: PoolName,
    *,
    opener: int | None,
    limit: int,
    last_turns: int,
) -> None:
    """Grow the tree of all answers under the filter ``pattern``, every level at once.

    Parameters
    ----------
    backend
        Computes with the vocabulary.
    nodes
        The table to fill, still empty.
    key
        What every guess minimises.
    pool
        What it is chosen from.
    opener
        Guess index that every game begins with, or None.
    limit
        Guesses that a game may take.
    last_turns
        In so many turns before the limit only candidates are played.
    """
    words, green = backend.vocabulary, all_green(backend.vocabulary.length)
    frontier = backend.frontier()
    parents, codes = np.full(1, NOBODY, np.int64), np.zeros(1, np.uint32)
    sizes, firsts = frontier.sizes, np.zeros(1, np.int32)
    for turn in count(1):
        # A lone candidate is guessed, and is the answer; only an opener is played all the same.
        going = (sizes > 1) | (turn == 1)
        if turn > limit:
            lost = nodes.add(turn, parents, codes, sizes)
            left = frontier.groups()
            nodes.end(left.candidates, lost[going][left.owners], solved=False)
            nodes.end(firsts[~going], lost[~going], solved=False)
            return
        guesses = words.answer_guess[firsts]
        if turn == 1 and opener is not None:
            guesses[:] = opener
        elif going.any():
            # A candidate splits its state, so no guess is the best one twice and no game is stuck.
            ending = limit - turn < last_turns
            guesses[going] = frontier.best_guesses(key, "candidates" if ending else pool)
        numbers = nodes.add(turn, parents, codes, sizes, guesses)
        nodes.end(firsts[~going], numbers[~going], solved=True)
        if not going.any():
            return
        numbers = numbers[going]
        branches = frontier.split(guesses[going])
        won = branches.codes == green
        nodes.end(branches.firsts[won], numbers[branches.parents[won]], solved=True)
        if won.all():
            return
        parents, codes = numbers[branches.parents[~won]], branches.codes[~won]
        sizes, firsts, frontier = branches.sizes[~won], branches.firsts[~won], branches.frontier
