"""Certificates of small lists are accepted, and everything that is wrong with one is refused."""

import subprocess
import sys
from dataclasses import replace
from itertools import islice, permutations
from types import SimpleNamespace

import naive
import numpy as np
import pytest
from helpers import proofs
from helpers.proofs import FAMILY, proof_of, refused, treeless, with_proof
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.proofs import checker
from gpuwordle.proofs.certificate import IMPOSSIBLE, ONE_PLY, SEARCHED, SIZES, CoreProof, paths_of
from gpuwordle.proofs.checker import Refused, check
from gpuwordle.proofs.limits import Limits, TooLarge
from gpuwordle.rules.conditions import NO_LIMIT


def with_claims(certificate, **columns):
    proof = proof_of(certificate)
    return with_proof(certificate, replace(proof, claims=replace(proof.claims, **columns)))


def changed(column, place, value):
    column = np.array(column)
    column[place] = value
    return column


def with_claim(certificate, guess, code, bound):
    """Claim a bound of one more set, the bucket of a guess."""
    more = {"steps": 1, "path_guesses": guess, "path_codes": code, "bounds": bound}
    more |= {"left": 0, "legal": False}
    columns = vars(proof_of(certificate).claims).items()
    return with_claims(
        certificate, **{name: np.append(column, more[name]) for name, column in columns}
    )


def without_claim(certificate, claim):
    claims = proof_of(certificate).claims
    steps = dict.fromkeys(("path_guesses", "path_codes"), paths_of(claims)[claim])
    columns = vars(claims).items()
    kept = {name: np.delete(column, steps.get(name, claim)) for name, column in columns}
    return with_claims(certificate, **kept)


@settings(max_examples=60)
@given(
    lists=proofs.lists,
    seed=proofs.seeds,
    hard=st.booleans(),
    allowed=st.sampled_from([None, 6, 4, 3]),
    searched=st.booleans(),
    heaviest=st.sampled_from([1, 20]),
    data=st.data(),
)
def test_the_truth_is_accepted_and_no_bound_can_be_one_too_high(
    lists, seed, hard, allowed, searched, heaviest, data
):
    weights = proofs.random_weights(seed, len(lists[1]), heaviest)
    how = {"hard": hard, "allowed": allowed, "searched": searched, "weights": weights}
    made = proofs.certificate(*lists, **how)
    verdict, bound, bounds = check(made), made.statements[0].bound, proof_of(made).claims.bounds
    assert verdict.optimal == (made.tree is not None)
    if bound is not None:
        assert verdict.games.total == bound
        assert allowed is None or verdict.games.worst <= allowed
        with pytest.raises(Refused, match=r"opener \w+ is not refuted|claim|contradicts|adds up"):
            check(treeless(with_proof(made, bound=bound + 1)))
    finite = np.flatnonzero(bounds != IMPOSSIBLE).tolist()
    for claim in data.draw(st.sets(st.sampled_from(finite), max_size=5)) if finite else ():
        higher = changed(bounds, claim, bounds[claim] + 1)
        refused(with_claims(made, bounds=higher), rf"^claim {claim} \(.*\) says \d+")


@pytest.fixture(scope="module")
def easy():
    """A certificate in which openers are refuted in all three ways, and claims are needed."""
    made = proofs.certificate(*proofs.rhymes(5, 16, 6))
    proof = proof_of(made)
    assert set(proof.methods) == {SIZES, ONE_PLY, SEARCHED}
    return made


@pytest.fixture(scope="module")
def limited():
    """One in which no tree finds all words."""
    made = proofs.certificate(*proofs.rhymes(0, 16, 0), allowed=4)
    assert made.tree is None and len(proof_of(made).claims)
    return made


@pytest.fixture(scope="module")
def hard():
    return proofs.certificate(*proofs.rhymes(3, 14, 6), hard=True)


