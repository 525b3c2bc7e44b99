"""Check of a run's folder: every file, and every row by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from gpuwordle.errors import UserError
from gpuwordle.games.games import Games
from gpuwordle.progress import Progress
from gpuwordle.results.games_file import GamesFile, constants_of, read_games_file
from gpuwordle.results.run_folder import CARD_FILE, LOCK_FILE, RUN_FILE, Run
from gpuwordle.results.unit import Unit, short_digest
from gpuwordle.strategies.strategy import LAST
from gpuwordle.tree.check import BrokenRule, replay
from gpuwordle.words.samples import Subset, sampled_answers, subset_of
from gpuwordle.words.vocabulary import Vocabulary

WordsOf = Callable[[str, int], Vocabulary]
"""Returns the words of a list, by its name, and of a length."""

PROVENANCE = ("version", "commit", "backend", "device", "command", "machine", "python")
"""Entries that the provenance of a file must have."""


@dataclass(frozen=True)
class RunCheck:
    """The result for a run's folder: correct files and rows, and a line for each problem."""

    files: int
    games: int
    problems: tuple[str, ...]


class _Wrong(Exception):
    """Raised with the reason if a file does not agree with its run."""


def check_run(run: Run, words_of: WordsOf, progress: Progress | None = None) -> RunCheck:
    """Check a run's folder: its bookkeeping, its files, and every row by the rules.

    A problem is a unit without a file, or a file that is damaged, moved, duplicated, of another
    run, or has a row that breaks the rules. ``words_of`` returns the words of a list, by its name,
    and of a length, before samples are drawn.
    """
    units = {unit.id: unit for unit in run.units}
    problems = list(_bookkeeping(run))
    found: dict[str, GamesFile] = {}
    unreadable: set[Path] = set()
    for path in _files(run.folder):
        place = path.relative_to(run.folder)
        try:
            file = GamesFile.open(path, checked=True)
        except UserError as error:
            problems.append(str(error))
            unreadable.add(place)
            continue
        if file.run != run.id:
            problems.append(f"{place} belongs to run {file.run}: move it out")
        elif file.unit.id not in units:
            problems.append(f"{place} belongs to no unit of the run ({file.unit}): move it out")
        elif place != file.unit.path:
            problems.append(f"{place} is the file of {file.unit.path}, moved or copied: move it")
        else:
            found[file.unit.id] = file
    games = right = 0
    for number, unit in enumerate(run.units):
        try:
            if unit.path in unreadable:
                continue
            if unit.id not in found:
                raise _Wrong(f"it has no file: continue with {run.continuing}")
            games += _check_file(found[unit.id], words_of)
            right += 1
        except (_Wrong, BrokenRule, UserError) as error:
            problems.append(f"{unit.path}: {error}")
        finally:
            if progress is not None:
                progress((number + 1) / len(run.units))
    return RunCheck(right, games, tuple(problems))


def _bookkeeping(run: Run) -> Iterator[str]:
    """Check that ``_run.json`` agrees with itself and with the folder."""
    ids = [unit.id for unit in run.units]
    if len(set(ids)) != len(ids):
        yield f"{RUN_FILE} lists a unit twice: restore it"
    # The run's id is that of the units that it began with; others may have been added.
    described = [unit.described() for unit in run.units]
    if all(short_digest(described[: count + 1]) != run.id for count in range(len(described))):
        yield f"{RUN_FILE} has units that are not those of run {run.id}: restore it"
    if not (run.folder / CARD_FILE).is_file():
        yield f"{CARD_FILE} is missing: continue the run with {run.continuing}"


def _files(folder: Path) -> list[Path]:
    """List all files in a run's folder that a reader of datasets would read."""
    ours = {RUN_FILE, CARD_FILE, LOCK_FILE}
    return sorted(
        path
        for path in folder.rglob("*")
        if not path.is_dir()
        and path.relative_to(folder).as_posix() not in ours
        and not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
    )


