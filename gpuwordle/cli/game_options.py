"""Options of the commands that play whole games, spelled and explained once."""

from __future__ import annotations

from typing import Annotated

import typer

from gpuwordle.cli import completion
from gpuwordle.cli.parsers import (
    Setting,
    at_least,
    parse_seconds,
    parse_seeds,
    parse_setting,
    parse_subset,
    strategy_name,
)
from gpuwordle.optimal.question import Objective
from gpuwordle.rules.colours import PaletteName
from gpuwordle.rules.conditions import Filter, PoolName

StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        parser=strategy_name,
        autocompletion=completion.strategies,
        help="Whose guesses: a name from `gpuwordle strategies`, or module:Class for a class of "
        "your own.",
    ),
]
StrategiesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        parser=strategy_name,
        autocompletion=completion.strategies,
        show_default="all",
        help="Whose guesses: a name from `gpuwordle strategies`, module:Class for a class of your "
        "own, or all for ours but expected-size-incremental and optimal. Give it again for more.",
    ),
]
SettingsOption = Annotated[
    list[Setting] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        parser=parse_setting,
        help="Option of the strategies that are named; `gpuwordle strategies` lists them.",
    ),
]
StrategyPoolOption = Annotated[
    PoolName | None,
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
    Filter,
    typer.Option(
        "--filter",
        help="What remains a candidate: pattern (the game's truth), letters (as Lahiri et al. "
        "measured), counts (Van Fleet et al.), bounds (Haag) or colours (Sreekala et al.).",
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
        parser=at_least(1),
        show_default="no limit",
        help="Guesses in a game; after so many it is lost.",
    ),
]
SeedsOption = Annotated[
    range | None,
    typer.Option(
        "--seed",
        metavar="N",
        parser=parse_seeds,
        show_default="0",
        help="Seed of what is drawn by chance, guesses or words: 0, or several: 0-19.",
    ),
]
SampleOption = Annotated[
    int | None,
    typer.Option(
        "--sample",
        metavar="N",
        parser=at_least(1),
        show_default="all",
        help="Hidden words to draw by the seed and play, of each length.",
    ),
]
SubsetOption = Annotated[
    str | None,
    typer.Option(
        "--subset",
        metavar="ANSWERSxGUESSES",
        parser=parse_subset,
        show_default="all",
        help="Words to draw of the list by the seed, such as 200x200: answers x guesses.",
    ),
]
ObjectiveOption = Annotated[
    Objective,
    typer.Option(
        "--objective",
        help="What optimal play is best by: total guesses, worst (the longest game), or "
        "worst-then-total.",
    ),
]
SecondsOption = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        parser=parse_seconds,
        show_default="no end",
        help="How long to search for optimal play; then the best found is printed, with the gap.",
    ),
]
PaletteOption = Annotated[
    PaletteName | None,
    typer.Option(
        "--palette",
        show_default="GPUWORDLE_PALETTE, or standard",
        help="Colours of the tiles.",
    ),
]
GuessesOption = Annotated[
    int,
    typer.Option(
        "--allowed",
        "-m",
        metavar="M",
        parser=at_least(1),
        help="Guesses in a game; after so many it is lost.",
    ),
]
