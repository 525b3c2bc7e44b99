"""What a solver has proven, as a certificate asks for it; see `gpuwordle.proofs.claim_sets`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.legality import key_of
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    SEARCHED,
    bound_of,
    depth_of,
    find,
    is_exact,
    is_scanned,
    limit_key,
)
from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.check_arrays import INFINITE
from gpuwordle.proofs.claim_sets import Bounds, Sets


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

    def bounds(self, sets: Sets) -> Bounds:
        """Return the lower bounds that the memos hold."""
        known, counted = np.zeros((2, len(sets.starts) - 1), np.int64)
        found = Bounds(known, counted, np.zeros(len(known), np.bool_))
        numbered = sets._replace(members=self.solver.numbering.answer_number[sets.members])
        tables, length = self.solver.tables, self.solver.vocabulary.length
        for any_tree, memo in self.solver.memos.items():
            lookup(numbered, tables, length, memo, any_tree, found)
        return found

    def least(
        self, members: npt.NDArray[np.int32], clues: Sequence[tuple[int, int]], left: int
    ) -> int:
        """Return the least total of a set after clues (guess index, code): searched for."""
        found = self.solver.solve(members, clues)
        return INFINITE if found.total is None else found.total


@kernel(internal=True)
def is_deep(fact):
    """Tell whether one ply may not give the bound of a fact: a search found it."""
    return is_exact(fact) or depth_of(fact) >= SEARCHED


@kernel
def lookup(sets, tables, length, memo, any_tree, out):
    """Raise the bounds of sets to what a memo holds.

    Parameters
    ----------
    sets
        Their answers by the numbers of the search.
    any_tree
        Whether it is the memo of whether there is any tree at all: its totals bound nothing.
    out
        What is known: see `gpuwordle.proofs.claim_sets.Bounds`.
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
        for whole in range(2):
            if whole:
                key1 ^= one
                key2 ^= two
                if len(asked):
                    a, b = key_of(asked[number], length, legal_hash_words)
                    key1 ^= a
                    key2 ^= b
            fact = find(memo.entries, key1, key2)
            bound = bound_of(fact)
            if any_tree and (bound < INFEASIBLE or not whole):
                continue
            # That no member splits a set perfectly, one ply shows.
            shown = min(bound, 2 * size) if is_deep(fact) else bound
            shown = INFINITE if shown >= INFEASIBLE else shown
            out.counted[number] = max(out.counted[number], shown)
            out.known[number] = max(out.known[number], INFINITE if bound >= INFEASIBLE else bound)
            # Counts without a limit, or of guesses that are not legal, say less than is asked.
            out.settled[number] |= is_exact(fact) or (whole and is_scanned(fact))
