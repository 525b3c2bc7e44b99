"""The clique that Lahiri et al. guess next: FormGraph, FindClique and ProcessCliques.

Their Algorithms 6, 8 and 9 form the graph, list all its cliques of the largest size that occurs,
and take the one that shows the most unseen letters, the first in the order of the vocabulary on
ties. Listing is out of the question (111,898,839 cliques before the first guess of a four-letter
game, far more later, when words may share the letters already seen), so the same clique is found
without it.

- Before the first guess all cliques of one size show equally many letters, and the first is found
  by the clique search of `gpuwordle.cliques`, word by word.
- Later it is found depth first in the order of the vocabulary, without branches that cannot show
  more letters than the best clique so far. Words that are alike in their unseen letters differ by
  their place in the vocabulary only, so one of them stands for all.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.anagrams import AnagramClasses, Masks
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.cliques.graph import LetterGraph, form_graph
from gpuwordle.cliques.listing import listing
from gpuwordle.cliques.search_index import SearchIndex

SMALLEST_CLIQUE = 3
"""Algorithm 8 looks for no smaller cliques."""

MOST_STEPS = 20_000
"""The search in later rounds ends after so many steps with the best clique so far. Games of the
paper's word lists stay far below; it keeps odd vocabularies from taking for ever."""

_FEW_CLIQUES = 100_000


def opening_clique(classes: AnagramClasses, largest: int) -> list[int]:
    """Find the clique to begin a game with.

    Parameters
    ----------
    classes
        The words.
    largest
        The largest size to look for.

    Returns
    -------
    list of int
        Indices into ``classes.words``, rising; empty when there is no clique of three words.
    """
    graph = form_graph(classes.masks, classes.mask(classes.letters))
    if graph.shared:
        nothing = np.zeros(len(classes.masks), bool)
        return best_clique(classes.masks, graph.unseen, nothing, largest)
    for size in range(min(largest, classes.largest_conceivable), SMALLEST_CLIQUE - 1, -1):
        found = _first_clique(classes, size)
        if found:
            firsts = classes.members[classes.offsets[found]]
            return np.searchsorted(classes.words, np.sort(firsts)).tolist()
    return []


def _first_clique(classes: AnagramClasses, size: int) -> list[int]:
    """Find the clique of classes that is first in the vocabulary; empty when there is none.

    Classes are numbered by their first words, and among anagrams the first is taken, so the first
    clique of classes is the first of words.
    """
    there = count_cliques(classes, size).letter_sets
    if there <= _FEW_CLIQUES:
        batches = list(listing(classes.index, size))
        every = np.sort(np.concatenate(batches), axis=1) if there else np.empty((0, size), int)
        return min(every.tolist(), default=[])
    # With many cliques, nearly every word begins one: settle one class after the other by asking
    # whether those after it can complete the clique.
    chosen: list[int] = []
    allowed = np.arange(len(classes.sets))
    while len(chosen) < size:
        for first in allowed:
            rest = allowed[(allowed > first) & (classes.sets[allowed] & classes.sets[first] == 0)]
            if _has_clique(classes.sets[rest], size - len(chosen) - 1):
                chosen.append(int(first))
                allowed = rest
                break
    return chosen


def _has_clique(sets: Masks, size: int) -> bool:
    if size == 0:
        return True
    if not len(sets):
        return False
    bits = np.arange(64, dtype=np.uint64)
    contains = (sets[:, None] >> bits & np.uint64(1)).astype(bool)
    index = SearchIndex.of(contains[:, contains.any(axis=0)], np.ones(len(sets), np.int64))
    return any(len(batch) for batch in listing(index, size))


