"""Plays one task, in whichever process it is called."""

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

from gpuwordle import __version__
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import choose
from gpuwordle.benchmark.tasks import Task
from gpuwordle.games.play import play_games
from gpuwordle.results.write import write_games
from gpuwordle.strategies.table import strategy_named

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
        strategy = task.own or strategy_named(unit.strategy, **dict(unit.options))
        wall, processor = time.perf_counter(), time.process_time()
        games = play_games(
            vocabulary,
            strategy,
            unit.conditions,
            opener=unit.opener,
            seed=unit.seed,
            backend=backend,
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
