"""Options of the commands that play whole games, spelled and explained once."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from gpuwordle.cli.options import at_least
from gpuwordle.rules.conditions import Filter, PoolName

if TYPE_CHECKING:
    from gpuwordle.results.unit import Option


def strategy_name(text: str) -> str:
    """Read the name of a strategy.

    A class of one's own, ``module:Class``, may stand in the folder where the command is given, as
    it may for ``python -m``. Worker processes look where this one looks.
    """
    here = os.getcwd()
    if ":" in text and here not in sys.path:
        sys.path.append(here)
    return text


def parse_seeds(text: str) -> range:
    """Read a seed such as ``3``, or several: ``0-19``."""
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() if dash else True)):
        raise typer.BadParameter(f"{text!r} is not understood: give a number, or several as 0-19")
    low, high = int(first), int(last or first)
    if low > high:
        raise typer.BadParameter(f"{text!r} runs backwards: write {high}-{low}")
    return range(low, high + 1)


@dataclass(frozen=True)
class Setting:
    """An option of a strategy, as ``NAME=VALUE`` gives it."""

    name: str
    value: Option

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


def parse_setting(text: str) -> Setting:
    """Read an option of a strategy."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise typer.BadParameter(f"{text!r} is not understood: give NAME=VALUE")
    return Setting(name, _value(value))


def _value(text: str) -> Option:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        parser=strategy_name,
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
        show_default="all",
        help="Whose guesses: a name from `gpuwordle strategies`, module:Class for a class of your "
        "own, or all for every one of ours. Give it again for more.",
    ),
]
SettingsOption = Annotated[
    list[Setting] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        parser=parse_setting,
        help="Option of the strategies that are named.",
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
        help="Seed of strategies that draw by chance: 0, or several: 0-19.",
    ),
]
