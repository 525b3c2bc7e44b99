"""What is given as JSON is what docs/json.md says."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from helpers.assistant import random_game, rng_of
from helpers.json_page import check
from helpers.optimal import small_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import ValidationError

from gpuwordle import Conditions, Vocabulary, suggest
from gpuwordle.assistant.archive import RecordedGame, check_archive
from gpuwordle.assistant.review import review

PETS = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])


@settings(max_examples=15)
@given(st.integers(0, 1 << 30), st.booleans(), st.sampled_from([None, 1, 6]))
def test_positions_and_games(seed, hard, allowed):
    words = small_vocabulary(seed)
    clues, _ = random_game(words, rng_of(seed), hard=hard)
    seconds = 1e-6 if seed % 3 == 0 else 5.0
    for data, kind in (
        (
            suggest(words, clues, Conditions(hard=hard, allowed=allowed), seconds=seconds),
            "position",
        ),
        (review(words, clues, Conditions(hard=hard, allowed=allowed), seconds=seconds), "game"),
    ):
        plain = data.to_dict()
        check(plain, kind)
        assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_what_does_not_fit_the_page_is_noticed():
    data = suggest(PETS).to_dict()
    for wrong in ({**data, "more": 1}, {**data, "length": "3"}, {**data, "clues": [{}]}):
        with pytest.raises((AssertionError, ValidationError)):
            check(wrong, "position")
    data["expected"]["exact"] = "7"
    with pytest.raises((AssertionError, ValidationError)):
        check(data, "position")


def test_fractions_add_up():
    data = review(PETS, ["rat", "pig", "cow"], answer="cow").to_dict()
    parts = [data["expected"], *(m[name] for m in data["moves"] for name in ("regret", "luck"))]
    assert sum(Fraction(part["exact"]) for part in parts) == len(data["moves"])


def test_checked_games():
    games = [RecordedGame("line 2", "cow", ("rat", "cow")), RecordedGame("line 3", None, ("rat",))]
    for game in check_archive(PETS, games):
        check(game.to_dict(), "checked game")
