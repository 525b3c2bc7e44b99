"""The ``tree`` command."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from gpuwordle.cli.game_options import (
    AllowedOption,
    FilterOption,
    HardOption,
    OpenerOption,
    StrategyPoolOption,
    game_conditions,
)
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    LengthOption,
    VocabularyOption,
    load_vocabulary,
)
from gpuwordle.cli.output import progress_bar
from gpuwordle.errors import UserError, nearest
from gpuwordle.files import check_place, written_aside

FORMATS = ("text", "json", "dot")


def tree(
    strategy: Annotated[
        str, typer.Option("--strategy", "-s", metavar="NAME", help="Whose tree to grow.")
    ] = "entropy",
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    length: LengthOption = 5,
    pool: StrategyPoolOption = None,
    hard: HardOption = False,
    filter: FilterOption = "pattern",
    opener: OpenerOption = None,
    allowed: AllowedOption = None,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns", metavar="N", show_default="all", help="Turns to show, in text and dot."
        ),
    ] = None,
    distinct_letters: DistinctOption = False,
    backend: BackendOption = "auto",
    format: Annotated[
        str, typer.Option("--format", "-f", help="How to print: text, json, or dot (Graphviz).")
    ] = "text",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to a file instead of standard output."
        ),
    ] = None,
) -> None:
    """Print the decision tree of a strategy: what it guesses after every pattern.

    The sums of the tree (guesses, average, longest game) go to standard error.

    Examples: gpuwordle tree -v wordle -s entropy --turns 2;
    gpuwordle tree -v wordle -s buckets --format json -o buckets.json
    """
    if format not in FORMATS:
        raise UserError(f"unknown format {format!r}: {nearest(format, FORMATS)}")
    if output is not None:
        check_place(output)
    if turns is not None and turns < 1:
        raise UserError(f"--turns {turns} is too few: give at least 1")
    from gpuwordle.backends.table import choose
    from gpuwordle.strategies.table import strategy_named
    from gpuwordle.tree.build import grow

    engine, player = choose(backend), strategy_named(strategy)
    conditions = game_conditions(pool, hard, filter, allowed)
    player.settle(conditions)  # says what it cannot play before the words are read
    words = load_vocabulary(vocabulary, answers, length, distinct_letters)
    with progress_bar("growing") as bar:
        grown = grow(
            words,
            player,
            conditions,
            opener=opener,
            backend=engine(words),
            progress=bar.part(f"tree of {strategy}", 0.0, 1.0),
        )
    if format == "json":
        text = grown.to_json()
    else:
        text = grown.to_text(turns) if format == "text" else grown.to_dot(turns)
    text = text.rstrip("\n") + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        with written_aside(output) as aside:
            aside.write_text(text, encoding="utf-8")
    games = grown.games()
    lost = f", {games.lost} words not found" if games.lost else ""
    typer.echo(
        f"{strategy} from {grown.opener}: {games.total} guesses for {len(games) - games.lost} "
        f"words, average {games.mean:.4f}, at most {games.worst}{lost}",
        err=True,
    )
