"""Three stages, all wrong, of a program by Reilly that reads clues.

Reilly ("Exploring Wordle") reads clues into a mask, valid and invalid letters, and wrong spots, and
corrects the reading of repeated letters twice:

- ``naive`` ("Initial Python Solution") takes every grey letter for absent. After AAB=Aa. it keeps
  ACC, which the game excludes: one copy is enough for it. If a guess has both a coloured and a
  grey copy of a letter it keeps nothing, not even the hidden word.
- ``first-fix`` ("First Attempt at Fixing the Bug") ignores a grey letter that is valid already,
  from left to right. After AAB=A.. it keeps AAC, which the game excludes. After AAB=.A. it keeps
  nothing: the grey copy is left of the green one.
- ``two-pass`` ("Fixing Repeated Absent Letters") reads the coloured letters of a guess first; a
  grey copy of a valid letter is in a wrong spot. After AAB=A.. it keeps ACA, which the game
  excludes: it does not count copies.

They only read clues; no game uses them. Reilly's example of the answer CACHE, CHAIR=Cha..
CLASH=C.a.h CATCH=CA.ch, prints CAHOW as eligible at every stage; the game excludes it, because
CATCH=CA.ch shows two copies of C. This is an erratum: under ``pattern`` only CACHE remains.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from gpuwordle.clues.demands import Demands
from gpuwordle.rules.colours import GREEN, GREY, YELLOW
from gpuwordle.rules.pattern import Pattern

Stage = Literal["naive", "first-fix", "two-pass"]


def read(clues: Iterable[tuple[str, Pattern]], length: int, stage: Stage) -> list[Demands]:
    """Return what each clue adds as one stage reads it.

    The clues are normalised guesses with their patterns, in the order of play.
    """
    valid: set[str] = set()
    parts = []
    for guess, pattern in clues:
        colours = pattern.colours
        known: dict[int, str] = {}
        wrong_spot: set[tuple[int, str]] = set()
        invalid: set[str] = set()
        coloured = {g for g, colour in zip(guess, colours, strict=True) if colour != GREY}
        if stage == "two-pass":
            valid |= coloured
        for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
            if colour == GREEN:
                known[place] = letter
                valid.add(letter)
            elif colour == YELLOW:
                wrong_spot.add((place, letter))
                valid.add(letter)
            elif stage == "naive" or letter not in valid:
                invalid.add(letter)
            elif stage == "two-pass":
                wrong_spot.add((place, letter))
        parts.append(
            Demands(
                length,
                known,
                frozenset(wrong_spot),
                dict.fromkeys(sorted(coloured), 1),
                dict.fromkeys(sorted(invalid), 0),
            )
        )
    return parts
