"""Scripts: lower and upper case, scripts without case, and the direction of words.

The game compares letters place by place, so a word must keep its length when its case changes.
Python's ``casefold`` does not promise that: it turns ``ß`` into ``ss`` and a final ``ς`` into
another letter. Here the lower-case form of every letter is one letter.

A terminal or browser reorders adjacent words that run from right to left, such as columns of
Hebrew words; `isolated` keeps each of them in its place.

>>> lower("STRAẞE"), lower("λόγος"), lower("İstanbul")
('straße', 'λόγος', 'istanbul')
>>> capital("ß"), capital("ל")
('ẞ', None)
"""

from __future__ import annotations

import re
import unicodedata

from gpuwordle.graphemes import capital_of, is_grapheme, lowered

# The only letter whose lower form has two characters (i and a combining dot above), and that form
# itself, which other programs write into Turkish words.
_DOTTED = "İ"
DOTTED_LOWER = "i\N{COMBINING DOT ABOVE}"

# The only letter with a capital that neither ``upper`` nor ``title`` finds.
_SHARP, _SHARP_CAPITAL = "ß", "ẞ"

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"

_FROM_RIGHT = {"R", "AL"}

# Programs put these zero-width marks around words that run from right to left, as `isolated` does.
_DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def lower(word: str) -> str:
    """Return a word in lower case and NFC, letter for letter, without marks of direction."""
    if word.isascii():
        return word.lower()
    small = composed(word).replace(_DOTTED, "i").lower().replace(DOTTED_LOWER, "i")
    # Compose again: j with a caron is one letter in lower case only.
    return lowered(composed(small))


def composed(text: str) -> str:
    """Return a text in NFC and without marks of direction."""
    if text.isascii():
        return text
    text = _DIRECTION_MARKS.sub("", text)
    if unicodedata.is_normalized("NFC", text):  # as most are, and testing is faster than composing
        return text
    return unicodedata.normalize("NFC", text)


def capital(letter: str) -> str | None:
    """Return the capital of a lower-case letter, or None if no single letter is one."""
    if letter == _SHARP:
        return _SHARP_CAPITAL
    if is_grapheme(letter):
        return capital_of(letter)
    for form in (letter.upper(), letter.title()):
        if len(form) == 1 and form != letter:
            return form
    return None


def upper(word: str) -> str:
    """Return a lower-case word in capitals; letters without one stay as they are.

    A word whose capitals would be read as another word stays as it is: one with a dotless i, or
    with a sigma of the wrong form for its place.
    """
    capitals = "".join(capital(letter) or letter for letter in word)
    return capitals if lower(capitals) == word else word


def has_capitals(word: str) -> bool:
    """Return whether every letter of a lower-case word has a capital."""
    return (word.isascii() and word.isalpha()) or all(map(capital, word))


def runs_from_right(word: str) -> bool:
    """Return whether a word runs from right to left, by its first letter that has a direction."""
    directions = map(unicodedata.bidirectional, word)
    return next((way in _FROM_RIGHT for way in directions if way in {"L", *_FROM_RIGHT}), False)


def isolated(text: str) -> str:
    """Isolate each word that runs from right to left with zero-width marks, for terminals.

    A word ends at white space or at ``=``. `composed` drops the marks from what is copied from a
    terminal. Files are written without them.
    """
    if text.isascii():
        return text
    return re.sub(r"[^\s=]+", _isolated_word, text)


def _isolated_word(found: re.Match[str]) -> str:
    word = found[0]
    if not runs_from_right(word):
        return word
    return f"{FIRST_STRONG_ISOLATE}{word}{POP_DIRECTIONAL_ISOLATE}"
