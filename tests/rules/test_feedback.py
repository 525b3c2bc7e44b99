"""Rules of feedback: two words, tables, and how clues are written, against the oracle."""

import naive
import numpy as np
import pytest
from helpers.errors import refused
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.named import rule_for, rule_named
from gpuwordle.rules.planes import plane_count
from gpuwordle.words.vocabulary import PackedWords, Vocabulary

CODE_OF_TOLD = {
    "wordle": lambda told, length: int("".join(map(str, told)), 3),
    "mastermind": lambda told, length: sum(told) + (length + 1) * told[0],
    "jotto": lambda told, length: told,
    "greens": lambda told, length: told,
}


def words(letters="abc"):
    lengths = st.integers(1, 20)
    return lengths.flatmap(lambda n: st.tuples(*[st.text(letters, min_size=n, max_size=n)] * 2))


@given(pair=words())
@pytest.mark.parametrize("name", RULES)
def test_two_words(name, pair):
    guess, answer = pair
    expected = CODE_OF_TOLD[name](naive.TOLD[name](guess, answer), len(guess))
    rule = RULES[name]
    assert rule.code(guess, answer) == expected < rule.codes(len(guess))
    for code in (expected, rule.win(len(guess))):
        assert rule.read(rule.write(code, len(guess)), len(guess)) == code
    if rule.tells_wins:
        assert (expected == rule.win(len(guess))) == (guess == answer)
    else:
        assert expected != rule.win(len(guess))


@settings(max_examples=150)
@given(data=st.data(), length=st.integers(1, 20))
@pytest.mark.parametrize("name", RULES)
def test_a_table_holds_what_one_letter_adds(name, data, length):
    """One letter at some places of the guess, and at some of the answer; nothing else is shared."""
    sets = [data.draw(st.integers(0, 2**length - 1)) for _ in range(2)]
    guess, answer = (
        "".join("x" if places >> p & 1 else other for p in range(length))
        for places, other in zip(sets, "ga", strict=True)
    )
    arrays = (np.array([places], np.uint32) for places in sets)
    table = RULES[name].table(*arrays, length)
    assert table.shape == (plane_count(length), 1, 1) and table.dtype == np.uint8
    code = sum(
        RULES[name].plane_base ** plane * int(added) for plane, added in enumerate(table.flat)
    )
    assert code == CODE_OF_TOLD[name](naive.TOLD[name](guess, answer), length)


@pytest.mark.parametrize(
    ("name", "text", "length", "code"),
    [
        ("mastermind", "21", 4, 13),
        ("mastermind", "2+1", 4, 13),
        ("mastermind", "bbw", 4, 13),
        ("mastermind", "-", 4, 0),
        ("mastermind", "10+2", 12, 12 + 13 * 10),
        ("jotto", "3", 5, 3),
        ("jotto", "5", 5, 5),
        ("jotto", "5!", 5, 6),
        ("greens", "3", 5, 3),
        ("wordle", "01200", 5, 45),
    ],
)
def test_clues_are_read(name, text, length, code):
    assert RULES[name].read(text, length) == code


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("mastermind", "31", "3 in place and 1 elsewhere, which no guess of 4 letters gets"),
        ("mastermind", "42", "4 in place and 2 elsewhere, which no guess"),
        ("mastermind", "2", "'2' is not black and white pegs: give 21 or BBW"),
        ("mastermind", "", "'' is not black and white pegs"),
        ("jotto", "5", "'5' is more than 4 letters in common: give 0 to 4"),
        ("jotto", "x", "'x' is not a number of letters in common: give 0 to 4, or 4! if"),
        ("greens", "99999999999", "is more than 4 letters in place"),
        ("greens", "-1", "'-1' is not a number of letters in place: give 0 to 4"),
        ("wordle", "0123", "'0123' is not 4 digits 0, 1 or 2"),
    ],
)
def test_clues_that_a_rule_cannot_give_are_refused(name, text, message):
    refused(message, RULES[name].read, text, 4)


def test_rules_by_name():
    assert rule_named("jotto") is rule_for("jotto") is rule_for(RULES["jotto"])
    refused("unknown rule 'mastermnd': did you mean mastermind", rule_named, "mastermnd")
    with pytest.raises(TypeError, match="5 is not a rule of feedback: give a name"):
        rule_for(5)
    like_ours = type("Half", (type(RULES["greens"]),), {})()
    refused(
        "a custom rule is called 'greens', like a built-in one: give it another",
        rule_for,
        like_ours,
    )
    refused("rule 'string:Template' is not a class derived from", rule_named, "string:Template")
    incomplete = "rule 'gpuwordle.rules.feedback:Feedback' lacks code, codes, read, write"
    refused(incomplete, rule_named, "gpuwordle.rules.feedback:Feedback")
    ours = "gpuwordle.rules.greens:Greens"
    assert rule_named(ours) == rule_named(ours) != RULES["greens"]
    assert rule_named(ours).name == ours


def test_a_vocabulary_carries_its_rule():
    plain = Vocabulary("pets", ["cat", "act", "dog"])
    jotto = Vocabulary("pets", ["cat", "act", "dog"], rule="jotto")
    assert plain != jotto == Vocabulary("same", ["cat", "act", "dog"], rule=RULES["jotto"])
    assert jotto.without(["dog"]).rule.name == "jotto"
    assert PackedWords.of(jotto).vocabulary() == jotto
    assert repr(jotto) == "Vocabulary('pets': 3 letters, 3 answers, 3 guesses, rule jotto)"
    short = type("Short", (type(RULES["greens"]),), {"name": "short", "longest": 15})
    message = "rule 'short' takes words of at most 15 letters, not 16"
    refused(message, Vocabulary, "long", ["a" * 16], rule=short())


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"codes": lambda rule, length: 2**32 + 1}, "has 4294967297 codes for words of 3 letters"),
        (
            {"codes": lambda rule, length: 4.0},
            "has 4.0 codes for words of 3 letters: its",
        ),
    ],
)
def test_a_rule_has_a_number_of_codes_that_fits(members, message):
    own = type("Own", (type(RULES["greens"]),), {"name": "own", **members})()
    refused(message, Vocabulary, "pets", ["cat", "cow", "dog"], rule=own)
