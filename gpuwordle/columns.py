"""Tables of results: each result declares its columns once, for terminals, notebooks and cards."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gpuwordle.errors import printable

Row = Mapping[str, Any]

FORMULA = ("=", "+", "-", "@", "'=", "'+", "'-", "'@")
"""Beginnings of cells that get a quote: a spreadsheet would compute them, or drop their quote."""

_NUMBER = re.compile(r"[-+]?[0-9][0-9,.]*( ?%)?|nan")


class Column(NamedTuple):
    """A column of a table, made from the rows that JSON and CSV print in full."""

    title: str
    value: str | Callable[[Any], Any] = ""  # the name of a field, or a function of the row
    spec: str = ""

    def is_of(self, row: Any) -> bool:
        """Return whether a row has this column."""
        return callable(self.value) or (self.value or self.title) in row

    def shown(self, row: Any) -> Any:
        """Return the cell of a row; without a value, the title is the name of the field."""
        value = self.value(row) if callable(self.value) else row[self.value or self.title]
        return format(value, self.spec) if self.spec and value is not None else value


def table_of(rows: Sequence[Any], columns: Sequence[Column]) -> list[dict[str, Any]]:
    """Return the rows as a table shows them, without columns whose field they lack."""
    there = [one for one in columns if any(one.is_of(row) for row in rows[:1])]
    return [{column.title: column.shown(row) for column in there} for row in rows]


def are_numbers(cells: Iterable[str]) -> bool:
    """Return whether a column has only formatted numbers, which are aligned to the right."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_NUMBER.fullmatch(cell) for cell in filled)


def cell(value: object) -> str:
    """Format one value for a table; files and names in it may hold anything."""
    return printable(_cell(value))


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}" if math.isfinite(value) else ""
    return str(flattened(value))


def flattened(value: object) -> object:
    """Write a list or a dict as one text; other values stay as they are."""
    if isinstance(value, dict):
        return " ".join(f"{name}={one}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return " ".join(cell(one) if isinstance(one, bool | None) else str(one) for one in value)
    return value


def turned(rows: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Transpose a table; the first cell of each row becomes a heading."""
    if not rows:
        return []
    first, *others = rows[0]
    heads: list[str] = []
    for row in rows:
        head = row[first]
        while head in heads or head == first:
            head += " "  # two rows may be about the same length
        heads.append(head)
    return [
        {first: name, **{head: row[name] for head, row in zip(heads, rows, strict=True)}}
        for name in others
    ]
