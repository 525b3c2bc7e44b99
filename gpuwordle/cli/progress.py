"""Progress bars: on standard error, and only on a terminal."""

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
"""The backend that is compiled at its first use, as exact play is on every backend."""

_WHOLE_RUN = 24 * 3600.0
"""Seconds over which the speed is averaged, so that the estimate is steady."""


class ProgressBar:
    """Reports progress to a bar, which shows no percentage before the first report."""

    def __init__(self, bar: Any, task: Any, hint: str = "") -> None:
        self._bar, self._task, self._hint = bar, task, hint

    def part(self, text: str, start: float, share: float) -> Any:
        """Return a callback for one part of the work; None without a bar.

        The part is called `text`, begins at `start` and is `share` of the whole, as fractions.
        """
        if self._bar is None:
            return None
        self._bar.update(self._task, description=text + self._hint)

        def update(fraction: float) -> None:
            done = start + share * fraction
            if not done:
                return
            if self._bar.tasks[0].total is None:
                # Time spent compiling or loading predicts nothing about the remaining time.
                self._hint = ""
                self._bar.update(self._task, description=text, total=1.0)
            self._bar.update(self._task, completed=done)

        return update


@contextmanager
def progress_bar(text: str, backend: str = "") -> Iterator[ProgressBar]:
    """Show a progress bar with elapsed and remaining time, if standard error is a terminal.

    The bar begins with `text`, and announces compiling if `backend` has to be compiled first.
    """
    if not sys.stderr.isatty():
        yield ProgressBar(None, None)
        return
    from rich.console import Console

    hint = COMPILING if backend == COMPILED and not is_compiled() else ""
    with bar_on(Console(stderr=True)) as bar:
        yield ProgressBar(bar, bar.add_task(text + hint, total=None), hint)


def say_if_compiling() -> None:
    """Announce compiling on a terminal where no bar is shown."""
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


def duration(seconds: float) -> str:
    """Write a time as roughly as it is known.

    Examples
    --------
    >>> [duration(seconds) for seconds in (0.004, 0.26, 41.7, 119, 5000, 400_000)]
    ['0.1 s', '0.3 s', '42 s', '2 min', '1.4 h', '4.6 days']
    """
    if seconds < 10:
        return f"{max(seconds, 0.1):.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds / 60:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 86400:.1f} days"
