"""The papers' experiments: which runs repeat one, and their values next to the printed ones.

An experiment is recognised by its words (their digest), strategy, pool and filter, never by a name
alone. The printed values are in `printed`, and `comparison` compares them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from gpuwordle.papers.comparison import (
    Comparison,
    compare,
    compare_chance,
    compare_each,
    compare_new,
    compare_time,
    deviation_of_runs,
    worst_mark,
)
from gpuwordle.papers.printed import LONGEST_EXACT_GAME, PAPERS, SHOWN_DIGITS, Paper, read_paper
from gpuwordle.results.summary import SHOWN_WORDS, Summary
from gpuwordle.tree.decision_process import SMALLEST_ALPHA

HAAGS_STRATEGIES = {"random": "at random", "letter-frequency": "by frequency"}
"""Haag's two strategies, and how the rows of his claims name them."""


def comparisons(groups: Sequence[Sequence[Summary]]) -> list[Comparison]:
    """Compare every printed value that these runs reproduce, paper by paper.

    A group has units that differ only in their seeds.
    """
    papers = [read_paper(name).authors for name in PAPERS]
    merged = [Summary.merged(group) for group in groups]
    found = [row for group in groups for row in compare_runs(group)]
    found += compare_lengths(groups)
    found += exact_solution(merged)
    return sorted(found, key=lambda row: (papers.index(row.paper), *in_order(row)))


def in_order(row: Comparison) -> tuple[bool, str]:
    """Return the key that sorts the values of one paper: figures and tables, then sections."""
    return row.place.startswith("Section"), row.place


def compare_runs(runs: Sequence[Summary]) -> list[Comparison]:
    """Compare a run's unit with what the papers print for the same experiment; empty if nothing.

    A strategy that draws at random may have several units, which differ only in their seeds.
    """
    first = runs[0]
    unit = first.unit
    if _is_haags(first):
        return _frequency(first)
    if not all(map(_is_whole, runs)):
        return []
    if unit.strategy == "clique":
        return _cliques(first)
    if _made_with(first, read_paper("van_fleet"), "methods"):
        return compare_methods(runs)
    if unit.options or unit.allowed is not None:
        return []
    if _made_with(first, read_paper("lahiri"), "greedy"):
        return _greedy(first)
    paper, played = read_paper("sreekala"), (unit.strategy, unit.filter)
    if played == ("heuristic", "pattern") and _made_with(first, paper, "heuristics"):
        printed = paper.printed["average_of_heuristics"].only()
        mean = first.total / first.solved
        how = paper.conventions["heuristic"]
        return [compare(printed, mean, f"{mean:.4f}", convention=how)]
    return []


GAMES_OF_HAAG = 100
"""Random games of each length behind Haag's Figure 4."""


def compare_lengths(groups: Iterable[Sequence[Summary]]) -> list[Comparison]:
    """Compare units of several lengths and strategies with what Haag claims about all of them.

    A claim is compared for the lengths that were played. Both strategies draw at random: a mean has
    the standard error of its games, over all seeds.
    """
    paper = read_paper("haag")
    units = {
        (group[0].unit.strategy, group[0].unit.length): Summary.merged(group)
        for group in groups
        if _is_haags(group[0])
    }
    means, left, gaps = [], [], []
    for (strategy, length), unit in units.items():
        name, drawn = f"{length} letters, {HAAGS_STRATEGIES[strategy]}", {unit.unit.sample}
        mean, variance = unit.total / unit.solved, _variance(unit)
        means.append(_Found(length, name, mean, variance / unit.solved, variance, drawn))
        left.append(_Found(length, name, 100 * unit.left_share, 0.0, 0.0, drawn))
        chosen = units.get(("letter-frequency", length))
        if strategy == "random" and chosen is not None:
            both = variance + _variance(chosen)
            error = variance / unit.solved + _variance(chosen) / chosen.solved
            gap = mean - chosen.total / chosen.solved
            drawn = drawn | {chosen.unit.sample}
            gaps.append(_Found(length, f"{length} letters", gap, error, both, drawn))
    rows = []
    for claim, places, values in (
        ("gaps_of_short", 2, gaps),
        ("gaps_of_long", 2, gaps),
        ("tries_of_longest", 2, means),
        ("left", 3, left),
    ):
        shortest, longest = paper.given["lengths"][claim]
        within = [value for value in values if shortest <= value.length <= longest]
        if within:
            printed = paper.printed[claim].only()
            here = _words_of({sample for value in within for sample in value.drawn})
            row = compare_each(
                replace(printed, note=f"{printed.note}, here from {here}"),
                {v.name: v.value for v in within},
                places,
                errors={v.name: sqrt(v.error) for v in within if v.error},
                spreads={v.name: sqrt(v.spread / GAMES_OF_HAAG) for v in within},
                convention=paper.conventions["both"],
            )
            rows.append(row)
    return rows


