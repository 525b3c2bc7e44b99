"""Beams, against their definition in plain Python."""

import math

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.optimal import conditions, small_vocabulary, solver_of, vocabularies
from helpers.playing import NUMPY
from helpers.words import random_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, UserError, Vocabulary, grow
from gpuwordle.optimal.beam import ESTIMATED, EXACT, MORE_ESTIMATED, BeamSearch, extra_of
from gpuwordle.optimal.bounds import FILLED, OWN
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.strategies.optimal import Beam
from gpuwordle.tree.check import check_tree

UNIT = 1 << 20


def beam_total(vocabulary, opener, widths, exact, *, hard=False, allowed=None):
    """What the beam takes after an opener: the definition, without bounds or memo."""
    ours = sorted(vocabulary.guesses, key=lambda word: word not in vocabulary.answers)
    extra = extra_of(len(ours)).tolist()

    def play(guess, hidden, legal, left, level):
        total = len(hidden)
        for pattern, bucket in naive.clue_buckets(guess, hidden).items():
            if bucket == [guess]:
                continue
            among = [w for w in legal if not hard or naive.is_legal(guess, pattern, w)]
            total += least(bucket, among, left - 1, level + 1)
        return total

    def least(hidden, legal, left, level):
        size = len(hidden)
        if size <= 3:
            return naive.least_total(legal, hidden, hard=hard, allowed=left)
        buckets = {guess: naive.clue_buckets(guess, hidden).values() for guess in legal}
        counts = {guess: len(buckets[guess]) + (guess in hidden) for guess in legal}
        separated = max(map(len, buckets.values())) == size
        if separated or (3 * max(counts.values()) >= 2 * size and size <= exact):
            return naive.least_total(legal, hidden, hard=hard, allowed=left)
        if left == 0:
            return math.inf
        width = widths[min(level, len(widths) - 1)]
        best = sorted(legal, key=lambda guess: -counts[guess])[: ESTIMATED * width + MORE_ESTIMATED]

        def estimate(guess):
            return sum(extra[len(bucket)] for bucket in buckets[guess]) - UNIT * counts[guess]

        some = [guess for guess in sorted(best, key=estimate)[:width] if len(buckets[guess]) > 1]
        return min((play(guess, hidden, legal, left, level) for guess in some), default=math.inf)

    left = len(vocabulary.answers) + 1 if allowed is None else allowed
    return play(opener, list(vocabulary.answers), ours, left, -1)


def tree_of(vocabulary, opener, widths, exact, how):
    """The total of the beam's trees of an opener's buckets, and the opener's own guesses."""
    solver = solver_of(vocabulary, **how)
    guess, answers = vocabulary.find(opener), vocabulary.answers
    buckets = naive.clue_buckets(opener, answers)
    sets = [
        (np.array([answers.index(w) for w in bucket]), [(guess, naive.code(opener, bucket[0]))])
        for bucket in buckets.values()
        if bucket != [opener]
    ]
    found = BeamSearch(solver, widths, exact=exact, threads=1).solve(sets)
    totals = [math.inf if tree.total is None else tree.total for tree in found]
    return len(answers) + sum(totals)


@settings(max_examples=60, deadline=None)
@given(
    vocabulary=vocabularies,
    how=conditions,
    widths=st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple),
    exact=st.sampled_from([0, 6, EXACT]),
    data=st.data(),
)
def test_totals_are_those_of_the_definition(vocabulary, how, widths, exact, data):
    opener = data.draw(st.sampled_from(vocabulary.guesses))
    expected = beam_total(vocabulary, opener, widths, exact, **how)
    assert tree_of(vocabulary, opener, widths, exact, how) == expected
    least = naive.least_total(vocabulary.guesses, vocabulary.answers, opener=opener, **how)
    assert expected >= least


@pytest.mark.parametrize("seed", range(3))
def test_of_many_guesses_few_are_estimated(seed):
    vocabulary = random_vocabulary(seed, 4, 5, 70)
    for widths in ((1,), (3, 1)):
        expected = beam_total(vocabulary, vocabulary.guesses[seed], widths, 8)
        assert tree_of(vocabulary, vocabulary.guesses[seed], widths, 8, {}) == expected


def test_nothing_depends_on_threads_memory_or_what_was_solved_before():
    vocabulary = random_vocabulary(5, 4, 6, 200)
    solver = solver_of(vocabulary)
    expected = BeamSearch(solver, (2, 1), threads=1).openers()
    solver.solve(np.arange(60), deadline=Deadline(2.0))
    assert BeamSearch(solver, (2, 1), threads=2).openers() == expected
    small = BeamSearch(solver, (2, 1), threads=2)
    small._most_slots = 1 << 10
    small.memo = small.memo.of(64, growing=True)
    assert small.openers() == expected
    among = [expected[5][1], expected[7][1]]
    order = [tree[1] for tree in sorted(expected) if tree[1] in among]
    assert [tree[1] for tree in small.openers(np.array(among))] == order


def test_nothing_is_left_of_a_search_that_kept_letter_sets_and_codes(wordle):
    some = wordle.answers[::2]
    vocabulary = Vocabulary("half", some)
    solver, openers = solver_of(vocabulary), np.arange(0, len(some), 90)
    expected = BeamSearch(solver, (1,), threads=1).openers(openers)
    solver.solve(np.arange(0, 1100, 3))
    assert solver._free[-1].letter_sets.state[FILLED] and solver._free[-1].guess_order.state[OWN]
    assert BeamSearch(solver, (1,), threads=1).openers(openers) == expected


@settings(max_examples=20, deadline=None)
@given(vocabulary=vocabularies, how=conditions, width=st.sampled_from([1, "2,1", "9"]))
def test_trees_are_those_of_the_beam(vocabulary, how, width):
    engine = NUMPY(vocabulary)
    widths = tuple(map(int, str(width).split(",")))
    try:
        tree = grow(vocabulary, Beam(width), Conditions(**how), backend=engine)
    except UserError as error:
        assert str(error).startswith(f"a beam of width {width} finds no tree of")
        for opener in vocabulary.guesses:
            assert beam_total(vocabulary, opener, widths, EXACT, **how) == math.inf
        return
    check_tree(tree, vocabulary)
    assert tree.lost == 0
    assert tree.total == beam_total(vocabulary, tree.opener, widths, EXACT, **how)
    again = grow(vocabulary, Beam(width), Conditions(**how), backend=engine)
    assert again.to_json() == tree.to_json()


def test_a_deadline_ends_it():
    search = BeamSearch(solver_of(random_vocabulary(1, 3, 10, 300)), (2,))
    assert search.openers(deadline=Deadline(0.0)) == []
    found = search.solve([(np.arange(300), [])], deadline=Deadline(0.0))
    assert found[0].total is None


@pytest.mark.parametrize(
    ("width", "message"),
    [
        ("", "option width='' is not a whole number: give 1 to 1000"),
        ("3,a", "option width='a' is not a whole number: give 1 to 1000"),
        (0, "option width=0 is out of range: give 1 to 1000"),
        ("4,1001", "option width=1001 is out of range: give 1 to 1000"),
    ],
)
def test_wrong_widths_are_one_line(width, message):
    refused(message, Beam, width)


def test_a_beam_plays_like_any_strategy_but_for_filters():
    with pytest.raises(UserError, match="'beam' supports the filter 'pattern' only, not 'counts'"):
        grow(small_vocabulary(1), Beam(), Conditions(filter="counts"), backend="numpy")
