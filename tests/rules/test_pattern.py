"""The rule and its notations, against the oracle."""

from __future__ import annotations

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.errors import UserError
from gpuwordle.rules.pattern import Pattern, parse_guess_score, score

pairs = st.integers(1, 20).flatmap(
    lambda n: st.tuples(*[st.text("abcdñ", min_size=n, max_size=n) for _ in range(2)])
)


@given(pairs)
def test_score_is_that_of_the_oracle(pair):
    guess, answer = pair
    assert list(score(guess, answer).colours) == naive.colours(guess, answer)
    assert score(guess, answer).code == naive.code(guess, answer)


@pytest.mark.parametrize(
    ("guess", "answer", "digits"),
    [
        ("speed", "abide", "00101"),
        ("speed", "erase", "10110"),
        ("speed", "steal", "20200"),
        ("speed", "crepe", "01210"),
        ("allee", "apple", "21002"),
        ("mamma", "maxim", "22100"),
        ("a", "a", "2"),
        ("geese", "eerie", "02102"),
    ],
)
def test_repeated_letters(guess, answer, digits):
    assert str(score(guess, answer)) == digits


@given(pairs)
def test_every_notation_reads_back(pair):
    guess, answer = pair
    pattern = score(guess, answer)
    assert Pattern.parse(pattern.digits) == pattern
    assert Pattern.parse(pattern.tiles) == pattern
    assert Pattern.parse(pattern.marks(guess), guess) == pattern
    assert parse_guess_score(f"{guess.upper()}={pattern.marks(guess)}") == (guess, pattern)
    assert Pattern.of_colours(pattern.colours) == pattern


@pytest.mark.parametrize(
    ("guess", "answer", "digits"),
    [
        ("CRANE", "caper", "21101"),
        ("crane", "CAPER", "21101"),
        ("Straße", "STRAẞE", "222222"),
        ("cafe\u0301", "CAFÉ", "2222"),
        ("café", "cafe", "2220"),
        ("ΛΌΓΟΣ", "λόγος", "22222"),
    ],
)
def test_case_makes_no_difference_and_accents_do(guess, answer, digits):
    assert str(score(guess, answer)) == digits


@pytest.mark.parametrize("guess", ["straße", "λόγος", "ǆep", "ñandú", "ısı"])
def test_capitals_of_one_letter_mark_green(guess):
    for code in range(3 ** len(guess)):
        pattern = Pattern(code, len(guess))
        assert len(pattern.marks(guess)) == len(guess)
        assert Pattern.parse(pattern.marks(guess), guess) == pattern


@pytest.mark.parametrize("guess", ["שלום", "كلمات", "かな", "한글", "aかb"])
def test_words_without_capitals_get_digits(guess):
    for code in range(3 ** len(guess)):
        pattern = Pattern(code, len(guess))
        assert pattern.marks(guess) == pattern.digits
        assert Pattern.parse(pattern.marks(guess), guess) == pattern
        assert parse_guess_score(f"{guess}={pattern.tiles}") == (guess, pattern)


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
        (lambda: score("crane", "cranes"), "'crane' has 5 letters and answer 'cranes' has 6"),
        (lambda: score("", ""), "word length 0"),
        (lambda: score("a" * 21, "b" * 21), "word length 21"),
        (lambda: Pattern(243, 5), "code 243 is out of range for 5 letters: give 0 to 242"),
        (lambda: Pattern.parse("012"), None),
        (lambda: Pattern.parse("0123"), "'0123' is not understood"),
        (lambda: Pattern.parse(""), "the score is empty"),
        (lambda: Pattern.parse("012", "crane"), "'012' has 3 marks but guess 'crane' has 5"),
        (lambda: Pattern.parse("c.A.", "crane"), "has 4 marks"),
        (lambda: Pattern.parse("c.B..", "crane"), "has 'B' at letter 3 of guess 'crane': give A"),
        (lambda: Pattern.parse("あ.", "あい"), "no upper and lower case"),
        (
            lambda: Pattern.parse("い.", "あい"),
            "has 'い' at letter 1 of guess 'あい': give .",
        ),
        (lambda: Pattern.of_colours("01200"), "colours '01200' are text: read them"),
        (lambda: Pattern.of_colours([0, 3]), "colour 3 is unknown: give 0 (grey"),
        (lambda: parse_guess_score("crane"), "'crane' is not GUESS=SCORE"),
        (lambda: parse_guess_score("=12"), "is not GUESS=SCORE"),
    ],
)
def test_bad_input_is_named(call, message):
    if message is None:
        call()
        return
    with pytest.raises(UserError, match=r"\A[^\n]+\Z") as raised:
        call()
    assert message in str(raised.value)


@pytest.mark.parametrize("length", [0, 21, -1])
def test_a_length_beyond_words_has_no_pattern(length):
    with pytest.raises(UserError, match=f"word length {length} is out of range: give 1 to 20"):
        Pattern(0, length)


def test_a_mark_that_is_no_colour_is_named():
    with pytest.raises(UserError, match=r"has '\?', which is no colour: give letters c\.A\.\."):
        Pattern.parse("c?A..", "crane")


def test_marks_are_those_of_a_guess_of_the_same_length():
    for guess in ("cran", "cranes"):
        with pytest.raises(UserError, match="letters and its pattern 5: give the word that got it"):
            Pattern.parse("01200").marks(guess)
