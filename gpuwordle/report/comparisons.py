"""The runs of a report beside the papers that made the same experiment.

An experiment is recognised by its words (their digest), strategy, pool and filter, never by
a name alone. What is printed, and how it is compared, `gpuwordle.papers` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean

from gpuwordle.papers.comparison import (
    Comparison,
    compare,
    compare_chance,
    deviation_of_runs,
    worst_mark,
)
from gpuwordle.papers.printed import PAPERS, SHOWN_DIGITS, Paper, read_paper
from gpuwordle.report.report import Report
from gpuwordle.report.summary import Summary
from gpuwordle.report.tables import SHOWN_WORDS, TextTable

DRAWN = ("random", "sampled-minimax", "sampled-expected")
"""Strategies of Van Fleet et al. that draw by chance."""


def comparisons(report: Report) -> list[Comparison]:
    """Return every value of the papers that a report has the games for, paper by paper."""
    papers = [read_paper(name).authors for name in PAPERS]
    found = [row for group in report.seeds for row in compare_runs(group)]
    return sorted(found, key=lambda row: (papers.index(row.paper), *in_order(row)))


def in_order(row: Comparison) -> tuple[bool, str]:
    """Sort the values of one paper: figures and tables, then sections."""
    return row.place.startswith("Section"), row.place


def comparison_table(rows: Iterable[Comparison]) -> TextTable:
    """Lay comparisons out as a table."""
    return [
        {
            "paper": row.paper,
            "place": row.place,
            "value": row.what,
            "printed": row.printed,
            "found": row.found,
            "mark": row.mark,
            "note": row.note,
        }
        for row in rows
    ]


def compare_runs(runs: Sequence[Summary]) -> list[Comparison]:
    """Set a run's unit beside what the papers print of the same experiment.

    Parameters
    ----------
    runs
        The unit, or, of a strategy that draws by chance, units that differ in their seed alone.

    Returns
    -------
    list of Comparison
        Empty where the unit is no paper's experiment.
    """
    first = runs[0]
    unit = first.unit
    if unit.opener is not None or unit.hard or unit.options or any(r.mean is None for r in runs):
        return []
    if _made_with(first, read_paper("van_fleet"), "methods"):
        return _methods(runs)
    if unit.allowed is not None:
        return []
    if _made_with(first, read_paper("lahiri"), "greedy"):
        return _greedy(first)
    if _made_with(first, read_paper("haag"), "frequency"):
        return _frequency(first)
    if _made_with(first, read_paper("sreekala"), "heuristics") and unit.strategy == "heuristic":
        printed = read_paper("sreekala").printed["average_of_heuristics"].only()
        mean = first.total / first.solved
        return [compare(printed, mean, f"{mean:.4f}")]
    return []


def _made_with(summary: Summary, paper: Paper, words: str) -> bool:
    return paper.lists[words].get(summary.unit.length) == summary.unit.digest[:SHOWN_DIGITS]


def _greedy(summary: Summary) -> list[Comparison]:
    unit, length = summary.unit, summary.unit.length
    if unit.strategy != "minimax" or unit.pool != "candidates":
        return []
    paper = read_paper("lahiri")
    printed = paper.printed
    known = "" if unit.filter == "letters" else paper.errata["algorithm_1"]
    words = () if summary.failed else summary.worst_words
    shown = " ".join(words[:SHOWN_WORDS]) + (" ..." if len(words) > SHOWN_WORDS else "")
    mean = summary.total / summary.solved
    percent = {m: 100 * summary.wins(m) / summary.games for m in (6, 13, 22)}
    rows = [
        compare(printed["words"].at(length), summary.games, erratum=known),
        compare(printed["openers"].at(length), summary.opener, erratum=known),
        compare(printed["averages"].at(length), mean, f"{mean:.6f}", erratum=known),
        compare(
            printed["worst"].at(length),
            (summary.worst, *sorted(words)),
            f"{summary.worst} {shown}",
            erratum=known,
        ),
    ]
    for within in (13, 22):
        value = printed[f"won_within_{within}"].only(length)
        rows.append(compare(value, percent[within], f"{percent[within]:.2f}", erratum=known))
    if length in printed["won_within_6"].values:
        value = printed["won_within_6"].at(length)
        rows.append(compare(value, percent[6], f"{percent[6]:.4f}", erratum=known))
    if length in printed["always_won_within_13"].values:
        value = printed["always_won_within_13"].at(length)
        known = paper.errata["always_won_within_13"]
        rows.append(compare(value, percent[13], f"{percent[13]:.4f}", erratum=known))
    times = printed["times"].at(length)
    with_opener = printed["times_with_opener"].at(length).text
    time = Comparison.of(times, f"{summary.seconds:.3f} s", "time")
    return [*rows, replace(time, printed=f"{times.text} ({with_opener} with opener)")]


def _frequency(summary: Summary) -> list[Comparison]:
    unit, rows = summary.unit, []
    paper = read_paper("haag")
    if unit.strategy == "letter-frequency":
        corrected = paper.given["corrected_openers"].get(unit.length) == summary.opener
        known = paper.errata["openers"] if corrected else ""
        printed = paper.printed["openers"].at(unit.length)
        rows.append(compare(printed, summary.opener, erratum=known))
    long_enough = unit.length >= paper.given["left"]["shortest"]
    if unit.strategy in ("letter-frequency", "random") and long_enough:
        left = 100 * summary.left_share
        printed = paper.printed["left"].only(unit.strategy, unit.length)
        rows.append(compare(printed, left, f"{left:.3f}", mark="band"))
    return rows


def _methods(runs: Sequence[Summary]) -> list[Comparison]:
    unit, games = runs[0].unit, runs[0].games
    paper = read_paper("van_fleet")
    strategy = unit.strategy
    if strategy not in paper.printed["won"].values or unit.filter != "counts" or unit.allowed != 6:
        return []
    won, average = paper.printed["won"].at(strategy), paper.printed["averages"].at(strategy)
    means = [run.total / run.solved for run in runs]
    found_won, found_mean = fmean(run.solved for run in runs), fmean(means)
    shown_won = f"{found_won:.1f}".removesuffix(".0")
    shown_lost = f"{games - found_won:.1f}".removesuffix(".0")
    if strategy in DRAWN:
        # Of one run the spread is known too: losses are binomial, and lengths have a variance.
        one_game = fmean(_variance(run) / run.solved for run in runs) ** 0.5
        one_run = sqrt((games - won.count) * won.count / games)
        of_won = deviation_of_runs([run.solved for run in runs], one_run)
        of_mean = deviation_of_runs(means, one_game)
        about = f"{len(runs)} runs" if len(runs) > 1 else "one run"
        values = [
            compare_chance(won, found_won, of_won, shown_won, about),
            compare_chance(average, found_mean, of_mean, f"{found_mean:.4f}", about),
        ]
        opening = []
    else:
        known = paper.errata["rank_one"] if strategy == "rank-one" else ""
        values = [
            compare(won, found_won, shown_won, erratum=known),
            compare(average, found_mean, f"{found_mean:.4f}", erratum=known),
        ]
        opening = [compare(paper.printed["openers"].at(strategy), runs[0].opener)]
    # The reward is printed as a formula of the two.
    reward = Comparison(
        paper.authors,
        won.place,
        f"guess-biased reward, {strategy}",
        f"-({average.text} + {games - won.count}/{games} alpha)",
        f"-({found_mean:.4f} + {shown_lost}/{games} alpha)",
        worst_mark(values),
        "as printed: the mean of the games won, and lost games pay alpha alone",
    )
    return [*opening, *values, reward]


def _variance(summary: Summary) -> float:
    """Variance of the number of guesses of the games won."""
    squares = sum(count * count * n for count, n in enumerate(summary.distribution, 1))
    return squares / summary.solved - (summary.total / summary.solved) ** 2
