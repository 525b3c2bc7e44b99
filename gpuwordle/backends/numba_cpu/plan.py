"""Which method finds the best guess of a group: one table, first that applies.

| method | for | because |
| --- | --- | --- |
| CLOSED | one or two candidates, all guesses or their own | the first of them, in closed form |
| SCORE | keys that no entropy bounds, 256 candidates or more | all guesses at once cost less |
| SCORE | vocabularies whose table of contributions does not fit | there is nothing to bound with |
| LARGE | 40 million pairs of guess and candidate or more | worth all threads |
| SMALL | 40 candidates or fewer, all guesses or their own | pairwise compares beat bounds |
| MEDIUM | all others | bounds by letters, groups side by side |

Keys need not be those of `gpuwordle.scoring.statistics.KEYS`. Closed forms and pairwise compares
rely on equal parts being best, for as many parts as there are candidates; a key of which that is
not true is *wild* and gets neither.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.arguments import POOL_ALL, POOL_LISTED, Cost
from gpuwordle.backends.numba_cpu.bound import BUCKETS, FALLING, SQUARES, UNBOUNDED
from gpuwordle.backends.numba_cpu.small import LARGEST_SMALL_GROUP

CLOSED, SCORE, LARGE, SMALL, MEDIUM = range(5)

MOST_SMALL = LARGEST_SMALL_GROUP
"""Up to so many candidates, pairwise compares over tiles beat bounds by letters."""

LARGE_PAIRS = 40_000_000
"""Pairs of guess and candidate from which a group is worth all threads."""

SMALLEST_SCORED = 256
"""From so many candidates, scoring all guesses at once beats searching without a good bound."""

MOST_NARROWED, MOST_NARROWED_BY_SPECS = 64, 16
"""Leading guesses up to which bounds pay; the second one if all guesses are scored by inclusion and
exclusion, which is several times as fast."""


def plan(
    sizes: npt.NDArray[np.int64],
    pool_sizes: npt.NDArray[np.int64],
    pool: int,
    cost: Cost,
    *,
    bounded: bool,
) -> npt.NDArray[np.int64]:
    """Choose a method for each group, by its candidates and the guesses that it may choose from.

    ``bounded`` tells whether there is a table of contributions to bound guesses with.
    """
    wild = cost.kind == FALLING
    wild |= cost.slack[min(LARGEST_SMALL_GROUP, len(cost.slack) - 1)] != 0
    listed = pool == POOL_LISTED
    unbounded = pool == POOL_ALL and cost.kind in (BUCKETS, FALLING, UNBOUNDED)
    work = sizes * pool_sizes
    table = [
        (CLOSED, (sizes <= (1 if wild else 2)) & (not listed)),
        (SCORE, (sizes >= SMALLEST_SCORED) & unbounded),
        (SCORE, np.full(len(sizes), not bounded)),
        (LARGE, (work >= LARGE_PAIRS) & (cost.kind != FALLING)),
        (SMALL, (sizes <= MOST_SMALL) & (not listed) & (not wild)),
    ]
    methods, conditions = zip(*table, strict=True)
    return np.select(conditions, methods, MEDIUM)


def score_all(methods: Sequence[tuple[int, int]], top: int, *, by_specs: bool) -> bool:
    """Decide whether leading guesses are found by scoring every guess once, for all keys.

    ``methods`` are the method and kind of each key; ``by_specs`` tells whether every guess would be
    scored by inclusion and exclusion.
    """
    chosen = [method for method, _ in methods]
    if not methods or SCORE in chosen or FALLING in [kind for _, kind in methods]:
        return True
    if by_specs and LARGE in chosen:
        close = methods[0][1] != SQUARES
        return len(methods) > 1 or top > MOST_NARROWED_BY_SPECS or not close
    return top > MOST_NARROWED
