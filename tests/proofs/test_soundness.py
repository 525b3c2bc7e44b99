"""No certificate around the truth proves what is false: small lists, and every tree tried as well.

Certificates are made of the truth, and then changed where a proof may be believed too easily:
bounds, guesses left, what claims ask, their paths, methods, weights, cores and families. Whatever
is accepted has to be true.
"""

import itertools
import random
from dataclasses import replace

import naive
import numpy as np
import pytest
from helpers import proofs

from gpuwordle.proofs.board import Words, workspace_of
from gpuwordle.proofs.certificate import (
    IMPOSSIBLE,
    ONE_PLY,
    SIZES,
    CoreProof,
    FamilyProof,
    Refutations,
    Statement,
)
from gpuwordle.proofs.check_counts import PAIRED
from gpuwordle.proofs.check_loops import check_openers
from gpuwordle.proofs.checker import Refused, check, known_claims, supersets_of
from gpuwordle.proofs.limits import Limits
from gpuwordle.rules.conditions import NO_LIMIT

LISTS, CHANGES = 60, 50


def small_list(chance):
    """Words that are hard to tell apart, or few letters in any order."""
    if chance.random() < 0.6:
        return proofs.rhymes(chance.randrange(10**6), chance.randint(5, 11), chance.randint(0, 5))
    return proofs.drawn(chance.randrange(10**6), chance.randint(2, 4), 3, chance.randint(3, 10))


def changed_claims(claims, chance, minima):
    """Claims with some numbers changed, or a path that leads to another set."""
    columns = {name: np.array(column) for name, column in vars(claims).items()}
    for _ in range(chance.randint(1, 3)):
        claim = chance.randrange(len(claims))
        kind = chance.choice(["bounds", "bounds", "left", "legal", "path"])
        if kind == "bounds":
            bound = int(columns["bounds"][claim])
            own = chance.choice([1, *minima.weight.values()])
            choices = [bound + 1, bound + 1 + own, max(0, bound - own), IMPOSSIBLE]
            columns["bounds"][claim] = chance.choice(choices)
        elif kind == "left":
            left = int(columns["left"][claim])
            columns["left"][claim] = chance.choice([0, 1, 2, 3, left + 1, max(0, left - 1)])
        elif kind == "legal":
            columns["legal"][claim] = minima.hard and not columns["legal"][claim]
        elif len(columns["path_guesses"]):
            step = chance.randrange(len(columns["path_guesses"]))
            guess = chance.randrange(len(minima.guesses))
            columns["path_guesses"][step] = guess
            code = naive.code(minima.guesses[guess], chance.choice(minima.answers))
            columns["path_codes"][step] = code
    return replace(claims, **columns)


def changed_statement(said, chance, minima):
    """A statement around the truth, with a proof that was changed as well."""
    proof = said.proof
    if len(proof.claims) and chance.random() < 0.7:
        proof = replace(proof, claims=changed_claims(proof.claims, chance, minima))
    if chance.random() < 0.3:
        methods = np.array(proof.methods)
        methods[chance.randrange(len(methods))] = chance.randrange(3)
        proof = replace(proof, methods=methods)
    bound, allowed = said.bound, said.allowed
    if chance.random() < 0.6:
        own = chance.choice([1, *minima.weight.values()])
        near = () if bound is None else (bound + 1, bound + 1 + own, bound - own)
        bound = chance.choice([None, *near])
    if chance.random() < 0.3:
        allowed = chance.choice([None, 2, 3, 4, 5])
    return Statement(allowed, bound, proof)


def is_true(minima, said):
    """Whether no tree takes fewer guesses, by trying all of them."""
    least, _ = minima.least(minima.answers, (), said.allowed)
    return least >= proofs.NEVER if said.bound is None else least >= said.bound


