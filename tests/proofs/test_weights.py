"""Proofs about all openers of words with weights, against all trees."""

from __future__ import annotations

import random

import naive
import numpy as np
import pytest
from helpers.optimal import small_vocabulary, weighed

from gpuwordle import Conditions, UserError, Vocabulary, prove
from gpuwordle.optimal import weighted_openers
from gpuwordle.optimal.openers import SOLVED
from gpuwordle.proofs.certify import certify_proof

PETS = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"], weights=[1, 1, 1, 9, 1])


def case_of(seed):
    words, weights = weighed(small_vocabulary(seed, hidden=1 + seed % 9), random.Random(seed))
    totals = {
        guess: naive.least_total(words.guesses, words.answers, opener=guess, weights=weights)
        for guess in words.guesses
    }
    # Of equal openers answers come first, then the order of the list.
    ranked = sorted(
        words.guesses, key=lambda g: (totals[g], g not in weights, words.guesses.index(g))
    )
    return words, weights, totals, ranked


@pytest.mark.parametrize("first", range(0, 60, 6))
def test_openers_are_ranked_as_by_all_trees(first):
    for seed in range(first, first + 6):
        words, weights, totals, ranked = case_of(seed)
        top = 1 + seed % 3
        proof = prove(words, top=top, backend="numpy")
        assert proof.complete and [best.guess for best in proof.best] == ranked[:top]
        assert [best.total for best in proof.best] == [totals[guess] for guess in ranked[:top]]
        assert proof.best[0].mean == totals[ranked[0]] / sum(weights.values())
        limit = totals[ranked[0]]
        assert proof.bound == limit
        for guess, bound in zip(words.guesses, proof.bounds.tolist(), strict=True):
            assert bound <= totals[guess]
        for best in proof.best:
            worst = best.worst
            shorter = {"opener": best.guess, "allowed": worst - 1, "weights": weights}
            within = shorter | {"allowed": worst}
            assert naive.least_total(words.guesses, words.answers, **within) == best.total
            assert worst == 1 or naive.least_total(words.guesses, words.answers, **shorter) >= limit
        below = prove(words, below=limit, backend="numpy")
        assert below.complete and not below.best and below.bound == limit
        assert prove(words, below=limit + 1, backend="numpy").best[0].guess == ranked[0]
        some = prove(words, ranked[1:3] or ranked, backend="numpy")
        assert some.best[0].guess == (ranked[1:3] or ranked)[0]


def test_a_stopped_proof_goes_on_from_its_checkpoint(tmp_path, wordle, monkeypatch):
    weights = np.random.default_rng(3).integers(1, 100, 60)
    hidden = (*wordle.answers[::40][:58], "crane", "slate")
    guesses = tuple(dict.fromkeys(hidden + wordle.guesses[::20]))
    words = Vocabulary("some", hidden, guesses, weights=weights)
    whole = prove(words, top=2)
    place = tmp_path / "proof.json"
    stopped = prove(words, top=2, seconds=0, checkpoint=place)
    assert not stopped.complete and stopped.bound <= whole.bound
    # Some openers are settled, and the state is saved each time.
    monkeypatch.setattr(weighted_openers, "SAVE_EVERY", 0.0)
    settled = iter(range(40))

    def progress(share):
        if next(settled, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as interrupt:
        prove(words, top=2, checkpoint=place, progress=progress)
    assert not interrupt.value.proof.complete and interrupt.value.proof.best
    resumed = prove(words, top=2, checkpoint=place)
    assert resumed.complete and resumed.best == whole.best and resumed.bound == whole.bound
    assert np.count_nonzero(resumed.stages == SOLVED) >= 2
    others = Vocabulary("some", hidden, guesses, weights=weights[::-1])
    with pytest.raises(UserError, match="of another proof: its digest"):
        prove(others, top=2, checkpoint=place)
    with pytest.raises(UserError, match="of another proof: its digest"):
        prove(Vocabulary("some", hidden, guesses), top=2, checkpoint=place)


def test_equal_weights_prove_the_opener_without_weights(wordle):
    guesses = wordle.guesses[::25]
    hidden = guesses[::4]
    plain = prove(Vocabulary("some", hidden, guesses))
    sevenfold = prove(Vocabulary("some", hidden, guesses, weights=[7] * len(hidden)))
    assert (sevenfold.best[0].guess, sevenfold.bound) == (plain.best[0].guess, 7 * plain.bound)
    assert sevenfold.best[0].mean == plain.best[0].mean


def test_openers_that_are_alike_are_searched_once():
    codes = [a + b for a in "abcd" for b in "abcd"]
    weights = [2 if a == b else 1 for a, b in codes]
    words = Vocabulary("codes", codes, rule="mastermind", weights=weights)
    told = naive.pegs
    by_word = dict(zip(codes, weights, strict=True))
    totals = {
        guess: naive.least_total(codes, codes, opener=guess, told=told, weights=by_word)
        for guess in ("aa", "ab")
    }
    proof = prove(words, top=16)
    assert len(proof.best) == 16
    assert {best.guess: best.total for best in proof.best} == {
        code: totals["aa" if code[0] == code[1] else "ab"] for code in codes
    }


def test_what_is_not_proven():
    for given, told in (
        ({"conditions": Conditions(hard=True)}, "in easy mode and without a limit"),
        ({"conditions": Conditions(allowed=6)}, "in easy mode and without a limit"),
        ({"objective": "worst"}, "by objective total"),
    ):
        with pytest.raises(UserError, match=told):
            prove(PETS, **given)
    with pytest.raises(UserError, match="a certificate takes all words as equally likely"):
        certify_proof(prove(PETS))
