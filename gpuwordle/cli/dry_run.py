"""What ``benchmark --dry-run`` prints: the units to be played, and about how long they take."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from gpuwordle.backends.table import choose
from gpuwordle.benchmark.estimate import estimates
from gpuwordle.cli.output import emit, write_text
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import counted

if TYPE_CHECKING:
    from gpuwordle.benchmark.tasks import Task


def print_plan(tasks: Sequence[Task], finished: Collection[str]) -> None:
    """Print the units that are left to play, the games of each, and an estimate of the time.

    Parameters
    ----------
    tasks
        What is asked for.
    finished
        Ids of the units that are there already.
    """
    todo = [task for task in tasks if task.unit.id not in finished]
    if not todo:
        write_text(
            f"Nothing left to play: all of {counted(len(tasks), 'unit')} there already\n", None
        )
        return
    with progress_bar("estimating", choose(tasks[0].backend).name) as bar:
        seconds = estimates(todo, bar.part(f"samples of {counted(len(todo), 'unit')}", 0.0, 1.0))
    rows = [
        {**_described(task), "games": task.unit.games, "about": duration(spent)}
        for task, spent in zip(todo, seconds, strict=True)
    ]
    games = sum(task.unit.games for task in todo)
    left = f", {len(tasks) - len(todo)} there already" if finished else ""
    title = (
        f"Would play {counted(games, 'game')} of {counted(len(todo), 'unit')}{left}: "
        f"about {duration(sum(seconds))}, one after another here"
    )
    several = {name for row in rows for name in row if len({str(r[name]) for r in rows}) > 1}
    shown = [
        {
            name: f"{value:,}" if name == "games" else value
            for name, value in row.items()
            if name in several or name in ("length", "strategy", "games", "about")
        }
        for row in rows
    ]
    emit(rows, "table", None, {title: shown})


def _described(task: Task) -> dict[str, Any]:
    unit = task.unit
    return {
        "vocabulary": unit.vocabulary,
        "length": unit.length,
        "strategy": unit.strategy,
        "options": " ".join(f"{name}={value}" for name, value in unit.options),
        "pool": unit.pool,
        "seed": unit.seed,
    }


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
