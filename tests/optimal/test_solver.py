"""Optimal play of one set, against the least over all ways to play in plain Python."""

import math
from concurrent.futures import ThreadPoolExecutor

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.noted import noted
from helpers.optimal import conditions, longer, small_vocabulary, solver_of, totals_of, vocabularies
from helpers.words import random_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import UserError, Vocabulary
from gpuwordle.optimal import solver as solver_module
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.code_tables import Numbering, tables_of
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.optimal.question import DONE, OUT_OF_SCANS


def everything(vocabulary):
    return np.arange(len(vocabulary.answers))


@pytest.mark.parametrize(
    "lists",
    [vocabularies, pytest.param(longer, marks=pytest.mark.slow)],
    ids=["1 to 5 letters", "6 to 8 letters"],
)
@settings(max_examples=80)
@given(data=st.data(), how=conditions)
def test_totals_are_the_least_over_all_trees(lists, data, how):
    vocabulary = data.draw(lists)
    words = vocabulary.guesses, vocabulary.answers
    solver = solver_of(vocabulary, **how)
    found = solver.choose(everything(vocabulary))
    expected = naive.least_total(*words, **how)
    assert found.exact
    if expected == math.inf:
        assert found.total is None
        fewest = naive.least_worst(*words, hard=how["hard"])
        assert solver.fewest_allowed(everything(vocabulary)) == fewest
        return
    assert found.total == found.bound == expected
    assert solver.proven_bound(everything(vocabulary)) <= expected
    guess = vocabulary.guesses[found.guess]
    assert naive.least_total(*words, opener=guess, **how) == expected, "the guess achieves it"


@settings(max_examples=30)
@given(vocabulary=vocabularies, hard=st.booleans())
def test_the_longest_game_and_then_the_total(vocabulary, hard):
    words = vocabulary.guesses, vocabulary.answers
    least = naive.least_worst(*words, hard=hard)
    worst = solver_of(vocabulary, hard=hard, objective="worst")
    assert worst.least_worst(everything(vocabulary)) == least
    found = worst.choose(everything(vocabulary))
    assert found.worst <= least
    assert naive.least_total(*words, opener=vocabulary.guesses[found.guess], allowed=least) < 1e9
    both = solver_of(vocabulary, hard=hard, objective="worst-then-total")
    expected = naive.least_total(*words, hard=hard, allowed=least)
    total = both.choose(everything(vocabulary))
    assert total.total == expected
    for objective, exact in (("worst", found), ("worst-then-total", total)):
        hurried = solver_of(vocabulary, hard=hard, objective=objective)
        over = hurried.choose(everything(vocabulary), deadline=Deadline(0.0))
        assert over == exact or not over.exact


@settings(max_examples=60)
@given(vocabulary=vocabularies, how=conditions, data=st.data())
def test_sets_after_clues(vocabulary, how, data):
    opener = data.draw(st.sampled_from(vocabulary.guesses))
    hidden = data.draw(st.sampled_from(vocabulary.answers))
    pattern = naive.colours(opener, hidden)
    left = [w for w in vocabulary.answers if naive.colours(opener, w) == pattern]
    legal = vocabulary.guesses
    if how["hard"]:
        legal = [w for w in legal if naive.is_legal(opener, pattern, w)]
    rest = how | {"allowed": how["allowed"] and how["allowed"] - 1}
    expected = naive.least_total(legal, left, **rest)
    solver = solver_of(vocabulary, **how)
    candidates = np.array([vocabulary.answers.index(word) for word in left])
    clue = vocabulary.find(opener), naive.code(opener, hidden)
    found = solver.solve(candidates, [clue])
    assert (math.inf if found.total is None else found.total) == expected
    assert found.exact


def test_of_equal_guesses_the_one_with_the_most_patterns_then_the_first_candidate():
    for seed in range(60):
        vocabulary = small_vocabulary(seed, length=4, hidden=9)
        answers, totals = vocabulary.answers, totals_of(vocabulary)
        found = solver_of(vocabulary).choose(everything(vocabulary))
        best = [guess for guess in vocabulary.guesses if totals[guess] == found.total]
        rank = {
            guess: (-len(naive.buckets(guess, answers)) - (guess in answers), guess not in answers)
            for guess in best
        }
        assert vocabulary.guesses[found.guess] == min(best, key=rank.get)


def test_nothing_depends_on_memory_or_on_what_was_solved_before():
    vocabulary = random_vocabulary(2, 5, 6, 400, hidden=60)
    plain = solver_of(vocabulary)
    expected = plain.choose(everything(vocabulary))
    tiny = solver_of(vocabulary)
    tiny._most_slots = 1 << 10
    assert tiny.choose(everything(vocabulary)) == expected
    assert int(tiny.memos[False].used[0]) <= 1 << 10
    assert plain.choose(everything(vocabulary)) == expected


@pytest.mark.parametrize("length", [5, 6], ids=["codes of a byte", "codes of two bytes"])
def test_codes_have_one_layout_if_the_memory_does_not_hold_two(length):
    vocabulary = random_vocabulary(3, length, 6, 150, hidden=60)
    numbering, bytes_of_one = Numbering.of(vocabulary), 192 * 60 * (1 if length == 5 else 2)
    both = tables_of(vocabulary, numbering, memory=2 * bytes_of_one)
    one = tables_of(vocabulary, numbering, memory=2 * bytes_of_one - 1)
    assert both.codes.flags.c_contiguous and both.code_bytes() > 3 * bytes_of_one // 2
    assert one.code_bytes() == one.columns.nbytes == bytes_of_one
    assert (one.codes == both.codes).all() and (one.columns == both.columns).all()
    with pytest.raises(UserError, match="the codes of 150 guesses and 60 answers take"):
        tables_of(vocabulary, numbering, memory=bytes_of_one - 1)


