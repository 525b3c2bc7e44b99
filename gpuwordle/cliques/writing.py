"""Lists of cliques in files, written batch by batch: text, CSV, JSON or Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from gpuwordle import __version__
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.columns import FORMULA

Batch = npt.NDArray[np.int32]
Writer = Callable[[Batch], object]

SPECIAL = frozenset("".join([",", '"', *FORMULA]))
"""Marks of words that CSV, or a program that opens it, would take for something else."""


@contextmanager
def clique_writer(
    classes: AnagramClasses, size: int, stream: BinaryIO, format: str = "text"
) -> Iterator[Writer]:
    """Yield a function that writes a batch of cliques, as `list_cliques` yields them.

    The formats are ``csv``, ``json`` and ``parquet``; every other is text, one clique per line.
    """
    if format == "parquet":
        with _parquet(classes, size, stream) as write:
            yield write
    elif format == "json":
        with _json(classes, stream) as write:
            yield write
    else:
        if format == "csv":
            stream.write((",".join(f"word_{n + 1}" for n in range(size)) + "\n").encode())
        plain = format != "csv" or SPECIAL.isdisjoint("".join(classes.vocabulary.written_guesses))
        separator = "," if format == "csv" else " "
        spell = _speller(classes, separator) if plain else _quoting(classes)
        yield lambda batch: _write_all(stream, spell(batch))


def _write_all(stream: BinaryIO, text: bytes) -> None:
    """Write to a stream that may be unbuffered, where a signal may cut a write short."""
    left = memoryview(text)
    while left:
        left = left[stream.write(left) :]


def _speller(classes: AnagramClasses, separator: str) -> Callable[[Batch], bytes]:
    """Return a function that turns cliques into lines of text."""
    words = classes.vocabulary.written_guesses
    length = classes.length
    if not all(letter.isascii() for letter in classes.letters):
        return lambda batch: "".join(
            separator.join(words[i] for i in clique) + "\n" for clique in batch.tolist()
        ).encode()
    # One byte a letter: indexing composes tens of millions of words a second.
    table = np.full((len(words), length + 1), ord(separator), np.uint8)
    table[:, :length] = np.frombuffer("".join(words).encode("ascii"), np.uint8).reshape(-1, length)

    def spell(batch: Batch) -> bytes:
        text = table[batch]
        text[:, -1, length] = ord("\n")
        return text.tobytes()

    return spell


def _quoting(classes: AnagramClasses) -> Callable[[Batch], bytes]:
    """Return a function that writes cliques as lines of CSV, with quotes where words need them."""
    words = [
        f"'{word}" if word.startswith(FORMULA) else word
        for word in classes.vocabulary.written_guesses
    ]

    def spell(batch: Batch) -> bytes:
        text = io.StringIO()
        rows = ([words[i] for i in clique] for clique in batch.tolist())
        csv.writer(text, lineterminator="\n").writerows(rows)
        return text.getvalue().encode()

    return spell


@contextmanager
def _json(classes: AnagramClasses, stream: BinaryIO) -> Iterator[Writer]:
    """Write an array of arrays of words, one per line."""
    opening = "["

    def write(batch: Batch) -> None:
        nonlocal opening
        lines = [json.dumps(classes.spell(clique), ensure_ascii=False) for clique in batch]
        if lines:
            _write_all(stream, (opening + "\n " + ",\n ".join(lines)).encode())
            opening = ","

    yield write
    stream.write(b"[]\n" if opening == "[" else b"\n]\n")


@contextmanager
def _parquet(classes: AnagramClasses, size: int, stream: BinaryIO) -> Iterator[Writer]:
    """Write one column of words for each place, a row group for each batch."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    words = pa.array(classes.vocabulary.written_guesses)
    schema = pa.schema(
        [pa.field(f"word_{n + 1}", pa.string(), nullable=False) for n in range(size)],
        metadata={
            "vocabulary": classes.vocabulary.name,
            "digest": classes.vocabulary.digest,
            "gpuwordle": __version__,
        },
    )
    with pq.ParquetWriter(stream, schema) as writer:

        def write(batch: Batch) -> None:
            if len(batch):
                columns = [words.take(pa.array(column)) for column in batch.T]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema))

        yield write
