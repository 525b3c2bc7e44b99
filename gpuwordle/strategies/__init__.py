"""Strategies: how a player chooses its guesses.

A table names them; `strategy_named` makes one. A strategy of one's own need not be in the table:
whatever takes a strategy takes an object of any subclass of `Strategy`.
"""

from __future__ import annotations

from typing import Any

from gpuwordle.errors import UserError, nearest
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
    )
}
"""Class of each strategy by name."""


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
    if name not in STRATEGIES:
        raise UserError(f"unknown strategy {name!r}: {nearest(name, STRATEGIES)}")
    try:
        return STRATEGIES[name](**options)
    except TypeError as error:
        given = ", ".join(sorted(options))
        raise UserError(f"strategy {name!r} does not take the options given: {given}") from error
