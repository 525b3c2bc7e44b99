"""The memo: what is put is found, and what is known is never forgotten for less."""

from itertools import product

import numpy as np
import pytest
from helpers.optimal import compiled

from gpuwordle.optimal.memo import (
    DEEPEST,
    INFEASIBLE,
    SEARCHED,
    WINDOW,
    Memo,
    bound_of,
    depth_of,
    fact_of,
    find,
    grown,
    guess_of,
    is_exact,
    is_scanned,
    limit_key,
    put,
)
from gpuwordle.rules.conditions import NO_LIMIT

SCANNED = fact_of(0, 0, 0, 1, 0)

scanned_of = compiled(is_scanned)


def keys(count):
    return np.random.default_rng(3).integers(0, 2**64, (count, 2), np.uint64)


def filled(slots, facts, growing=True):
    memo, known = Memo.of(slots, growing=growing), keys(len(facts))
    for (one, two), fact in zip(known, facts, strict=True):
        put(memo.entries, memo.used, one, two, fact)
    return memo, known


def found_in(memo, known):
    return [find(memo.entries, one, two) for one, two in known]


def test_a_fact_holds_what_it_is_made_of():
    depths = 0, SEARCHED, DEEPEST, DEEPEST + 5
    for parts in product((1, INFEASIBLE), (0, 1), depths, (0, 1), (0, 2**27 - 1)):
        bound, exact, depth, scanned, guess = parts
        fact = fact_of(*parts)
        assert (bound_of(fact), is_exact(fact), guess_of(fact)) == (bound, bool(exact), guess)
        assert depth_of(fact) == min(depth, DEEPEST)
        assert bool(fact & SCANNED) == scanned_of(fact) == bool(scanned)
        assert 0 < fact < 2**63


def test_what_is_put_is_found_by_both_words_of_its_key():
    facts = [fact_of(number, 1, 3, 0, number) for number in range(1, 401)]
    memo, known = filled(1024, facts)
    assert found_in(memo, known) == facts
    assert memo.used[0] == 400
    one, two = known[7]
    other = np.uint64(99)
    assert find(memo.entries, one, two ^ other) == 0
    assert find(memo.entries, one ^ (other << np.uint64(32)), two) == 0


@pytest.mark.parametrize(
    ("facts", "kept"),
    [
        ([(5, 0, 0), (7, 0, 0), (6, 0, SEARCHED)], (7, 0, 0)),
        ([(5, 0, 0), (5, 0, SEARCHED)], (5, 0, 0)),  # it is known that one ply gives it
        ([(5, 0, SEARCHED), (5, 0, 0)], (5, 0, 0)),
        ([(5, 0, SEARCHED), (9, 1, 4), (12, 0, 0)], (9, 1, 4)),
        ([(9, 1, 4), (9, 1, 5)], (9, 1, 4)),
    ],
)
@pytest.mark.parametrize("scanned", [None, 0, 1])
def test_bounds_only_rise_and_exact_totals_stay(facts, kept, scanned):
    memo, ((one, two),) = filled(16, [fact_of(1, 0, 0, 0, 0)])
    for number, (bound, exact, depth) in enumerate(facts):
        put(memo.entries, memo.used, one, two, fact_of(bound, exact, depth, number == scanned, 0))
    bound, exact, depth = kept
    assert find(memo.entries, one, two) == fact_of(bound, exact, depth, scanned is not None, 0)
    assert memo.used[0] == 1


def test_a_full_memo_replaces_the_smallest_set():
    bounds = [*range(10 + WINDOW, 10, -1), 99]
    facts = [fact_of(bound, 0, 0, 0, 0) for bound in bounds]
    memo, known = filled(WINDOW, facts, growing=False)
    assert memo.used[0] == WINDOW < memo.limit[0]
    smallest = bounds.index(min(bounds))
    expected = [0 if place == smallest else fact for place, fact in enumerate(facts)]
    assert found_in(memo, known) == expected


def test_a_memo_grows_and_forgets_nothing(monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.memo.GROWN_SLOTS", 1024)
    facts = [fact_of(number, 0, 0, 0, 0) for number in range(1, 201)]
    memo, known = filled(512, facts)
    assert 256 < memo.limit[0] < 512
    for most, limited in ((2048, True), (1024, False)):
        larger = grown(memo, most=most)
        assert (len(larger.entries), larger.used[0]) == (1024, 200)
        assert (larger.limit[0] < 1024) == limited
        assert found_in(larger, known) == facts
    assert len(grown(memo, most=512).entries) == 512
    assert len(grown(Memo.of(4, growing=True), most=2048).entries) == 1024


def test_limits_change_all_bits_of_a_key_and_no_limit_none():
    assert limit_key(NO_LIMIT) == limit_key(DEEPEST) == (0, 0)
    words = np.array([limit_key(left) for left in range(DEEPEST)], np.uint64)
    assert len(np.unique(words)) == words.size
    bits = np.unpackbits(words.view(np.uint8), axis=1).mean(axis=0)
    assert 0.4 < bits.min() <= bits.max() < 0.6
