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

from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.choosing import PerGuess, best_of_pools
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

MOST_REDUCTIONS = 1 << 28
"""Reductions that are kept at most: a gigabyte of them."""


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
    object plays one tree at a time.

    Raises
    ------
    UserError
        From ``choose``, if the reductions would not fit in memory.
    """

    name = "expected-size-incremental"
    source = "Sreekala et al., section 4.1.6"
    pool: ClassVar[PoolName] = "all"

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[npt.NDArray[np.int32], Reductions]] = {}

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the largest total reduction."""
        known = {}
        chosen = np.empty(len(states), np.int32)
        for state in range(len(states)):
            candidates = states.candidates.group(state)
            path = states.guesses[state].tobytes() + states.codes[state].tobytes()
            before = states.guesses[state, :-1].tobytes() + states.codes[state, :-1].tobytes()
            reductions = self._reductions(states, candidates, before)
            known[path] = candidates, reductions
            one = states.take(np.array([state]))
            chosen[state] = best_of_pools(one, [PerGuess(reductions.total)])[0]
        self._known = known
        return chosen

    def _reductions(
        self, states: States, candidates: npt.NDArray[np.int32], before: bytes
    ) -> Reductions:
        if states.guesses.shape[1] and before in self._known:
            earlier, reductions = self._known[before]
            return reductions.without(~np.isin(earlier, candidates))
        guesses = len(states.vocabulary.guesses)
        if guesses * len(candidates) > MOST_REDUCTIONS:
            raise UserError(
                f"strategy {self.name!r} would keep {guesses} x {len(candidates)} reductions, more "
                f"than {MOST_REDUCTIONS}: play 'expected-size', which makes the same guesses"
            )
        return Reductions.of(states.backend.codes(None, candidates))
