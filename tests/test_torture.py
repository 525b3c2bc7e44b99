"""The torture itself: a round of what is quick, and a mistake that it has to find."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import naive
import pytest


@pytest.fixture(scope="module")
def torture():
    path = Path(__file__).parents[1] / "scripts" / "torture.py"
    spec = importlib.util.spec_from_file_location("torture", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
