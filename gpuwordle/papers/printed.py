"""What the papers print: one TOML file for each paper, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from gpuwordle.errors import UserError, nearest

PAPERS = ("lahiri", "haag", "reilly", "sreekala", "van_fleet")
"""The papers whose values are kept, by the name of their file."""

SHOWN_DIGITS = 12
"""Digits of a digest that identify the papers' lists."""

Key = int | str
"""What a value is given for: a word length, a strategy, a hidden word."""

Value = int | str | tuple[int | str, ...]
"""A count; a text whose digits or words matter; or several of them."""


@dataclass(frozen=True)
class Printed:
    """One value that a paper prints, and in ``note`` what should be known when it is compared."""

    paper: str
    place: str
    what: str
    value: Value
    note: str = ""

    @property
    def text(self) -> str:
        """The value as it is printed."""
        return text_of(self.value)

    @property
    def count(self) -> int:
        """The value, if it is a count; otherwise TypeError."""
        if not isinstance(self.value, int):
            raise TypeError(f"{self.what}: {self.value!r} is not a count")
        return self.value

    @property
    def number(self) -> float:
        """The first number of the value: 1700 of "1700+ h estimated"; otherwise ValueError."""
        found = re.search(r"-?\d+(\.\d+)?", self.text)
        if found is None:
            raise ValueError(f"{self.what}: there is no number in {self.text!r}")
        return float(found[0])

    @property
    def decimals(self) -> int:
        """Digits after the decimal point."""
        return decimals(self.text)


def text_of(value: Value | float) -> str:
    """Write a value as a paper prints it: several values in a row."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def decimals(number: str) -> int:
    """Count the digits after the decimal point of a number."""
    return len(number.partition(".")[2])


@dataclass(frozen=True)
class Series:
    """What a paper prints for one quantity: a row or column of a table, or a value of its text.

    In ``what``, {} is replaced by the key and by labels. A single value has the empty key.
    """

    paper: str
    place: str
    what: str
    values: Mapping[Key, Value]
    note: str = ""

    def at(self, key: Key, *labels: Key) -> Printed:
        """Return the value for a key, described by it and by further labels."""
        what = self.what.format(key, *labels)
        return Printed(self.paper, self.place, what, self.values[key], self.note)

    def only(self, *labels: Key) -> Printed:
        """Return the single value, described by labels."""
        what = self.what.format(*labels)
        return Printed(self.paper, self.place, what, self.values[""], self.note)


@dataclass(frozen=True)
class Paper:
    """What one paper prints, and our values for it; `gpuwordle.papers` describes the parts."""

    authors: str
    title: str
    printed: Mapping[str, Series]
    given: Mapping[str, Mapping[Key, Any]]
    lists: Mapping[str, Mapping[Key, Any]]
    conventions: Mapping[str, str]
    errata: Mapping[str, str]
    pinned: Mapping[str, Mapping[Key, Any]]


@cache
def read_paper(name: str) -> Paper:
    """Read what a paper, one of `PAPERS`, prints; UserError if there is none of that name."""
    if name not in PAPERS:
        raise UserError(f"unknown paper {name!r}: {nearest(name, PAPERS)}")
    content = tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))
    authors = content["authors"]
    return Paper(
        authors=authors,
        title=content["title"],
        printed={name: _series(authors, **table) for name, table in content["printed"].items()},
        given={name: _values(table) for name, table in content.get("given", {}).items()},
        lists={name: _values(table) for name, table in content.get("lists", {}).items()},
        conventions=content["conventions"],
        errata=content.get("errata", {}),
        pinned={name: _values(table) for name, table in content.get("pinned", {}).items()},
    )


def _series(
    authors: str,
    place: str,
    what: str,
    value: Any = None,
    values: Mapping[str, Any] | None = None,
    note: str = "",
) -> Series:
    if (value is None) == (values is None):
        raise ValueError(f"{authors}, {what}: give either value or values")
    return Series(authors, place, what, _values({"": value} if values is None else values), note)


def _values(table: Mapping[str, Any]) -> dict[Key, Value]:
    # Keys of TOML are always text; word lengths are numbers everywhere else.
    return {
        int(key) if key.isdecimal() else key: tuple(value) if isinstance(value, list) else value
        for key, value in table.items()
    }


LONGEST_EXACT_GAME = 6
"""Most guesses of a game of the exact solution: if six are allowed, none is lost."""


def exact_mean(digest: str, answers: int) -> Fraction | None:
    """Return the least mean number of guesses in easy mode, or None if it is not known.

    Bertsimas and Paskov, whom Van Fleet et al. cite, solved the original game exactly; the total
    is in the TOML file of Van Fleet et al., with its source.
    """
    total = read_paper("van_fleet").pinned["exact_totals"].get(digest[:SHOWN_DIGITS])
    return None if total is None else Fraction(total, answers)
