"""Games in Parquet: one row per game, one file per unit, readable by every data tool.

A *unit* is one strategy under one set of conditions over every hidden word of one vocabulary. Its
games go to one file, ``length=5/strategy=minimax/wordle-0123456789.parquet``, so that a run is a
hive-partitioned dataset: the two columns in the path are read back by pyarrow, DuckDB, Polars and
Spark, and are not repeated in the file. A file is written row group by row group under a hidden
name beside its place and renamed when it is complete. A reader therefore sees whole files only,
and a unit is finished if and only if its file is there. What made the games (version, commit,
backend, device, command, time) stands in the file's own metadata.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from gpuwordle.errors import UserError
from gpuwordle.files import written_aside

if TYPE_CHECKING:
    from gpuwordle.constraints import Trimming
    from gpuwordle.games import Games
    from gpuwordle.games.states import PoolName
    from gpuwordle.vocabulary import Vocabulary

FORMAT = 1
"""Version of the columns; a reader refuses files of another."""

ROW_GROUP = 32_768
"""Games in a row group: what is held in memory as text at a time, a few megabytes."""

_KEY = b"gpuwordle"

SCHEMA = pa.schema(
    [
        pa.field("run", pa.string(), nullable=False),
        pa.field("vocabulary", pa.string(), nullable=False),
        pa.field("digest", pa.string(), nullable=False),
        pa.field("pool", pa.string(), nullable=False),
        pa.field("mode", pa.string(), nullable=False),
        pa.field("trimming", pa.string(), nullable=False),
        pa.field("seed", pa.int64(), nullable=False),
        pa.field("allowed", pa.int32()),
        pa.field("answer", pa.string(), nullable=False),
        pa.field("guesses", pa.list_(pa.string()), nullable=False),
        pa.field("codes", pa.list_(pa.uint32()), nullable=False),
        pa.field("remaining", pa.list_(pa.int32()), nullable=False),
        pa.field("count", pa.int32(), nullable=False),
        pa.field("solved", pa.bool_(), nullable=False),
        pa.field("seconds", pa.float64(), nullable=False),
    ]
)
"""Columns of a file, in order.

``mode`` is easy or hard, ``allowed`` is null where guesses are unlimited, ``guesses``, ``codes``
and ``remaining`` (candidates left after the guess) are as long as the game, ``count`` is that
length. ``seconds`` is the unit's time divided by its games: a state that many games pass through
is scored once, so a time of one game alone means nothing.
"""

PARTITIONS = pa.schema([pa.field("length", pa.int32()), pa.field("strategy", pa.string())])
"""The two columns that stand in a file's path."""

Option = bool | int | float | str


@dataclass(frozen=True)
class Unit:
    """What one file holds: a strategy, its conditions, and the words it is played on.

    Attributes
    ----------
    vocabulary, digest : str
        Name and sha256 of the words; see `gpuwordle.vocabulary.Vocabulary`.
    length, answers, guesses : int
        Letters in a word, words that are hidden, words that may be played.
    strategy : str
        Its name.
    options : tuple of (str, value) pairs
        Its own options, sorted by name.
    pool, trimming : str
        Where guesses come from, and what remains a candidate after one.
    hard : bool
        Hard mode.
    opener : str or None
        The first guess, where it is fixed.
    allowed : int or None
        Guesses allowed in a game; None for no limit.
    seed : int
        Seed of strategies that draw by chance.
    """

    vocabulary: str
    digest: str
    length: int
    answers: int
    guesses: int
    strategy: str
    options: tuple[tuple[str, Option], ...] = ()
    pool: PoolName = "candidates"
    trimming: Trimming = "pattern"
    hard: bool = False
    opener: str | None = None
    allowed: int | None = None
    seed: int = 0

    @classmethod
    def of(cls, described: dict[str, Any]) -> Unit:
        """Read a unit back from `described`."""
        options = tuple((name, value) for name, value in described["options"])
        return cls(**{**described, "options": options})

    def described(self) -> dict[str, Any]:
        """Describe the unit in plain values, for JSON."""
        return asdict(self)

    @cached_property
    def id(self) -> str:
        """Ten hexadecimal digits that no other unit has: of a sha256 of all that is played."""
        return short_digest(self.described())

    @property
    def mode(self) -> str:
        """``easy`` or ``hard``."""
        return "hard" if self.hard else "easy"

    @property
    def path(self) -> Path:
        """Where the unit's file stands in its run's folder."""
        vocabulary = "".join(c if c.isalnum() or c in "-_." else "-" for c in self.vocabulary)
        folder = Path(f"length={self.length}") / f"strategy={self.strategy}"
        return folder / f"{vocabulary[:60].lstrip('._-') or 'words'}-{self.id}.parquet"

    def __str__(self) -> str:
        extra = [f"{name}={value}" for name, value in self.options]
        extra += ["hard"] * self.hard + [self.trimming] * (self.trimming != "pattern")
        extra += [f"opener {self.opener}"] * (self.opener is not None)
        extra += [f"within {self.allowed}"] * (self.allowed is not None)
        extra += [f"seed {self.seed}"] * (self.seed != 0)
        details = f" ({', '.join(extra)})" if extra else ""
        return f"{self.vocabulary} {self.length} {self.strategy}, pool {self.pool}{details}"


