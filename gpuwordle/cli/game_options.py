"""Options of the commands that play whole games, spelled and explained once."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from gpuwordle.rules.conditions import Conditions, Filter, PoolName

StrategyPoolOption = Annotated[
    str | None,
    typer.Option(
        "--pool",
        show_default="the strategy's own",
        help="What may be guessed: all words, or candidates (words that may be hidden).",
    ),
]
HardOption = Annotated[
    bool, typer.Option("--hard", help="Play hard mode: greens stay, revealed letters are used.")
]
FilterOption = Annotated[
    str,
    typer.Option(
        "--filter",
        help="What remains a candidate: pattern (the game's truth), letters (as Lahiri et al. "
        "measured) or counts (Van Fleet et al.).",
    ),
]
OpenerOption = Annotated[
    str | None, typer.Option("--opener", metavar="WORD", help="First guess of every game.")
]
AllowedOption = Annotated[
    int | None,
    typer.Option(
        "--allowed",
        "-m",
        metavar="M",
        show_default="no limit",
        help="Guesses in a game; after so many it is lost.",
    ),
]


def game_conditions(pool: str | None, hard: bool, filter: str, allowed: int | None) -> Conditions:
    """Put the options of a game together.

    Raises
    ------
    UserError
        If there is no such pool or filter, or fewer than one guess is allowed.
    """
    return Conditions(cast("PoolName | None", pool), hard, cast("Filter", filter), allowed)
