"""Strategies: how a player chooses its guesses.

A table names them; `strategy_named` makes one. A strategy of one's own need not be in the table:
whatever takes a strategy takes an object of any subclass of `Strategy`.
"""

from __future__ import annotations

from typing import Any

from gpuwordle.errors import UserError, nearest
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

ALGORITHMS: dict[str, type[Strategy]] = {IncrementalExpectedSize.name: IncrementalExpectedSize}

"""Other algorithms for guesses of the table, known by name as well."""


def strategy_named(name: str, **options: Any) -> Strategy:
    """Make a strategy of the table.

    Parameters
    ----------
    name
        What `STRATEGIES` calls it.
    options
        What its class takes.

    Raises
    ------
    UserError
        If there is no strategy of that name, with the nearest names, or it has no such option.
    """
    known = {**STRATEGIES, **ALGORITHMS}
    if name not in known:
        raise UserError(f"unknown strategy {name!r}: {nearest(name, known)}")
    try:
        return known[name](**options)
    except TypeError as error:
        given = ", ".join(sorted(options))
        raise UserError(f"strategy {name!r} does not take the options given: {given}") from error


def strategy_for(strategy: str | Strategy) -> Strategy:
    """Make the named strategy, or take the one given.

    Raises
    ------
    UserError
        If there is no strategy of that name.
    """
    return strategy_named(strategy) if isinstance(strategy, str) else strategy
