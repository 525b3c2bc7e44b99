"""Which way words run: from the left, or from the right as those of Hebrew and Arabic.

Neighbours that run from the right change places where a terminal or a browser sorts letters by
their direction: two columns of Hebrew words would stand the wrong way round. An isolated word is
sorted by itself.
"""

from __future__ import annotations

import re
import unicodedata

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"

_FROM_RIGHT = {"R", "AL"}


def runs_from_right(word: str) -> bool:
    """Whether a word is written from right to left, as its first letter with a direction is."""
    directions = map(unicodedata.bidirectional, word)
    return next((way in _FROM_RIGHT for way in directions if way in {"L", *_FROM_RIGHT}), False)


def isolated(text: str) -> str:
    """Isolate every word of a text that runs from the right; all else stays as it is.

    A word ends at white space, or at ``=``, after which its score stands.

    The marks have no width. They are for terminals alone: in a file they would be part of the word.
    """
    if text.isascii():
        return text
    return re.sub(r"[^\s=]+", _isolated_word, text)


def _isolated_word(found: re.Match[str]) -> str:
    word = found[0]
    if not runs_from_right(word):
        return word
    return f"{FIRST_STRONG_ISOLATE}{word}{POP_DIRECTIONAL_ISOLATE}"
