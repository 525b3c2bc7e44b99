"""Letters: the form in which words are compared, and the digest that names a list."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence

from gpuwordle.errors import UserError


def normalise(word: str, place: str = "") -> str:
    """Bring a word to the form in which letters are compared: NFC, case-folded.

    Parameters
    ----------
    word
        The word as written.
    place
        Where it stands ("line 3 of words.txt"), for the error.

    Raises
    ------
    UserError
        If a character is not a letter (digits, punctuation, spaces, marks that do not compose).
    """
    if word.isascii() and word.isalpha() and word.islower():
        return word
    normal = unicodedata.normalize("NFC", word.strip().casefold())
    if not normal.isalpha():
        where = f" at {place}" if place else ""
        if not normal:
            raise UserError(f"empty word{where}: remove it")
        stray = next(letter for letter in normal if not letter.isalpha())
        raise UserError(
            f"word {word.strip()!r}{where} holds {stray!r}, which is not a letter: "
            "remove or respell the word"
        )
    return normal


def are_plain(words: Sequence[str]) -> bool:
    """Whether all words are written in a to z alone, as `normalise` leaves them.

    Nearly every list is, and has hundreds of thousands of words: their letters are looked at all
    at once.
    """
    text = "".join(words)
    if not text.isascii() or not all(words):
        return False
    letters = text.encode()  # quicker to look at than text, where a letter is one of all scripts
    return letters.isalpha() and letters.islower()


def normalised(words: Iterable[str]) -> list[str]:
    """Bring words to the form in which letters are compared; see `normalise`."""
    given = list(words)
    return given if are_plain(given) else [normalise(word) for word in given]


def digest_of(words: Iterable[str]) -> str:
    """Return the sha256 of the newline-joined words, as 64 hexadecimal digits."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()
