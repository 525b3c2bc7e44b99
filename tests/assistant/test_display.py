"""How positions and games are displayed: JSON as docs/json.md describes it, numbers, reasons."""

from fractions import Fraction
from random import Random

import pytest
from helpers.assistant import random_game
from helpers.json_page import check
from helpers.optimal import small_vocabulary
from helpers.words import PETS
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import ValidationError

from gpuwordle import Clues, review, suggest
from gpuwordle.assistant.interval import Interval, percent, whole
from gpuwordle.assistant.reasons import against


def test_what_does_not_fit_the_page_is_noticed():
    data = suggest(PETS).to_dict()
    exact = {**data["expected"], "exact": "7"}
    for wrong in ({"more": 1}, {"length": "3"}, {"clues": [{}]}, {"expected": exact}):
        with pytest.raises((AssertionError, ValidationError)):
            check(data | wrong, "position")


def test_fractions_add_up():
    data = review(PETS, ["rat", "pig", "cow"], answer="cow").to_dict()
    check(data, "game")
    parts = [data["expected"], *(m[name] for m in data["moves"] for name in ("regret", "luck"))]
    assert sum(Fraction(part["exact"]) for part in parts) == len(data["moves"])


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (1, 1, "100 %"),
        (0, 0, "0 %"),
        ("9999/10000", "9999/10000", "99.9 %"),
        ("1/10000", "1/10000", "0.1 %"),
        ("1/3", 1, "33.3 to 100 %"),
    ],
)
def test_all_is_said_of_all_alone(low, high, text):
    assert percent(Interval(Fraction(low), Fraction(high))) == text


def test_whole_numbers():
    assert percent(None) == ""
    assert whole(Interval.exactly(4)) == "4"
    assert whole(Interval(Fraction(4), Fraction(6))) == "4 to 6"
    assert str(Interval.exactly(Fraction(-1, 10**6))) == "0.0000"


@settings(max_examples=60)
@given(st.integers(0, 1 << 30))
def test_there_is_a_reason_against_every_word_that_is_out(seed):
    words = small_vocabulary(seed)
    clues = Clues(tuple(random_game(words, Random(seed))[0]))
    demands = clues.demands()
    for word in words.guesses:
        assert (against(word, demands) == "") == clues.explain(word).eligible


@pytest.mark.parametrize(
    ("clues", "word", "reason"),
    [
        ("crane=00000", "coast", "it has C and A, which are not in the answer"),
        ("crane=00001", "abode", "letter 5 cannot be E"),
        ("crane=00000", "mouse", "it has E, which is not in the answer"),
        ("geese=01100", "crepe", "letters 3 and 5 cannot be E"),
        ("crane=00100", "crane", "it has C, R, N and E, which are not in the answer, and letter 3"),
        ("speed=00100", "eject", "it has 2 E, but the answer has at most 1"),
        ("abbey=01100", "label", "it has 1 B, but the answer has at least 2"),
    ],
)
def test_reasons(clues, word, reason):
    assert reason in against(word, Clues.parse(clues).demands())
