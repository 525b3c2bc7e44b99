"""What a language is, and the two that have no file: letter for letter, and symbols.

Words are compared in lower case and NFC, letter for letter (`gpuwordle.rules.case`). Accents count
unless the language drops them: then é equals e, and が equals か.

>>> PLAIN.normalise("Straße"), PLAIN.normalise("Garçon"), SYMBOLS.normalise("12+34=46")
('straße', 'garçon', '12+34=46')
>>> PLAIN.without_accents().normalise("Garçon")
'garcon'
>>> SYMBOLS.split("12+34=46=21221222")
('12+34=46', '21221222')
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from gpuwordle.errors import UserError
from gpuwordle.rules.case import lower
from gpuwordle.words.letters import check_listed, no_word, not_text, without_marks

_VARIATIONS = str.maketrans("", "", "\ufe0e\ufe0f")
"""Selectors that keyboards add to emoji; they show nothing themselves."""


@dataclass(frozen=True)
class Language:
    """How words are read; the plain reading, letter for letter, has no name.

    A language that ``drops_accents`` is the same language: it reads words, clues and colours
    without the marks that combine with letters, such as accents, voicing marks of kana and vowel
    points. Separate letters such as ø, ł and ß stay.
    """

    name: str = ""
    drops_accents: bool = field(default=False, compare=False, repr=False)

    board_separator: ClassVar[str] = "/"
    has_separators: ClassVar[bool] = True  # a clue may be written with marks other than "="

    def __str__(self) -> str:
        return self.name or "letters of any script"

    @property
    def digested(self) -> tuple[str, ...]:
        """The last lines of a digest: the letters of a text depend on its language."""
        return ("", f"language {self.name}") if self.name else ()

    @property
    def locale(self) -> str:
        """Code of the language by which browsers change case; empty for no language."""
        return ""

    @property
    def folds(self) -> dict[str, str]:
        """Other spellings of small letters, such as the letters that they are read as."""
        return {}

    @property
    def kept(self) -> str | None:
        """Characters that keep their marks where others lose them; None if no marks are lost."""
        return "" if self.drops_accents else None

    def without_accents(self) -> Language:
        """Return the language that drops accents."""
        return replace(self, drops_accents=True)

    def letters(self, text: str) -> str:
        """Write each letter of a text (a guess or its colours) as one character; keep its case."""
        return without_marks(text) if self.drops_accents else text

    def in_order(self, alphabet: Iterable[str]) -> list[str]:
        """Sort letters."""
        return sorted(alphabet)

    def normalise(self, word: str, place: str = "") -> str:
        """Return a word in the form in which letters are compared: NFC and lower case.

        Raises UserError if the word is not a string or has a character that is not a letter; the
        error names its ``place``, such as "line 3 of words.txt".
        """
        if not isinstance(word, str):
            raise not_text(word)
        if word.isascii() and word.isalpha() and word.islower():
            return word
        normal = lower(self.letters(word.strip()))
        if not normal.isalpha():
            stray = next((mark for mark in normal if not mark.isalpha()), "")
            remedy = "write a space between words" if stray == "," else "remove or respell the word"
            raise no_word(word, stray, place, f"a letter: {remedy}")
        return normal

    def are_normal(self, words: list[str]) -> bool:
        """Return whether a quick test shows that all words are normalised already.

        Most lists have letters a to z only and hundreds of thousands of words, so one test covers
        all letters.
        """
        text = "".join(words)
        if not text.isascii() or not all(words):
            return False
        letters = text.encode()  # bytes are tested faster than text
        return letters.isalpha() and letters.islower()

    def normalised(self, words: Iterable[str]) -> list[str]:
        """Return words in the form in which letters are compared."""
        check_listed(words)
        given = list(words)
        try:
            normal = self.are_normal(given)
        except TypeError:
            raise not_text(next(word for word in given if not isinstance(word, str))) from None
        if normal:
            return given
        return list(map(self.normalise, given))

    def is_comment(self, line: str) -> bool:
        """Return whether a line of a file is a comment."""
        return line.lstrip()[:1] == "#"

    def is_clue(self, move: str, length: int | None = None) -> bool:
        """Return whether a move is a clue, not a guess alone (of `length` letters)."""
        return "=" in move

    def split(self, clue: str) -> tuple[str, str]:
        """Split a clue such as ``CRANE=c.A..`` into its guess and its colours."""
        return self._parted(clue, *clue.partition("="))

    def split_boards(self, clue: str, boards: int) -> tuple[str, list[str]]:
        """Split a clue such as ``CRANE=c.A../=`` into its guess and its colours on each board."""
        guess, colours = self.split(clue)
        return guess, colours.split(self.board_separator)

    @staticmethod
    def _parted(clue: str, guess: str, equals: str, colours: str) -> tuple[str, str]:
        if not equals or not guess.strip():
            raise UserError(f"clue {clue!r} is not GUESS=PATTERN: write it as CRANE=c.A..")
        return guess.strip(), colours.strip()

    def read(self, word: object) -> str:
        """Return a word in normal form, or an empty text if it is no word."""
        try:
            return self.normalise(word)  # type: ignore[arg-type]
        except UserError:
            return ""


class Symbols(Language):
    """Every visible character is a letter: digits, signs of arithmetic, emoji.

    Only the last ``=`` of a clue ends the guess, because the other marks may be letters, and
    ``|`` separates boards. Capitals are still read as lower case.
    """

    board_separator: ClassVar[str] = "|"
    has_separators: ClassVar[bool] = False

    def normalise(self, word: str, place: str = "") -> str:
        """Return a word in lower case and NFC; spaces, and signs that only combine, are refused."""
        if not isinstance(word, str):
            raise not_text(word)
        normal = lower(self.letters(word.strip())).translate(_VARIATIONS)
        stray = next((mark for mark in normal if not _is_visible(mark)), "")
        if stray or not normal:
            raise no_word(word, stray, place, "visible by itself: remove or respell the word")
        return normal

    def are_normal(self, words: list[str]) -> bool:
        """Return whether a quick test shows that all words are normalised already."""
        text = "".join(words)
        return (
            text.isascii()
            and all(words)
            and text.isprintable()
            and " " not in text
            and text == text.lower()
        )

    def is_comment(self, line: str) -> bool:
        """Return whether a line of a file is a comment; a word may begin with ``#``."""
        return line.lstrip().startswith(("# ", "#\t"))

    def is_clue(self, move: str, length: int | None = None) -> bool:
        """Return whether a move is a clue; a guess alone may hold ``=`` as well."""
        return "=" in move and len(self.read(move)) != length

    def split(self, clue: str) -> tuple[str, str]:
        """Split a clue at its last ``=`` into its guess and its colours."""
        return self._parted(clue, *clue.rpartition("="))

    def split_boards(self, clue: str, boards: int) -> tuple[str, list[str]]:
        """Split a clue such as ``1+1=2=11111|=`` into its guess and its colours on each board."""
        first, *others = clue.rsplit(self.board_separator, boards - 1)
        if first.endswith("=="):  # the first board is finished
            return first[:-2].strip(), ["=", *others]
        guess, colours = self.split(first)
        return guess, [colours, *others]


def _is_visible(mark: str) -> bool:
    return mark.isprintable() and mark != " " and unicodedata.category(mark)[0] != "M"


PLAIN = Language()
SYMBOLS = Symbols("symbols")
