"""Proofs about all openers of words with weights, and their certificates, against all trees."""

import json
import random
from dataclasses import replace

import naive
import numpy as np
import pytest
from helpers import proofs
from helpers.optimal import ranked, small_vocabulary, totals_of, weighed
from helpers.proofs import proof_of, proves_exactly, refused, repacked, with_header, with_proof

from gpuwordle import Conditions, UserError, Vocabulary, prove, verify
from gpuwordle.optimal import weighted_openers
from gpuwordle.optimal.openers import SOLVED
from gpuwordle.proofs.certificate import ALIKE, FamilyProof, Unreadable, decode, encode
from gpuwordle.proofs.certification import Proven, certify, certify_proof, certify_too_few
from gpuwordle.proofs.checker import Refused, check
from gpuwordle.proofs.opener_proof import TooFewGuesses
from gpuwordle.rules.built_in import RULES

PETS = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"], weights=[1, 1, 1, 9, 1])


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("name", "hard", "allowed"),
    [
        *(("wordle", False, allowed) for allowed in (None, 4, 3)),
        *(("wordle", True, allowed) for allowed in (None, 6, 4, 3)),
        *((name, False, None) for name in ("mastermind", "jotto", "greens")),
    ],
)
def test_proofs_under_conditions_are_those_of_all_trees(name, hard, allowed):
    """Ranks, bounds and certificates; or how many guesses are enough, and the proof of it."""
    rules = Conditions(hard=hard, allowed=allowed)
    for seed in range(8, 44, 4) if hard or allowed or name != "wordle" else range(60):
        words = small_vocabulary(seed, hidden=1 + seed % 9)
        words, weights = weighed(words, random.Random(seed), rule=name)
        told = None if name == "wordle" else naive.TOLD[name]
        play = {"weights": weights, "hard": hard, "told": told}
        totals = totals_of(words, allowed=allowed, **play)
        expected = ranked(words, totals)
        if not expected:
            fewest = naive.least_worst(words.guesses, words.answers, hard=hard)
            with pytest.raises(TooFewGuesses, match=rf": allow {fewest}$") as too_few:
                prove(words, conditions=rules, backend="numpy")
            made = decode(encode(certify_too_few(too_few.value)))
            assert made.digest == words.digest and check(made).bounds[0].bound is None
            with pytest.raises(Refused):
                check(replace(with_proof(made, allowed=fewest), allowed=fewest))
            continue
        top, (opener, limit) = 1 + seed % 3, expected[0]
        proof = prove(words, conditions=rules, top=top, backend="numpy")
        assert proof.complete and proof.bound == limit
        assert [(best.guess, best.total) for best in proof.best] == expected[:top]
        assert proof.best[0].mean == limit / sum(weights.values())
        assert (proof.bounds <= list(totals.values())).all()
        for best in proof.best:
            assert best.worst <= (allowed or len(words.answers))
            within = {"opener": best.guess, "allowed": best.worst}
            total = naive.least_total(words.guesses, words.answers, **within, **play)
            assert total == best.total
        some = [guess for guess, _ in expected[1:3] or expected]
        for chosen, best in ((some, some[0]), (some[-1], some[-1])):
            found = prove(words, chosen, rules, backend="numpy").best[0]
            assert (found.guess, found.total) == (best, totals[best])
        above = prove(words, conditions=rules, below=limit + 1, backend="numpy")
        assert above.best[0].guess == opener
        made = proves_exactly(certify_proof(proof), limit)
        assert (made.hard, made.statements[0].allowed) == (hard, allowed)
        assert (made.digest, made.rule) == (words.digest, name)
        assert made.weights == (None if words.weights is None else tuple(weights.values()))
        verdict = verify(made, words)
        assert verdict and verdict.to_dict()["mean"] == proof.best[0].mean
        # The same file under another rule is of other words.
        other = next(rule for rule in RULES if rule != name)
        with pytest.raises(UserError, match="does not match"):
            verify(made, weighed(words, random.Random(seed), rule=other)[0])
        below = prove(words, conditions=rules, below=limit, backend="numpy")
        assert below.complete and not below.best and below.bound == limit
        made = certify_proof(below)
        assert [bound.bound for bound in check(made).bounds] == [limit] and made.tree is None


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
    for other in (weights[::-1], None):
        words = Vocabulary("some", hidden, guesses, weights=other)
        with pytest.raises(UserError, match="belongs to another proof: its digest"):
            prove(words, top=2, checkpoint=place)


def test_equal_weights_prove_the_opener_without_weights(wordle):
    guesses = wordle.guesses[::25]
    hidden = guesses[::4]
    plain = prove(Vocabulary("some", hidden, guesses))
    sevenfold = prove(Vocabulary("some", hidden, guesses, weights=[7] * len(hidden)))
    assert (sevenfold.best[0].guess, sevenfold.bound) == (plain.best[0].guess, 7 * plain.bound)
    assert sevenfold.best[0].mean == plain.best[0].mean


