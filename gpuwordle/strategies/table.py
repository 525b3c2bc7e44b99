"""Strategies by name.

A table names ours; `strategy_named` makes one, of the table, of an installed package, or of one's
own by its import path. Whatever takes a strategy's name also takes an object of any subclass of
`Strategy`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Any

from gpuwordle import plugins
from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.strategies.cliques import Clique
from gpuwordle.strategies.incremental import IncrementalExpectedSize
from gpuwordle.strategies.letters import (
    CrossIndex,
    Heuristic,
    LetterFrequency,
    NonDuplicate,
    SameIndex,
    Unattempted,
)
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.strategies.options import LAST, options_of, own_options, whole
from gpuwordle.strategies.partition import Buckets, Entropy, ExpectedSize, Minimax
from gpuwordle.strategies.sampled import Random, SampledExpected, SampledMinimax
from gpuwordle.strategies.spectral import PrincipalComponents, RankOne
from gpuwordle.strategies.strategy import Strategy

STRATEGIES: dict[str, type[Strategy]] = {
    strategy.name: strategy
    for strategy in (
        Minimax,
        ExpectedSize,
        Entropy,
        Buckets,
        SampledMinimax,
        SampledExpected,
        Random,
        LetterFrequency,
        NonDuplicate,
        SameIndex,
        CrossIndex,
        Unattempted,
        Heuristic,
        RankOne,
        PrincipalComponents,
        Clique,
    )
}
"""Class of each strategy by name: those that a benchmark of ``all`` plays."""

ALGORITHMS: dict[str, type[Strategy]] = {
    strategy.name: strategy for strategy in (IncrementalExpectedSize, Optimal)
}
"""Strategies that are played when they are named: another algorithm for guesses of the table, and
optimal play, which on dense lists does not come to an end."""


@dataclass(frozen=True)
class Known:
    """A strategy that is known by name.

    Attributes
    ----------
    name : str
        What ``--strategy`` calls it.
    package : str
        Where it comes from: ``gpuwordle``, or the package that offers it, with its version.
    kind : type of Strategy or None
        Its class; None where it cannot be used.
    problem : str
        Why it cannot be used, or an empty text.
    """

    name: str
    package: str
    kind: type[Strategy] | None
    problem: str = ""


def strategy_named(name: str, **options: Any) -> Strategy:
    """Make a strategy by its name.

    Parameters
    ----------
    name
        A name that ``gpuwordle strategies`` lists, ours or that of an installed package (entry
        points of the group ``gpuwordle.strategies``, each naming a subclass of `Strategy`), or
        ``module:Class`` for a subclass of one's own that can be imported.
    options
        What its class takes, and ``last``, which every strategy takes (`Strategy.last_turns`).

    Raises
    ------
    UserError
        If there is no strategy of that name, with the nearest names, what it names is not a
        strategy, or it has no such option or value of one.
    """
    kind = _class_named(name)
    last = kind.last_turns
    if LAST in options and LAST not in own_options(kind):
        last = whole(LAST, options.pop(LAST), 0)
    try:
        strategy = kind(**options)
    except TypeError as error:
        if options:
            given = ", ".join(sorted(options))
            there = ", ".join(options_of(kind)) or "none"
            why = f"does not take the options given: {given}; its options: {there}"
        else:
            why = f"cannot be made without options ({error})"
        raise UserError(f"strategy {name!r} {why}") from None
    strategy.last_turns = last
    return strategy


def strategy_for(strategy: str | Strategy) -> Strategy:
    """Make the named strategy, or take the one given.

    Raises
    ------
    UserError
        If there is no strategy of that name.
    """
    return strategy_named(strategy) if isinstance(strategy, str) else strategy


def class_of_ours(name: str) -> type[Strategy] | None:
    """Return our own strategy of a name; no package can take such a name."""
    return STRATEGIES.get(name) or ALGORITHMS.get(name)


def known_strategies() -> Iterator[Known]:
    """List all strategies: ours, then those of installed packages, usable or not."""
    for name, kind in {**STRATEGIES, **ALGORITHMS}.items():
        yield Known(name, "gpuwordle", kind)
    for points in plugins.offered("strategy").values():
        for point in points:
            yield _packaged(point)


def _packaged(point: EntryPoint) -> Known:
    name, package = point.name, plugins.package_of(point)
    if class_of_ours(name):
        return Known(name, package, None, "hidden by gpuwordle's own strategy of that name")
    try:
        return Known(name, package, _class_named(name))
    except UserError as error:
        return Known(name, package, None, str(error))


def _class_named(name: str) -> type[Strategy]:
    own = class_of_ours(name)
    if own is not None:
        return own
    if ":" in name:
        remedy = "check the spelling, and that Python finds the module from here"
        return _checked(name, plugins.imported("strategy", name, name, remedy))
    point = plugins.find("strategy", name)
    if point is None:
        known = [*STRATEGIES, *ALGORITHMS, *plugins.offered("strategy")]
        raise UserError(f"unknown strategy {shortened(name)!r}: {nearest(name, known)}")
    remedy = f"mend or uninstall {plugins.package_of(point)}"
    return _checked(name, plugins.imported("strategy", name, plugins.path_of(point), remedy))


def _checked(name: str, found: Any) -> type[Strategy]:
    """Return what an import path names if it is a whole strategy."""
    if not (isinstance(found, type) and issubclass(found, Strategy)):
        why = "is no class derived from gpuwordle.Strategy: derive it"
    elif inspect.isabstract(found):
        why = f"lacks {', '.join(sorted(found.__abstractmethods__))}: define it"
    elif not isinstance(getattr(found, "name", None), str):
        why = 'has no name: add name = "..." to the class'
    else:
        return found
    raise UserError(f"strategy {name!r} {why}")
