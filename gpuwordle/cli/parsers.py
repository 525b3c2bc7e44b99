"""Parsers of the values of options.

A parser raises `UserError` with the value and the remedy; `gpuwordle.cli.options.option` and typer
add the option's name.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from gpuwordle.errors import UserError, shortened
from gpuwordle.files import check_place, is_endless
from gpuwordle.rules.conditions import Filter
from gpuwordle.words.lengths import Lengths

if TYPE_CHECKING:
    from gpuwordle.results.unit import Option

LARGEST = 1_000_000_000
"""Upper limit of integer options; fits int32 in every output format."""

LARGEST_SEED = 2**63 - 1

MOST_SEEDS = 100_000

MOST_PROCESSES = 1024

LAST_PORT = 65535


def list_name(text: str) -> str:
    """Read the name of a word list; refuse devices."""
    if not text:
        raise UserError("'' is not a word list: give a file, or a name from gpuwordle vocabularies")
    if text == "-" and sys.stdin is None:
        raise UserError("standard input is closed: give a file")
    try:
        there = os.stat(0 if text == "-" else text)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise UserError(f"{shortened(text)!r} is too long for a file name") from None
        return text
    if is_endless(there):
        raise UserError(f"{text} is a device: give a file of words")
    return text


def file_to_read(text: str) -> Path:
    """Read the path of an input file; refuse devices, which may never end."""
    if not text:
        raise UserError("'' is not a file: give its path")
    try:
        there = os.stat(text)
    except (OSError, ValueError):  # the command that reads it reports the error
        return Path(text)
    if is_endless(there):
        raise UserError(f"{text} is a device: give a file")
    return Path(text)


def at_least(low: int, high: int = LARGEST) -> Callable[[str], int]:
    """Return a parser of whole numbers within bounds.

    In newer versions of typer, the error of their own ``min`` lacks the value.
    """
    bounds = f"at least {low}" if high >= LARGEST else f"between {low} and {high}"
    whole = f"of {bounds}" if high >= LARGEST else bounds

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise UserError(f"must be a whole number {whole}, not {shortened(text)!r}") from None
        if number < low:
            raise UserError(f"must be {bounds}, not {shortened(text)}")
        if number > high:
            raise UserError(f"must be between {low} and {high}, not {shortened(text)}")
        return number

    return parse


def parse_seconds(text: str) -> float:
    """Read a positive number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        raise UserError(f"must be a number of seconds, not {shortened(text)!r}") from None
    if not seconds > 0:
        raise UserError(f"must be more than 0 seconds, not {shortened(text)}")
    if seconds > LARGEST:
        raise UserError(f"must be at most {LARGEST:,} seconds, not {shortened(text)}")
    return seconds


def parse_cost(text: str | float) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise UserError(f"must be a number, not {shortened(str(text))!r}") from None


def parse_port(given: str | int) -> int:
    """Read the number of a port; 0 means any free port."""
    text = str(given)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= LAST_PORT):
        raise UserError(f"must be a port, 0 to {LAST_PORT}, not {shortened(text)!r}")
    return int(text)


def place_of_file(text: str) -> Path:
    """Read the path of an output file; refuse it early if it cannot be written."""
    path = Path(text)
    if text != "-" and str(path) == "-":
        path = path.absolute()  # ./- is a file
    check_place(path)
    return path


def parse_length(given: str | int) -> int:
    """Read the word length of a command that plays one at a time."""
    lengths = Lengths.parse(str(given))
    several = {*lengths.named, *lengths.ranged}
    if len(several) > 1:
        raise UserError(
            f"{lengths.text!r} is {len(several)} lengths, and this command takes one: write "
            f"{min(several)}"
        )
    return several.pop()


def rule_name(text: str) -> str:
    """Read the name of a rule of feedback."""
    from gpuwordle.rules.named import rule_named

    return rule_named(text).name


def parse_filter(text: str) -> Filter:
    """Read the name of a filter; typer reads no lists of a `Literal`."""
    for name in get_args(Filter):
        if text == name:
            return name
    known = ", ".join(map(repr, get_args(Filter)))
    raise UserError(f"{shortened(text)!r} is not one of {known}")


def parse_seeds(text: str) -> range:
    """Read a seed such as ``3``, or several: ``0-19``."""
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() if dash else True)):
        raise UserError(f"{shortened(text)!r} is not a seed: write a number, or several as 0-19")
    if max(len(first), len(last)) > len(str(LARGEST_SEED)) or int(last or first) > LARGEST_SEED:
        raise UserError(f"seed {shortened(text)!r} is too large: at most {LARGEST_SEED}")
    low, high = int(first), int(last or first)
    if high - low >= MOST_SEEDS:
        raise UserError(f"{text!r} is {high - low + 1} seeds: at most {MOST_SEEDS} are allowed")
    if low > high:
        raise UserError(f"{text!r} runs backwards: write {high}-{low}")
    return range(low, high + 1)


def parse_subset(text: str) -> str:
    """Read the sizes of a random part of a list, such as ``200x200``."""
    from gpuwordle.words.samples import Subset

    return str(Subset.parse(text))


@dataclass(frozen=True)
class Setting:
    """An option of a strategy, given as ``NAME=VALUE``."""

    name: str
    value: Option

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


def parse_setting(text: str) -> Setting:
    """Read an option of a strategy."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise UserError(f"{shortened(text)!r} is not an option of a strategy: write NAME=VALUE")
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


def parse_address(text: str) -> str:
    """Read the address of a scheduler."""
    if not text.strip():
        raise UserError("'' is not an address: write one such as tcp://host:8786")
    return text
