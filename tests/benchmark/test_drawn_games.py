"""Random games of several boards: the draw, the share won, and its interval."""

import math

import numpy as np
import pytest
from helpers.errors import refused
from helpers.playing import NUMPY
from helpers.words import random_vocabulary
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.benchmark.drawn_games import drawn_boards, play_drawn
from gpuwordle.games.board_games import play_boards
from gpuwordle.results.confidence import NORMAL, wilson
from gpuwordle.rules.conditions import Conditions

WORDS = random_vocabulary(2, 5, 7, 60)


@given(st.integers(1, 10_000), st.data())
def test_the_interval_holds_the_shares_that_are_not_far_off(trials, data):
    successes = data.draw(st.integers(0, trials))
    low, high = wilson(successes, trials)
    share = successes / trials
    assert 0 <= low <= share <= high <= 1 and low < high
    for bound, end in ((low, 0), (high, 1)):
        off = NORMAL * math.sqrt(bound * (1 - bound) / trials)
        assert bound == end or math.isclose(abs(share - bound), off, rel_tol=1e-9)
    assert wilson(trials - successes, trials) == pytest.approx((1 - high, 1 - low))


def test_words_are_drawn_by_the_seed_each_on_its_own():
    drawn = drawn_boards(WORDS, 300, 4, seed=3)
    assert drawn.shape == (300, 4)
    assert (drawn_boards(WORDS, 20, 4, seed=3) == drawn[:20]).all()
    assert (drawn_boards(WORDS, 300, 2, seed=3) == drawn[:, :2]).all()
    assert (drawn_boards(WORDS, 300, 4, seed=4) != drawn).mean() > 0.9
    # 1200 draws of 60 words: each is drawn, none far more often than 20 times.
    counts = np.bincount(drawn.ravel(), minlength=60)
    assert counts.min() > 0 and counts.max() < 45
    assert (drawn[:, 0] == drawn[:, 1]).any()


def test_outcomes_sum_up_their_games():
    backend = NUMPY(WORDS)
    outcome = play_drawn(
        WORDS, boards=2, games=30, seed=1, conditions=Conditions(allowed=3), backend=backend
    )
    answers = drawn_boards(WORDS, 30, 2, seed=1)
    games = play_boards(backend, answers, allowed=3)
    assert outcome.games.guesses == games.guesses
    won = [len(g) for g, row in zip(games.guesses, games.finished, strict=True) if row.all()]
    assert 0 < outcome.won == len(won) < 30
    assert outcome.mean == pytest.approx(np.mean(won))
    assert outcome.interval == pytest.approx([100 * bound for bound in wilson(len(won), 30)])
    assert play_drawn(WORDS, boards=3, games=1, backend=backend).allowed == 8
    opened = play_drawn(WORDS, boards=2, games=9, opener=WORDS.guesses[5], backend=backend)
    assert {played[0] for played in opened.games.guesses} == {5}


def test_bad_games_are_refused():
    refused("seed 'a' is not an integer", play_drawn, WORDS, boards=2, games=3, seed="a")
    refused("boards=0 is out of range: give 1 to 1024", play_drawn, WORDS, boards=0, games=1)
    refused("games=0 is out of range: give 1 or more", play_drawn, WORDS, boards=1, games=0)
    refused("'zzzzz' is not in the word list", play_drawn, WORDS, boards=1, games=1, opener="zzzzz")
