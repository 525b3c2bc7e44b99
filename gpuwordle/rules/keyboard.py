"""The keyboard of a game: its letters in rows, each in the best colour that it has shown.

>>> [row[:3] for row in keyboard_rows("etaoin")]
[('q', 'w', 'e'), ('a', 's', 'd'), ('z', 'x', 'c')]
"""

from __future__ import annotations

from collections.abc import Iterable

from gpuwordle.rules.case import lower
from gpuwordle.rules.pattern import Pattern

LATIN = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ROW = 10
"""Letters in a row of an alphabet that has no keyboard that all know."""


def keyboard_rows(alphabet: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Lay letters out: a to z as most keyboards have them, others as the alphabet has them.

    Parameters
    ----------
    alphabet
        The letters of a vocabulary. Where all are among a to z, all of a to z are laid out, for
        who looks at the keys learns nothing of the list.
    """
    letters = sorted(alphabet)
    if set(letters).issubset("".join(LATIN)):
        return tuple(map(tuple, LATIN))
    return tuple(tuple(letters[at : at + ROW]) for at in range(0, len(letters), ROW))


def letter_colours(game: Iterable[tuple[str, Pattern]]) -> dict[str, int]:
    """Say the best colour that each letter has shown: green before yellow before grey.

    Parameters
    ----------
    game
        Guesses with their patterns.

    Returns
    -------
    dict of str to int
        Letters in lower case; one that was not played is not in it.

    Examples
    --------
    >>> letter_colours([("eerie", Pattern.parse("01002"))])
    {'e': 2, 'r': 0, 'i': 0}
    """
    best: dict[str, int] = {}
    for guess, pattern in game:
        for letter, colour in zip(lower(guess), pattern.colours, strict=True):
            best[letter] = max(best.get(letter, colour), colour)
    return best