def short_digest(value: Any) -> str:
    """Return ten hexadecimal digits of the sha256 of a value's JSON."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def write_games(
    folder: Path,
    run: str,
    unit: Unit,
    vocabulary: Vocabulary,
    games: Games,
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
        The games.
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
    about = {
        "format": FORMAT,
        "run": run,
        "unit": unit.described(),
        "games": len(games.answers),
        "seconds": seconds,
        "provenance": provenance,
    }
    schema = SCHEMA.with_metadata({_KEY: json.dumps(about, ensure_ascii=False).encode()})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"output folder {path.parent} cannot be made ({error.strerror or error}): "
            "mend its permissions or choose another place"
        ) from error
    with written_aside(path) as aside, open(aside, "wb") as file:
        with pq.ParquetWriter(file, schema, compression="zstd", write_page_checksum=True) as writer:
            for batch in _batches(run, unit, vocabulary, games, seconds):
                writer.write_batch(batch)
        file.flush()
        # A renamed file whose content is still on its way to the disk would be a broken file
        # after a power cut.
        os.fsync(file.fileno())
    return path


def _batches(
    run: str, unit: Unit, vocabulary: Vocabulary, games: Games, seconds: float
) -> Iterator[pa.RecordBatch]:
    guess_words, answer_words = pa.array(vocabulary.guesses), pa.array(vocabulary.answers)
    per_game = seconds / max(len(games.answers), 1)
    counts = np.diff(games.offsets)
    for start in range(0, len(games.answers), ROW_GROUP):
        stop = min(start + ROW_GROUP, len(games.answers))
        size = stop - start
        turns = slice(games.offsets[start], games.offsets[stop])
        offsets = pa.array((games.offsets[start : stop + 1] - games.offsets[start]), pa.int32())

        def lists(values: Any, offsets: pa.Array = offsets) -> pa.Array:
            return pa.ListArray.from_arrays(offsets, values)

        allowed = pa.scalar(unit.allowed, pa.int32())
        columns = [
            pa.repeat(run, size),
            pa.repeat(unit.vocabulary, size),
            pa.repeat(unit.digest, size),
            pa.repeat(unit.pool, size),
            pa.repeat(unit.mode, size),
            pa.repeat(unit.trimming, size),
            pa.repeat(pa.scalar(unit.seed, pa.int64()), size),
            pa.repeat(allowed, size),
            answer_words.take(pa.array(games.answers[start:stop])),
            lists(guess_words.take(pa.array(games.guesses[turns]))),
            lists(pa.array(games.codes[turns], pa.uint32())),
            lists(pa.array(games.remaining[turns], pa.int32())),
            pa.array(counts[start:stop], pa.int32()),
            pa.array(games.solved[start:stop], pa.bool_()),
            pa.repeat(pa.scalar(per_game, pa.float64()), size),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=SCHEMA)


@dataclass(frozen=True)
class GamesFile:
    """A unit's finished file.

    Attributes
    ----------
    path : Path
        The file.
    run : str
        Id of the run it belongs to.
    unit : Unit
        What was played.
    games : int
        Rows.
    seconds : float
        How long the unit took.
    provenance : dict
        Version, commit, backend, device, command and machine that made it.
    """

    path: Path
    run: str
    unit: Unit
    games: int
    seconds: float
    provenance: dict[str, Any]

    @classmethod
    def open(cls, path: Path) -> GamesFile:
        """Read what a file says of itself, and check that its columns are ours.

        Raises
        ------
        UserError
            If the file is not Parquet, is damaged, or has other columns.
        """
        try:
            with pq.ParquetFile(path) as file:
                found, rows = file.schema_arrow, file.metadata.num_rows
        except (OSError, pa.ArrowException) as error:
            raise _damaged(path, error) from error
        try:
            about = json.loads((found.metadata or {})[_KEY])
            if about["format"] != FORMAT:
                raise UserError(
                    f"file {path} has format {about['format']}, this version reads {FORMAT}: "
                    "read it with the version that wrote it, or run the benchmark again"
                )
            unit = Unit.of(about["unit"])
            opened = cls(
                path, about["run"], unit, about["games"], about["seconds"], about["provenance"]
            )
        except (KeyError, TypeError, ValueError) as error:
            raise _foreign(path, "it was not written by gpuwordle benchmark") from error
        if not found.equals(SCHEMA):
            missing = [name for name in SCHEMA.names if name not in found.names]
            extra = [name for name in found.names if name not in SCHEMA.names]
            what = [f"lacks {', '.join(missing)}"] * bool(missing)
            what += [f"adds {', '.join(extra)}"] * bool(extra)
            raise _foreign(path, "it " + (" and ".join(what) or "has columns of other types"))
        if rows != opened.games:
            raise _damaged(path, f"{rows} rows where {opened.games} were written")
        return opened

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Read the rows, one row group at a time.

        Parameters
        ----------
        columns
            Names of `SCHEMA`; all when None.

        Raises
        ------
        UserError
            If the file is damaged.
        """
        try:
            with pq.ParquetFile(self.path, page_checksum_verification=True) as file:
                chosen = list(columns) if columns is not None else SCHEMA.names
                for group in range(file.num_row_groups):
                    table = file.read_row_group(group, columns=chosen, use_threads=False)
                    yield from table.combine_chunks().to_batches()
        except (OSError, pa.ArrowException) as error:
            raise _damaged(self.path, error) from error


