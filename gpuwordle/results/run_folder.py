"""The folder of a run: which run it holds, what of it is finished, and who writes in it now.

``_run.json`` names the run and its units before the first game is played, so that a run can be
continued, and so that two runs are never mixed in one folder. The run's id is a digest of its
units: the same command over the same words is the same run. Names that begin with ``_`` or ``.``
are passed over by dataset readers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from gpuwordle.errors import UserError
from gpuwordle.files import written_aside
from gpuwordle.results.read import GamesFile, files_of
from gpuwordle.results.schema import FORMAT
from gpuwordle.results.unit import Unit, short_digest

RUN_FILE = "_run.json"
LOCK_FILE = "_lock"


@dataclass(frozen=True)
class Run:
    """What a folder's ``_run.json`` says.

    Attributes
    ----------
    folder : Path
        Where the run is.
    id : str
        A digest of the units.
    units : tuple of Unit
        Everything that is to be played, in order.
    command : str
        The command that began it.
    started : str
        When, ISO 8601 in UTC.
    """

    folder: Path
    id: str
    units: tuple[Unit, ...]
    command: str
    started: str

    @classmethod
    def new(cls, folder: Path, units: Sequence[Unit], command: str) -> Run:
        """Name a run by what it plays."""
        id = short_digest([unit.described() for unit in units])
        return cls(folder, id, tuple(units), command, datetime.now(UTC).isoformat("T", "seconds"))

    @classmethod
    def open(cls, folder: Path | str) -> Run:
        """Read the run that a folder holds.

        Raises
        ------
        UserError
            If there is no such folder, or it holds no run that this version can read.
        """
        folder = Path(folder)
        path = folder / RUN_FILE
        make = f"make a run with: gpuwordle benchmark -o {folder}"
        if not folder.is_dir():
            raise UserError(f"{folder} is not a folder: {make}, or check its path")
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
            if said["format"] != FORMAT:
                raise UserError(
                    f"{folder} holds a run of format {said['format']}, this version reads "
                    f"{FORMAT}: read it with the version that wrote it"
                )
            units = tuple(Unit.of(unit) for unit in said["units"])
            return cls(folder, said["run"], units, said["command"], said["started"])
        except FileNotFoundError:
            raise UserError(f"{folder} holds no run ({RUN_FILE} is missing): {make}") from None
        except OSError as error:
            raise UserError(f"{path} cannot be read ({error.strerror}): check it") from error
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(
                f"{path} is damaged: move the folder away and run the benchmark again"
            ) from error

    def finished(self) -> dict[str, GamesFile]:
        """Return the finished files by unit id.

        Raises
        ------
        UserError
            If a file in the folder is damaged, was not written by a benchmark, or belongs to
            another run.
        """
        units = {unit.id: unit for unit in self.units}
        found = {}
        for path in files_of(self.folder):
            file = GamesFile.open(path)
            if file.run != self.id or file.unit.id not in units:
                raise UserError(
                    f"file {path} belongs to run {file.run}, not to run {self.id} of this folder: "
                    "move it out"
                )
            found[file.unit.id] = file
        return found

    def __str__(self) -> str:
        def listed(values: Sequence[Any]) -> str:
            kept = [str(value) for value in dict.fromkeys(values)]
            return ", ".join(kept[:4]) + (f" and {len(kept) - 4} more" if len(kept) > 4 else "")

        lengths = sorted({unit.length for unit in self.units})
        whole = lengths == list(range(lengths[0], lengths[-1] + 1))
        span = f"{lengths[0]}-{lengths[-1]}" if whole and len(lengths) > 1 else listed(lengths)
        return (
            f"run {self.id} of {self.started[:16]}: {listed([u.vocabulary for u in self.units])}, "
            f"lengths {span}, strategies {listed([u.strategy for u in self.units])}"
        )


@contextmanager
def taken(folder: Path, units: Sequence[Unit], *, resume: bool, command: str) -> Iterator[Run]:
    """Take a folder for a run, new or to be continued, and keep other processes out meanwhile.

    Nothing is written before it is known that the folder may be used.

    Parameters
    ----------
    folder
        Where the games go; made if need be.
    units
        What is to be played.
    resume
        Continue the run that is there, if it is this one.
    command
        The command, for provenance.

    Yields
    ------
    Run
        The run, with no side file of a killed process left.

    Raises
    ------
    UserError
        If the folder holds something else, or this run and resume is False, or another process
        is running into it.
    """
    new = Run.new(folder, units, command)
    there = _run_there(new, resume=resume)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"output folder {folder} cannot be made ({error.strerror}): choose another place"
        ) from error
    with _alone_in(folder):
        for part in [*folder.glob(".*.part"), *folder.glob("length=*/strategy=*/.*.part")]:
            part.unlink(missing_ok=True)
        if there is None:
            said = {
                "format": FORMAT,
                "run": new.id,
                "started": new.started,
                "command": command,
                "units": [unit.described() for unit in units],
            }
            with written_aside(folder / RUN_FILE) as aside:
                aside.write_text(json.dumps(said, indent=1, ensure_ascii=False), encoding="utf-8")
        yield there or new


def _run_there(new: Run, *, resume: bool) -> Run | None:
    folder = new.folder
    if folder.exists() and not folder.is_dir():
        raise UserError(f"output {folder} is a file: choose another name for the folder")
    if not (folder / RUN_FILE).exists():
        strangers = folder.iterdir() if folder.is_dir() else ()
        if any(path.name != LOCK_FILE and path.suffix != ".part" for path in strangers):
            raise UserError(
                f"output folder {folder} is not empty and holds no run: choose another name"
            )
        return None
    there = Run.open(folder)
    if there.id != new.id:
        raise UserError(
            f"{folder} holds another run ({there}): choose another output folder, or give that "
            "run's own options with --resume to continue it"
        )
    if not resume:
        raise UserError(
            f"{folder} holds this run already ({there}; {len(files_of(folder))} of "
            f"{len(there.units)} units finished): add --resume to continue it, or choose another "
            "output folder"
        )
    return there


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other processes of this machine from running into the same folder meanwhile.

    The lock is the operating system's: it ends with the process, however that ends.

    Raises
    ------
    UserError
        If another process holds it.
    """
    lock = FileLock(folder / LOCK_FILE)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise UserError(
            f"another process is running into {folder}: wait for it, or choose another name"
        ) from None
    except OSError as error:
        raise UserError(
            f"output folder {folder} cannot be written ({error.strerror}): mend its permissions "
            "or choose another place"
        ) from error
    try:
        yield
    finally:
        lock.release()
