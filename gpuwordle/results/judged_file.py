"""Judged games in Parquet: one row for each move, so that results can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gpuwordle import __version__
from gpuwordle.errors import UserError
from gpuwordle.files import written_aside

FORMAT = 1
"""Version of the columns; it is in the metadata as ``gpuwordle.format``."""

_COLUMNS: list[tuple[str, pa.DataType, bool, str]] = [
    ("player", pa.string(), False, "The player; empty if it is not recorded."),
    ("game", pa.int64(), False, "Number of the game in the file, from 0."),
    ("turn", pa.int32(), False, "Number of the move in its game, from 1."),
    ("answer", pa.string(), True, "The hidden word; null if it is not recorded."),
    ("guess", pa.string(), True, "The guess; null if the turn passed without one."),
    ("code", pa.uint32(), True, "The pattern that it got, as in a run's games; null without one."),
    ("before", pa.int32(), False, "Candidates before the move."),
    ("after", pa.int32(), False, "Candidates after it; 0 if the answer was found."),
    ("weight", pa.int64(), False, "Weight of those before; their number if all weigh 1."),
    ("candidate", pa.bool_(), False, "Whether the guess could have been the answer."),
    ("legal", pa.bool_(), False, "Whether it is listed and, in hard mode, clues allow it."),
    ("repeated", pa.bool_(), False, "Whether it was played before in its game."),
    (
        "best_low",
        pa.int64(),
        False,
        "Lower bound of the least total of guesses, by weight, over all before.",
    ),
    ("best_high", pa.int64(), False, "Upper bound of it."),
    ("took_low", pa.int64(), False, "Lower bound of the least total that begins with the guess."),
    ("took_high", pa.int64(), False, "Upper bound of it."),
    (
        "regret_low",
        pa.float64(),
        False,
        "Lower bound of the regret, (took - best) / weight; below 0 only if not `legal`.",
    ),
    ("regret_high", pa.float64(), False, "Upper bound of it."),
    ("luck_low", pa.float64(), False, "Lower bound of the luck of the pattern."),
    ("luck_high", pa.float64(), False, "Upper bound of it; negative luck made the game shorter."),
    ("exact", pa.bool_(), False, "Whether the bounds of the regret are equal."),
]

DESCRIPTIONS: dict[str, str] = {name: text for name, _, _, text in _COLUMNS}
"""The meaning of each column, in the order of the columns."""

SCHEMA = pa.schema(
    [pa.field(name, kind, nullable=nullable) for name, kind, nullable, _ in _COLUMNS]
)


MARK = "gpuwordle.column.took_low"
"""The entry of the metadata by which these files are recognised."""

WANTED = ["player", "turn", "answer", "guess", "code"]
"""Columns from which games are read."""


def read_judged(path: Path) -> tuple[str, list[dict[str, Any]]] | None:
    """Read a file of judged moves again; None if it is another Parquet file.

    Returns the digest of its words, and its moves in order, each with the columns `WANTED`. Raises
    UserError if it is not a Parquet file, is damaged, or has another format.
    """
    try:
        with pq.ParquetFile(path) as file:
            metadata = file.schema_arrow.metadata or {}
            if MARK.encode() not in metadata:
                return None
            format = metadata[b"gpuwordle.format"].decode()
            if format != str(FORMAT):
                raise UserError(
                    f"{path} has moves of format {format}, and this version reads {FORMAT}: read "
                    "them with the version that wrote them"
                )
            return metadata[b"gpuwordle.digest"].decode(), file.read(WANTED).to_pylist()
    except (OSError, pa.ArrowException, KeyError, ValueError) as error:
        if isinstance(error, UserError):
            raise
        why = " ".join(str(error).split())[:120]
        raise UserError(f"{path} cannot be read ({why}): give another file") from None


def write_judged(path: Path, about: Mapping[str, Any], columns: Mapping[str, Any]) -> None:
    """Write judged moves, as a complete file or not at all.

    ``about`` is kept in the file's metadata; ``columns`` are those of `SCHEMA`. Raises UserError if
    the file cannot be written.
    """
    metadata = {f"gpuwordle.{name}": str(value) for name, value in about.items()}
    metadata |= {"gpuwordle.format": str(FORMAT), "gpuwordle.version": __version__}
    metadata |= {f"gpuwordle.column.{name}": text for name, text in DESCRIPTIONS.items()}
    schema = SCHEMA.with_metadata(metadata)
    arrays = [pa.array(columns[field.name], field.type) for field in SCHEMA]
    with written_aside(path) as aside, open(aside, "wb") as file:
        pq.write_table(pa.Table.from_arrays(arrays, schema=schema), file, compression="zstd")
