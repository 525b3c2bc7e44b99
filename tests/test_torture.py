"""The torture itself: a round of what is quick, and a mistake that it has to find."""

import random

import naive
import pytest
from helpers import processes


@pytest.fixture(scope="module")
def torture():
    return processes.script("torture")


@pytest.mark.parametrize("name", ["boards", "calls", "clock", "matrix"])
def test_a_round(torture, name):
    row = torture.attack(name, 1, 0)
    assert (row["wrong"], row["rounds"]) == ("", 1)
    assert row["tried"]


def test_its_rule_is_the_games(torture):
    draw = random.Random(1)
    for _ in range(300):
        words = torture.words_of(draw, 4).guesses
        guess, answer = draw.choice(words), draw.choice(words)
        assert torture.code(guess, answer) == naive.code(guess, answer)


def test_a_mistake_is_found(torture, monkeypatch):
    monkeypatch.setattr(torture, "code", lambda guess, answer: 0)
    row = torture.attack("matrix", 1, 60)
    assert row["wrong"].startswith("seed 1, round ") and row["seconds"] < 60
