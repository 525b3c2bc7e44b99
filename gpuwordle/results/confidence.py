"""95 % confidence intervals: of a share, and of a mean."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

NORMAL = 1.959963984540054
"""Two-sided 5 % quantile of the standard normal distribution."""


class Mean(NamedTuple):
    """The mean of a sample of values; the interval is ``mean`` plus and minus ``half_width``.

    The half width is None for fewer than two values.
    """

    mean: float
    half_width: float | None
    games: int


def mean_of(values: npt.ArrayLike) -> Mean:
    """Return the mean of values with its interval by the normal distribution.

    >>> found = mean_of([3, 4, 4, 5])
    >>> found.mean, round(found.half_width, 4), found.games
    (4.0, 0.8002, 4)
    """
    found = np.asarray(values, np.float64)
    count = len(found)
    half = None if count < 2 else NORMAL * float(found.std(ddof=1)) / math.sqrt(count)
    return Mean(float(found.mean()), half, count)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the interval of a share by the score method (Wilson 1927).

    It stays within 0 and 1, and its width is positive even if all or none succeeded.

    >>> [round(bound, 4) for bound in wilson(81, 263)]
    [0.2553, 0.3662]
    """
    share, z2 = successes / trials, NORMAL**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = share * (1 - share) / trials + z2 / (4 * trials**2)
    half = NORMAL * math.sqrt(spread) / (1 + z2 / trials)
    low = 0.0 if successes == 0 else middle - half
    return low, 1.0 if successes == trials else middle + half
