"""The graph of words in which Lahiri et al. search for cliques, as their algorithms define it.

Words are vertices, and an edge says that two words have no unseen letter in common ("hard") or
exactly one ("soft"; sections 6.4 to 6.4.3 of "Deterministic Algorithmic Approaches to Solve
Generalised Wordle"). Before the first guess every letter is unseen. The fast clique search needs
no graph; here its edges are counted (section 7.3, Table 7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.anagrams import Masks

EVERY_LETTER = np.uint64(0xFFFFFFFFFFFFFFFF)

# Pairs of words that are compared at a time: their masks stay in the cache.
_PAIRS_AT_ONCE = 1 << 17


@dataclass(frozen=True, eq=False)
class LetterGraph:
    """Words joined by the number of unseen letters that they share (Lahiri et al., Algorithm 5).

    ``masks`` (words,) are the letters of each word. Only the ``unseen`` letters count. Joined words
    have ``shared`` of them in common: 0 in the *hard* graph, where every guess shows new letters
    only, 1 in the *soft* graph. ``discarded`` (words,) marks words that are known not to be hidden.
    Following the algorithm as printed, a discarded word is joined to the words before it in the
    vocabulary that are not discarded.
    """

    masks: Masks
    unseen: np.uint64 = EVERY_LETTER
    shared: int = 0
    discarded: npt.NDArray[np.bool_] | None = None

    @cached_property
    def edges(self) -> int:
        """Number of edges."""
        return sum(int(np.count_nonzero(joined)) for joined in self._blocks())

    @cached_property
    def has_edges(self) -> bool:
        """Whether there is any edge; stops at the first."""
        return any(joined.any() for joined in self._blocks())

    def joins(self, common: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.bool_]:
        """Return which words are joined, given the unseen letters that they have in common."""
        if self.shared == 0:
            return common == 0
        return (common != 0) & (common & (common - common.dtype.type(1)) == 0)

    def _blocks(self) -> Iterator[npt.NDArray[np.bool_]]:
        """Yield the edges from some words at a time to later ones: bool (words, later words)."""
        masks = self.masks & self.unseen
        if not int(self.unseen & np.bitwise_or.reduce(self.masks)) >> 32:
            masks = masks.astype(np.uint32)  # twice as many at a time
        alive = np.arange(len(masks))
        if self.discarded is not None:
            alive = alive[~self.discarded]
        step = max(1, _PAIRS_AT_ONCE // len(masks))
        for start in range(0, len(alive), step):
            words = alive[start : start + step]
            first = int(words[0]) + 1
            joined = self.joins(masks[words, None] & masks[None, first:])
            # Each pair once: at most the columns up to the last of these words can repeat one.
            overlap = int(words[-1]) + 1 - first
            joined[:, :overlap] &= np.arange(first, first + overlap) > words[:, None]
            yield joined


def form_graph(
    masks: Masks, unseen: np.uint64, discarded: npt.NDArray[np.bool_] | None = None
) -> LetterGraph:
    """Form the hard graph, or the soft one if that has no edge (Lahiri et al., Algorithm 6)."""
    hard = LetterGraph(masks, unseen, 0, discarded)
    return hard if hard.has_edges else LetterGraph(masks, unseen, 1, discarded)
