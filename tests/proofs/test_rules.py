"""Certificates under other rules than Wordle's, and of openers that are alike."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from helpers.proofs import proof_of, refused, with_proof
from helpers.rules import Distances

from gpuwordle import Conditions, UserError, Vocabulary, load, prove
from gpuwordle.proofs import checker
from gpuwordle.proofs.certificate import ALIKE, SEARCHED, SIZES, Alike
from gpuwordle.proofs.certification import certify_proof
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.limits import Limits


@pytest.mark.parametrize(("name", "length", "total"), [("4x3", 4, 246), ("4x4", 4, 905)])
def test_one_of_openers_that_are_alike_is_refuted(name, length, total):
    words = load(f"mastermind:{name}").of_length(length)
    made = certify_proof(prove(words))
    methods, found = proof_of(made).methods, check(made)
    assert found.optimal and found.games.total == total
    assert found.work["openers by symmetry"] == np.count_nonzero(methods == ALIKE)
    assert np.mean(methods == ALIKE) > 0.9


def test_openers_that_are_not_alike_are_found_out(monkeypatch):
    words = load("mastermind:2x4").of_length(2)
    made = certify_proof(prove(words))
    proof = proof_of(made)
    assert {SEARCHED, SIZES, ALIKE} == set(proof.methods.tolist())
    guesses = len(words.guesses)
    images, by = proof.alike.images.reshape(-1, guesses), proof.alike.by

    def spoilt(why, *, methods=proof.methods, alike=proof.alike, **changed):
        given = with_proof(made, replace(proof, methods=methods, alike=alike))
        refused(replace(given, **changed), why)

    everything = np.full(guesses, ALIKE, np.uint8)
    first = np.zeros(guesses, np.int32)
    none = replace(proof.alike, by=first)
    spoilt("equivalent to none that is refuted", methods=everything, alike=none)
    spoilt("equivalent openers, but no permutation", alike=None)
    spoilt("map more or fewer openers", alike=replace(proof.alike, by=by[1:]))
    spoilt("not as long as the list", alike=replace(proof.alike, images=images.ravel()[1:]))
    spoilt("out of range", alike=replace(proof.alike, by=np.where(by >= 0, len(images), by)))
    spoilt("are checked", alike=replace(proof.alike, images=images[:0].ravel()))
    monkeypatch.setattr(checker, "MOST_SYMMETRIES", len(images))
    assert check(made).optimal
    monkeypatch.setattr(checker, "MOST_SYMMETRIES", len(images) - 1)
    spoilt("are checked")
    monkeypatch.undo()
    twice = images.copy()
    twice[0, 0] = twice[0, 1]
    spoilt("permutation 0 repeats a guess", alike=replace(proof.alike, images=twice.ravel()))
    # Two guesses of unlike partitions change places.
    unlike = np.arange(guesses)
    one, other = words.find("11"), words.find("12")
    unlike[[one, other]] = other, one
    spoilt("changes the patterns", alike=Alike(unlike.astype(np.int32), first))
    spoilt("hard mode needs colours", hard=True)


def test_the_clock_is_looked_at_for_each_permutation_and_each_round(monkeypatch):
    words = load("mastermind:2x4").of_length(2)
    made = certify_proof(prove(words))
    looked, tick = [], Limits.tick

    def seen(limits):
        looked.append(sys._getframe(1).f_code.co_name)
        assert len(looked) < 400, "the rounds end"
        tick(limits)

    monkeypatch.setattr(Limits, "tick", seen)
    check(made)
    permutations = len(proof_of(made).alike.images) // len(words.guesses)
    assert looked.count("_check_symmetries") > permutations


@pytest.mark.parametrize(
    ("answers", "weights", "permutation", "why"),
    [
        (["ab", "ac", "bc"], None, [3, 1, 2, 0], "a word that is not an answer"),
        (["ab", "ba", "ac", "bc"], [1, 2, 1, 2], [3, 2, 1, 0], "one of another weight"),
    ],
)
def test_a_permutation_maps_answers_to_answers_of_their_weight(answers, weights, permutation, why):
    guesses = ["ab", "ac", "bc", "ba"]
    words = Vocabulary("few", answers, guesses, rule="greens", weights=weights)
    made = certify_proof(prove(words, backend="numpy"))
    alike = Alike(np.array(permutation, np.int32), np.full(4, -1, np.int32))
    refused(with_proof(made, replace(proof_of(made), alike=alike)), f"maps an answer to {why}")


def test_openers_in_hard_mode_are_all_refuted():
    words = Vocabulary("few", ["aa", "ab", "ba", "bb"])
    made = certify_proof(prove(words, conditions=Conditions(hard=True), backend="numpy"))
    assert proof_of(made).alike is None and check(made).optimal
    easy = certify_proof(prove(words, backend="numpy"))
    assert proof_of(easy).alike is not None and check(easy).optimal
    refused(replace(easy, hard=True), "in hard mode no openers are equivalent")


def test_rules_of_others_have_no_certificate():
    words = Vocabulary("few", ["ab", "bb", "cc"], rule=Distances())
    proof = prove(words, backend="numpy")
    with pytest.raises(UserError, match="support only wordle, mastermind, jotto, greens: leave"):
        certify_proof(proof)
    few = Vocabulary("few", ["ab", "bb", "cc"], rule="jotto")
    made = certify_proof(prove(few, backend="numpy"))
    refused(replace(made, rule="bingo"), "its rule 'bingo' is not known")
