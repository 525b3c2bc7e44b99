"""The folder of a run: its bookkeeping, data card and lock.

``_run.json`` has the units and options of the run before the first game is played, so that a run
can be continued, and two runs are never mixed in one folder. The id of a run is a digest of the
units it began with: the same command over the same words is the same run. Strategies and lengths
may be added later; all other conditions are fixed. Dataset readers skip names that begin with ``_``
or ``.``.
"""

from __future__ import annotations

import errno
import json
import shlex
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from gpuwordle import __version__
from gpuwordle.errors import UserError, counted, printable
from gpuwordle.files import written_aside
from gpuwordle.results.games_file import (
    DESCRIPTIONS,
    FORMAT,
    SCHEMA,
    DamagedFile,
    GamesFile,
    files_of,
)
from gpuwordle.results.unit import Unit, short_digest
from gpuwordle.words.pinned import PINNED_LISTS
from gpuwordle.words.sources import is_named

LOCK_FILE = "_lock"

_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
"""Errors of file systems without locks."""


@contextmanager
def alone_in(folder: Path) -> Iterator[bool]:
    """Hold an exclusive lock on a run's folder if the file system has locks; yield whether it has.

    The operating system releases the lock when the process ends. Some network file systems have no
    locks; then there is a warning and the run continues, because its files are complete or absent
    in any case. Raises UserError if another process holds the lock.
    """
    lock = FileLock(folder / LOCK_FILE)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise UserError(
            f"another process is writing into {folder}: wait for it, or choose another name"
        ) from None
    except (OSError, NotImplementedError) as error:  # the latter from filelock, where there is none
        if isinstance(error, OSError) and error.errno not in _NO_LOCKS:
            raise UserError(
                f"output folder {folder} cannot be written ({error.strerror}): fix its "
                "permissions or choose another place"
            ) from None
        warnings.warn(
            f"the file system of {folder} has no locks: make sure that no other process "
            "writes into this folder",
            RuntimeWarning,
            stacklevel=3,  # `contextmanager` is between
        )
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


CARD_FILE = "_README.md"
"""Dataset readers skip its name."""


def card(folder: str, run: str, units: Sequence[Unit]) -> str:
    """Return the data card of a run as Markdown; ``run`` is the run in one line."""
    return "\n".join(_lines(folder, run, units)) + "\n"


def _lines(folder: str, run: str, units: Sequence[Unit]) -> Iterator[str]:
    yield "# Games, one row per game"
    yield ""
    yield f"R{run[1:]}. Made by `gpuwordle benchmark`, format {FORMAT}."
    yield ""
    yield "Each Parquet file holds every game of one strategy under one set of conditions on the"
    yield "words of one length. All files have the same columns, and paths carry no meaning, so"
    yield "read the folder, some files or one. Names that begin with `_` are bookkeeping. From the"
    yield "folder that holds this one:"
    for code in _snippets(folder):
        yield ""
        yield "```python"
        yield code
        yield "```"
    yield ""
    yield "## Columns"
    yield ""
    yield "| column | type | meaning |"
    yield "| --- | --- | --- |"
    for column in SCHEMA:
        kind = column.type
        kind = f"list of {kind.value_type}" if hasattr(kind, "value_type") else kind
        yield f"| `{column.name}` | {kind} | {DESCRIPTIONS[column.name]} |"
    yield ""
    yield "Every file says the same in its own metadata, under `gpuwordle.column.NAME`; its unit,"
    yield "version, commit, backend and machine are there under `gpuwordle.unit` and"
    yield "`gpuwordle.provenance`."
    yield ""
    yield "## Words"
    yield ""
    for name in dict.fromkeys(unit.vocabulary for unit in units):
        yield f"- `{name}`: {'; '.join(_licences(name))}."
    yield ""
    yield "| words | length | hidden | guesses | sha256 |"
    yield "| --- | --- | --- | --- | --- |"
    for unit in {(unit.vocabulary, unit.digest): unit for unit in units}.values():
        yield (
            f"| `{unit.vocabulary}` | {unit.length} | {unit.answers} | {unit.guesses} "
            f"| `{unit.digest}` |"
        )
    weighed = {(u.vocabulary, u.length, u.weights): u for u in units if u.weights is not None}
    for unit in weighed.values():
        yield ""
        yield (
            f"The answers of `{unit.vocabulary}` with {unit.length} letters have weights (sha256 "
            f"`{unit.weights}`), in the column `weight`. Averages count each game with the "
            "weight of its answer."
        )


