"""Lines and bars, in panels: the figures of a few strategies and word lengths."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gpuwordle.report.plot_style import (
    INK,
    PALETTE,
    PAPER,
    WIDTH,
    line_style,
    new_figure,
    panels_for,
    readable_on,
    sequence,
)
from gpuwordle.report.report import Report
from gpuwordle.report.summary import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def wins(groups: dict[str, list[Summary]]) -> Figure:
    """Draw the percentage of games won within m guesses, a line for each word length."""
    from matplotlib.ticker import MaxNLocator

    figure, panels = panels_for(len(groups))
    lengths = sorted({s.unit.length for group in groups.values() for s in group})
    longest = max(1, *(s.worst for group in groups.values() for s in group))
    for axes, (label, group) in zip(panels, groups.items(), strict=True):
        for summary in group:
            percent = [100 * summary.wins(m) / summary.games for m in range(1, longest + 1)]
            axes.plot(
                range(1, longest + 1),
                percent,
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
        ("Time", "microseconds a game", True, lambda s: 1e6 * s.seconds / s.games),
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
        # Numbers are written out, never as what is to be added to another.
        axes.ticklabel_format(axis="y", useOffset=False)
        axes.set_xticks(lengths if len(lengths) <= 10 else lengths[::3])
        if logarithmic:
            axes.set_yscale("log")
            low, high = axes.get_ylim()
            # Few powers of ten in sight: label the steps between them, too.
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
    """Draw how many words took how many guesses, a panel for each strategy."""
    figure, panels = panels_for(len(summaries))
    longest = max(1, *(s.worst for s in summaries.values()))
    tallest = max(max((*s.distribution, s.failed)) / s.seeds for s in summaries.values())
    any_failed = any(s.failed for s in summaries.values())
    for axes, (label, summary) in zip(panels, summaries.items(), strict=True):
        # Of several seeds, the words that took so many guesses on average.
        counts = [count / summary.seeds for count in summary.distribution]
        counts += [0.0] * (longest - summary.worst)
        bars = axes.bar(range(1, longest + 1), counts, width=0.78, color=PALETTE[0])
        texts = [f"{count:,.0f}" if count else "" for count in counts]
        crowded = longest > (16 if len(summaries) == 1 else 9)
        if not crowded:
            axes.bar_label(bars, texts, padding=2, fontsize=7.5)
        ticks: list[float] = list(range(1, longest + 1, 1 if longest <= 10 else 2))
        names = [str(tick) for tick in ticks]
        if any_failed:
            lost = summary.failed / summary.seeds
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
    """Draw each strategy as one bar, divided by the number of guesses that words took."""
    ranked = sorted(summaries.items(), key=lambda item: item[1].rank)
    figure, (axes,) = new_figure(1, 1, (WIDTH, 1.5 + 0.42 * len(ranked)))
    longest = max(1, *(s.worst for s in summaries.values()))
    shown = min(longest, 8)
    colours = sequence(shown)
    names = [str(count) for count in range(1, shown + 1)]
    if longest > shown:
        names[-1] = f"{shown} or more"
    for place, (_, summary) in enumerate(ranked):
        start = 0.0
        shares = [100 * n / summary.games for n in summary.distribution]
        shares += [0.0] * (longest - len(shares))
        shares[shown - 1 :] = [sum(shares[shown - 1 :])]
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
        if summary.failed:
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
    axes.set_yticks(range(len(ranked)), [label for label, _ in ranked])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(ranked) - 0.45, -0.55)
    axes.set_xlim(0, 100)
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("words (%)")
    axes.set_title(f"Guesses needed, {length} letters", pad=16)
    handles, labels = axes.get_legend_handles_labels()
    if any(s.failed for s in summaries.values()):
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
