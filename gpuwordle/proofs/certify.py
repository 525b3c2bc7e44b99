"""Make a certificate of what was proven, and write it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gpuwordle.errors import UserError
from gpuwordle.files import opened
from gpuwordle.optimal.solver import replace_allowed
from gpuwordle.progress import Progress
from gpuwordle.proofs.board import Words
from gpuwordle.proofs.certificate import (
    Certificate,
    Objective,
    Statement,
    encode,
)
from gpuwordle.proofs.certificate_tables import TreeTable
from gpuwordle.proofs.claim_sets import Facts
from gpuwordle.proofs.claims import Producer, family_against
from gpuwordle.proofs.cores import CoreSearch
from gpuwordle.proofs.facts import SolverFacts
from gpuwordle.proofs.feasibility import Refutation
from gpuwordle.proofs.openers import OpenerProof, TooFewGuesses
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.tree.build import grow
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary


class Proven(NamedTuple):
    """What a solver has proven of all openers.

    Attributes
    ----------
    allowed : int or None
        Guesses allowed in a game; None for no limit.
    bound : int or None
        No tree takes fewer guesses over all answers; None where none finds them all.
    facts : Facts
        What the solver knows of the sets behind the openers, under the same rules.
    refutation : CoreProof or FamilyProof or None
        What shows without the solver that no tree finds all answers; None where nothing is known.
    """

    allowed: int | None
    bound: int | None
    facts: Facts
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
    """Write down what was proven such that it can be checked without the solver.

    Parameters
    ----------
    vocabulary
        The words.
    proven
        One bound for each statement: the objective ``total`` needs one under the guesses allowed,
        ``worst`` that one guess fewer than the tree's longest game is not enough, and
        ``worst-then-total`` that and a bound under as many guesses as the longest game.
    tree
        The best tree, of all answers; None where there are only bounds.
    hard, allowed, objective
        What the tree was made for.
    optimal
        Whether the bounds prove that no tree is better.
    progress
        Called with the fraction that is done.

    Returns
    -------
    Certificate

    Raises
    ------
    ValueError
        If a bound is not true.
    """
    words = Words(vocabulary.guesses, vocabulary.answers)
    statements = []
    for number, said in enumerate(proven):

        def part(fraction: float, number: int = number) -> None:
            if progress is not None:
                progress((number + fraction) / len(proven))

        statements.append(_statement(vocabulary, words, said, hard, part))
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
    )


def certify_proof(proof: OpenerProof, progress: Progress | None = None) -> Certificate:
    """Make the certificate of a proof about all openers.

    Parameters
    ----------
    proof
        What `gpuwordle.proofs.openers.prove_openers` found; its solver still has its memo, or
        proves again what that has forgotten.
    progress
        Called with the fraction that is done.

    Raises
    ------
    UserError
        If the proof was stopped before its end.
    """
    words, rules = proof.vocabulary, proof.conditions
    if not proof.complete:
        raise UserError(
            f"the proof for {words.name!r} was stopped, and what it came to has no certificate: "
            "give more --seconds, or go on from its --checkpoint"
        )
    proven, tree, allowed = [], None, rules.allowed
    if proof.best:
        best = proof.best[0]
        player = Optimal(proof.objective)
        tree = grow(words, player, rules, opener=best.guess)
        if proof.objective != "total":
            allowed = best.worst
            fewer = replace_allowed(proof.solver, allowed - 1)
            proven.append(Proven(allowed - 1, None, SolverFacts(fewer), proof.refutation))
    if proof.objective != "worst":
        bound = proof.best[0].total if proof.best else proof.bound
        proven.append(Proven(allowed, bound, SolverFacts(proof.solver)))
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
    """Make the certificate of the fact that the guesses allowed are too few for a list.

    Parameters
    ----------
    refused
        What `gpuwordle.proofs.openers.prove_openers` raised.
    progress
        Called with the fraction that is done.
    """
    solver = refused.solver
    proven = Proven(solver.allowed, None, SolverFacts(solver), refused.refutation)
    return certify(
        solver.vocabulary,
        [proven],
        hard=solver.hard,
        allowed=solver.allowed,
        optimal=False,
        progress=progress,
    )


def write(certificate: Certificate, path: Path) -> None:
    """Write a certificate to a file, which appears whole or not at all.

    Raises
    ------
    UserError
        If the place cannot be written.
    """
    content = encode(certificate)
    with opened(path) as file:
        file.write(content)


def table_of_tree(tree: DecisionTree) -> TreeTable:
    """Return the nodes of a tree of all answers, as a certificate holds them."""
    table = tree.table
    codes = table.codes.astype(np.int64)
    codes[0] = 0
    return TreeTable(table.parents.astype(np.int32), codes, table.guesses.astype(np.int32))


def _statement(
    vocabulary: Vocabulary, words: Words, said: Proven, hard: bool, progress: Progress
) -> Statement:
    """Prove one statement by the shortest proof that there is."""
    if said.refutation is not None:
        return Statement(said.allowed, None, said.refutation)
    if said.bound is None and said.allowed is not None:
        # What easy mode cannot do, hard mode cannot: claims are for what only hard mode forbids.
        shorter = family_against(vocabulary, said.allowed) or CoreSearch(words).prove(
            said.allowed, progress
        )
        if shorter is not None:
            return Statement(said.allowed, None, shorter)
    producer = Producer(words, said.facts, hard=hard, allowed=said.allowed)
    return Statement(said.allowed, said.bound, producer.prove(said.bound, progress))