def _snippets(folder: str) -> Iterator[str]:
    yield f"import pandas as pd\n\ngames = pd.read_parquet({folder!r})"
    every = f"{folder}/**/*.parquet"
    yield f"import polars as pl\n\ngames = pl.read_parquet({every!r})"
    query = (
        "SELECT strategy, length, avg(count) AS guesses\n"
        "FROM read_parquet(?)\n"
        "WHERE solved GROUP BY ALL ORDER BY ALL"
    )
    yield (
        f'import duckdb\n\nquery = """\n{query}\n"""\n'
        f"games = duckdb.execute(query, [{every!r}]).fetchall()"
    )


def _licences(name: str) -> Iterator[str]:
    # A user's file may have the name of a known list, so the text does not claim to know it.
    for part in name.split("+"):
        if part in PINNED_LISTS:
            source = PINNED_LISTS[part]
            yield (
                f"the list that gpuwordle calls {part} has licence {source.licence} "
                f"({source.origin})"
            )
        elif is_named(part):
            yield f"gpuwordle generates the list that it calls {part}"
        else:
            yield f"{part} is the user's list, under its own licence"


RUN_FILE = "_run.json"

SETTLED = (
    *("pool", "hard", "filter", "opener", "allowed", "seeds", "distinct_letters"),
    *("sample", "subset"),
)
"""Conditions of a run that no later call can change."""


