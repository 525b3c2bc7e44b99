"""Reviews: what every move cost, to the last digit."""

from fractions import Fraction
from random import Random

import naive
import pytest
from helpers.assistant import legal_guesses, random_game, remaining
from helpers.errors import refused
from helpers.json_page import check_told
from helpers.optimal import small_vocabulary, weighed
from helpers.words import PETS
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, Pattern, Vocabulary, review
from gpuwordle.assistant.adviser import Adviser
from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.known_play import first_worth, opener_worth
from gpuwordle.assistant.review import review_for
from gpuwordle.clues.clues import Clue
from gpuwordle.proofs.known_openers import known_openers


def check_sums(found):
    """Expected at the start, regret and luck are the guesses played and those still expected."""
    assert all(move.regret.exact and move.luck.exact for move in found.moves)
    total = found.expected + found.regret + found.luck
    assert total == Interval.exactly(len(found)) + found.expected_left
    for move in found.moves:
        assert move.regret.low >= 0
        assert (move.regret.low == 0) == (move.clue.guess in move.best)


@settings(max_examples=40)
@given(st.integers(0, 1 << 30), st.booleans(), st.booleans())
def test_regret_luck_and_best_moves_are_those_of_the_oracle(seed, hard, heavy):
    rng, words = Random(seed), small_vocabulary(seed, hidden=2 + seed % 6)
    words, weights = weighed(words, rng) if heavy else (words, dict.fromkeys(words.answers, 1))
    clues, _ = random_game(words, rng, hard=hard, most=3)
    adviser = Adviser(words, hard=hard)
    found = review_for(adviser, clues, allowed=None, seconds=None, one_shot=seed % 2 > 0)
    how = {"hard": hard, "weights": weights}
    for turn, move in enumerate(found.moves):
        hidden = remaining(words, clues[:turn])
        legal = legal_guesses(words, clues[:turn], hard=hard)
        weight = sum(weights[word] for word in hidden)
        after = {g: naive.least_total(legal, hidden, opener=g, **how) for g in legal}
        least = min(after.values())
        assert move.before == len(hidden)
        assert move.play.expected == Interval.exactly(Fraction(least, weight))
        cost = Fraction(after[move.clue.guess] - least, weight)
        assert move.regret == Interval.exactly(cost)
        assert move.best_complete
        assert {*move.best} == {guess for guess, total in after.items() if total == least}
        assert move.candidate == (move.clue.guess in hidden)
    assert found.solved == clues[-1].pattern.solved
    check_sums(found)
    check_told(found, "game")


def wordle_games(words, count, rng):
    """Games that begin with a first guess whose worth is kept, and go on as people play."""
    openers = list(known_openers(words).openers)
    for _ in range(count):
        answer = rng.choice(words.answers)
        clues = [Clue(one := rng.choice(openers), Pattern.of(one, answer))]
        while not clues[-1].pattern.solved and len(clues) < 6:
            left = remaining(words, clues)
            guess = rng.choice(left) if rng.random() < 0.8 else rng.choice(words.guesses)
            clues.append(Clue(guess, Pattern.of(guess, answer)))
        yield clues


@pytest.mark.parametrize("count", [1, pytest.param(300, marks=pytest.mark.slow)])
def test_sums_tie_out_on_wordle(wordle, count):
    adviser = Adviser(wordle)
    for clues in wordle_games(wordle, count, Random(0)):
        found = review_for(adviser, clues, seconds=60.0)
        check_sums(found)
        assert found.expected.value == Fraction(7920, 2315)


def test_openers_are_worth_the_totals_that_are_kept(wordle):
    least = first_worth(wordle, hard=False)
    assert (least.low, least.high, wordle.guesses[least.guess]) == (7920, 7920, "salet")
    for word, known in known_openers(wordle).openers.items():
        guess = wordle.find(word)
        worst = known.worst
        expected = (known.total, known.total, worst, worst, guess)
        assert opener_worth(wordle, guess, hard=False) == expected


def test_a_game_from_guesses_and_the_answer_or_from_a_shared_result():
    told = review(PETS, ["rat", "pig", "cow"], answer="COW")
    shared = review(PETS, ["rat", "pig", "cow"], share="Pets 3/6*\n\n⬜⬜⬜\n⬜⬜⬜\n🟩🟩🟩\n")
    clues = review(PETS, "RAT=... PIG=... COW=COW")
    assert told.to_dict() == shared.to_dict() == clues.to_dict()
    assert told.hard_mode


