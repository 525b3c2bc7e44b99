"""The letter sets by their rarest letter, and how a search covers that letter.

The sets all have L of the alphabet's A letters, so k pairwise disjoint ones leave A - k L letters
unused: the *slack*. The search decides letter after letter, the rarest first, because it is in the
fewest sets. The rarest letter that is not yet *handled* is either covered, by one of the sets that
have it as their rarest letter and are disjoint from all handled letters, or skipped, which uses up
one letter of slack. Every clique is found exactly once.

What can follow depends only on which letters are handled, how many sets are placed and how much
slack is left: a *state*. `gpuwordle.cliques.counting` merges equal states, and
`gpuwordle.cliques.listing` remembers states that lead nowhere.

Most sets that a state is compared with share a frequent letter with it. So the sets of a rarest
letter are listed once for each *tier*, which is the set of frequent letters that are handled:
without the sets that have one of them.

The order, rarest letter first with few letters to skip, is that of the programs that list the
five-letter cliques in milliseconds (stew675/standup5x5 and others); merging equal states makes the
counts cheap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Handled = npt.NDArray[np.unsignedinteger]
"""Sets of letters: bit i stands for the letter in the i-th fewest sets."""

TIER_LETTERS = 5
"""How many of the most frequent letters make tiers: every subset of them is one."""

PAIRS_AT_ONCE = 1 << 20
"""Pairs of states and letter sets that are compared together."""

PAIRS_PER_STATE = 16
"""Pairs that are compared in about the time that merging one new state takes."""

FEW_PAIRS = 50_000_000
"""Pairs that arrays compare in less time than loading the compiled loops takes."""

_PAIRS_WORTH_TIERS = 1 << 16
"""From this many pairs of states and letter sets of one rarest letter on, they are compared tier by
tier."""

LARGEST_COUNT = 1 << 62
"""No count in 64 bits exceeds this, so that the sum of two cannot wrap around."""


class Tiers(NamedTuple):
    """The letter sets listed for each tier and rarest letter."""

    first: npt.NDArray[np.int64]  # (tiers, letters + 1): where the sets of each begin below
    sets: npt.NDArray[np.uint64]  # the letters of each set
    multiplicity: npt.NDArray[np.uint64]  # the words with those letters
    places: npt.NDArray[np.int32]  # where each set stands in the index
    shift: int  # a state's tier is its handled letters shifted right by this


@dataclass(frozen=True, eq=False)
class SearchIndex:
    """Letter sets arranged by their rarest letter.

    Letters are renumbered: bit 0 is the letter in the fewest sets. The sets with rarest letter b
    are ``first[b]`` to ``first[b + 1] - 1``, in the caller's order.
    """

    length: int  # letters in a set
    letters: int  # letters in all sets together
    sets: npt.NDArray[np.uint64]  # (sets,): letters as bits
    multiplicity: npt.NDArray[np.uint64]  # (sets,): words with those letters
    source: npt.NDArray[np.int32]  # (sets,): index of the set in the caller's order
    first: npt.NDArray[np.int64]  # (letters + 1,)

    @classmethod
    def of(
        cls, contains: npt.NDArray[np.bool_], multiplicity: npt.NDArray[np.integer]
    ) -> SearchIndex:
        """Arrange letter sets of one size, with at most 64 letters, each of them in some set.

        contains: bool (sets, letters). multiplicity: the words of each set, (sets,).
        """
        letters = contains.shape[1]
        contains = contains[:, np.argsort(contains.sum(axis=0), kind="stable")]
        rarest = contains.argmax(axis=1).astype(np.uint8)  # small numbers sort fastest
        order = np.argsort(rarest, kind="stable")
        padded = np.zeros((len(contains), 64), bool)
        padded[:, :letters] = contains[order]
        sets = np.packbits(padded, axis=1, bitorder="little").view("<u8")[:, 0].astype(np.uint64)
        return cls(
            length=int(contains[0].sum()),
            letters=letters,
            sets=sets,
            multiplicity=multiplicity[order].astype(np.uint64),
            source=order.astype(np.int32),
            first=np.searchsorted(rarest[order], np.arange(letters + 1)).astype(np.int64),
        )

    @property
    def most_arrivals(self) -> int:
        """States that one state can lead to by placing a set, at most."""
        return int(np.diff(self.first).max())

    @property
    def ways(self) -> int:
        """States from which a state can be reached, at most, counted with anagrams.

        One for each word and one for each letter skipped: this bounds the sum of their counts.
        """
        return int(self.multiplicity.sum()) + self.letters

    @cached_property
    def tiers(self) -> Tiers:
        """The sets of each tier."""
        among = min(TIER_LETTERS, self.letters)
        shift = self.letters - among
        own = (self.sets >> np.uint64(shift)).astype(np.uint8)
        chosen = [np.flatnonzero(own & np.uint8(tier) == 0) for tier in range(1 << among)]
        before = np.cumsum([0, *map(len, chosen[:-1])])
        first = np.array([np.searchsorted(places, self.first) for places in chosen], np.int64)
        places = np.concatenate(chosen)
        return Tiers(
            first=first + before[:, None],
            sets=self.sets[places],
            multiplicity=self.multiplicity[places],
            places=places.astype(np.int32),
            shift=shift,
        )

    def slack(self, size: int) -> int:
        """Return how many letters a clique leaves unused; negative if there can be none."""
        return self.letters - size * self.length


def narrow_masks(index: SearchIndex) -> Handled:
    """Return the sets of the tiers, in 32 bits if they and one letter more fit."""
    return index.tiers.sets.astype(np.uint32 if index.letters < 32 else np.uint64)


def lowest_unhandled(handled: Handled) -> Handled:
    """Return the rarest letter of each state that is not handled yet."""
    lowest: Handled = ~handled & (handled + handled.dtype.type(1))
    return lowest


def covered(
    handled: Handled, masks: Handled, tiers: Tiers
) -> Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], int]]:
    """Cover the rarest unhandled letter of states, in arrays of about a million pairs.

    ``handled`` are the handled letters of each state, ``masks`` the sets of the tiers in the same
    type. Yields states, the letter sets (indices of ``tiers``) that cover their letters, and how
    many pairs were compared.
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
    """Group states that are compared with the same letter sets; yields states and those sets.

    A few states are not divided by tiers, because each group takes time to process.
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
