"""Strategy 1 of Sreekala et al. in its incremental form (their Algorithms 5 and 6).

The reduction R(g, w) is the number of candidates that guess g removes when w is hidden, and a guess
is worth the sum of its reductions. Instead of counting anew after every clue, the reductions are
kept, and what the deleted candidates contributed is subtracted. The guesses are those of
`expected-size`, whose sum of squares is the same number seen from the other side; it is kept as an
algorithm of its own, to be compared, and needs a number for every guess and hidden word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.choosing import PerGuess, best_of_pools
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

MOST_REDUCTIONS = 1 << 30
"""Bytes of reductions that are kept at most."""

CELL_BYTES = 8
"""Bytes of a guess and a word at most: the reduction, and the pattern."""


@dataclass(frozen=True, eq=False)
class Reductions:
    """The reductions of every guess for every candidate.

    Attributes
    ----------
    codes : ndarray of the code dtype, shape (guesses, candidates)
        The patterns.
    each : ndarray of int32, shape (guesses, candidates)
        ``guess_win_reductions`` of Algorithm 5.
    total : ndarray of int64, shape (guesses,)
        ``total_reductions`` of Algorithm 5.
    """

    codes: npt.NDArray[np.unsignedinteger]
    each: npt.NDArray[np.int32]
    total: npt.NDArray[np.int64]

    @property
    def nbytes(self) -> int:
        """Bytes that they take."""
        return self.codes.nbytes + self.each.nbytes + self.total.nbytes

    @classmethod
    def of(cls, codes: npt.NDArray[np.unsignedinteger]) -> Reductions:
        """Count the reductions anew (Algorithm 5): pattern codes, shape (guesses, candidates)."""
        size = codes.shape[1]
        each = np.empty(codes.shape, np.int32)
        for guess, row in enumerate(codes):
            _, bucket, sizes = np.unique(row, return_inverse=True, return_counts=True)
            each[guess] = size - sizes[bucket]
        return cls(codes, each, each.sum(axis=1, dtype=np.int64))

    def without(self, deleted: npt.NDArray[np.bool_]) -> Reductions:
        """Delete candidates (Algorithm 6).

        Parameters
        ----------
        deleted
            Which of the candidates a clue has ruled out: shape (candidates,).

        Returns
        -------
        Reductions
            Of the candidates that are left, in their order.
        """
        codes = self.codes[:, ~deleted]
        each = self.each[:, ~deleted]
        total = self.total - self.each[:, deleted].sum(axis=1)
        for code in self.codes[:, deleted].T:
            # A deleted word was removed by every hidden word with another pattern: these no longer
            # remove it. That comparison stands for the paper's table ``removed2wins``.
            removed_it = codes != code[:, None]
            each -= removed_it
            total -= removed_it.sum(axis=1)
        return Reductions(codes, each, total)


class IncrementalExpectedSize(Strategy):
    """Plays `expected-size` by updating reductions.

    Sreekala et al., section 4.1.6. Ties go to a candidate, then to the first word, as there. One
    object plays one tree at a time. Reductions that do not fit the memory are counted anew, some
    guesses at a time, and not kept.
    """

    name = "expected-size-incremental"
    source = "Sreekala et al., section 4.1.6"
    pool: ClassVar[PoolName] = "all"

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[npt.NDArray[np.int32], Reductions]] = {}

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the largest total reduction."""
        known = {}
        left = min(MOST_REDUCTIONS, states.backend.memory // SHARE_OF_TABLES)
        left -= sum(reductions.nbytes for _, reductions in self._known.values())
        chosen = np.empty(len(states), np.int32)
        for state in range(len(states)):
            candidates = states.candidates.group(state)
            path = states.guesses[state].tobytes() + states.codes[state].tobytes()
            before = states.guesses[state, :-1].tobytes() + states.codes[state, :-1].tobytes()
            cells = len(states.vocabulary.guesses) * len(candidates)
            if CELL_BYTES * cells <= left:
                reductions = self._reductions(states, candidates, before)
                known[path] = candidates, reductions
                left -= reductions.nbytes
                total = reductions.total
            else:
                total = _counted(states, candidates, max(left, 0))
            one = states.take(np.array([state]))
            chosen[state] = best_of_pools(one, [PerGuess(total)])[0]
        self._known = known
        return chosen

    def _reductions(
        self, states: States, candidates: npt.NDArray[np.int32], before: bytes
    ) -> Reductions:
        if states.guesses.shape[1] and before in self._known:
            earlier, reductions = self._known[before]
            return reductions.without(~np.isin(earlier, candidates))
        return Reductions.of(states.backend.codes(None, candidates))


def _counted(states: States, candidates: npt.NDArray[np.int32], most: int) -> npt.NDArray[np.int64]:
    """Count the total reductions of all guesses, within so many bytes: shape (guesses,)."""
    guesses = len(states.vocabulary.guesses)
    step = max(1, most // (CELL_BYTES * len(candidates)))
    total = np.empty(guesses, np.int64)
    for start in range(0, guesses, step):
        some = np.arange(start, min(start + step, guesses))
        total[some] = Reductions.of(states.backend.codes(some, candidates)).total
    return total
