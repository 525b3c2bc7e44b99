"""Certificates of every objective, from the solver to the file and back."""

import naive
import numpy as np
import pytest
from helpers import proofs
from helpers.errors import refused

from gpuwordle import Conditions, Vocabulary, load, prove
from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.certificate import CoreProof, FamilyProof, Refutations
from gpuwordle.proofs.certification import Proven, SolverFacts, certify, certify_proof
from gpuwordle.proofs.checker import check

WORDS, PEGS = proofs.rhyming(5, 16, 6), load("mastermind:3x3").of_length(3)


@pytest.mark.parametrize(
    ("words", "hard", "alone"),
    [
        pytest.param(WORDS, False, False, id="easy"),
        pytest.param(WORDS, True, False, id="hard"),
        pytest.param(proofs.rhyming(3, 12, 12), True, True, id="alone", marks=pytest.mark.rest),
    ],
)
def test_no_tree_finds_all_words(words, hard, alone):
    solver = Solver(words, hard=hard, allowed=3, backend="numpy")
    said = Proven(3, None, SolverFacts(solver))
    made = certify(words, [said], optimal=False, hard=hard, objective="worst")
    assert check(made).bounds[0].bound is None
    assert isinstance(made.statements[0].proof, Refutations if alone else CoreProof | FamilyProof)
    assert (naive.least_worst(words.guesses, words.answers) <= 3) == alone


@pytest.mark.parametrize(
    ("objective", "allowed"), [("total", 6), ("worst", None), ("worst-then-total", None)]
)
@pytest.mark.parametrize(
    ("words", "hard"),
    [
        pytest.param(WORDS, False, id="easy"),
        pytest.param(WORDS, True, id="hard"),
        pytest.param(PEGS, False, id="pegs", marks=pytest.mark.rest),
    ],
)
def test_proofs_of_every_objective(objective, allowed, words, hard):
    how, shares = Conditions(hard=hard, allowed=allowed), []
    proof = prove(words, conditions=how, objective=objective, backend="numpy")
    made, best = certify_proof(proof, shares.append), proof.best[0]
    verdict = check(made)
    assert verdict.optimal and made.digest == words.digest
    assert best.total in (None, verdict.games.total)
    if objective == "total":
        assert verdict.bounds[0].allowed == allowed
        assert shares[-1] == 1.0
        return
    told = naive.pegs if words is PEGS else None
    worst = naive.least_worst(words.guesses, words.answers, hard=hard, told=told)
    assert verdict.games.worst == best.worst == worst
    assert [bound.allowed for bound in verdict.bounds if bound.bound is None] == [worst - 1]


def test_a_refutation_that_is_known_is_not_looked_for_again():
    refutation = CoreProof(np.array([16]), np.arange(16), np.array([3]))
    known = Proven(3, None, SolverFacts(Solver(WORDS, backend="numpy")), refutation)
    made = certify(WORDS, [known], optimal=False, objective="worst")
    assert made.statements[0].proof is refutation


def test_results_without_a_certificate():
    proof = prove(WORDS, seconds=0.0, backend="numpy")
    assert not proof.complete
    refused("was stopped, and its result has no certificate", certify_proof, proof)
    # One answer has no longest game to prove: the whole question is one guess.
    words = Vocabulary("one", ["cat"], ["cat", "dog"])
    for objective in ("worst", "worst-then-total"):
        refused("'one' has one answer", certify_proof, prove(words, objective=objective))
    assert check(certify_proof(prove(words))).optimal
