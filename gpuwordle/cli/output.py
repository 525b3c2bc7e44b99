"""Where results go: a table, JSON, CSV or text, on standard output or in a file."""

from __future__ import annotations

import csv
import difflib
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TextIO, get_args, get_type_hints

from gpuwordle.cli.commands import Bundle
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    SHOW,
    file_option,
    format_option,
)
from gpuwordle.cli.tables import piped_width, table_text, wrapped
from gpuwordle.columns import FORMULA, Row, flattened
from gpuwordle.errors import UserError, counted, printable, printable_lines
from gpuwordle.files import is_endless, is_standard_output, opened
from gpuwordle.graphemes import written
from gpuwordle.json_values import as_json, finite
from gpuwordle.rules.case import FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE

RULE = "\u2500"
"""Characters of the line below the headings of a table."""

REPLACED = "\x1b[1A\x1b[2K"
"""Clears the line that was typed, so that other lines replace it."""

OUR_ESCAPES = re.compile(
    rf"(\n|\x1b\[[0-9;]*m|{re.escape(REPLACED)}"
    f"|[{FIRST_STRONG_ISOLATE}{POP_DIRECTIONAL_ISOLATE}])"
)
"""Characters of our own text that are not printable: line ends, colours, and marks of direction."""

FRACTION = re.compile(r"-?[0-9]+(/[0-9]+)?")
"""Numbers, which begin like a formula if they are negative."""


ENDINGS = {
    ".json": "json",
    ".csv": "csv",
    ".txt": "text",
    ".text": "text",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".dot": "dot",
    ".gv": "dot",
    ".parquet": "parquet",
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".xlsx": "xlsx",
    **{f".{name}": name for name in ("jsonl", "tsv", "xml", "yaml", "tex", "jpg", "gif")},
    **{f".{name}": name for name in ("gz", "bz2", "xz", "zst", "zip")},
}
"""The format that each file ending stands for, including formats that no command writes."""

_UNLIKE = 3
"""Endings of at most this many characters are too short to count as misspelt."""


def format_of(output: Path | None, formats: Sequence[str]) -> str:
    """Return the format for a file's name among those of a command, whose default is the first."""
    ending = "" if output is None else output.suffix.lower()
    if output is not None and ending not in ENDINGS and len(ending) > _UNLIKE:
        own = [one for one, format in ENDINGS.items() if format in formats]
        like = difflib.get_close_matches(ending, own, n=1, cutoff=0.8)
        if like:
            meant = output.with_suffix(like[0])
            raise UserError(
                f"{output} has an unknown ending: did you mean {meant}? Or add --format"
            )
    wanted = ENDINGS.get(ending, "text")
    if wanted == "text":
        return formats[0]
    if wanted not in formats:
        endings = {format: one for one, format in reversed(ENDINGS.items()) if format in formats}
        known = ", ".join(endings[format] for format in formats[1:] if format in endings)
        if not known:
            raise UserError(f"{output} will be {formats[0]}: give it the ending .{formats[0]}")
        raise UserError(
            f"this command cannot write {ending} files such as {output}: use {known} or .txt, or "
            f"add --format {'|'.join(formats)}"
        )
    return wanted


class FileOptions(Bundle):
    """Where the result of a command goes; without a format, the ending of the file chooses it."""

    output: Path | None = file_option("Write to FILE instead of standard output (-).", "-o")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        if vars(self)["format"] is None:
            formats = get_args(get_type_hints(type(self))["format"])
            vars(self)["format"] = format_of(self.output, formats)
        if vars(self)["format"] == "parquet" and is_standard_output(self.output):
            raise UserError("--format parquet needs a file: add --output FILE")

    @property
    def plain(self) -> bool:
        """Whether the text does not go to a terminal, and so has no colours."""
        return is_plain(self.output)

    def write(self, text: str) -> None:
        """Write text."""
        write_text(text, self.output)

    def write_json(self, data: object) -> None:
        """Write data as JSON."""
        self.write(json_text(data, self.output))

    def write_prose(self, text: str) -> None:
        """Write lines of text, wrapped to the width of the terminal."""
        self.write(wrapped(text, plain=self.plain) + "\n")


class TextOptions(FileOptions):
    """Text or JSON, and where it goes."""

    format: Literal["text", "json"] = format_option("text")


class TableOptions(FileOptions):
    """A table, JSON, CSV or Parquet, and where it goes."""

    format: Literal["table", "json", "csv", "parquet"] = format_option("table")

    @property
    def one_table(self) -> bool:
        """Whether the format holds one table, whose rows are not nested: CSV or Parquet."""
        return self.format in ("csv", "parquet")

    def emit(
        self,
        rows: Sequence[Row],
        tables: Mapping[str, Sequence[Row]],
        flat: Mapping[str, Callable[[Any], str]] = MappingProxyType({}),
        *,
        data: object = None,
        columns: Sequence[str] = (),
    ) -> None:
        """Write `rows` in full as JSON, CSV or Parquet, or else `tables` by their titles.

        `flat` says how CSV and Parquet write fields that are not single values, by their names.
        Without an entry, dicts are written as ``name=value``, and CSV writes lists with spaces
        between their values. JSON has the `data` instead of the rows, if there are any. Without
        rows, CSV and Parquet have the `columns`.
        """
        if self.format == "json":
            self.write_json(list(rows) if data is None else data)
        elif self.one_table:
            rows = [
                {name: flat[name](one) if name in flat else one for name, one in row.items()}
                for row in rows
            ]
            # Some rows may lack some names.
            names = list(dict.fromkeys(name for row in rows for name in row)) or columns
            if self.output is not None and self.format == "parquet":
                write_parquet(rows, names, self.output)
                return
            text = _csv(rows, names)
            self.write(text if self.plain else printable_lines(text))
        else:
            parts = (table_for(part, title, plain=self.plain) for title, part in tables.items())
            self.write("\n".join(parts))


