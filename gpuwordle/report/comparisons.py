"""The runs of a report beside the papers that made the same experiment.

An experiment is recognised by its words (their digest), strategy, pool and filter, never by
a name alone. What is printed, and how it is compared, `gpuwordle.papers` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean
from typing import Any

from gpuwordle.papers.comparison import (
    Comparison,
    compare,
    compare_chance,
    compare_each,
    compare_new,
    deviation_of_runs,
    worst_mark,
)
from gpuwordle.papers.exact import exact_mean
from gpuwordle.papers.printed import PAPERS, SHOWN_DIGITS, Paper, read_paper
from gpuwordle.report.report import Report
from gpuwordle.report.summary import Summary
from gpuwordle.report.tables import SHOWN_WORDS, TextTable
from gpuwordle.tree.decision_process import SMALLEST_ALPHA

DRAWN = ("random", "sampled-minimax", "sampled-expected")
"""Strategies of Van Fleet et al. that draw by chance."""

AFTER = {"random": "at random", "letter-frequency": "by frequency"}
"""How a row of Haag's says the two strategies."""


def comparisons(report: Report) -> list[Comparison]:
    """Return every value of the papers that a report has the games for, paper by paper."""
    papers = [read_paper(name).authors for name in PAPERS]
    found = [row for group in report.seeds for row in compare_runs(group)]
    found += compare_lengths(report.summaries)
    found += _exact_solution(report.summaries)
    return sorted(found, key=lambda row: (papers.index(row.paper), *in_order(row)))


def in_order(row: Comparison) -> tuple[bool, str]:
    """Sort the values of one paper: figures and tables, then sections."""
    return row.place.startswith("Section"), row.place


