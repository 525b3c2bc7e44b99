"""Conditions: what a game can be played under, and what is refused."""

from pathlib import Path

import numpy as np
import pytest
from helpers.errors import refused
from helpers.wrong_types import anything, refused_clearly
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.rules.built_in import RULES, WORDLE
from gpuwordle.rules.conditions import (
    ALLOWED,
    CLUE_FILTERS,
    FILTERS,
    INFINITE,
    MOST_ALLOWED,
    MOST_BOARDS,
    NO_LIMIT,
    POOLS,
    Conditions,
    check_clue_filter,
    checked_conditions,
)

MASTERMIND = RULES["mastermind"]
names = st.text("abcdefghijklmnopqrstuvwxyz-", max_size=10)


@pytest.mark.parametrize("allowed", [1, MOST_ALLOWED])
def test_conditions_are_what_they_are_given(allowed):
    named = {"pool": "all", "hard": True, "filter": "counts", "allowed": allowed, "exclude": ()}
    assert vars(Conditions("all", True, "counts", allowed)) == named


@given(names)
def test_other_names_are_refused_in_a_line(name):
    for field, known in (("pool", POOLS), ("filter", FILTERS)):
        if name not in known:
            refused(rf"\Aunknown {field} {name!r}: [^\n]+\Z", Conditions, **{field: name})
    if name not in CLUE_FILTERS:
        refused(rf"^unknown filter {name!r}: ", check_clue_filter, name)


def test_no_total_reaches_infinity_and_limits_are_those_that_messages_name():
    """A game takes at most as many guesses as there are words: fewer than `NO_LIMIT`."""
    assert NO_LIMIT > 370_105
    assert INFINITE >= NO_LIMIT**2
    assert (MOST_ALLOWED, MOST_BOARDS) == (1_048_575, 1024)


def test_a_list_to_exclude_is_named_or_a_path():
    assert Conditions(exclude="past").exclude == "past"
    assert Conditions(exclude=Path("past.txt")).exclude == "past.txt"
    for words in (["cow", "cat", "cow"], {"cat", "cow"}, np.array(["cow", "cat"])):
        excluded = Conditions(exclude=words).exclude
        assert excluded == ("cat", "cow") and all(type(word) is str for word in excluded)


@given(anything, anything, anything, anything, anything)
def test_values_of_any_type_are_taken_or_refused_in_a_line(pool, hard, filter, allowed, exclude):
    refused_clearly(Conditions, pool, hard, filter, allowed, exclude)
    made = refused_clearly(Conditions, hard=hard, allowed=allowed)
    if isinstance(made, Conditions):
        assert type(made.hard) is bool
        assert made.allowed is None or type(made.allowed) is int


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"hard": "yes"}, "hard='yes' is not a switch: give True or False"),
        ({"hard": 1}, "hard=1 is not a switch: give True or False"),
        ({"allowed": 6.0}, "6.0 guesses allowed is not an integer: give 1 or more, or None for no"),
        ({"allowed": True}, "True guesses allowed is not an integer"),
        *(({"allowed": n}, f"{n} guesses allowed is too few: give at least 1$") for n in (0, -7)),
        (
            {"allowed": MOST_ALLOWED + 1},
            "1048576 guesses allowed is too many: give 1,0",
        ),
        ({"exclude": [5]}, "5 is not a word to exclude: give words, or a list's name"),
        ({"pool": "al"}, "unknown pool 'al': did you mean all"),
        ({"filter": "count"}, "unknown filter 'count': did you mean counts"),
    ],
)
def test_a_wrong_value_is_named_with_its_remedy(named, message):
    refused(f"^{message}", Conditions, **named)


def test_conditions_are_conditions_or_left_out():
    assert checked_conditions(None) == Conditions() == Conditions(None, False, "pattern", None, ())
    assert checked_conditions(Conditions(hard=True)).hard
    assert checked_conditions(None, ALLOWED) == Conditions(allowed=6)
    for wrong in (True, "hard", {"hard": True}):
        with pytest.raises(TypeError, match=r"give Conditions\(hard=True, allowed=6\), or leave"):
            checked_conditions(wrong)


def test_a_rule_without_colours_has_neither_hard_mode_nor_filters():
    for rule in (WORDLE, MASTERMIND):
        Conditions().check_rule(rule)
    Conditions(hard=True, filter="letters").check_rule(WORDLE)
    for options, what in ({"hard": True}, "hard mode"), ({"filter": "letters"}, "filter 'letters'"):
        message = f"{what} reads colours of letters, and rule 'mastermind' has none"
        refused(message, Conditions(**options).check_rule, MASTERMIND)