def needed_claim(certificate):
    """A claim without which the proof fails."""
    for claim in range(len(proof_of(certificate).claims)):
        try:
            check(without_claim(certificate, claim))
        except Refused:
            return claim
    raise AssertionError("no claim is needed")


def test_the_certificates_that_are_spoilt_are_good_and_progress_rises_to_one(easy, hard, limited):
    methods = "sizes", "one-ply bounds", "search"
    for certificate in (easy, hard, limited):
        told = []
        work = check(certificate, told.append).work
        assert sum(work[f"openers by {name}"] for name in methods) == len(certificate.guesses)
        assert told == sorted(told) and told[-1] == 1.0


def test_a_weaker_claim_or_none_is_not_enough(easy, limited):
    for certificate in (easy, limited):
        claim = needed_claim(certificate)
        lower = changed(proof_of(certificate).claims.bounds, claim, 1)
        for weaker in (without_claim(certificate, claim), with_claims(certificate, bounds=lower)):
            refused(weaker, r"^(opener|claim)")


def test_buckets_of_weak_claims_are_counted_too(easy):
    proof, accepted = proof_of(easy), 0
    for opener in np.flatnonzero(proof.methods == ONE_PLY):
        methods = changed(proof.methods, opener, SEARCHED)
        searched = with_proof(easy, replace(proof, methods=methods))
        for code, bucket in naive.buckets(easy.guesses[opener], easy.answers).items():
            if len(bucket) > 2:
                try:
                    accepted += bool(check(with_claim(searched, opener, code, 2 * len(bucket))))
                except Refused as wrong:
                    assert str(wrong).startswith("claim ")  # one guess may find all in 2 n - 1
    assert accepted > 9


def test_methods_that_do_not_refute(easy):
    proof = proof_of(easy)

    def spoilt(why, methods):
        refused(with_proof(easy, replace(proof, methods=methods)), why)

    for weaker, name, of in ((SIZES, "sizes", ONE_PLY), (ONE_PLY, "one-ply bounds", SEARCHED)):
        opener = int(np.flatnonzero(proof.methods == of)[0])
        why = rf"opener {easy.guesses[opener]} is not refuted by {name}: its bound is \d+, not \d+ "
        spoilt(f"{why}without a limit", changed(proof.methods, opener, weaker))
    spoilt("methods for 21 openers", proof.methods[1:])
    spoilt("by an unknown method", changed(proof.methods, 0, 4))


def test_claims_whose_numbers_mean_nothing(easy):
    claims = proof_of(easy).claims
    for column, value, why in (
        ("steps", 9, "paths of its claims have"),
        ("steps", -1, "a negative length"),
        ("left", -1, "a negative number of guesses"),
        ("bounds", -2, "below zero"),
        ("legal", True, "but the game is easy"),
        ("path_guesses", 22, "guess number out of range"),
        ("path_guesses", -1, "number out of range"),
        ("path_codes", 27, "no pattern has"),
    ):
        numbers = changed(getattr(claims, column), 0, value)
        refused(with_claims(easy, **{column: numbers}), why)
    refused(with_claims(easy, left=claims.left[1:]), "not of one length")


def test_claims_of_other_sets(easy):
    claims = proof_of(easy).claims
    codes = [naive.code(easy.guesses[claims.path_guesses[0]], word) for word in easy.answers]
    nobody = next(code for code in range(27) if code not in codes)
    refused(with_claims(easy, path_codes=changed(claims.path_codes, 0, nobody)), "leaves no word$")
    claim = needed_claim(easy)
    first = paths_of(claims)[claim].start
    other = next(code for code in codes if code != claims.path_codes[first])
    refused(with_claims(easy, path_codes=changed(claims.path_codes, first, other)), "^(opener|cl)")


