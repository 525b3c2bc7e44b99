"""Clues in the notations in which people type them."""

import unicodedata

import pytest
from helpers.errors import refused

from gpuwordle.clues.clues import Clue
from gpuwordle.clues.typed_clues import read_clues, read_turn
from gpuwordle.rules.built_in import RULES
from gpuwordle.words.language import SYMBOLS
from gpuwordle.words.orthography import language_of
from gpuwordle.words.vocabulary import Vocabulary


def test_guesses_among_symbols_are_known_by_their_length():
    """A number may be a guess or colours; if guesses may be alone, it is a guess."""
    both = ["10111", "01200", "12347=00000"]
    assert read_clues(both, language=SYMBOLS, length=5) == ["10111=01200", "12347=00000"]
    assert read_clues(both, language=SYMBOLS, length=5, alone=True) == both
    told = read_clues(["crane", "moist", "2"], rule=RULES["jotto"], length=5, alone=True)
    assert told == ["crane", "moist=2"]
    sums = ["1+1=2", "1+2=3", "11112", "1+1=2=00000"]
    expected = ["1+1=2", "1+2=3=11112", "1+1=2=00000"]
    for alone in (False, True):
        assert read_clues(sums, language=SYMBOLS, length=5, alone=alone) == expected


@pytest.mark.parametrize(
    ("typed", "clues"),
    [
        ("crane 01200", ["crane=01200"]),
        (" crane  01200  moist .o.S. ", ["crane=01200", "moist=.o.S."]),
        ("CRANE = .rA..", ["CRANE=.rA.."]),
        ("crane: 01200", ["crane=01200"]),
        ("crane=01200 moist=00000", ["crane=01200", "moist=00000"]),
        ("crane =/01200 moist == /00000", ["crane==/01200", "moist==/00000"]),
        ("crane = =/01200", ["crane==/01200"]),
        (" ", [" "]),
    ],
)
def test_blanks_in_one_argument(typed, clues):
    assert read_clues([typed]) == clues


def test_clues_of_symbols_and_of_other_rules_and_guesses_alone_stay():
    typed = ["a:b", "crane", "01200"]
    assert read_clues(typed, language=SYMBOLS) == typed
    assert read_clues(typed, rule=RULES["mastermind"]) == typed
    assert read_clues(["crane", "moist=01200"], alone=True) == ["crane", "moist=01200"]
    typed = ["crane", "moist", "01200", "spoil"]
    assert read_clues(typed, alone=True) == ["crane", "moist=01200", "spoil"]
    refused("'moist' has no colours: write moist=00000", read_clues, ["crane=01200", "moist"])
    refused(f"write {'a' * 20}={'0' * 20} ", read_clues, ["a" * 21])
    refused("colours 'zzzzz' of 'crane' are not understood", read_clues, ["crane=zzzzz"])
    refused("guess '1.1' holds '1', which is not a letter: add --sy", read_clues, ["1+1=2=00000"])


@pytest.mark.parametrize(
    ("typed", "clues"),
    [
        ("crane=01200", "crane=01200"),
        ("crane 01200 MOIST .o.S.", "crane=01200 MOIST=.o.S."),
        ("CRANE:01200 moist,00000", "CRANE=01200 moist=00000"),
        ("crane ⬜🟨🟩⬜⬜", "crane=⬜🟨🟩⬜⬜"),
        ("crane=_ra__ crane _ra__", "crane=.ra.. crane=.ra.."),
        ("crane=bygxB crane byGbb", "crane=01200 crane=01200"),
        *((f"crane{at}01200/bbbbb/=", "crane=01200/00000/=") for at in "=:, "),
        ("crane =/byGbb", "crane==/01200"),
        ("buggy=BUGGY gyg=GYG", "buggy=BUGGY gyg=GYG"),  # the letters of the guess
        ("crane CRANE", "crane=CRANE"),
        ("crane=", "crane="),
        ("=01200 :01200", "=01200 :01200"),
        ("", ""),
    ],
)
def test_clues_as_they_are_typed(typed, clues):
    assert read_clues(typed.split()) == clues.split()


@pytest.mark.parametrize(
    ("typed", "language", "clues"),
    [
        ("हिन्दी 012 हिन्दी:012 हिन्दी=012", "hi", ["हिन्दी=012"] * 3),
        ("crêpe 22220 crêpe: 22220", "fr", ["crêpe=22220"] * 2),
        ("ΛΟΓΟΣ=ΛΟΓΟΣ λόγος λόγος", "el", ["ΛΟΓΟΣ=ΛΟΓΟΣ", "λόγος=λόγος"]),
        ("İLK=ilk İLK bgb", "tr", ["İLK=ilk", "İLK=020"]),
        ("\u2068שלום\u2069=0200 \u200fשלום \u200e0200", "he", ["שלום=0200"] * 2),
        ("ijσ=IJΣ", None, ["ijσ=IJΣ"]),
        ("crêpe=crêpe crêpe=..ê..", None, ["crêpe=crêpe", "crêpe=..ê.."]),
    ],
)
def test_clues_in_the_letters_of_a_language(typed, language, clues):
    spoken = language_of(language)
    for form in ("NFC", "NFD"):
        found = read_clues([unicodedata.normalize(form, typed)], language=spoken)
        read, expected = ([Clue.parse(clue, spoken) for clue in some] for some in (found, clues))
        assert read == expected


PETS = Vocabulary("pets", ["cat", "cow", "dog", "yyg"])
JOTTO = Vocabulary("pets", ["cat", "cow"], rule="jotto")
SUMS = Vocabulary("sums", ["1+1=2", "1+2=3"], symbols=True)


@pytest.mark.parametrize(
    ("typed", "words", "awaited", "suggested", "turn"),
    [
        ("dog 000", PETS, None, "cow", ("dog", "000")),
        ("CAT", PETS, "dog", "cow", ("cat", "")),
        ("COW", PETS, None, "cow", ("cow", "")),
        ("DOG", PETS, "dog", "cow", ("", "DOG")),
        ("yyg", PETS, "dog", "cow", ("yyg", "")),
        ("ggg", PETS, None, None, ("", "222")),
        ("Pgi", PETS, None, "cow", ("pgi", "")),
        ("zebra", PETS, "dog", "cow", ("zebra", "")),
        ("y", JOTTO, None, "cow", ("y", "")),
        ("1+1=3", SUMS, None, "1+1=2", ("1+1=3", "")),
    ],
)
def test_a_line_of_a_session_is_a_word_or_colours_or_both(typed, words, awaited, suggested, turn):
    assert read_turn(typed, words, awaited, suggested) == turn


@pytest.mark.parametrize(
    ("typed", "words", "awaited", "message"),
    [
        ("dog cow", PETS, None, "colours 'cow' of 'dog' are not understood"),
        ("dog=000 cow=000", PETS, None, "'dog=000 cow=000' is not a clue: type one such as"),
        ("pgi", PETS, "dog", "colours 'pgi' of 'dog' are not understood"),
        ("0000", PETS, None, "has 4 marks but guess 'cow' has 3 letters"),
        ("1+1=3", SUMS, "1+2=3", "has '[+]', which is not a colour"),
    ],
)
def test_a_line_that_is_neither_is_refused(typed, words, awaited, message):
    refused(message, read_turn, typed, words, awaited, "cow")
