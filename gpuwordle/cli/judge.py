"""The ``judge`` command: what players' games cost compared with optimal play, in one table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpuwordle.cli.commands import options_of
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    HARD,
    ComputeOptions,
    OneLengthOptions,
    argument,
    file_option,
    refuse,
    time_limit,
)
from gpuwordle.cli.output import TableOptions, say_wrote, write_text
from gpuwordle.cli.parsers import file_to_read
from gpuwordle.cli.progress import progress_bar
from gpuwordle.cli.tables import flat
from gpuwordle.columns import Column, Row, table_of
from gpuwordle.errors import UserError, counted, percent
from gpuwordle.rules.conditions import Conditions

if TYPE_CHECKING:
    from gpuwordle.environment.judged import Judged
    from gpuwordle.words.vocabulary import Vocabulary


def emit_players(
    rows: Sequence[Row], columns: Sequence[Column], words: Vocabulary, out: TableOptions
) -> None:
    """Write the table of players; in CSV and Parquet, each number of an interval has a column."""
    spread = [flat({**row, "against": row["against"] or {}}) for row in rows]
    data = spread if out.one_table else rows
    out.emit(data, {f"Players, {words.name}": table_of(rows, columns)})


def say_how_exact(found: Judged) -> None:
    """Say what share of the moves has exact regret."""
    exact = percent(found.exact.sum() / max(1, len(found.exact)), 1)
    say(
        f"{counted(len(found), 'game')}, {counted(len(found.exact), 'move')}: {exact} % with "
        "exact regret"
    )


def _as_played(lists: OneLengthOptions, files: Sequence[Path]) -> OneLengthOptions:
    """Return the words of the first run that names its own, unless a list is given."""
    from gpuwordle.results.run_folder import RUN_FILE, Run

    runs = [] if lists.vocabulary else [file for file in files if (file / RUN_FILE).is_file()]
    named = [run for run in map(Run.open, runs) if "vocabulary" in run.asked]
    if not named:
        return lists
    given = {name for name, value in vars(lists).items() if value} - {"length"}
    refuse(given, "only applies to a word list that is given: add --vocabulary LIST")
    lengths = {unit.length for unit in named[0].units}
    length = lists.length or (lengths.pop() if len(lengths) == 1 else None)
    names = {option.name for option in options_of(OneLengthOptions)} - {"length"}
    return OneLengthOptions(**named[0].asked_again(names), length=length)


def judge(
    *,
    files: list[Path] = argument(
        "Games: a run's folder or file, .csv or .jsonl with answer, guesses and player, or a file "
        "of --moves. Several files make one table.",
        "FILE",
        parser=file_to_read,
    ),
    lists: OneLengthOptions,
    compute: ComputeOptions,
    out: TableOptions,
    hard: bool = HARD,
    seconds: float = time_limit(
        "Time limit of the whole search for optimal play; if it is not enough, some regret is the "
        "middle of its bounds.",
        default=300.0,
    ),
    moves: Path | None = file_option(
        "Write a row for each move to this file.", metavar="FILE.parquet"
    ),
    card: Path | None = file_option(
        "Write a card that describes the file of --moves: its words, players and columns.",
        metavar="FILE.md",
    ),
) -> None:
    """Compare every move of many games with optimal play, player by player.

    Regret is what a guess added to the expected number of guesses; the table has its mean per game
    with half the width of the 95 % interval, and its mean for each turn; luck is what the patterns
    added. Illegal turns have no guess of the list or, in hard mode, no legal one; repeated guesses
    were played before. The last column compares each player with the first one in games with the
    same answers. A run names its word list, which other files need with --vocabulary.

    Examples: gpuwordle judge games.jsonl -v wordle;
    gpuwordle judge run --moves moves.parquet --card README.md
    """
    from gpuwordle.environment.judge import judge as judged
    from gpuwordle.results.games_file import own_files

    if moves is not None and moves.suffix.lower() != ".parquet":
        raise UserError(f"--moves {moves} is not a Parquet file: give FILE.parquet")
    for number, file in enumerate(files):
        if file.resolve() in [other.resolve() for other in files[:number]]:
            raise UserError(f"{file} is given twice: give it once")
    read = [*files, *(one for file in files for one in own_files(file))]
    words = _as_played(lists, files).load_words(out.output, moves, card, also_read=read)
    compute.engine()
    with progress_bar("judging") as bar:
        found = judged(
            words,
            files,
            Conditions(hard=hard),
            seconds=seconds,
            backend=compute.backend,
            memory=compute.memory,
            progress=bar.part(counted(len(files), "file")),
        )
    from gpuwordle.environment.judged import COLUMNS

    if moves is not None:
        found.write(moves)
        say_wrote(moves, counted(len(found.exact), "move"))
    if card is not None:
        from gpuwordle.environment.card import card as card_of

        write_text(card_of(found), card)
    emit_players(found.players, COLUMNS, words, out)
    say_how_exact(found)
