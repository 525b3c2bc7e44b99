"""Letters: their marks, errors about words, digests that identify lists, and lists for display."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence

from gpuwordle.errors import UserError, counted
from gpuwordle.graphemes import written
from gpuwordle.rules.case import runs_from_right
from gpuwordle.rules.colours import escaped

MOST_QUOTED = 40
"""Characters of a string that an error quotes."""


def without_marks(text: str) -> str:
    """Drop the marks that combine with letters."""
    apart = unicodedata.normalize("NFD", text)
    # Compose again, because NFD decomposes the syllables of Hangul as well.
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


def not_text(word: object) -> UserError:
    """Make the error for a word that is not a string."""
    return UserError(
        f"word {word!r:.40} is of type {type(word).__name__}, not a string: give words as strings"
    )


def no_word(word: str, stray: str, place: str, wanted: str) -> UserError:
    """Make the error for a word that is empty, or has a stray character that is not ``wanted``."""
    where = f" at {place}" if place else ""
    if not stray:
        return UserError(f"empty word{where}: remove it")
    return UserError(f"word {quoted(word.strip())}{where} holds {stray!r}, which is not {wanted}")


def check_listed(words: object) -> None:
    """Raise an error unless words are a collection; a string would pass for a list of letters."""
    if isinstance(words, str):
        raise UserError(f"words {quoted(words)} are one string, not a list: give [{words[:20]!r}]")
    if not isinstance(words, Iterable):
        raise TypeError(f'{words!r:.40} is not a list of words: give words such as ["crane"]')
    if hasattr(words, "columns"):
        raise UserError("words are a table: give one of its columns")


def check_ordered(words: object) -> None:
    """Raise an error unless words are a collection in an order: ties and digests depend on it."""
    check_listed(words)
    if isinstance(words, set | frozenset):
        raise UserError("words are a set, which has no order: give sorted(words)")


def check_name(name: object, what: str) -> None:
    """Raise TypeError unless the name of a list is a string."""
    if not isinstance(name, str):
        raise TypeError(
            f"{name!r:.40} is not the name of a {what}: give a name first, as in "
            f'{"Vocabulary" if what == "vocabulary" else "WordList.of"}("birds", ["crane"])'
        )


def quoted(text: str) -> str:
    """Quote a string for an error message; a long one is cut."""
    text = written(text)
    return repr(text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 3] + "...")


def digest_of(words: Iterable[str]) -> str:
    """Return the sha256 of the newline-joined words in hexadecimal."""
    return hashlib.sha256(written("\n".join(words)).encode()).hexdigest()


def abridged(words: Sequence[str], most: int) -> str:
    """Join the first words and count the rest.

    >>> abridged(["cat", "cow", "dog", "pig"], 2), abridged(["cat", "cow"], 2)
    ('cat cow and 2 more', 'cat cow')
    """
    return " ".join(words[:most]) + _more(words, most)


def words_left(remaining: Sequence[str], show: int) -> str:
    """Write how many words are left, and the first of them.

    >>> words_left(["cat", "cow"], 1)
    '2 words left: cat and 1 more'
    """
    count = len(remaining)
    listed = f": {abridged(remaining, show)}" if remaining[:show] else ""
    return f"{counted(count, 'word')} left{listed}"


def abridged_html(words: Sequence[str], most: int) -> str:
    """Join the first words as HTML, in their own direction, and count the rest."""
    shown = escaped(written(" ".join(words[:most])))
    if words and runs_from_right(words[0]):
        shown = f'<bdi dir="rtl">{shown}</bdi>'
    return shown + _more(words, most)


def _more(words: Sequence[str], most: int) -> str:
    left = len(words) - most
    return f" and {left:,} more" if left > 0 else ""
