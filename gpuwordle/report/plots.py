"""Which figures a report has, what their captions say, and the files they are written to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpuwordle.errors import UserError
from gpuwordle.files import written_aside
from gpuwordle.progress import Progress
from gpuwordle.report.heat_maps import (
    by_strategy_and_length,
    guesses_by_strategy,
    wins_by_length,
)
from gpuwordle.report.panels import by_length, comparison, histograms, wins, word_lengths
from gpuwordle.report.plot_style import MANY, rendered, style
from gpuwordle.report.report import Report
from gpuwordle.report.summary import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

USUAL = 6
"""Guesses that are usually allowed."""


def figures(report: Report, progress: Progress | None = None) -> Iterator[tuple[str, str, Figure]]:
    """Draw every figure that a report has the games for.

    Up to `MANY` strategies and word lengths are lines and panels, more of them heat maps. The
    label of a figure tells its content in words.

    Parameters
    ----------
    report
        The summaries.
    progress
        Called with the fraction of the figures that are done with.

    Yields
    ------
    tuple of (str, str, matplotlib.figure.Figure)
        A name for files, a caption, and the figure.

    Raises
    ------
    UserError
        If matplotlib is not installed.
    """
    planned = list(_planned(report))
    with style():
        for done, plan in enumerate(planned, 1):
            figure = plan.draw()
            figure.set_label(plan.told)
            yield plan.name, plan.caption, figure
            if progress is not None:
                progress(done / len(planned))


class _Plan(NamedTuple):
    """A figure that is to be drawn: its name, its caption, how, and its content in words."""

    name: str
    caption: str
    draw: Callable[[], Figure]
    told: str


def _planned(report: Report) -> Iterator[_Plan]:
    """List every figure that a report has the games for."""
    groups, lengths = report.by_label(), report.lengths
    few = len(groups) <= MANY
    if len(lengths) > 1:
        yield _wins(groups, few and len(lengths) <= MANY, few)
        words = {s.unit.length: s.unit.answers for s in report.summaries}
        yield _Plan(
            "lengths",
            "How many words may be hidden, by their number of letters. Haag draws the same of his "
            "list in Figure 2.",
            partial(word_lengths, report),
            "Words by length: "
            + ", ".join(f"{length} letters {words[length]:,}" for length in lengths),
        )
        yield _Plan(
            "by-length",
            "What the length of the words does. Time is that of a game when all games of a length "
            "are played together; candidates are the words still possible after the first guess. "
            "Haag draws the same in Figures 4a to 4c."
            if few
            else "The average number of guesses of the games won, for each strategy (the best on "
            "top) and word length.",
            partial(by_length, groups)
            if few
            else partial(
                by_strategy_and_length,
                groups,
                lambda s: s.mean,
                "Average number of guesses",
                "{:.2f}",
            ),
            _told("Average number of guesses", groups, lambda s: s.mean, "{:.3f}"),
        )
    if len(lengths) > MANY:
        # The figures of each length would be dozens, and say what the ones above say.
        return
    for length in lengths:
        yield from _of_one_length(report.of_length(length), length)


def _wins(groups: dict[str, list[Summary]], lines: bool, few: bool) -> _Plan:
    if few:
        caption = (
            "Games won if m guesses are allowed. "
            + ("A line" if lines else "A row")
            + " is a word length, a panel a strategy. Lahiri et al. draw the same of greedy play "
            "in Figure 1."
        )
        draw = partial(wins if lines else wins_by_length, groups)
    else:
        caption = (
            f"Games won within {USUAL} guesses, in percent, for each strategy (the best on top) "
            "and word length."
        )
        title = f"Games won within {USUAL} guesses (%)"
        # Rounded down, so that 100 means every game.
        draw = partial(by_strategy_and_length, groups, lambda s: int(_won(s)), title, "{}")
    told = _told(f"Won within {USUAL} guesses", groups, _won_in_words, "{:.1f} %")
    return _Plan("wins", caption, draw, told)


def _of_one_length(summaries: dict[str, Summary], length: int) -> Iterator[_Plan]:
    told = f"Words of {length} letters, average number of guesses and the most: " + "; ".join(
        f"{label} never won" if s.mean is None else f"{label} {s.mean:.3f}, at most {s.worst}"
        for label, s in summaries.items()
    )
    if len(summaries) > MANY:
        yield _Plan(
            f"guesses-{length}",
            f"How many of the words of {length} letters, in percent, took how many guesses. "
            "A row is a strategy, with its average; the best stands on top.",
            partial(guesses_by_strategy, summaries, length),
            told,
        )
        return
    yield _Plan(
        f"guesses-{length}",
        f"How many words of {length} letters took how many guesses, a panel for each strategy. "
        "Sreekala et al. draw the same in Figure 10.",
        partial(histograms, summaries, length),
        told,
    )
    if len(summaries) > 1:
        yield _Plan(
            f"strategies-{length}",
            f"Strategies compared on words of {length} letters: each bar is all words, divided by "
            "the number of guesses that they took; the "
            "fewest lost, then the best average, on top. "
            "Sreekala et al. draw the same in Figure 11.",
            partial(comparison, summaries, length),
            told,
        )


def _won(summary: Summary) -> float:
    return 100 * summary.wins(USUAL) / summary.games


def _won_in_words(summary: Summary) -> float:
    """Round down, so that 100.0 means every game."""
    return 1000 * summary.wins(USUAL) // summary.games / 10


def _told(
    what: str,
    groups: dict[str, list[Summary]],
    value: Callable[[Summary], float | None],
    written: str,
) -> str:
    """Tell a figure's content in words: one value of each unit."""
    parts = []
    for label, group in groups.items():
        known = [(s.unit.length, found) for s in group if (found := value(s)) is not None]
        values = ", ".join(f"{length} letters {written.format(v)}" for length, v in known)
        parts.append(f"{label}: {values or 'none'}")
    return f"{what}. " + "; ".join(parts)


def save(report: Report, folder: Path, progress: Progress | None = None) -> list[tuple[Path, str]]:
    """Write every figure as PNG and SVG.

    Parameters
    ----------
    report
        The summaries.
    folder
        Where to; made if need be.
    progress
        Called with the fraction of the figures that are written.

    Returns
    -------
    list of (Path, str)
        Every file and its caption.

    Raises
    ------
    UserError
        If matplotlib is not installed or a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"folder {folder} cannot be made ({error.strerror})") from None
    written = []
    for name, caption, figure in figures(report, progress):
        for kind in ("png", "svg"):
            path = folder / f"{name}.{kind}"
            with written_aside(path) as aside:
                aside.write_bytes(rendered(figure, kind))
            written.append((path, caption))
    return written
