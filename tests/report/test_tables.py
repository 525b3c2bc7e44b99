"""Tables of text, and as Markdown."""

from __future__ import annotations

import json

from helpers.report_runs import play, vocabularies

from gpuwordle.report.markdown import markdown_table
from gpuwordle.report.report import Report
from gpuwordle.report.tables import numeric_columns, shortened, text_tables


def test_tables_hold_the_numbers(folder):
    report = Report.of(folder)
    tables = text_tables(report, allowed=4, alpha=9)
    assert "Rewards within 4 guesses (alpha = 9)" in tables
    for row, summary in zip(tables["Guesses needed"], report.summaries, strict=True):
        assert row["length"] == str(summary.unit.length)
        assert row["average"] == f"{summary.mean:.4f}"
    averages = tables["Average number of guesses, by word length"]
    assert [row["length"] for row in averages] == ["3", "5", "6"]
    assert averages[1]["entropy"] == f"{report.by_label()['entropy'][1].mean:.4f}"
    wins = tables["Games won within m guesses, percent: minimax"]
    assert wins[-1]["3 letters"] == "100.00"
    rows = report.rows(allowed=4, alpha=9)
    assert [row["wins_within_4"] for row in rows] == [s.wins(4) for s in report.summaries]
    json.dumps(rows)


def test_one_length_makes_no_table_by_length(tmp_path):
    tables = text_tables(Report.of(play(tmp_path / "run", words=vocabularies((4,)))))
    assert not any("by word length" in title for title in tables)
    assert set(tables["Games won within m guesses, percent"][0]) == {"m", "minimax", "entropy"}


def test_markdown_tables():
    rows = [{"word": "a|b", "n": "1,234.5"}, {"word": "c", "n": ""}]
    assert markdown_table(rows) == ("| word | n |\n| --- | ---: |\n| a\\|b | 1,234.5 |\n| c |  |\n")
    assert markdown_table([]) == ""
    assert shortened(["a", "b", "c"], 2) == "a b and 1 more"
    assert shortened(["a", "b"], 2) == "a b"


def test_columns_of_numbers_alone_are_numeric():
    rows = [
        {"n": "1,234.5", "percent": "3 %", "mixed": "4", "empty": "", "some": ""},
        {"n": "-2", "percent": "0.5 %", "mixed": "four", "empty": "", "some": "7"},
    ]
    numeric = {name for name, numbers in numeric_columns(rows).items() if numbers}
    assert numeric == {"n", "percent", "some"}
