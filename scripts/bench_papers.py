"""Reproduce the papers' figures: running times, exponents, word lengths and shares, next to ours.

    python scripts/bench_papers.py
    python scripts/bench_papers.py --figure sreekala-4 --figure haag-3

Prints what each paper says in its figure next to what is measured here, and draws the figure into
bench_results/figures as paper-NAME.png and .svg. The numbers go to bench_results/papers-figures.md
and .json when all figures are made. Needs the lists wordle, wordle-nyt and words-alpha. Times are
processor seconds of one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import bench_record
from bench_record import Row
from figure import Figure, Finding
from paper_figures import FIGURES, measured

from gpuwordle.papers.comparison import agrees, compare_time, is_claim
from gpuwordle.report.plot_style import line_style, panels_for, rendered, style


def mark_of(finding: Finding) -> str:
    """Mark a count `exact`, a claim `holds` or `missed`, a time `faster` or `missed`."""
    ours, printed = finding.ours, finding.printed.value
    if isinstance(printed, int):
        return "exact" if ours == printed else "differs"
    ends = ours if isinstance(ours, tuple) else (ours,)
    if finding.printed.place == "Figure 4a":  # a range of times: ours has to be below its end
        return "faster" if max(ends) < float(str(printed).rpartition(" ")[2]) else "missed"
    if is_claim(printed):
        return "holds" if all(agrees(printed, end) for end in ends) else "missed"
    if finding.printed.text.split()[-1] in ("s", "estimated"):
        return compare_time(finding.printed, max(ends), "", convention="").mark
    return "shown"  # a slope or a word, which the figure shows


def rows_of(name: str, figure: Figure) -> list[Row]:
    """One row for each value of the paper."""
    rows: list[Row] = []
    for finding in figure.findings:
        printed = finding.printed
        rows.append(
            {
                "figure": name,
                "paper": printed.paper,
                "place": printed.place,
                "value": printed.what,
                "printed": printed.text,
                "ours": finding.ours,
                "shown": finding.shown,
                "mark": mark_of(finding),
                "note": finding.note,
            }
        )
    return rows


def table_of(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    kept = ("paper", "place", "value", "printed")
    return bench_record.markdown_table(
        [
            {
                **{key: row[key] for key in kept},
                "here": row["shown"],
                "mark": row["mark"],
                "note": row["note"],
            }
            for row in rows
        ]
    )


def draw(name: str, figure: Figure, folder: Path) -> None:
    """Draw the panels of a figure."""
    folder.mkdir(parents=True, exist_ok=True)
    with style():
        drawn, every = panels_for(len(figure.panels))
        for axes, panel in zip(every, figure.panels, strict=True):
            many = len(max(panel.lines.values(), key=len)) > 40
            for number, (label, points) in enumerate(panel.lines.items()):
                look = line_style(number)
                if many:
                    look["marker"] = ""
                axes.plot(*zip(*points, strict=True), label=label, **look)
            axes.set_title(panel.title)
            axes.set_xlabel(panel.across)
            axes.set_ylabel(panel.up)
            for letter, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
                if letter in panel.log:
                    axes.set(**{f"{letter}scale": "log"})
                    # The style writes no formulas, which are what powers of ten are by default.
                    axis.set_major_formatter("{x:g}")
                    low, high = axis.get_data_interval()
                    axis.set_minor_formatter("{x:g}" if high < 3 * low else "")
            if len(panel.lines) > 1:
                axes.legend()
        said = (f"{f.printed.what}: {f.printed.text}, here {f.shown}" for f in figure.findings)
        drawn.set_label("; ".join(said))
    for kind in ("png", "svg"):
        (folder / f"paper-{name}.{kind}").write_bytes(rendered(drawn, kind))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--figure", action="append", choices=FIGURES, help="one; all by default")
    parser.add_argument("-o", "--output", type=Path, default=bench_record.ROOT / "bench_results")
    given = parser.parse_args()
    rows: list[Row] = []
    for name, figure in measured(given.figure or FIGURES):
        draw(name, figure, given.output / "figures")
        found = rows_of(name, figure)
        print(f"{name}\n\n{table_of(found)}", flush=True)
        rows += found
    if given.figure is None:
        bench_record.write(given.output, "papers-figures", rows, table_of(rows))


if __name__ == "__main__":
    main()
