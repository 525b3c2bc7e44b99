"""Tables of text, and as Markdown."""

import json
from dataclasses import replace

from helpers.report_runs import made_up, paper_summary, report_of, summary_of

from gpuwordle.report.markdown import markdown_table
from gpuwordle.report.report import Report
from gpuwordle.report.text_tables import HELP, numeric_columns, text_tables, turned


def test_tables_hold_the_numbers(folder):
    report = Report.of(folder, allowed=4, alpha=9)
    tables = text_tables(report)
    assert "Rewards within 4 guesses (alpha = 9)" in tables
    for row, summary in zip(
        tables[f"Guesses needed: {report.title()}"], report.ranked(), strict=True
    ):
        assert list(row)[2:4] == ["average", "won within 4"]
        assert row["won within 4"] == f"{100 * summary.wins(4) / summary.games:.2f} %"
        assert row["length"] == str(summary.unit.length)
        assert row["average"] == f"{summary.mean:.4f}"
    averages = tables["Average number of guesses, by word length"]
    assert [row["length"] for row in averages] == ["3", "5", "6"]
    assert averages[1]["entropy"] == f"{report.by_label()['entropy'][1].mean:.4f}"
    wins = tables["Games won within m guesses, percent: minimax"]
    assert wins[-1]["3 letters"] == "100.00"
    rows = report.rows()
    assert [row["wins_within_4"] for row in rows] == [s.wins(4) for s in report.summaries]
    json.dumps(rows)


def test_one_length_makes_no_table_by_length():
    tables = text_tables(made_up(2, 1))
    assert not any("length" in row for rows in tables.values() for row in rows)
    assert not any("by word length" in title for title in tables)
    assert set(tables["Games won within m guesses, percent"][0]) == {"m", "s0", "s1"}


def test_wide_tables_of_numbers_are_turned():
    units = [summary_of([1] * 14, strategy=name) for name in ("minimax", "entropy")]
    tables = text_tables(report_of(units))
    for title in ("Games by number of guesses", "Games won within m guesses, percent"):
        _, *names = tables[title][0]
        assert set(names) == {"minimax", "entropy"}
        assert len(tables[title]) >= 14
    rows = [{"m": "1", "a": "2"}, {"m": "3", "a": "4"}]
    assert turned(rows) == [{"m": "a", "1": "2", "3": "4"}]
    assert turned([]) == []


def test_a_table_by_length_has_as_many_columns_as_it_must():
    title = "Average number of guesses, by word length"
    two, three = (text_tables(made_up(strategies, 2))[title] for strategies in (2, 3))
    assert list(two[0]) == ["length", "s1", "s0"], "the best first"
    assert [row["length"] for row in two] == ["3", "4"]
    assert list(three[0]) == ["strategy", "3", "4"]
    assert three[2] == {"strategy": "s0", "3": "3.1667", "4": "3.2857"}


def test_games_are_words_with_their_scores():
    (row,) = text_tables(report_of([summary_of([0, 1])]))["Worst words"]
    assert row["a game"] == "zebra=ZEBRA"


def test_what_is_explained_is_a_column(lost, folder):
    drawn = (
        replace(summary_of([0, 2], strategy=name, sample=2), found={(0, "cat"): 2, (0, "dog"): 2})
        for name in ("one", "two")
    )
    made = report_of([summary_of([1])] * 2), report_of(drawn)
    given = [Report.of(lost), Report.of(folder), *made]
    seen = {name for r in given for rows in text_tables(r).values() for name in rows[0]}
    assert set(HELP) - seen <= {"mark", "sd", "sd of average", "weight"}, "of other tables"


def test_markdown_tables():
    rows = [{"word": "a|b", "n": "1,234.5"}, {"word": "c", "n": ""}]
    assert markdown_table(rows) == ("| word | n |\n| --- | ---: |\n| a\\|b | 1,234.5 |\n| c |  |\n")
    assert markdown_table([]) == ""


def test_columns_of_numbers_alone_are_numeric():
    rows = [
        {"n": "1,234.5", "percent": "3 %", "mixed": "4", "empty": "", "some": ""},
        {"n": "-2", "percent": "0.5 %", "mixed": "four", "empty": "", "some": "7"},
    ]
    numeric = {name for name, numbers in numeric_columns(rows).items() if numbers}
    assert numeric == {"n", "percent", "some"}


def test_rewards_name_the_exact_solution_where_it_is_known():
    exact = {"digest": paper_summary().unit.digest}

    def rows(allowed=6, **unit):
        summaries = (
            summary_of([1, 2, 2312], strategy=strategy, **{**exact, **unit})
            for strategy in ("minimax", "entropy")
        )
        tables = text_tables(report_of(summaries, allowed=allowed))
        return tables[f"Rewards within {allowed} guesses (alpha = 7)"]

    first, *others = rows()
    assert list(first.values()) == ["exact solution", "2,315", "1.0000", "-3.4212", "-3.4212"]
    assert [row["strategy"] for row in others] == ["minimax", "entropy"]
    assert len(rows(allowed=5)) == len(rows(hard=True)) == len(rows(digest="1" * 64)) == 2
