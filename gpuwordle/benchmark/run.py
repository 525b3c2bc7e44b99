"""Runs every strategy over every hidden word, in this process or on any executor.

A benchmark is a list of tasks; see `gpuwordle.benchmark.tasks`. A task can be played anywhere: it
writes its own file into the run's folder and sends nothing back. Tasks share nothing and draw
random numbers from (seed, answer), so the games do not depend on where and in which order they are
played. A resumed run plays the tasks whose files are missing or damaged.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gpuwordle.benchmark.task_runner import TaskRunner
from gpuwordle.benchmark.tasks import Task, checked_seeds, tasks_of
from gpuwordle.errors import UserError, counted
from gpuwordle.executors import finished_by, losses
from gpuwordle.memory import ceiling
from gpuwordle.results.run_folder import Run, taken
from gpuwordle.results.unit import Option, Unit
from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.samples import Subset
from gpuwordle.words.sources import VocabularyLike

PENDING = 256
"""Tasks handed to an executor at a time: enough for its workers, and bounded memory."""


@dataclass(frozen=True)
class BenchmarkProgress:
    """Progress of a run; ``unit`` is being played, or was finished last.

    ``units_done`` and ``units`` count the units of this run, including those of earlier calls.
    ``games`` counts those played since the start, in the current unit too, in ``seconds``.
    ``fraction`` is the share of this call's work that is done, measured in pairs of words.
    """

    unit: Unit
    units_done: int
    units: int
    games: float
    seconds: float
    fraction: float

    def __str__(self) -> str:
        unit, speed = self.unit, f"{self.games_per_second:,.0f} games/s"
        return f"{self.units_done}/{self.units} {unit.strategy} {unit.length} ({speed})"

    @property
    def games_per_second(self) -> float:
        """Games played each second so far."""
        return self.games / max(self.seconds, 1e-9)

    @property
    def remaining(self) -> float | None:
        """Estimate of the seconds left; None before anything is done."""
        return self.seconds * (1 / self.fraction - 1) if self.fraction else None


@dataclass(frozen=True, repr=False)
class Outcome:
    """The result of `run_benchmark`: the complete run, and what this call played in ``seconds``.

    `gpuwordle.read_run` reads the games from the run's folder.
    """

    run: Run
    units: int
    games: int
    seconds: float

    @property
    def summary(self) -> str:
        """What was played, in how much time."""
        speed = f"{self.games / max(self.seconds, 1e-9):,.0f} games/s"
        units = counted(self.units, "unit")
        return f"played {counted(self.games, 'game')} of {units} in {self.seconds:.2f} s ({speed})"

    def __repr__(self) -> str:
        return f"Outcome({str(self.run.folder)!r}: {self.summary})"

    def to_dict(self) -> dict[str, Any]:
        """Return the run's folder and id, and what this call played, as plain values."""
        return {
            "folder": str(self.run.folder),
            "run": self.run.id,
            "units": self.units,
            "games": self.games,
            "seconds": self.seconds,
        }


