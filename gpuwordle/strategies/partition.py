"""Strategies that judge a guess by the buckets that it makes (Lahiri et al.; Sreekala et al.).

All four score every guess that may be played by one number of its partition and take the best. Ties
go to a guess that is a candidate, then to the first in the vocabulary's order.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy


class PartitionStrategy(Strategy):
    """Takes the guess with the smallest key: the one of `KEYS` that has the strategy's name."""

    pool: ClassVar[PoolName] = "all"
    uses_history = False

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the best guesses of all states in one call of the backend."""
        return states.backend.best_guesses(states.candidates, KEYS[self.name], states.pool)


def key_of(strategy: Strategy) -> Key | None:
    """Return the key that alone decides what a strategy guesses; None where something else does."""
    if getattr(type(strategy), "choose", None) is not PartitionStrategy.choose:
        return None
    return KEYS.get(strategy.name)


class Minimax(PartitionStrategy):
    """Makes the largest bucket as small as possible.

    Lahiri et al., Algorithms 1 and 2, with pool ``candidates`` and ties to the first word; their
    Tables 4 and 5 with filter ``letters``.
    """

    name = "minimax"
    source = "Lahiri et al., section 6.1"


class ExpectedSize(PartitionStrategy):
    """Makes the expected number of candidates left as small as possible.

    Strategy 1 of Sreekala et al. (section 4.1, Algorithm 4) maximises the total reduction over all
    hidden words, which is the same as the smallest sum of squared bucket sizes.
    """

    name = "expected-size"
    source = "Sreekala et al., section 4.1"


class Entropy(PartitionStrategy):
    """Makes the pattern tell as many bits as possible (Shannon 1948)."""

    name = "entropy"
    source = "Shannon 1948"


class Buckets(PartitionStrategy):
    """Makes as many buckets as possible.

    The "most parts" of Mastermind: Kooi, "Yet another Mastermind strategy", 2005.
    """

    name = "buckets"
    source = "Kooi 2005"
