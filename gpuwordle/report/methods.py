"""The methods of Van Fleet et al. beside runs of them, and the exact solution that they cite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean

from gpuwordle.papers.comparison import (
    Comparison,
    compare,
    compare_chance,
    deviation_of_runs,
    worst_mark,
)
from gpuwordle.papers.exact import LONGEST_GAME, exact_mean
from gpuwordle.papers.printed import read_paper
from gpuwordle.report.summary import Summary
from gpuwordle.tree.decision_process import SMALLEST_ALPHA

DRAWN = ("random", "sampled-minimax", "sampled-expected")
"""Strategies that draw by chance."""

_ROWS = ("success", "bounds", "won", "averages")
"""What is printed of every method, by its name in the TOML file."""


def compare_methods(runs: Sequence[Summary]) -> list[Comparison]:
    """Set a method beside what is printed of it.

    Parameters
    ----------
    runs
        Its unit on the list of the paper, or, of a method that draws by chance, units that differ
        in their seed alone.

    Returns
    -------
    list of Comparison
        Empty where the unit is no method, or was played under other conditions.
    """
    unit = runs[0].unit
    paper, strategy = read_paper("van_fleet"), unit.strategy
    if strategy not in paper.printed["won"].values or not _is_played_so(runs[0]):
        return []
    printed = {name: paper.printed[name].at(strategy) for name in _ROWS}
    how, games = paper.conventions[strategy], runs[0].games
    found_in = [_numbers(run.failed, run.distribution) for run in runs]
    found = {name: fmean(numbers[name] for numbers in found_in) for name in _ROWS}
    shown = {name: f"{value:.4f}" for name, value in found.items()}
    shown["won"] = f"{found['won']:.1f}".removesuffix(".0")
    if strategy in DRAWN:
        # Of one run the spread is known too: losses are binomial, and lengths have a variance.
        won = printed["won"].count
        of_won = deviation_of_runs([run.solved for run in runs], sqrt((games - won) * won / games))
        one_game = fmean(_variance(run) / run.solved for run in runs) ** 0.5
        of_mean = deviation_of_runs([numbers["averages"] for numbers in found_in], one_game)
        deviation = {"won": of_won, "averages": of_mean, "success": of_won / games}
        about = f"{len(runs)} runs" if len(runs) > 1 else "one run"
        rows = {
            name: compare_chance(
                printed[name], found[name], deviation[name], shown[name], about, convention=how
            )
            for name in deviation
        }
        bound = compare(printed["bounds"], found["bounds"], shown["bounds"], convention=how)
        rows["bounds"] = bound
        first = []
    else:
        erratum = paper.errata["rank_one"] if strategy == "rank-one" else ""
        lost, *won_with = paper.pinned["distributions"][strategy]
        known = _numbers(lost, won_with) if erratum else {}
        rows = {
            name: compare(
                printed[name],
                found[name],
                shown[name],
                convention=how,
                erratum=erratum,
                pinned=known.get(name),
            )
            for name in _ROWS
        }
        opener = paper.printed["openers"].at(strategy)
        first = [compare(opener, runs[0].opener, convention=how)]
    # The reward is printed as a formula of the games won and their average.
    lost_there = games - printed["won"].count
    lost_here = f"{games - found['won']:.1f}".removesuffix(".0")
    reward = Comparison(
        paper.authors,
        printed["won"].place,
        f"guess-biased reward, {strategy}",
        f"-({printed['averages'].text} + {lost_there}/{games} alpha)",
        f"-({shown['averages']} + {lost_here}/{games} alpha)",
        worst_mark([rows["won"], rows["averages"]]),
        how,
        "as printed: the mean of the games won, and lost games pay alpha alone",
    )
    return [*first, *(rows[name] for name in _ROWS), reward, *_times(runs)]


def exact_solution(summaries: Iterable[Summary]) -> list[Comparison]:
    """Set the exact solution beside its citation, where runs of the methods are."""
    played = [s.unit for s in summaries if _is_played_so(s)]
    if not played:
        return []
    paper, answers = read_paper("van_fleet"), played[0].answers
    mean = exact_mean(played[0].digest, answers)
    assert mean is not None
    how = paper.conventions["exact"]
    shown = f"{-float(mean):.4f} = -{mean * answers}/{answers}"
    return [
        compare(paper.printed["exact"].at("guess-indifferent"), 1.0, "1.0000", convention=how),
        compare(paper.printed["exact"].at("guess-biased"), -float(mean), shown, convention=how),
    ]


def _is_played_so(summary: Summary) -> bool:
    unit = summary.unit
    return (
        read_paper("van_fleet").is_made_with("methods", unit.length, unit.digest)
        and (unit.filter, unit.allowed) == ("counts", LONGEST_GAME)
        and (unit.opener, unit.hard, unit.options) == (None, False, ())
    )


def _numbers(lost: int, won_with: Sequence[int]) -> dict[str, float]:
    """Return what is printed of a method: from games not won, and won with 1, 2, ... guesses."""
    won = sum(won_with)
    games, guesses = won + lost, sum(count * n for count, n in enumerate(won_with, 1))
    return {
        "success": won / games,
        "bounds": -(guesses + (LONGEST_GAME + SMALLEST_ALPHA) * lost) / games,
        "won": won,
        "averages": guesses / won,
    }


def _times(runs: Sequence[Summary]) -> list[Comparison]:
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


def _variance(summary: Summary) -> float:
    """Variance of the number of guesses of the games won."""
    squares = sum(count * count * n for count, n in enumerate(summary.distribution, 1))
    return squares / summary.solved - (summary.total / summary.solved) ** 2
