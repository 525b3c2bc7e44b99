"""Options of the commands that play whole games, spelled and explained once."""

from __future__ import annotations

from typing import Annotated

import typer

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
TrimmingOption = Annotated[
    str,
    typer.Option(
        "--trimming",
        help="What remains a candidate: pattern (the game's truth), letters (paper 000's tables) "
        "or counts (paper 004).",
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
