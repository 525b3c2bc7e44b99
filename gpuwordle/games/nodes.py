"""The table of nodes that games run through, and how games are read off it.

A node is a guess about to be made after some clues. Each game ends at one node, and its parents, up
to the root, are the game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.games.games import Games
from gpuwordle.progress import Progress

NOBODY = -1
"""The parent of a root, and the guess of a node at which games end unsolved."""


class NodeTable(NamedTuple):
    """Nodes by column, every column of shape (nodes,).

    Attributes
    ----------
    turns : ndarray of int32
        1 for a first guess.
    parents : ndarray of int32
        The node before, or -1.
    codes : ndarray of uint32
        The pattern that leads here.
    candidates : ndarray of int32
        How many words the player believes possible.
    guesses : ndarray of int32
        What is guessed here, or -1 where games end unsolved.
    """

    turns: npt.NDArray[np.int32]
    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.uint32]
    candidates: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.int32]


class Nodes:
    """A growing table of nodes, and where each game ends.

    Parameters
    ----------
    answers
        Answers in the vocabulary.
    games
        Games that are played.
    all_green
        The code that ends a game.
    progress
        Called with the fraction of games that have ended.

    Attributes
    ----------
    ends : ndarray of int32, shape (answers,)
        The node where the game of each answer ends; -1 while it has not.
    solved : ndarray of bool, shape (answers,)
        Whether the guess of that node is the answer.
    """

    def __init__(
        self, answers: int, games: int, all_green: int, progress: Progress | None = None
    ) -> None:
        self.games_played, self.all_green, self.progress = games, all_green, progress
        self.ends = np.full(answers, NOBODY, np.int32)
        self.solved = np.zeros(answers, bool)
        self._ended = 0
        self._size = 0
        self._parts: list[NodeTable] = []

    def add(
        self,
        turn: int,
        parents: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
        candidates: npt.NDArray[np.integer],
        guesses: npt.NDArray[np.integer] | None = None,
    ) -> npt.NDArray[np.int64]:
        """Append nodes of one turn and return their numbers.

        Parameters
        ----------
        turn, parents, codes, candidates, guesses
            The columns of `NodeTable`. No guesses where games end unsolved.
        """
        count = len(parents)
        guesses = np.full(count, NOBODY) if guesses is None else guesses
        self._parts.append(
            NodeTable(
                np.full(count, turn, np.int32),
                parents.astype(np.int32),
                codes.astype(np.uint32),
                candidates.astype(np.int32),
                guesses.astype(np.int32),
            )
        )
        first, self._size = self._size, self._size + count
        return np.arange(first, self._size)

    def end(
        self, answers: npt.NDArray[np.integer], nodes: npt.NDArray[np.integer], *, solved: bool
    ) -> None:
        """Note that games end at nodes: solved by the guess there, or unsolved."""
        self.ends[answers] = nodes
        self.solved[answers] = solved
        self._ended += len(answers)
        if self.progress is not None and len(answers):
            self.progress(self._ended / self.games_played)

    def table(self) -> NodeTable:
        """Join the columns."""
        if len(self._parts) > 1:
            self._parts = [NodeTable(*map(np.concatenate, zip(*self._parts, strict=True)))]
        return self._parts[0]

    def sort(self) -> None:
        """Renumber the nodes level by level, as they come where every level is grown at once.

        Within a turn those come first at which games end unsolved, then the nodes follow their
        parents, then the patterns.
        """
        turns, parents, codes, candidates, guesses = self.table()
        order = np.argsort(turns, kind="stable")
        number = np.full(len(turns) + 1, NOBODY, np.int32)  # the last for the root's parent
        levels = np.split(order, np.flatnonzero(np.diff(turns[order])) + 1)
        done = 0
        for level in levels:
            keys = codes[level], number[parents[level]], guesses[level] != NOBODY
            level[:] = level[np.lexsort(keys)]
            number[level] = np.arange(done, done + len(level))
            done += len(level)
        self._parts = [
            NodeTable(
                turns[order],
                number[parents[order]],
                codes[order],
                candidates[order],
                guesses[order],
            )
        ]
        self.ends = number[self.ends]

    def games(self, answers: npt.NDArray[np.integer]) -> Games:
        """Read off the games of some answers, in the order given."""
        table = self.table()
        return games_of_nodes(
            table, answers, self.ends[answers], self.solved[answers], self.all_green
        )


def games_of_nodes(
    table: NodeTable,
    answers: npt.NDArray[np.integer],
    ends: npt.NDArray[np.integer],
    solved: npt.NDArray[np.bool_],
    all_green: int,
) -> Games:
    """Read games off a table of nodes, from their ends back to the roots.

    Parameters
    ----------
    table
        The nodes.
    answers, ends, solved
        The games: answer index, node where it ends, and whether the guess there solves it; shape
        (games,).
    all_green
        The code that ends a game.
    """
    turns, parents, codes, candidates, guesses = table
    counts = turns[ends] - ~solved
    offsets = np.append(0, np.cumsum(counts, dtype=np.int64))
    played = np.empty(offsets[-1], np.int32)
    got = np.empty(offsets[-1], np.uint32)
    remaining = np.empty(offsets[-1], np.int32)
    place = offsets[1:] - solved
    played[place[solved]] = guesses[ends[solved]]
    got[place[solved]] = all_green
    remaining[place[solved]] = 1
    node = ends.astype(np.int64)
    going = np.flatnonzero(parents[node] >= 0)
    while len(going):
        place[going] -= 1
        at, here = place[going], node[going]
        got[at] = codes[here]
        remaining[at] = candidates[here]
        node[going] = parents[here]
        played[at] = guesses[node[going]]
        going = going[parents[node[going]] >= 0]
    return Games(answers.astype(np.int32), offsets, played, got, remaining, solved.copy())
