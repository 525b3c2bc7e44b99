"""Print rows as a table, JSON or CSV, to standard output or to a file."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import Format
from gpuwordle.cli.parsers import is_endless
from gpuwordle.cli.tables import Row, piped_width, table_text
from gpuwordle.errors import UserError
from gpuwordle.files import is_standard_output, opened
from gpuwordle.json_values import finite

RULE = "\u2500"
"""What the line below a table's headings is drawn with."""


def emit(
    rows: Sequence[Row],
    format: Format,
    output: Path | None,
    tables: Mapping[str, Sequence[Row]],
) -> None:
    """Print rows of data.

    Parameters
    ----------
    rows
        What JSON and CSV print, in full; all with the same keys.
    format
        How to print.
    output
        Where to write instead of standard output.
    tables
        What a table prints: rows for the eye, by title.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    if format == "json":
        text = json_text(list(rows), output)
    elif format == "csv":
        text = _csv(rows)
    else:
        plain = is_plain(output)
        width = piped_width() if plain else None
        text = "\n".join(
            table_text(part, title, width, plain=plain) for title, part in tables.items()
        )
    write_text(text, output)


def write_text(text: str, output: Path | None) -> None:
    """Write text to standard output or to a path, and say where it went.

    Raises
    ------
    UserError
        If the place cannot be written.
    """
    if output is None or is_standard_output(output):
        stream = standard_output()
        stream.write(_as_it_can_be_written(text, stream))
        return
    with opened(output) as file:
        file.write(text.encode())
    say_wrote(output)


def standard_output() -> TextIO:
    """Return standard output.

    Raises
    ------
    UserError
        If it is closed.
    """
    if sys.stdout is None:
        raise UserError("standard output is closed: open it, or give --output FILE")
    return sys.stdout


def standard_input(instead: str) -> TextIO:
    """Return standard input; bytes that are no text are read as marks that stand for them.

    Parameters
    ----------
    instead
        What else the user can give.

    Raises
    ------
    UserError
        If it is closed, or a device that may not end.
    """
    if sys.stdin is None:
        raise UserError(f"standard input is closed: give {instead}")
    with suppress(OSError, ValueError):  # no stream of the system's
        if is_endless(os.fstat(sys.stdin.fileno())):
            raise UserError(f"standard input is a device, which need not end: give {instead}")
    if isinstance(sys.stdin, io.TextIOWrapper):
        with suppress(io.UnsupportedOperation):  # some of it was read
            sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def _is_printed(output: Path | None) -> bool:
    return output is None or is_standard_output(output)


def is_plain(output: Path | None) -> bool:
    """Tell whether text goes elsewhere than to a terminal, and so has no colours."""
    return not (_is_printed(output) and standard_output().isatty())


def json_text(data: object, output: Path | None) -> str:
    """Write data as JSON, which knows neither nan nor infinity, and may go to any encoding."""
    text = json.dumps(finite(data), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    if _is_printed(output) and not _fits(text, standard_output()):
        text = json.dumps(finite(data), indent=1, allow_nan=False) + "\n"
    return text


def _fits(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "utf-8", stream.errors or "strict")
    except UnicodeEncodeError:
        return False
    return True


def _as_it_can_be_written(text: str, stream: TextIO) -> str:
    """Draw rules of hyphens where the encoding has no lines; words stay as they are."""
    if _fits(text, stream):
        return text
    plain = text.replace(RULE, "-")
    try:
        plain.encode(stream.encoding, stream.errors or "strict")
    except UnicodeEncodeError as error:
        raise UserError(
            f"standard output is {stream.encoding}, which has no {plain[error.start]!r}: "
            "set PYTHONIOENCODING=utf-8, or give --output FILE"
        ) from None
    return plain


def print_now(text: str) -> None:
    """Print what somebody waits for: a prompt, or what was found of the line before."""
    write_text(text, None)
    standard_output().flush()


def say_wrote(output: Path, about: str = "") -> None:
    """Say on standard error where output went, unless it was standard output."""
    if not is_standard_output(output):
        say(f"wrote {output}" + (f" ({about})" if about else ""))


FORMULA = ("=", "+", "-", "@")
"""What a cell of a spreadsheet that is computed begins with."""


def _cell(value: Any) -> Any:
    """Return what CSV holds of a value: a name that begins like a formula is none."""
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return finite(value)


def _csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in row.items()})
    return text.getvalue()
