"""One game turn by turn is the game of the benchmark, told truly."""

import naive
from helpers.errors import refused
from helpers.json_page import check_told
from helpers.playing import NUMPY, conditions, games_of, vocabularies
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, Vocabulary, play
from gpuwordle.assistant.simulate import simulate

PLAYERS = ["entropy", "random", "non-duplicate"]
PETS = Vocabulary("pets", ["cat", "cow", "dog"], ["cat", "cow", "dog", "pig", "rat"])


@settings(max_examples=100, deadline=None)
@given(vocabularies(), conditions, st.sampled_from(PLAYERS), st.data())
def test_a_game_is_that_of_all_games(words, under, strategy, data):
    if strategy != "entropy":
        under = {**under, "pool": "candidates"}
    opener = data.draw(st.none() | st.sampled_from(words.guesses))
    hidden = data.draw(st.integers(0, len(words.answers) - 1))
    how = (words, strategy, Conditions(**under))
    options = {"opener": opener, "seed": 5, "backend": NUMPY(words)}
    game = simulate(*how, answer=words.answers[hidden], **options)
    one = games_of(play(*how, **options), [hidden])
    assert [words.find(move.guess) for move in game.moves] == one.guesses.tolist()
    assert [move.pattern.code for move in game.moves] == one.codes.tolist()
    assert [move.after for move in game.moves] == one.remaining.tolist()
    assert game.solved == bool(one.solved[0])
    check_told(game, "simulated game")
    before, fitting = len(words.answers), list(words.answers)
    for move in game.moves:
        told = naive.colours(move.guess, words.answers[hidden])
        assert list(move.pattern.colours) == told
        assert (move.before, move.candidate) == (before, move.guess in fitting)
        fitting = [word for word in fitting if naive.colours(move.guess, word) == told]
        assert list(move.left) == fitting
        before = move.after
        if under["filter"] == "pattern":
            assert move.after == len(fitting)


def test_what_it_says_of_itself():
    game = simulate(PETS, "minimax", Conditions(allowed=3), answer="DOG", opener="Rat", seed=2)
    told = game.to_dict()
    assert told.pop("moves") == [move.to_dict() for move in game.moves]
    assert told == {
        "vocabulary": "pets",
        "digest": PETS.digest,
        "length": 3,
        "answers": 3,
        "playable": 5,
        "hard": False,
        "allowed": 3,
        "pool": "all",
        "filter": "pattern",
        "strategy": "minimax",
        "options": {},
        "opener": "rat",
        "seed": 2,
        "answer": "dog",
        "solved": True,
    }
    assert "aria-label" in game._repr_html_() and "dog: all green" in game._repr_html_()


def test_bad_answers_are_refused():
    refused("word 'pig' of vocabulary 'pets' may be guessed but not", simulate, PETS, answer="pig")
    refused("'emu' is not in the word list 'pets'", simulate, PETS, answer="emu")
