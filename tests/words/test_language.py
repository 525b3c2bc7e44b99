"""How text becomes letters."""

import unicodedata
from random import Random

import pytest
from helpers.errors import refused
from hypothesis import example, given
from hypothesis import strategies as st

from gpuwordle import Pattern, Vocabulary, WordList, load
from gpuwordle.clues.clues import Clue
from gpuwordle.words.language import SYMBOLS
from gpuwordle.words.vocabulary import PackedWords

# Some letters, as U+FB2A, are always written as a letter and a sign that only combines: refused.
visible = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S")).filter(
        lambda letter: len(unicodedata.normalize("NFC", letter)) == 1
    ),
    min_size=1,
    max_size=8,
)


@given(st.lists(visible, min_size=1))
def test_symbols_are_normalised_together_as_one_by_one(words):
    once = [SYMBOLS.normalise(word) for word in words]
    assert SYMBOLS.normalised(words) == once == SYMBOLS.normalised(once)


@given(visible, st.randoms())
@example("ńσ", Random(0))
@example("λόγος", Random(0))
@example("λόγοσ", Random(0))
@example("ılık", Random(0))
def test_clues_of_symbols_read_back(word, random):
    guess = SYMBOLS.normalise(word)
    answer = "".join(random.sample(guess, len(guess)))
    clue = Clue(guess, Pattern.of(guess, answer))
    assert Clue.parse(str(clue), SYMBOLS) == clue
    assert SYMBOLS.is_clue(str(clue), len(guess))
    assert not SYMBOLS.is_clue(guess, len(guess))


@pytest.mark.parametrize(
    ("clue", "guess", "parts"),
    [
        ("1+1=2=21200|00000", "1+1=2", ["21200", "00000"]),
        ("1+1=2==|00000", "1+1=2", ["=", "00000"]),
        ("1+1===|=", "1+1=", ["=", "="]),
        ("a|b=120|000", "a|b", ["120", "000"]),
        ("a/b:,=12000|00000", "a/b:,", ["12000", "00000"]),
    ],
)
def test_clues_of_two_boards_of_symbols(clue, guess, parts):
    assert SYMBOLS.split_boards(clue, 2) == (guess, parts)


def test_symbols_are_a_game_of_their_own(tmp_path):
    path = tmp_path / "sums.txt"
    path.write_text("# sums\n1+1=2\n1+2=3 #12=3\n")
    refused("or add --symbols if digits and signs are letters", load, path)
    assert load(path, "web2", symbols=True).language is SYMBOLS
    words = load(path, symbols=True)
    assert words.words == ("1+1=2", "1+2=3", "#12=3")
    five = words.of_length(5)
    assert five == Vocabulary("same", words.words, symbols=True)
    assert PackedWords.of(five).vocabulary() == five
    assert "1+1=2" in five
    assert five.without(["1+1=2"]).language is SYMBOLS
    letters = ["crane", "stork"]
    plain, symbols = Vocabulary("a", letters), Vocabulary("a", letters, symbols=True)
    assert plain != symbols
    assert plain.digest != symbols.digest
    assert WordList.of("a", letters, language="symbols").digest != WordList.of("a", letters).digest
