"""The letter sets as the clique search wants them: by their rarest letter, in tiers.

The sets all have L of the alphabet's A letters, so k pairwise disjoint ones leave A - k L letters
unused: the *slack*. The search decides letter after letter, the rarest first, because it is in the
fewest sets. The rarest letter that is not yet *handled* is either covered, by one of the sets that
have it as their rarest letter and are disjoint from all handled letters, or skipped, which uses up
one letter of slack. Every clique is met exactly once.

What can follow depends only on which letters are handled, on how many sets are placed and on the
slack left: a *state*. `gpuwordle.cliques.counting` merges equal states, and
`gpuwordle.cliques.search` remembers those that lead nowhere.

Most sets that a state is compared with share a frequent letter with it. So the sets of a rarest
letter are listed once for each *tier*, the frequent letters that are handled already: those that
have none of them.

The order, rarest letter first with few letters to skip, is that of the programs which list the
five-letter cliques in milliseconds (stew675/standup5x5 and others); merging equal states is what
makes the counts cheap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

TIER_LETTERS = 5
"""The most frequent letters, of which every subset is a tier."""


class Tiers(NamedTuple):
    """The letter sets listed for each tier and rarest letter.

    Attributes
    ----------
    first : ndarray of int64, shape (tiers, letters + 1)
        Where the sets of a tier and a rarest letter begin in the arrays that follow.
    sets, multiplicity : ndarray of uint64
        The letters of each set, and the words with those letters.
    places : ndarray of int32
        Where each set stands in the index.
    shift : int
        A state's tier are its handled letters shifted right by so many.
    """

    first: npt.NDArray[np.int64]
    sets: npt.NDArray[np.uint64]
    multiplicity: npt.NDArray[np.uint64]
    places: npt.NDArray[np.int32]
    shift: int


@dataclass(frozen=True, eq=False)
class SearchIndex:
    """Letter sets arranged by their rarest letter.

    Letters are renumbered: bit 0 is the letter in the fewest sets. The sets with rarest letter b
    stand from ``first[b]`` to ``first[b + 1]``, in the caller's order.

    Attributes
    ----------
    length, letters : int
        Letters in a set (L) and in all sets together (A).
    sets : ndarray of uint64, shape (sets,)
        The letters of each set as bits.
    multiplicity : ndarray of uint64, shape (sets,)
        Words with those letters.
    source : ndarray of int32, shape (sets,)
        Index of the set in the caller's order.
    first : ndarray of int64, shape (letters + 1,)
        Where the sets of a rarest letter begin.
    """

    length: int
    letters: int
    sets: npt.NDArray[np.uint64]
    multiplicity: npt.NDArray[np.uint64]
    source: npt.NDArray[np.int32]
    first: npt.NDArray[np.int64]

    @classmethod
    def of(
        cls, contains: npt.NDArray[np.bool_], multiplicity: npt.NDArray[np.integer]
    ) -> SearchIndex:
        """Arrange letter sets.

        Parameters
        ----------
        contains
            Shape (sets, letters): whether a set contains a letter. Every set has the same number
            of letters, every letter is in some set, and there are at most 64 letters.
        multiplicity
            Words with those letters, shape (sets,).
        """
        letters = contains.shape[1]
        contains = contains[:, np.argsort(contains.sum(axis=0), kind="stable")]
        rarest = contains.argmax(axis=1).astype(np.uint8)  # small numbers are soonest sorted
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

    @cached_property
    def by_rarest_letter(self) -> list[list[tuple[int, int, int]]]:
        """The sets of each rarest letter for plain Python: (letters, multiplicity, source)."""
        every = list(
            zip(self.sets.tolist(), self.multiplicity.tolist(), self.source.tolist(), strict=True)
        )
        first = self.first.tolist()
        return [every[first[letter] : first[letter + 1]] for letter in range(self.letters)]

    def slack(self, size: int) -> int:
        """Return how many letters a clique leaves unused; negative when it cannot exist."""
        return self.letters - size * self.length
