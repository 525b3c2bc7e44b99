"""What guesses make of nodes: the nodes after them, and the games that they solve.

Under the filter ``pattern`` a child is a bucket. The other filters look at nothing but patterns
either, so a child then believes in several whole buckets of its parent, those that its clue keeps.
Together the children of a node then believe in far more words than it does, so what they believe is
said of some of them at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Split
from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import decided_by_guess, kept_by
from gpuwordle.rules.codes import all_green
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups, ranges


@dataclass(frozen=True, eq=False)
class Children:
    """The nodes after some guesses, and the games that end with these.

    Attributes
    ----------
    parents : ndarray of int32, shape (children,)
        The place of the node that guessed; rising.
    codes : ndarray of the code dtype, shape (children,)
        The pattern that leads to the child.
    most : ndarray of int64, shape (children,)
        Words that each child believes possible, or a bound of it.
    solved : ndarray of int32, shape (games,)
        The answers that were guessed.
    solved_by : ndarray of int32, shape (games,)
        The place of the node that guessed each.
    between : callable
        Given two numbers, says of the children from the first one to that before the second what
        each believes possible, and whose games come to it: two `Groups`, the very same object where
        these are all.
    """

    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.unsignedinteger]
    most: npt.NDArray[np.int64]
    solved: npt.NDArray[np.int32]
    solved_by: npt.NDArray[np.int32]
    between: Callable[[int, int], tuple[Groups, Groups]]

    def __len__(self) -> int:
        return len(self.parents)


def under_pattern(
    backend: Backend,
    candidates: Groups,
    guesses: npt.NDArray[np.int32],
    playing: npt.NDArray[np.bool_] | None,
) -> Children:
    """Let nodes guess under the filter ``pattern``.

    Parameters
    ----------
    backend
        Computes with the vocabulary.
    candidates
        What each node believes possible; one node at least.
    guesses
        What each guesses, shape (nodes,).
    playing
        Whether the game of an answer is played, shape (answers,); None where all are. A child
        to which no game comes is left out.
    """
    buckets, parents, codes = backend.split(candidates, guesses)
    solving = codes == all_green(backend.vocabulary.length)
    solved, solved_by = buckets.firsts[solving], parents[solving]
    going = ~solving
    if playing is not None:
        solved, solved_by = solved[playing[solved]], solved_by[playing[solved]]
        going &= np.logical_or.reduceat(playing[buckets.candidates], buckets.offsets[:-1])
    alive = np.flatnonzero(going)
    children = buckets.take(alive)

    def between(first: int, last: int) -> tuple[Groups, Groups]:
        some = children.between(first, last)
        if playing is None:
            return some, some
        return some, some.select(playing[some.candidates])

    return Children(parents[alive], codes[alive], children.sizes, solved, solved_by, between)


def under_filter(
    backend: Backend,
    candidates: Groups,
    answers: Groups,
    guesses: npt.NDArray[np.int32],
    conditions: Conditions,
) -> Children:
    """Let nodes guess under another filter.

    Parameters
    ----------
    backend
        Computes with the vocabulary.
    candidates
        What each node believes possible; one node at least.
    answers
        Whose games come to each node.
    guesses
        What each guesses, shape (nodes,).
    conditions
        The filter, and whether hard mode drops candidates as well.
    """
    here, believed = backend.split(answers, guesses), backend.split(candidates, guesses)
    solving = here.codes == all_green(backend.vocabulary.length)
    alive = np.flatnonzero(~solving)
    parents, codes = here.parents[alive], here.codes[alive]
    games = here.groups.take(alive)
    kept = _Kept(backend, believed, guesses, parents, codes, conditions)

    def between(first: int, last: int) -> tuple[Groups, Groups]:
        return kept.between(first, last), games.between(first, last)

    solved, solved_by = here.groups.firsts[solving], here.parents[solving]
    return Children(parents, codes, kept.most, solved, solved_by, between)


class _Kept:
    """The buckets of its parent that the clue of each child keeps."""

    def __init__(
        self,
        backend: Backend,
        believed: Split,
        guesses: npt.NDArray[np.int32],
        parents: npt.NDArray[np.int32],
        codes: npt.NDArray[np.unsignedinteger],
        conditions: Conditions,
    ) -> None:
        words, filter = backend.vocabulary, conditions.filter
        self.answers, self.believed = len(words.answers), believed
        self.green = all_green(words.length)
        letters = words.guess_letters[guesses]
        self.facts = facts_of_codes(letters[believed.parents], believed.codes)
        self.mask, self.value = kept_by(filter, letters[parents], codes, hard=conditions.hard)
        # Only buckets that agree in what the filter looks at in any case are compared.
        decided = decided_by_guess(filter, letters)
        width = 2 * words.length
        bucket_key = (
            believed.parents.astype(np.int64) << width | self.facts & decided[believed.parents]
        )
        child_key = parents.astype(np.int64) << width | self.value & decided[parents]
        self.order = np.argsort(bucket_key, kind="stable")
        ordered = bucket_key[self.order]
        self.first = np.searchsorted(ordered, child_key, "left")
        end = np.searchsorted(ordered, child_key, "right")
        self.matches = end - self.first
        words_before = np.append(0, np.cumsum(believed.groups.sizes[self.order]))
        self.most = words_before[end] - words_before[self.first]

    def between(self, first: int, last: int) -> Groups:
        """Return what children first to last - 1 believe possible."""
        some = slice(first, last)
        child = np.repeat(np.arange(last - first), self.matches[some])
        bucket = self.order[ranges(self.first[some], self.matches[some])]
        fits = (self.facts[bucket] & self.mask[some][child]) == self.value[some][child]
        # The guess itself is removed: it is the only word with the all-green pattern.
        fits &= self.believed.codes[bucket] != self.green
        kept = self.believed.groups.take(bucket[fits])
        # One sort of numbers that hold child and word is quicker than `Groups.sorted`.
        merged = np.sort(np.repeat(child[fits], kept.sizes) * self.answers + kept.candidates)
        sizes = np.bincount(merged // self.answers, minlength=last - first)
        return Groups.from_sizes(merged % self.answers, sizes)
