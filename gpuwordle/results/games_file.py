"""Files of games in Parquet: one row per game, one file per unit, readable by every data tool.

A *unit* is one strategy under one set of conditions over every answer of one vocabulary. Its games
go to one file, ``wordle-5/minimax-0123456789.parquet``. Everything that distinguishes units is a
column of every file, and paths carry no meaning, so any tool can read the folder, a pattern of
paths or one file. A file is written row group by row group under a hidden name and renamed when it
is complete, so readers only see complete files; its sha256 is recorded in a second file. The
metadata says how the games were made (version, commit, backend, device, command, time).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from gpuwordle.errors import UserError, check_known
from gpuwordle.files import written_aside
from gpuwordle.results.unit import Unit

if TYPE_CHECKING:
    from gpuwordle.games.games import Games
    from gpuwordle.games.play import PlayedGames
    from gpuwordle.words.vocabulary import Vocabulary

FORMAT = 5
"""Version of folders and columns; a reader refuses other versions."""

ROW_GROUP = 32_768
"""Games in a row group; one group at a time is held in memory, a few megabytes of text."""

PREFIX = "gpuwordle."
"""Prefix of the names of all entries in a file's metadata."""

_COLUMNS: list[tuple[str, pa.DataType, bool, str]] = [
    ("run", pa.string(), False, "Id of the run: ten hexadecimal digits."),
    ("vocabulary", pa.string(), False, "Name of the word list."),
    (
        "digest",
        pa.string(),
        False,
        "Sha256 of the list's words of this length, its answers, language, rule and weights.",
    ),
    ("length", pa.int32(), False, "Letters in a word."),
    ("rule", pa.string(), False, "The rule of feedback, such as wordle."),
    ("strategy", pa.string(), False, "Name of the strategy."),
    ("options", pa.string(), False, "The strategy's own options, as a JSON object."),
    ("pool", pa.string(), False, "What could be guessed: all words, or candidates."),
    ("mode", pa.string(), False, "easy, or hard: clues have to be used."),
    (
        "filter",
        pa.string(),
        False,
        "What remains a candidate: pattern (exact), or a weaker one.",
    ),
    ("opener", pa.string(), True, "The first guess if it was given; null if it was chosen."),
    ("allowed", pa.int32(), True, "Guesses allowed in a game; null for no limit."),
    ("seed", pa.int64(), False, "Seed of what is drawn at random: guesses, or words; else 0."),
    ("sample", pa.int32(), True, "Hidden words drawn by the seed; null if all are played."),
    (
        "subset",
        pa.string(),
        True,
        "Words of the list drawn by the seed, answers x guesses; null for the whole list.",
    ),
    ("answer", pa.string(), False, "The hidden word."),
    (
        "weight",
        pa.int32(),
        False,
        "How likely the answer is, as an integer; 1 if all are equally likely.",
    ),
    ("guesses", pa.list_(pa.string()), False, "The words guessed, in order."),
    (
        "codes",
        pa.list_(pa.uint32()),
        False,
        "What each guess got, by the rule: under wordle a base-3 number, first letter most "
        "significant; 0 grey, 1 yellow, 2 green.",
    ),
    ("remaining", pa.list_(pa.int32()), False, "Candidates left after each guess."),
    ("count", pa.int32(), False, "How many guesses were made."),
    ("solved", pa.bool_(), False, "Whether the last guess was the answer."),
    (
        "seconds",
        pa.float64(),
        False,
        "Time spent playing all games of the file, divided by their number: a state that many "
        "games pass through is scored once, so one game has no time of its own. Compiling is not "
        "counted.",
    ),
]

DESCRIPTIONS: dict[str, str] = {name: text for name, _, _, text in _COLUMNS}
"""The meaning of each column, in the order of the columns."""

SCHEMA = pa.schema(
    [pa.field(name, kind, nullable=nullable) for name, kind, nullable, _ in _COLUMNS]
)
"""The columns of a file, in order; the same in every file, so that each can be read alone."""

OF_A_GAME = ("answer", "weight", "guesses", "codes", "remaining", "count", "solved", "seconds")
"""The last columns, which differ from row to row; the others are the same throughout a unit."""


