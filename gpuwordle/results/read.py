"""Games in Parquet: one row per game, one file per unit, readable by every data tool.

A *unit* is one strategy under one set of conditions over every hidden word of one vocabulary. Its
games go to one file, ``wordle-5/minimax-0123456789.parquet``. All that tells units apart is a
column of every file and nothing is taken from the paths, so the folder, a pattern of paths or one
file is read by any tool as it is. A file is written row group by row group under a hidden name
beside its place and renamed when it is complete. A reader therefore sees whole files only, and a
unit is finished if and only if its file is there. What made the games (version, commit, backend,
device, command, time) stands in the file's own metadata.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.results.schema import FORMAT, KEY, SCHEMA
from gpuwordle.results.unit import Unit


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
        except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
            raise _damaged(path, error) from None
        said = {
            name.decode(errors="replace"): value for name, value in (found.metadata or {}).items()
        }
        try:
            # Up to format 2 there was one entry, which held all.
            old = said.get(KEY.rstrip("."))
            format = json.loads(old)["format"] if old else int(said[KEY + "format"])
            if format != FORMAT:
                raise UserError(
                    f"file {path} has format {format}, this version reads {FORMAT}: read it with "
                    "the version that wrote it, or play it again into another folder"
                )
            unit = Unit.of(json.loads(said[KEY + "unit"]))
            if unit.id != said[KEY + "unit_id"].decode():
                raise _damaged(path, "its description of the unit was changed")
            opened = cls(
                path,
                said[KEY + "run"].decode(),
                unit,
                int(said[KEY + "games"]),
                float(said[KEY + "seconds"]),
                json.loads(said[KEY + "provenance"]),
            )
        except (KeyError, TypeError, ValueError):
            raise _foreign(path, "it was not written by gpuwordle benchmark") from None
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
        except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
            raise _damaged(self.path, error) from None


def files_of(folder: Path) -> list[Path]:
    """List the finished files of a run's folder, by length, then vocabulary, then strategy."""
    found = folder.glob("*/*.parquet")
    whole = [path for path in found if not path.name.startswith((".", "_"))]

    def place(path: Path) -> tuple[int, str, str]:
        length = path.parent.name.rpartition("-")[2]
        return (int(length) if length.isdigit() else 0, path.parent.name, path.name)

    return sorted(whole, key=place)


def own_files(folder: Path) -> Iterator[Path]:
    """Yield all files that a run made, and not what was written into its folder later."""
    about = list(folder.glob("_*"))
    yield from about
    # A folder that is no run, such as a home, may hold more than anyone waits for.
    yield from folder.rglob("*.parquet") if about else folder.glob("*/*.parquet")


def read_table(folder: Path | str, columns: Sequence[str] | None = None) -> pa.Table:
    """Read a run's games as one table.

    Parameters
    ----------
    folder
        The run's folder.
    columns
        Names of `SCHEMA`; all when None.

    Raises
    ------
    UserError
        If there is no such column, the folder holds no games, or a file is damaged or has other
        columns.
    """
    folder = Path(folder)
    for name in columns or ():
        if name not in SCHEMA.names:
            raise UserError(f"unknown column {shortened(name)!r}: {nearest(name, SCHEMA.names)}")
    schema = pa.schema([SCHEMA.field(name) for name in columns or SCHEMA.names])
    files = [GamesFile.open(path) for path in files_of(folder)]
    if not files:
        raise UserError(f"{folder} holds no games: make some with gpuwordle benchmark -o {folder}")
    return pa.Table.from_batches(
        (batch for file in files for batch in file.batches(columns)), schema
    )


def read_games_file(file: GamesFile, columns: Sequence[str] | None = None) -> pa.Table:
    """Read one file as a table; see `GamesFile.batches`."""
    schema = pa.schema([SCHEMA.field(name) for name in columns or SCHEMA.names])
    return pa.Table.from_batches(file.batches(columns), schema)


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
