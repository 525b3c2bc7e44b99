"""Options of ``benchmark`` that are saved with the run, for ``--resume``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from gpuwordle.cli.commands import options_of
from gpuwordle.cli.options import ComputeOptions, LengthsOptions, StrategiesOptions
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.lengths import Lengths

if TYPE_CHECKING:
    from gpuwordle.benchmark.tasks import Task
    from gpuwordle.results.run_folder import Run
    from gpuwordle.results.unit import Option


@dataclass(repr=False, eq=False)
class Players:
    """Strategies that share the values of their options."""

    names: tuple[str, ...]
    options: Mapping[str, Option]


NOT_KEPT = {"lengths", "strategy", "option", "seed", "memory"}
"""Options that a run does not keep: its units have their own, or they change no result."""

Asked = dict[str, Any]
"""The options of ``benchmark`` that a run keeps, by the names of the command's parameters."""


def asked_for(lists: LengthsOptions, play: StrategiesOptions, compute: ComputeOptions) -> Asked:
    """Collect the options of the command."""
    from gpuwordle.words.sources import DEFAULT

    given = vars(lists) | vars(play) | vars(compute)
    given |= {
        "vocabulary": lists.vocabulary or [DEFAULT],
        "filter": _one_or_more(play.filter) or "pattern",
        "opener": _one_or_more(play.opener),
        "allowed": _one_or_more(play.allowed),
        "seeds": list(play.seed or [0]),
    }
    return {name: value for name, value in given.items() if name not in NOT_KEPT}


def tasks_for(asked: Asked, lengths: Lengths | None, players: Iterable[Players]) -> list[Task]:
    """List the games to play: every strategy with every length under every condition."""
    from gpuwordle.benchmark.tasks import tasks_of

    names = {option.name for option in options_of(LengthsOptions)} - {"lengths"}
    lists = LengthsOptions(**{name: asked[name] for name in names}, lengths=lengths)
    words = lists.load_all()
    several = (_listed(asked[name]) for name in ("filter", "allowed", "opener"))
    tasks = {}
    for some, filter, allowed, opener in product(players, *several):
        for task in tasks_of(
            words,
            some.names,
            Conditions(asked["pool"], asked["hard"], filter, allowed),
            options=some.options,
            opener=opener,
            **{name: asked[name] for name in ("seeds", "sample", "subset", "backend")},
        ):
            tasks[task.unit.id] = task
    return list(tasks.values())


def described(asked: Asked, tasks: Iterable[Task]) -> Asked:
    """Return the options as the run has them, with absolute paths."""
    from gpuwordle.words.sources import placed

    openers = [task.unit.opener for task in tasks if task.unit.opener is not None]
    files = {name: asked[name] for name in ("answers", "exclude", "weights")}
    return {
        **asked,
        "vocabulary": list(map(placed, asked["vocabulary"])),
        **{name: None if file is None else placed(file) for name, file in files.items()},
        "opener": _one_or_more(list(dict.fromkeys(openers))),
    }


def lengths_of(run: Run, more: Lengths | None) -> Lengths:
    """Return the word lengths of a run and those to add."""
    named = sorted({unit.length for unit in run.units} | set(more.named if more else ()))
    text = ",".join(map(str, named))
    return Lengths(text, tuple(named), more.ranged if more else ())


def players_of(run: Run, more: Players | None) -> list[Players]:
    """Return the strategies of a run and those to add.

    A strategy that is named again without options keeps the options that it has.
    """
    by_options: dict[tuple[tuple[str, Option], ...], dict[str, None]] = {}
    for unit in run.units:
        by_options.setdefault(unit.options, {})[unit.strategy] = None
    players = [Players(tuple(names), dict(options)) for options, names in by_options.items()]
    if more is not None:
        known = {unit.strategy for unit in run.units} if not more.options else set()
        names = tuple(name for name in more.names if name not in known)
        players += [Players(names, more.options)] * bool(names)
    return players


def _one_or_more(values: list[Any] | None) -> Any:
    """Return a single value, several values as a list, or None."""
    return values[0] if values and len(values) == 1 else values or None


def _listed(values: Any) -> list[Any]:
    return values if isinstance(values, list) else [values]
