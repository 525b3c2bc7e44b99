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

from gpuwordle.rules.codes import GREEN, GREY

Clue = tuple[str, tuple[int, ...]]
"""A guess and its colours."""


def legal(word: str, clues: Iterable[Clue]) -> bool:
    """Tell whether a word is legal in hard mode: greens stay, coloured letters are used again.

    Parameters
    ----------
    word
        The guess in question, in lower case as those of the clues.
    clues
        Guesses and their colours, first letter first.
    """
    for guess, colours in clues:
        pairs = list(zip(guess, colours, strict=True))
        if any(colour == GREEN and word[p] != letter for p, (letter, colour) in enumerate(pairs)):
            return False
        shown = Counter(letter for letter, colour in pairs if colour != GREY)
        if any(word.count(letter) < count for letter, count in shown.items()):
            return False
    return True
