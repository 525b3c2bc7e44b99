"""The rule and its notations, against the oracle."""

import re

import naive
import numpy as np
import pytest
from helpers.errors import one_line_error, refused
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.clues.clues import Clue
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.pattern import Pattern

pairs = st.integers(1, 20).flatmap(
    lambda n: st.tuples(*[st.text("abcdñ", min_size=n, max_size=n) for _ in range(2)])
)


@given(pairs)
def test_score_is_that_of_the_oracle(pair):
    guess, answer = pair
    assert list(Pattern.of(guess, answer).colours) == naive.colours(guess, answer)
    assert Pattern.of(guess, answer).code == naive.code(guess, answer)


@pytest.mark.parametrize(
    ("guess", "answer", "digits"),
    [
        ("speed", "erase", "10110"),
        ("allee", "apple", "21002"),
        ("mamma", "maxim", "22100"),
        ("geese", "eerie", "02102"),
        # Case makes no difference, and accents do.
        ("CRANE", "caper", "21101"),
        ("crane", "CAPER", "21101"),
        ("cafe\u0301", "CAFÉ", "2222"),
        ("café", "cafe", "2220"),
    ],
)
def test_patterns_by_hand(guess, answer, digits):
    assert str(Pattern.of(guess, answer)) == digits


@given(pairs)
def test_every_notation_reads_back(pair):
    guess, answer = pair
    pattern = Pattern.of(guess, answer)
    assert Pattern.parse(pattern.digits) == pattern
    assert Pattern.parse(pattern.tiles) == pattern
    assert Pattern.parse(pattern.marks(guess), guess) == pattern
    assert Clue.parse(f"{guess.upper()}={pattern.marks(guess)}") == (guess, pattern)
    assert Pattern.of_colours(pattern.colours) == pattern


WITH_CAPITALS = ["straße", "λόγος", "ǆep", "ñandú", "ısı"]


@pytest.mark.parametrize("guess", [*WITH_CAPITALS, "שלום", "كلمات", "かな", "한글", "aかb"])
def test_capitals_of_one_letter_mark_green_and_words_without_get_digits(guess):
    for code in range(3 ** len(guess)):
        pattern = Pattern(code, len(guess))
        assert len(pattern.marks(guess)) == len(guess)
        assert guess in WITH_CAPITALS or pattern.marks(guess) == pattern.digits
        assert Pattern.parse(pattern.marks(guess), guess) == pattern
        assert Clue.parse(f"{guess}={pattern.tiles}") == (guess, pattern)


def test_notations():
    pattern = Pattern.parse("c.A..", "crane")
    assert pattern.digits == "10200"
    assert pattern.tiles == "🟨⬜🟩⬜⬜"
    assert pattern.marks("crane") == "c.A.."
    assert repr(pattern) == "Pattern('10200')"
    assert Pattern.parse("🟦⬛🟧⬛️⬛", "crane") == pattern, "high contrast, dark mode, selectors"
    assert not pattern.solved
    assert Pattern.parse("22222").solved


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Pattern.of("crane", "cranes"), "'crane' has 5 letters and answer 'cranes' has 6"),
        (lambda: Pattern.of("", ""), "word length 0"),
        (lambda: Pattern.of("a" * 21, "b" * 21), "word length 21"),
        (lambda: Pattern(0, 0), "word length 0 is out of range: give 1 to 20"),
        (lambda: Pattern(243, 5), "code 243 is out of range for 5 letters: give 0 to 242"),
        (lambda: Pattern.parse("0123"), "'0123' is not understood"),
        (lambda: Pattern.parse(""), "the pattern is empty"),
        (
            lambda: Pattern.parse("3", rule=RULES["jotto"]),
            "pattern '3' of rule 'jotto' needs its guess: give it",
        ),
        (lambda: Pattern.parse("012", "crane"), "'012' has 3 marks but guess 'crane' has 5"),
        (lambda: Pattern.parse("1", "crane"), "'1' has 1 mark but guess 'crane' has 5 letters"),
        (lambda: Pattern.parse("012", "cafe\u0301"), "guess 'cafe\u0301' has 4 letters"),
        (
            lambda: Pattern.parse("c.B..", "crane"),
            "has 'B' at letter 3 of guess 'crane': give A (green), a (yellow) or . (grey), or the "
            "whole pattern as digits 01200 or tiles ⬜🟨🟩",
        ),
        *(
            (
                lambda text=text: Pattern.parse(text, "crane"),
                f"has {text[1]!r}, which is not a colour: give letters c.A.. (upper green, lower "
                "yellow, dot grey), digits 01200 or tiles ⬜🟨🟩",
            )
            for text in ("c?A..", "03000", "⬜🟥⬜⬜⬜")
        ),
        (lambda: Pattern.parse("あ.", "あい"), "no upper and lower case"),
        (lambda: Pattern.parse("い.", "あい"), "has 'い' at letter 1 of guess 'あい': give ."),
        (lambda: Pattern.of_colours("01200"), "colours '01200' are text: read them"),
        (lambda: Pattern.of_colours([0, 3]), "colour 3 is unknown: give 0 (grey"),
        (lambda: Clue.parse("=12"), "is not GUESS=PATTERN"),
        (lambda: Pattern(True, 5), "pattern code True is not an integer: give 0 to 242"),
        (lambda: Pattern("01200", 5), "or read text with Pattern.parse"),
        (lambda: Pattern(5, 5.0), "word length 5.0 is not an integer: give 1 to 20"),
        (lambda: Pattern.of_colours([True]), "colour True is unknown"),
        (lambda: Pattern(45, 5).marks("cran"), "has 4 letters and its pattern 5: give the word"),
        (lambda: Pattern(45, 5).marks("cranes"), "has 6 letters and its pattern 5"),
    ],
)
def test_bad_input_is_named(call, message):
    refused(re.escape(message), call)


NO_RULE = "'greens' is not a rule of feedback: give a Feedback"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Pattern.of("crane", 5), "5 is of type int: give text"),
        (lambda: Pattern.of_colours(5), "colours 5 are not a sequence: give [0, 1, 2"),
        (lambda: Pattern.of("crane", "crate", "greens"), NO_RULE),
        (lambda: Pattern(0, 5, "greens"), NO_RULE),
        (lambda: Pattern.parse("4", "crane", "greens"), NO_RULE),
    ],
)
def test_a_wrong_type_is_named_with_its_remedy(call, message):
    with one_line_error(re.escape(message), TypeError):
        call()


def test_numbers_of_numpy_are_taken():
    for code, length in ((np.uint8(7), np.int64(5)), (7, np.int64(5)), (np.uint8(7), 5)):
        pattern = Pattern(code, length)
        assert pattern == Pattern(7, 5)
        assert type(pattern.code) is type(pattern.length) is int


def test_patterns_of_a_rule_without_colours():
    greens = RULES["greens"]
    pattern = Pattern.of("crane", "crate", greens)
    assert (pattern.digits, str(pattern), pattern.marks("crane")) == ("4", "4", "4")
    refused("rule 'greens' has no colours of letters", getattr, pattern, "colours")
    short = type("Short", (type(greens),), {"name": "short", "longest": 4})()
    assert Pattern.of("rate", "rats", short).digits == "3"
    refused("'short' takes words of at most 4 letters, not 5", Pattern.of, "crane", "crate", short)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_the_answer_alone_is_solved_and_reads_back(rule):
    for word, solved in (("crane", True), ("nacre", False)):
        pattern = Pattern.of(word, "crane", rule)
        assert pattern.solved == solved
        assert Pattern.parse(pattern.digits, word, rule) == pattern
