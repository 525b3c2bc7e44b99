"""What a solver has proven, as a certificate asks for it; see `gpuwordle.proofs.claims`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from numba import njit

from gpuwordle.optimal.legality import key_of
from gpuwordle.optimal.memo import INFEASIBLE, SEARCHED, bound_of, depth_of, find, is_exact
from gpuwordle.optimal.question import limit_key
from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.check_arrays import INFINITE
from gpuwordle.proofs.claims import Sets


class SolverFacts:
    """The memos of a solver, and the solver itself for what they have forgotten.

    Parameters
    ----------
    solver
        One whose memo is that of the proof: its vocabulary, mode and guesses allowed are those of
        the statement.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def bounds(self, sets: Sets) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Return the lower bounds that the memos hold, and which one ply gives as well.

        `INFINITE` stands for impossible, 0 for nothing.
        """
        found = np.zeros(len(sets.starts) - 1, np.int64)
        shallow = np.ones(len(found), np.bool_)
        numbered = sets._replace(members=self.solver.numbering.answer_number[sets.members])
        tables, length = self.solver.tables, self.solver.vocabulary.length
        for any_tree, memo in self.solver.memos.items():
            lookup(numbered, tables, length, memo, any_tree, found, shallow)
        return found, shallow

    def least(
        self, members: npt.NDArray[np.int32], clues: Sequence[tuple[int, int]], left: int
    ) -> int:
        """Return the least total of a set after clues (guess index, code): searched for."""
        found = self.solver.solve(members, clues)
        return INFINITE if found.total is None else found.total


@njit(cache=True, nogil=True)
def is_deep(fact):  # type: ignore[no-untyped-def]
    """Tell whether one ply may not give the bound of a fact: a search found it."""
    return is_exact(fact) or depth_of(fact) >= SEARCHED


@njit(cache=True, nogil=True)
def lookup(sets, tables, length, memo, any_tree, out, shallow):  # type: ignore[no-untyped-def]
    """Raise the bounds of sets to what a memo holds.

    Parameters
    ----------
    sets
        Their answers by the numbers of the search.
    any_tree
        Whether it is the memo of whether there is any tree at all: its totals bound nothing.
    out, shallow
        The bounds, and whether one ply gives them: nothing was searched for them.
    """
    starts, members, asked = sets.starts, sets.members, sets.asked
    hash_words, legal_hash_words = tables.hash_words, tables.legal_hash_words
    one, two = limit_key(sets.left)
    for number in range(len(starts) - 1):
        key1 = np.uint64(0)
        key2 = np.uint64(0)
        for i in range(starts[number], starts[number + 1]):
            key1 ^= hash_words[members[i], 0]
            key2 ^= hash_words[members[i], 1]
        size = starts[number + 1] - starts[number]
        fact = find(memo.entries, key1, key2)
        bound = 0 if any_tree else bound_of(fact)
        deep = not any_tree and bound > 2 * size and is_deep(fact)
        key1 ^= one
        key2 ^= two
        if len(asked):
            a, b = key_of(asked[number], length, legal_hash_words)
            key1 ^= a
            key2 ^= b
        fact = find(memo.entries, key1, key2)
        further = bound_of(fact)
        if not any_tree or further >= INFEASIBLE:
            bound = max(bound, further)
            deep = deep or (further > 2 * size and is_deep(fact))
        if deep:
            shallow[number] = False
        out[number] = max(out[number], INFINITE if bound >= INFEASIBLE else bound)
