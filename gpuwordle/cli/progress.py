"""Progress bars: on standard error, and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gpuwordle.cli.messages import is_quiet
from gpuwordle.errors import printable

_WHOLE_RUN = 24 * 3600.0
"""Seconds over which the speed is averaged, so that the estimate is steady."""


class ProgressBar:
    """Reports progress to a bar, which shows no percentage before the first report."""

    def __init__(self, bar: Any, task: Any) -> None:
        self._bar, self._task = bar, task

    def part(self, text: str, start: float = 0.0, share: float = 1.0) -> Any:
        """Return a callback for one part of the work; None without a bar.

        The part is called `text`, begins at `start` and is `share` of the whole, as fractions; the
        default is all of it.
        """
        if self._bar is None:
            return None
        text = printable(text)
        self._bar.update(self._task, description=text)

        def update(fraction: float) -> None:
            done = start + share * fraction
            if not done:
                return
            if self._bar.tasks[0].total is None:
                # Time spent compiling or loading predicts nothing about the remaining time.
                self._bar.update(self._task, total=1.0)
            self._bar.update(self._task, completed=done)

        return update

    def tell(self, text: str) -> None:
        """Replace the text next to the bar."""
        if self._bar is not None:
            self._bar.update(self._task, description=printable(text))


@contextmanager
def progress_bar(text: str) -> Iterator[ProgressBar]:
    """Show a progress bar with elapsed and remaining time, if standard error is a terminal.

    The bar begins with `text`; with --quiet there is none.
    """
    if is_quiet() or sys.stderr is None or not sys.stderr.isatty():
        yield ProgressBar(None, None)
        return
    from rich.console import Console

    with bar_on(Console(stderr=True)) as bar:
        yield ProgressBar(bar, bar.add_task(text, total=None))


def bar_on(console: Any) -> Any:
    """Make the bar."""
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