def test_a_claim_of_one_word(easy):
    """No proof needs one, but one that is false is refused as well."""
    guess, code = next(
        (number, found)
        for number, word in enumerate(easy.guesses)
        for found, bucket in naive.buckets(word, easy.answers).items()
        if len(bucket) == 1 and bucket[0] != word
    )
    assert check(with_claim(easy, guess, code, 1)).optimal
    last = len(proof_of(easy).claims)
    refused(with_claim(easy, guess, code, 2), rf"^claim {last} \(.*\) says 2")


def test_a_bound_that_its_own_tree_contradicts_or_that_has_no_limit(easy, limited):
    (said,) = easy.statements
    refused(with_proof(easy, bound=said.bound + 1), "but its own takes")
    refused(with_proof(easy, bound=None, allowed=9), "but its own takes at most")
    refused(with_proof(limited, allowed=None), "without any limit")
    refused(with_proof(limited, allowed=NO_LIMIT), f"it allows {NO_LIMIT} guesses")


def test_a_tree_that_is_not_the_best(easy):
    (said,) = easy.statements
    weaker = with_proof(easy, bound=said.bound - 1)
    refused(weaker, r"it says that it is optimal by total: its tree of \d+ guesses, at most \d")
    verdict = check(replace(weaker, optimal=False))
    assert not verdict.optimal and verdict.bounds[0].bound == said.bound - 1
    refused(replace(easy, tree=None), "optimal by total: no tree")
    refused(replace(easy, objective="worst"), "optimal by worst")
    refused(replace(easy, objective="worst-then-total"), "optimal by worst-then-total")
    refused(replace(easy, statements=()), "states no bound")


def test_invalid_trees(easy):
    tree, columns = easy.tree, vars(easy.tree).items()
    leaf = len(tree.guesses) - 1

    def spoilt(why, **columns):
        refused(replace(easy, tree=replace(tree, **columns)), why)

    spoilt("is not found", guesses=changed(tree.guesses, leaf, tree.guesses[0]))
    spoilt("is not found", codes=changed(tree.codes, leaf, 26))
    spoilt("number out of range", guesses=changed(tree.guesses, leaf, 99))
    spoilt("no pattern has", codes=changed(tree.codes, leaf, 27))
    spoilt("not come after its parent", parents=changed(tree.parents, 1, leaf))
    spoilt("columns of its tree", parents=changed(tree.parents, 0, 0))
    spoilt("columns of its tree", codes=tree.codes[1:])
    spoilt("two nodes follow", **{name: np.append(column, column[-1]) for name, column in columns})
    more = {"parents": leaf, "codes": 0, "guesses": 0}
    longer = {name: np.append(column, more[name]) for name, column in columns}
    spoilt("has 1 nodes that no answer reaches", **longer)
    spoilt("the tree has nothing after", **{name: column[:-1] for name, column in columns})
    spoilt("is empty", **{name: column[:0] for name, column in columns})
    worst = check(easy).games.worst
    refused(replace(easy, allowed=worst - 1), f"more than the {worst - 1} guesses allowed")


def test_invalid_words(easy):
    for guesses, why in (
        ((*easy.guesses[:-1], easy.guesses[0]), "twice"),
        (easy.guesses[1:], "not among its guesses"),
        ((*easy.guesses[:-1], "ab"), "of one length"),
        ((*easy.guesses, "zzz"), "methods for 22 openers, not 23"),
    ):
        refused(replace(easy, guesses=guesses), why)
    refused(replace(easy, answers=()), "of one length")


def test_an_easy_tree_is_no_hard_one_and_hard_claims_are_no_easy_ones():
    lists = proofs.rhymes(1, 12, 6)
    hard, easy = (proofs.certificate(*lists, hard=asked, searched=True) for asked in (True, False))
    assert hard.statements[0].bound > easy.statements[0].bound
    check(hard)
    refused(replace(easy, hard=True), "not legal in hard mode")
    claims = proof_of(hard).claims
    refused(with_claims(hard, legal=np.zeros_like(claims.legal)), "^(claim|opener)")
    # A bound over all guesses holds for the legal ones as well.
    check(treeless(easy, hard=True))


