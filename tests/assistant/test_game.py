"""A game in progress."""

import copy
import pickle

import pytest
from helpers.errors import refused
from helpers.words import PETS

from gpuwordle import Clues, Conditions, Game, Vocabulary, suggest
from gpuwordle.rules.greens import Greens


def test_clues_come_go_and_are_mended():
    game = Game(PETS)
    assert game.remaining == PETS.answers
    game.guess("rat", "000").guess("cow=.O.")
    assert (game.remaining, len(game)) == (("dog",), 2)
    assert game.correct(2, "000").remaining == ("pig",)
    assert game.correct(2, "dog=002").clues[1].guess == "dog"
    assert game.undo().undo().remaining == PETS.answers
    game.guess("rat", "000").restart()
    assert game.clues == ()


class Marks(Greens):
    """A rule whose pattern is an equals sign for each letter in place."""

    name = "marks"

    def write(self, code, length):
        return "=" * code or "-"

    def read(self, text, length):
        return text.count("=")


def test_a_pattern_may_be_of_equals_signs():
    words = Vocabulary("four", ["cat", "cot", "dog", "pig"], rule=Marks())
    game = Game(words).guess("cat", "-")
    assert game.remaining == ("dog", "pig")
    assert game.correct(1, "==").remaining == ("cot",)


def test_a_game_says_what_suggest_says():
    rules = Conditions(hard=True, allowed=6)
    game = Game(PETS, rules).guess("rat", "000")
    game.suggestions(seconds=None)  # what has to be compiled takes longer than a search may
    assert game.to_dict() == suggest(PETS, ["rat=000"], rules).to_dict()
    rules = Conditions(pool="candidates")
    expected = suggest(PETS, (), rules, strategy="minimax").to_dict()
    assert Game(PETS, rules).to_dict("minimax") == expected


def test_a_game_is_copied_and_stored_with_its_clues():
    game = Game(PETS, Conditions(hard=True, exclude=["pig"])).guess("rat", "000")
    game.suggestions(seconds=None)
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (again.to_dict(), again.conditions) == (game.to_dict(), game.conditions)
        assert again.guess("cow", "020").remaining == ("dog",)
    assert game.remaining == ("cow", "dog")


def test_a_game_ends():
    game = Game(PETS, Conditions(allowed=2)).guess("rat", "000")
    assert not game.solved and not game.lost
    assert game.guess("cow", "020").lost
    game.undo().guess("cow", "222")
    assert game.solved and not game.lost
    assert [str(move.regret) for move in game.review().moves] == ["0.2000", "0.0000"]


@pytest.mark.parametrize(
    "play, why",
    [
        (lambda game: game.guess("cow=222").guess("pig=000"), "the game is solved"),
        (lambda game: game.guess("rat", "010"), "contradict"),
        (lambda game: game.correct(2, "000"), "no clue 2: give 1 to 1"),
        (lambda game: game.correct(1, "111"), "no word of 'pets' fits"),
        (lambda game: game.undo().undo(), "no clue to take back"),
        (
            lambda game: game.undo().guess("cow", "020").guess("cat", "000"),
            "CAT is not legal in hard mode: O is green at letter 2 of 'cow' and has",
        ),
        (
            lambda game: game.guess("pig", "000").correct(1, "010"),
            "PIG is not legal in hard mode: A",
        ),
    ],
)
def test_what_cannot_be_played_says_why_and_changes_nothing(play, why):
    game = Game(PETS, Conditions(hard=True)).guess("rat", "000")
    refused(why, play, game)
    clues = [str(clue) for clue in game.clues]
    assert clues in ([], ["RAT=..."], ["RAT=...", "COW=COW"], ["COW=.O."], ["RAT=...", "PIG=..."])


def test_games_suggestions_and_reviews_show_themselves():
    game = Game(PETS).guess("rat", "000")
    assert repr(game) == "Game('pets': RAT=..., 3 words left)"
    html = game._repr_html_()
    assert 'aria-label="rat: all grey"' in html
    assert "3 words left: cow dog pig" in html
    found = game.suggestions()
    assert repr(found) == "Suggestions(3 candidates: cow, dog, pig, cat, rat)"
    assert "<th" in found._repr_html_() and "1.6667" in found._repr_html_()
    assert suggest(PETS, Clues.parse(["rat=000"])).remaining == found.remaining
    review = game.guess("cow", "222").review()
    assert repr(game.suggestions()) == "Suggestions(1 candidate: solved)"
    assert repr(review) == "Review(RAT=... COW=COW: regret 0.2000, luck -0.2000)"
    assert 'aria-label="cow: all green"' in review._repr_html_()


@pytest.mark.parametrize(
    ("rule", "first", "second"),
    [("mastermind", "0", "10"), ("jotto", "0", "1"), ("greens", "0", "1")],
)
def test_games_go_on_under_rules_without_colours(rule, first, second):
    words = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"], rule=rule)
    game = Game(words).guess("rat", first).guess("cow", second)
    assert game.remaining == suggest(words, [f"rat={first}", f"cow={second}"]).remaining
    assert game.correct(2, second).clues == game.under(words, Conditions()).clues


def test_hard_mode_turned_on_takes_the_clues_before_as_they_are():
    game = Game(PETS).guess("cat", "022").guess("dog", "000")
    hard = game.under(PETS, Conditions(hard=True))
    assert hard.clues == game.clues
    refused("DOG is not legal in hard mode", hard.undo().guess, "dog", "000")
