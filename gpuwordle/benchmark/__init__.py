"""Every hidden word, with every strategy: units of work, on this process or any executor.

A benchmark is a list of tasks; see `gpuwordle.benchmark.tasks`. A task can be played anywhere: it
writes its own file into the run's folder, and nothing but its end is sent back. Tasks share
nothing and draw chance from (seed, answer), so the games are the same wherever and in whichever
order they are played. A task whose file is there is not played again; that is all there is to
resuming a run.
"""

from __future__ import annotations

import os
import platform
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gpuwordle import __version__
from gpuwordle.backends import choose
from gpuwordle.backends.backend import Backend
from gpuwordle.benchmark.tasks import Task
from gpuwordle.errors import UserError
from gpuwordle.results import Unit, write_games
from gpuwordle.results.run_folder import Run, taken
from gpuwordle.strategies import strategy_named

PENDING = 256
"""Tasks handed to an executor at a time: enough for its workers, and bounded memory."""


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    unit : Unit
        What is played now, or was finished last.
    units_done, units : int
        Units of this run, those finished earlier included.
    games : float
        Games played since the start, those of the unit being played included.
    seconds : float
        Time since the start.
    fraction : float
        Share of the work since the start that is done, counted in pairs of words.
    """

    unit: Unit
    units_done: int
    units: int
    games: float
    seconds: float
    fraction: float

    @property
    def games_per_second(self) -> float:
        """Games played each second so far."""
        return self.games / max(self.seconds, 1e-9)

    @property
    def remaining(self) -> float | None:
        """Estimate of the seconds left; None before anything is done."""
        return self.seconds * (1 / self.fraction - 1) if self.fraction else None


@dataclass(frozen=True)
class Outcome:
    """What a call of `run` did.

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


def run(
    tasks: Sequence[Task],
    folder: Path | str,
    *,
    executor: Executor | None = None,
    resume: bool = False,
    command: str = "",
    progress: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Play tasks into a folder, those that are not finished there yet.

    Parameters
    ----------
    tasks
        What to play, from `gpuwordle.benchmark.tasks.tasks_of`.
    folder
        Where the games go; see `gpuwordle.results`.
    executor
        Where tasks are played; in this process, one after another, when None.
    resume
        Continue the run that the folder holds.
    command
        The command line, for provenance.
    progress
        Told how far the run is: after each unit, and within one that is played here.

    Raises
    ------
    UserError
        If the folder cannot be used, a file cannot be written, or an executor lost its workers.
        What is complete stays readable, and resume continues from there.
    """
    folder = Path(folder).resolve()
    with taken(folder, [task.unit for task in tasks], resume=resume, command=command) as held:
        finished = held.finished()
        todo = [task for task in tasks if task.unit.id not in finished]
        watch = _Watch(tasks, todo, progress)
        play = _Player(folder, held.id, command)
        try:
            if executor is None:
                for task in todo:
                    play(task, watch.within(task))
                    watch.finished(task)
            else:
                for task in _played_by(executor, play, todo):
                    if not (folder / task.unit.path).exists():
                        raise UserError(
                            f"a worker wrote {folder / task.unit.path}, which is not here: choose "
                            "an output folder that all workers share"
                        )
                    watch.finished(task)
        except (UserError, BrokenExecutor, CancelledError) as error:
            done = len(held.finished())
            if isinstance(error, UserError):
                why = str(error)
            else:
                why = "a worker ended abruptly (killed, or out of memory?): use fewer"
            raise UserError(
                f"{why} ({done} of {len(tasks)} units are finished: continue with --resume)"
            ) from error
        return Outcome(held, len(todo), sum(task.unit.answers for task in todo), watch.seconds)


def _played_by(
    executor: Executor, play: Callable[[Task], None], tasks: Sequence[Task]
) -> Iterator[Task]:
    """Yield tasks as an executor finishes them."""
    pending: dict[Future[None], Task] = {}
    rest = iter(tasks)
    try:
        while True:
            for task in rest:
                pending[executor.submit(play, task)] = task
                if len(pending) >= PENDING:
                    break
            if not pending:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                task = pending.pop(future)
                future.result()
                yield task
    finally:
        for future in pending:
            future.cancel()


_here = threading.local()


@dataclass(frozen=True)
class _Player:
    """Plays tasks, in whichever process it is called."""

    folder: Path
    run: str
    command: str

    def __call__(self, task: Task, progress: Callable[[float], None] | None = None) -> None:
        backend = _backend_for(task)
        vocabulary, unit = backend.vocabulary, task.unit
        strategy = strategy_named(unit.strategy, **dict(unit.options))
        wall, processor = time.perf_counter(), time.process_time()
        games = strategy.play(
            vocabulary,
            backend,
            pool=unit.pool,
            hard=unit.hard,
            trimming=unit.trimming,
            opener=unit.opener,
            guesses_allowed=unit.allowed,
            seed=unit.seed,
            progress=progress,
        )
        seconds = time.perf_counter() - wall
        provenance = {
            "version": __version__,
            "commit": commit(),
            "backend": backend.name,
            "device": backend.device,
            "command": self.command,
            "processor_seconds": time.process_time() - processor,
            "processors": os.cpu_count(),
            "machine": f"{platform.system()} {platform.machine()}",
            "python": platform.python_version(),
        }
        write_games(
            self.folder, self.run, unit, vocabulary, games, seconds=seconds, provenance=provenance
        )


def _backend_for(task: Task) -> Backend:
    # Tasks of one vocabulary follow each other, and what a backend builds for it is kept; one for
    # each thread, because a backend's buffers are its own.
    key = (task.unit.digest, task.words.name, task.backend)
    if getattr(_here, "key", None) != key:
        _here.key = None
        _here.backend = choose(task.backend)(task.words.vocabulary())
        _here.key = key
    backend: Backend = _here.backend
    return backend


@cache
def commit() -> str | None:
    """Return the commit of the checkout that this code runs from, if it runs from one."""
    home = Path(__file__).resolve().parents[2]
    if not (home / ".git").exists():
        return None
    try:
        said = subprocess.run(
            ["git", "-C", str(home), "rev-parse", "HEAD"],
            capture_output=True,
            text=True,
            timeout=5,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.strip()


class _Watch:
    """Counts what is done and tells whoever wants to know."""

    def __init__(
        self, tasks: Sequence[Task], todo: Sequence[Task], tell: Callable[[Progress], None] | None
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

        def update(fraction: float) -> None:
            self._report(task, fraction)

        update(0.0)
        return update

    def finished(self, task: Task) -> None:
        self._units_done += 1
        self._work_done += task.work
        self._games_done += task.unit.answers
        self._report(task, 0.0)

    def _report(self, task: Task, fraction: float) -> None:
        if self._tell is None:
            return
        done = self._work_done + fraction * task.work
        self._tell(
            Progress(
                unit=task.unit,
                units_done=self._units_done,
                units=self._units,
                games=self._games_done + fraction * task.unit.answers,
                seconds=self.seconds,
                fraction=done / self._work,
            )
        )
