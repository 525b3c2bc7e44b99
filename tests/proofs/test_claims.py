"""What the producer writes down is enough for the checker, and nothing false is."""

import random
from dataclasses import replace

import naive
import numpy as np
import pytest
from helpers import proofs
from helpers.proofs import proof_of, with_proof
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.board import Words, workspace_of
from gpuwordle.proofs.certificate import SEARCHED, SIZES
from gpuwordle.proofs.certification import SolverFacts
from gpuwordle.proofs.check_counts import INFINITE
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.claims import Bounds, Producer, empty_cases, find_cases, one_ply_of
from gpuwordle.rules.conditions import NO_LIMIT


class SlowFacts:
    """Plain Python minima as a solver that remembers some of what it has proven."""

    def __init__(self, words, minima, remembers, allowed=None):
        self.words, self.minima, self.remembers = words, minima, remembers
        self.allowed, self.asked = allowed, 0

    def bounds(self, sets):
        """Easy bounds, which hold in hard mode and with a limit as well."""
        lists = self.minima.guesses, self.minima.answers
        easy = proofs.Minima(*lists, False, self.minima.weights)
        found = []
        for number in range(len(sets.starts) - 1):
            members = sets.candidates_of(number)
            known = hash(members.tobytes()) % 10 < self.remembers
            named = tuple(self.minima.answers[m] for m in members)
            found.append(easy.least(named)[0] if known else 0)
        # Nothing here is known to be of one ply.
        known = np.array(found, np.int64)
        return Bounds(known, np.zeros_like(known), np.zeros(len(known), np.bool_))

    def least(self, members, clues):
        self.asked += 1
        named = tuple(self.minima.answers[m] for m in members)
        guesses, length = self.words.guesses, self.words.length
        shown = tuple(
            (guesses[g], tuple(map(int, np.base_repr(code, 3).zfill(length)))) for g, code in clues
        )
        left = None if self.allowed is None else self.allowed - len(clues)
        total, _ = self.minima.least(named, shown, left)
        return total if total < proofs.NEVER else INFINITE


def produced(made, remembers, progress=None):
    """The certificate with a proof by the producer in place of the slow one."""
    (said,) = made.statements
    words = Words(made.guesses, made.answers, weights=made.weights)
    minima = proofs.Minima(made.guesses, made.answers, made.hard, made.weights)
    facts = SlowFacts(words, minima, remembers, made.allowed)
    producer = Producer(words, facts, hard=made.hard, allowed=made.allowed)
    return with_proof(made, producer.prove(said.bound, progress)), facts


HARD = {"seed": 0, "hard": True, "allowed": None, "remembers": 0, "heaviest": 1}


@settings(max_examples=20)
@given(
    lists=proofs.lists,
    seed=proofs.seeds,
    hard=st.booleans(),
    allowed=st.sampled_from([None, 6, 4, 3]),
    remembers=st.sampled_from([0, 5, 10]),
    heaviest=st.sampled_from([1, 3, 1000]),
)
@example(lists=proofs.rhymes(1, 11, 11), **HARD)  # claims rest on legal guesses alone
@example(lists=proofs.rhymes(12, 13, 2), **HARD)
@example(lists=proofs.rhymes(38, 11, 11), **HARD)
def test_what_is_produced_is_accepted(lists, seed, hard, allowed, remembers, heaviest):
    weights = proofs.random_weights(seed, len(lists[1]), heaviest)
    made = proofs.certificate(*lists, hard=hard, allowed=allowed, weights=weights)
    other, _ = produced(made, remembers)
    assert check(other) == replace(check(made), work=check(other).work)


def test_methods_are_found_out_and_few_claims_are_made(made):
    other, facts = produced(made, 10)
    mine, slow = proof_of(other), proof_of(made)
    # Claims are preferred to counting where more is known than one ply gives.
    assert np.all((mine.methods == slow.methods) | (mine.methods == SEARCHED))
    assert 0 < len(mine.claims) < len(slow.claims) and facts.asked == 0
    other, facts = produced(made, 0)
    assert facts.asked > 0
    assert (proof_of(other).methods == slow.methods).all(), "no claims where one ply does"


def test_a_bound_that_is_not_true_cannot_be_written(made):
    (said,) = made.statements
    with pytest.raises(ValueError, match="the bound is not true: after"):
        produced(with_proof(made, bound=said.bound + 1), 10)


@pytest.mark.parametrize("allowed", [2, 4, 5])
def test_what_no_tree_finds_with_a_limit_is_refuted_by_sizes_where_they_suffice(allowed):
    made = proofs.certificate(*proofs.rhymes(0, 16, 0), allowed=allowed)
    assert made.statements[0].bound is None
    for remembers in (0, 10):
        other, _ = produced(made, remembers)
        assert not check(other).optimal
        mine, slow = (proof_of(one).methods == SIZES for one in (other, made))
        assert (mine >= slow).all() and mine.all() == (allowed == 2)


def test_progress_is_told_of_openers_and_of_claims(made):
    told = []
    produced(made, 10, told.append)
    assert told == sorted(told) and told[-1] == 1.0
    assert any(0.25 <= fraction < 0.5 for fraction in told)


