"""Words with weights in a game: what is suggested and what moves cost, against the oracle."""

from __future__ import annotations

import json
from fractions import Fraction
from math import prod

import naive
import numpy as np
from helpers.assistant import legal_guesses, random_game, remaining, rng_of
from helpers.json_page import check
from helpers.optimal import least_of_boards, small_vocabulary, weighed
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Game, Vocabulary, review, suggest
from gpuwordle.assistant.adviser import Adviser
from gpuwordle.assistant.boards import suggest_boards
from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.suggest import suggestions_for
from gpuwordle.rules.pattern import Pattern

PETS = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"], weights=[1, 1, 1, 9, 1])


def weight_of(words, weights):
    return sum(weights[word] for word in words)


@settings(max_examples=15)
@given(st.integers(0, 1 << 30), st.booleans(), st.booleans())
def test_suggestions_are_those_of_the_oracle(seed, hard, one_shot):
    rng = rng_of(seed)
    words, weights = weighed(small_vocabulary(seed, hidden=2 + seed % 6), rng)
    game = random_game(words, rng, hard=hard, most=2)[0]
    clues = [clue for clue in game if not clue.pattern.solved]
    hidden, legal = remaining(words, clues), legal_guesses(words, clues, hard=hard)
    weight, left = weight_of(hidden, weights), rng.randint(1, 4)
    position = Adviser(words, hard=hard).position(clues, one_shot=one_shot)
    allowed = len(clues) + left
    found = suggestions_for(position, words, allowed=allowed, top=3, seconds=None)
    how = {"hard": hard, "weights": weights}
    least = naive.least_total(legal, hidden, **how)
    assert found.exact and found.play.expected == Interval.exactly(Fraction(least, weight))
    most = naive.most_found(legal, hidden, left, **how)
    assert found.play.chance == Interval.exactly(Fraction(most, weight))
    totals = {guess: naive.least_total(legal, hidden, opener=guess, **how) for guess in legal}
    for one in found.guesses:
        total = totals[one.guess]
        assert one.play.expected == Interval.exactly(Fraction(total, weight))
        assert one.regret == Interval.exactly(Fraction(total - least, weight))
        # The longest game is known between bounds.
        least_worst = next(
            turns
            for turns in range(1, len(hidden) + 2)
            if naive.least_total(legal, hidden, opener=one.guess, allowed=turns, **how) == total
        )
        assert one.play.worst.low <= least_worst <= one.play.worst.high
    if len(hidden) > 1:
        assert [totals[one.guess] for one in found.guesses] == sorted(totals.values())[:3]
    if found.best is not None:
        assert totals[found.best] == least
    check(json.loads(json.dumps(found.to_dict())), "position")


def test_the_heavy_word_is_guessed_first():
    found = suggest(PETS)
    assert found.best == found.guesses[0].guess == "pig"
    assert found.play.expected == Interval.exactly(Fraction(19, 13))
    assert Game(PETS).suggestions().best == "pig"
    found = review(PETS, ["cat", "pig"], answer="pig")
    assert [move.best for move in found.moves] == [("pig",), ("pig",)]
    assert found.moves[0].regret.low > 0


def test_a_search_that_is_stopped_gives_bounds(wordle, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.weighted_solver.FEW_NODES", 0)
    weights = np.random.default_rng(3).integers(1, 100, 300)
    words = Vocabulary("other", wordle.answers[:300], wordle.guesses[:3000], weights=weights)
    found = suggest(words, top=2, seconds=1e-6)
    assert not found.exact and not found.play.expected.exact
    assert 1 < found.play.expected.low < found.play.expected.high < 5
    for one in found.guesses:
        assert one.play.expected.high >= found.play.expected.high


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1 << 30))
def test_last_words_of_several_boards(seed):
    """The least sum of weight times guesses over all choices of one candidate a board."""
    rng = rng_of(seed)
    words, weights = weighed(small_vocabulary(seed, hidden=4 + seed % 4), rng)
    hidden = [rng.choice(words.answers) for _ in range(2)]
    guess = rng.choice(words.guesses)
    told = [Pattern.of(guess, word) for word in hidden]
    left = [[] if one.solved else remaining(words, [(guess, one)]) for one in told]
    clue = f"{guess}={'/'.join(''.join(map(str, naive.colours(guess, w))) for w in hidden)}"
    found = suggest_boards(words, [clue], boards=2, top=3)
    if found.solved or not found.exact:
        return
    least, begun = least_of_boards(words, weights)
    state = tuple(sorted(tuple(board) for board in left if board))
    every = prod(weight_of(board, weights) for board in state)
    assert found.guesses[0].expected == Fraction(least(state), every)
    for one in found.guesses:
        if one.expected is not None:
            assert one.expected == Fraction(begun(one.guess, state), every)
