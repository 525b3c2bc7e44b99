"""Show how far a command is: on standard error, and only on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gpuwordle.cli.messages import say

COMPILING = ", compiling once (about 15 s)"

COMPILED = "numba"
"""The backend that is compiled at its first use; exact play is, whatever else computes."""

_WHOLE_RUN = 24 * 3600.0
"""Seconds over which the speed is averaged, so that the estimate does not jump."""


class ProgressBar:
    """Reports to a bar; see `progress_bar`.

    Until something is done the bar shows that work goes on, and no share of it.
    """

    def __init__(self, bar: Any, task: Any, hint: str = "") -> None:
        self._bar, self._task, self._hint = bar, task, hint

    def part(self, text: str, start: float, share: float) -> Any:
        """Return a callback for one part of the work.

        Parameters
        ----------
        text
            What is being done, shown beside the bar.
        start, share
            Where the part begins and how much of the whole it is, as fractions.
        """
        if self._bar is None:
            return None
        self._bar.update(self._task, description=text + self._hint)

        def update(fraction: float) -> None:
            done = start + share * fraction
            if not done:
                return
            if self._bar.tasks[0].total is None:
                # Time spent compiling or loading says nothing about the time that is left.
                self._hint = ""
                self._bar.update(self._task, description=text, total=1.0)
            self._bar.update(self._task, completed=done)

        return update


@contextmanager
def progress_bar(text: str, backend: str = "") -> Iterator[ProgressBar]:
    """Show a progress bar with elapsed and remaining time, if standard error is a terminal.

    Parameters
    ----------
    text
        What is done first.
    backend
        Name of the backend that computes: one that has to be compiled first says so.
    """
    if not sys.stderr.isatty():
        yield ProgressBar(None, None)
        return
    from rich.console import Console

    hint = COMPILING if backend == COMPILED and not is_compiled() else ""
    with bar_on(Console(stderr=True)) as bar:
        yield ProgressBar(bar, bar.add_task(text + hint, total=None), hint)


def say_if_compiling() -> None:
    """Tell who sits before a terminal why the first answer is late, where no bar is shown."""
    if sys.stderr.isatty() and not is_compiled():
        say(COMPILING.removeprefix(", "))


def bar_on(console: Any) -> Any:
    """Make the bar itself."""
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True, speed_estimate_period=_WHOLE_RUN)


def is_compiled() -> bool:
    """Tell whether an earlier run left compiled functions behind."""
    import platformdirs

    import gpuwordle

    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return any(Path(chosen).glob("numba_cpu_*/*.nbi"))
    beside = Path(gpuwordle.__file__).parent / "backends" / "numba_cpu" / "__pycache__"
    own = Path(platformdirs.user_cache_dir("numba"))
    return any(beside.glob("*.nbi")) or any(own.glob("numba_cpu_*/*.nbi"))
