"""The games of a run in Python, as Arrow, pandas or Polars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from gpuwordle.data_frames import import_pandas
from gpuwordle.errors import UserError, counted, printable
from gpuwordle.results.games_file import GamesFile, read_table
from gpuwordle.results.run_folder import Run
from gpuwordle.rules.tiles import notebook_table

SHOWN = 20
"""Number of units in a repr."""


def read_run(folder: Path | str) -> PlayedRun:
    """Open a run that ``gpuwordle benchmark`` or `run_benchmark` made.

    Parameters
    ----------
    folder
        The run's folder.

    Returns
    -------
    PlayedRun
        Its games, which are read when they are needed.

    Raises
    ------
    UserError
        If the folder holds no run of this format, or a file in it is damaged or not of this run.
    """
    run = Run.open(folder)
    finished = run.finished()
    files = [finished[unit.id] for unit in run.units if unit.id in finished]
    return PlayedRun(run, tuple(sorted(files, key=lambda file: file.unit.length)))


@dataclass(frozen=True, repr=False)
class PlayedRun:
    """The games of a run: one row per game, with the same columns in every run.

    Attributes
    ----------
    run : Run
        The units, the command that began the run, and when.
    files : tuple of GamesFile
        The finished units, shortest words first, each with its provenance.
    """

    run: Run
    files: tuple[GamesFile, ...]

    @property
    def games(self) -> int:
        """The number of games that are finished."""
        return sum(file.games for file in self.files)

    @property
    def unfinished(self) -> int:
        """The number of units that are not finished."""
        return len(self.run.units) - len(self.files)

    def to_arrow(self, columns: Sequence[str] | None = None) -> pa.Table:
        """Read the games as a pyarrow table.

        Parameters
        ----------
        columns
            Names of columns; all when None.

        Raises
        ------
        UserError
            If there is no such column, no game, or a file is damaged.
        """
        return read_table(self.run.folder, columns)

    def to_pandas(self, columns: Sequence[str] | None = None) -> Any:
        """Read the games as a pandas DataFrame; see `to_arrow`."""
        import_pandas()  # refused before the games are read
        return self.to_arrow(columns).to_pandas()

    def to_polars(self, columns: Sequence[str] | None = None) -> Any:
        """Read the games as a Polars DataFrame; see `to_arrow`."""
        try:
            import polars
        except ImportError:
            raise UserError("Polars is not installed: run pip install polars") from None
        return polars.from_arrow(self.to_arrow(columns))

    def to_dict(self) -> dict[str, Any]:
        """Return the run and its finished units as plain values, which JSON can hold."""
        return {
            "folder": str(self.run.folder),
            "run": self.run.id,
            "started": self.run.started,
            "version": self.run.version,
            "games": self.games,
            "unfinished": self.unfinished,
            "units": [
                {**file.unit.described(), "games": file.games, "seconds": file.seconds}
                for file in self.files
            ],
        }

    def _repr_html_(self) -> str:
        rows = [
            {"unit": str(file.unit), "games": f"{file.games:,}", "seconds": f"{file.seconds:.3f}"}
            for file in self.files
        ]
        title = printable(f"{self.run.folder}: {self.games:,} games")
        more = f"{counted(self.unfinished, 'unit')} unfinished" if self.unfinished else ""
        return notebook_table(rows, title=title, more=more, shown=SHOWN)

    def __repr__(self) -> str:
        rest = f", {counted(self.unfinished, 'unit')} unfinished" if self.unfinished else ""
        lines = [f"PlayedRun({str(self.run.folder)!r}): {self.games:,} games{rest}", str(self.run)]
        lines += [
            f"  {file.unit}: {file.games:,} games in {file.seconds:.3g} s"
            for file in self.files[:SHOWN]
        ]
        if len(self.files) > SHOWN:
            lines.append(f"  and {counted(len(self.files) - SHOWN, 'more unit')}")
        return "\n".join(map(printable, lines))