class _Found(NamedTuple):
    """A mean over the games of one length.

    ``error`` is its squared standard error, ``spread`` the variance of one game, and ``drawn`` the
    numbers of answers that were drawn, None for all.
    """

    length: int
    name: str
    value: float
    error: float
    spread: float
    drawn: set[int | None]


def _words_of(samples: Collection[int | None]) -> str:
    """Say which words were hidden, given the numbers of answers that were drawn, None for all."""
    sizes = sorted(size for size in samples if size is not None)
    parts = ["every hidden word"] if None in samples else []
    if sizes:
        most = f" to {sizes[-1]}" if len(sizes) > 1 else ""
        parts.append(f"{sizes[0]}{most} drawn words")
    return " or ".join(parts)


def _is_whole(summary: Summary) -> bool:
    """Return whether every answer of a list was played in easy mode, with no opener given."""
    unit = summary.unit
    asked = (unit.opener, unit.hard, unit.sample, unit.subset)
    return asked == (None, False, None, None) and summary.mean is not None


def _is_haags(summary: Summary) -> bool:
    """Return whether a unit repeats Haag's games; he drew the answers, so a sample does, too."""
    unit = summary.unit
    return (
        unit.strategy in HAAGS_STRATEGIES
        and _made_with(summary, read_paper("haag"), "frequency")
        and (unit.opener, unit.allowed, unit.options) == (None, None, ())
        and unit.filter == "pattern"
        and not unit.hard
        and summary.mean is not None
    )


def _made_with(summary: Summary, paper: Paper, experiment: str) -> bool:
    return paper.lists[experiment].get(summary.unit.length) == summary.unit.digest[:SHOWN_DIGITS]


def _greedy(summary: Summary) -> list[Comparison]:
    """Compare one length of the greedy strategy with Lahiri et al., tables first.

    Under Algorithm 1 as printed (filter ``pattern``) the tables differ, and ours are pinned.
    """
    unit, paper = summary.unit, read_paper("lahiri")
    if (unit.strategy, unit.pool) != ("minimax", "candidates"):
        return []
    if unit.filter not in ("letters", "pattern"):
        return []
    time = compare_time(
        paper.printed["times"].at(unit.length),
        summary.seconds,
        f"{summary.seconds:.3f} s",
        convention=paper.conventions[unit.filter],
    )
    return [*_greedy_tables(summary), *_greedy_wins(summary), time]


