"""Hard mode for one word, as a player would check it.

For lists of words and many clues at once see `gpuwordle.clues.hard_mode`.

>>> legal("cable", [("crane", (2, 0, 1, 0, 2))])
True
>>> legal("slate", [("crane", (2, 0, 1, 0, 2))])
False
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gpuwordle.rules.case import capital
from gpuwordle.rules.colours import GREEN, GREY

Clue = tuple[str, tuple[int, ...]]
"""A guess and its colours."""


def legal(word: str, clues: Iterable[Clue]) -> bool:
    """Return whether a lower-case word is legal: greens stay, coloured letters are used again."""
    return illegal_because(word, clues) is None


def illegal_because(word: str, clues: Iterable[Clue]) -> str | None:
    """Say what a word lacks for the first clue that forbids it in hard mode; None if it is legal.

    >>> illegal_because("slate", [("crane", (2, 0, 1, 0, 2))])
    "C is green at letter 1 of 'crane' and has to stay there"
    >>> illegal_because("eagle", [("eerie", (0, 1, 0, 0, 1)), ("angel", (1, 1, 0, 0, 0))])
    "N is coloured in 'angel' and has to be used"
    """
    for guess, colours in clues:
        pairs = list(zip(guess, colours, strict=True))
        for place, (letter, colour) in enumerate(pairs):
            if colour == GREEN and word[place] != letter:
                return (
                    f"{capital(letter) or letter} is green at letter {place + 1} of {guess!r} and "
                    "has to stay there"
                )
        shown = Counter(letter for letter, colour in pairs if colour != GREY)
        for letter, count in shown.items():
            if word.count(letter) < count:
                times = f" {count} times" if count > 1 else ""
                return (
                    f"{capital(letter) or letter} is coloured{times} in {guess!r} and has to be "
                    f"used{times}"
                )
    return None