def files_of(folder: Path) -> list[Path]:
    """List the finished files of a run's folder, by length, then strategy, then name."""
    found = folder.glob("length=*/strategy=*/*.parquet")
    whole = [path for path in found if not path.name.startswith((".", "_"))]

    def place(path: Path) -> tuple[int, str, str]:
        length = path.parts[-3].partition("=")[2]
        return (int(length) if length.isdigit() else 0, path.parts[-2], path.name)

    return sorted(whole, key=place)


def read_table(folder: Path | str, columns: Sequence[str] | None = None) -> pa.Table:
    """Read a run's games as one table, with ``length`` and ``strategy`` from the paths.

    Parameters
    ----------
    folder
        The run's folder.
    columns
        Names of `SCHEMA`; all when None.

    Raises
    ------
    UserError
        If the folder holds no games, or a file is damaged or has other columns.
    """
    folder = Path(folder)
    tables = []
    for path in files_of(folder):
        file = GamesFile.open(path)
        schema = pa.schema([SCHEMA.field(name) for name in columns or SCHEMA.names])
        table = pa.Table.from_batches(file.batches(columns), schema)
        for field, value in (("strategy", file.unit.strategy), ("length", file.unit.length)):
            kind = PARTITIONS.field(field).type
            values = pa.repeat(pa.scalar(value, kind), table.num_rows)
            table = table.add_column(0, PARTITIONS.field(field), values)
        tables.append(table)
    if not tables:
        raise UserError(f"{folder} holds no games: make some with gpuwordle benchmark -o {folder}")
    return pa.concat_tables(tables)


def _damaged(path: Path, why: object) -> UserError:
    reason = " ".join(str(why).split())
    return UserError(
        f"file {path} is damaged ({reason[:120]}): remove it and run the benchmark with --resume"
    )


def _foreign(path: Path, why: str) -> UserError:
    return UserError(
        f"file {path} does not hold games as gpuwordle writes them ({why}): "
        "move it out of the folder"
    )
