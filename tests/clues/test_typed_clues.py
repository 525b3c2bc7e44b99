"""Clues in the notations in which people type them."""

import pytest
from helpers.errors import refused

from gpuwordle.clues.typed_clues import read_clues
from gpuwordle.rules.built_in import RULES
from gpuwordle.words.language import SYMBOLS


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
