"""Strategies that score a guess by its buckets (Lahiri et al.; Sreekala et al.).

Each scores every playable guess by one number of its partition and plays the best. Ties go to a
candidate, then to the first word in the vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.strategies.state import PerGuess, States, best_of_pools
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.vocabulary import Vocabulary


class PartitionStrategy(Strategy):
    """Plays the guess with the smallest key, which `KEYS` must have under the strategy's name."""

    pool: ClassVar[PoolName] = "all"
    uses_history = False

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the best guesses of all states in one call of the backend."""
        return states.backend.best_guesses(states.candidates, KEYS[self.name], states.pool)


def key_of(strategy: Strategy) -> Key | None:
    """Return the key that alone decides the guesses of a strategy, or None if there is none."""
    if getattr(type(strategy), "choose", None) is not PartitionStrategy.choose:
        return None
    return KEYS.get(strategy.name)


class Minimax(PartitionStrategy):
    """Minimises the largest bucket.

    Lahiri et al., Algorithms 1 and 2, with pool ``candidates`` and ties to the first word; their
    Tables 4 and 5 with filter ``letters``.
    """

    name = "minimax"
    source = "Lahiri et al., section 6.1"


class ExpectedSize(PartitionStrategy):
    """Minimises the expected number of candidates left.

    Strategy 1 of Sreekala et al. (section 4.1, Algorithm 4) maximises the total reduction over all
    hidden words, which minimises the sum of squared bucket sizes.
    """

    name = "expected-size"
    source = "Sreekala et al., section 4.1"


class Entropy(PartitionStrategy):
    """Maximises the entropy of the pattern (Shannon 1948)."""

    name = "entropy"
    source = "Shannon 1948"


class Buckets(PartitionStrategy):
    """Maximises the number of buckets.

    The strategy "most parts" of Mastermind: Kooi, "Yet another Mastermind strategy", 2005.
    """

    name = "buckets"
    source = "Kooi 2005"


MOST_REDUCTIONS = 1 << 30
"""Largest size of all reductions that are kept, in bytes."""

CELL_BYTES = 8
"""Largest size of one reduction and its code, in bytes."""


@dataclass(frozen=True, eq=False)
class Reductions:
    """The reductions of every guess, for every candidate as the hidden word.

    The reduction R(g, w) is the number of candidates that guess g removes if w is hidden.
    """

    codes: npt.NDArray[np.unsignedinteger]  # (guesses, candidates)
    each: npt.NDArray[np.int32]  # (guesses, candidates): guess_win_reductions of Algorithm 5
    total: npt.NDArray[np.int64]  # (guesses,): total_reductions of Algorithm 5

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return self.codes.nbytes + self.each.nbytes + self.total.nbytes

    @classmethod
    def of(cls, codes: npt.NDArray[np.unsignedinteger]) -> Reductions:
        """Count the reductions from codes of shape (guesses, candidates) (Algorithm 5)."""
        size = codes.shape[1]
        each = np.empty(codes.shape, np.int32)
        for guess, row in enumerate(codes):
            _, bucket, sizes = np.unique(row, return_inverse=True, return_counts=True)
            each[guess] = size - sizes[bucket]
        return cls(codes, each, each.sum(axis=1, dtype=np.int64))

    def without(self, deleted: npt.NDArray[np.bool_]) -> Reductions:
        """Subtract the candidates that a clue has ruled out (Algorithm 6): bool, (candidates,)."""
        codes = self.codes[:, ~deleted]
        each = self.each[:, ~deleted]
        total = self.total - self.each[:, deleted].sum(axis=1)
        for code in self.codes[:, deleted].T:
            # The guess removes a deleted word for every hidden word with another pattern.
            # The comparison replaces the paper's table ``removed2wins``.
            removed_it = codes != code[:, None]
            each -= removed_it
            total -= removed_it.sum(axis=1)
        return Reductions(codes, each, total)


class IncrementalExpectedSize(Strategy):
    """Plays `expected-size` by updating reductions instead of counting them after every clue.

    Strategy 1 of Sreekala et al. in its incremental form (section 4.1.6, Algorithms 5 and 6). The
    guesses are those of `expected-size` without weights, which it ignores; the algorithm is kept
    for comparison. It needs a number for every guess and hidden word: if these do not fit in
    memory, they are counted again, some guesses at a time. One object plays one tree at a time.
    """

    name = "expected-size-incremental"
    source = "Sreekala et al., section 4.1.6"
    pool: ClassVar[PoolName] = "all"

    def __init__(self) -> None:
        self._vocabulary: Vocabulary | None = None
        self._known: dict[bytes, tuple[npt.NDArray[np.int32], Reductions]] = {}

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the largest total reduction."""
        if self._vocabulary is not states.vocabulary:
            self._vocabulary, self._known = states.vocabulary, {}
        known = {}
        left = min(MOST_REDUCTIONS, states.backend.memory // SHARE_OF_TABLES)
        left -= sum(reductions.nbytes for _, reductions in self._known.values())
        chosen = np.empty(len(states), np.int32)
        for state in range(len(states)):
            candidates = states.candidates.group(state)
            cells = len(states.vocabulary.guesses) * len(candidates)
            if CELL_BYTES * cells <= left:
                reductions = self._reductions(states, state, candidates)
                known[states.path(state)] = candidates, reductions
                left -= reductions.nbytes
                total = reductions.total
            else:
                total = _counted(states, candidates, max(left, 0))
            one = states.take(np.array([state]))
            chosen[state] = best_of_pools(one, [PerGuess(total)])[0]
        self._known = known
        return chosen

    def _reductions(
        self, states: States, state: int, candidates: npt.NDArray[np.int32]
    ) -> Reductions:
        before = states.path(state, -1)
        if states.guesses.shape[1] and before in self._known:
            earlier, reductions = self._known[before]
            return reductions.without(~np.isin(earlier, candidates))
        return Reductions.of(states.backend.codes(None, candidates))


def _counted(states: States, candidates: npt.NDArray[np.int32], most: int) -> npt.NDArray[np.int64]:
    """Count the total reductions of all guesses in at most ``most`` bytes: shape (guesses,)."""
    guesses = len(states.vocabulary.guesses)
    step = max(1, most // (CELL_BYTES * len(candidates)))
    total = np.empty(guesses, np.int64)
    for start in range(0, guesses, step):
        some = np.arange(start, min(start + step, guesses))
        total[some] = Reductions.of(states.backend.codes(some, candidates)).total
    return total
