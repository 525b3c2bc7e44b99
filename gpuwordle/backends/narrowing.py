"""Narrows the guesses of one large group to those that may lead: by bounds, then on subsets.

Every guess has a lower bound on its key. A few promising guesses are counted to get an incumbent;
guesses whose lower bound exceeds it are pruned (branch and bound).

Bounds grow weaker for longer words, and from eight letters on most guesses survive. But a largest
bucket or a sum of squares on a subset of the candidates is never larger than on all candidates, so
it is another lower bound (a monotone bound). Candidates with rare letters come first: they share
few letters with any guess and fill its greyest buckets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.intp]
"""Places of guesses in a list."""
Keys = npt.NDArray[np.int64]

PILOTS = 24
"""Guesses that are counted first, to get an incumbent."""
PARTS_OF_LARGEST = (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
"""Shares of the candidates on which largest buckets are counted, one after another."""
PARTS_OF_SQUARES = (Fraction(3, 4),)
"""The same for sums of squares, which grow late: half of the candidates give a quarter of them."""
SMALLEST_PART = 256
"""Candidates below which a subset is not worth counting."""
PROMISING = 64
"""Guesses that are counted on all candidates after each subset, for a better incumbent."""


class Contenders(NamedTuple):
    """Guesses that may lead: some with their keys on all candidates, and others not counted yet."""

    places: Places
    keys: Keys
    left: Places

    def may_lead(self, top: int) -> Places:
        """Return which guesses may still be among the best ones, ascending."""
        best = self.places[self.keys <= worst_of_best(self.keys, top)]
        return np.sort(np.append(best, self.left))


def narrow(
    bounds: Keys,
    pilots: Places,
    size: int,
    parts: Sequence[Fraction],
    count: Callable[[Places, int], Keys],
    top: int = 1,
) -> Contenders:
    """Prune guesses that cannot be among the best.

    ``bounds`` are lower bounds of the keys, shape (guesses,); ``pilots`` are the guesses to count
    first, at least ``top``; ``parts`` are ascending shares of the candidates to count on, and must
    be empty if a key can fall when candidates are added; ``count(places, some)`` returns the keys
    of guesses on the first ``some`` of the ``size`` candidates. Guesses that tie with the last of
    the ``top`` best are kept.
    """
    counted, keys = pilots, count(pilots, size)
    worst = worst_of_best(keys, top)
    may_lead = bounds <= worst
    may_lead[pilots] = False
    left = np.flatnonzero(may_lead)
    for part in parts:
        some = int(size * part)
        if some < SMALLEST_PART or len(left) <= PROMISING:
            continue
        found = count(left, some)
        chosen = np.sort(np.argsort(found, kind="stable")[:PROMISING])
        promising = left[chosen]
        counted = np.append(counted, promising)
        keys = np.append(keys, count(promising, size))
        worst = worst_of_best(keys, top)
        may_lead = found <= worst
        may_lead[chosen] = False
        left = left[may_lead]
    return Contenders(counted, keys, left)


def worst_of_best(keys: Keys, top: int) -> int:
    """Return the largest of the ``top`` smallest keys."""
    return int(np.partition(keys, top - 1)[top - 1])
