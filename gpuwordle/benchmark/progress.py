"""How far a run is."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gpuwordle.benchmark.tasks import Task
from gpuwordle.results.unit import Unit


@dataclass(frozen=True)
class BenchmarkProgress:
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


class _Watch:
    """Counts what is done and tells whoever wants to know."""

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

        def update(fraction: float) -> None:
            self._report(task, fraction)

        update(0.0)
        return update

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
