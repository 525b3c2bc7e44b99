"""Read words from the user's own files: text, CSV, Parquet, or standard input."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from gpuwordle.errors import UserError
from gpuwordle.words.letters import are_plain, normalise

_TABLES = {".csv": ",", ".tsv": "\t"}
_PARQUET = {".parquet", ".pq"}


def read_words(name: str) -> tuple[str, list[str]]:
    """Read the words of one file.

    Parameters
    ----------
    name
        ``-`` for standard input or the path of a file. Text holds words apart by white space. A
        ``.csv``, ``.tsv`` or ``.parquet`` file holds them in one column, which may be named after
        a colon (``games.parquet:answer``); by default the column ``word`` or the only one.

    Returns
    -------
    tuple of (str, list of str)
        A name for the list, and its words, normalised, in order.

    Raises
    ------
    UserError
        If the file is missing, a folder, unreadable, empty, binary or not UTF-8, holds no such
        column, or a word in it holds something that is not a letter (the line is named).
    """
    if name == "-":
        return "stdin", _text_words(sys.stdin.buffer.read(), "standard input")
    path, column = _path_and_column(name)
    suffix = path.suffix.lower()
    content = _content(path)
    if suffix in _PARQUET:
        cells = _parquet_cells(content, path, column)
    elif suffix in _TABLES:
        cells = _csv_cells(_decode(content, str(path)), path, column, _TABLES[suffix])
    else:
        return path.stem, _text_words(content, str(path))
    words = [normalise(cell, place) for place, cell in cells]
    if not words:
        raise UserError(f"file {path} holds no word: give a file with at least one")
    return path.stem, words


def _path_and_column(name: str) -> tuple[Path, str | None]:
    file, colon, column = name.rpartition(":")
    if colon and Path(file).suffix.lower() in {*_TABLES, *_PARQUET}:
        return Path(file), column
    return Path(name), None


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"file {path} does not exist: check its path") from None
    except IsADirectoryError:
        raise UserError(f"{path} is a folder: give a file in it") from None
    except OSError as error:
        raise UserError(
            f"file {path} cannot be read ({error.strerror}): check its permissions"
        ) from error
    if not content.strip():
        raise UserError(f"file {path} is empty: give a file with at least one word")
    return content


def _decode(content: bytes, place: str) -> str:
    if b"\0" in content:
        raise UserError(f"{place} is binary, not text: give UTF-8 text, CSV or Parquet")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{place} is not UTF-8 (line {line}, byte {content[error.start]:#04x}): "
            "save it as UTF-8"
        ) from None


def _text_words(content: bytes, place: str) -> list[str]:
    text = _decode(content, place)
    words = text.split()
    if not words:
        raise UserError(f"{place} is empty: give at least one word")
    if are_plain(words):
        return words
    return [
        normalise(word, f"line {number} of {place}")
        for number, line in enumerate(text.splitlines(), start=1)
        for word in line.split()
    ]


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
    except pa.ArrowException as error:
        raise UserError(
            f"file {path} is not readable as Parquet ({str(error).splitlines()[0]}): write it again"
        ) from error
    for number, cell in enumerate(cells, start=1):
        place = f"row {number} of {path}"
        if not isinstance(cell, str):
            raise UserError(f"{place} holds {cell!r} in column {name!r}: give a column of text")
        yield place, cell
