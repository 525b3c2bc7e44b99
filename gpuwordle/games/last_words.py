"""Exact play of several boards at once, where few words are left on each.

The boards of a game are independent: every choice of one candidate a board is equally likely. What
is minimised is the number of guesses until all are found, summed over those choices, an integer.

Two facts make it small. A board with one candidate left has to be guessed sometime, and whoever
plays on without doing so could as well do it now and know more: so it is guessed at once. And
guesses that split every board alike are one: there are far fewer ways to split a handful of words
than there are guesses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import prod

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.rules.codes import all_green

Indices = npt.NDArray[np.integer]

MOST_COMBINATIONS = 24
"""Choices of one candidate a board up to which play is searched for the best."""

MOST_CANDIDATES = 12
"""Candidates of all boards together up to which it is."""

GUESSES_AT_ONCE = 1 << 14
"""Guesses whose patterns are looked at in one call."""

_FOUND = -1
"""Label of the column whose word the guess is."""

State = tuple[tuple[int, ...], ...]
"""Columns of the candidates of each board that is not finished."""


def few_enough(sizes: Sequence[int]) -> bool:
    """Whether boards with so many candidates are played exactly."""
    return sum(sizes) <= MOST_CANDIDATES and prod(sizes) <= MOST_COMBINATIONS


class LastWords:
    """Exact play of one position.

    Parameters
    ----------
    backend
        Computes with the vocabulary.
    boards
        The candidates of each board that is not finished: answer indices. `few_enough` of them.

    Attributes
    ----------
    combinations : int
        Choices of one candidate a board.
    """

    def __init__(self, backend: Backend, boards: Sequence[Indices]) -> None:
        self._words = backend.vocabulary
        candidates = np.concatenate(boards)
        self.combinations = prod(map(len, boards))
        ends = np.cumsum([0, *map(len, boards)])
        self._whole: State = tuple(tuple(range(first, last)) for first, last in pairwise(ends))
        guesses = len(self._words.guesses)
        labels = np.empty((guesses, len(candidates)), np.int8)
        for start in range(0, guesses, GUESSES_AT_ONCE):
            some = slice(start, min(start + GUESSES_AT_ONCE, guesses))
            labels[some] = self._labelled(
                backend.codes(np.arange(some.start, some.stop), candidates)
            )
        hidden = np.isin(np.arange(guesses), self._words.answer_guess[candidates])
        # Of equal splits the first guess stands, one that may be an answer before the others; and
        # in that order the rows come.
        order = np.lexsort((np.arange(guesses), ~hidden))
        first, same = _first_of_each(labels[order])
        self._labels, self._guess = labels[order][first], order[first]
        self._row_of = np.empty(guesses, np.intp)
        self._row_of[order] = same
        self._candidates: list[int] = candidates.tolist()
        self._apart = len(set(self._candidates)) == len(candidates)
        self._known: dict[State, tuple[int, int]] = {}
        self._bounds: dict[State, int] = {}

    def _labelled(self, codes: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.int8]:
        """Label each candidate with the first of its board that gets the same code."""
        labels = np.empty(codes.shape, np.int8)
        for board in self._whole:
            part = codes[:, board]
            # The first column of the board that has the same code stands for all that have it.
            labels[:, board] = (part[:, :, None] == part[:, None, :]).argmax(axis=2)
        labels[codes == all_green(self._words.length)] = _FOUND
        return labels

    def best(self) -> tuple[int, int]:
        """Find the best guess.

        Returns
        -------
        guess : int
            A guess index. Of several best: the one of the least lower bound, then one that may be
            an answer, then the first.
        total : int
            Guesses until all boards are finished, this one included, summed over all combinations.
        """
        total, row = self._least(self._whole)
        return int(self._guess[row]), total

    def total_of(self, guess: int) -> int:
        """Return the total of the best play that begins with a guess.

        Raises
        ------
        ValueError
            If the guess tells nothing: such play has no end.
        """
        row = int(self._row_of[guess])
        if not self._tells(row, self._whole):
            raise ValueError(f"{self._words.guesses[guess]} tells nothing")
        children = self._children(row, self._whole)
        return self.combinations + sum(self._least(child)[0] for child in children)

    def tells(self, guess: int) -> bool:
        """Whether a guess splits any board, or may finish one."""
        return self._tells(int(self._row_of[guess]), self._whole)

    def _least(self, state: State) -> tuple[int, int]:
        """Return the least total of a state, and the row of the guess that begins it."""
        if not state:
            return 0, -1
        if state not in self._known:
            self._known[state] = self._searched(state)
        return self._known[state]

    def _searched(self, state: State) -> tuple[int, int]:
        combinations = prod(map(len, state))
        best, best_row = -1, -1
        for bound, row in self._promising(state, combinations):
            if best_row >= 0 and bound >= best:
                break
            children = list(self._children(row, state))
            total, open_bound = combinations, sum(map(self._bound, children))
            for child in children:
                total += self._least(child)[0]
                open_bound -= self._bound(child)
                if best_row >= 0 and total + open_bound >= best:
                    break
            else:
                best, best_row = total, row
        return best, best_row

    def _promising(self, state: State, combinations: int) -> list[tuple[int, int]]:
        """Return the guesses worth a try with lower bounds of their totals, the least first."""
        certain = next((board for board in state if len(board) == 1), None)
        if certain is not None:
            (row,) = np.flatnonzero(self._labels[:, certain[0]] == _FOUND)
            return [(0, int(row))]
        alike, sizes = [], []
        for board in state:
            part = self._labels[:, board]
            same = part[:, :, None] == part[:, None, :]
            found = part == _FOUND
            alike.append(np.where(found, _FOUND, same.argmax(axis=2)))
            # Each candidate's bucket, by its size; 0 where the guess is the candidate.
            sizes.append(np.sort(np.where(found, 0, same.sum(axis=2)), axis=1))
        # Rows that split these boards alike are one again.
        rows = np.sort(_first_of_each(np.concatenate(alike, axis=1))[0])
        # Whether it tells something, and its bound, follow from the sizes of the buckets, unless
        # boards share words.
        looks = np.concatenate(sizes, axis=1)[rows]
        first, kind = _first_of_each(looks) if self._apart else (np.arange(len(rows)),) * 2
        bounds = [
            combinations + sum(map(self._bound, self._children(row, state)))
            if self._tells(row, state)
            else None
            for row in rows[first].tolist()
        ]
        tried = [(bounds[k], row) for k, row in zip(kind.tolist(), rows.tolist(), strict=True)]
        return sorted((bound, row) for bound, row in tried if bound is not None)

    def _bound(self, state: State) -> int:
        """Return a number of guesses, over all combinations, that no play of a state goes below.

        Every different word that is hidden takes a guess, and if the first guess is none of them,
        one more. Boards may hide the same word.
        """
        if state not in self._bounds:
            sizes = [len(board) for board in state]
            combinations = prod(sizes)
            if self._apart:
                hidden, likeliest = combinations * len(state), combinations // min(sizes, default=1)
            else:
                words = {self._candidates[column] for board in state for column in board}
                boards = [{self._candidates[column] for column in board} for board in state]
                cases = [
                    combinations - prod(len(board) - (word in board) for board in boards)
                    for word in words
                ]
                hidden, likeliest = sum(cases), max(cases, default=combinations)
            self._bounds[state] = hidden + combinations - likeliest
        return self._bounds[state]

    def _tells(self, row: int, state: State) -> bool:
        return next(self._children(row, state)) != state

    def _children(self, row: int, state: State) -> Iterator[State]:
        """Yield what a guess can leave: one bucket of every board."""
        labels = self._labels[row]
        splits = []
        for board in state:
            buckets: dict[int, list[int]] = {}
            for column in board:
                buckets.setdefault(int(labels[column]), []).append(column)
            splits.append([() if k == _FOUND else tuple(b) for k, b in buckets.items()])
        for buckets_of_boards in product(*splits):
            yield tuple(bucket for bucket in buckets_of_boards if bucket)


def _first_of_each(
    rows: npt.NDArray[np.integer],
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return where each different row stands first, and which of them every row is."""
    packed = np.ascontiguousarray(rows, np.int8).view(f"V{rows.shape[1]}").ravel()
    _, first, same = np.unique(packed, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return first[order], place[same.ravel()]
