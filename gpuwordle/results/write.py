"""Write a unit's games: a whole file or none."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from gpuwordle.errors import UserError
from gpuwordle.files import written_aside
from gpuwordle.results.schema import DESCRIPTIONS, FORMAT, KEY, ROW_GROUP, SCHEMA
from gpuwordle.results.unit import Unit

if TYPE_CHECKING:
    from gpuwordle.games.games import Games
    from gpuwordle.words.vocabulary import Vocabulary


class Rows(Protocol):
    """Games, or what they are read off."""

    def __len__(self) -> int:
        """Count the games."""

    def rows(self, start: int, stop: int) -> Games:
        """Return games start to stop - 1."""


def write_games(
    folder: Path,
    run: str,
    unit: Unit,
    vocabulary: Vocabulary,
    games: Rows,
    *,
    seconds: float,
    provenance: dict[str, Any],
) -> Path:
    """Write a unit's games into a run's folder, as a whole file or not at all.

    Parameters
    ----------
    folder
        The run's folder.
    run
        The run's id.
    unit
        What was played.
    vocabulary
        The words that the games' indices mean.
    games
        The games, of which a row group is read at a time.
    seconds
        How long the unit took.
    provenance
        What made the games; goes to the file's metadata with the unit and the time.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    UserError
        If the file cannot be written: the disk is full, the folder is not writable.
    """
    path = folder / unit.path
    about: dict[str, Any] = {
        "format": FORMAT,
        "run": run,
        "unit": unit.described(),
        "unit_id": unit.id,
        "games": len(games),
        "seconds": seconds,
        "provenance": provenance,
        **{f"column.{name}": text for name, text in DESCRIPTIONS.items()},
    }
    schema = SCHEMA.with_metadata(
        {
            KEY + name: value if isinstance(value, str) else _json(value)
            for name, value in about.items()
        }
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"output folder {path.parent} cannot be made ({error.strerror or error}): "
            "mend its permissions or choose another place"
        ) from None
    with written_aside(path) as aside, open(aside, "wb") as file:
        with pq.ParquetWriter(file, schema, compression="zstd", write_page_checksum=True) as writer:
            for batch in _batches(run, unit, vocabulary, games, seconds):
                writer.write_batch(batch)
        file.flush()
        # A renamed file whose content is still on its way to the disk would be a broken file
        # after a power cut.
        os.fsync(file.fileno())
    return path


def _json(value: Any) -> bytes:
    # A command may name files in bytes that are no UTF-8; JSON has an escape for them.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _batches(
    run: str, unit: Unit, vocabulary: Vocabulary, games: Rows, seconds: float
) -> Iterator[pa.RecordBatch]:
    guess_words, answer_words = pa.array(vocabulary.guesses), pa.array(vocabulary.answers)
    per_game = seconds / max(len(games), 1)
    for start in range(0, len(games), ROW_GROUP):
        stop = min(start + ROW_GROUP, len(games))
        size, some = stop - start, games.rows(start, stop)
        offsets = pa.array(some.offsets, pa.int32())

        def lists(values: Any, offsets: pa.Array = offsets) -> pa.Array:
            return pa.ListArray.from_arrays(offsets, values)

        columns = [
            pa.repeat(run, size),
            pa.repeat(unit.vocabulary, size),
            pa.repeat(unit.digest, size),
            pa.repeat(pa.scalar(unit.length, pa.int32()), size),
            pa.repeat(unit.strategy, size),
            pa.repeat(json.dumps(dict(unit.options), ensure_ascii=False), size),
            pa.repeat(unit.pool, size),
            pa.repeat(unit.mode, size),
            pa.repeat(unit.filter, size),
            pa.repeat(pa.scalar(unit.opener, pa.string()), size),
            pa.repeat(pa.scalar(unit.allowed, pa.int32()), size),
            pa.repeat(pa.scalar(unit.seed, pa.int64()), size),
            pa.repeat(pa.scalar(unit.sample, pa.int32()), size),
            pa.repeat(pa.scalar(unit.subset, pa.string()), size),
            answer_words.take(pa.array(some.answers)),
            lists(guess_words.take(pa.array(some.guesses))),
            lists(pa.array(some.codes, pa.uint32())),
            lists(pa.array(some.remaining, pa.int32())),
            pa.array(some.counts, pa.int32()),
            pa.array(some.solved, pa.bool_()),
            pa.repeat(pa.scalar(per_game, pa.float64()), size),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=SCHEMA)
