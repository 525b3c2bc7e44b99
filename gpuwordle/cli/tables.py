"""Tables for terminals of any width; no number is broken over two lines.

A table that is too wide is first set with less space, then transposed if it has few rows, then
printed without its least valuable columns (with a note), and as a last resort split into several
tables.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gpuwordle.columns import Row, are_numbers, cell, turned
from gpuwordle.errors import printable
from gpuwordle.rules.case import isolated

PIPE_WIDTH = 240
"""Width of a table that goes to a file or a pipe, unless COLUMNS is set."""

KEYS = ("length", "strategy", "m", "name", "score", "rank", "guess")
"""Columns that identify a row: if they come first, every part of a split table repeats them."""

LITTLE_VALUE = (
    "device",
    "backend",
    "digest",
    "origin",
    "package",
    "guess-biased as Van Fleet et al. sum it",
    "microseconds a game",
    "licence",
    "pool",
    "chance",
    "source",
    "first guess",
    "a game",
    "left after first guess",
    "bucket sizes",
    "largest",
    "vocabulary",
    "guesses",
)
"""Columns that a narrow table leaves out, the least valuable first."""

FEW_ROWS = 3
"""Most rows of a table that is transposed rather than cut."""

_WHOLE = 28
"""Cells as short as this are never broken; longer ones hold several words or numbers."""

_FOLDED = 20
"""Words other than numbers may be broken if they are longer than this."""

_UNBROKEN = re.compile(r"[-+(]?[0-9][-0-9,.:%)]*")


def table_text(rows: Sequence[Row], title: str, width: int | None, *, plain: bool) -> str:
    """Lay out one table below a title.

    A width of None is the terminal's; plain tables have no colours or other escapes.
    """
    from rich.console import Console
    from rich.text import Text

    # Rendered into a string first, so that a pipe that closes early cannot cut a table in two.
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=not plain,
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,  # a cell such as 'gpuwordle[cuda13]' means what it says
        emoji=False,
    )
    console.print(Text(printable(title), "" if plain else "table.title"))
    write = cell if plain else lambda value: isolated(cell(value))
    cells = [{printable(name): write(value) for name, value in row.items()} for row in rows]
    parts, left_out = _fitted(cells, console.width)
    for number, part in enumerate(parts):
        if number:
            console.print()
        console.print(_grid(part, console.width), crop=False)
    if left_out:
        console.print(Text(f"(too narrow for: {', '.join(left_out)}; --format csv has all)"))
    written = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines()) + "\n" if plain else written


def piped_width() -> int:
    """Return the width of text that does not go to a terminal."""
    given = os.environ.get("COLUMNS", "")
    return max(int(given), 20) if given.isdecimal() and len(given) < 6 else PIPE_WIDTH


def text_width(*, plain: bool) -> int:
    """Return the width of text for a terminal, or plain for a file or a pipe."""
    return piped_width() if plain else shutil.get_terminal_size().columns


def filled(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    """Break a text into lines between words, never within a name or a clue, and indent them."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def wrapped(text: str, *, plain: bool) -> str:
    """Wrap lines of text between words; for a terminal, isolate those that run from the right."""
    width = text_width(plain=plain)
    lines = "\n".join("\n".join(filled(line, width)) for line in text.split("\n"))
    return lines if plain else isolated(lines)


def explained(terms: Mapping[str, str], *, plain: bool) -> str:
    """Write terms in a column with their meanings next to them, or below if there is no room."""
    width, column = text_width(plain=plain), max(map(len, terms)) + 3
    lines = []
    for term, meaning in terms.items():
        if width >= 2 * column:
            lines += filled(f"{term:{column}}{meaning}", width, "", " " * column)
        else:
            lines += [term, *filled(meaning, width, "    ", "    ")]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class _Column:
    """A column, its least width and its natural width."""

    name: str
    least: int
    word: int  # its longest word: what `least` becomes if there is no room
    natural: int
    numbers: bool

    @classmethod
    def of(cls, name: str, values: Sequence[str]) -> _Column:
        from rich.cells import cell_len

        words = name.split()
        head = max((cell_len(word) for word in words), default=0)
        natural = max(map(cell_len, (name, *values)))
        longest = list(map(_longest, values))
        least = [
            cell_len(value) if len(value) <= _WHOLE else word
            for value, word in zip(values, longest, strict=True)
        ]
        return cls(
            name,
            max(head, *least),
            max(head, *longest),
            natural,
            are_numbers(values),
        )