@pytest.mark.parametrize(("seed", "heaviest"), [(1, 20), (19, 20), (5, 1)])
def test_answers_may_come_in_any_order(seed, heaviest):
    """A heavy candidate is bounded by claims where one ply is not enough."""
    chance = random.Random(seed)
    weights = tuple(chance.randint(1, heaviest) for _ in range(14))
    words, answers = proofs.rhymes(seed, 14, 4)
    for turn in range(14):  # a heavy one may be the first answer
        turned, moved = (each[turn:] + each[:turn] for each in (answers, weights))
        made = proofs.certificate(words, turned, weights=moved)
        assert check(produced(made, 0)[0]).optimal


def test_many_openers_are_laid_out_at_a_time():
    words = Words(*proofs.rhymes(1, 16, 60))
    methods = np.full(len(words.guesses), SIZES, np.uint8)
    producer = Producer(words, None, hard=False, allowed=None)
    assert producer._without_claims(0, methods, None) == []
    assert (methods == SIZES).all()


@pytest.mark.parametrize("left", [NO_LIMIT, 3, 2])
def test_one_ply_bounds_are_the_least_of_all_guesses_or_what_is_enough(left):
    listed, answers = proofs.rhymes(7, 16, 20)
    words, chance = Words(listed, answers), np.random.default_rng(1)
    scratch = workspace_of(words.board)
    for size in range(2, 16):
        some = np.sort(chance.choice(16, size, replace=False)).astype(np.int32)
        hidden, least = [answers[member] for member in some], INFINITE
        for guess in listed:
            buckets = len({naive.code(guess, answer) for answer in hidden})
            if left != 2 or buckets == size:
                least = min(least, 3 * size - buckets - (guess in hidden))
        for enough in range(2 * size, 3 * size + 1):
            given = words.board, scratch, some, np.zeros_like(scratch.demands)
            found = one_ply_of(*given, left, False, enough)
            assert found == (least if least == INFINITE else min(least, enough))


@pytest.mark.parametrize("heaviest", [1, 20])
def test_guesses_need_claims_where_one_ply_gives_less_than_is_claimed(heaviest):
    listed, answers = proofs.rhymes(5, 16, 6)
    chance, tried = np.random.default_rng(1), set()
    weight = dict(zip(answers, chance.integers(1, heaviest + 1, 16).tolist(), strict=True))
    words = Words(listed, answers, weights=None if heaviest == 1 else tuple(weight.values()))
    scratch = workspace_of(words.board)
    for _ in range(100):
        some = np.sort(chance.choice(16, 5, replace=False)).astype(np.int32)
        named = [words.answers[member] for member in some]
        for member, guess in zip(some.tolist(), named, strict=True):
            buckets = naive.buckets(guess, named).values()
            if max(map(len, buckets)) > 2:  # more may be known of larger ones without claims
                continue
            first = sum(max(map(weight.get, bucket)) for bucket in buckets) + weight[guess]
            for bound, missing in enumerate([0, 1, 2], 3 * sum(map(weight.get, named)) - first):
                claim = np.array([0, 5]), some, np.zeros((1, len(scratch.demands)), np.uint8)
                cases = empty_cases(22, 176, 704, len(scratch.demands), False)
                given = np.array([bound]), NO_LIMIT, words.board, scratch, False, cases
                _, count, *_ = find_cases(*claim, *given)
                found = dict(zip(cases.guesses[:count], cases.missing[:count], strict=True))
                assert found.get(words.board.guess_of[member], 0) == missing
                tried.add(member)
    assert tried == set(range(16))


def test_claims_whose_cases_do_not_fit_wait():
    listed, answers = proofs.rhymes(5, 16, 6)
    words, chance = Words(listed, answers), np.random.default_rng(1)
    scratch, sizes = workspace_of(words.board), np.array([6, 8, 7])
    some = [np.sort(chance.choice(16, size, replace=False)).astype(np.int32) for size in sizes]
    claims = (
        np.append(0, np.cumsum(sizes)),
        np.concatenate(some),
        np.zeros((3, len(scratch.demands)), np.uint8),
        3 * sizes,  # more than one ply gives
        NO_LIMIT,
    )

    def found(*room):
        cases = empty_cases(*room, len(scratch.demands), False)
        return *find_cases(*claims, words.board, scratch, False, cases), cases

    done, *most, whole = found(1000, 8000, 32000)
    assert done == 3 and min(most) > 10
    for kind in range(3):
        room = [1000, 8000, 32000]
        room[kind] = most[kind] - 1
        done, *used, cases = found(*room)
        assert 0 < done < 3 and used[0] == np.count_nonzero(whole.claims[: most[0]] < done)
        for few, all_of_them in zip(cases[:4], whole[:4], strict=True):
            assert few[: used[0]].tolist() == all_of_them[: used[0]].tolist()


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    hidden=st.integers(3, 12),
    hard=st.booleans(),
    allowed=st.sampled_from([None, 6, 4, 3]),
)
def test_the_solver_knows_enough(seed, hidden, hard, allowed):
    words = proofs.rhyming(seed, hidden, 6)
    lists = words.guesses, words.answers
    made = proofs.certificate(*lists, hard=hard, allowed=allowed)
    (said,) = made.statements
    solver = Solver(words, hard=hard, allowed=allowed, backend="numpy")
    assert solver.solve(np.arange(hidden)).total == said.bound
    producer = Producer(Words(*lists), SolverFacts(solver), hard=hard, allowed=allowed)
    verdict = check(with_proof(made, producer.prove(said.bound)))
    assert verdict.optimal == (said.bound is not None)