def test_openers_that_are_alike_have_answers_of_equal_weights_and_are_searched_once():
    # Codes of two pegs, of which those of one colour weigh twice as much.
    weights = {one + two: 1 + (one == two) for one in "abcd" for two in "abcd"}
    words = Vocabulary("codes", list(weights), rule="mastermind", weights=weights)
    how, lists = {"told": naive.pegs, "weights": weights}, (words.guesses, words.answers)
    one, two = (naive.least_total(*lists, opener=opener, **how) for opener in ("aa", "ab"))
    proof = prove(words, top=16)
    found = {best.guess: best.total for best in proof.best}
    assert found == {code: one if code[0] == code[1] else two for code in words.guesses}
    made = decode(encode(certify_proof(proof)))
    assert np.count_nonzero(proof_of(made).methods == ALIKE) == 14
    assert check(made).optimal
    other = proofs.treeless(made, weights=tuple((weights | {"cc": 3}).values()))
    refused(other, "maps an answer to one of another weight")


def test_forged_weights_are_refused():
    made = certify_proof(prove(PETS))
    assert made.weights == (1, 1, 1, 9, 1)
    total = made.statements[0].bound
    lighter = proofs.treeless(made, weights=(1, 1, 1, 8, 1))
    refused(lighter, rf"is not refuted by \w+: its bound is \d+, not {total} ")
    heavier = proofs.treeless(made, weights=(1, 1, 1, 10, 1))
    assert check(heavier).bounds[0].bound == total
    takes = r"every tree takes 19 guesses .*, but its own takes 18$"
    refused(replace(made, weights=(1, 1, 1, 8, 1)), takes)
    for weights, why in (
        ((1, 1, 1, 9), "it has 4 weights for 5 answers"),
        ((1, 1, 1, 0, 1), "answer 'pig' has weight 0, not a whole number above 0"),
        ((1, 1, 1, -9, 1), "answer 'pig' has weight -9"),
        ((1, 1, 1, 2.5, 1), "answer 'pig' has weight 2.5"),
    ):
        refused(replace(made, weights=weights), why)
    with pytest.raises(UserError, match="5 answers of pets; drop"):
        verify(certify_proof(prove(Vocabulary("pets", PETS.answers))), PETS)


def test_damaged_weights_are_found():
    made = certify_proof(prove(PETS))

    def unreadable(why, text="1\n1\n1\n9\n1\n", **said):
        def change(members):
            header = json.loads(members["certificate.json"])
            assert (header["weights"], members["weights.txt"]) == (13, b"1\n1\n1\n9\n1\n")
            members["weights.txt"] = text.encode()

        with pytest.raises(Unreadable, match=why):
            decode(with_header(repacked(encode(made), change), **said))

    unreadable("weights.txt adds up to 14", "1\n1\n1\n10\n1\n")
    unreadable("the digest of its words is not", "1\n1\n9\n1\n1\n")
    unreadable("the digest of its words is not", "1\n1\n1\n10\n1\n", weights=14)
    unreadable("weights in certificate.json is not of type int", weights=13.0)
    unreadable("invalid literal", "1\n1\n1\nmany\n1\n")
    for text in ("1\n1\n1\n09\n1\n", "1\n1\n1\n9\n1", "1\n1\n1\n 9\n1\n", "1\n1\n1\n٩\n1\n"):
        unreadable("does not hold one number per line", text)


def test_cores_and_families_are_of_answers_in_their_order():
    words, weights = proofs.FAMILY, tuple(range(1, 9))
    cores = proofs.cores(words, words, 4)
    for made in (cores, with_proof(cores, FamilyProof(np.arange(3)), allowed=2)):
        assert check(replace(made, weights=weights)).bounds == check(made).bounds
    extra = [*words, "yyyy", "zzzz"]
    some = replace(proofs.cores(extra, extra, 4), weights=(*weights, 70, 60))
    assert check(some).bounds[0].bound is None
    family = with_proof(some, FamilyProof(np.arange(8)), allowed=3)
    assert check(family).bounds[0].allowed == 3
    family = with_proof(some, FamilyProof(np.array([8, 9])), allowed=2)
    refused(family, "its family of 2 words, yyyy and others, is told apart")


def test_bounds_that_no_certificate_holds():
    with pytest.raises(UserError, match="a certificate holds 2,147,483,647 at most: scale the wei"):
        certify(PETS, [Proven(None, 2**31, None)])


def test_an_impossible_set_is_impossible_in_a_larger_one():
    """Within six guesses: bounds that it raises are more than any total, and no numbers."""
    guesses = (
        "bbdb cbdb eded becb daed dbdc aebd adba abed cced ecda bcba cede edba caab deeb beda beeb "
        "cbaa edcb baed"
    )
    weights = {
        "adba": 100,
        "becb": 10,
        "daed": 1,
        "edcb": 100,
        "baed": 5,
        "eded": 3,
        "dbdc": 100,
        "cced": 2,
        "edba": 1,
        "deeb": 5,
        "ecda": 1,
        "bbdb": 2,
        "beeb": 100,
        "beda": 2,
        "abed": 5,
        "bcba": 1,
        "cbdb": 100,
        "caab": 3,
        "aebd": 3,
        "cbaa": 5,
        "cede": 10,
    }
    words = Vocabulary("full", list(weights), guesses.split(), rule="jotto", weights=weights)
    for allowed in (5, 6, 7):
        proof = prove(words, conditions=Conditions(allowed=allowed))
        assert check(certify_proof(proof)).bounds[0].bound == proof.bound