def _longest(value: str) -> int:
    """Return the width of the longest word of a cell."""
    from rich.cells import cell_len

    return max(
        cell_len(word) if _UNBROKEN.fullmatch(word) else min(cell_len(word), _FOLDED)
        for word in value.split() or [value]
    )


def _columns(rows: Sequence[dict[str, str]]) -> list[_Column]:
    return [_Column.of(name, [row[name] for row in rows]) for name in (rows[0] if rows else ())]


def _room(columns: Sequence[_Column], between: int) -> int:
    return sum(column.least for column in columns) + between * len(columns) - 1


def _fits(rows: Sequence[dict[str, str]], width: int) -> bool:
    return _room(_columns(rows), _TIGHT) <= width


def _fitted(rows: list[dict[str, str]], width: int) -> tuple[list[list[dict[str, str]]], list[str]]:
    """Return the parts of a table that fit the width, and the columns left out."""
    if not rows:
        return [], []
    if _fits(rows, width):
        return [rows], []
    if len(rows) <= FEW_ROWS and _fits(turned(rows), width):
        return [turned(rows)], []
    kept, left_out = rows, []
    for name in LITTLE_VALUE:
        if name in kept[0] and name != next(iter(kept[0])):
            kept = [{key: value for key, value in row.items() if key != name} for row in kept]
            left_out.append(name)
            if _fits(kept, width):
                return [kept], left_out
    # Columns named after strategies or lengths: leaving some out gains nothing.
    if _fits(turned(rows), width):
        return [turned(rows)], []
    return _cut(rows, width), []


def _cut(rows: Sequence[dict[str, str]], width: int) -> list[list[dict[str, str]]]:
    """Return parts with as many columns as fit; all have the columns that identify a row."""
    columns = _columns(rows)
    end = 1
    while end < len(columns) - 1 and columns[end].name in KEYS:
        end += 1
    keys, others = columns[:end], columns[end:]
    # The first keys matter least: drop them before breaking a word of another column.
    while len(keys) > 1 and any(_room([*keys, other], _TIGHT) > width for other in others):
        others.insert(0, keys.pop(0))
    parts = [list(keys)]
    for column in others:
        if len(parts[-1]) > len(keys) and _room([*parts[-1], column], _TIGHT) > width:
            parts.append(list(keys))
        parts[-1].append(column)
    return [[{c.name: row[c.name] for c in part} for row in rows] for part in parts]


_TIGHT, _WIDE = 2, 3
"""Width that a column adds to its content: a space to the right, or on both sides, and a rule."""


def _grid(rows: Sequence[dict[str, str]], width: int) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    columns = _columns(rows)
    natural = sum(column.natural for column in columns) + _WIDE * len(columns) - 1
    between = _WIDE if natural <= width else _TIGHT
    grid = Table(
        box=SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 1) if between == _WIDE else (0, 1, 0, 0),
    )
    for column, room in zip(columns, _shared(columns, width, between), strict=True):
        justify: Literal["left", "right"] = "right" if column.numbers else "left"
        grid.add_column(Text(column.name), justify=justify, overflow="fold", width=room)
    for row in rows:
        grid.add_row(*(Text(value) for value in row.values()))
    return grid


def _shared(columns: Sequence[_Column], width: int, between: int) -> list[int]:
    """Give each column its least width, and share the rest among the wider ones."""
    rooms = [column.least for column in columns]
    left = width - _room(columns, between)
    if left < 0:  # a single column beside its keys is too wide: break cells between words
        rooms = [column.word for column in columns]
        left += sum(column.least - column.word for column in columns)
        columns = [replace(column, least=column.word) for column in columns]
    # Narrow wishes first: they cost little, and spare whole lines.
    wishes = sorted(range(len(columns)), key=lambda i: columns[i].natural - columns[i].least)
    for done, index in enumerate(wishes):
        wish = columns[index].natural - columns[index].least
        given = max(0, min(wish, left if wish <= left else left // (len(wishes) - done)))
        rooms[index] += given
        left -= given
    return rooms


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """Spread nested values over columns of their own; partitions are left out."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict) and name != "partition":
            flat |= {f"{name}_{part}": number for part, number in value.items()}
        elif name != "partition":
            flat[name] = value
    return flat