def _greedy_tables(summary: Summary) -> list[Comparison]:
    """Words, opener, average, worst words and most guesses of the greedy strategy."""
    length = summary.unit.length
    paper = read_paper("lahiri")
    printed, pinned, errata = paper.printed, paper.pinned, paper.errata
    how = paper.conventions[summary.unit.filter]
    by_algorithm_1 = summary.unit.filter == "pattern"
    words = () if summary.lost else summary.worst_words
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
            erratum=errata["algorithm_1"],
            pinned=None if total is None else total / summary.games,
        ),
        compare(
            printed["worst"].at(length),
            (summary.worst, *sorted(words)),
            f"{summary.worst} {shown}",
            convention=how,
            erratum=errata["algorithm_1"],
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
    """Percentages of the greedy strategy's games won within the numbers of guesses of the paper."""
    length = summary.unit.length
    paper = read_paper("lahiri")
    how = paper.conventions[summary.unit.filter]
    literal = summary.unit.filter == "pattern"  # Algorithm 1 as it is printed
    percent = {m: 100 * summary.wins(m) / summary.games for m in (6, 13, 22)}
    rows = []
    for within in (13, 22):
        value = paper.printed[f"won_within_{within}"].only(length)
        rows.append(compare(value, percent[within], f"{percent[within]:.2f}", convention=how))
    for name, within, erratum, pinned in (
        ("won_within_6", 6, "algorithm_1", "algorithm_1_won_within_6" if literal else None),
        ("always_won_within_13", 13, "always_won_within_13", None if literal else "won_within_13"),
    ):
        if length in paper.printed[name].values:
            won = None if pinned is None else paper.pinned[pinned].get(length)
            rows.append(
                compare(
                    paper.printed[name].at(length),
                    percent[within],
                    f"{percent[within]:.4f}",
                    convention=how,
                    erratum=paper.errata[erratum],
                    pinned=None if won is None else 100 * won / summary.games,
                )
            )
    return rows


def _cliques(summary: Summary) -> list[Comparison]:
    unit, length = summary.unit, summary.unit.length
    paper = read_paper("lahiri")
    options = dict(unit.options)
    reading = options.pop("reading", "words")
    if unit.allowed is not None or unit.filter != "letters" or options or summary.lost:
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


DRAWN = ("random", "sampled-minimax", "sampled-expected")
"""Strategies that draw at random."""

_ROWS = ("success", "rewards", "won", "averages")
"""What is printed for every method, by its name in the TOML file."""


def compare_methods(runs: Sequence[Summary]) -> list[Comparison]:
    """Compare a method's unit on the list of the paper with what is printed for it.

    A method that draws at random may have several units, which differ only in their seeds.
    The list is empty if the unit is not a method, or was played under other conditions.
    """
    unit = runs[0].unit
    paper, strategy = read_paper("van_fleet"), unit.strategy
    if strategy not in paper.printed["won"].values or unit.allowed != LONGEST_EXACT_GAME:
        return []
    if unit.filter == "pattern":
        return _by_text(runs)
    if unit.filter != "counts":
        return []
    if unit.options == (("angles", "literal"),):
        return [_by_literal_angles(runs[0])]
    if unit.options == (("weights", "squares"),):
        return _by_squares(runs[0])
    if unit.options:
        return []
    printed = {name: paper.printed[name].at(strategy) for name in _ROWS}
    how, games = paper.conventions[strategy], runs[0].games
    found_in = [_numbers(run.lost, run.distribution) for run in runs]
    found = {name: fmean(numbers[name] for numbers in found_in) for name in _ROWS}
    shown = {name: f"{value:.4f}" for name, value in found.items()}
    shown["won"] = f"{found['won']:.1f}".removesuffix(".0")
    if strategy in DRAWN:
        # The spread of one run is known too: losses are binomial, and lengths have a variance.
        won = printed["won"].count
        of_won = deviation_of_runs([run.solved for run in runs], sqrt((games - won) * won / games))
        one_game = fmean(_variance(run) / run.solved for run in runs) ** 0.5
        of_mean = deviation_of_runs([numbers["averages"] for numbers in found_in], one_game)
        of_reward = sqrt(of_mean**2 + (SMALLEST_ALPHA * of_won / games) ** 2)
        deviation = {
            "won": of_won,
            "averages": of_mean,
            "success": of_won / games,
            "rewards": of_reward,
        }
        about = f"{len(runs)} runs" if len(runs) > 1 else "one run"
        rows = {
            name: compare_chance(
                printed[name], found[name], deviation[name], shown[name], about, convention=how
            )
            for name in deviation
        }
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
    """Compare the games of the strategy ``optimal`` with the exact solution that is cited."""
    paper = read_paper("van_fleet")
    for summary in summaries:
        unit = summary.unit
        if (
            unit.strategy == "optimal"
            and _made_with(summary, paper, "methods")
            and _is_whole(summary)
            and (unit.filter, unit.allowed) == ("pattern", LONGEST_EXACT_GAME)
            and not unit.options
        ):
            won = summary.guess_indifferent(LONGEST_EXACT_GAME)
            biased = summary.guess_biased(LONGEST_EXACT_GAME, SMALLEST_ALPHA)
            how = paper.conventions["exact"]
            printed = paper.printed["exact"]
            shown = f"{biased:.4f} = -{summary.total}/{summary.games}"
            return [
                compare(printed.at("guess-indifferent"), won, f"{won:.4f}", convention=how),
                compare(printed.at("guess-biased"), biased, shown, convention=how),
            ]
    return []


def _by_text(runs: Sequence[Summary]) -> list[Comparison]:
    """Compare a method that removes words by the whole pattern, as the text says."""
    paper, unit = read_paper("van_fleet"), runs[0].unit
    variant = " ".join([unit.strategy, *(f"{name}={value}" for name, value in unit.options)])
    if variant not in paper.pinned["won_by_text"]:
        return []
    how = paper.conventions["by_text_drawn" if unit.strategy in DRAWN else "by_text"]
    what = "by the text" + ", alphabetical ties" * bool(unit.options)
    pinned = {name: paper.pinned[f"{name}_by_text"][variant] for name in ("won", "averages")}
    return _totals(runs, what, pinned, how, paper.errata["by_text"])


def _by_squares(run: Summary) -> list[Comparison]:
    """Compare pca with the weights of the text, squares of the singular values."""
    paper = read_paper("van_fleet")
    pinned, how = paper.pinned["squares"], paper.conventions["squares"]
    return _totals([run], "p_k of the text", pinned, how, paper.errata["squares"])


def _totals(
    runs: Sequence[Summary], what: str, pinned: Mapping[Any, Any], convention: str, note: str
) -> list[Comparison]:
    """Compare the games that a method won, and the average of their guesses."""
    won, total = sum(run.solved for run in runs), sum(run.total for run in runs)
    rows = []
    for series, found, shown in (
        ("won", won, f"{won / len(runs):.1f}".removesuffix(".0")),
        ("averages", total, f"{total / won:.4f}"),
    ):
        printed = read_paper("van_fleet").printed[series].at(runs[0].unit.strategy)
        printed = replace(printed, what=f"{printed.what}, {what}")
        row = compare_new(
            printed, found, shown, pinned=pinned[series], convention=convention, note=note
        )
        rows.append(row)
    return rows


def _by_literal_angles(run: Summary) -> Comparison:
    """Compare rank-one with the arc cosine as the authors' program computes it."""
    paper = read_paper("van_fleet")
    printed = paper.printed["won"].at("rank-one")
    return compare_chance(
        replace(printed, what=f"{printed.what}, literal arc cosine"),
        run.solved,
        paper.pinned["literal_angles"]["deviation"],
        str(run.solved),
        "shows the cause of 1784; rounding differs between linear algebra libraries",
        convention=paper.conventions["literal_angles"],
    )


def _numbers(lost: int, won_with: Sequence[int]) -> dict[str, float]:
    """Return what is printed for a method, from the games lost and won with 1, 2, ... guesses.

    The paper computes the reward from the average that it prints, with two decimals.
    """
    won = sum(won_with)
    games, guesses = won + lost, sum(count * n for count, n in enumerate(won_with, 1))
    return {
        "success": won / games,
        "rewards": -(round(guesses / won, 2) + SMALLEST_ALPHA * lost / games),
        "won": won,
        "averages": guesses / won,
    }


def _times(runs: Sequence[Summary]) -> list[Comparison]:
    paper, strategy = read_paper("van_fleet"), runs[0].unit.strategy
    seconds = sum(run.seconds for run in runs) / sum(run.games for run in runs)
    return [
        compare_time(
            series.at(strategy),
            seconds,
            f"{1e6 * seconds:.0f} microseconds",
            convention=paper.conventions[strategy],
        )
        for series in (paper.printed["seconds"], paper.printed["seconds_of_text"])
        if strategy in series.values
    ]


def _variance(summary: Summary) -> float:
    """Variance of the number of guesses of the games won."""
    squares = sum(count * count * n for count, n in enumerate(summary.distribution, 1))
    return squares / summary.solved - (summary.total / summary.solved) ** 2