def test_a_word_that_is_not_in_the_list_is_reviewed_as_well():
    for hard in (False, True):
        found = review(PETS, ["bat=.AT", "cat=CAT"], Conditions(hard=hard, allowed=6))
        first, second = found.moves
        assert (first.playable, first.candidate, first.before, first.after) == (False, False, 5, 2)
        assert "guess 'bat' is not in 'pets'" in first.reason
        assert "did you mean" in first.reason
        assert second.regret == Interval.exactly(0)
        assert found.expected + found.regret + found.luck == Interval.exactly(2)


def test_a_listed_word_after_one_that_is_not():
    """Hard mode leaves few guesses after it, but the others are listed still."""
    words = Vocabulary("pets", PETS.answers, [*PETS.answers, "bow"])
    moves = review(words, ["bat", "bow", "cat"], Conditions(hard=True), answer="cat").moves
    told = [(move.playable, move.legal) for move in moves]
    assert told == [(False, True), (True, False), (True, True)]
    assert moves[1].reason.startswith("BOW could not be the answer: it lacks A and T")
    assert moves[2].reason.startswith("CAT could be the answer; ")
    assert "no guess is better" in moves[2].reason


def test_of_anagrams_under_a_rule_without_colours_the_answer_itself_ends_the_game():
    guesses = ["dabc", "acbb", "cccb", "bcca", "bacc", "cccc", "bbbc"]
    words = Vocabulary("anagrams", ["bcca", "bacc", "cccc"], guesses, rule="jotto")
    (move,) = review(words, ["bacc=2"], Conditions(allowed=2)).moves
    assert "bacc" in move.best
    assert move.regret == Interval.exactly(0)


RHYMES = ("bat", "cat", "fat", "hat", "mat", "pat")


@pytest.mark.parametrize(
    ("others", "moves", "hard", "least", "regret"),
    [
        ((), ["bcf", "cat"], False, [Fraction(7, 2)], -1),
        (("bcf", "chm"), ["bat", "chm", "cat"], True, [Fraction(5, 2), 3], Fraction(-4, 5)),
    ],
)
def test_a_guess_that_the_rules_forbid_may_beat_best_play(others, moves, hard, least, regret):
    """Its regret is then negative, and what optimal play takes is told as it is."""
    words = Vocabulary("rhymes", RHYMES, [*RHYMES, *others])
    game = review(words, moves, Conditions(hard=hard), answer="cat", seconds=None)
    for move, expected in zip(game.moves, least, strict=False):
        assert move.play.expected == Interval.exactly(expected)
    assert game.moves[-2].regret == Interval.exactly(regret)
    assert "no guess that is allowed is as good" in game.moves[-2].reason
    assert game.expected + game.regret + game.luck == Interval.exactly(len(moves))


@pytest.mark.parametrize("weights", [None, [2] * 5])
@pytest.mark.parametrize("first", ["bat=.AT", "qat=.AT"])
def test_the_trap_of_hard_mode(weights, first):
    hidden = RHYMES[:5]
    words = Vocabulary("traps", hidden, [*hidden, "cfh", "xyz", "bcm"], weights=weights)

    def trap(moves, hard=True):
        return review(words, moves, Conditions(hard=hard, allowed=4)).moves[0].trap

    assert "-AT" in trap([first])
    assert trap(["bat=.AT"], hard=False) == trap(["cfh=...", "bat=BAT"]) == ""


def test_bounds_are_said_where_there_is_no_time(wordle):
    words = Vocabulary("other", wordle.answers[::15])
    hurried, whole = (review(words, ["crane=00000"], seconds=seconds) for seconds in (1e-6, None))
    check_told(hurried, "game")
    ((move,), (exact,)) = hurried.moves, whole.moves
    assert not move.regret.exact
    assert move.play.expected.low <= exact.play.expected.low <= move.play.expected.high
    assert move.regret.low <= exact.regret.low <= move.regret.high


@pytest.mark.parametrize(
    "moves, options, why",
    [
        ([], {}, "no move"),
        (["rat=222", "cow=000"], {}, "after the answer was found"),
        (["rat=000"], {"answer": "rat"}, "not what rat gives"),
        (["rat", "cow"], {"share": "⬜⬜⬜"}, "2 guesses for 1 row of the shared"),
        (["rat"], {"share": "nothing"}, "is not a shared result: give its rows of tiles"),
        (["rat=111"], {}, "no word of 'pets' fits: clue RAT=rat rules out the last 5 words"),
    ],
)
def test_what_cannot_be_reviewed_says_why(moves, options, why):
    refused(why, review, PETS, moves, **options)
