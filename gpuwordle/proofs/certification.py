"""Certificates of what a solver has proven."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.errors import UserError
from gpuwordle.files import opened
from gpuwordle.optimal.code_tables import Numbering
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    SEARCHED,
    bound_of,
    depth_of,
    find,
    is_exact,
    is_scanned,
    key_of_conditions,
)
from gpuwordle.optimal.solver import Solver, replace_allowed
from gpuwordle.optimal.symmetry import first_alike, symmetries
from gpuwordle.optimal.weighted_search import COUNTED, EXACT, VALUE, guesses_left, slot_of
from gpuwordle.optimal.weighted_solver import WeightedSolver
from gpuwordle.progress import Progress, part
from gpuwordle.proofs.board import OF_PEGS, Words, is_known
from gpuwordle.proofs.certificate import (
    LARGEST_BOUND,
    Alike,
    Certificate,
    Statement,
    TreeTable,
    encode,
)
from gpuwordle.proofs.claims import Bounds, Facts, Producer, Sets
from gpuwordle.proofs.cores import CoreSearch, family_against
from gpuwordle.proofs.feasibility import Refutation
from gpuwordle.proofs.opener_proof import OpenerProof, TooFewGuesses
from gpuwordle.rules.conditions import INFINITE, Objective
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.tree.build import grow
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary


class SolverFacts:
    """What the memos of a solver hold, and the solver itself for what they have forgotten.

    Vocabulary, mode and guesses allowed of the solver are those of the statement.
    """

    def __init__(self, solver: Solver | WeightedSolver) -> None:
        self.solver = solver

    def bounds(self, sets: Sets) -> Bounds:
        """Return the lower bounds that the memos hold."""
        solver = self.solver
        known, counted = np.zeros((2, len(sets.starts) - 1), np.int64)
        found = Bounds(known, counted, np.zeros(len(known), np.bool_))
        numbered = sets._replace(candidates=solver.numbering.answer_number[sets.candidates])
        if isinstance(solver, WeightedSolver):
            lookup_weighted(numbered, solver.tables, solver.memo, found)
            return found
        for any_tree, memo in solver.memos.items():
            lookup(numbered, solver.tables, memo, any_tree, found)
        return found

    def least(self, candidates: npt.NDArray[np.int32], clues: Sequence[tuple[int, int]]) -> int:
        """Search for the least total of a set after clues (guess index, code)."""
        solver = self.solver
        search = solver.choose if isinstance(solver, WeightedSolver) else solver.solve
        found = search(candidates, clues)
        return INFINITE if found.total is None else found.total


@kernel(internal=True)
def is_deep(fact):  # type: ignore[no-untyped-def]
    """Return whether a search found the bound of a fact, so that one ply may not give it."""
    return is_exact(fact) or depth_of(fact) >= SEARCHED


@kernel
def lookup(sets, tables, memo, any_tree, out):  # type: ignore[no-untyped-def]
    """Raise the bounds of sets (answers by the numbers of the search) to those of a memo.

    With ``any_tree``, the memo only says whether there is any tree; its totals bound nothing.
    """
    starts, candidates, demands = sets.starts, sets.candidates, sets.demands
    for number in range(len(starts) - 1):
        key1 = np.uint64(0)
        key2 = np.uint64(0)
        for i in range(starts[number], starts[number + 1]):
            key1 ^= tables.hash_words[candidates[i], 0]
            key2 ^= tables.hash_words[candidates[i], 1]
        size = starts[number + 1] - starts[number]
        for whole in range(2):
            if whole:
                one, two = key_of_conditions(tables, demands, number, sets.left, len(demands) > 0)
                key1 ^= one
                key2 ^= two
            fact = find(memo.entries, key1, key2)
            bound = bound_of(fact)
            if any_tree and (bound < INFEASIBLE or not whole):
                continue
            # One ply shows if no candidate splits the set perfectly.
            shown = min(bound, 2 * size) if is_deep(fact) else bound
            shown = INFINITE if shown >= INFEASIBLE else shown
            out.counted[number] = max(out.counted[number], shown)
            out.known[number] = max(out.known[number], INFINITE if bound >= INFEASIBLE else bound)
            # Counts without a limit, or over guesses that are not legal, are weaker.
            out.settled[number] |= is_exact(fact) or (whole and is_scanned(fact))


@kernel
def lookup_weighted(sets, tables, memo, out):  # type: ignore[no-untyped-def]
    """Copy the memo's bounds of sets to ``out``; answers use the search's numbering."""
    starts, candidates, demands = sets.starts, sets.candidates, sets.demands
    for number in range(len(starts) - 1):
        left = guesses_left(sets.left, starts[number + 1] - starts[number])
        one, two = key_of_conditions(tables, demands, number, left, len(demands) > 0)
        for i in range(starts[number], starts[number + 1]):
            one ^= tables.hash_words[candidates[i], 0]
            two ^= tables.hash_words[candidates[i], 1]
        fact = memo.facts[slot_of(memo, one, two)]
        out.known[number], out.counted[number] = fact[VALUE], fact[COUNTED]
        out.settled[number] = fact[EXACT]


class Proven(NamedTuple):
    """What a solver has proven of all openers."""

    allowed: int | None  # guesses allowed in a game; None for no limit
    bound: int | None  # no tree has a smaller total; None if no tree finds all answers
    facts: Facts  # what the solver knows of the buckets of the openers, under the same rules
    # a proof without the solver that no tree finds all answers, if there is one
    refutation: Refutation | None = None


def certify(
    vocabulary: Vocabulary,
    proven: Sequence[Proven],
    tree: DecisionTree | None = None,
    *,
    hard: bool = False,
    allowed: int | None = None,
    objective: Objective = "total",
    optimal: bool = True,
    progress: Progress | None = None,
) -> Certificate:
    """Make a certificate that can be checked without the solver.

    ``proven`` has a bound for each statement. The objective ``total`` needs one under the guesses
    allowed; ``worst`` needs one that says that fewer guesses than the longest game are not enough;
    ``worst-then-total`` needs both, the former under as many guesses as the longest game. The tree,
    of all answers, is None if there are only bounds; ``optimal`` says whether they prove that none
    is better. Raises ValueError if a bound is not true, and UserError if the rule is not one of
    gpuwordle's own or the weights are too large.
    """
    check_certifiable(vocabulary)
    weights = None if vocabulary.weights is None else tuple(vocabulary.weights.tolist())
    lists, rule = (vocabulary.guesses, vocabulary.answers), vocabulary.rule
    words = Words(*lists, rule=rule, weights=weights)
    unweighted = words if weights is None else Words(*lists, rule=rule)
    alike = None if hard else openers_alike(vocabulary)
    statements = []
    for number, said in enumerate(proven):
        if (said.bound or 0) > LARGEST_BOUND:
            raise UserError(
                f"{vocabulary.name!r} takes {said.bound:,} guesses, each counted by its weight, "
                f"and a certificate holds {LARGEST_BOUND:,} at most: scale the weights down"
            )

        share = part(progress, number, 1, len(proven))
        statements.append(_statement(words, unweighted, said, hard, alike, share))
    return Certificate(
        vocabulary.name,
        vocabulary.guesses,
        vocabulary.answers,
        hard,
        allowed,
        objective,
        optimal,
        None if tree is None else table_of_tree(tree),
        tuple(statements),
        vocabulary.language.name,
        vocabulary.rule.name,
        weights,
    )


def check_certifiable(vocabulary: Vocabulary) -> None:
    """Raise UserError if a vocabulary has a rule that certificates do not support."""
    if not is_known(vocabulary.rule):
        raise UserError(
            f"{vocabulary.name!r} is played by rule {vocabulary.rule.name!r}, but certificates "
            f"support only wordle, {', '.join(OF_PEGS)}: leave the certificate out"
        )


def openers_alike(vocabulary: Vocabulary) -> Alike | None:
    """Return which openers need not be refuted by themselves; None if all are."""
    numbering = Numbering.of(vocabulary)
    first = first_alike(vocabulary, numbering)
    alone = first == np.arange(len(first))
    if alone.all():
        return None
    permutations = list(symmetries(vocabulary, numbering))
    by = np.full(len(first), -1, np.int32)
    while not alone.all():
        for number, permutation in enumerate(permutations):
            reached = ~alone & alone[permutation]
            by[reached] = number
            alone |= reached
    # Only those that some opener needs: the checker reads a limited number.
    used, by[by >= 0] = np.unique(by[by >= 0], return_inverse=True)
    images = [numbering.guesses[permutations[number][numbering.guess_number]] for number in used]
    return Alike(np.concatenate(images), by[numbering.guess_number])


def certify_proof(proof: OpenerProof, progress: Progress | None = None) -> Certificate:
    """Make the certificate of a proof about all openers.

    Parameters
    ----------
    proof
        The result of `gpuwordle.prove` for all openers; its solver proves again what its memo has
        forgotten.
    progress
        Called with the fraction that is done.

    Raises
    ------
    UserError
        If the proof was stopped, or compared only some openers.
    """
    words, rules, solver = proof.vocabulary, proof.conditions, proof.solver
    check_certifiable(words)
    if not proof.complete:
        raise UserError(
            f"the proof for {words.name!r} was stopped, and its result has no certificate: "
            "give more --seconds, or continue from its --checkpoint"
        )
    if proof.openers is not None:
        raise UserError(
            f"the proof for {words.name!r} compared only {len(proof.openers):,} openers: prove all "
            "of them for a certificate"
        )
    proven, tree, allowed = [], None, rules.allowed
    if proof.best:
        best = proof.best[0]
        player = Optimal(proof.objective)
        tree = grow(words, player, rules, opener=best.guess)
        if proof.objective != "total":
            if best.worst == 1:
                raise UserError(
                    f"{words.name!r} has one answer, and there is no game to make shorter: choose "
                    "objective total for a certificate"
                )
            assert isinstance(solver, Solver), "words without weights"
            allowed = best.worst
            fewer = replace_allowed(solver, allowed - 1)
            proven.append(Proven(allowed - 1, None, SolverFacts(fewer), proof.refutation))
    if proof.objective != "worst":
        bound = proof.best[0].total if proof.best else proof.bound
        proven.append(Proven(allowed, bound, SolverFacts(solver)))
    return certify(
        words,
        proven,
        tree,
        hard=rules.hard,
        allowed=rules.allowed,
        objective=proof.objective,
        optimal=tree is not None,
        progress=progress,
    )


def certify_too_few(refused: TooFewGuesses, progress: Progress | None = None) -> Certificate:
    """Make the certificate that the guesses allowed are too few, from the error of `prove`."""
    solver = refused.solver
    proven = Proven(solver.allowed, None, SolverFacts(solver), refused.refutation)
    return certify(
        refused.vocabulary,
        [proven],
        hard=solver.hard,
        allowed=solver.allowed,
        optimal=False,
        progress=progress,
    )


def write(certificate: Certificate, path: Path) -> None:
    """Write a certificate to a file, completely or not at all; UserError if it cannot be done."""
    content = encode(certificate)
    with opened(path) as file:
        file.write(content)


def table_of_tree(tree: DecisionTree) -> TreeTable:
    """Return the nodes of a tree of all answers as the columns of a certificate."""
    table = tree.table
    codes = table.codes.astype(np.int64)
    codes[0] = 0
    return TreeTable(table.parents.astype(np.int32), codes, table.guesses.astype(np.int32))


def _statement(
    words: Words,
    unweighted: Words,
    said: Proven,
    hard: bool,
    alike: Alike | None,
    progress: Progress | None,
) -> Statement:
    """Prove one statement by the shortest proof available."""
    if said.refutation is not None:
        return Statement(said.allowed, None, said.refutation)
    if said.bound is None and said.allowed is not None:
        # What easy mode cannot do, hard mode cannot either: claims are for what only hard mode
        # forbids.
        shorter = family_against(unweighted, said.allowed) or CoreSearch(unweighted).prove(
            said.allowed, progress
        )
        if shorter is not None:
            return Statement(said.allowed, None, shorter)
    producer = Producer(words, said.facts, hard=hard, allowed=said.allowed, alike=alike)
    return Statement(said.allowed, said.bound, producer.prove(said.bound, progress))
