"""The figures of a report: which there are, how they are drawn, and the files they become.

A few strategies and word lengths are lines and panels; more than `MANY` are heat maps with the
numbers in their cells, which can be read with any number of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpuwordle.errors import UserError, percent
from gpuwordle.files import written_aside
from gpuwordle.progress import Progress
from gpuwordle.report.plot_style import (
    INK,
    MANY,
    PALETTE,
    PAPER,
    WIDTH,
    line_style,
    new_figure,
    panels_for,
    readable_on,
    rendered,
    sequence,
    style,
)
from gpuwordle.report.report import Report
from gpuwordle.results.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

USUAL = 6
"""Guesses that are usually allowed."""

MOST_COUNTS, MOST_PARTS = 12, 8
"""Numbers of guesses that have their own column of a heat map, and their own part of a bar."""

STEPS = 64
"""Colours of a heat map."""


def figures(report: Report, progress: Progress | None = None) -> Iterator[tuple[str, str, Figure]]:
    """Yield every figure for which a report has games: a name for files, a caption, the figure.

    Up to `MANY` strategies and word lengths are lines and panels, more of them heat maps. The label
    of a figure describes its content in words. ``progress`` is told the fraction of the figures
    that are drawn. Raises UserError if matplotlib is not installed.
    """
    planned = list(_planned(report))
    with style():
        for done, plan in enumerate(planned, 1):
            figure = plan.draw()
            figure.set_label(plan.described)
            yield plan.name, plan.caption, figure
            if progress is not None:
                progress(done / len(planned))


class _Plan(NamedTuple):
    """A figure to draw: its name, its caption, the function that draws it, its content in words."""

    name: str
    caption: str
    draw: Callable[[], Figure]
    described: str


def _planned(report: Report) -> Iterator[_Plan]:
    """List every figure for which a report has games."""
    groups, lengths = report.by_label(), report.lengths
    few = len(groups) <= MANY
    if len(lengths) > 1:
        yield _wins(groups, few and len(lengths) <= MANY, few)
        if len({s.unit.vocabulary for s in report.summaries}) == 1:
            words = {s.unit.length: s.unit.answers for s in report.summaries}
            yield _Plan(
                "lengths",
                "How many words may be hidden, by their number of letters. Haag draws the same for "
                "his list in Figure 2.",
                partial(word_lengths, report),
                "Words by length: "
                + ", ".join(f"{length} letters {words[length]:,}" for length in lengths),
            )
        yield _Plan(
            "by-length",
            "The effect of the word length. Time is that of a game when all games of a length "
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
            _in_words("Average number of guesses", groups, lambda s: s.mean, "{:.3f}"),
        )
    if len(lengths) > MANY:
        # The figures of each length would be dozens, and repeat those above.
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
        draw = partial(by_strategy_and_length, groups, _share, title, "{}")
    described = _in_words(
        f"Won within {USUAL} guesses",
        groups,
        lambda summary: percent(summary.wins(USUAL) / summary.games, 1),
        "{} %",
    )
    return _Plan("wins", caption, draw, described)


def _of_one_length(summaries: dict[str, Summary], length: int) -> Iterator[_Plan]:
    described = f"Words of {length} letters, average number of guesses and the most: " + "; ".join(
        f"{label} never won" if s.mean is None else f"{label} {s.mean:.3f}, at most {s.worst}"
        for label, s in summaries.items()
    )
    if len(summaries) > MANY:
        yield _Plan(
            f"guesses-{length}",
            f"The percentage of words of {length} letters that took each number of guesses. "
            "A row is a strategy, with its average; the best is on top.",
            partial(guesses_by_strategy, summaries, length),
            described,
        )
        return
    yield _Plan(
        f"guesses-{length}",
        f"Words of {length} letters by number of guesses, with a panel for each strategy. "
        "Sreekala et al. draw the same in Figure 10.",
        partial(histograms, summaries, length),
        described,
    )
    if len(summaries) > 1:
        yield _Plan(
            f"strategies-{length}",
            f"Strategies compared on words of {length} letters: each bar is all words, split by "
            "the number of guesses that they took; the "
            "fewest losses, then the best average, are on top. "
            "Sreekala et al. draw the same in Figure 11.",
            partial(comparison, summaries, length),
            described,
        )


def _in_words(
    what: str,
    groups: dict[str, list[Summary]],
    value: Callable[[Summary], float | str | None],
    written: str,
) -> str:
    """Describe a figure's content in words: one value for each unit."""
    parts = []
    for label, group in groups.items():
        known = [(s.unit.length, found) for s in group if (found := value(s)) is not None]
        values = ", ".join(f"{length} letters {written.format(v)}" for length, v in known)
        parts.append(f"{label}: {values or 'none'}")
    return f"{what}. " + "; ".join(parts)