@dataclass(frozen=True, repr=False)
class Run:
    """The content of a folder's ``_run.json``."""

    folder: Path  # where the run is
    id: str  # a digest of the units
    units: tuple[Unit, ...]  # everything that is to be played, in order
    command: str  # the command that began it
    started: str  # when, ISO 8601 in UTC
    # what was asked for, in plain values; empty if not given
    asked: Mapping[str, Any] = field(default_factory=dict)
    version: str = __version__  # the version of gpuwordle that began it

    @classmethod
    def new(
        cls,
        folder: Path,
        units: Sequence[Unit],
        command: str,
        asked: Mapping[str, Any] | None = None,
    ) -> Run:
        """Return a new run with the id of its units."""
        id = short_digest([unit.described() for unit in units])
        now = datetime.now(UTC).isoformat("T", "seconds")
        return cls(folder, id, tuple(units), command, now, dict(asked or {}))

    @classmethod
    def open(cls, folder: Path | str) -> Run:
        """Read the run in a folder; UserError if there is none that this version can read."""
        folder = Path(folder)
        path = folder / RUN_FILE
        make = f"make a run with: gpuwordle benchmark -o {folder}"
        if folder.is_file():
            raise UserError(f"{folder} is a file, not the folder of a run: name a run's folder")
        if not folder.is_dir():
            raise UserError(f"{folder} is not a folder: {make}, or check its path")
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
            if said["format"] != FORMAT:
                raise UserError(
                    f"{folder} holds a run of format {said['format']!s:.40}, this version reads "
                    f"{FORMAT}: read it with the version that wrote it, or play it again into "
                    "another folder"
                )
            if not isinstance(said["units"], list) or not said["units"]:
                raise ValueError("no units")
            units = tuple(Unit.of(unit) for unit in said["units"])
            texts = [said[name] for name in ("run", "command", "started", "version")]
            if not all(isinstance(text, str) for text in texts):
                raise TypeError("not a string")
            run, command, started, version = texts
            return cls(folder, run, units, command, started, _asked(said["asked"]), version)
        except UserError:
            raise
        except FileNotFoundError:
            raise UserError(f"{folder} holds no run ({RUN_FILE} is missing): {make}") from None
        except OSError as error:
            raise UserError(f"{path} cannot be read ({error.strerror}): check it") from None
        except (KeyError, TypeError, ValueError, RecursionError, OverflowError):
            raise UserError(
                f"{path} is damaged: move the folder away and run the benchmark again"
            ) from None

    def finished(self, *, checked: bool = False, warn: bool = False) -> dict[str, GamesFile]:
        """Return the finished files by unit id.

        With ``checked``, each file is compared with its recorded sha256, and damaged ones are left
        out, so that their units are played again; ``warn`` says so. Without it a damaged file is
        an error. Raises UserError for that, and if a file was not written by a benchmark, belongs
        to another run, was moved, or two hold the same unit.
        """
        units = {unit.id: unit for unit in self.units}
        found: dict[str, GamesFile] = {}
        places = {self.folder / unit.path for unit in self.units}
        for path in files_of(self.folder):
            try:
                file = GamesFile.open(path, checked=checked)
            except DamagedFile as error:
                if not checked or path not in places:
                    raise
                if warn:
                    line = str(error).rpartition("): ")[0]
                    warnings.warn(
                        f"{line}): its games are played again", RuntimeWarning, stacklevel=2
                    )
                continue
            if file.run != self.id:
                raise UserError(
                    f"file {path} belongs to run {file.run}, not to run {self.id} of this folder: "
                    "move it out"
                )
            if file.unit.id not in units:
                raise UserError(f"file {path} is of no unit that {RUN_FILE} lists: move it out")
            if file.unit.id in found:
                raise UserError(
                    f"files {found[file.unit.id].path} and {path} hold the same games: move one out"
                )
            found[file.unit.id] = file
        for file in found.values():
            if file.path != (place := self.folder / file.unit.path):
                raise UserError(f"file {file.path} was moved: move it back to {place}")
        return found

    @property
    def continuing(self) -> str:
        """The command that continues the run."""
        return f"gpuwordle benchmark -o {shlex.quote(str(self.folder))} --resume"

    def asked_again(self, names: Iterable[str]) -> dict[str, Any]:
        """Return options of the command that began the run, for a command that continues it.

        Raises UserError if the run was started from Python, lacks one of them, or had its words
        from standard input.
        """
        if "vocabulary" not in self.asked:
            raise UserError(
                f"the run in {self.folder} was started from Python: continue it there with "
                "run_benchmark(..., resume=True)"
            )
        names = list(names)
        missing = [name for name in names if name not in self.asked]
        if missing:
            raise UserError(
                f"{self.folder / RUN_FILE} is damaged: it lacks {missing[0]}; move the folder away "
                "and run the benchmark again"
            )
        asked = {name: self.asked[name] for name in names}
        self.check_not_typed(asked)
        return asked

    def check_not_typed(self, asked: Mapping[str, Any]) -> None:
        """Refuse options of the run whose words came from standard input."""
        for name in ("vocabulary", "answers", "exclude"):
            if "-" in _listed(asked.get(name)):
                raise UserError(
                    f"the words of {self.folder} came from standard input: give them again with "
                    f"--{name}"
                )

    def with_units(self, units: Sequence[Unit]) -> Run:
        """Return the run with more units, each once.

        Raises UserError if one is a unit of the run under other conditions or with other words.
        """
        known = {unit.id for unit in self.units}
        added = [unit for unit in units if unit.id not in known]
        for unit in added:
            _check_addition(self, unit)
        return replace(self, units=(*self.units, *added))

    def write(self) -> None:
        """Write ``_run.json`` and the data card."""
        said = {
            "format": FORMAT,
            "run": self.id,
            "started": self.started,
            "version": self.version,
            "command": self.command,
            "asked": dict(self.asked),
            "units": [unit.described() for unit in self.units],
        }
        with written_aside(self.folder / RUN_FILE) as aside:
            # Names of files may have bytes that are not UTF-8; JSON has an escape for them.
            text = json.dumps(said, indent=1, ensure_ascii=False)
            aside.write_bytes(text.encode("utf-8", "backslashreplace"))
        with written_aside(self.folder / CARD_FILE) as aside:
            text = card(printable(self.folder.name), str(self), self.units)
            aside.write_text(text, encoding="utf-8")

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r}: {self}, {counted(len(self.units), 'unit')})"

    def __str__(self) -> str:
        def listed(values: Sequence[Any]) -> str:
            kept = [str(value) for value in dict.fromkeys(values)]
            return ", ".join(kept[:4]) + (f" and {len(kept) - 4} more" if len(kept) > 4 else "")

        lengths = sorted({unit.length for unit in self.units})
        whole = lengths == list(range(lengths[0], lengths[-1] + 1))
        span = f"{lengths[0]}-{lengths[-1]}" if whole and len(lengths) > 1 else listed(lengths)
        return printable(
            f"run {self.id} of {self.started[:16]}: {listed([u.vocabulary for u in self.units])}, "
            f"lengths {span}, strategies {listed([u.strategy for u in self.units])}"
        )


@contextmanager
def taken(
    folder: Path,
    units: Sequence[Unit],
    *,
    resume: bool,
    command: str,
    asked: Mapping[str, Any] | None = None,
    force: bool = False,
) -> Iterator[Run]:
    """Lock a folder for a run, new or continued, and remove temporary files of killed processes.

    Nothing is written before it is known that the folder may be used. With ``resume``, the run in
    the folder is continued, and units of strategies or lengths that it lacks are added; ``asked``
    has to agree with the options of the run. With ``force``, a run of another version of
    gpuwordle is continued. Raises UserError if the folder holds something else, if it holds a
    run and ``resume`` is not set or its conditions or version differ, or if another process is
    writing into it.
    """
    new = Run.new(folder, units, command, asked)
    _run_there(new, resume=resume, force=force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"output folder {folder} cannot be made ({error.strerror}): choose another place"
        ) from None
    with alone_in(folder) as alone:
        # Checked again, because another process may have used the folder since.
        there = _run_there(new, resume=resume, force=force)
        if alone:
            _sweep(folder)
        held = new
        if there is not None:
            held = replace(there.with_units(units), asked={**there.asked, **new.asked})
        if held != there or not (folder / CARD_FILE).exists():
            held.write()
        yield held