def write_games(
    folder: Path,
    run: str,
    unit: Unit,
    vocabulary: Vocabulary,
    games: Games | PlayedGames,
    *,
    seconds: float,
    provenance: dict[str, Any],
) -> Path:
    """Write the games of a unit into a run's folder, as a complete file or not at all.

    The indices of ``games`` are those of ``vocabulary``; a row group is read at a time. ``seconds``
    is the time that the unit took, and ``provenance`` says what made it. Returns the file. Raises
    UserError if it cannot be written: the disk is full, or the folder is not writable.
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
            PREFIX + name: value if isinstance(value, str) else _json(value)
            for name, value in about.items()
        }
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"output folder {path.parent} cannot be made ({error.strerror or error}): "
            "fix its permissions or choose another place"
        ) from None
    with written_aside(path) as aside, open(aside, "wb") as file:
        with pq.ParquetWriter(file, schema, compression="zstd", write_page_checksum=True) as writer:
            for batch in _batches(run, unit, vocabulary, games, seconds):
                writer.write_batch(batch)
        file.flush()
        with open(aside, "rb") as written:
            digest = hashlib.file_digest(written, "sha256").hexdigest()
    with written_aside(record_of(path)) as aside:
        aside.write_text(f"{digest}  {path.name}\n", encoding="ascii")
    return path


def _json(value: Any) -> bytes:
    # A command may name files in bytes that are not UTF-8; JSON has an escape for them.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _batches(
    run: str, unit: Unit, vocabulary: Vocabulary, games: Games | PlayedGames, seconds: float
) -> Iterator[pa.RecordBatch]:
    guess_words = pa.array(vocabulary.written_guesses)
    answer_words = pa.array(vocabulary.written_answers)
    per_game = seconds / max(len(games), 1)
    constants = [
        pa.scalar(value, SCHEMA.field(name).type) for name, value in constants_of(run, unit).items()
    ]
    for start in range(0, len(games), ROW_GROUP):
        stop = min(start + ROW_GROUP, len(games))
        size, some = stop - start, games.rows(start, stop)
        lists = partial(pa.ListArray.from_arrays, pa.array(some.offsets, pa.int32()))
        columns = [
            *(pa.repeat(constant, size) for constant in constants),
            answer_words.take(pa.array(some.answers)),
            pa.array(vocabulary.weights_of(some.answers), pa.int32()),
            lists(guess_words.take(pa.array(some.guesses))),
            lists(pa.array(some.codes, pa.uint32())),
            lists(pa.array(some.remaining, pa.int32())),
            pa.array(some.counts, pa.int32()),
            pa.array(some.solved, pa.bool_()),
            pa.repeat(pa.scalar(per_game, pa.float64()), size),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=SCHEMA)


def constants_of(run: str, unit: Unit) -> dict[str, Any]:
    """Return the columns that are the same in all rows of a file, in the order of `SCHEMA`."""
    own = {"run": run, "options": json.dumps(dict(unit.options), ensure_ascii=False)}
    return {
        name: own[name] if name in own else getattr(unit, name)
        for name in SCHEMA.names
        if name not in OF_A_GAME
    }


class DamagedFile(UserError):
    """Raised if a file of games is damaged; its unit can be played again."""


@dataclass(frozen=True)
class GamesFile:
    """The finished file of a unit."""

    path: Path  # the file
    run: str  # id of the run it belongs to
    unit: Unit  # what was played
    games: int  # rows
    seconds: float  # how long the unit took
    provenance: dict[str, Any]  # version, commit, backend, device, command and machine that made it

    @classmethod
    def open(cls, path: Path, *, checked: bool = False) -> GamesFile:
        """Read the metadata of a file, and check its columns; UserError if it holds no games.

        With ``checked``, the content is compared with the sha256 that was recorded when the file
        was written; the rows of a file without a record are read, which checks their pages.
        Raises DamagedFile if the content differs.
        """
        recorded = checked and _is_recorded(path)
        try:
            with pq.ParquetFile(path) as file:
                found, rows = file.schema_arrow, file.metadata.num_rows
        except PermissionError:
            raise UserError(f"file {path} cannot be read: fix its permissions") from None
        except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
            raise damaged(path, error) from None
        said = {
            name.decode(errors="replace"): value for name, value in (found.metadata or {}).items()
        }
        try:
            format = int(said[PREFIX + "format"])
            if format != FORMAT:
                raise UserError(
                    f"file {path} has format {format}, this version reads {FORMAT}: read it with "
                    "the version that wrote it, or play it again into another folder"
                )
            unit = Unit.of(json.loads(said[PREFIX + "unit"]))
            if unit.id != said[PREFIX + "unit_id"].decode():
                raise damaged(path, "its description of the unit was changed")
            provenance = json.loads(said[PREFIX + "provenance"])
            if not isinstance(provenance, dict):
                raise TypeError("provenance is not an object")
            opened = cls(
                path,
                said[PREFIX + "run"].decode(),
                unit,
                int(said[PREFIX + "games"]),
                float(said[PREFIX + "seconds"]),
                provenance,
            )
        except UserError:
            raise
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
            raise _foreign(path, "it was not written by gpuwordle benchmark") from None
        if not found.equals(SCHEMA):
            missing = [name for name in SCHEMA.names if name not in found.names]
            extra = [name for name in found.names if name not in SCHEMA.names]
            what = [f"lacks {', '.join(missing)}"] * bool(missing)
            what += [f"adds {', '.join(extra)}"] * bool(extra)
            raise _foreign(path, "it " + (" and ".join(what) or "has columns of other types"))
        if rows != opened.games:
            raise damaged(path, f"{rows} rows, but {opened.games} were written")
        if checked and not recorded:
            for _ in opened.batches():
                pass
        return opened

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield the rows, one row group at a time; all columns when None.

        Raises UserError if the file is damaged.
        """
        try:
            with pq.ParquetFile(self.path, page_checksum_verification=True) as file:
                chosen = list(columns) if columns is not None else SCHEMA.names
                for group in range(file.num_row_groups):
                    table = file.read_row_group(group, columns=chosen, use_threads=False)
                    yield from table.combine_chunks().to_batches()
        except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
            raise damaged(self.path, error) from None


