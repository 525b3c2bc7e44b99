"""The report of runs: one summary for each unit, labelled and grouped.

A report reads the rows of a run once, file by file, and keeps a few numbers of each, so that runs
of many millions of games take little memory.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from gpuwordle.data_frames import data_frame
from gpuwordle.errors import UserError, counted, nearest, printable, shortened
from gpuwordle.progress import Progress
from gpuwordle.results.games_file import GamesFile
from gpuwordle.results.run_folder import Run
from gpuwordle.results.summary import Summary
from gpuwordle.results.unit import Unit
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.decision_process import SMALLEST_ALPHA, check_rewards

Row = dict[str, Any]

MADE_BY = ("backend", "device", "version", "commit")
"""Entries of provenance that a report names."""


@dataclass(frozen=True, repr=False)
class Report:
    """The summaries of one run or of several."""

    runs: tuple[Run, ...]  # the runs that the summaries describe
    units: tuple[Summary, ...]  # one for each finished unit, in the order of the runs
    unfinished: int  # how many units are not finished
    allowed: int = 6  # guesses allowed, for the rewards
    alpha: float = SMALLEST_ALPHA  # cost of a game not won, for the rewards

    @classmethod
    def of(
        cls,
        *folders: Path | str,
        strategies: Collection[str] | None = None,
        allowed: int = 6,
        alpha: float = SMALLEST_ALPHA,
        progress: Progress | None = None,
    ) -> Report:
        """Read the folders of runs; a unit that is in several runs counts once.

        Only units of ``strategies`` are read, all units if None. For the rewards, ``allowed`` is at
        least 1, and ``alpha`` at least 7. ``progress`` is told the fraction of the games that are
        read. Raises UserError if no folder is given, one holds no run or no finished unit, a run is
        given twice, no unit has one of the strategies, or a file is damaged.
        """
        check_rewards(allowed, alpha)
        if not folders:
            raise UserError("there is no run: give the folder of at least one")
        runs = tuple(Run.open(folder) for folder in folders)
        for number, run in enumerate(runs):
            if run.id in [other.id for other in runs[:number]]:
                raise UserError(f"run {run.folder} is given twice: give it once")
        by_unit: dict[str, GamesFile] = {}
        for run in runs:
            finished = run.finished()
            if not finished:
                raise UserError(
                    f"{run.folder} holds {run} but no unit of it is finished: continue it with "
                    f"{run.continuing}"
                )
            for unit in run.units:
                if unit.id in finished:
                    by_unit.setdefault(unit.id, finished[unit.id])
        there = {file.unit.strategy for file in by_unit.values()}
        wanted = {one for name in strategies or there for one in _recorded(name, there)}
        files = [file for file in by_unit.values() if file.unit.strategy in wanted]
        games, read = sum(file.games for file in files), 0
        summaries = []
        for file in files:
            summaries.append(Summary.of(file))
            read += file.games
            if progress is not None:
                progress(read / games)
        units = {unit.id for run in runs for unit in run.units}
        return cls(runs, tuple(summaries), len(units) - len(by_unit), allowed, alpha)

    def __repr__(self) -> str:
        left = f", {self.unfinished} more unfinished" if self.unfinished else ""
        return f"Report({self.title()}: {counted(len(self.units), 'unit')}{left})"

    @cached_property
    def seeds(self) -> tuple[tuple[Summary, ...], ...]:
        """The units; those that differ only in their seed are grouped."""
        groups: dict[Unit, list[Summary]] = {}
        for summary in self.units:
            unit = replace(summary.unit, seed=0)
            if unit.subset is not None:  # each seed has its own words, with their weights
                unit = replace(unit, digest="", weights=None if unit.weights is None else "")
            groups.setdefault(unit, []).append(summary)
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
        names = (
            *("vocabulary", "language", "rule", "pool", "filter"),
            *("mode", "opener", "allowed", "options"),
        )
        alone = len({(unit.strategy, unit.length) for unit in units})
        return tuple(
            name
            for name in names
            if len({(unit.strategy, unit.length, getattr(unit, name)) for unit in units}) > alone
        )

    def label(self, summary: Summary) -> str:
        """Name a unit's strategy, with all that distinguishes it from other units of the report.

        Samples and subsets are always named. Words are named by the beginning of their digest if
        nothing else tells them apart.
        """
        label, unit = self._described(summary), summary.unit
        if self._described_alike[unit.length, label] == 1:
            return label
        words = f"words {unit.digest[:8]}"
        return f"{label[:-1]}, {words})" if label.endswith(")") else f"{label} ({words})"

    @cached_property
    def _described_alike(self) -> Counter[tuple[int, str]]:
        """How many summaries of a length have the same description."""
        return Counter((s.unit.length, self._described(s)) for s in self.summaries)

    def _described(self, summary: Summary) -> str:
        extra, unit = [], summary.unit
        for name in self._differing:
            value = getattr(unit, name)
            if name == "options":
                extra += [f"{option}={chosen}" for option, chosen in value]
            elif name in ("vocabulary", "rule", "filter", "mode") and value is not None:
                extra.append(str(value))
            elif value is not None:
                extra.append(f"{name} {value}")
        extra += [f"subset {unit.subset}"] * (unit.subset is not None)
        extra += [f"sample {unit.sample}"] * (unit.sample is not None)
        if summary.seeds > 1:
            extra.append(f"{summary.seeds} seeds")
        elif unit.seed:
            extra.append(f"seed {unit.seed}")
        return f"{unit.strategy} ({', '.join(extra)})" if extra else unit.strategy

    def by_label(self) -> dict[str, list[Summary]]:
        """Group the summaries by label, the best first, each group shortest words first.

        The best label is that of the most word lengths, then of the fewest games not won, then of
        the fewest guesses, with equal weight for every length.
        """
        groups: dict[str, list[Summary]] = {}
        for summary in self.summaries:
            groups.setdefault(self.label(summary), []).append(summary)
        for group in groups.values():
            group.sort(key=lambda summary: summary.unit.length)

        def rank(item: tuple[str, list[Summary]]) -> tuple[int, int, float]:
            lost, means = zip(*(summary.rank for summary in item[1]), strict=True)
            return -len(means), sum(lost), fmean(means)

        return dict(sorted(groups.items(), key=rank))

    def of_length(self, length: int) -> dict[str, Summary]:
        """Return the summaries of one word length by label, the best first."""
        found = [s for s in self.summaries if s.unit.length == length]
        return {self.label(s): s for s in sorted(found, key=lambda s: s.rank)}

    def ranked(self) -> list[Summary]:
        """Return the summaries, shortest words first, and the best first of each length."""
        return sorted(self.summaries, key=lambda s: (s.unit.length, s.rank))

    def rows(self) -> list[Row]:
        """Return every number of every unit, as JSON and CSV print them."""
        allowed, alpha = self.allowed, self.alpha
        return [
            {
                **{k: v for k, v in s.unit.described().items() if k != "options"},
                "options": " ".join(f"{name}={value}" for name, value in s.unit.options),
                "games": s.played,
                "weight": s.games,
                "solved": s.solved,
                "total": s.total,
                "mean": s.mean,
                "mean_half_width": s.sampled_mean.half_width if s.sampled_mean else None,
                "worst": s.worst,
                "distribution": list(s.distribution),
                "lost": s.lost,
                "worst_words": list(s.worst_words),
                "first_guess": s.opener,
                "left_after_first_guess": s.left,
                "left_share": s.left_share,
                f"wins_within_{allowed}": s.wins(allowed),
                "won_low": won[0] if (won := s.won_between(allowed)) else None,
                "won_high": won[1] if won else None,
                **_compared(s, self._best_of_same(s)),
                "guess_indifferent": s.guess_indifferent(allowed),
                "guess_biased": s.guess_biased(allowed, alpha),
                "guess_biased_as_printed": s.guess_biased_as_printed(allowed, alpha),
                "seconds": s.seconds,
                **{name: s.provenance.get(name) for name in MADE_BY},
            }
            for s in self.units
        ]

    def to_pandas(self) -> Any:
        """Return `rows` as a pandas DataFrame."""
        return data_frame(self.rows())

    def _best_of_same(self, summary: Summary) -> Summary:
        """Return the best unit that played the same drawn answers."""
        drawn = operator.attrgetter("digest", "length", "sample", "seed")
        same = [one for one in self.units if drawn(one.unit) == drawn(summary.unit)]
        return min(same, key=lambda one: one.rank)

    def title(self) -> str:
        """Name the lists, the word lengths, and the unusual conditions of all games."""
        units = [summary.unit for summary in self.summaries]
        names = list(dict.fromkeys(unit.vocabulary for unit in units))
        low, high = self.lengths[0], self.lengths[-1]
        letters = counted(low, "letter") if low == high else f"{low} to {high} letters"
        common = [one for one in units[0].unusual if all(one in unit.unusual for unit in units)]
        return ", ".join([*names, letters, *common])

    def origins(self) -> list[str]:
        """Describe in lines what was run, what made it, and what is not finished."""
        lines = []
        for run in self.runs:
            lines.append(printable(f"R{str(run)[1:]}."))
            if run.command:
                lines.append(f"Command: {printable(run.command)}")
        made = {tuple(map(s.provenance.get, MADE_BY)) for s in self.summaries}
        for backend, device, version, commit in sorted(made, key=str):
            at = f", commit {commit[:12]}" if commit else ""
            lines.append(f"Made by gpuwordle {version}{at}, backend {backend} on {device}.")
        if self.unfinished:
            lines.append(f"Not finished; units still to be played: {self.unfinished}.")
        return [*lines, *self._drawn_words()]

    def _drawn_words(self) -> list[str]:
        """Describe in lines which words were drawn."""
        drawn = {(s.unit.sample, s.unit.subset): s.seeds for s in self.summaries}
        lines = []
        for (sample, subset), seeds in sorted(drawn.items(), key=str):
            by = f"drawn by {seeds} seeds" if seeds > 1 else "drawn by a seed"
            if subset is not None:
                lines.append(f"Words: subsets of {subset} (answers x guesses), {by}.")
            if sample is not None:
                lines.append(f"Hidden words: samples of {sample} of each length, {by}.")
        return lines


def _recorded(name: str, there: Collection[str]) -> list[str]:
    """Return the names of a strategy in runs; UserError if these do not have it.

    A run may have it as ``module:Class``, and other commands print the name that the class has.
    """
    if name in there:
        return [name]
    found = [one for one in there if _own_name(one) == _own_name(name)]
    if not found:
        raise UserError(f"this run has no strategy {shortened(name)!r}: {nearest(name, there)}")
    return found


def _own_name(name: str) -> str:
    """Return the name that the class ``module:Class`` gives itself; other names as they are."""
    if ":" in name:
        with suppress(UserError):
            return strategy_named(name).name
    return name


def _compared(one: Summary, best: Summary) -> Row:
    """Return the paired difference between a unit and the best one, if answers were drawn."""
    found = one.difference(best)
    return {
        "compared_with": None if found is None else best.unit.id,
        "difference": None if found is None else found.mean,
        "difference_half_width": None if found is None else found.half_width,
        "pairs": None if found is None else found.games,
    }
