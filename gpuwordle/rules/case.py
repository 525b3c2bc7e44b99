"""Case: the lower form of a word, the capital of a letter, and scripts that have neither.

A game compares letters place by place, so a word keeps its length whatever happens to its case.
Python's ``casefold`` does not promise that: it turns ``ß`` into ``ss``, and the ``ς`` that ends a
Greek word into a letter that does not. Here every letter has one lower form, of one letter.

>>> lower("STRAẞE"), lower("λόγος"), lower("İstanbul")
('straße', 'λόγος', 'istanbul')
>>> capital("ß"), capital("ל")
('ẞ', None)
"""

from __future__ import annotations

import unicodedata

# The only letter whose lower form is two characters, i and a dot above, and that form itself: a
# Turkish word that another program has put in lower case.
_DOTTED = "İ"
_DOTTED_LOWER = "i\N{COMBINING DOT ABOVE}"

# The only letter that has a capital which Python finds under neither ``upper`` nor ``title``.
_SHARP, _SHARP_CAPITAL = "ß", "ẞ"


def lower(word: str) -> str:
    """Bring a word to lower case and NFC, one letter for one letter.

    Parameters
    ----------
    word
        A word in any script; letters without case stay as they are.

    Returns
    -------
    str
        As many letters as the word has in NFC.
    """
    if word.isascii():
        return word.lower()
    composed = unicodedata.normalize("NFC", word).replace(_DOTTED, "i")
    # Once more: j with a caron is one letter, and has no capital of one.
    return unicodedata.normalize("NFC", composed.lower().replace(_DOTTED_LOWER, "i"))


def capital(letter: str) -> str | None:
    """Return the capital of a letter in lower case, or None where it has none of one letter."""
    if letter == _SHARP:
        return _SHARP_CAPITAL
    for form in (letter.upper(), letter.title()):
        if len(form) == 1 and form != letter:
            return form
    return None


def has_capitals(word: str) -> bool:
    """Whether every letter of a word in lower case has a capital to tell green from yellow."""
    return (word.isascii() and word.isalpha()) or all(map(capital, word))
