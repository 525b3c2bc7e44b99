"""Which letter sets cover the rarest letter of many states, told in arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.search_index import SearchIndex, Tiers

PAIRS_AT_ONCE = 1 << 20
"""Pairs of states and letter sets that are looked at together."""

_PAIRS_WORTH_TIERS = 1 << 16
"""Pairs of states and letter sets of one rarest letter that are looked at tier by tier."""

Handled = npt.NDArray[np.unsignedinteger]
"""Sets of letters: bit i stands for the letter in the i-th fewest sets."""


def narrow_masks(index: SearchIndex) -> Handled:
    """Return the sets of the tiers in 32 bits, where they and one letter more fit."""
    return index.tiers.sets.astype(np.uint32 if index.letters < 32 else np.uint64)


def lowest_unhandled(handled: Handled) -> Handled:
    """Return the rarest letter that is not handled yet, of each state."""
    lowest: Handled = ~handled & (handled + handled.dtype.type(1))
    return lowest


def covered(
    handled: Handled, masks: Handled, tiers: Tiers
) -> Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], int]]:
    """Cover the rarest unhandled letter of states, in arrays and some million pairs at a time.

    Parameters
    ----------
    handled
        The handled letters of each state.
    masks
        The sets of the tiers, in the same type.
    tiers
        The letter sets.

    Yields
    ------
    tuple
        States and the letter sets that cover their letters, as indices of ``tiers``; and how many
        pairs were looked at.
    """
    letters = np.frexp(lowest_unhandled(handled).astype(np.float64))[1] - 1
    for chosen, some in _alike(handled, letters, tiers):
        step = max(1, PAIRS_AT_ONCE // max(1, some.stop - some.start))
        for start in range(0, len(chosen), step):
            here = chosen[start : start + step]
            state, word = np.nonzero((handled[here, None] & masks[some]) == 0)
            yield here[state], word + some.start, len(here) * (some.stop - some.start)


def _alike(
    handled: Handled, letters: npt.NDArray[np.integer], tiers: Tiers
) -> Iterator[tuple[npt.NDArray[np.intp], slice]]:
    """Group states that are compared with the same letter sets: the states, and those sets.

    Few states are not told apart by their tiers: each group takes its time.
    """
    # Counting small numbers is quicker than np.unique, which loads masked arrays.
    for letter in np.flatnonzero(np.bincount(letters)):
        chosen = np.flatnonzero(letters == letter)
        first, stop = tiers.first[:, letter], tiers.first[:, letter + 1]
        if len(chosen) * int(stop[0] - first[0]) < _PAIRS_WORTH_TIERS:
            yield chosen, slice(first[0], stop[0])
            continue
        own = (handled[chosen] >> handled.dtype.type(tiers.shift)).astype(np.intp)
        order = np.argsort(own, kind="stable")
        sizes = np.bincount(own)
        ends = np.cumsum(sizes)
        for tier in np.flatnonzero(sizes):
            some = order[ends[tier] - sizes[tier] : ends[tier]]
            yield chosen[some], slice(first[tier], stop[tier])