def test_claims_with_a_limit_are_not_claims_without(limited):
    claims = proof_of(limited).claims
    refused(with_claims(limited, left=np.zeros_like(claims.left)), "says impossible, but")
    claim = int(np.flatnonzero(claims.bounds == IMPOSSIBLE)[0])
    more = changed(claims.left, claim, claims.left[claim] + 6)
    refused(with_claims(limited, left=more), rf"^claim {claim} .* says impossible in")


def test_cores():
    made = proofs.cores(FAMILY, FAMILY, 4)
    assert check(made).bounds[0].bound is None
    proof = proof_of(made)
    assert len(proof.sizes) > 1
    inner, last = int(np.flatnonzero(proof.guesses == 2)[0]), len(proof.words) - 1
    refused(with_proof(made, allowed=5), "last core is not all answers in 5 guesses")
    refused(with_proof(made, bound=99), "nothing else")
    for bound in (float("nan"), True, -1, 1 << 63):
        refused(with_proof(made, bound=bound), f"its bound {bound!r} is not a number of guesses")

    def spoilt(why, **columns):
        refused(with_proof(made, replace(proof, **columns)), why)

    higher = changed(proof.guesses, inner, 3)
    spoilt(r"may be found in 3 guesses: \w+ keeps no core together", guesses=higher)
    spoilt("number out of range", words=changed(proof.words, last, 99))
    twice = changed(proof.words, last, proof.words[last - 1])
    spoilt("last core is not all answers", words=twice)
    spoilt("more or fewer words", words=proof.words[1:])
    spoilt("twice", words=changed(proof.words, 0, proof.words[1]))
    spoilt("not of one length", guesses=proof.guesses[1:])
    split = proofs.cores([*FAMILY, "abcd", "efgh"], FAMILY[:3], 1)
    raised = with_proof(split, replace(proof_of(split), guesses=np.array([2])), allowed=2)
    refused(raised, r"may be found in 2 guesses: \w+ splits it into single words")
    bare = {"sizes": proof.sizes[-1:], "guesses": proof.guesses[-1:]}
    spoilt("keeps no core together", words=proof.words[-len(made.answers) :], **bare)
    # One word would be a core of one guess, and then every two words one of two guesses.
    spoilt(
        "a core has fewer than two words",
        sizes=np.append(1, proof.sizes),
        words=np.append(proof.words[0], proof.words),
        guesses=np.append(1, proof.guesses),
    )
    two = proofs.cores(FAMILY, FAMILY[:2], 1)
    assert len(proof_of(two).words) == 2 and check(two).bounds[0].allowed == 1


@pytest.mark.parametrize("better", [0, 55, 56, 57, 120, 185])
def test_a_core_is_checked_with_every_guess(better):
    """Guesses that split the answers better come first, and stand in words of 64 bits."""
    orders = ("".join(word) for last in "jkmnopqr" for word in permutations(f"abc{last}"))
    inner = [FAMILY[3:], *([word for word in FAMILY if word[0] != x] for x in "defg")]
    listed = [FAMILY.index(word) for core in (*inner, FAMILY) for word in core]
    proof = CoreProof(np.array([5, 7, 7, 7, 7, 8]), np.array(listed), np.array([2] * 5 + [3]))
    guesses = (*FAMILY, *islice(orders, better))
    made = proofs.stating(guesses, FAMILY, proofs.Statement(3, None, proof))
    refused(made, "3 guesses: hill keeps no core together")


def test_least_worst_case_then_least_total():
    lists = proofs.rhymes(5, 16, 6)
    worst = naive.least_worst(*lists)
    fewer, made = (proofs.certificate(*lists, allowed=allowed) for allowed in (worst - 1, worst))
    stated = *fewer.statements, *made.statements
    both = replace(made, objective="worst-then-total", statements=stated)
    assert check(both).optimal
    assert check(replace(both, objective="worst", statements=fewer.statements)).optimal
    for one in stated:
        refused(replace(both, statements=(one,)), "optimal by worst-then-total")