def save(report: Report, folder: Path, progress: Progress | None = None) -> list[tuple[Path, str]]:
    """Write every figure as PNG and SVG into a folder, which is made; return files and captions.

    Raises UserError if matplotlib is not installed or a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"folder {folder} cannot be made ({error.strerror}): choose another place"
        ) from None
    written = []
    for name, caption, figure in figures(report, progress):
        for kind in ("png", "svg"):
            path = folder / f"{name}.{kind}"
            with written_aside(path) as aside:
                aside.write_bytes(rendered(figure, kind))
            written.append((path, caption))
    return written


def wins(groups: dict[str, list[Summary]]) -> Figure:
    """Draw the percentage of games won within m guesses, a line for each word length."""
    from matplotlib.ticker import MaxNLocator

    figure, panels = panels_for(len(groups))
    lengths = sorted({s.unit.length for group in groups.values() for s in group})
    longest = max(1, *(s.worst for group in groups.values() for s in group))
    for axes, (label, group) in zip(panels, groups.items(), strict=True):
        for summary in group:
            won = [100 * summary.wins(m) / summary.games for m in range(1, longest + 1)]
            axes.plot(
                range(1, longest + 1),
                won,
                label=str(summary.unit.length),
                **line_style(lengths.index(summary.unit.length)),
            )
        axes.set_title(label)
        axes.set_xlim(0.5, longest + 0.5)
        axes.set_ylim(-3, 103)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("guesses allowed, m")
        axes.set_ylabel("games won (%)")
    handles = {
        name: handle
        for axes in panels
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    names = sorted(handles, key=int)
    figure.legend(
        [handles[name] for name in names], names, loc="outside right center", title="letters"
    )
    return figure


def word_lengths(report: Report) -> Figure:
    """Draw how many words there are of each length."""
    figure, (axes,) = panels_for(1)
    counts = {s.unit.length: s.unit.answers for s in report.summaries}
    lengths = sorted(counts)
    bars = axes.bar(lengths, [counts[n] for n in lengths], color=PALETTE[0], width=0.72)
    if len(lengths) <= 10:
        axes.bar_label(bars, labels=[f"{counts[n]:,}" for n in lengths], padding=3, fontsize=8.5)
    axes.grid(axis="x", visible=False)
    axes.set_xticks(lengths)
    axes.set_xlabel("letters")
    axes.set_ylabel("words that may be hidden")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_title("Words by length")
    return figure


def by_length(groups: dict[str, list[Summary]]) -> Figure:
    """Draw time, guesses and candidates left against the word length, a line for each strategy."""
    from matplotlib.ticker import LogLocator, NullLocator

    figure, panels = new_figure(1, 3, (WIDTH, 3.6))
    shown: tuple[tuple[str, str, bool, Callable[[Summary], float | None]], ...] = (
        ("Time", "microseconds a game", True, lambda s: 1e6 * s.seconds / s.played),
        ("Guesses", "average number of guesses", False, lambda s: s.mean),
        ("Candidates", "left after the first guess (%)", True, lambda s: 100 * s.left_share),
    )
    lengths = sorted({s.unit.length for group in groups.values() for s in group})
    for axes, (title, ylabel, logarithmic, value) in zip(panels, shown, strict=True):
        for number, (label, group) in enumerate(groups.items()):
            points = [(s.unit.length, y) for s in group if (y := value(s)) is not None]
            axes.plot(
                [x for x, _ in points], [y for _, y in points], label=label, **line_style(number)
            )
        axes.set_title(title)
        axes.set_xlabel("letters")
        axes.set_ylabel(ylabel)
        # Numbers are written in full, without an offset.
        axes.ticklabel_format(axis="y", useOffset=False)
        axes.set_xticks(lengths if len(lengths) <= 10 else lengths[::3])
        if logarithmic:
            axes.set_yscale("log")
            low, high = axes.get_ylim()
            # If few powers of ten are visible, the steps between them are labelled, too.
            steps = (1.0,) if high > 200 * low else (1.0, 2.0, 5.0)
            axes.yaxis.set_major_locator(LogLocator(subs=steps))
            axes.yaxis.set_minor_locator(NullLocator())
            axes.yaxis.set_major_formatter(lambda tick, _: f"{tick:g}")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside lower center", ncols=min(3, len(labels)), handlelength=3.2
    )
    return figure


def histograms(summaries: dict[str, Summary], length: int) -> Figure:
    """Draw the words by their number of guesses, with a panel for each strategy."""
    figure, panels = panels_for(len(summaries))
    longest = max(1, *(s.worst for s in summaries.values()))
    tallest = max(max((*s.distribution, s.lost)) / s.seeds for s in summaries.values())
    any_lost = any(s.lost for s in summaries.values())
    for axes, (label, summary) in zip(panels, summaries.items(), strict=True):
        # With several seeds, the mean number of words for each number of guesses.
        counts = [count / summary.seeds for count in summary.distribution]
        counts += [0.0] * (longest - summary.worst)
        bars = axes.bar(range(1, longest + 1), counts, width=0.78, color=PALETTE[0])
        texts = [f"{count:,.0f}" if count else "" for count in counts]
        crowded = longest > (16 if len(summaries) == 1 else 9)
        if not crowded:
            axes.bar_label(bars, texts, padding=2, fontsize=7.5)
        ticks: list[float] = list(range(1, longest + 1, 1 if longest <= 10 else 2))
        names = [str(tick) for tick in ticks]
        if any_lost:
            lost = summary.lost / summary.seeds
            bars = axes.bar([longest + 1.5], [lost], width=0.78, color=PALETTE[1])
            axes.bar_label(bars, [f"{lost:,.0f}"], padding=2, fontsize=7.5)
            ticks, names = [*ticks, longest + 1.5], [*names, "lost"]
        if summary.mean is not None:
            axes.text(
                0.99,
                0.97,
                f"average {summary.mean:.3f}",
                transform=axes.transAxes,
                ha="right",
                va="top",
                fontsize=8.5,
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.5},
            )
        axes.set_ylim(0, tallest * 1.18)
        axes.set_xticks(ticks, names)
        axes.grid(axis="x", visible=False)
        axes.set_title(label if len(summaries) > 1 else f"{label}, {length} letters")
        axes.set_xlabel("guesses")
        axes.set_ylabel("words")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    return figure


def comparison(summaries: dict[str, Summary], length: int) -> Figure:
    """Draw each strategy as one bar, split by the number of guesses that words took."""
    figure, (axes,) = new_figure(1, 1, (WIDTH, 1.5 + 0.42 * len(summaries)))
    names, parts = _folded(summaries, MOST_PARTS)
    colours = sequence(len(names))
    for place, (summary, shares) in enumerate(zip(summaries.values(), parts, strict=True)):
        start = 0.0
        for number, share in enumerate(shares):
            axes.barh(
                place,
                share,
                left=start,
                height=0.74,
                color=colours[number],
                edgecolor=PAPER,
                linewidth=0.7,
                label=names[number] if place == 0 else None,
            )
            if share >= 4:
                axes.text(
                    start + share / 2,
                    place,
                    f"{share:.0f}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color=readable_on(colours[number]),
                )
            start += share
        if summary.lost:
            axes.barh(
                place,
                100 - start,
                left=start,
                height=0.74,
                color="none",
                edgecolor=INK,
                hatch="////",
                linewidth=0.6,
            )
        text = "no win" if summary.mean is None else f"{summary.mean:.3f}"
        axes.text(101, place, text, va="center", fontsize=9, fontweight="bold")
    axes.text(101, -0.72, "average", va="center", fontsize=8.5)
    axes.set_yticks(range(len(summaries)), list(summaries))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(summaries) - 0.45, -0.55)
    axes.set_xlim(0, 100)
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("words (%)")
    axes.set_title(f"Guesses needed, {length} letters", pad=16)
    handles, labels = axes.get_legend_handles_labels()
    if any(s.lost for s in summaries.values()):
        from matplotlib.patches import Patch

        handles.append(Patch(facecolor="none", edgecolor=INK, hatch="////", linewidth=0.6))
        labels.append("not found")
    figure.legend(
        handles,
        labels,
        loc="outside lower center",
        ncols=len(labels),
        title="guesses",
        handlelength=1.2,
        columnspacing=1.2,
    )
    return figure


def wins_by_length(groups: dict[str, list[Summary]]) -> Figure:
    """Draw the games won within m guesses, a panel for each strategy, a row for each length."""
    lengths = sorted({s.unit.length for group in groups.values() for s in group})
    counts = min(MOST_COUNTS, max(1, *(s.worst for group in groups.values() for s in group)))
    figure, panels = panels_for(len(groups), min(len(groups), 2), 1.0 + 0.21 * len(lengths))
    for axes, (label, group) in zip(panels, groups.items(), strict=True):
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

    A value is written by the format ``written`` of `str.format`.
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
    names, cells = _folded(summaries, MOST_COUNTS)
    if any(s.lost for s in summaries.values()):
        names.append("lost")
        for row, summary in zip(cells, summaries.values(), strict=True):
            row.append(100 * summary.lost / summary.games)
    labels = [
        label + ("" if s.mean is None else f"  {s.mean:.3f}") for label, s in summaries.items()
    ]
    figure, (axes,) = new_figure(1, 1, (WIDTH, 1.1 + 0.27 * len(labels)))
    _draw(axes, cells, labels, names, "{:.1f}")
    axes.set_title(f"Guesses needed, {length} letters (strategy and its average)")
    axes.set_xlabel("guesses (cells: words, %)")
    return figure


def _folded(summaries: dict[str, Summary], most: int) -> tuple[list[str], list[list[float]]]:
    """Return names for numbers of guesses, and the words (%) of each strategy that took them.

    At most ``most`` numbers are kept apart; larger ones are counted with the last.
    """
    longest = max(1, *(s.worst for s in summaries.values()))
    counts = min(most, longest)
    names = [str(count) for count in range(1, counts + 1)]
    if longest > counts:
        names[-1] += " or more"
    rows = []
    for summary in summaries.values():
        row = [100 * n / summary.games for n in summary.distribution]
        row += [0.0] * (counts - len(row))
        rows.append([*row[: counts - 1], sum(row[counts - 1 :])])
    return names, rows


def _share(summary: Summary, allowed: int = USUAL) -> int:
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