def files_of(folder: Path) -> list[Path]:
    """List the finished files of a run's folder by length, vocabulary and strategy."""
    found = folder.glob("*/*.parquet")
    whole = [path for path in found if not path.name.startswith((".", "_"))]

    def place(path: Path) -> tuple[int, str, str]:
        length = path.parent.name.rpartition("-")[2]
        return (int(length) if length.isdecimal() else 0, path.parent.name, path.name)

    return sorted(whole, key=place)


def own_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a run's folder that commands read: bookkeeping and all Parquet files."""
    about = list(folder.glob("_*"))
    yield from about
    # A folder that is not a run, such as a home directory, may be too large to walk.
    yield from folder.rglob("*.parquet") if about else folder.glob("*/*.parquet")


def read_table(folder: Path | str, columns: Sequence[str] | None = None) -> pa.Table:
    """Read a run's games as one table; all columns of `SCHEMA` when None.

    Raises UserError if there is no such column, the folder holds no games, or a file is damaged or
    has other columns.
    """
    folder = Path(folder)
    for name in columns or ():
        check_known("column", name, SCHEMA.names)
    files = [GamesFile.open(path) for path in files_of(folder)]
    if not files:
        raise UserError(f"{folder} holds no games: make some with gpuwordle benchmark -o {folder}")
    return _table_of(files, columns)


def read_games_file(file: GamesFile, columns: Sequence[str] | None = None) -> pa.Table:
    """Read one file as a table; see `GamesFile.batches`."""
    return _table_of([file], columns)


def _table_of(files: Sequence[GamesFile], columns: Sequence[str] | None) -> pa.Table:
    if columns is not None and len(set(columns)) < len(columns):
        raise UserError(f"a column is asked for twice among {', '.join(columns)}: name each once")
    names = SCHEMA.names if columns is None else columns
    schema = pa.schema([SCHEMA.field(name) for name in names])
    batches = (batch for file in files for batch in file.batches(columns))
    return pa.Table.from_batches(batches, schema)


def record_of(path: Path) -> Path:
    """Return the file that records the sha256 of a file of games; dataset readers skip its name."""
    return path.with_name(f"_{path.name}.sha256")


def _is_recorded(path: Path) -> bool:
    """Return whether the sha256 of a file is recorded; raise DamagedFile if it has another one."""
    record = record_of(path)
    try:
        recorded = record.read_text(encoding="ascii").split()[0]
    except (OSError, ValueError, IndexError):
        return False
    try:
        with open(path, "rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except PermissionError:
        return True  # opening it says so
    except OSError as error:
        raise damaged(path, error) from None
    if found != recorded:
        raise damaged(path, f"its sha256 is not the one in {record.name}")
    return True


def damaged(path: Path, why: object) -> DamagedFile:
    """Return the error that refuses a file."""
    reason = " ".join(str(why).split())
    return DamagedFile(
        f"file {path} is damaged ({reason[:120]}): remove it and run the benchmark with --resume"
    )


def _foreign(path: Path, why: str) -> UserError:
    return UserError(
        f"file {path} does not hold games as gpuwordle writes them ({why}): "
        "move it out of the folder"
    )