@pytest.mark.parametrize(("steps", "shown"), [(12, r"(\S+ ){11}\S+"), (13, r"(\S+ ){12}\.\.\.")])
def test_a_path_is_shown_up_to_a_dozen_clues(easy, steps, shown):
    word, every = easy.guesses.index(easy.answers[0]), np.full(steps, 1)
    code = naive.code(easy.answers[0], easy.answers[1])
    columns = {"path_guesses": word * every, "path_codes": code * every}
    columns |= {"bounds": np.array([99]), "left": np.array([0]), "legal": np.array([False])}
    long = with_claims(easy, steps=np.array([steps]), **columns)
    refused(long, rf"^claim 0 \({shown}\) says 99,")


def test_the_memory_of_claims_is_looked_at_while_they_are_read(easy, monkeypatch):
    monkeypatch.setattr("gpuwordle.proofs.checker.TICKS", 1)
    asked = []
    monkeypatch.setattr(Limits, "need", lambda limits, size, what: asked.append((size, what)))
    check(easy)
    count = len(proof_of(easy).claims)
    read = [(size, what) for size, what in asked if f"candidates of {count} claims" in what]
    assert len(read) == count > 1
    assert all(size >= 8 * int(what.split()[0].replace(",", "")) for size, what in read)


@pytest.mark.parametrize(("length", "bytes_of_a_code"), [(5, 1), (6, 2), (10, 2), (12, 2)])
def test_the_memory_that_codes_take_is_known_before_they_are_computed(length, bytes_of_a_code):
    words = random_words(3, length, 3, 10)
    made = proofs.certificate(words, words[:6])
    assert not len(proof_of(made).claims)
    need = 3 * bytes_of_a_code * len(words) * 6
    assert check(made, memory=need).optimal
    with pytest.raises(TooLarge, match="10 guesses on 6 answers take 0 MiB to check"):
        check(made, memory=need - 1)


def test_threads_change_no_verdict_and_no_reason(easy, hard, limited, monkeypatch):
    monkeypatch.setattr("gpuwordle.proofs.checker.PAIRS_AT_ONCE", 1)
    for certificate in (easy, hard, limited):
        assert check(certificate, threads=3) == check(certificate)
    bounds = proof_of(easy).claims.bounds
    for spoilt in (
        with_claims(easy, bounds=bounds + 1),
        without_claim(easy, needed_claim(easy)),
        treeless(with_proof(easy, bound=easy.statements[0].bound + 2)),
    ):
        reasons = set()
        for threads in (1, 3):
            with pytest.raises(Refused) as refusal:
                check(spoilt, threads=threads)
            reasons.add(str(refusal.value))
        assert len(reasons) == 1


def test_the_checker_loads_nothing_but_the_rules():
    code = "import sys, gpuwordle.proofs.checker; print(*sys.modules)"
    shown = subprocess.check_output([sys.executable, "-P", "-c", code], text=True)
    loaded = {name for name in shown.split() if name.startswith("gpuwordle")}
    own = "board", "certificate", "check_counts", "check_loops", "checker", "limits", "replay"
    known = {"gpuwordle", "gpuwordle.proofs", *(f"gpuwordle.proofs.{name}" for name in own)}
    rooms = {name.split(".")[1] for name in loaded - known}
    assert rooms <= {"compiled", "errors", "graphemes", "hangul", "rules"}


def test_few_claims_may_be_about_one_set(monkeypatch):
    """Each look-up compares them all."""
    monkeypatch.setattr(checker, "MOST_ALIKE", 3)
    checker._check_alike(SimpleNamespace(following=np.array([-1, 0, 1, -1, 3])))
    with pytest.raises(TooLarge, match="4 of its claims are about one set of answers, more than 3"):
        checker._check_alike(SimpleNamespace(following=np.array([-1, 0, 1, 2, -1])))