def _check_file(file: GamesFile, words_of: WordsOf) -> int:
    """Check one file; return the number of its games."""
    unit = file.unit
    _check_provenance(file.provenance)
    words = _words(unit, words_of)
    table = read_games_file(file)
    if not len(table):
        raise _Wrong("it holds no game")
    _check_constants(table, file)
    games = _games(table, words)
    _check_answers(unit, words, games)
    if not np.array_equal(table.column("weight").to_numpy(), words.weights_of(games.answers)):
        raise _Wrong("column weight does not hold the weights of its answers")
    last = int(dict(unit.options).get(LAST, 0))
    opener = None if unit.opener is None else words.guesses[words.find(unit.opener)]
    replay(words, games, unit.conditions, opener=opener, last=last)
    if not 0 <= file.seconds < inf:
        raise _Wrong(f"its seconds are {file.seconds:g}, which is not a time")
    if not _all_equal(table.column("seconds"), file.seconds / len(games)):
        raise _Wrong(f"column seconds is not {file.seconds:g} s divided by its games")
    return len(games)


def _check_provenance(said: Mapping[str, Any]) -> None:
    missing = [name for name in PROVENANCE if name not in said]
    if missing:
        raise _Wrong(f"its provenance lacks {', '.join(missing)}")


def _words(unit: Unit, words_of: WordsOf) -> Vocabulary:
    words = words_of(unit.vocabulary, unit.length)
    if unit.subset is not None:
        words = subset_of(words, Subset.parse(unit.subset), unit.seed)
    if words.digest != unit.digest:
        raise _Wrong(
            f"it was played on other words of {unit.vocabulary} (sha256 {unit.digest[:12]}..., not "
            f"{words.digest[:12]}...): give its lists with --vocabulary, "
            "its weights with --weights and its rule with --rule"
        )
    return words


def _check_constants(table: pa.Table, file: GamesFile) -> None:
    """Compare the columns that are constant in a unit with its description."""
    for name, value in constants_of(file.run, file.unit).items():
        column = table.column(name)
        same = column.null_count == len(column) if value is None else _all_equal(column, value)
        if not same:
            raise _Wrong(f"column {name} is not {value!r} in every row")


def _all_equal(column: pa.ChunkedArray, value: object) -> bool:
    return column.null_count == 0 and bool(pc.all(pc.equal(column, value)).as_py())


def _games(table: pa.Table, words: Vocabulary) -> Games:
    """Return the rows as games of word indices."""
    guesses = table.column("guesses").combine_chunks()
    counts = table.column("count").combine_chunks()
    for name in ("guesses", "codes", "remaining"):
        lists = table.column(name).combine_chunks()
        if lists.null_count or not pc.list_value_length(lists).equals(counts):
            raise _Wrong(f"column {name} has more or fewer entries than column count")
    sizes = counts.to_numpy().astype(np.int64)
    if (sizes < 1).any():
        raise _Wrong("a game has no guess")
    return Games(
        _indices(table.column("answer").combine_chunks(), words.written_answers, "an answer"),
        np.append(0, np.cumsum(sizes)),
        _indices(guesses.flatten(), words.written_guesses, "a guess"),
        table.column("codes").combine_chunks().flatten().to_numpy().astype(np.uint32),
        table.column("remaining").combine_chunks().flatten().to_numpy().astype(np.int32),
        table.column("solved").to_numpy().astype(bool),
    )


def _indices(texts: pa.Array, words: tuple[str, ...], what: str) -> npt.NDArray[np.int32]:
    found = pc.index_in(texts, value_set=pa.array(words))
    if found.null_count:
        stray = texts[int(np.flatnonzero(pc.is_null(found).to_numpy(zero_copy_only=False))[0])]
        raise _Wrong(f"{stray.as_py()!r:.40} is not {what} of its words")
    return found.to_numpy(zero_copy_only=False).astype(np.int32)


def _check_answers(unit: Unit, words: Vocabulary, games: Games) -> None:
    expected = np.arange(len(words.answers))
    if unit.sample is not None:
        expected = sampled_answers(words, unit.sample, unit.seed)
    if not np.array_equal(games.answers, expected):
        there, times = np.unique(games.answers, return_counts=True)
        if (times > 1).any():
            twice = words.answers[there[np.flatnonzero(times > 1)[0]]]
            raise _Wrong(f"{twice} is the answer of more than one row")
        missing = np.setdiff1d(expected, games.answers)
        if len(missing):
            raise _Wrong(f"no row has the answer {words.answers[missing[0]]}")
        raise _Wrong("its rows are not in the order of the answers")