@pytest.mark.slow  # kernels are compiled once more for codes in one layout
@pytest.mark.parametrize("how", [{}, {"hard": True}, {"allowed": 4}])
@pytest.mark.parametrize("length", [5, 6])
def test_totals_with_one_layout_are_those_with_two(length, how):
    vocabulary = random_vocabulary(3, length, 6, 150, hidden=60)
    tight = 17_280 * (1 if length == 5 else 2)
    solvers = [solver_of(vocabulary, memory=memory, **how) for memory in (None, tight)]
    found = [solver.choose(everything(vocabulary)) for solver in solvers]
    assert found[0] == found[1] and found[0].exact
    searches = [OpenerSearch(solver, threads=1) for solver in solvers]
    assert all(search.run() for search in searches)
    assert min(searches[0].state.found) == min(searches[1].state.found)
    assert np.may_share_memory(solvers[1].tables.codes, solvers[1].tables.columns)


def test_memos_of_both_questions_share_the_memory(monkeypatch):
    """Whether there is any tree within the guesses allowed, and the least total."""
    vocabulary = random_vocabulary(2, 5, 6, 400, hidden=60)
    beside = 48 << 14  # 1 << 14 slots, and the half of them while they grow
    tables = 2 * 448 * 60
    for first in (1 << 4, 1 << 18):
        monkeypatch.setattr("gpuwordle.optimal.resources.FIRST_SLOTS", first)
        solver = solver_of(vocabulary, objective="worst-then-total", memory=tables + 2 * beside)
        assert solver._most_slots == 1 << 14
        found = solver.choose(everything(vocabulary))
        assert sorted(solver.memos) == [False, True]
        assert sum(memo.entries.nbytes for memo in solver.memos.values()) <= beside
        plain = solver_of(vocabulary, objective="worst-then-total")
        assert found == plain.choose(everything(vocabulary))


def test_memo_and_stack_grow_as_needed(monkeypatch):
    vocabulary = random_vocabulary(2, 3, 8, 120, hidden=45)
    expected = solver_of(vocabulary, hard=True).choose(everything(vocabulary))
    monkeypatch.setattr("gpuwordle.optimal.resources.FIRST_SLOTS", 4)
    monkeypatch.setattr("gpuwordle.optimal.memo.GROWN_SLOTS", 8)
    small = solver_of(vocabulary, hard=True)
    small._shape = 1, 64
    assert small.choose(everything(vocabulary)) == expected
    assert len(small.memos[False].entries) > 4
    assert small._shape[0] > 2


@pytest.mark.parametrize("hard", [False, True])
def test_a_search_that_is_interrupted_goes_on_where_it_was(hard, monkeypatch):
    vocabulary = random_vocabulary(2, 3, 8, 200, hidden=130)

    def outcome():
        solver = solver_of(vocabulary, hard=hard)
        found = solver.solve(everything(vocabulary))
        return found, sorted(solver.memo(False).entries.tolist())

    expected = outcome()
    interruptions = noted(monkeypatch, solver_module, "search", lambda result, *_: result[0])
    for name in ("FEW_SCANS", "ALL_SCANS"):
        monkeypatch.setattr(solver_module, name, 1)
    assert outcome() == expected
    assert set(interruptions) == {OUT_OF_SCANS, DONE}
    assert len(interruptions) > 100


def test_threads_share_a_solver():
    vocabulary = random_vocabulary(4, 5, 6, 300, hidden=120)
    pieces = np.array_split(everything(vocabulary), 8)
    expected = [solver_of(vocabulary).choose(piece) for piece in pieces]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(solver_of(vocabulary).choose, pieces)) == expected


def test_a_deadline_leaves_a_guess_and_a_bound():
    vocabulary = random_vocabulary(1, 3, 10, 400)
    solver = solver_of(vocabulary)
    found = solver.choose(everything(vocabulary), deadline=Deadline(0.0))
    assert not found.exact
    assert found.guess >= 0
    assert found.bound >= 2 * 400
    assert found.total is None or found.total >= found.bound
    assert solver.proven_bound(everything(vocabulary)) == found.bound


@pytest.mark.parametrize("objective", ["total", "worst", "worst-then-total"])
def test_that_there_is_no_tree_is_exact(objective):
    vocabulary = Vocabulary("rhymes", ["bat", "cat", "fat", "hat", "mat"])
    solver = solver_of(vocabulary, allowed=3, objective=objective)
    for found in (solver.solve(everything(vocabulary)), solver.choose(everything(vocabulary))):
        assert (found.total, found.exact) == (None, True)
    assert solver.least_worst(everything(vocabulary)) is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"allowed": 2}, "2 guesses allowed is too few for optimal play: allow 3 or more"),
        ({"allowed": 3.5}, "3.5 guesses allowed is not an integer"),
        ({"objective": "wurst"}, "unknown objective 'wurst': did you mean worst"),
        ({"memory": 300}, "the codes of 5 guesses and 5 answers take 1 KiB, and 1 KiB are"),
    ],
)
def test_bad_input_is_one_line(options, message):
    refused(message, solver_of, Vocabulary("five", ["abc", "abd", "abe", "abf", "abg"]), **options)
