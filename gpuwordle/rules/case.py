"""Lower and upper case of letters, and scripts that have neither.

The game compares letters place by place, so a word must keep its length when its case changes.
Python's ``casefold`` does not promise that: it turns ``ß`` into ``ss`` and a final ``ς`` into
another letter. Here every letter has one lower form of one letter.

>>> lower("STRAẞE"), lower("λόγος"), lower("İstanbul")
('straße', 'λόγος', 'istanbul')
>>> capital("ß"), capital("ל")
('ẞ', None)
"""

from __future__ import annotations

import unicodedata

# The only letter whose lower form has two characters (i and a combining dot above), and that form
# itself, which other programs write into Turkish words.
_DOTTED = "İ"
_DOTTED_LOWER = "i\N{COMBINING DOT ABOVE}"

# The only letter with a capital that neither ``upper`` nor ``title`` finds.
_SHARP, _SHARP_CAPITAL = "ß", "ẞ"


def lower(word: str) -> str:
    """Return a word in lower case and NFC, letter for letter."""
    if word.isascii():
        return word.lower()
    composed = unicodedata.normalize("NFC", word).replace(_DOTTED, "i")
    # Compose again: j with a caron is one letter in lower case only.
    return unicodedata.normalize("NFC", composed.lower().replace(_DOTTED_LOWER, "i"))


def capital(letter: str) -> str | None:
    """Return the capital of a lower-case letter, or None if it has none of one letter."""
    if letter == _SHARP:
        return _SHARP_CAPITAL
    for form in (letter.upper(), letter.title()):
        if len(form) == 1 and form != letter:
            return form
    return None


def has_capitals(word: str) -> bool:
    """Return whether every letter of a lower-case word has a capital."""
    return (word.isascii() and word.isalpha()) or all(map(capital, word))
