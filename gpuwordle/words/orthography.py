"""Languages: which letters a word has and how they are written, one file for each.

>>> nl = language_of("nl")
>>> word = nl.normalise("Bijoù")
>>> len(word), written(word)
(4, 'bijou')
>>> language_of("he").normalise("שלום")[-1]
'מ'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, cached_property
from importlib.resources import files
from typing import Any
from unicodedata import is_normalized

from gpuwordle import hangul
from gpuwordle.errors import UserError, checked_flag, nearest, printable
from gpuwordle.graphemes import letter, lowered, written
from gpuwordle.rules.case import DOTTED_LOWER, capital, composed, lower
from gpuwordle.words.language import PLAIN, SYMBOLS, Language
from gpuwordle.words.letters import no_word, not_text, without_marks

DIGRAPHS = "-digraphs"
"""Suffix of a language's name with which its digraphs are single letters."""


class Orthography(Language):
    """A language, as a file of `gpuwordle/words/languages` describes it.

    Parameters
    ----------
    name : str
        The name of the file, with ``-digraphs`` if its digraphs are single letters.
    facts : dict
        What the file says; docs/languages.md describes the fields.
    drops_accents : bool
        Whether words are read without accents.
    """

    def __init__(self, name: str, facts: dict[str, Any], drops_accents: bool = False) -> None:
        super().__init__(name, drops_accents)
        self.facts = facts
        joined = facts.get("digraphs", "") if name.endswith(DIGRAPHS) else ""
        self._plain = [*facts["letters"].split(), *joined.split()]
        capitals = facts.get("capitals", {})
        self._capitals = frozenset(capitals.values())
        self._letters = {
            each: letter(each, capitals.get(each) or each.upper())
            if len(each) > 1 or each in capitals
            else each
            for each in self._plain
        }
        if facts.get("jamo"):
            self._letters = {each: letter(each, each) for each in self._plain}
        self._signs = frozenset(facts.get("signs", "").split())
        # Unicode writes some letters with a sign as one character.
        joined_signs = (composed(each + sign) for each in self._plain for sign in self._signs)
        self._bases = {*self._plain, *(each for each in joined_signs if len(each) == 1)}
        self._table = _Folds(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _orthography, (self.name, self.drops_accents)

    @property
    def locale(self) -> str:
        """Code of the language by which browsers change case."""
        return self.name.removesuffix(DIGRAPHS)

    @property
    def folds(self) -> dict[str, str]:
        """Other spellings of small letters, such as the letters that they are read as."""
        return dict(self.facts.get("folds", {}))

    @property
    def kept(self) -> str | None:
        """Characters that keep their marks where others lose them; None if no marks are lost."""
        if self.drops_accents or not self.facts.get("strip_marks", False):
            return super().kept
        return "".join([*self._plain, *self._signs])

    def without_accents(self) -> Orthography:
        """Return the language that drops accents."""
        return _orthography(self.name, True)

    @cached_property
    def _order(self) -> dict[str, int]:
        return {each: place for place, each in enumerate(self._letters.values())}

    def in_order(self, alphabet: Iterable[str]) -> list[str]:
        """Sort letters as the language does; groups of a letter and signs follow their letter."""
        first = len(self._order)
        return sorted(
            alphabet, key=lambda each: (self._order.get(each, first), written(each), each)
        )

    def letters(self, text: str) -> str:
        """Write each letter as one character.

        Capitals stay capitals; other characters are left alone.
        """
        if self.drops_accents:
            text = self._without_marks(written(composed(text).translate(self._table)))
        text = composed(text).replace(DOTTED_LOWER, "i")
        if self.facts.get("jamo"):
            text = hangul.letters(text)
        text = text.translate(self._table)
        if self._groups is None:
            return text
        return self._groups.sub(lambda found: self._one(found[0]), text)

    @cached_property
    def _groups(self) -> re.Pattern[str] | None:
        """Regular expression for letters of several characters, the longest first."""
        several = sorted((each for each in self._letters if len(each) > 1), key=len, reverse=True)
        choices = [re.escape(each) for each in several]
        if self._signs:
            signs = "".join(map(re.escape, sorted(self._signs)))
            letters = "".join(map(re.escape, sorted(self._bases)))
            choices.append(f"[{letters}][{signs}]+")
        return re.compile("|".join(choices), re.IGNORECASE) if choices else None

    def _one(self, group: str) -> str:
        small = self._letters.get(lower(group)) or letter(group, group)
        return small if group == lower(group) else capital(small) or small

    def _small(self, text: str) -> str:
        """Write each letter as one small character."""
        found = self.letters(text)
        if found == lowered(found.lower()):
            return found
        return self.letters(lower(found))

    def normalise(self, word: str, place: str = "") -> str:
        """Return a word as letters of the language; see `Language.normalise`."""
        if not isinstance(word, str):
            raise not_text(word)
        normal = self._small(word.strip())
        stray = next((mark for mark in normal if not self._is_letter(mark)), "")
        if stray or not normal:
            remedy = "remove or respell the word, or read it without --language"
            raise no_word(word, stray, place, f"a letter of {self.facts['name']}: {remedy}")
        return normal

    def all_normalised(self, words: list[str]) -> list[str]:
        """Normalise words without white space together; what is not a word becomes empty."""
        normal = self._small("\n".join(words)).split("\n")
        marks = {mark for mark in set("".join(normal)) if not self._is_letter(mark)}
        return ["" if not marks.isdisjoint(word) else word for word in normal]

    def _is_letter(self, mark: str) -> bool:
        if mark in self._order:
            return True
        return bool(self._signs) and written(mark)[0] in self._bases

    def _without_marks(self, text: str) -> str:
        """Drop accents, but not the dot of a Turkish İ: it is the capital of another letter."""
        if not self._capitals:
            return without_marks(text)
        return "".join(
            mark if mark.isascii() or mark in self._capitals else without_marks(mark)
            for mark in composed(text)
        )

    def are_normal(self, words: list[str]) -> bool:
        """Return whether a quick test shows that all words are normalised already."""
        text = "\n".join(words)
        if not all(words) or not set(text) <= self._unchanged:
            return False
        if not text.isascii() and (self.drops_accents or not is_normalized("NFC", text)):
            return False
        return self._groups is None or self._groups.search(text) is None

    @cached_property
    def _unchanged(self) -> frozenset[str]:
        """Letters that are written as they are, and the end of a line."""
        return frozenset([*(each for each in self._plain if self._letters[each] == each), "\n"])


class _Folds(dict[int, str]):
    """What each character becomes, found when it first occurs."""

    def __init__(self, language: Orthography) -> None:
        super().__init__()
        facts = language.facts
        self._letters = language._letters
        self._kept = {*"".join(self._letters), *facts.get("signs", "").split()}
        self._folds: dict[str, str] = facts.get("folds", {})
        self._strips = facts.get("strip_marks", False)

    def __missing__(self, code: int) -> str:
        mark = chr(code)
        self[code] = found = self._folded(mark)
        return found

    def _folded(self, mark: str) -> str:
        for small, one in self._letters.items():
            large = capital(one)
            if mark == small:
                return one
            if large is not None and mark == written(large):
                return large
        small = lower(mark)
        if small in self._kept:
            return mark
        if small in self._folds:
            fold = self._folds[small]
            return "".join(map(self._folded, fold if mark == small else fold.upper()))
        if self._strips:
            plain = without_marks(mark)
            return mark if plain == mark else "".join(map(self._folded, plain))
        return mark


@cache
def known_languages() -> dict[str, dict[str, Any]]:
    """Return the facts of every language by the name of its file, sorted."""
    import tomllib

    folder = files("gpuwordle.words").joinpath("languages")
    found = sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml"))
    return {
        name.removesuffix(".toml"): tomllib.loads(folder.joinpath(name).read_text("utf-8"))
        for name in found
    }


@cache
def _number_letters() -> None:
    """Give the letters of all languages their code points, the same in every process."""
    for name, facts in known_languages().items():
        for each in (name, *([f"{name}{DIGRAPHS}"] if "digraphs" in facts else [])):
            Orthography(each, facts)


@cache
def _orthography(name: str, drops_accents: bool) -> Orthography:
    _number_letters()
    facts = known_languages().get(name.removesuffix(DIGRAPHS))
    if facts is None or (name.endswith(DIGRAPHS) and "digraphs" not in facts):
        raise UserError(
            f"unknown language {printable(name)[:40]!r}: {nearest(name, language_names())}"
        )
    return Orthography(name, facts, drops_accents)


def language_names() -> list[str]:
    """Return the names of all languages, symbols included."""
    known = known_languages()
    also = [f"{name}{DIGRAPHS}" for name, facts in known.items() if "digraphs" in facts]
    return sorted([*known, *also, SYMBOLS.name])


def language_of(language: str | Language | None = None, *, symbols: bool = False) -> Language:
    """Return the language of a name, or symbols; by default words are read letter for letter.

    Raises UserError if there is no such language, two are given, or ``symbols`` is no switch.
    """
    if checked_flag("symbols", symbols):
        if language not in (None, SYMBOLS, SYMBOLS.name):
            raise UserError(
                f"language {str(language)!r} and symbols contradict each other: drop one"
            )
        return SYMBOLS
    if language is None:
        return PLAIN
    if isinstance(language, Language):
        return language
    if not isinstance(language, str):
        raise TypeError(f"{language!r:.40} is not the name of a language: give a string such as nl")
    return SYMBOLS if language == SYMBOLS.name else _orthography(language, False)
