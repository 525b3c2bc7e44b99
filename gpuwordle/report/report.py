"""What the games of a run say: one summary for each unit, and tables of them.

A report reads the rows of a run once, file by file, and keeps a few numbers of each, so that runs
of many millions of games take little memory. Its tables are those of the literature: averages and
winning percentages (Lahiri et al., Section 7.2; Haag, Section 5.2), worst words and first guesses
(Lahiri et al., Tables 2 and 5), candidates left after the first guess (Haag, Figure 4c), and the
two rewards of the Markov decision process (Van Fleet et al., Problem Setup).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from gpuwordle.errors import UserError
from gpuwordle.report.summary import Summary
from gpuwordle.results.run_folder import Run
from gpuwordle.results.unit import Unit

Row = dict[str, Any]

Table = list[dict[str, str]]

SHOWN_WORDS = 4

"""How many worst words a table lists; Lahiri et al., Table 5, list as many."""

SMALLEST_ALPHA = 7.0

"""The cost of a game not won is at least this (Van Fleet et al., Problem Setup)."""


@dataclass(frozen=True)
class Report:
    """The summaries of one run or of several.

    Attributes
    ----------
    runs : tuple of Run
        Where they come from.
    units : tuple of Summary
        One for each finished unit, in the order of the runs.
    unfinished : int
        Units that are still to be played.
    """

    runs: tuple[Run, ...]
    units: tuple[Summary, ...]
    unfinished: int

    @classmethod
    def of(cls, *folders: Path | str) -> Report:
        """Read the folders of runs.

        Raises
        ------
        UserError
            If a folder holds no run or no finished unit, or a file is damaged.
        """
        runs = tuple(Run.open(folder) for folder in folders)
        summaries: list[Summary] = []
        units = 0
        for run in runs:
            finished = run.finished()
            if not finished:
                raise UserError(
                    f"{run.folder} holds {run} but no unit of it is finished: continue it with "
                    "gpuwordle benchmark ... --resume"
                )
            units += len(run.units)
            done = [finished[unit.id] for unit in run.units if unit.id in finished]
            summaries += [Summary.of(file) for file in done]
        return cls(runs, tuple(summaries), units - len(summaries))

    @cached_property
    def seeds(self) -> tuple[tuple[Summary, ...], ...]:
        """The units, those that differ in their seed alone together."""
        groups: dict[Unit, list[Summary]] = {}
        for summary in self.units:
            groups.setdefault(replace(summary.unit, seed=0), []).append(summary)
        return tuple(map(tuple, groups.values()))

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        """The units, with all seeds of a strategy summed up as one."""
        return tuple(Summary.merged(group) for group in self.seeds)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Word lengths, shortest first."""
        return tuple(sorted({summary.unit.length for summary in self.summaries}))

    @cached_property
    def _differing(self) -> tuple[str, ...]:
        # The strategy's name alone is a label as long as nothing else tells two units apart.
        units = [summary.unit for summary in self.summaries]
        found = []
        for name in ("vocabulary", "pool", "filter", "mode", "opener", "allowed", "options"):
            by_strategy: dict[tuple[str, int], set[Any]] = {}
            for unit in units:
                by_strategy.setdefault((unit.strategy, unit.length), set()).add(getattr(unit, name))
            if any(len(values) > 1 for values in by_strategy.values()):
                found.append(name)
        return tuple(found)

    def label(self, summary: Summary) -> str:
        """Name a unit's strategy, with what tells it from others of the report."""
        extra, unit = [], summary.unit
        for name in self._differing:
            value = getattr(unit, name)
            if name == "options":
                extra += [f"{option}={chosen}" for option, chosen in value]
            elif name in ("vocabulary", "filter", "mode") and value is not None:
                extra.append(str(value))
            elif value is not None:
                extra.append(f"{name} {value}")
        if summary.seeds > 1:
            extra.append(f"{summary.seeds} seeds")
        elif unit.seed:
            extra.append(f"seed {unit.seed}")
        return f"{unit.strategy} ({', '.join(extra)})" if extra else unit.strategy

    def by_label(self) -> dict[str, list[Summary]]:
        """Group the summaries by label, each group shortest words first."""
        groups: dict[str, list[Summary]] = {}
        for summary in self.summaries:
            groups.setdefault(self.label(summary), []).append(summary)
        for group in groups.values():
            group.sort(key=lambda summary: summary.unit.length)
        return groups

    def rows(self, *, allowed: int = 6, alpha: float = SMALLEST_ALPHA) -> list[Row]:
        """Return every number of every unit: what JSON and CSV print."""
        check(allowed, alpha)
        return [
            {
                **{k: v for k, v in s.unit.described().items() if k != "options"},
                "options": " ".join(f"{name}={value}" for name, value in s.unit.options),
                "games": s.games,
                "solved": s.solved,
                "total": s.total,
                "mean": s.mean,
                "worst": s.worst,
                "distribution": list(s.distribution),
                "failed": s.failed,
                "worst_words": list(s.worst_words),
                "first_guess": s.opener,
                "left_after_first_guess": s.left,
                "left_share": s.left_share,
                f"wins_within_{allowed}": s.wins(allowed),
                "guess_indifferent": s.guess_indifferent(allowed),
                "guess_biased": s.guess_biased(allowed, alpha),
                "guess_biased_as_printed": s.guess_biased_as_printed(allowed, alpha),
                "seconds": s.seconds,
                "backend": s.provenance.get("backend"),
                "device": s.provenance.get("device"),
                "version": s.provenance.get("version"),
                "commit": s.provenance.get("commit"),
            }
            for s in self.units
        ]

    def tables(self, *, allowed: int = 6, alpha: float = SMALLEST_ALPHA) -> dict[str, Table]:
        """Return the report as tables of text for the eye, by title.

        Parameters
        ----------
        allowed
            Guesses allowed, for the rewards; at least 1.
        alpha
            Cost of a game not won; at least 7.
        """
        check(allowed, alpha)
        groups = self.by_label()
        titled = {
            "Guesses needed": self._overview(),
            "Average number of guesses, by word length": self._pivot(
                groups, lambda s: "" if s.mean is None else f"{s.mean:.4f}"
            ),
            **self._wins(groups),
            "Games by number of guesses": self._distribution(),
            "Spread over seeds": self._spread(),
            "Worst words": self._worst(),
            "First guess, by word length": self._pivot(groups, _openers),
            "Candidates left after the first guess, percent": self._pivot(
                groups, lambda s: f"{100 * s.left_share:.3f}"
            ),
            f"Rewards within {allowed} guesses (alpha = {alpha:g})": self._rewards(allowed, alpha),
            "Time": self._time(),
        }
        single = len(self.lengths) == 1
        titled = {title: rows for title, rows in titled.items() if rows}
        pivots = [t for t in titled if t.endswith("by word length") or t.startswith("Candidates")]
        return {t: rows for t, rows in titled.items() if not (single and t in pivots)}

    def _name(self, summary: Summary) -> dict[str, str]:
        return {
            "length": str(summary.unit.length),
            "strategy": self.label(summary),
        }

    def _overview(self) -> Table:
        return [
            {
                **self._name(s),
                "pool": s.unit.pool,
                "games": f"{s.games:,}",
                "solved": f"{100 * s.solved / s.games:.2f} %",
                "guesses": f"{s.total:,}",
                "average": "" if s.mean is None else f"{s.mean:.4f}",
                "most": str(s.worst),
                "first guess": _openers(s),
                "left after it": f"{s.left:,.1f} ({100 * s.left_share:.2f} %)",
            }
            for s in self.summaries
        ]

    def _pivot(self, groups: dict[str, list[Summary]], cell: Any) -> Table:
        rows = []
        for length in self.lengths:
            row = {"length": str(length)}
            for label, group in groups.items():
                found = [s for s in group if s.unit.length == length]
                row[label] = cell(found[0]) if found else ""
            rows.append(row)
        return rows

    def _wins(self, groups: dict[str, list[Summary]]) -> dict[str, Table]:
        title = "Games won within m guesses, percent"
        if len(self.lengths) == 1:
            return {title: _wins({self.label(s): s for s in self.summaries})}
        return {
            f"{title}: {label}": _wins({f"{s.unit.length} letters": s for s in group})
            for label, group in groups.items()
        }

    def _distribution(self) -> Table:
        longest = max(s.worst for s in self.summaries)
        return [
            {
                **self._name(s),
                **{
                    str(count): str(s.distribution[count - 1]) if count <= s.worst else ""
                    for count in range(1, longest + 1)
                },
                "not found": str(s.failed),
            }
            for s in self.summaries
        ]

    def _spread(self) -> Table:
        rows = []
        for group, summary in zip(self.seeds, self.summaries, strict=True):
            if len(group) < 2:
                continue
            won = [s.solved for s in group]
            means = [s.mean for s in group if s.mean is not None]
            row = {**self._name(summary), "won": f"{fmean(won):.2f}", "sd": f"{stdev(won):.2f}"}
            row |= {"least": str(min(won)), "most": str(max(won))}
            if len(means) == len(group):
                row |= {"average": f"{fmean(means):.4f}", "sd of it": f"{stdev(means):.4f}"}
                row |= {"lowest": f"{min(means):.4f}", "highest": f"{max(means):.4f}"}
            rows.append(row)
        return rows

    def _worst(self) -> Table:
        return [
            {
                **self._name(s),
                "guesses": "not found" if s.failed else str(s.worst),
                "words": str(len(s.worst_words)),
                "which": shortened(s.worst_words),
                "a game": " ".join(pattern.marks(guess) for guess, pattern in s.worst_game),
            }
            for s in self.summaries
        ]

    def _rewards(self, allowed: int, alpha: float) -> Table:
        rows = []
        for s in self.summaries:
            printed = s.guess_biased_as_printed(allowed, alpha)
            rows.append(
                {
                    **self._name(s),
                    f"won within {allowed}": f"{s.wins(allowed):,}",
                    "guess-indifferent": f"{s.guess_indifferent(allowed):.4f}",
                    "guess-biased": f"{s.guess_biased(allowed, alpha):.4f}",
                    "guess-biased as paper 004 sums it": ""
                    if printed is None
                    else f"{printed:.4f}",
                }
            )
        return rows

    def _time(self) -> Table:
        return [
            {
                **self._name(s),
                "seconds": f"{s.seconds:.3f}",
                "games per second": f"{s.games / max(s.seconds, 1e-9):,.0f}",
                "microseconds a game": f"{1e6 * s.seconds / s.games:,.2f}",
                "backend": str(s.provenance.get("backend", "")),
                "device": str(s.provenance.get("device", "")),
            }
            for s in self.summaries
        ]


def check(allowed: int, alpha: float) -> None:
    """Check the parameters of the rewards.

    Raises
    ------
    UserError
        If fewer than one guess is allowed, or a lost game costs less than 7.
    """
    if allowed < 1:
        raise UserError(f"--allowed {allowed} is too few: give at least 1")
    if not alpha >= SMALLEST_ALPHA:
        raise UserError(
            f"--alpha {alpha:g} is too small: a game not won costs at least {SMALLEST_ALPHA:g}, "
            "more than any game won within six guesses"
        )


def shortened(words: Sequence[str], most: int = SHOWN_WORDS) -> str:
    """Join words for a table's cell, and say how many are left out."""
    rest = len(words) - most
    return " ".join(words[:most]) + (f" and {rest:,} more" if rest > 0 else "")


def _openers(summary: Summary) -> str:
    others = len(summary.openers) - 1
    return summary.opener + (f" and {others:,} others" if others else "")


def _wins(columns: dict[str, Summary]) -> Table:
    longest = max(s.worst for s in columns.values())
    return [
        {
            "m": str(allowed),
            **{name: f"{100 * s.wins(allowed) / s.games:.2f}" for name, s in columns.items()},
        }
        for allowed in range(1, longest + 1)
    ]
