"""What guesses make of nodes: the nodes after them, and the games that they solve.

Under the filter ``pattern`` a child is a bucket. The other filters look at nothing but patterns
either, so a child then believes in several whole buckets of its parent, those that its clue keeps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.split import Split
from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import decided_by_guess, kept_by
from gpuwordle.rules.codes import all_green
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups, ranges


class Children(NamedTuple):
    """The nodes after some guesses, and the games that end with these.

    Attributes
    ----------
    parents : ndarray of int32, shape (children,)
        The place of the node that guessed.
    codes : ndarray of the code dtype, shape (children,)
        The pattern that leads to the child.
    candidates : Groups
        What each child believes possible.
    answers : Groups
        Whose games come to each child; the very same object as ``candidates`` where these are all.
    solved : ndarray of int32, shape (games,)
        The answers that were guessed.
    solved_by : ndarray of int32, shape (games,)
        The place of the node that guessed each.
    """

    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.unsignedinteger]
    candidates: Groups
    answers: Groups
    solved: npt.NDArray[np.int32]
    solved_by: npt.NDArray[np.int32]


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
    answers = children
    if playing is not None:
        answers = children.select(playing[children.candidates])
    return Children(parents[alive], codes[alive], children, answers, solved, solved_by)


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
    child, bucket = _kept_buckets(backend, believed, guesses, parents, codes, conditions)
    kept = believed.groups.take(bucket)
    # One sort of numbers that hold child and word is quicker than `Groups.sorted`.
    total = len(backend.vocabulary.answers)
    merged = np.sort(np.repeat(child, kept.sizes) * total + kept.candidates)
    sizes = np.bincount(merged // total, minlength=len(alive))
    return Children(
        parents,
        codes,
        Groups.from_sizes(merged % total, sizes),
        here.groups.take(alive),
        here.groups.firsts[solving],
        here.parents[solving],
    )


def _kept_buckets(
    backend: Backend,
    believed: Split,
    guesses: npt.NDArray[np.int32],
    parents: npt.NDArray[np.int32],
    codes: npt.NDArray[np.unsignedinteger],
    conditions: Conditions,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Pair each child with the buckets of its parent that its clue keeps: (child, bucket)."""
    words, filter = backend.vocabulary, conditions.filter
    letters = words.guess_letters[guesses]
    facts = facts_of_codes(letters[believed.parents], believed.codes)
    mask, value = kept_by(filter, letters[parents], codes, hard=conditions.hard)
    # Only buckets that agree in what the filter looks at in any case are compared.
    decided = decided_by_guess(filter, letters)
    width = 2 * words.length
    bucket_key = believed.parents.astype(np.int64) << width | facts & decided[believed.parents]
    child_key = parents.astype(np.int64) << width | value & decided[parents]
    order = np.argsort(bucket_key, kind="stable")
    ordered = bucket_key[order]
    first = np.searchsorted(ordered, child_key, "left")
    matches = np.searchsorted(ordered, child_key, "right") - first
    child = np.repeat(np.arange(len(parents)), matches)
    bucket = order[ranges(first, matches)]
    fits = (facts[bucket] & mask[child]) == value[child]
    # The guess itself is removed: it is the only word with the all-green pattern.
    fits &= believed.codes[bucket] != all_green(words.length)
    return child[fits], bucket[fits]
