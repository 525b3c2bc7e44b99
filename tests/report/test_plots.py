"""Figures: always the same, with the rows' numbers."""

import re

import pytest
from helpers.report_runs import made_up, report_of, summary_of

from gpuwordle.report import plot_style as style
from gpuwordle.report import plots
from gpuwordle.report.report import Report

pytest.importorskip("matplotlib")

FIGURES = {
    *("wins", "lengths", "by-length"),
    *(f"{kind}-{length}" for kind in ("guesses", "strategies") for length in (3, 5)),
}


def test_every_figure_as_png_and_svg(tmp_path, lost):
    report, folder = report_of(Report.of(lost).units[:4]), tmp_path / "new" / "plots"
    written = plots.save(report, folder)
    names = {path.name for path, _ in written}
    assert names == {f"{name}.{kind}" for name in FIGURES for kind in ("png", "svg")}
    assert {path.name for path in folder.iterdir()} == names
    for path, caption in written:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")
        assert re.search(r"(Lahiri et al\.|Haag|Sreekala et al\.) draws? the same", caption)
        assert re.match(r"[A-Z].*\.$", caption)
    for name, _, figure in plots.figures(report):
        if name in ("wins", "strategies-5"):
            same = (folder / f"{name}.svg").read_bytes()
            assert style.rendered(figure, "svg") == same, "always the same"


def test_figures_show_the_numbers(folder):
    report = Report.of(folder)
    figures = drawn(report)
    for axes, (label, group) in zip(figures["wins"].axes, report.by_label().items(), strict=True):
        assert axes.get_title(loc="left") == label
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("guesses allowed, m", "games won (%)")
        for line, summary in zip(axes.lines, group, strict=True):
            expected = [100 * summary.wins(m) / summary.games for m in line.get_xdata()]
            assert list(line.get_ydata()) == expected
    for axes, one in zip(figures["guesses-5"].axes, report.of_length(5).values(), strict=True):
        heights = [bar.get_height() for bar in axes.patches]
        assert heights[: one.worst] == list(one.distribution)
    guesses = figures["by-length"].axes[1]
    for line, group in zip(guesses.lines, report.by_label().values(), strict=True):
        assert list(line.get_ydata()) == [summary.mean for summary in group]
    # Labels tell them in words.
    for label, summary in report.of_length(5).items():
        told = f"{label} {summary.mean:.3f}, at most {summary.worst}"
        assert told in figures["strategies-5"].get_label()
    (summary, *_), *_ = report.by_label().values()
    tenths = 1000 * summary.wins(6) // summary.games
    told = f"{summary.unit.length} letters {tenths / 10:.1f} %"
    assert told in figures["wins"].get_label()


def texts(axes):
    return [text.get_text() for text in axes.texts]


def drawn(report):
    return {name: figure for name, _, figure in plots.figures(report)}


def test_more_lengths_than_lines_can_tell_are_a_heat_map():
    report = made_up(2, style.MANY + 1)
    figures = drawn(report)
    assert set(figures) == {"wins", "lengths", "by-length"}
    for axes, (label, group) in zip(figures["wins"].axes, report.by_label().items(), strict=True):
        assert axes.get_title(loc="left") == label
        assert [t.get_text() for t in axes.get_yticklabels()] == [str(s.unit.length) for s in group]
        expected = [str(100 * s.wins(m) // s.games) for s in group for m in range(1, 5)]
        assert texts(axes) == expected
    assert all(axes.lines for axes in figures["by-length"].axes), "two strategies are still lines"


def test_more_strategies_than_lines_can_tell_are_a_heat_map():
    report = made_up(style.MANY + 1, 2)
    figures = drawn(report)
    assert set(figures) == {"wins", "lengths", "by-length", "guesses-3", "guesses-4"}
    (axes,) = figures["by-length"].axes
    groups = report.by_label()
    assert [t.get_text() for t in axes.get_yticklabels()] == list(groups)
    assert texts(axes) == [f"{s.mean:.2f}" for group in groups.values() for s in group]
    (axes,) = figures["wins"].axes
    assert texts(axes) == ["100"] * len(report.summaries)
    (axes,) = figures["guesses-4"].axes
    of_four = report.of_length(4).values()
    shares = [f"{100 * count / s.games:.1f}" for s in of_four for count in s.distribution]
    assert texts(axes) == shares
    assert len(list(plots.figures(made_up(style.MANY, 1)))) == 2, "as many are panels and bars"


def test_one_game_lost_of_many_is_not_all_won():
    for strategies, lengths in ((1, style.MANY + 1), (style.MANY + 1, 2)):
        units = [
            summary_of([0, 9999], 1, strategy=f"s{n}", length=3 + at)
            for n in range(strategies)
            for at in range(lengths)
        ]
        name, _, figure = next(plots.figures(report_of(units)))
        assert name == "wins"
        assert {"99"} <= set(texts(figure.axes[0])) <= {"0", "99"}
        assert "letters 99.9 %" in figure.get_label()
        assert "100" not in figure.get_label()


def test_a_unit_that_was_not_played_is_an_empty_cell():
    figures = plots.figures(report_of(made_up(style.MANY + 1, 2).units[:-1]))
    figure = next(figure for name, _, figure in figures if name == "by-length")
    assert len(texts(figure.axes[0])) == 2 * style.MANY + 1


def contrast(one, other):
    """1 to 21, as the rules of accessible pages define it."""
    dark, light = sorted((style.luminance(one), style.luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_type_and_lines_are_seen_by_day_and_by_night():
    for colour in (style.INK, *style.PALETTE):
        least = 7 if colour == style.INK else 3
        assert contrast(colour, style.PAPER) >= least
        assert contrast(style.DARK[colour], style.DARK[style.PAPER]) >= least
    for count in range(1, 65):
        for colour in style.sequence(count):
            inks = {contrast(ink, colour): ink for ink in (style.ON_DARK, style.ON_LIGHT)}
            assert style.readable_on(colour) == inks[max(inks)]
            assert max(inks) >= 4.5
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
