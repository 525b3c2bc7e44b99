"""Plays one task, in any process."""

from __future__ import annotations

import os
import platform
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gpuwordle import __version__
from gpuwordle.backends import preparation
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.benchmark.tasks import Task
from gpuwordle.games.play import PlayedGames, play_nodes
from gpuwordle.plugins import culprit
from gpuwordle.results.games_file import write_games
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words.samples import sampled_answers

_here = threading.local()

REPEATED = 2.0
"""Seconds: a unit that took less is played again if kernels were prepared during its games."""


@dataclass(frozen=True)
class TaskRunner:
    """Plays the games of tasks; it can be sent to another process."""

    folder: Path
    run: str
    command: str
    memory: int | None = None

    def __call__(self, task: Task, progress: Callable[[float], None] | None = None) -> None:
        """Play a task and write its games into the run's folder."""
        try:
            self._play(task, progress)
        except Exception as error:
            vars(error)["culprit"] = culprit(error)  # the traceback stays in this process
            raise

    def _play(self, task: Task, progress: Callable[[float], None] | None) -> None:
        backend = _backend_for(task, self.memory)
        games, spent = timed(task, backend, progress)
        if spent.prepared and spent.seconds < REPEATED and task.own is None:
            # The time includes imports of modules, which take longer than a short unit.
            _here.key = _here.backend = None
            backend = _backend_for(task, self.memory)
            games, spent = timed(task, backend, None)
        unit = task.unit
        provenance = {
            "version": __version__,
            "commit": commit(),
            "backend": backend.name,
            "device": backend.device,
            "command": self.command,
            "processor_seconds": spent.processor,
            "processors": os.cpu_count(),
            "machine": f"{platform.system()} {platform.machine()}",
            "python": platform.python_version(),
        }
        write_games(
            self.folder,
            self.run,
            unit,
            backend.vocabulary,
            games,
            seconds=spent.seconds,
            provenance=provenance,
        )


class Spent(NamedTuple):
    """Wall and processor seconds of playing, and whether kernels were prepared in that time."""

    seconds: float
    processor: float
    prepared: bool


def timed(
    task: Task, backend: Backend, progress: Callable[[float], None] | None
) -> tuple[PlayedGames, Spent]:
    """Play a task's games; the time in which kernels were compiled or loaded is not counted."""
    unit = task.unit
    strategy = task.own or strategy_named(unit.strategy, **dict(unit.options))
    answers = None
    if unit.sample is not None:
        answers = sampled_answers(backend.vocabulary, unit.sample, unit.seed)
    preparation.listen()
    ready, wall, processor = preparation.spent(), time.perf_counter(), time.process_time()
    games = play_nodes(
        backend.vocabulary,
        strategy,
        unit.conditions,
        opener=unit.opener,
        answers=answers,
        seed=unit.seed,
        backend=backend,
        progress=progress,
    )
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    made = [now - then for now, then in zip(preparation.spent(), ready, strict=True)]
    return games, Spent(max(wall - made[0], 0.0), max(processor - made[1], 0.0), made[0] > 0)


def _backend_for(task: Task, memory: int | None) -> Backend:
    # Tasks of one vocabulary follow each other, so its backend is kept. Each thread has its own,
    # because threads must not share a backend's buffers.
    key = (task.unit.digest, task.words.name, task.backend, memory)
    if getattr(_here, "key", None) != key:
        _here.key = None
        _here.backend = engine_for(task.words.vocabulary(), task.backend, memory=memory)
        _here.key = key
    backend: Backend = _here.backend
    return backend


@cache
def commit() -> str | None:
    """Return the commit of the checkout that this code runs from, or None outside a checkout."""
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
