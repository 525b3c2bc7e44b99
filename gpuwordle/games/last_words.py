"""Exact play of several boards with few candidates left.

The boards are independent: every combination of one candidate per board is equally likely, or as
likely as the product of their weights. The search minimises the number of guesses until all words
are found, summed over the combinations, each multiplied by its weight.

Two facts keep it small. The last candidate of a board has to be guessed at some point, and guessing
it now only adds information, so it is guessed immediately. And guesses that split all boards in the
same way are equivalent: there are far fewer ways to split a few words than there are guesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import prod

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.scoring.groups import Indices

MOST_COMBINATIONS = 24
"""Largest number of combinations that are searched exactly."""

MOST_CANDIDATES = 12
"""Largest number of candidates, on all boards together, that are searched exactly."""

GUESSES_AT_ONCE = 1 << 14
"""Guesses whose codes are computed in one call."""

_FOUND = -1
"""Label of the candidate that the guess finds."""

State = tuple[tuple[int, ...], ...]
"""For each unfinished board, the columns of its candidates."""


def few_enough(sizes: Sequence[int]) -> bool:
    """Return whether boards with these numbers of candidates are searched exactly."""
    return sum(sizes) <= MOST_CANDIDATES and prod(sizes) <= MOST_COMBINATIONS


class LastWords:
    """Exact play of one position: the candidates of each unfinished board, as answer indices.

    The boards must be `few_enough`. ``combinations`` is the number of ways to choose one candidate
    per board, by weight.
    """

    def __init__(self, backend: Backend, boards: Sequence[Indices]) -> None:
        self._words = backend.vocabulary
        candidates = np.concatenate(boards)
        ends = np.cumsum([0, *map(len, boards)])
        self._whole: State = tuple(tuple(range(first, last)) for first, last in pairwise(ends))
        self._weights: list[int] = self._words.weights_of(candidates).tolist()
        self.combinations = prod(map(self._weight, self._whole))
        guesses = len(self._words.guesses)
        labels = np.empty((guesses, len(candidates)), np.int8)
        for start in range(0, guesses, GUESSES_AT_ONCE):
            some = slice(start, min(start + GUESSES_AT_ONCE, guesses))
            played = np.arange(some.start, some.stop)
            codes = backend.codes(played, candidates)
            labels[some] = self._labelled(backend.told(codes, played[:, None], candidates))
        hidden = np.isin(np.arange(guesses), self._words.answer_guess[candidates])
        # Of equal splits, keep the first guess that is a candidate, else the first one; the rows
        # are in that order.
        order = np.lexsort((np.arange(guesses), ~hidden))
        first, same = _first_of_each(labels[order])
        self._labels, self._guess = labels[order][first], order[first]
        self._row_of = np.empty(guesses, np.intp)
        self._row_of[order] = same
        self._candidates: list[int] = candidates.tolist()
        self._apart = len(set(self._candidates)) == len(candidates)
        self._alike = self._apart and len(set(self._weights)) == 1
        self._known: dict[State, tuple[int, int]] = {}
        self._bounds: dict[State, int] = {}

    def _weight(self, board: Sequence[int]) -> int:
        """Return the weight of the candidates of a board."""
        return sum(self._weights[column] for column in board)

    def _labelled(self, codes: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.int8]:
        """Label each candidate with the first column of its board that has the same code."""
        labels = np.empty(codes.shape, np.int8)
        for board in self._whole:
            part = codes[:, board]
            labels[:, board] = (part[:, :, None] == part[:, None, :]).argmax(axis=2)
        labels[codes == self._words.win] = _FOUND
        return labels

    def best(self) -> tuple[int, int]:
        """Return the best guess, and its total over all combinations, this guess included.

        Ties go to the least lower bound, then to a candidate, then to the first guess.
        """
        total, row = self._least(self._whole)
        return int(self._guess[row]), total

    def total_of(self, guess: int) -> int | None:
        """Return the total of optimal play that begins with a guess.

        None if the guess neither splits a board nor may finish one: such play never ends.
        """
        row = int(self._row_of[guess])
        if not self._tells(row, self._whole):
            return None
        children = self._children(row, self._whole)
        return self.combinations + sum(times * self._least(child)[0] for times, child in children)

    def _least(self, state: State) -> tuple[int, int]:
        """Return the least total of a state, and the row of the guess that begins it."""
        if not state:
            return 0, -1
        if state not in self._known:
            self._known[state] = self._searched(state)
        return self._known[state]

    def _searched(self, state: State) -> tuple[int, int]:
        combinations = prod(map(self._weight, state))
        best, best_row = -1, -1
        for bound, row in self._promising(state, combinations):
            if best_row >= 0 and bound >= best:
                break
            children = list(self._children(row, state))
            total, open_bound = combinations, self._bound_of(children)
            for times, child in children:
                total += times * self._least(child)[0]
                open_bound -= times * self._bound(child)
                if best_row >= 0 and total + open_bound >= best:
                    break
            else:
                best, best_row = total, row
        return best, best_row

    def _promising(self, state: State, combinations: int) -> list[tuple[int, int]]:
        """Return the useful guesses with lower bounds of their totals, least bound first."""
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
            # The size of each candidate's bucket; 0 if the guess is the candidate.
            sizes.append(np.sort(np.where(found, 0, same.sum(axis=2)), axis=1))
        # Merge rows that split these boards in the same way.
        rows = np.sort(_first_of_each(np.concatenate(alike, axis=1))[0])
        # Unless boards share words or words weigh unequally, the bound follows from bucket sizes.
        looks = np.concatenate(sizes, axis=1)[rows]
        first, kind = _first_of_each(looks) if self._alike else (np.arange(len(rows)),) * 2
        bounds = [
            combinations + self._bound_of(self._children(row, state))
            if self._tells(row, state)
            else None
            for row in rows[first].tolist()
        ]
        tried = [(bounds[k], row) for k, row in zip(kind.tolist(), rows.tolist(), strict=True)]
        return sorted((bound, row) for bound, row in tried if bound is not None)

    def _bound(self, state: State) -> int:
        """Return a lower bound of the guesses that a state takes, over all combinations.

        Every different hidden word takes a guess, and one more guess is needed if the first one is
        not among them. Boards may hide the same word.
        """
        if state not in self._bounds:
            weights = [self._weight(board) for board in state]
            combinations = prod(weights)
            if self._apart:
                hidden = combinations * len(state)
                likeliest = max(
                    (
                        combinations // weight * max(self._weights[column] for column in board)
                        for weight, board in zip(weights, state, strict=True)
                    ),
                    default=combinations,
                )
            else:
                boards = [
                    {self._candidates[column]: self._weights[column] for column in board}
                    for board in state
                ]
                words = {word for board in boards for word in board}
                cases = [
                    combinations
                    - prod(
                        weight - board.get(word, 0)
                        for weight, board in zip(weights, boards, strict=True)
                    )
                    for word in words
                ]
                hidden, likeliest = sum(cases), max(cases, default=combinations)
            self._bounds[state] = hidden + combinations - likeliest
        return self._bounds[state]

    def _bound_of(self, children: Iterable[tuple[int, State]]) -> int:
        """Return the sum of the bounds of some states, each multiplied by its weight."""
        return sum(times * self._bound(child) for times, child in children)

    def _tells(self, row: int, state: State) -> bool:
        return next(self._children(row, state))[1] != state

    def _children(self, row: int, state: State) -> Iterator[tuple[int, State]]:
        """Yield the states that a guess can lead to, each with one bucket of every board.

        The weight before each state is the product of the weights of the words just found.
        """
        labels = self._labels[row]
        splits = []
        for board in state:
            buckets: dict[int, list[int]] = {}
            for column in board:
                buckets.setdefault(int(labels[column]), []).append(column)
            splits.append(
                [
                    (self._weights[b[0]], ()) if k == _FOUND else (1, tuple(b))
                    for k, b in buckets.items()
                ]
            )
        for buckets_of_boards in product(*splits):
            times = prod(weight for weight, _ in buckets_of_boards)
            yield times, tuple(bucket for _, bucket in buckets_of_boards if bucket)


def _first_of_each(
    rows: npt.NDArray[np.integer],
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the first index of each different row, and the number of each row among these."""
    packed = np.ascontiguousarray(rows, np.int8).view(f"V{rows.shape[1]}").ravel()
    _, first, same = np.unique(packed, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return first[order], place[same.ravel()]
