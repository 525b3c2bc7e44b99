"""How the values of options are read.

A parser raises `typer.BadParameter` with the value and the remedy; typer adds the option's name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gpuwordle.files import check_place

if TYPE_CHECKING:
    from gpuwordle.results.unit import Option

LONGEST = 20
"""Letters of the longest words that can be played."""


def at_least(low: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from a bound on.

    Newer versions of typer do not say which value their own ``min`` refused.
    """

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise typer.BadParameter(f"{text!r} is no whole number: give {low} or more") from None
        if number < low:
            raise typer.BadParameter(f"{number} is too small: give {low} or more")
        return number

    return parse


def place_of_file(text: str) -> Path:
    """Read where output shall go, and refuse what cannot take it before long work is done.

    Raises
    ------
    UserError
        As `gpuwordle.files.check_place`.
    """
    path = Path(text)
    if text != "-" and str(path) == "-":
        path = path.absolute()  # ./- is a file
    check_place(path)
    return path


@dataclass(frozen=True)
class Lengths:
    """Word lengths, such as ``5``, ``3-20`` or ``4,6-8``.

    Attributes
    ----------
    text : str
        What the user wrote.
    named : tuple of int
        Lengths that are named one by one, which a list must have.
    ranged : tuple of int
        Lengths that come from a range, which a list may lack.
    """

    text: str
    named: tuple[int, ...]
    ranged: tuple[int, ...]

    def __str__(self) -> str:
        return self.text


def parse_lengths(given: str | Lengths) -> Lengths:
    """Read word lengths; a default comes as it is."""
    text, remedy = str(given), "give lengths as 5, 3-20 or 4,6-8"
    named: list[int] = []
    ranged: list[int] = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        numbers = [first, last] if dash else [first]
        if not all(number.isascii() and number.isdigit() for number in numbers):
            raise typer.BadParameter(f"{text!r} is not understood at {part!r}: {remedy}")
        low, high = int(numbers[0]), int(numbers[-1])
        for length in (low, high):
            if not 1 <= length <= LONGEST:
                raise typer.BadParameter(f"length {length} is not 1 to {LONGEST}: {remedy}")
        if low > high:
            raise typer.BadParameter(f"{part!r} runs backwards: write {high}-{low}")
        if dash:
            ranged.extend(range(low, high + 1))
        else:
            named.append(low)
    return Lengths(text, tuple(named), tuple(ranged))


def parse_length(given: str | int) -> int:
    """Read the word length of a command that plays one at a time."""
    lengths = parse_lengths(str(given))
    several = {*lengths.named, *lengths.ranged}
    if len(several) > 1:
        raise typer.BadParameter(
            f"{lengths.text!r} names {len(several)} lengths: give one, such as {min(several)}"
        )
    return several.pop()


def strategy_name(text: str) -> str:
    """Read the name of a strategy.

    A class of one's own, ``module:Class``, may stand in the folder where the command is given, as
    it may for ``python -m``. Worker processes look where this one looks.
    """
    here = os.getcwd()
    if ":" in text and here not in sys.path:
        sys.path.append(here)
    return text


def parse_seeds(text: str) -> range:
    """Read a seed such as ``3``, or several: ``0-19``."""
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() if dash else True)):
        raise typer.BadParameter(f"{text!r} is not understood: give a number, or several as 0-19")
    low, high = int(first), int(last or first)
    if low > high:
        raise typer.BadParameter(f"{text!r} runs backwards: write {high}-{low}")
    return range(low, high + 1)


@dataclass(frozen=True)
class Setting:
    """An option of a strategy, as ``NAME=VALUE`` gives it."""

    name: str
    value: Option

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


def parse_setting(text: str) -> Setting:
    """Read an option of a strategy."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise typer.BadParameter(f"{text!r} is not understood: give NAME=VALUE")
    return Setting(name, _value(value))


def _value(text: str) -> Option:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def parse_letters(text: str) -> str:
    """Read letters that stand together, such as ``aeiou``."""
    if not text.isalpha():
        raise typer.BadParameter(f"{text!r} is not understood: give letters, such as aeiou")
    return text
