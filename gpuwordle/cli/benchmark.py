"""The ``benchmark`` command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpuwordle.cli.game_options import (
    AllowedOption,
    FilterOption,
    HardOption,
    OpenerOption,
    StrategyPoolOption,
    game_conditions,
)
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    VocabularyOption,
    load_vocabularies,
)
from gpuwordle.cli.output import ProgressBar, progress_bar
from gpuwordle.errors import UserError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gpuwordle.benchmark.progress import BenchmarkProgress
    from gpuwordle.results.unit import Option


def benchmark(
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Where the games go: a folder of Parquet files.",
        ),
    ],
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    lengths: Annotated[
        str,
        typer.Option(
            "--lengths", "--length", "-l", metavar="3-20", help="Word lengths: 5, 3-20 or 4,6-8."
        ),
    ] = "5",
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            "-s",
            metavar="NAME",
            show_default="all",
            help="Strategy to play; give it again for more, or all for every one.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", metavar="NAME=VALUE", help="Option of the strategies that are named."
        ),
    ] = None,
    pool: StrategyPoolOption = None,
    hard: HardOption = False,
    filter: FilterOption = "pattern",
    opener: OpenerOption = None,
    allowed: AllowedOption = None,
    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            metavar="N",
            help="Seed of strategies that draw by chance: 0, or several: 0-19.",
        ),
    ] = "0",
    distinct_letters: DistinctOption = False,
    backend: BackendOption = "auto",
    processes: Annotated[
        int, typer.Option("--processes", "-j", metavar="N", help="Processes that share the work.")
    ] = 1,
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="Hand the work to a Dask scheduler."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the run that the folder holds.")
    ] = False,
) -> None:
    """Play every hidden word with every strategy, and keep every game.

    Each strategy on each word length makes one Parquet file with one row per game, written whole
    or not at all; FOLDER is a dataset that pyarrow, DuckDB or Polars read as they are. A run that
    was stopped, however roughly, continues with --resume. Then see: gpuwordle report FOLDER.

    Examples: gpuwordle benchmark -v wordle -s minimax -s entropy --pool all -o runs/wordle;
    gpuwordle benchmark -v words-alpha --lengths 3-9 --strategy all -o runs/demo
    """
    seeds = _seeds(seed)
    options = _options(option or [])
    # With `all` alone there is no strategy that an option could be meant for.
    names = strategy or ["all"]
    if options and set(names) == {"all"}:
        raise UserError(f"--option {option[0]} belongs to no strategy: name one with --strategy")  # type: ignore[index]
    from gpuwordle.benchmark import executors
    from gpuwordle.benchmark.run import run_benchmark
    from gpuwordle.benchmark.tasks import tasks_of

    chosen = load_vocabularies(vocabulary, answers, lengths, distinct_letters)
    tasks = tasks_of(
        chosen,
        names,
        game_conditions(pool, hard, filter, allowed),
        options=options,
        opener=opener,
        seeds=seeds,
        backend=backend,
    )
    where: AbstractContextManager[Executor | None] = nullcontext()
    if dask is not None:
        where = executors.dask(dask)
    elif processes != 1:
        where = executors.processes(processes)
    command = shlex.join(["gpuwordle", *sys.argv[1:]])
    with where as executor, progress_bar("starting") as bar:
        outcome = run_benchmark(
            tasks,
            output,
            executor=executor,
            resume=resume,
            command=command,
            progress=_shown(bar),
        )
    earlier = len(tasks) - outcome.units
    if not outcome.units:
        typer.echo(f"nothing left to play: all {earlier} units are in {output}", err=True)
        return
    rate = outcome.games / max(outcome.seconds, 1e-9)
    typer.echo(
        f"played {outcome.games:,} games of {outcome.units} units in {outcome.seconds:.2f} s "
        f"({rate:,.0f} games/s)"
        + (f", {earlier} units were there already" if earlier else "")
        + f"; see: gpuwordle report {shlex.quote(str(output))}",
        err=True,
    )


def _shown(bar: ProgressBar) -> Callable[[BenchmarkProgress], None]:
    def show(progress: BenchmarkProgress) -> None:
        unit = progress.unit
        update = bar.part(
            f"{progress.units_done}/{progress.units} {unit.strategy} {unit.length} "
            f"({progress.games_per_second:,.0f} games/s)",
            0.0,
            1.0,
        )
        if update is not None:
            update(progress.fraction)

    return show


def _seeds(text: str) -> range:
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() if dash else True)):
        raise UserError(f"--seed {text!r} is not understood: give a number, or several as 0-19")
    low, high = int(first), int(last) if dash else int(first)
    if low > high:
        raise UserError(f"--seed {text!r} runs backwards: write {high}-{low}")
    return range(low, high + 1)


def _options(given: list[str]) -> dict[str, Option]:
    options: dict[str, Option] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise UserError(f"--option {text!r} is not understood: give NAME=VALUE")
        options[name] = _value(value)
    return options


def _value(text: str) -> Option:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
