"""Words from the user's own files: text, CSV, Parquet, or standard input.

A line with a character that is not a letter holds no word: it is skipped and counted. The lists of
spelling checkers have many such lines, for names with an apostrophe.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gpuwordle.errors import UserError
from gpuwordle.words.letters import are_plain, normalise, quoted

LARGEST_VARIABLE = "GPUWORDLE_LARGEST_FILE"
"""Environment variable with the largest size of a word file in MiB."""

MOST_BYTES = 256 << 20
"""Largest size of a word file in bytes, by default."""

_TABLES = {".csv": ",", ".tsv": "\t"}
_PARQUET = {".parquet", ".pq"}


@dataclass(frozen=True)
class FileWords:
    """The normalised words of one file, in order, and what was skipped.

    ``lines`` is 0 if no line was skipped; ``first_skipped`` is a text such as ``"AA's" at line 4 of
    words.txt``.
    """

    name: str
    words: list[str] = field(repr=False)
    lines: int = 0
    skipped: int = 0
    first_skipped: str = ""


def skipped_line(lines: int, skipped: int, first_skipped: str) -> str:
    """Describe in one line what was skipped; see `FileWords`."""
    return f"skipped {skipped:,} of {lines:,} lines, the first: {first_skipped}"


def read_words(name: str, *, strict: bool = False, fold_accents: bool = False) -> FileWords:
    """Read the words of one file.

    ``name`` is a path, or ``-`` for standard input. Text holds words separated by white space, and
    comments in lines that begin with ``#``. A ``.csv``, ``.tsv`` or ``.parquet`` file holds them in
    one column: the one named after a colon (``games.parquet:answer``), else ``word``, else the only
    one. With ``strict``, a line that holds no word is an error. Raises UserError with the place and
    the remedy if the file or a column is missing, unreadable, too large, empty, binary or not
    UTF-8.
    """
    if name == "-":
        most = most_bytes()
        content, label, place = sys.stdin.buffer.read(most + 1), "stdin", "standard input"
        if len(content) > most:
            raise _too_large(place, most)
        return _text_words(content, label, place, strict, fold_accents)
    path, column = _path_and_column(name)
    suffix = path.suffix.lower()
    content = _content(path)
    if suffix in _PARQUET:
        cells = _parquet_cells(content, path, column)
    elif suffix in _TABLES:
        cells = _csv_cells(_decode(content, str(path)), path, column, _TABLES[suffix])
    else:
        return _text_words(content, path.stem, str(path), strict, fold_accents)
    rows = ((place, cell, [cell]) for place, cell in cells)
    return _kept(rows, path.stem, str(path), strict, fold_accents)


def _kept(
    lines: Iterable[tuple[str, str, list[str]]],
    name: str,
    file: str,
    strict: bool,
    fold_accents: bool,
) -> FileWords:
    """Keep the words of lines, each given as its place, its text and its words."""
    words: list[str] = []
    count = skipped = 0
    first = ""
    for place, line, written in lines:
        count += 1
        try:
            words += [normalise(word, place, fold_accents=fold_accents) for word in written]
        except UserError:
            if strict:
                raise
            first = first or f"{quoted(line.strip())} at {place}"
            skipped += 1
    if not words:
        why = f" ({skipped_line(count, skipped, first)})" if skipped else ""
        raise UserError(f"{file} holds no word{why}: give at least one")
    return FileWords(name, words, count if skipped else 0, skipped, first)


def _path_and_column(name: str) -> tuple[Path, str | None]:
    file, colon, column = name.rpartition(":")
    if colon and Path(file).suffix.lower() in {*_TABLES, *_PARQUET}:
        return Path(file), column
    return Path(name), None


def _content(path: Path) -> bytes:
    most = most_bytes()
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        raise UserError(f"file {path} does not exist: check its path") from None
    except IsADirectoryError:
        raise UserError(f"{path} is a folder: give a file in it") from None
    except OSError as error:
        raise UserError(
            f"file {path} cannot be read ({error.strerror}): check its permissions"
        ) from None
    if len(content) > most:
        raise _too_large(f"file {path}", most)
    if not content.strip():
        raise UserError(f"file {path} is empty: give a file with at least one word")
    return content


def most_bytes() -> int:
    """Return the largest size of a word file in bytes."""
    given = os.environ.get(LARGEST_VARIABLE)
    if not given:
        return MOST_BYTES
    if not given.isdecimal() or not 0 < int(given) < 1 << 30:
        raise UserError(
            f"{LARGEST_VARIABLE} is {given!r:.40}: set it to a size in MiB, or unset it"
        )
    return int(given) << 20


def _too_large(place: str, most: int) -> UserError:
    return UserError(
        f"{place} has more than {most >> 20} MiB, too large for a word list: give a list, or set "
        f"{LARGEST_VARIABLE} to its size in MiB"
    )


def _decode(content: bytes, place: str) -> str:
    if b"\0" in content:
        raise UserError(f"{place} is binary, not text: give UTF-8 text, CSV or Parquet")
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{place} is not UTF-8 (line {line}, byte {content[error.start]:#04x}): "
            "save it as UTF-8"
        ) from None


def _text_words(
    content: bytes, name: str, file: str, strict: bool, fold_accents: bool
) -> FileWords:
    text = _decode(content, file)
    words = text.split()
    if not words:
        raise UserError(f"{file} is empty: give at least one word")
    if are_plain(words):
        return FileWords(name, words)
    lines = (
        (f"line {number} of {file}", line, [] if line.lstrip()[:1] == "#" else line.split())
        for number, line in enumerate(text.splitlines(), start=1)
    )
    return _kept(lines, name, file, strict, fold_accents)


def _pick(columns: list[str], column: str | None, path: Path) -> int:
    if column is None:
        if len(columns) == 1:
            return 0
        column = "word"
    if column in columns:
        return columns.index(column)
    raise UserError(
        f"file {path} has no column {column!r}: name one of {', '.join(columns)} as {path}:COLUMN"
    )


def _csv_cells(
    text: str, path: Path, column: str | None, delimiter: str
) -> Iterator[tuple[str, str]]:
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    index = _pick([name.strip() for name in next(reader)], column, path)
    for row in reader:
        place = f"line {reader.line_num} of {path}"
        if len(row) <= index:
            if row:
                raise UserError(f"{place} has {len(row)} columns, not {index + 1}: mend the line")
            continue
        yield place, row[index]


def _parquet_cells(content: bytes, path: Path, column: str | None) -> Iterator[tuple[str, str]]:
    import pyarrow as pa  # slow to import, and text files need not pay for it
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(content))
        name = file.schema_arrow.names[_pick(file.schema_arrow.names, column, path)]
        cells = file.read(columns=[name]).column(name).to_pylist()
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise UserError(f"file {path} is not readable as Parquet ({why}): write it again") from None
    for number, cell in enumerate(cells, start=1):
        place = f"row {number} of {path}"
        if not isinstance(cell, str):
            raise UserError(f"{place} holds {cell!r:.60} in column {name!r}: give a column of text")
        yield place, cell
