"""Lists that the program makes, and their best openers as other programs computed them."""

import re
from fractions import Fraction
from itertools import product

import pytest

from gpuwordle.openers.first_guesses import best_openers
from gpuwordle.words.generated import GENERATED, equations, generated, primes
from gpuwordle.words.sources import load, vocabulary_of


@pytest.mark.parametrize("name", GENERATED)
def test_made_lists_are_what_is_known_of_them(name):
    words, known = generated(name), GENERATED[name]
    assert load(name) == words
    assert (words.lengths, words.digest) == (known.lengths, known.digest)
    assert vocabulary_of(name).length == next(iter(known.lengths))
    assert list(words) == sorted(words)


@pytest.mark.parametrize("length", [5, 6])
def test_equations_are_those_that_a_plain_search_finds(length):
    found = []
    for left in range(3, length - 1):
        for text in map("".join, product("0123456789+-*/", repeat=left)):
            if re.fullmatch(r"[1-9]\d*([-+*/][1-9]\d*)+", text):
                # Exact, and Python does the precedence.
                value = eval(re.sub(r"(\d+)", r"Fraction(\1)", text), {"Fraction": Fraction})
                equation = f"{text}={value}"
                if value >= 0 and value.denominator == 1 and len(equation) == length:
                    found.append(equation)
    assert list(equations(length)) == sorted(found)


def test_primes_have_no_divisor():
    assert [int(word) for word in primes(3)] == [
        n for n in range(100, 1000) if all(n % divisor for divisor in range(2, n))
    ]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("nerdle", {"expected-size": ("48-32=16", 551_363), "entropy": ("48-32=16", 9.775178)}),
        ("primel", {"minimax": ("32971", 265), "expected-size": ("17923", 1_016_453)}),
    ],
)
def test_openers_are_those_of_other_programs(name, known):
    words = vocabulary_of(name)
    for score, openers in best_openers(words, known).items():
        (best,) = openers
        shown = {
            "minimax": best.largest,
            "expected-size": round(best.expected_size * len(words)),
            "entropy": round(best.entropy, 6),
        }
        assert (best.guess, shown[score]) == known[score]