def finished_in(
    folder: Path,
    units: Sequence[Unit],
    *,
    resume: bool,
    asked: Mapping[str, Any] | None = None,
    force: bool = False,
) -> set[str]:
    """Return the ids of the finished units of a folder, without writing anything.

    Raises UserError if `taken` would refuse the folder.
    """
    there = _run_there(Run.new(folder, units, "", asked), resume=resume, force=force)
    return set() if there is None else set(there.finished(checked=True))


def sweep(folder: Path) -> None:
    """Remove temporary files of killed processes, unless another process uses the folder."""
    if (folder / RUN_FILE).exists():
        with suppress(UserError, OSError), alone_in(folder) as alone:
            if alone:
                _sweep(folder)


def _sweep(folder: Path) -> None:
    for part in [*folder.glob(".*.part"), *folder.glob("*/.*.part")]:
        part.unlink(missing_ok=True)


def _run_there(new: Run, *, resume: bool, force: bool) -> Run | None:
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
    if not resume:
        same = "this run already" if there.id == new.id else "another run"
        raise UserError(
            f"{folder} holds {same} ({there}; {len(files_of(folder))} of {len(there.units)} units "
            "finished): add --resume (in Python resume=True) to continue it, or choose another "
            "output folder"
        )
    if there.version != __version__ and not force:
        raise UserError(
            f"{folder} holds a run that gpuwordle {there.version} began; this is {__version__}, "
            "which may play differently: add --force (in Python force=True) to continue it, or "
            "choose another folder"
        )
    for name, value in new.asked.items():
        if name in there.asked and name in SETTLED and there.asked[name] != value:
            raise _changed(there, name, there.asked[name], value)
    there.with_units(new.units)
    return there


def _asked(said: Any) -> dict[str, Any]:
    """Return the options of a run, or raise TypeError if it has values of another type."""
    if not isinstance(said, dict):
        raise TypeError("not an object")
    for name, kind in (("vocabulary", str), ("seeds", int)):
        given = said.get(name, [])
        if not isinstance(given, list) or not all(isinstance(one, kind) for one in given):
            raise TypeError(f"{name} is {given!r}")
    for names, kinds in (
        (("answers", "weights", "rule", "subset", "pool", "backend"), str),
        (("exclude",), str | list),
        (("sample",), int),
    ):
        for name in names:
            if not isinstance(said.get(name), kinds | None):
                raise TypeError(f"{name} is {said[name]!r}")
    for name, kind in (("opener", str), ("allowed", int), ("filter", str)):
        given = said.get(name)
        if not all(isinstance(one, kind | None) for one in _listed(given)):
            raise TypeError(f"{name} is {given!r}")
    for name in ("strict", "fold_accents", "symbols", "distinct_letters", "hard"):
        if not isinstance(said.get(name, False), bool):
            raise TypeError(f"{name} is {said[name]!r}")
    return said


def _listed(given: Any) -> list[Any]:
    """Return a single value or several as a list."""
    return given if isinstance(given, list) else [given]


def _check_addition(run: Run, unit: Unit) -> None:
    """Raise UserError if a unit changes the run instead of adding to it."""
    names = dict.fromkeys(known.vocabulary for known in run.units)
    if unit.vocabulary not in names:
        raise _changed(run, "vocabulary", ", ".join(names), unit.vocabulary)
    there = [
        known
        for known in run.units
        if (known.vocabulary, known.length) == (unit.vocabulary, unit.length)
    ]
    digests = {known.digest for known in there}
    if there and unit.digest not in digests:
        about = f"list of {unit.length} letters (sha256)"
        raise _changed(run, about, there[0].digest[:10], unit.digest[:10])
    for known in there:
        if (known.strategy, known.digest) == (unit.strategy, unit.digest):
            was, now = known.described(), unit.described()
            name = next(name for name in was if was[name] != now[name])
            raise _changed(run, f"{name} of {unit.strategy}", was[name], now[name])


def _changed(run: Run, name: str, was: Any, now: Any) -> UserError:
    def said(value: Any) -> str:
        return "not given" if value is None else json.dumps(value, ensure_ascii=False).strip('"')

    return UserError(
        f"{run.folder} holds another run ({run}): its {name} is {said(was)}, not {said(now)}; "
        "only strategies and lengths can be added, so choose another folder for the rest"
    )