def accepted(certificate):
    try:
        check(certificate)
    except Refused:
        return False
    return True


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_accepted_is_true(seed):
    chance = random.Random(seed)
    outcomes = {True: 0, False: 0}
    for _ in range(LISTS // 6):
        words, answers = small_list(chance)
        hard, allowed = chance.random() < 0.5, chance.choice([None, 2, 3, 4, 5])
        heaviest = chance.choice([1, 3, 9, 1000])
        weights = proofs.random_weights(chance.randrange(10**6), len(answers), heaviest)
        given = {"hard": hard, "allowed": allowed, "searched": True, "weights": weights}
        made = proofs.certificate(words, answers, **given)
        lists = made.guesses, made.answers, hard
        minima = proofs.Minima(*lists, weights)
        for _ in range(CHANGES):
            said = changed_statement(made.statements[0], chance, minima)
            true, forged = minima, weights
            if weights and chance.random() < 0.2:
                place, own = chance.randrange(len(weights)), chance.choice([1, *weights])
                forged = (*weights[:place], own, *weights[place + 1 :])
                true = proofs.Minima(*lists, forged)
            outcome = accepted(proofs.treeless(made, statements=(said,), weights=forged))
            outcomes[outcome] += 1
            assert not outcome or is_true(true, said), (words, answers, forged, hard, said)
    assert min(outcomes.values()) > 20, "some are accepted, some refused"


@pytest.mark.parametrize("seed", range(3))
def test_cores_and_families_that_are_accepted_are_true(seed):
    chance = random.Random(seed)
    outcomes = {True: 0, False: 0}
    for _ in range(10):
        words, answers = proofs.rhymes(chance.randrange(10**6), chance.randint(4, 9), 4)
        minima = proofs.Minima(tuple(words), tuple(answers), False)
        allowed = next(
            (m for m in (4, 3, 2) if minima.least(minima.answers, (), m)[0] >= proofs.NEVER), 1
        )
        made = proofs.cores(words, answers, allowed)
        for _ in range(CHANGES // 2):
            proof, limit = made.statements[0].proof, allowed
            guesses, listed = np.array(proof.guesses), np.array(proof.words)
            for _ in range(chance.randint(0, 2)):
                guesses[chance.randrange(len(guesses))] += chance.choice([-1, 1])
                listed[chance.randrange(len(listed))] = chance.randrange(len(answers))
            limit = allowed + chance.choice([0, 0, 1])
            if chance.random() < 0.5:
                guesses[-1] = limit
            proof = replace(proof, guesses=guesses, words=listed)
            if chance.random() < 0.3:
                some = chance.sample(range(len(answers)), chance.randint(2, len(answers)))
                proof, limit = FamilyProof(np.array(some)), chance.choice([1, 2, 3])
            said = Statement(limit, None, proof)
            outcome = accepted(replace(made, statements=(said,)))
            outcomes[outcome] += 1
            assert not outcome or is_true(minima, said), (words, answers, said)
    assert min(outcomes.values()) > 5


def test_a_core_rests_only_on_cores_inside_it():
    """Pairs of words are not cores of three guesses, whatever cores of two there are."""
    found = 0
    for seed in range(20):
        words, answers = proofs.rhymes(seed, 12, 3)
        minima = proofs.Minima(tuple(words), tuple(answers), False)
        if minima.least(minima.answers, (), 3)[0] < proofs.NEVER:
            continue
        made = proofs.cores(words, answers, 3)
        proof = made.statements[0].proof
        pairs = np.array(list(itertools.combinations(range(len(answers)), 2)))
        more = replace(
            proof,
            sizes=np.concatenate([proof.sizes, np.full(len(pairs), 2), [len(answers)]]),
            words=np.concatenate([proof.words, pairs.ravel(), np.arange(len(answers))]),
            guesses=np.concatenate([proof.guesses, np.full(len(pairs), 3), [4]]),
        )
        said = Statement(4, None, more)
        found += not is_true(minima, said)
        assert not accepted(replace(made, statements=(said,)))
    assert found > 2


def test_a_core_rests_on_one_core_for_every_guess():
    """It is refused without those that one guess leaves together, whichever guess that is."""
    guesses, answers = proofs.rhymes(1, 10, 3)
    every = range(len(answers))
    codes = np.array([[naive.code(guess, answer) for answer in answers] for guess in guesses])
    small = [
        some
        for some in (*itertools.combinations(every, 3), *itertools.combinations(every, 4))
        if all(len(set(row)) < len(some) for row in codes[:, some])
    ]
    for without in (None, *range(len(guesses))):
        inner = [some for some in small if without is None or len(set(codes[without, some])) > 1]
        sizes, listed = [*map(len, inner), len(answers)], [*itertools.chain(*inner), *every]
        proof = CoreProof(np.array(sizes), np.array(listed), np.array([2] * len(inner) + [3]))
        certificate = proofs.stating(guesses, answers, Statement(3, None, proof))
        assert accepted(certificate) == (without is None)


@pytest.mark.parametrize("place", range(4))
def test_a_claim_that_is_too_high_is_refused_though_one_guess_alone_shows_it(place):
    """abc tells the words apart, and no other guess does."""
    few = ["adf", "gbh", "ijc"]
    answers = [*few[:place], "abc", *few[place:]]
    guesses = [*answers, "zzz"]
    for bound, outcome in ((7, True), (8, False)):
        claims = proofs.ClaimList(proofs.Minima(tuple(guesses), tuple(answers), False))
        claims.rows.append(((("zzz", (0, 0, 0)),), bound, None))
        said = Statement(None, 7, Refutations(np.full(5, SIZES, np.uint8), claims.table()))
        assert accepted(proofs.stating(guesses, answers, said, objective="total")) == outcome


def test_nothing_is_proven_by_claims_about_other_rules():
    """A claim after a guess in hard mode, or with fewer guesses left, holds there alone."""
    for seed in (1, 103, 128):  # lists that take fewer guesses where more than four are allowed
        words, answers = proofs.rhymes(seed, 10, 5)
        made = proofs.certificate(words, answers, hard=True, allowed=4, searched=True)
        (said,) = made.statements
        claims, none = said.proof.claims, np.zeros_like(said.proof.claims.left)
        minima = proofs.Minima(made.guesses, made.answers, True)
        for columns in ({"legal": none.astype(bool)}, {"left": none}, {"left": claims.left + 1}):
            proof = Refutations(said.proof.methods, replace(claims, **columns))
            for allowed in (None, 5):
                other = replace(said, proof=proof, allowed=allowed)
                assert not is_true(minima, other)
                assert not accepted(proofs.treeless(made, statements=(other,)))


@pytest.fixture(scope="module")
def dense():
    """Words so dense that openers leave one or two buckets of more than a hundred."""
    few = ("axxx", "xaxx", "xxxx", "axbx", "xxab", "axxc")
    words = ["".join(letters) for letters in itertools.product("ab", *["cdefg"] * 3)]
    random.Random(1).shuffle(words)
    made = [naive.buckets(guess, words[:230]).values() for guess in few[:3]]
    assert [sum(len(part) > PAIRED for part in parts) for parts in made] == [2, 2, 1]
    return (*few, *words), tuple(words[:230])


def one_ply_totals(words, answers, hard, left, weights):
    """What every opener takes at least by one ply, from plain codes."""
    weights = np.array(weights or [1] * len(answers))
    codes = np.array([[naive.code(guess, answer) for answer in answers] for guess in words])
    place = {answer: index for index, answer in enumerate(answers)}
    spots = np.array([place.get(guess, -1) for guess in words])

    def heaviest(some):
        """What the heaviest words of the buckets of every guess weigh together."""
        found = np.zeros((len(words), codes.max() + 1), int)
        for word in sorted(some, key=weights.__getitem__):
            found[np.arange(len(words)), codes[:, word]] = weights[word]
        return found.sum(axis=1)

    most = max(heaviest(range(len(answers))))
    totals = []
    for opener, row in zip(words, codes, strict=True):
        total = weights.sum()
        for code in np.unique(row):
            some = np.flatnonzero(row == code)
            if some.tolist() == [place.get(opener)]:
                continue
            n, weight, top = len(some), weights[some].sum(), weights[some].max()
            enough = left is None or left > 1 or (left and n == 1)
            value = 2 * weight - top if enough else proofs.NEVER
            if n > 2:
                clue = opener, naive.colours(opener, answers[some[0]])
                legal = [not hard or naive.is_legal(*clue, guess) for guess in words]
                made = heaviest(some)
                ones = 3 * weight - made - np.where(np.isin(spots, some), weights[spots], 0)
                ones = ones[np.array(legal) & ((left != 2) | (made == weight))]
                value = max(value, 3 * weight - most - top, ones.min(initial=proofs.NEVER))
            total += value
        totals.append(min(total, proofs.NEVER))
    return totals


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("hard", "allowed", "heaviest"),
    [
        (False, None, 1),
        (True, None, 1),
        (False, 4, 1),
        (True, 3, 1),
        (False, 3, 1),
        (False, None, 99),
        (True, 4, 9),
    ],
)
def test_one_ply_bounds_of_large_buckets_are_exact(dense, hard, allowed, heaviest, monkeypatch):
    for paired in ("PAIRED", "PAIRED_WEIGHED"):  # buckets of many sizes, by their supersets
        monkeypatch.setattr(f"gpuwordle.proofs.board.{paired}", 20)
    words, answers = dense
    if hard:  # one guess at a time, so fewer words are enough
        words, answers = words[:140], answers[:125]
    weights = proofs.random_weights(1, len(answers), heaviest)
    left = None if allowed is None else allowed - 1
    totals = one_ply_totals(words, answers, hard, left, weights)
    methods = np.full(len(words), ONE_PLY, np.uint8)
    listed = Words(words, answers, weights=weights)
    known = known_claims(Refutations(methods).claims, listed, Limits())
    rules = hard, NO_LIMIT if allowed is None else allowed, 1 << 60, methods
    supersets = supersets_of(listed, 2, Limits(), 1)
    given = listed.board, known, supersets, workspace_of(listed.board), *rules
    for rank, guess in enumerate(listed.order):
        opener, total = check_openers(rank, rank + 1, *given)
        assert (opener, min(total, proofs.NEVER)) == (rank, totals[guess])
    least = int(min(totals))
    stated = [] if least >= proofs.NEVER else [(least, True), (least + 1, False)]
    if allowed is not None:
        stated.append((None, least >= proofs.NEVER))
    for bound, outcome in stated:
        said = Statement(allowed, bound, Refutations(methods))
        made = proofs.stating(words, answers, said, hard=hard, objective="total", weights=weights)
        assert accepted(made) == outcome