def run_benchmark(
    vocabulary: VocabularyLike | Iterable[VocabularyLike],
    strategies: str | Strategy | Iterable[str | Strategy],
    conditions: Conditions | None = None,
    *,
    folder: Path | str,
    options: Mapping[str, Option] | None = None,
    opener: str | None = None,
    seeds: int | Iterable[int] = 0,
    sample: int | None = None,
    subset: Subset | str | None = None,
    length: int | None = None,
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
    vocabulary
        The words: the name of a list, the path of a file, a `WordList` or a `Vocabulary`, or
        several of these.
    strategies
        One strategy or several: names that ``gpuwordle strategies`` lists, ``module:Class`` for a
        custom class, strategy objects, or ``all`` for every built-in strategy that can play under
        the conditions. The run's files refer to an object by its name.
    conditions
        Pool, hard mode, filter, guesses allowed and excluded words. If None: easy mode without a
        limit. Each strategy uses its own default pool if no pool is named.
    folder
        Folder for the games, as Parquet files; see `gpuwordle.results`.
    options
        Options of the strategies that are named, by name.
    opener
        First guess of every game.
    seeds
        One seed or several for everything that is drawn at random: guesses of random strategies,
        and the words of a sample or subset. Each seed makes separate games. Deterministic
        strategies are played once.
    sample
        Number of hidden words to draw from each vocabulary; all are played if None.
    subset
        Number of answers and guesses to draw from each vocabulary, such as ``"200x200"``; all if
        None.
    length
        Letters in a word, if lists are given. By default the only length of a list, or else 5.
    backend
        A name that ``gpuwordle backends`` lists, or ``auto``.
    memory
        Bytes that tables and results may take in each process that plays; see
        `gpuwordle.memory.ceiling`.
    executor
        Where games are played, such as an executor of `gpuwordle.executors`. If None, games are
        played in this process, one unit after another. A strategy object can only be played in this
        process or its threads.
    resume
        Continue the run in the folder. Strategies and lengths that it lacks are added; all other
        conditions have to be the same.
    force
        Continue a run that another version of gpuwordle started.
    command
        The command line, for provenance.
    progress
        Called with the progress after each unit, and within a unit that is played in this process.

    Returns
    -------
    Outcome

    Raises
    ------
    UserError
        If a list, strategy or backend is unknown, a strategy cannot play under the conditions, the
        opener is not a guess, a vocabulary has fewer words than are to be drawn, the folder cannot
        be used, a file cannot be written, or an executor lost its workers. Complete files stay
        readable, and ``resume`` continues from there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gpuwordle import Vocabulary
    >>> words = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> with TemporaryDirectory() as folder:
    ...     outcome = run_benchmark(words, ["entropy", "minimax"], folder=folder)
    >>> outcome.units, outcome.games
    (2, 8)
    """
    conditions = checked_conditions(conditions)
    ceiling(memory)  # refuses what is no memory before there is a folder
    seeds = checked_seeds(seeds)
    tasks = tasks_of(
        vocabulary,
        strategies,
        conditions,
        options=options,
        opener=opener,
        seeds=seeds,
        sample=sample,
        subset=subset,
        length=length,
        backend=backend,
    )
    drawn = {
        "sample": tasks[0].unit.sample,
        "subset": None if subset is None else tasks[0].unit.subset,
    }
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
    """Play the tasks whose files a folder lacks; the options are those of `run_benchmark`.

    ``asked`` holds the options of the run as plain values, for a later call that resumes it;
    `gpuwordle.results.run_folder.SETTLED` lists those that cannot change.
    """
    folder = Path(folder).resolve()
    if executor is not None and not isinstance(executor, ThreadPoolExecutor):
        _check_that_all_travel(tasks)
    units = [task.unit for task in tasks]
    with taken(folder, units, resume=resume, command=command, asked=asked, force=force) as held:
        finished = held.finished(checked=True, warn=True)
        todo = [task for task in tasks if task.unit.id not in finished]
        watch = _Watch(tasks, todo, progress)
        play = TaskRunner(folder, held.id, command, memory)
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
    """Raise UserError if a unit has no complete file, or the run's bookkeeping was changed."""
    found = Run.open(run.folder)
    if (found.id, found.units) != (run.id, run.units):
        raise UserError(
            f"another run took over {run.folder} while this one was played: choose another output "
            "folder and run again"
        )
    finished = found.finished()
    missing = [unit for unit in run.units if unit.id not in finished]
    if missing:
        raise UserError(
            f"files of {counted(len(missing), 'unit')} were removed during the run, first "
            f"{run.folder / missing[0].path}: continue with: {run.continuing}"
        )


def _check_that_all_travel(tasks: Iterable[Task]) -> None:
    for task in tasks:
        if not isinstance(task.words.rule, str):
            raise UserError(
                f"rule {task.unit.rule!r} cannot be sent to other processes: define its class in a "
                "module and give it as module:Class"
            )
        if task.own is not None:
            raise UserError(
                f"strategy {task.unit.strategy!r} cannot be sent to other processes: define its "
                "class in a module and give it as module:Class"
            )


class _Watch:
    """Counts finished work and reports it."""

    def __init__(
        self,
        tasks: Sequence[Task],
        todo: Sequence[Task],
        tell: Callable[[BenchmarkProgress], None] | None,
    ) -> None:
        self._start = time.perf_counter()
        self._tell = tell
        self._units, self._units_done = len(tasks), len(tasks) - len(todo)
        self._work = sum(task.work for task in todo)
        self._work_done = self._games_done = 0.0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._start

    def within(self, task: Task) -> Callable[[float], None] | None:
        if self._tell is None:
            return None
        self._report(task, 0.0)
        return partial(self._report, task)

    def finished(self, task: Task) -> None:
        self._units_done += 1
        self._work_done += task.work
        self._games_done += task.unit.games
        self._report(task, 0.0)

    def _report(self, task: Task, fraction: float) -> None:
        if self._tell is None:
            return
        done = self._work_done + fraction * task.work
        self._tell(
            BenchmarkProgress(
                unit=task.unit,
                units_done=self._units_done,
                units=self._units,
                games=self._games_done + fraction * task.unit.games,
                seconds=self.seconds,
                fraction=done / self._work,
            )
        )