def comparison_table(rows: Iterable[Comparison], *, with_conventions: bool = False) -> TextTable:
    """Lay comparisons out as a table.

    Parameters
    ----------
    rows
        The comparisons.
    with_conventions
        Say of each how it was made: words, trimming, ties. Who reads a report has its runs.
    """
    return [
        {
            "paper": row.paper,
            "place": row.place,
            "value": row.what,
            "printed": row.printed,
            "found": row.found,
            "mark": row.mark,
            **({"convention": row.convention} if with_conventions else {}),
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
    if unit.opener is not None or unit.hard or any(run.mean is None for run in runs):
        return []
    if unit.strategy == "clique":
        return _cliques(first)
    if unit.options:
        return []
    if _made_with(first, read_paper("van_fleet"), "methods"):
        return _methods(runs)
    if unit.allowed is not None:
        return []
    if _made_with(first, read_paper("lahiri"), "greedy"):
        return _greedy(first)
    if unit.filter != "pattern":
        return []
    if _made_with(first, read_paper("haag"), "frequency"):
        return _frequency(first)
    if _made_with(first, read_paper("sreekala"), "heuristics") and unit.strategy == "heuristic":
        paper = read_paper("sreekala")
        printed = paper.printed["average_of_heuristics"].only()
        mean = first.total / first.solved
        how = paper.conventions["heuristic"]
        return [compare(printed, mean, f"{mean:.4f}", convention=how)]
    return []


def compare_lengths(summaries: Iterable[Summary]) -> list[Comparison]:
    """Set units of several lengths and strategies beside what Haag claims of all of them.

    A claim is compared as far as its units are there.
    """
    paper = read_paper("haag")
    strategies = ("letter-frequency", "random")
    units = {
        (s.unit.strategy, s.unit.length): s
        for s in summaries
        if s.unit.strategy in strategies
        and _made_with(s, paper, "frequency")
        and (s.unit.opener, s.unit.allowed, s.unit.options) == (None, None, ())
        and s.unit.filter == "pattern"
        and not s.unit.hard
        and s.mean is not None
    }
    means = {key: s.total / s.solved for key, s in units.items()}
    gaps = {
        length: means["random", length] - means["letter-frequency", length]
        for strategy, length in means
        if strategy == "random" and ("letter-frequency", length) in means
    }

    def named(values: Mapping[tuple[str, int], float]) -> dict[tuple[int, str], float]:
        return {
            (length, f"{length} letters, {AFTER[strategy]}"): value
            for (strategy, length), value in values.items()
        }

    claims: dict[str, tuple[int, dict[tuple[int, str], float]]] = {
        "gaps_of_short": (2, {(n, f"{n} letters"): gap for n, gap in gaps.items()}),
        "gaps_of_long": (2, {(n, f"{n} letters"): gap for n, gap in gaps.items()}),
        "tries_of_longest": (2, named(means)),
        "left": (3, named({key: 100 * s.left_share for key, s in units.items()})),
    }
    rows = []
    for claim, (places, values) in claims.items():
        shortest, longest = paper.given["lengths"][claim]
        found = {name: v for (n, name), v in values.items() if shortest <= n <= longest}
        if found:
            printed = paper.printed[claim].only()
            rows.append(compare_each(printed, found, places, convention=paper.conventions["both"]))
    return rows


def _made_with(summary: Summary, paper: Paper, words: str) -> bool:
    return paper.lists[words].get(summary.unit.length) == summary.unit.digest[:SHOWN_DIGITS]


def _greedy(summary: Summary) -> list[Comparison]:
    unit, length = summary.unit, summary.unit.length
    if unit.strategy != "minimax" or unit.pool != "candidates":
        return []
    if unit.filter not in ("letters", "pattern"):
        return []
    paper = read_paper("lahiri")
    printed, pinned, errata = paper.printed, paper.pinned, paper.errata
    how = paper.conventions[unit.filter]
    # By Algorithm 1 as printed, tables are others, and each is known.
    by_algorithm_1 = unit.filter == "pattern"
    known = errata["algorithm_1"] if by_algorithm_1 else ""
    words = () if summary.failed else summary.worst_words
    shown = " ".join(words[:SHOWN_WORDS]) + (" ..." if len(words) > SHOWN_WORDS else "")
    mean = summary.total / summary.solved
    percent = {m: 100 * summary.wins(m) / summary.games for m in (6, 13, 22)}

    def percent_of(name: str) -> float | None:
        won = pinned[name].get(length)
        return None if won is None else 100 * won / summary.games

    total = pinned["algorithm_1_totals"][length] if by_algorithm_1 else None
    tables: Mapping[Any, Any] = printed["worst"].values
    worst = pinned["algorithm_1_worst"] if by_algorithm_1 else tables
    rows = [
        compare(printed["words"].at(length), summary.games, convention=how),
        compare(printed["openers"].at(length), summary.opener, convention=how),
        compare(
            printed["averages"].at(length),
            mean,
            f"{mean:.6f}",
            convention=how,
            erratum=known,
            pinned=None if total is None else total / summary.games,
        ),
        compare(
            printed["worst"].at(length),
            (summary.worst, *sorted(words)),
            f"{summary.worst} {shown}",
            convention=how,
            erratum=known,
            pinned=worst[length] if by_algorithm_1 else None,
        ),
        compare(
            printed["most_guesses"].at(length),
            summary.worst,
            convention=how,
            erratum=errata["most_guesses"],
            pinned=worst[length][0],
        ),
    ]
    for within in (13, 22):
        value = printed[f"won_within_{within}"].only(length)
        rows.append(compare(value, percent[within], f"{percent[within]:.2f}", convention=how))
    if length in printed["won_within_6"].values:
        rows.append(
            compare(
                printed["won_within_6"].at(length),
                percent[6],
                f"{percent[6]:.4f}",
                convention=how,
                erratum=known,
                pinned=percent_of("algorithm_1_won_within_6") if by_algorithm_1 else None,
            )
        )
    if length in printed["always_won_within_13"].values:
        rows.append(
            compare(
                printed["always_won_within_13"].at(length),
                percent[13],
                f"{percent[13]:.4f}",
                convention=how,
                erratum=errata["always_won_within_13"],
                pinned=None if by_algorithm_1 else percent_of("won_within_13"),
            )
        )
    times = printed["times"].at(length)
    with_opener = printed["times_with_opener"].at(length).text
    time = Comparison.of(times, f"{summary.seconds:.3f} s", "time", how)
    return [*rows, replace(time, printed=f"{times.text} ({with_opener} with opener)")]


def _cliques(summary: Summary) -> list[Comparison]:
    unit, length = summary.unit, summary.unit.length
    paper = read_paper("lahiri")
    options = dict(unit.options)
    reading = options.pop("reading", "words")
    if unit.allowed is not None or unit.filter != "letters" or options or summary.failed:
        return []
    if not _made_with(summary, paper, "greedy"):
        return []
    average = paper.printed["averages"].at(length)
    return [
        compare_new(
            replace(average, what=f"{average.what}, by cliques, reading {reading}"),
            summary.total,
            f"{summary.total / summary.solved:.6f}",
            pinned=paper.pinned[f"clique_{reading}_totals"][length],
            convention=paper.conventions[f"clique_{reading}"],
            note=paper.errata["cliques"],
        )
    ]


def _frequency(summary: Summary) -> list[Comparison]:
    unit = summary.unit
    if unit.strategy != "letter-frequency":
        return []
    paper = read_paper("haag")
    return [
        compare(
            paper.printed["openers"].at(unit.length),
            summary.opener,
            convention=paper.conventions["frequency"],
            erratum=paper.errata["openers"],
            pinned=paper.given["corrected_openers"].get(unit.length),
        )
    ]


def _methods(runs: Sequence[Summary]) -> list[Comparison]:
    unit, games = runs[0].unit, runs[0].games
    paper = read_paper("van_fleet")
    printed, strategy = paper.printed, unit.strategy
    if strategy not in printed["won"].values or unit.filter != "counts" or unit.allowed != 6:
        return []
    how = paper.conventions[strategy]
    won, average = printed["won"].at(strategy), printed["averages"].at(strategy)
    success, bound = printed["success"].at(strategy), printed["bounds"].at(strategy)
    means = [run.total / run.solved for run in runs]
    found_won, found_mean = fmean(run.solved for run in runs), fmean(means)
    biased = fmean(run.guess_biased(6, SMALLEST_ALPHA) for run in runs)
    shown_won = f"{found_won:.1f}".removesuffix(".0")
    shown_mean = f"{found_mean:.4f}"
    shown_lost = f"{games - found_won:.1f}".removesuffix(".0")
    known: dict[str, float] = {}
    if strategy in DRAWN:
        # Of one run the spread is known too: losses are binomial, and lengths have a variance.
        one_game = fmean(_variance(run) / run.solved for run in runs) ** 0.5
        one_run = sqrt((games - won.count) * won.count / games)
        of_won = deviation_of_runs([run.solved for run in runs], one_run)
        of_mean = deviation_of_runs(means, one_game)
        about = f"{len(runs)} runs" if len(runs) > 1 else "one run"
        share = found_won / games
        values = [
            compare_chance(won, found_won, of_won, shown_won, about, convention=how),
            compare_chance(
                average, found_mean, of_mean, f"{found_mean:.4f}", about, convention=how
            ),
        ]
        rates = [
            compare_chance(success, share, of_won / games, f"{share:.4f}", about, convention=how)
        ]
        erratum = ""
    else:
        erratum = paper.errata["rank_one"] if strategy == "rank-one" else ""
        if erratum:
            lost, *ending = paper.pinned["distributions"][strategy]
            solved = sum(ending)
            guesses = sum(count * number for count, number in enumerate(ending, 1))
            known = {
                "won": solved,
                "mean": guesses / solved,
                "share": solved / games,
                "biased": -(guesses + (6 + SMALLEST_ALPHA) * lost) / games,
            }
        found = {"won": found_won, "mean": found_mean, "share": found_won / games}

        def deterministic(value: str, row: str) -> Comparison:
            shown = shown_won if value == "won" else f"{found[value]:.4f}"
            return compare(
                printed[row].at(strategy),
                found[value],
                shown,
                convention=how,
                erratum=erratum,
                pinned=known.get(value),
            )

        values = [deterministic("won", "won"), deterministic("mean", "averages")]
        opener = compare(printed["openers"].at(strategy), runs[0].opener, convention=how)
        rates = [opener, deterministic("share", "success")]
    # The reward is printed as a formula of the two.
    reward = Comparison(
        paper.authors,
        won.place,
        f"guess-biased reward, {strategy}",
        f"-({average.text} + {games - won.count}/{games} alpha)",
        f"-({shown_mean} + {shown_lost}/{games} alpha)",
        worst_mark(values),
        how,
        "as printed: the mean of the games won, and lost games pay alpha alone",
    )
    limit = compare(
        bound,
        biased,
        f"{biased:.4f}",
        convention=how,
        erratum=erratum,
        pinned=known.get("biased"),
    )
    return [*rates, limit, *values, reward, *_times_of_methods(runs)]


def _times_of_methods(runs: Sequence[Summary]) -> list[Comparison]:
    paper, strategy = read_paper("van_fleet"), runs[0].unit.strategy
    seconds = sum(run.seconds for run in runs) / sum(run.games for run in runs)
    return [
        Comparison.of(
            series.at(strategy),
            f"{1e6 * seconds:.0f} microseconds",
            "time",
            paper.conventions[strategy],
            series.note,
        )
        for series in (paper.printed["seconds"], paper.printed["seconds_of_text"])
        if strategy in series.values
    ]


def _exact_solution(summaries: Iterable[Summary]) -> list[Comparison]:
    """Set the exact solution beside its citation, where the methods of Van Fleet et al. are."""
    paper = read_paper("van_fleet")
    units = [s.unit for s in summaries if _made_with(s, paper, "methods")]
    if not any(unit.filter == "counts" and unit.allowed == 6 for unit in units):
        return []
    answers = units[0].answers
    mean = exact_mean(units[0].digest, answers)
    assert mean is not None
    how = paper.conventions["exact"]
    best = {
        "guess-indifferent": (1.0, "1.0000"),
        "guess-biased": (-float(mean), f"{-float(mean):.4f} = -{mean * answers}/{answers}"),
    }
    return [
        compare(paper.printed["exact"].at(reward), value, shown, convention=how)
        for reward, (value, shown) in best.items()
    ]


def _variance(summary: Summary) -> float:
    """Variance of the number of guesses of the games won."""
    squares = sum(count * count * n for count, n in enumerate(summary.distribution, 1))
    return squares / summary.solved - (summary.total / summary.solved) ** 2
