"""The ``benchmark`` command: a run, an estimate of it (--dry-run), or games of several boards."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    ComputeOptions,
    LengthsOptions,
    SharingOptions,
    StrategiesOptions,
    flag,
    given_options,
    number_option,
    option,
    refuse,
)
from gpuwordle.cli.output import TableOptions, format_of, write_text
from gpuwordle.cli.progress import ProgressBar, progress_bar
from gpuwordle.errors import UserError, counted, duration, percent
from gpuwordle.files import check_place, is_standard_output
from gpuwordle.rules.conditions import MOST_BOARDS, Conditions

if TYPE_CHECKING:
    from gpuwordle.benchmark.drawn_games import BoardsOutcome
    from gpuwordle.benchmark.run import BenchmarkProgress
    from gpuwordle.benchmark.tasks import Task

FOR_BOARDS = {
    *("boards", "output", "vocabulary", "answers", "exclude", "lengths", "strategy", "hard"),
    *("opener", "allowed", "seed", "seeds", "sample", "distinct_letters", "strict"),
    *("fold_accents", "symbols", "language", "backend", "memory"),
}
"""Options that apply to games of several boards."""


def benchmark(
    context: typer.Context,
    lists: LengthsOptions,
    play: StrategiesOptions,
    compute: ComputeOptions,
    sharing: SharingOptions,
    output: Path | None = option(
        "Folder for the games, as Parquet files. Required without --dry-run.",
        "-o",
        metavar="FOLDER",
    ),
    boards: int = number_option(
        "Play --sample games of N boards with answers drawn by the seed, and print how many are "
        "won; --output is then a CSV file of the games.",
        high=MOST_BOARDS,
        default=1,
    ),
    resume: bool = flag(
        "Continue the run in FOLDER with its options; strategies and lengths may be added."
    ),
    force: bool = flag("Continue a run that another version of gpuwordle started."),
    dry_run: bool = flag(
        "Print the units, their games and an estimate of the time, and write nothing. The estimate "
        "plays samples of the words for about ten seconds."
    ),
) -> None:
    """Play every answer with every strategy, and save every game.

    Each strategy with each word length is a unit and becomes one Parquet file, one row per game. If
    --opener, --allowed or --filter is repeated, every combination is a unit. FOLDER is a dataset
    for pandas, Polars and DuckDB; its _README.md explains how to read it. A run that was stopped or
    killed continues with gpuwordle benchmark -o FOLDER --resume. To see the results: gpuwordle
    report FOLDER.

    Examples: gpuwordle benchmark -v wordle -s minimax -s entropy -o runs/wordle;
    gpuwordle benchmark -o runs/wordle --resume -s buckets;
    gpuwordle benchmark -s entropy --opener crane --opener slate -o runs/openers;
    gpuwordle benchmark -v words-alpha -l 3-20 --dry-run;
    gpuwordle benchmark -v wordle --boards 4 --sample 1000 --seed 1
    """
    given = given_options(context)
    if "seed" in given:
        given.add("seeds")  # as a run names it
    if boards > 1:
        _play_boards(boards, lists, play, compute, output, given)
        return
    if output is None and (resume or not dry_run):
        raise UserError(
            "nowhere to save the games: add --output FOLDER, or --dry-run for an estimate"
        )
    if output is not None and is_standard_output(output):
        raise UserError("games are saved in a folder: give --output FOLDER")
    sharing.check()
    from gpuwordle.benchmark.run import play_tasks
    from gpuwordle.cli import run_options
    from gpuwordle.results.run_folder import Run, finished_in, sweep

    more = run_options.Players(tuple(play.strategy or ["all"]), play.settings)
    # With `all` alone, an option can only be one of those that every strategy takes; strategies of
    # a run that is continued keep theirs.
    general = () if resume and not play.strategy else ("last",)
    unknown = next((setting for setting in play.option or [] if setting.name not in general), None)
    if unknown is not None and set(more.names) == {"all"}:
        raise UserError(f"--option {unknown} needs the strategy that takes it: add --strategy")
    asked, players, lengths = run_options.asked_for(lists, play, compute), [more], lists.lengths
    if resume and output is not None:
        run = Run.open(output)
        asked |= run.asked_again(name for name in asked if name not in given)
        lengths = run_options.lengths_of(run, lengths if "lengths" in given else None)
        players = run_options.players_of(run, more if play.strategy else None)
    tasks = run_options.tasks_for(asked, lengths, players)
    described = run_options.described(asked, tasks)
    if output is None or dry_run:
        finished: set[str] = set()
        if output is not None:
            finished = finished_in(
                output.resolve(),
                [task.unit for task in tasks],
                resume=resume,
                asked=described,
                force=force,
            )
        _print_plan(tasks, finished)
        return
    executors = sharing.executor()
    command = shlex.join(["gpuwordle", *sys.argv[1:]])
    ComputeOptions(backend=asked["backend"]).engine()
    try:
        with executors as executor, progress_bar("starting") as bar:
            outcome = play_tasks(
                tasks,
                output,
                memory=sharing.memory(compute),
                executor=executor,
                resume=resume,
                force=force,
                command=command,
                asked=described,
                progress=_shown(bar),
            )
    except BaseException as error:
        if sharing.dask is None:
            sweep(output)  # the workers have ended by now, perhaps in the middle of a file
        if isinstance(error, KeyboardInterrupt):
            _say_how_to_continue(output)
        raise
    earlier = len(tasks) - outcome.units
    if not outcome.units:
        say(f"nothing left to play: {output} has all {counted(earlier, 'unit')}")
        return
    there = f", {counted(earlier, 'unit')} already finished" if earlier else ""
    see = f"gpuwordle report {shlex.quote(str(output))}"
    say(f"wrote {output}: {outcome.summary}{there}; to see them: {see}")


def _say_how_to_continue(output: Path) -> None:
    from gpuwordle.results.games_file import files_of
    from gpuwordle.results.run_folder import Run

    with suppress(UserError):
        run = Run.open(output)
        done = f"{len(files_of(output))} of {counted(len(run.units), 'unit')} finished"
        say(f"gpuwordle: {done}; to continue: {run.continuing}")


def _shown(bar: ProgressBar) -> Callable[[BenchmarkProgress], None]:
    def show(progress: BenchmarkProgress) -> None:
        update = bar.part(str(progress))
        if update is not None:
            update(progress.fraction)

    return show


def _print_plan(tasks: Sequence[Task], finished: Collection[str]) -> None:
    """Print the units that are left to play, the games of each, and an estimate of the time.

    `finished` has the ids of the units that are played already.
    """
    from gpuwordle.benchmark.estimate import estimates

    todo = [task for task in tasks if task.unit.id not in finished]
    if not todo:
        write_text(f"Nothing left to play: all {counted(len(tasks), 'unit')} are finished\n", None)
        return
    ComputeOptions(backend=tasks[0].backend).engine()
    with progress_bar("estimating") as bar:
        seconds = estimates(todo, bar.part(f"samples of {counted(len(todo), 'unit')}"))
    rows: list[dict[str, Any]] = [
        {
            "vocabulary": unit.vocabulary,
            "length": unit.length,
            "strategy": unit.strategy,
            "options": " ".join(f"{name}={value}" for name, value in unit.options),
            "pool": unit.pool,
            "seed": unit.seed,
            "games": f"{unit.games:,}",
            "about": duration(spent),
        }
        for unit, spent in zip((task.unit for task in todo), seconds, strict=True)
    ]
    games = sum(task.unit.games for task in todo)
    left = f", {len(tasks) - len(todo)} already finished" if finished else ""
    title = (
        f"Would play {counted(games, 'game')} of {counted(len(todo), 'unit')}{left}: "
        f"about {duration(sum(seconds))}, one unit after another on this machine"
    )
    always = ("length", "strategy", "games", "about")
    several = {name for name in rows[0] if len({row[name] for row in rows}) > 1}
    shown = [
        {name: value for name, value in row.items() if name in several or name in always}
        for row in rows
    ]
    TableOptions().emit(rows, {title: shown})


def _play_boards(
    boards: int,
    lists: LengthsOptions,
    play: StrategiesOptions,
    compute: ComputeOptions,
    output: Path | None,
    given: set[str],
) -> None:
    """Play a sample of games of several boards, print the results, and write the games."""
    from gpuwordle.benchmark.drawn_games import play_drawn
    from gpuwordle.games.board_games import check_conditions

    refuse(given - FOR_BOARDS, "does not apply to games of several boards: drop it")
    for strategy in play.strategy or ["entropy"]:
        check_conditions(strategy, play.hard)
    for name, values in (("--allowed", play.allowed), ("--opener", play.opener)):
        if len(values or ()) > 1:
            raise UserError(f"{name} takes one value for games of several boards: drop the rest")
    if play.sample is None:
        raise UserError("all games of several boards are too many to play: add --sample N")
    if output is not None:
        check_place(output)
        format_of(output, ("csv",))
    engine = compute.engine()
    vocabularies = lists.load_all(output)
    played: list[BoardsOutcome] = []
    seeds = play.seed or [0]
    parts = len(vocabularies) * len(seeds)
    with progress_bar("starting") as bar:
        for words in vocabularies:
            backend = engine(words)
            for seed in seeds:
                done = len(played) / parts
                outcome = play_drawn(
                    words,
                    boards=boards,
                    games=play.sample,
                    seed=seed,
                    conditions=Conditions(allowed=play.allowed[0] if play.allowed else None),
                    opener=play.opener[0] if play.opener else None,
                    backend=backend,
                    progress=bar.part(f"{words.length} letters, seed {seed}", done, 1 / parts),
                )
                played.append(outcome)
    if output is not None:
        TableOptions(output=output, format="csv").emit(
            [row for outcome in played for row in outcome.rows], {}
        )
        if is_standard_output(output):
            return
    rows = list(map(_boards_row, played))
    TableOptions().emit(rows, {f"Games of {boards} boards by entropy": rows})


def _boards_row(outcome: BoardsOutcome) -> Mapping[str, Any]:
    words, (low, high) = outcome.vocabulary, outcome.interval
    return {
        "vocabulary": words.name,
        "length": words.length,
        "seed": outcome.seed,
        "games": len(outcome.games),
        "allowed": outcome.allowed,
        "won": outcome.won,
        "won (%)": percent(outcome.won / len(outcome.games)),
        "95 % interval": f"{low:.2f} to {high:.2f}",
        "average": f"{outcome.mean:.4f}" if outcome.won else "",
        "at most": int(outcome.games.counts[outcome.games.won].max(initial=0)),
        "seconds": f"{outcome.seconds:.2f}",
    }
