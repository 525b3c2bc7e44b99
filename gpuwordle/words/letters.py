"""Letters: the form in which words are compared, and the digest that names a list.

Words are compared in lower case and NFC, one letter for one letter (`gpuwordle.rules.case`).
Accents count, unless they are folded away: then é is e, and が is か.

>>> normalise("Straße"), normalise("Garçon"), normalise("Garçon", fold_accents=True)
('straße', 'garçon', 'garcon')
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Container, Iterable, Sequence

from gpuwordle.errors import UserError
from gpuwordle.rules.case import lower

MOST_QUOTED = 40
"""Characters of a text that an error quotes."""


def normalise(word: str, place: str = "", *, fold_accents: bool = False) -> str:
    """Bring a word to the form in which letters are compared: NFC, lower case.

    Parameters
    ----------
    word
        The word as written.
    place
        Where it stands ("line 3 of words.txt"), for the error.
    fold_accents
        Drop the marks that combine with letters: accents, voicing of kana, vowel points. What is a
        letter of its own stays, such as ø, ł or ß.

    Raises
    ------
    UserError
        If a character is not a letter (digits, punctuation, spaces, marks that do not compose), or
        the word is no text.
    """
    if not isinstance(word, str):
        raise _no_text(word)
    if word.isascii() and word.isalpha() and word.islower():
        return word
    normal = lower(word.strip())
    if fold_accents:
        normal = without_marks(normal)
    if not normal.isalpha():
        where = f" at {place}" if place else ""
        if not normal:
            raise UserError(f"empty word{where}: remove it")
        stray = next(letter for letter in normal if not letter.isalpha())
        raise UserError(
            f"word {quoted(word.strip())}{where} holds {stray!r}, which is not a letter: "
            "remove or respell the word"
        )
    return normal


def without_marks(text: str) -> str:
    """Drop the marks that combine with letters, as `normalise` does where accents are folded."""
    apart = unicodedata.normalize("NFD", text)
    # Put together again, because NFD takes syllables of Hangul apart as well.
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


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


def normalised(words: Iterable[str], *, fold_accents: bool = False) -> list[str]:
    """Bring words to the form in which letters are compared; see `normalise`.

    Raises
    ------
    UserError
        If a word is none, or the words are a text in place of a list of texts.
    """
    check_listed(words)
    given = list(words)
    try:
        plain = are_plain(given)
    except TypeError:
        stray = next(word for word in given if not isinstance(word, str))
        raise _no_text(stray) from None
    if plain:
        return given
    return [normalise(word, fold_accents=fold_accents) for word in given]


def _no_text(word: object) -> UserError:
    return UserError(
        f"word {word!r:.40} is of type {type(word).__name__}, not a text: give words as texts"
    )


def check_listed(words: Iterable[str]) -> None:
    """Raise UserError if words are one text, whose letters would pass for words."""
    if isinstance(words, str):
        raise UserError(f"words {quoted(words)} are one text, not a list: give [{words[:20]!r}]")


def is_among(words: Container[str], word: object) -> bool:
    """Whether a word as written is one of some normalised words; what is no word is not."""
    try:
        return isinstance(word, str) and normalise(word) in words
    except UserError:
        return False


def quoted(text: str) -> str:
    """Quote a text as an error does, its end cut off where it is longer than a line can hold."""
    return repr(text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 3] + "...")


def digest_of(words: Iterable[str]) -> str:
    """Return the sha256 of the newline-joined words, as 64 hexadecimal digits."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()
