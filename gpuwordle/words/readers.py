"""Words from the user's own files: text, CSV, Parquet, or standard input.

A line with a character that is not a letter holds no word: it is skipped and counted. The lists of
spelling checkers have many such lines, for names with an apostrophe.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from gpuwordle.errors import UserError, printable
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.letters import quoted
from gpuwordle.words.word_list import WordList

LARGEST_VARIABLE = "GPUWORDLE_LARGEST_FILE"
"""Environment variable with the largest size of a word file in MiB."""

MOST_BYTES = 256 << 20
"""Largest size of a word file in bytes, by default."""

AT_ONCE = 1 << 24
"""Bytes that are read at a time."""

_TABLES = {".csv": ",", ".tsv": "\t"}
_PARQUET = {".parquet", ".pq"}

_HEADINGS = {"word", "words", "answer", "answers", "guess", "guesses"}
"""Headings of the only column that are surely not its first word."""

_PAIR = re.compile(r"(\S+?)(?:\s*,\s*|\s+)([^\s,]+)")
"""A word of symbols, which may hold commas, and a value."""


def skipped_line(lines: int, skipped: int, first_skipped: str) -> str:
    """Describe in one line what was skipped; see `WordList`."""
    return f"skipped {skipped:,} of {lines:,} lines, the first: {first_skipped}"


@dataclass(frozen=True)
class Reading:
    """How files are read: the language, and whether to refuse bad lines."""

    language: Language = PLAIN
    strict: bool = False


LENIENT = Reading()


class NoWords(UserError):
    """A file holds neither words nor lines that were skipped."""


def read_words(name: str, how: Reading = LENIENT) -> WordList:
    """Read the words of one file.

    ``name`` is a path, or ``-`` for standard input. Text holds words separated by white space, and
    comments in lines that begin with ``#`` (with symbols, ``#`` and a blank). A ``.csv``, ``.tsv``
    or ``.parquet`` file holds them in one column: the one named after a colon
    (``games.parquet:answer``), else ``word``, else the only one, whose heading in a CSV file must
    not look like one of its words. If the reading is strict, a line that holds no word is an error.
    Raises UserError with the place and the remedy if the file or a column is missing, unreadable,
    too large, empty, binary or not UTF-8.
    """
    if name == "-":
        place = "standard input"
        return _text_words(_limited(sys.stdin.buffer, place), "stdin", place, how)
    path, column = _path_and_column(name)
    suffix = path.suffix.lower()
    content = _content(path)
    if suffix not in {*_TABLES, *_PARQUET}:
        return _text_words(content, path.stem, str(path), how)
    rows = ((place, cell, [cell]) for place, (cell,) in _table_cells(content, path, [column]))
    return _kept(rows, path.stem, str(path), how)


def read_cells(
    name: str, columns: tuple[str, str], language: Language = PLAIN
) -> Iterator[tuple[str, list[Any]]]:
    """Read pairs of a word and a value; yield the place and both cells of each line.

    ``name`` is a path. Text holds a pair on each line, separated by a comma or white space. A table
    holds them in two columns of the given names; another second column is named after a colon.
    """
    path, column = _path_and_column(name)
    content = _content(path)
    if path.suffix.lower() in {*_TABLES, *_PARQUET}:
        yield from _table_cells(content, path, [columns[0], column or columns[1]])
        return
    for number, line in enumerate(_decode(content, str(path)).splitlines(), start=1):
        place = f"line {number} of {path}"
        if not line.strip() or language.is_comment(line):
            continue
        if language.has_separators:
            cells = line.replace(",", " ").split()
        else:
            pair = _PAIR.fullmatch(line.strip())
            cells = list(pair.groups()) if pair else []
        if len(cells) != 2:
            raise UserError(
                f"{place} is {quoted(line.strip())}: give {columns[0]},{columns[1]} on each line"
            )
        yield place, cells


def _table_cells(
    content: bytes, path: Path, columns: Sequence[str | None]
) -> Iterator[tuple[str, list[Any]]]:
    """Yield the place of each row of a table and its cells in some columns, the first a string."""
    suffix = path.suffix.lower()
    if suffix in _PARQUET:
        return _parquet_cells(content, path, columns)
    return _csv_cells(_decode(content, str(path)), path, columns, _TABLES[suffix])


def _kept(
    lines: Iterable[tuple[str, str, list[str]]],
    name: str,
    file: str,
    how: Reading,
) -> WordList:
    """Keep the words of lines, each given as its place, its text and its words."""
    words: list[str] = []
    count = skipped = 0
    first = ""
    for place, line, written in lines:
        count += 1
        try:
            words += [how.language.normalise(word, place) for word in written]
        except UserError:
            if how.strict:
                raise
            first = first or f"{quoted(line.strip())} at {place}"
            skipped += 1
    if not words:
        why = f" ({skipped_line(count, skipped, first)})" if skipped else ""
        remedy = "give at least one"
        if how.language == PLAIN and skipped:
            remedy += ", or add --symbols if digits and signs are letters"
        raise (UserError if skipped else NoWords)(f"{file} holds no word{why}: {remedy}")
    return _listed(name, words, how, count if skipped else 0, skipped, first)


def _listed(
    name: str, words: list[str], how: Reading, lines: int = 0, skipped: int = 0, first: str = ""
) -> WordList:
    """Make the list of a file from its normalised words; drop later duplicates."""
    kept = tuple(dict.fromkeys(words))
    return WordList(
        printable(name),
        kept,
        duplicates=len(words) - len(kept),
        lines=lines,
        skipped=skipped,
        first_skipped=first,
        language=how.language,
    )


def _path_and_column(name: str) -> tuple[Path, str | None]:
    file, _, column = name.rpartition(":")  # without a colon, the file is ""
    if Path(file).suffix.lower() in {*_TABLES, *_PARQUET}:
        return Path(file), column
    return Path(name), None


def _content(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            content = _limited(file, f"file {path}")
    except FileNotFoundError:
        raise UserError(f"file {path} does not exist: check its path") from None
    except IsADirectoryError:
        raise UserError(f"{path} is a folder: give a file in it") from None
    except OSError as error:
        raise UserError(
            f"file {path} cannot be read ({error.strerror}): check its permissions"
        ) from None
    if not content.removeprefix(codecs.BOM_UTF8).strip():
        raise UserError(f"file {path} is empty: give a file with at least one word")
    return content


def _limited(file: BinaryIO, place: str) -> bytes:
    """Read a file that is not too large."""
    most, parts = _most_bytes(), []
    while part := file.read(AT_ONCE):
        parts.append(part)
        if sum(map(len, parts)) > most:
            raise UserError(
                f"{place} has more than {most >> 20} MiB, too large for a word list: give a list, "
                f"or set {LARGEST_VARIABLE} to its size in MiB"
            )
    return b"".join(parts)


def _most_bytes() -> int:
    """Return the largest size of a word file in bytes."""
    given = os.environ.get(LARGEST_VARIABLE)
    if not given:
        return MOST_BYTES
    if not given.isdecimal() or len(given) > 9 or not 0 < int(given) < 1 << 30:
        raise UserError(
            f"{LARGEST_VARIABLE} is {given!r:.40}: set it to a size in MiB, or unset it"
        )
    return int(given) << 20


def _decode(content: bytes, place: str) -> str:
    if b"\0" in content:
        raise UserError(f"{place} is binary, not text: give UTF-8 text, CSV or Parquet")
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UserError(
            f"{place} is not UTF-8 (line {line}, byte {content[error.start]:#04x}): "
            "save it as UTF-8"
        ) from None


def _text_words(content: bytes, name: str, file: str, how: Reading) -> WordList:
    text = _decode(content, file)
    words = text.split()
    if not words:
        raise UserError(f"{file} is empty: give at least one word")
    language = how.language
    if language.are_normal(words) and (language == PLAIN or "#" not in words):
        return _listed(name, words, how)
    lines = (
        (f"line {number} of {file}", line, [] if language.is_comment(line) else line.split())
        for number, line in enumerate(text.splitlines(), start=1)
    )
    return _kept(lines, name, file, how)


def _pick(columns: list[str], column: str | None, path: Path) -> int:
    if column is None:
        if len(columns) == 1:
            return 0
        column = "word"
    if column in columns:
        return columns.index(column)
    there = f"name one of {', '.join(columns)} as {path}:COLUMN" if columns else "it has none"
    raise UserError(f"file {path} has no column {column!r}: {there}")


def _csv_cells(
    text: str, path: Path, columns: Sequence[str | None], delimiter: str
) -> Iterator[tuple[str, list[Any]]]:
    head = text.partition("\n")[0]
    if delimiter == "," and "," not in head and ";" in head:
        delimiter = ";"  # as spreadsheets write it where numbers have a decimal comma
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        heads = [name.strip() for name in next(filter(any, reader), [])]
        indices = [_pick(heads, column, path) for column in columns]
        needed = max(indices) + 1
        if len(heads) == 1 and columns == [None] and heads[0].lower() not in _HEADINGS:
            _check_heading(heads[0], text, path)
        for row in reader:
            place = f"line {reader.line_num} of {path}"
            if len(row) < needed:
                if row:
                    raise UserError(f"{place} has {len(row)} columns, not {needed}: fix the line")
                continue
            yield place, [without_quote(row[index]) for index in indices]
    except csv.Error as error:
        raise UserError(f"{path} is not CSV at line {reader.line_num}: {error}") from None


def _check_heading(heading: str, text: str, path: Path) -> None:
    """Raise UserError if the first line of a file with one column may be a word: it is as long."""
    rows = csv.reader(io.StringIO(text, newline=""))
    next(rows)
    if any(len(row[0].strip()) == len(heading) for row in rows if row):
        raise UserError(
            f"file {path} begins with {heading!r:.40}, a heading or a word: name the column "
            f"({path}:{heading:.40}), or add a first line 'word'"
        )


def without_quote(cell: str) -> str:
    """Drop the quote that tables get where a cell would begin like a formula (cli/output.py)."""
    return re.sub("^'(?='?[-=+@])", "", cell)


def _parquet_cells(
    content: bytes, path: Path, columns: Sequence[str | None]
) -> Iterator[tuple[str, list[Any]]]:
    import pyarrow as pa  # slow to import, and text files need not pay for it
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(content))
        heads = file.schema_arrow.names
        places = [_pick(heads, column, path) for column in columns]
        names = [heads[place] for place in places]
        table = file.read(columns=names)
        cells = [table.column(table.schema.names.index(name)).to_pylist() for name in names]
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise UserError(f"file {path} is not readable as Parquet ({why}): write it again") from None
    for number, row in enumerate(zip(*cells, strict=True), start=1):
        place = f"row {number} of {path}"
        if not isinstance(row[0], str):
            raise UserError(
                f"{place} holds {row[0]!r:.60} in column {names[0]!r}: give a column of text"
            )
        yield place, list(row)