def best_clique(
    masks: Masks, unseen: np.uint64, discarded: npt.NDArray[np.bool_], largest: int
) -> list[int]:
    """Find the clique to guess in a state of the game.

    Parameters
    ----------
    masks
        The letters of each word, shape (words,).
    unseen
        The letters that were not guessed yet.
    discarded
        Words that cannot be hidden, shape (words,).
    largest
        The largest size to look for.

    Returns
    -------
    list of int
        Word indices, rising; empty when no clique of three words or more shows an unseen letter.
    """
    graph = form_graph(masks, unseen, discarded)
    if not graph.has_edges:
        return []
    words, shown, joined = _representatives(graph, largest)
    for size in range(largest, SMALLEST_CLIQUE - 1, -1):
        search = _Search(shown, joined, size, int(unseen))
        if search.most >= 0:
            return [int(words[i]) for i in search.best] if search.most else []
    return []


def _representatives(
    graph: LetterGraph, largest: int
) -> tuple[npt.NDArray[np.intp], list[int], list[int]]:
    """Choose the words that can be in the best clique.

    Returns
    -------
    words : ndarray of int
        Their indices, rising.
    shown : list of int
        The unseen letters of each.
    joined : list of int
        As bits, the words that each is joined to; none for a discarded word, which by Algorithm 5
        can only end a clique.
    """
    assert graph.discarded is not None
    shown = graph.masks & graph.unseen
    # One sort serves all: words alike stand together, in the order of the vocabulary.
    order = np.argsort(shown, kind="stable")
    alike = np.cumsum(_begins(shown[order]), dtype=np.intp)
    out_there = graph.discarded[order]
    alive, kinds = order[~out_there], alike[~out_there]
    # Of words alike that may be hidden, no clique needs more than the first few: one where they
    # exclude each other, which is whenever they have unseen letters and may share none.
    alone = (shown[alive] != 0) & (graph.shared == 0)
    alive = np.sort(alive[_ranks(kinds) < np.where(alone, 1, largest)])
    # A discarded word comes after all others of its clique: of those alike, the first after each.
    out, kinds = order[out_there], alike[out_there]
    gap = np.searchsorted(alive, out)
    out = out[_begins(kinds) | _begins(gap)]
    words = np.sort(np.concatenate([alive, out]))
    letters = shown[words]
    joined = []
    for place, word in enumerate(words):
        if graph.discarded[word]:
            joined.append(0)
            continue
        common = letters & letters[place]
        if graph.shared:
            fits = (common != 0) & (common & (common - np.uint64(1)) == 0)
        else:
            fits = common == 0
        joined.append(int.from_bytes(np.packbits(fits, bitorder="little").tobytes(), "little"))
    return words, [int(mask) for mask in letters], joined


def _begins(values: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Tell which values differ from the one before them; the first does."""
    begins = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=begins[1:])
    return begins


def _ranks(values: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Count, for each of some values in order, its equals before it."""
    starts = np.flatnonzero(_begins(values))
    return np.arange(len(values)) - np.repeat(starts, np.diff(starts, append=len(values)))


class _Search:
    """Looks for the clique of one size that shows the most letters, the first on ties.

    Attributes
    ----------
    most : int
        Letters that it shows; -1 when there is no clique.
    best : list of int
        The clique.
    steps : int
        Words that were put into a clique.
    """

    def __init__(self, shown: list[int], joined: list[int], size: int, unseen: int) -> None:
        self.shown, self.joined, self.size = shown, joined, size
        self.widest = max(mask.bit_count() for mask in shown)
        self.reachable = min(unseen.bit_count(), size * self.widest)
        self.unseen = unseen
        self.most, self.best, self.steps = -1, list[int](), 0
        self._extend([], (1 << len(shown)) - 1, 0)

    def _extend(self, clique: list[int], after: int, covered: int) -> None:
        missing = self.size - len(clique)
        while after and self.most < self.reachable and self.steps < MOST_STEPS:
            if after.bit_count() < missing:
                return
            hope = min((self.unseen & ~covered).bit_count(), missing * self.widest)
            if covered.bit_count() + hope <= self.most:
                return
            lowest = after & -after
            after ^= lowest
            self.steps += 1
            word = lowest.bit_length() - 1
            now = covered | self.shown[word]
            if missing > 1:
                self._extend([*clique, word], after & self.joined[word], now)
            elif now.bit_count() > self.most:
                self.most, self.best = now.bit_count(), [*clique, word]
