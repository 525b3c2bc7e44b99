"""Which guesses may lead on one large group: bounds first, then counts of part of the candidates.

Best openers, mostly. Every guess comes with a lower bound on its key. Some that promise much are
counted for a key to compare with; those whose bound passes it are out.

Bounds weaken as words grow, and from eight letters on most guesses survive. Largest buckets and
sums of squares show early that they are too large: counted on a part of the candidates, a guess has
no larger key than on all, so its key there is one more bound. The candidates with rare letters
come first, since they share little with any guess and crowd into its greyest buckets.

Who counts, and where, is not said here: `narrow` asks for counts and is sent the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.intp]
"""Where guesses stand in a list."""
Keys = npt.NDArray[np.int64]

PILOTS = 24
"""Guesses that are counted before any bound is looked at."""
PARTS_OF_LARGEST = (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
"""Shares of the candidates on which a largest bucket shows, one after another."""
PARTS_OF_SQUARES = (Fraction(3, 4),)
"""As much for sums of squares, which grow late: half of the candidates make a fourth of them."""
SMALLEST_PART = 256
PROMISING = 64
"""Guesses that are counted in full after each part, for a lower key to compare with."""


class Count(NamedTuple):
    """A request: the keys of some guesses on the first so many candidates."""

    places: Places
    size: int


class Narrowed(NamedTuple):
    """What may lead: guesses with their keys on all candidates, and others not counted yet."""

    places: Places
    keys: Keys
    left: Places


Narrowing = Generator[Count, Keys, Narrowed]


def narrow(
    bounds: Keys, pilots: Places, size: int, parts: Sequence[Fraction], top: int = 1
) -> Narrowing:
    """Leave out guesses that cannot be among the best.

    Parameters
    ----------
    bounds
        No guess has a smaller key, shape (guesses,).
    pilots
        Those to count first, at least ``top``.
    size
        Candidates of the group.
    parts
        Shares of the candidates to count on, rising; none where a key may fall as candidates are
        added.
    top
        How many of the best are wanted; guesses that tie with the last of them are kept.

    Yields
    ------
    Count
        To be answered with the keys of its guesses.

    Returns
    -------
    Narrowed
    """
    counted, keys = pilots, (yield Count(pilots, size))
    worst = _worst(keys, top)
    may_lead = bounds <= worst
    may_lead[pilots] = False
    left = np.flatnonzero(may_lead)
    for part in parts:
        some = int(size * part)
        if some < SMALLEST_PART or len(left) <= PROMISING:
            continue
        found = yield Count(left, some)
        chosen = lowest_places(found, PROMISING)
        promising = left[chosen]
        more = yield Count(promising, size)
        counted, keys = np.append(counted, promising), np.append(keys, more)
        worst = _worst(keys, top)
        may_lead = found <= worst
        may_lead[chosen] = False
        left = left[may_lead]
    return Narrowed(counted, keys, left)


def answered(narrowing: Narrowing, count: Callable[[Places, int], Keys]) -> Narrowed:
    """Answer every request at once, by what counts guesses on so many candidates."""
    keys: Keys | None = None
    while True:
        try:
            request = next(narrowing) if keys is None else narrowing.send(keys)
        except StopIteration as end:
            return cast(Narrowed, end.value)
        keys = count(*request)


def rare_letters_first(has: npt.NDArray[np.number]) -> npt.NDArray[np.intp]:
    """Order candidates by how many have their letters, added up.

    ``has`` tells which candidate has which letter, by ones: shape (candidates, letters).
    """
    return np.argsort(has @ has.sum(axis=0), kind="stable")


def _worst(keys: Keys, top: int) -> int:
    """Return the largest key that is still among the best ones."""
    return int(np.partition(keys, top - 1)[top - 1])


def lowest_places(values: npt.NDArray[np.number], count: int) -> Places:
    """Return where the ``count`` lowest values are, rising; of equal ones the first."""
    if count >= len(values):
        return np.arange(len(values))
    last = np.partition(values, count - 1)[count - 1]
    below, equal = np.flatnonzero(values < last), np.flatnonzero(values == last)
    return np.sort(np.append(below, equal[: count - len(below)]))
