"""Certificates of every objective, from the solver to the file and back."""

import numpy as np
import pytest
from helpers import proofs
from helpers.errors import refused

from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.certificate import CoreProof, FamilyProof, Refutations, encode, read
from gpuwordle.proofs.certification import Proven, SolverFacts, certify, certify_proof, write
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.opener_proof import prove
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary

GUESSES, ANSWERS = proofs.rhymes(5, 16, 6)
WORDS = Vocabulary("rhymes", ANSWERS, GUESSES)


def proven(allowed, hard=False):
    """What a solver proves within ``allowed`` guesses, all openers searched."""
    solver = Solver(WORDS, hard=hard, allowed=allowed, backend="numpy")
    found = solver.solve(np.arange(16))
    assert found.exact
    return Proven(allowed, found.total, SolverFacts(solver))


def test_a_bound_of_totals(tmp_path):
    told = []
    made = certify(WORDS, [proven(None)], optimal=False, progress=told.append)
    path = tmp_path / "rhymes.certificate"
    write(made, path)
    again = read(path)
    assert encode(again) == encode(made) and told[-1] == 1.0
    total = proofs.certificate(GUESSES, ANSWERS).statements[0].bound
    assert [bound.bound for bound in check(again).bounds] == [total]
    assert again.digest == WORDS.digest


@pytest.mark.parametrize("hard", [False, True])
def test_no_tree_finds_all_words(hard):
    made = certify(WORDS, [proven(3, hard)], optimal=False, hard=hard, objective="worst")
    assert check(made).bounds[0].bound is None
    assert isinstance(made.statements[0].proof, CoreProof | FamilyProof)


def test_what_only_hard_mode_forbids():
    words, answers = proofs.rhymes(3, 12, 12)
    minima = proofs.Minima(tuple(words), tuple(answers), False)
    assert minima.least(minima.answers, (), 3)[0] < proofs.NEVER
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
    how = Conditions(hard=hard, allowed=allowed)
    proof = prove(WORDS, conditions=how, objective=objective, backend="numpy")
    verdict, best = check(certify_proof(proof)), proof.best[0]
    assert verdict.optimal
    assert best.total in (None, verdict.games.total)
    if objective == "total":
        assert verdict.bounds[0].allowed == allowed
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
