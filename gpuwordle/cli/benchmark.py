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
    SeedsOption,
    SettingsOption,
    StrategiesOption,
    StrategyPoolOption,
)
from gpuwordle.cli.options import (
    FIVE_LETTERS,
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    LengthsOption,
    StrictOption,
    VocabularyOption,
    load_vocabularies,
)
from gpuwordle.cli.parsers import MOST_PROCESSES, at_least, parse_address
from gpuwordle.cli.progress import ProgressBar, progress_bar
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import Conditions

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gpuwordle.benchmark.progress import BenchmarkProgress


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
    exclude: ExcludeOption = None,
    lengths: LengthsOption = FIVE_LETTERS,
    strategy: StrategiesOption = None,
    option: SettingsOption = None,
    pool: StrategyPoolOption = None,
    hard: HardOption = False,
    filter: FilterOption = "pattern",
    opener: OpenerOption = None,
    allowed: AllowedOption = None,
    seed: SeedsOption = None,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    processes: Annotated[
        int,
        typer.Option(
            "--processes",
            "-j",
            metavar="N",
            parser=at_least(1, MOST_PROCESSES),
            help="Processes that share the work.",
        ),
    ] = 1,
    dask: Annotated[
        str | None,
        typer.Option(
            "--dask",
            metavar="ADDRESS",
            parser=parse_address,
            help="Hand the work to a Dask scheduler.",
        ),
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
    names, settings = strategy or ["all"], option or []
    # With `all` alone there is no strategy that an option could be meant for.
    if settings and set(names) == {"all"}:
        raise UserError(f"--option {settings[0]} belongs to no strategy: name one with --strategy")
    from gpuwordle.backends.table import choose
    from gpuwordle.benchmark import executors
    from gpuwordle.benchmark.run import play_tasks
    from gpuwordle.benchmark.tasks import tasks_of

    tasks = tasks_of(
        load_vocabularies(
            vocabulary,
            answers,
            lengths,
            distinct_letters,
            exclude=exclude,
            strict=strict,
            fold_accents=fold_accents,
        ),
        names,
        Conditions(pool, hard, filter, allowed),
        options={setting.name: setting.value for setting in settings},
        opener=opener,
        seeds=seed or 0,
        backend=backend,
    )
    where: AbstractContextManager[Executor | None] = nullcontext()
    if dask is not None:
        where = executors.dask(dask)
    elif processes != 1:
        where = executors.processes(processes)
    command = shlex.join(["gpuwordle", *sys.argv[1:]])
    with where as executor, progress_bar("starting", choose(backend).name) as bar:
        outcome = play_tasks(
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
