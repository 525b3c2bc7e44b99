"""Certificates of every objective, from the solver to the file and back."""

import naive
import numpy as np
import pytest
from helpers import proofs
from helpers.errors import refused

from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.certificate import CoreProof, FamilyProof, Refutations
from gpuwordle.proofs.certification import Proven, SolverFacts, certify, certify_proof
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.opener_proof import prove
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary

GUESSES, ANSWERS = proofs.rhymes(5, 16, 6)
WORDS = Vocabulary("rhymes", ANSWERS, GUESSES)


@pytest.mark.parametrize("hard", [False, True])
def test_no_tree_finds_all_words(hard):
    solver = Solver(WORDS, hard=hard, allowed=3, backend="numpy")
    said = Proven(3, None, SolverFacts(solver))
    made = certify(WORDS, [said], optimal=False, hard=hard, objective="worst")
    assert check(made).bounds[0].bound is None
    assert isinstance(made.statements[0].proof, CoreProof | FamilyProof)


def test_what_only_hard_mode_forbids():
    words, answers = proofs.rhymes(3, 12, 12)
    assert naive.least_worst(words, answers) <= 3
    vocabulary = Vocabulary("rhymes", answers, words)
    solver = Solver(vocabulary, hard=True, allowed=3, backend="numpy")
    said = Proven(3, None, SolverFacts(solver))
    made = certify(vocabulary, [said], optimal=False, hard=True, allowed=3)
    assert isinstance(made.statements[0].proof, Refutations)
    assert check(made).bounds[0].bound is None


@pytest.mark.parametrize(
    ("objective", "allowed"),
    [("total", None), ("total", 6), ("worst", None), ("worst-then-total", None)],
)
@pytest.mark.parametrize("hard", [False, True])
def test_proofs_of_every_objective(objective, allowed, hard):
    how, told = Conditions(hard=hard, allowed=allowed), []
    proof = prove(WORDS, conditions=how, objective=objective, backend="numpy")
    made, best = certify_proof(proof, told.append), proof.best[0]
    verdict = check(made)
    assert verdict.optimal and made.digest == WORDS.digest
    assert best.total in (None, verdict.games.total)
    if objective == "total":
        assert verdict.bounds[0].allowed == allowed and told[-1] == 1.0
    else:
        assert verdict.games.worst == best.worst


def test_a_refutation_that_is_known_is_not_looked_for_again():
    refutation = CoreProof(np.array([16]), np.arange(16), np.array([3]))
    known = Proven(3, None, SolverFacts(Solver(WORDS, backend="numpy")), refutation)
    made = certify(WORDS, [known], optimal=False, objective="worst")
    assert made.statements[0].proof is refutation


def test_a_proof_that_was_stopped_has_no_certificate():
    proof = prove(WORDS, seconds=0.0, backend="numpy")
    assert not proof.complete
    refused("was stopped, and its result has no certificate", certify_proof, proof)


def test_one_answer_has_no_longest_game_to_prove():
    """The whole question is one guess; its total has a certificate."""
    words = Vocabulary("one", ["cat"], ["cat", "dog"])
    for objective in ("worst", "worst-then-total"):
        refused("'one' has one answer", certify_proof, prove(words, objective=objective))
    assert check(certify_proof(prove(words))).optimal