class ListedOptions(TableOptions):
    """A list of words: how many are shown, in which format, and where."""

    show: int | None = SHOW

    def print_words(self, words: Sequence[str]) -> None:
        """Print words, one per line; standard error says how many were left out."""
        printed = words if self.show is None else words[: self.show]
        if self.format == "table":
            self.write("".join(f"{word}\n" for word in printed))
        else:
            self.emit([{"word": word} for word in printed], {}, columns=["word"])
        if len(printed) < len(words):
            say(f"showing {len(printed):,} of {len(words):,} words")


def table_for(rows: Sequence[Row], title: str, *, plain: bool) -> str:
    """Lay out a table for a terminal, or plain for a file or a pipe."""
    return table_text(rows, title, piped_width() if plain else None, plain=plain)


def write_text(text: str, output: Path | None) -> None:
    """Write text to standard output or to a file, and report the file."""
    text = written(text)
    if output is None or is_standard_output(output):
        stream = standard_output()
        shown = for_terminal(text) if stream.isatty() else text
        stream.write(_as_it_can_be_written(shown, stream))
        return
    with opened(output) as file:
        file.write(text.encode())
    say_wrote(output)


def write_parquet(rows: Sequence[Row], names: Sequence[str], output: Path) -> None:
    """Write rows to a Parquet file, and report the file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    def value(one: object) -> object:
        return flattened(one) if isinstance(one, dict) else finite(one)

    table = pa.table({name: [value(row.get(name)) for row in rows] for name in names})
    with opened(output) as file:
        pq.write_table(table, file)
    say_wrote(output, counted(len(rows), "row"))


def standard_output() -> TextIO:
    """Return standard output, unless it is closed."""
    if sys.stdout is None:
        raise UserError("standard output is closed: open it, or add --output FILE")
    return sys.stdout


def standard_input(instead: str) -> TextIO:
    """Return standard input; bytes that are not text are replaced.

    A stream that is closed, or a device that may never end, is refused; the error recommends
    `instead`.
    """
    if sys.stdin is None:
        raise UserError(f"standard input is closed: give {instead}")
    endless = False
    with suppress(OSError, ValueError):  # not a stream of the system
        endless = is_endless(os.fstat(sys.stdin.fileno()))
    if endless:
        raise UserError(f"standard input is a device that may never end: give {instead}")
    if isinstance(sys.stdin, io.TextIOWrapper):
        with suppress(io.UnsupportedOperation):  # some of it was read
            sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def is_plain(output: Path | None) -> bool:
    """Return whether text does not go to a terminal, and so has no colours."""
    return not (is_standard_output(output) and standard_output().isatty())


def for_terminal(text: str) -> str:
    """Escape characters that could control a terminal, except for our own colours and marks."""
    if text.isprintable():
        return text
    parts = OUR_ESCAPES.split(text)  # text and escapes in turn
    parts[::2] = map(printable, parts[::2])
    return "".join(parts)


def json_text(data: object, output: Path | None) -> str:
    """Write data as JSON, escaped if the encoding of standard output needs it."""
    text = as_json(data)
    if is_standard_output(output) and _stray(text, standard_output()):
        text = as_json(data, ascii=True)
    return text


def _stray(text: str, stream: TextIO) -> str | None:
    """Return the first character that the encoding of a stream lacks."""
    try:
        text.encode(stream.encoding or "utf-8", stream.errors or "strict")
    except UnicodeEncodeError as error:
        return text[error.start]
    return None


def _as_it_can_be_written(text: str, stream: TextIO) -> str:
    """Draw rules of hyphens where the encoding has no lines; words stay as they are."""
    if not _stray(text, stream):
        return text
    text = text.replace(RULE, "-")
    stray = _stray(text, stream)
    if stray:
        raise UserError(
            f"standard output is {stream.encoding}, which cannot encode {stray!r}: set "
            "PYTHONIOENCODING=utf-8, or add --output FILE"
        )
    return text


def print_now(text: str) -> None:
    """Print at once: a prompt, or the response to a line."""
    write_text(text, None)
    standard_output().flush()


def print_wrapped(text: str) -> None:
    """Print at once, wrapped to the width of the terminal."""
    print_now(wrapped(text, plain=is_plain(None)) + "\n")


def say_wrote(output: Path, about: str = "") -> None:
    """Report the file that was written, unless it is standard output."""
    if not is_standard_output(output):
        say(f"wrote {output}" + (f" ({about})" if about else ""))


def _cell(value: Any) -> Any:
    """Return a value as CSV has it; a name that begins like a formula gets a quote."""
    value = flattened(finite(value))
    if isinstance(value, str) and value.startswith(FORMULA) and not FRACTION.fullmatch(value):
        return f"'{value}"
    return value


def _csv(rows: Sequence[Row], names: Sequence[str]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(one) for name, one in row.items()})
    return text.getvalue()
