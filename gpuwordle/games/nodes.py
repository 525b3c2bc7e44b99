"""The table of nodes that games pass through, and how games are read from it.

A node is a guess that is about to be made after some clues. Each game ends at one node; the chain
of its parents up to the root is the game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.games.games import Games
from gpuwordle.progress import Progress
from gpuwordle.words.vocabulary import Vocabulary

NO_NODE = -1
"""The parent of a root."""

NO_GUESS = -1
"""The guess of a node at which games end unsolved."""


class NodeTable(NamedTuple):
    """Nodes by column, each of shape (nodes,).

    ``turns``, int32: 1 for a first guess. ``parents``, int32: the node before, or -1. ``codes``,
    uint32: the pattern that leads here. ``candidates``, int32: their number. ``guesses``, int32:
    the guess made here, or -1 if games end here unsolved.
    """

    turns: npt.NDArray[np.int32]
    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.uint32]
    candidates: npt.NDArray[np.int32]
    guesses: npt.NDArray[np.int32]


class Nodes:
    """A growing table of nodes, and the node at which each of a number of games ends."""

    def __init__(
        self, vocabulary: Vocabulary, games: int, progress: Progress | None = None
    ) -> None:
        self.vocabulary, self.games_played, self.progress = vocabulary, games, progress
        # By answer: the node where its game ends, or -1, and whether the guess there is the answer.
        self.ends = np.full(len(vocabulary.answers), NO_NODE, np.int32)
        self.solved = np.zeros(len(vocabulary.answers), bool)
        self._ended = 0
        self._size = 0
        self._blocks: list[NodeTable] = []

    def add(
        self,
        turn: int,
        parents: npt.NDArray[np.integer],
        codes: npt.NDArray[np.integer],
        candidates: npt.NDArray[np.integer],
        guesses: npt.NDArray[np.integer] | None = None,
    ) -> npt.NDArray[np.int64]:
        """Append nodes of one turn and return their numbers; no guesses if games end unsolved."""
        count = len(parents)
        guesses = np.full(count, NO_GUESS) if guesses is None else guesses
        self._blocks.append(
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
        """Record that games end at nodes: solved by the guess there, or unsolved."""
        self.ends[answers] = nodes
        self.solved[answers] = solved
        self._ended += len(answers)
        if self.progress is not None and len(answers):
            self.progress(self._ended / self.games_played)

    def table(self) -> NodeTable:
        """Return all nodes as one table."""
        if len(self._blocks) > 1:
            self._blocks = [NodeTable(*map(np.concatenate, zip(*self._blocks, strict=True)))]
        return self._blocks[0]

    def sort(self) -> None:
        """Renumber the nodes level by level, as if each level had been grown in one go.

        Within a turn, the nodes at which games end unsolved are first; then nodes are ordered by
        their parents and patterns.
        """
        table = self.table()
        turns, parents, codes, _, guesses = table
        order = np.argsort(turns, kind="stable")
        number = np.full(len(turns) + 1, NO_NODE, np.int32)  # the last entry is the root's parent
        levels = np.split(order, np.flatnonzero(np.diff(turns[order])) + 1)
        done = 0
        for level in levels:
            keys = codes[level], number[parents[level]], guesses[level] != NO_GUESS
            level[:] = level[np.lexsort(keys)]
            number[level] = np.arange(done, done + len(level))
            done += len(level)
        ordered = NodeTable._make(column[order] for column in table)
        self._blocks = [ordered._replace(parents=number[ordered.parents])]
        self.ends = number[self.ends]

    def games(self, answers: npt.NDArray[np.integer]) -> Games:
        """Read the games of some answers, in the order given."""
        ends, solved = self.ends[answers], self.solved[answers]
        return games_of_nodes(self.table(), answers, ends, solved, self.vocabulary)


def games_of_nodes(
    table: NodeTable,
    answers: npt.NDArray[np.integer],
    ends: npt.NDArray[np.integer],
    solved: npt.NDArray[np.bool_],
    vocabulary: Vocabulary,
) -> Games:
    """Read games from a table of nodes, from their ends back to the roots.

    ``answers``, ``ends`` (the node where the game ends) and ``solved`` have shape (games,).
    """
    turns, parents, codes, candidates, guesses = table
    counts = turns[ends] - ~solved
    offsets = np.append(0, np.cumsum(counts, dtype=np.int64))
    played = np.empty(offsets[-1], np.int32)
    got = np.empty(offsets[-1], np.uint32)
    remaining = np.empty(offsets[-1], np.int32)
    place = offsets[1:] - solved
    played[place[solved]] = guesses[ends[solved]]
    got[place[solved]] = vocabulary.win
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
    return Games(
        answers.astype(np.int32), offsets, played, got, remaining, solved.copy(), vocabulary
    )
