"""Figures: always the same, with the rows' numbers."""

from __future__ import annotations

import re

import pytest

from gpuwordle.errors import UserError
from gpuwordle.report import plots as report_plots
from gpuwordle.report.plot_style import rendered
from gpuwordle.report.report import Report

FIGURES = {
    *("wins", "lengths", "by-length"),
    *(f"{kind}-{length}" for kind in ("guesses", "strategies") for length in (3, 5, 6)),
}


def test_every_figure_as_png_and_svg(tmp_path, lost):
    pytest.importorskip("matplotlib")
    report = Report.of(lost)
    written = report_plots.save(report, tmp_path / "new" / "plots")
    names = {path.name for path, _ in written}
    assert names == {f"{name}.{kind}" for name in FIGURES for kind in ("png", "svg")}
    assert {p.name for p in (tmp_path / "new" / "plots").iterdir()} == names
    for path, caption in written:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")
        assert re.search(r"\((Lahiri et al\.|Haag|Sreekala et al\.), Figure", caption)
    for name, _, figure in report_plots.figures(report):
        if name in ("wins", "strategies-5"):
            path = tmp_path / "new" / "plots" / f"{name}.svg"
            assert rendered(figure, "svg") == path.read_bytes(), "always the same"


def test_figures_show_the_numbers(folder):
    pytest.importorskip("matplotlib")
    report = Report.of(folder)
    drawn = {name: figure for name, _, figure in report_plots.figures(report)}
    (first, second) = drawn["wins"].axes
    assert [axes.get_title(loc="left") for axes in (first, second)] == ["minimax", "entropy"]
    for axes, group in zip((first, second), report.by_label().values(), strict=True):
        assert axes.get_xlabel() == "guesses allowed, m"
        assert axes.get_ylabel() == "games won (%)"
        for line, summary in zip(axes.lines, group, strict=True):
            expected = [100 * summary.wins(m) / summary.games for m in line.get_xdata()]
            assert list(line.get_ydata()) == expected
    for axes, summaries in zip(drawn["guesses-5"].axes, report.by_label().values(), strict=True):
        heights = [bar.get_height() for bar in axes.patches]
        assert heights[: summaries[1].worst] == list(summaries[1].distribution)
    guesses = drawn["by-length"].axes[1]
    for line, group in zip(guesses.lines, report.by_label().values(), strict=True):
        assert list(line.get_ydata()) == [summary.mean for summary in group]


def test_without_matplotlib_one_line_says_so(folder, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(UserError, match="pip install matplotlib"):
        list(report_plots.figures(Report.of(folder)))
