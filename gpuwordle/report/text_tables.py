"""A report as tables of text, for the terminal, Markdown and HTML.

Rows have the order of the bars in figures, the best strategy first. The tables are those of the
literature: averages and winning percentages (Lahiri et al., Section 7.2; Haag, Section 5.2), worst
words and first guesses (Lahiri et al., Tables 2 and 5), candidates left after the first guess
(Haag, Figure 4c), and the two rewards of the Markov decision process (Van Fleet et al., Problem
Setup).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import fmean, stdev

from gpuwordle.columns import are_numbers, turned
from gpuwordle.errors import counted, percent, printable
from gpuwordle.papers.comparison import Comparison
from gpuwordle.papers.printed import LONGEST_EXACT_GAME, exact_mean
from gpuwordle.report.report import Report
from gpuwordle.results.confidence import Mean
from gpuwordle.results.summary import SHOWN_WORDS, Summary
from gpuwordle.words.letters import abridged

TextTable = list[dict[str, str]]
"""Rows of cells by the name of their column; all rows have the same columns."""

WIDE = 9
"""A table of numbers is transposed if it has more columns than this and than rows."""

HELP = {
    "average": "mean number of guesses of the games won",
    "difference": "mean number of additional guesses, over the games that both have won",
    "± 95 %": "half the width of the 95 % interval of the difference",
    "most": "guesses of the longest game won",
    "solved": "games won, however many guesses they took",
    "guesses": "guesses in all games won",
    "weight": "sum of the weights of the games: all other numbers but times and numbers of games "
    "count each game with the weight of its answer",
    "pool": "the words that the strategy may guess: all, or those still possible",
    "first guess": "the word played first; the most frequent where it varies",
    "left after first guess": "words still possible then, on average over the games",
    "m": "guesses allowed",
    "not found": "games not won",
    "which": "the words not found, or else those that took the most guesses",
    "a game": "each guess and its pattern: upper case green, lower case yellow, dot grey",
    "guess-indifferent": "mean reward if only winning counts: 1 for a game won in time",
    "guess-biased": "mean reward if each guess costs 1 and a game not won costs alpha more",
    "guess-biased as Van Fleet et al. sum it": "minus the mean number of guesses of the games won, "
    "minus alpha times the share of lost games",
    "sd": "standard deviation over the seeds",
    "sd of average": "standard deviation of the average over the seeds",
    "mark": "exact: equal to the last printed digit; holds: a bound or 'around' that is met; band: "
    "as near as chance allows; missed: a claim about running time, its growth or the shape of a "
    "figure that is not confirmed; erratum: a known mistake in the paper, our value unchanged; "
    "new: the paper has no value; faster: a running time that ours beats; differs: none of these",
}
"""The meaning of columns whose names do not say it."""


def text_tables(report: Report) -> dict[str, TextTable]:
    """Return every table of a report that is not empty, by title."""
    several = len(report.lengths) > 1
    titled = {f"Guesses needed: {printable(report.title())}": _overview(report)}
    if several:
        titled["Average number of guesses, by word length"] = _by_length(
            report, lambda s: "" if s.mean is None else f"{s.mean:.4f}"
        )
    titled |= _games_won(report)
    titled |= {
        "Differences in guesses on the same hidden words": _differences(report),
        _title_of_distribution(report): _distribution(report),
        "Spread over seeds": _spread(report),
        "Worst words": _worst_words(report),
    }
    if several:
        titled |= {
            "First guess, by word length": _by_length(report, _openers),
            "Candidates left after the first guess, percent": _by_length(
                report, lambda s: f"{100 * s.left_share:.3f}"
            ),
        }
    within = f"within {counted(report.allowed, 'guess', 'guesses')} (alpha = {report.alpha:g})"
    titled |= {f"Rewards {within}": _rewards(report), "Time": _time(report)}
    return {title: rows for title, rows in titled.items() if rows}


def numeric_columns(rows: TextTable) -> dict[str, bool]:
    """Return for each column whether it has only numbers, which are aligned to the right."""
    return {name: are_numbers(row[name] for row in rows) for name in (rows[0] if rows else ())}


def _name(report: Report, summary: Summary) -> dict[str, str]:
    length = {"length": str(summary.unit.length)} if len(report.lengths) > 1 else {}
    return {**length, "strategy": report.label(summary)}


def _overview(report: Report) -> TextTable:
    allowed = report.allowed
    # Lost games have no number of guesses, so they raise no average.
    average = "average of games won" if any(s.lost for s in report.summaries) else "average"
    weighed = any(s.unit.weights for s in report.summaries)
    return [
        {
            **_name(report, s),
            average: "" if s.mean is None else f"{s.mean:.4f}{_half_width(s.sampled_mean)}",
            f"won within {allowed}": f"{percent(s.wins(allowed) / s.games)} %{_won(s, allowed)}",
            "most": str(s.worst),
            "solved": f"{percent(s.solved / s.games)} %",
            "games": f"{s.played:,}",
            **({"weight": f"{s.games:,}"} if weighed else {}),
            "guesses": f"{s.total:,}",
            "first guess": _openers(s),
            "left after first guess": f"{s.left:,.1f} ({100 * s.left_share:.2f} %)",
            "pool": s.unit.pool,
        }
        for s in report.ranked()
    ]


def _half_width(found: Mean | None) -> str:
    return "" if found is None or found.half_width is None else f" ± {found.half_width:.4f}"


def _won(summary: Summary, allowed: int) -> str:
    between = summary.won_between(allowed)
    return "" if between is None else f" ({100 * between[0]:.2f} to {100 * between[1]:.2f})"


def _differences(report: Report) -> TextTable:
    """Compare each strategy that played a sample with the best one, game by game."""
    rows = []
    for length in report.lengths:
        (label, best), *others = report.of_length(length).items()
        for other, summary in others:
            found = summary.difference(best)
            if found is None:
                continue
            row = {"length": str(length)} if len(report.lengths) > 1 else {}
            row |= {"strategy": other, "compared with": label, "difference": f"{found.mean:+.4f}"}
            half = "" if found.half_width is None else f"{found.half_width:.4f}"
            rows.append({**row, "± 95 %": half, "games of both": f"{found.games:,}"})
    return rows


def _by_length(report: Report, cell: Callable[[Summary], str]) -> TextTable:
    rows = []
    for label, group in report.by_label().items():
        found = {s.unit.length: cell(s) for s in group}
        row = {str(length): found.get(length, "") for length in report.lengths}
        rows.append({"strategy": label, **row})
    # Lengths go down the page unless there are more strategies, whose names are long.
    if len(rows) > len(report.lengths):
        return rows
    return [{"length" if k == "strategy" else k: v for k, v in row.items()} for row in turned(rows)]


def _games_won(report: Report) -> dict[str, TextTable]:
    title = "Games won within m guesses, percent"
    if len(report.lengths) == 1:
        return {title: _wins(report.of_length(report.lengths[0]))}
    return {
        f"{title}: {label}": _wins({f"{s.unit.length} letters": s for s in group})
        for label, group in report.by_label().items()
    }


def _wins(columns: dict[str, Summary]) -> TextTable:
    longest = max(s.worst for s in columns.values())
    rows = [
        {
            "m": str(allowed),
            **{name: percent(s.wins(allowed) / s.games) for name, s in columns.items()},
        }
        for allowed in range(1, longest + 1)
    ]
    return _not_wide(rows)


def _distribution(report: Report) -> TextTable:
    longest = max(s.worst for s in report.summaries)
    rows = [
        {
            **_name(report, s),
            **{
                str(count): f"{s.distribution[count - 1]:,}" if count <= s.worst else ""
                for count in range(1, longest + 1)
            },
            "not found": f"{s.lost:,}",
        }
        for s in report.ranked()
    ]
    return rows if len(report.lengths) > 1 else _not_wide(rows)


def _title_of_distribution(report: Report) -> str:
    weighed = any(s.unit.weights for s in report.summaries)
    return f"{'Weight of the games' if weighed else 'Games'} by number of guesses"


def _not_wide(rows: TextTable) -> TextTable:
    return turned(rows) if rows and len(rows[0]) > max(WIDE, len(rows)) else rows


def _spread(report: Report) -> TextTable:
    rows = []
    for group, summary in zip(report.seeds, report.summaries, strict=True):
        if len(group) < 2:
            continue
        won = [s.solved for s in group]
        means = [s.mean for s in group if s.mean is not None]
        row = {**_name(report, summary), "won": f"{fmean(won):.2f}", "sd": f"{stdev(won):.2f}"}
        row |= {"least": str(min(won)), "most": str(max(won))}
        if len(means) == len(group):
            row |= {"average": f"{fmean(means):.4f}", "sd of average": f"{stdev(means):.4f}"}
            row |= {"lowest": f"{min(means):.4f}", "highest": f"{max(means):.4f}"}
        rows.append(row)
    return rows


def _worst_words(report: Report) -> TextTable:
    return [
        {
            **_name(report, s),
            "guesses": "not found" if s.lost else str(s.worst),
            "words": str(len(s.worst_words)),
            "which": abridged(s.worst_words, SHOWN_WORDS),
            "a game": " ".join(
                f"{guess}={pattern.marks(guess)}" for guess, pattern in s.worst_game
            ),
        }
        for s in report.ranked()
    ]


def _rewards(report: Report) -> TextTable:
    allowed, alpha = report.allowed, report.alpha
    names = [f"won within {allowed}", "guess-indifferent", "guess-biased"]
    names.append("guess-biased as Van Fleet et al. sum it")
    rows, known = [], set[str]()
    for s in report.ranked():
        exact = exact_mean(s.unit.digest, s.unit.answers)
        if (
            exact
            and allowed >= LONGEST_EXACT_GAME
            and not s.unit.hard
            and s.unit.digest not in known
        ):
            known.add(s.unit.digest)
            best = [f"{s.unit.answers:,}", f"{1:.4f}", *[f"{-float(exact):.4f}"] * 2]
            name = {**_name(report, s), "strategy": "exact solution"}
            rows.append({**name, **dict(zip(names, best, strict=True))})
        printed = s.guess_biased_as_printed(allowed, alpha)
        found = [
            f"{s.wins(allowed):,}",
            f"{s.guess_indifferent(allowed):.4f}",
            f"{s.guess_biased(allowed, alpha):.4f}",
            "" if printed is None else f"{printed:.4f}",
        ]
        rows.append({**_name(report, s), **dict(zip(names, found, strict=True))})
    return rows


def _time(report: Report) -> TextTable:
    return [
        {
            **_name(report, s),
            "seconds": f"{s.seconds:.3f}",
            "games per second": f"{s.played / max(s.seconds, 1e-9):,.0f}",
            "microseconds a game": f"{1e6 * s.seconds / s.played:,.2f}",
            "backend": str(s.provenance.get("backend", "")),
            "device": str(s.provenance.get("device", "")),
        }
        for s in report.ranked()
    ]


def _openers(summary: Summary) -> str:
    others = len(summary.openers) - 1
    return summary.opener + (f" and {others:,} others" if others else "")


def comparison_table(rows: Iterable[Comparison], *, with_conventions: bool = False) -> TextTable:
    """Return a table of our values and those of the papers; conventions say how ours was made."""
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
