"""Heat maps: what many strategies or word lengths come to, with the numbers in the cells.

Lines and panels tell up to `MANY` apart; a heat map is read at any number of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gpuwordle.report.plot_style import PAPER, WIDTH, new_figure, readable_on, sequence
from gpuwordle.report.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_COUNTS = 12
"""Numbers of guesses that have a column of their own."""

STEPS = 64
"""Colours of a heat map."""


def wins_by_length(groups: dict[str, list[Summary]]) -> Figure:
    """Draw the games won within m guesses, a panel for each strategy, a row for each length."""
    lengths = sorted({s.unit.length for group in groups.values() for s in group})
    counts = min(MOST_COUNTS, max(1, *(s.worst for group in groups.values() for s in group)))
    columns = 1 if len(groups) == 1 else 2
    rows = -(-len(groups) // columns)
    figure, panels = new_figure(rows, columns, (WIDTH, rows * (1.0 + 0.21 * len(lengths))))
    for unused in panels[len(groups) :]:
        unused.remove()
    for axes, (label, group) in zip(panels, groups.items(), strict=False):
        found = {s.unit.length: s for s in group}
        cells = [
            [_share(found[length], m) if length in found else None for m in range(1, counts + 1)]
            for length in lengths
        ]
        _draw(axes, cells, [str(length) for length in lengths], range(1, counts + 1), "{:.0f}")
        axes.set_title(label)
        axes.set_xlabel("guesses allowed, m (cells: games won, %)")
        axes.set_ylabel("letters")
    return figure


def by_strategy_and_length(
    groups: dict[str, list[Summary]],
    value: Callable[[Summary], float | None],
    title: str,
    written: str,
) -> Figure:
    """Draw one value of each unit: a row for each strategy, a column for each length.

    Parameters
    ----------
    groups
        The summaries by label, in the order of the rows.
    value
        What is drawn of a unit.
    title
        What that is.
    written
        How it is written, as a format of `str.format`.
    """
    lengths = sorted({s.unit.length for group in groups.values() for s in group})
    figure, (axes,) = new_figure(1, 1, (WIDTH, 1.1 + 0.27 * len(groups)))
    cells = []
    for group in groups.values():
        found = {s.unit.length: value(s) for s in group}
        cells.append([found.get(length) for length in lengths])
    _draw(axes, cells, list(groups), lengths, written)
    axes.set_title(title)
    axes.set_xlabel("letters")
    return figure


def guesses_by_strategy(summaries: dict[str, Summary], length: int) -> Figure:
    """Draw the words (%) that took each number of guesses, a row for each strategy."""
    longest = max(1, *(s.worst for s in summaries.values()))
    counts = min(MOST_COUNTS, longest)
    names = [str(count) for count in range(1, counts + 1)]
    if longest > counts:
        names[-1] += " or more"
    any_failed = any(s.failed for s in summaries.values())
    cells = []
    for summary in summaries.values():
        row = [100 * n / summary.games for n in summary.distribution]
        row += [0.0] * (counts - len(row))
        row[counts - 1 :] = [sum(row[counts - 1 :])]
        cells.append(row + [100 * summary.failed / summary.games] * any_failed)
    labels = [
        label + ("" if s.mean is None else f"  {s.mean:.3f}") for label, s in summaries.items()
    ]
    figure, (axes,) = new_figure(1, 1, (WIDTH, 1.1 + 0.27 * len(labels)))
    _draw(axes, cells, labels, [*names, *["lost"] * any_failed], "{:.1f}")
    axes.set_title(f"Guesses needed, {length} letters (strategy and its average)")
    axes.set_xlabel("guesses (cells: words, %)")
    return figure


def _share(summary: Summary, allowed: int) -> int:
    # Rounded down, so that 100 means every game.
    return 100 * summary.wins(allowed) // summary.games


def _draw(
    axes: Axes,
    cells: Sequence[Sequence[float | None]],
    rows: Sequence[str],
    columns: Sequence[object],
    written: str,
) -> None:
    colours = sequence(STEPS)
    known = [value for row in cells for value in row if value is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    for down, row in enumerate(cells):
        for across, value in enumerate(row):
            if value is None:
                continue
            step = round((value - low) / ((high - low) or 1.0) * (STEPS - 1))
            axes.barh(
                down, 1, left=across - 0.5, height=1, color=colours[step], edgecolor=PAPER, lw=0.8
            )
            axes.text(
                across,
                down,
                written.format(value),
                ha="center",
                va="center_baseline",
                fontsize=7.5,
                color=readable_on(colours[step]),
            )
    axes.grid(visible=False)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), [str(name) for name in columns])
    axes.set_yticks(range(len(rows)), list(rows))
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
