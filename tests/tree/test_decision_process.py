"""The decision process: its transitions, and what a tree is worth in it, played epoch by epoch."""

import math
from fractions import Fraction

import naive
import pytest
from helpers.errors import refused
from helpers.player import as_followed
from helpers.playing import NUMPY, conditions, vocabularies
from helpers.report_runs import summary_of
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle import Conditions, grow
from gpuwordle.tree.decision_process import State, transitions, value

ALPHAS = st.sampled_from([7, 7.5, 10])


@given(vocabularies(), st.data())
def test_transitions_are_the_buckets(vocabulary, data):
    guess = data.draw(st.sampled_from(vocabulary.guesses))
    answers = vocabulary.answers
    found = transitions(State.first(answers), guess)
    assert sum(found.values()) == 1
    assert all(type(probability) is Fraction for probability in found.values())
    buckets = naive.buckets(guess, answers).values()
    assert {state.candidates for state in found} == set(map(frozenset, buckets))
    for state, probability in found.items():
        assert probability == Fraction(len(state.candidates), len(answers))
        assert state.solved == (state.candidates == {guess})
        if state.solved:
            assert transitions(state, answers[0]) == {state: 1}


def of_one_game(guesses, answer, reward, alpha, allowed):
    """The rewards of one game, epoch by epoch as the paper has them."""
    solved, total = 0, Fraction(0)
    for epoch in range(allowed):
        if reward == "guess-biased":
            total += solved - 1
        if epoch < len(guesses) and guesses[epoch] == answer:
            solved = 1
    if reward == "guess-biased":
        return total if solved else total - Fraction(alpha)
    return Fraction(solved)


@given(vocabularies(), conditions, ALPHAS, st.integers(1, 7))
def test_a_tree_is_worth_the_mean_of_its_games(vocabulary, asked, alpha, allowed):
    tree = grow(vocabulary, "buckets", Conditions(**asked), backend=NUMPY(vocabulary))
    games = tree.games()
    played = [
        (as_followed(vocabulary, games, game)[0], vocabulary.answers[answer])
        for game, answer in enumerate(games.answers)
    ]
    for reward in ("guess-indifferent", "guess-biased"):
        rewards = [of_one_game(*game, reward, alpha, allowed) for game in played]
        assert value(tree, reward, alpha, allowed=allowed) == sum(rewards) / len(rewards)
    # The report reads the same numbers off the lengths of the games.
    summary = summary_of(tree.distribution().tolist(), tree.lost)
    indifferent = value(tree, "guess-indifferent", allowed=allowed)
    assert summary.guess_indifferent(allowed) == float(indifferent)
    assert summary.guess_biased(allowed, alpha) == float(value(tree, alpha=alpha, allowed=allowed))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"reward": "biased"}, "^unknown reward 'biased': did you mean guess-biased"),
        ({"alpha": 6}, r"^alpha 6 is too small: a game"),
        ({"alpha": 6.9}, r"^alpha 6.9 is too small: a game"),
        ({"alpha": math.inf}, r"^alpha inf is not a cost: give a number, 7 or more$"),
        ({"alpha": math.nan}, r"^alpha nan is not a cost: give a number, 7 or more$"),
        ({"allowed": 0}, r"^0 guesses allowed is too few: give at least 1$"),
    ],
)
def test_what_cannot_be_asked(small_tree, asked, message):
    refused(message, value, small_tree, **asked)
