"""The letter sets as the clique search wants them: by their rarest letter, in blocks of 64.

The sets all have L of the alphabet's A letters, so k pairwise disjoint ones leave A - k L letters
unused: the *slack*. The search decides letter after letter, the rarest first, because it is in the
fewest sets. The rarest letter that is not yet *handled* is either covered, by one of the sets that
have it as their rarest letter and are disjoint from all handled letters, or skipped, which uses up
one letter of slack. Every clique is met exactly once.

What can follow depends only on which letters are handled, on how many sets are placed and on the
slack left: a *state*. `gpuwordle.cliques.counting` merges equal states, and
`gpuwordle.cliques.search` remembers those that lead nowhere.

The order, rarest letter first with few letters to skip, is that of the programs which list the
five-letter cliques in milliseconds (stew675/standup5x5 and others); merging equal states is what
makes the counts cheap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class SearchIndex:
    """Letter sets arranged by their rarest letter, in blocks of 64.

    Letters are renumbered: bit 0 is the letter in the fewest sets. The sets with rarest letter b
    fill the blocks ``first_block[b]`` to ``first_block[b + 1]``; the last one is padded.

    Attributes
    ----------
    length, letters : int
        Letters in a set (L) and in all sets together (A).
    sets : ndarray of uint64, shape (64 * blocks,)
        The letters of each set as bits; 0 for padding.
    multiplicity : ndarray of uint64, shape (64 * blocks,)
        Words with those letters.
    source : ndarray of int32, shape (64 * blocks,)
        Index of the set in the caller's order; -1 for padding.
    first_block : ndarray of int64, shape (letters + 1,)
        Where the blocks of a rarest letter begin.
    rows : ndarray of uint64, shape (blocks, letters + 1)
        For each block and letter, which of the 64 sets contain the letter; in the last column,
        which are not padding.
    """

    length: int
    letters: int
    sets: npt.NDArray[np.uint64]
    multiplicity: npt.NDArray[np.uint64]
    source: npt.NDArray[np.int32]
    first_block: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint64]

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
        count, letters = contains.shape
        rarest_first = np.argsort(contains.sum(axis=0), kind="stable")
        contains = contains[:, rarest_first]
        rarest = contains.argmax(axis=1)
        order = np.argsort(rarest, kind="stable")
        per_letter = np.bincount(rarest, minlength=letters)
        first_block = np.append(0, np.cumsum((per_letter + 63) // 64))
        ranks = np.arange(count) - np.repeat(np.cumsum(per_letter) - per_letter, per_letter)
        places = 64 * first_block[rarest[order]] + ranks

        padded = np.zeros((64 * first_block[-1], letters + 1), bool)
        padded[places, :letters] = contains[order]
        padded[places, letters] = True
        source = np.full(len(padded), -1, np.int32)
        source[places] = order
        counts = np.zeros(len(padded), np.uint64)
        counts[places] = multiplicity[order]
        rows = np.packbits(padded.reshape(-1, 64, letters + 1), axis=1, bitorder="little")
        return cls(
            length=int(contains[0].sum()),
            letters=letters,
            sets=padded[:, :letters] @ (np.uint64(1) << np.arange(letters, dtype=np.uint64)),
            multiplicity=counts,
            source=source,
            first_block=first_block.astype(np.int64),
            rows=np.ascontiguousarray(rows.transpose(0, 2, 1))
            .view("<u8")[:, :, 0]
            .astype(np.uint64),
        )

    @cached_property
    def by_rarest_letter(self) -> list[list[tuple[int, int, int]]]:
        """The sets of each rarest letter for plain Python: (letters, multiplicity, source)."""
        bounds = 64 * self.first_block
        return [
            [
                (int(self.sets[i]), int(self.multiplicity[i]), int(self.source[i]))
                for i in range(bounds[letter], bounds[letter + 1])
                if self.source[i] >= 0
            ]
            for letter in range(self.letters)
        ]

    def slack(self, size: int) -> int:
        """Return how many letters a clique leaves unused; negative when it cannot exist."""
        return self.letters - size * self.length
