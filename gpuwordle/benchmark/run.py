"""Every hidden word, with every strategy: units of work, on this process or any executor.

A benchmark is a list of tasks; see `gpuwordle.benchmark.tasks`. A task can be played anywhere: it
writes its own file into the run's folder, and nothing but its end is sent back. Tasks share
nothing and draw chance from (seed, answer), so the games are the same wherever and in whichever
order they are played. A task whose file is there is not played again; that is all there is to
resuming a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpuwordle.benchmark.player import _Player
from gpuwordle.benchmark.progress import BenchmarkProgress, _Watch
from gpuwordle.benchmark.tasks import Task, tasks_of
from gpuwordle.errors import UserError
from gpuwordle.executors import finished_by, losses
from gpuwordle.results.run_folder import Run, taken
from gpuwordle.results.unit import Option
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.samples import Subset
from gpuwordle.words.vocabulary import Vocabulary

PENDING = 256
"""Tasks handed to an executor at a time: enough for its workers, and bounded memory."""


@dataclass(frozen=True)
class Outcome:
    """What a call of `run_benchmark` did.

    Attributes
    ----------
    run : Run
        The run, complete now.
    units, games : int
        Units and games that were played by this call.
    seconds : float
        How long it took.
    """

    run: Run
    units: int
    games: int
    seconds: float


def run_benchmark(
    vocabularies: Vocabulary | Iterable[Vocabulary],
    strategies: str | Strategy | Iterable[str | Strategy],
    folder: Path | str,
    conditions: Conditions | None = None,
    *,
    options: Mapping[str, Option] | None = None,
    opener: str | None = None,
    seeds: int | Iterable[int] = 0,
    sample: int | None = None,
    subset: Subset | str | None = None,
    backend: str = "auto",
    memory: int | None = None,
    executor: Executor | None = None,
    resume: bool = False,
    force: bool = False,
    command: str = "",
    progress: Callable[[BenchmarkProgress], None] | None = None,
) -> Outcome:
    """Play every hidden word with every strategy, and keep every game.

    Parameters
    ----------
    vocabularies
        The words: one vocabulary, or several.
    strategies
        One strategy or several: names that ``gpuwordle strategies`` lists, ``module:Class`` for a
        class of one's own, objects, or ``all`` for every one of gpuwordle's own that can play
        under the conditions. An object is known by its name in the run's files.
    folder
        Where the games go, as a folder of Parquet files; see `gpuwordle.results`.
    conditions
        Pool, hard mode, filter and guesses allowed; easy mode without a limit when None, and each
        strategy's own pool where none is named.
    options
        Options of the strategies that are named, by name.
    opener
        First guess of every game.
    seeds
        Seeds for what is drawn by chance, each of which makes games of its own: guesses, and the
        words of a sample or subset. Without these, other strategies are played once.
    sample
        How many hidden words to draw of each vocabulary and play; all when None.
    subset
        How many answers and guesses to draw of each vocabulary, such as ``"200x200"``; all when
        None.
    backend
        A name that ``gpuwordle backends`` lists, or ``auto``.
    memory
        Bytes that tables and results may take in each process that plays; see
        `gpuwordle.memory.ceiling`.
    executor
        Where games are played, such as those of `gpuwordle.executors`; in this process,
        one unit after another, when None. A strategy given as an object needs this process, or
        threads of it.
    resume
        Continue the run that the folder holds. Strategies and lengths that it lacks are added;
        what else it is played under has to be the same.
    force
        Continue a run that another version of gpuwordle began.
    command
        The command line, for provenance.
    progress
        Told how far the run is: after each unit, and within one that is played here.

    Returns
    -------
    Outcome

    Raises
    ------
    UserError
        If a strategy or backend is unknown or cannot play so, the opener is not a guess, a
        vocabulary has fewer words than are to be drawn, the
        folder cannot be used, a file cannot be written, or an executor lost its workers. What is
        complete stays readable, and resume continues from there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> words = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> with TemporaryDirectory() as folder:
    ...     outcome = run_benchmark(words, ["entropy", "minimax"], folder)
    >>> outcome.units, outcome.games
    (2, 8)
    """
    conditions = conditions or Conditions()
    seeds = [seeds] if isinstance(seeds, int) else list(seeds)
    tasks = tasks_of(
        vocabularies,
        strategies,
        conditions,
        options=options,
        opener=opener,
        seeds=seeds,
        sample=sample,
        subset=subset,
        backend=backend,
    )
    drawn = {"sample": sample, "subset": None if subset is None else tasks[0].unit.subset}
    return play_tasks(
        tasks,
        folder,
        memory=memory,
        executor=executor,
        resume=resume,
        force=force,
        command=command,
        asked={**asdict(conditions), "opener": tasks[0].unit.opener, "seeds": seeds, **drawn},
        progress=progress,
    )


def play_tasks(
    tasks: Sequence[Task],
    folder: Path | str,
    *,
    memory: int | None = None,
    executor: Executor | None = None,
    resume: bool = False,
    force: bool = False,
    command: str = "",
    asked: Mapping[str, Any] | None = None,
    progress: Callable[[BenchmarkProgress], None] | None = None,
) -> Outcome:
    """Play tasks into a folder, those that are not finished there yet.

    Parameters
    ----------
    tasks
        What to play.
    folder, memory, executor, resume, force, command, progress
        As for `run_benchmark`.
    asked
        What was asked for, in plain values, for whoever continues the run; see
        `gpuwordle.results.run_folder.SETTLED` for what of it cannot change then.

    Raises
    ------
    UserError
        If the folder cannot be used, a file cannot be written, or an executor lost its workers.
        What is complete stays readable, and resume continues from there.
    """
    folder = Path(folder).resolve()
    if executor is not None and not isinstance(executor, ThreadPoolExecutor):
        _check_that_all_travel(tasks)
    units = [task.unit for task in tasks]
    with taken(folder, units, resume=resume, command=command, asked=asked, force=force) as held:
        finished = held.finished(checked=True, warn=True)
        todo = [task for task in tasks if task.unit.id not in finished]
        watch = _Watch(tasks, todo, progress)
        play = _Player(folder, held.id, command, memory)
        stops: tuple[type[BaseException], ...] = (UserError, *losses())
        try:
            if executor is None:
                for task in todo:
                    play(task, watch.within(task))
                    watch.finished(task)
            else:
                for task, _ in finished_by(executor, play, todo, PENDING):
                    if not (folder / task.unit.path).exists():
                        raise UserError(
                            f"a worker wrote {folder / task.unit.path}, which is not here: choose "
                            "an output folder that all workers share"
                        )
                    watch.finished(task)
        except stops as error:
            done = len(held.finished())
            if isinstance(error, UserError):
                why = str(error)
            else:
                why = "a worker ended abruptly (killed, or out of memory?): use fewer"
            raise UserError(
                f"{why} (units finished: {done} of {len(held.units)}; continue with: "
                f"{held.continuing})"
            ) from None
        _check_complete(held)
        return Outcome(held, len(todo), sum(task.unit.games for task in todo), watch.seconds)


def _check_complete(run: Run) -> None:
    """Check that what was played is there: the end of a run is a promise.

    Raises
    ------
    UserError
        If a unit has no whole file, or the run's bookkeeping is gone or another's. Somebody removed
        or changed it in the midst of the run, or the disk lost it.
    """
    found = Run.open(run.folder)
    if (found.id, found.units) != (run.id, run.units):
        raise UserError(
            f"{run.folder} became another run's while this one was played: choose another output "
            "folder and run again"
        )
    finished = found.finished()
    missing = [unit for unit in run.units if unit.id not in finished]
    if missing:
        raise UserError(
            f"{len(missing)} of {len(run.units)} units have no file any more, the first "
            f"{run.folder / missing[0].path}: somebody removed it; continue with: {run.continuing}"
        )


def _check_that_all_travel(tasks: Iterable[Task]) -> None:
    for task in tasks:
        if task.own is not None:
            raise UserError(
                f"strategy {task.unit.strategy!r} is an object of this process: put its class into "
                "a module and name it module:Class, to play it in others"
            )
