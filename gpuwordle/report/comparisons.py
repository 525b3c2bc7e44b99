"""The runs of a report beside the papers that made the same experiment.

An experiment is recognised by its words (their digest), strategy, pool and filter, never by
a name alone. What is printed, and how it is compared, `gpuwordle.papers` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpuwordle.papers.comparison import Comparison, compare, compare_each, compare_new
from gpuwordle.papers.printed import PAPERS, Paper, read_paper
from gpuwordle.report.methods import compare_methods, exact_solution
from gpuwordle.report.report import Report
from gpuwordle.report.summary import Summary
from gpuwordle.report.tables import SHOWN_WORDS, TextTable

AFTER = {"random": "at random", "letter-frequency": "by frequency"}
"""How a row of Haag's says the two strategies."""


def comparisons(report: Report) -> list[Comparison]:
    """Return every value of the papers that a report has the games for, paper by paper."""
    papers = [read_paper(name).authors for name in PAPERS]
    found = [row for group in report.seeds for row in compare_runs(group)]
    found += compare_lengths(report.summaries)
    found += exact_solution(report.summaries)
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
    if unit.sample is not None or unit.subset is not None:
        return []
    if _made_with(first, read_paper("van_fleet"), "methods"):
        return compare_methods(runs)
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


def _made_with(summary: Summary, paper: Paper, experiment: str) -> bool:
    return paper.is_made_with(experiment, summary.unit.length, summary.unit.digest)


def _greedy(summary: Summary) -> list[Comparison]:
    """Set one length of the greedy strategy beside Lahiri et al., tables first.

    By Algorithm 1 as printed (filter ``pattern``) tables are others, and each is known.
    """
    unit = summary.unit
    if unit.strategy != "minimax" or unit.pool != "candidates":
        return []
    if unit.filter not in ("letters", "pattern"):
        return []
    return [*_greedy_tables(summary), *_greedy_wins(summary), _greedy_time(summary)]


def _greedy_tables(summary: Summary) -> list[Comparison]:
    """Words, opener, average, worst words and most guesses of the greedy strategy."""
    length = summary.unit.length
    paper = read_paper("lahiri")
    printed, pinned, errata = paper.printed, paper.pinned, paper.errata
    how = paper.conventions[summary.unit.filter]
    by_algorithm_1 = summary.unit.filter == "pattern"
    known = errata["algorithm_1"] if by_algorithm_1 else ""
    words = () if summary.failed else summary.worst_words
    shown = " ".join(words[:SHOWN_WORDS]) + (" ..." if len(words) > SHOWN_WORDS else "")
    mean = summary.total / summary.solved
    total = pinned["algorithm_1_totals"][length] if by_algorithm_1 else None
    tables: Mapping[Any, Any] = printed["worst"].values
    worst = pinned["algorithm_1_worst"] if by_algorithm_1 else tables
    return [
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


def _greedy_wins(summary: Summary) -> list[Comparison]:
    """Percent of the greedy strategy's games won within as many guesses as the paper says."""
    length = summary.unit.length
    paper = read_paper("lahiri")
    printed, errata = paper.printed, paper.errata
    how = paper.conventions[summary.unit.filter]
    by_algorithm_1 = summary.unit.filter == "pattern"

    def percent_of(name: str) -> float | None:
        won = paper.pinned[name].get(length)
        return None if won is None else 100 * won / summary.games

    percent = {m: 100 * summary.wins(m) / summary.games for m in (6, 13, 22)}
    rows = []
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
                erratum=errata["algorithm_1"] if by_algorithm_1 else "",
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
    return rows


def _greedy_time(summary: Summary) -> Comparison:
    """Seconds of the greedy strategy, which the paper prints with the opener given, too."""
    paper, length = read_paper("lahiri"), summary.unit.length
    times = paper.printed["times"].at(length)
    with_opener = paper.printed["times_with_opener"].at(length).text
    how = paper.conventions[summary.unit.filter]
    time = Comparison.of(times, f"{summary.seconds:.3f} s", "time", how)
    return replace(time, printed=f"{times.text} ({with_opener} with opener)")


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
