"""How many guesses are enough, against plain Python: trees and cores say the same."""

import math

import naive
import pytest
from helpers import proofs
from helpers.optimal import solver_of, vocabularies
from helpers.playing import NUMPY
from helpers.proofs import rhyming
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, Vocabulary
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.proofs.certificate import CoreProof, FamilyProof, Statement
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.feasibility import FeasibilitySearch
from gpuwordle.proofs.opener_proof import ProofInterrupted, prove


class CoresFirst(FeasibilitySearch):
    """Trees are searched for after cores have said what they can."""

    def _search(self, allowed, deadline, standing):
        turn = deadline is not self.deadline
        return super()._search(allowed, Deadline(0.0) if turn else deadline, standing)


rhymes = st.builds(rhyming, st.integers(0, 10**6), st.integers(2, 14), st.integers(0, 6))


def accepted(vocabulary, allowed, refutation):
    """What the checker says that a refutation proves."""
    statement = Statement(allowed, None, refutation)
    return check(proofs.stating(vocabulary.guesses, vocabulary.answers, statement)).bounds


@pytest.mark.parametrize("kind", [FeasibilitySearch, CoresFirst])
@settings(max_examples=20, deadline=None)
@given(vocabulary=st.one_of(vocabularies, rhymes), hard=st.booleans())
def test_enough_are_as_many_as_the_best_of_all_trees_takes(kind, vocabulary, hard):
    words = vocabulary.guesses, vocabulary.answers
    worst = naive.least_worst(*words, hard=hard)
    search = kind(solver_of(vocabulary, hard=hard), threads=2)
    least = search.least()
    assert (least.allowed, least.found.possible) == (worst, True)
    numbered = [words[0][guess] for guess in search.solver.numbering.guesses]
    order = sorted(numbered, key=lambda guess: -len(naive.buckets(guess, words[1])))
    how = {"hard": hard, "allowed": worst}
    first = next(g for g in order if naive.least_total(*words, opener=g, **how) < math.inf)
    assert numbered[least.found.opener] == first
    for allowed in range(1, worst):
        assert search.least(too_few=allowed).allowed == worst
        found = search.decide(allowed)
        assert found.possible is False
        if found.refutation is not None:
            assert accepted(vocabulary, allowed, found.refutation)[0].allowed == allowed


def test_cores_are_what_shows_that_three_guesses_are_too_few():
    vocabulary = rhyming(5, 16, 6)
    least = CoresFirst(solver_of(vocabulary)).least()
    assert least.allowed > 3
    assert isinstance(least.fewer.refutation, CoreProof | FamilyProof)
    assert accepted(vocabulary, least.allowed - 1, least.fewer.refutation)


@pytest.mark.parametrize("kind", [FeasibilitySearch, CoresFirst])
def test_nothing_is_said_when_the_time_is_over(kind):
    search = kind(solver_of(rhyming(5, 16, 6)), deadline=Deadline(0.0))
    found = search.decide(4)
    assert found.possible is None and found.opener is None
    assert search.least(3).found.possible is not True


def test_a_tree_that_was_found_is_not_forgotten_when_the_time_is_over(monkeypatch):
    """Which opener is the first to have one may then be unknown."""
    vocabulary, run = rhyming(5, 16, 6), OpenerSearch.run
    worst = naive.least_worst(vocabulary.guesses, vocabulary.answers)
    search = FeasibilitySearch(solver_of(vocabulary), deadline=Deadline(1000.0))

    def stopped(self, *, deadline, progress):
        if search.deadline.is_over():
            return run(self, deadline=deadline, progress=progress)
        search.deadline.end = 0.0
        return not run(self)

    monkeypatch.setattr(OpenerSearch, "run", stopped)
    found = search.decide(worst)
    assert found.possible is True and found.opener is None


@pytest.mark.parametrize("how", [{"objective": "worst"}, {"conditions": Conditions(allowed=4)}])
def test_what_is_proven_before_ctrl_c_is_told(monkeypatch, how):
    vocabulary, search = rhyming(5, 16, 6), FeasibilitySearch._search

    def interrupted(self, allowed, *arguments):
        if allowed >= 4:
            raise KeyboardInterrupt
        return search(self, allowed, *arguments)

    monkeypatch.setattr(FeasibilitySearch, "_search", interrupted)
    with pytest.raises(ProofInterrupted) as stopped:
        prove(vocabulary, backend=NUMPY(vocabulary), **how)
    proof = stopped.value.proof
    assert not proof.complete and not proof.best
    assert proof.too_few == (3 if "objective" in how else None)


@pytest.mark.parametrize("ends", range(1, 12))
def test_a_deadline_forgets_nothing_that_was_proven(ends, monkeypatch):
    """It may pass between any two looks at the clock: what was shown to be too few stays so."""
    vocabulary = Vocabulary("few", ["ddd", "dac", "dbd", "cad", "acc"])
    search = FeasibilitySearch(solver_of(vocabulary), threads=1, deadline=Deadline(1000.0))
    looks = iter(range(ends))
    monkeypatch.setattr(search.deadline, "is_over", lambda: next(looks, None) is None)
    least = search.least()
    worst = naive.least_worst(vocabulary.guesses, vocabulary.answers)
    assert least.allowed <= worst
    assert least.found.possible is None or (least.allowed, least.found.possible) == (worst, True)
