"""The ``benchmark`` command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpuwordle.cli.game_options import (
    AllowedOption,
    FilterOption,
    HardOption,
    OpenerOption,
    SampleOption,
    SeedsOption,
    SettingsOption,
    StrategiesOption,
    StrategyPoolOption,
    SubsetOption,
)
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    FIVE_LETTERS,
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    LengthsOption,
    MemoryOption,
    StrictOption,
    VocabularyOption,
)
from gpuwordle.cli.parsers import MOST_BOARDS, at_least
from gpuwordle.cli.progress import ProgressBar, progress_bar
from gpuwordle.cli.sharing import (
    DaskOption,
    ProcessesOption,
    WaitOption,
    check_wait,
    shared_out,
)
from gpuwordle.errors import UserError, counted

if TYPE_CHECKING:
    from gpuwordle.benchmark.run import BenchmarkProgress


def benchmark(
    context: typer.Context,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Where the games go: a folder of Parquet files. Needed unless --dry-run is given.",
        ),
    ] = None,
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
    sample: SampleOption = None,
    subset: SubsetOption = None,
    boards: Annotated[
        int,
        typer.Option(
            "--boards",
            metavar="N",
            parser=at_least(1, MOST_BOARDS),
            help="Play games of several boards, --sample of them, each with words drawn by the "
            "seed: how many are won is printed, and --output is a CSV file of the games.",
        ),
    ] = 1,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    processes: ProcessesOption = 1,
    dask: DaskOption = None,
    wait: WaitOption = False,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Continue the run that the folder holds: its options are known, and strategies "
            "and lengths can be added.",
        ),
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Continue a run that another version of gpuwordle began."),
    ] = False,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Print the units, their games and an estimate of the time, and write nothing. "
            "For the estimate, samples of the words are played for about ten seconds.",
        ),
    ] = False,
) -> None:
    """Play every hidden word with every strategy, and keep every game.

    Each strategy on each word length makes one Parquet file with one row per game, written whole
    or not at all; FOLDER is a dataset that pandas, Polars or DuckDB read as it is, and its
    _README.md says how. A run that was stopped, however roughly, continues with
    gpuwordle benchmark -o FOLDER --resume. Then see: gpuwordle report FOLDER.

    Examples: gpuwordle benchmark -v wordle -s minimax -s entropy --pool all -o runs/wordle;
    gpuwordle benchmark -o runs/wordle --resume -s buckets;
    gpuwordle benchmark -v words-alpha -l 3-20 --dry-run;
    gpuwordle benchmark -v wordle --boards 4 --sample 1000 --seed 1
    """
    if boards > 1:
        from gpuwordle.cli.board_games import play_sample

        play_sample(context.params, _given(context))
        return
    if output is None and (resume or not dry_run):
        raise UserError("the games have no place to go: give --output FOLDER, or ask --dry-run")
    check_wait(dask, wait)
    names, settings = strategy or ["all"], option or []
    # With `all` alone an option can only be meant for every strategy.
    strange = [setting for setting in settings if setting.name != "last"]
    if strange and set(names) == {"all"}:
        raise UserError(f"--option {strange[0]} belongs to no strategy: name one with --strategy")
    from gpuwordle.backends.table import choose
    from gpuwordle.benchmark.run import play_tasks
    from gpuwordle.cli.asked import Asked, Players, lengths_of, players_of
    from gpuwordle.results.run_folder import Run, finished_in, sweep
    from gpuwordle.words.sources import DEFAULT

    asked = Asked(
        vocabulary=vocabulary or [DEFAULT],
        answers=answers,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
        distinct_letters=distinct_letters,
        pool=pool,
        hard=hard,
        filter=filter,
        opener=opener,
        allowed=allowed,
        seeds=list(seed or [0]),
        sample=sample,
        subset=subset,
        backend=backend,
    )
    more = Players(tuple(names), {setting.name: setting.value for setting in settings})
    players = [more]
    if resume and output is not None:
        run, given = Run.open(output), _given(context)
        asked = asked.continuing(run, given)
        lengths = lengths_of(run, lengths if "lengths" in given else None)
        players = players_of(run, more if strategy else None)
    tasks = asked.tasks(lengths, players)
    if output is None or dry_run:
        from gpuwordle.cli.dry_run import print_plan

        finished: set[str] = set()
        if output is not None:
            finished = finished_in(
                output.resolve(),
                [task.unit for task in tasks],
                resume=resume,
                asked=asked.described(tasks),
                force=force,
            )
        print_plan(tasks, finished)
        return
    where = shared_out(processes, dask, wait)
    command = shlex.join(["gpuwordle", *sys.argv[1:]])
    try:
        with where as executor, progress_bar("starting", choose(asked.backend).name) as bar:
            outcome = play_tasks(
                tasks,
                output,
                memory=memory if dask is not None else None,  # else it is this machine's already
                executor=executor,
                resume=resume,
                force=force,
                command=command,
                asked=asked.described(tasks),
                progress=_shown(bar),
            )
    except BaseException as error:
        if dask is None:
            sweep(output)  # the workers have ended by now, some of them in the midst of a file
        if isinstance(error, KeyboardInterrupt):
            _say_how_to_go_on(output)
        raise
    earlier = len(tasks) - outcome.units
    if not outcome.units:
        say(f"nothing left to play: all of {counted(earlier, 'unit')} in {output}")
        return
    rate = outcome.games / max(outcome.seconds, 1e-9)
    say(
        f"wrote {output}: played {counted(outcome.games, 'game')} of "
        f"{counted(outcome.units, 'unit')} in {outcome.seconds:.2f} s ({rate:,.0f} games/s)"
        + (f", {counted(earlier, 'unit')} there already" if earlier else "")
        + f"; see: gpuwordle report {shlex.quote(str(output))}"
    )


def _given(context: typer.Context) -> set[str]:
    """Name the options that the user gave, as what a run keeps calls them."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    given = {name for name, source in sources.items() if source and source.name != "DEFAULT"}
    return given | {"seeds"} if "seed" in given else given


def _say_how_to_go_on(output: Path) -> None:
    from gpuwordle.results.read import files_of
    from gpuwordle.results.run_folder import Run

    with suppress(UserError):
        run = Run.open(output)
        done = f"{len(files_of(output))} of {counted(len(run.units), 'unit')} finished"
        say(f"gpuwordle: {done}; continue with: {run.continuing}")


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
