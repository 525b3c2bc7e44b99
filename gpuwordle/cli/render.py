"""The ``render`` command."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from gpuwordle.cli.game_options import PaletteOption
from gpuwordle.cli.options import OutputOption
from gpuwordle.cli.output import write_text
from gpuwordle.cli.parsers import at_least


def render(
    clues: Annotated[
        list[str],
        typer.Argument(
            metavar="CLUE",
            help="Guesses with their scores, such as CRANE=c.A.. or CRANE=10200; with --answer, "
            "guesses alone.",
            show_default=False,
        ),
    ],
    answer: Annotated[
        str | None,
        typer.Option("--answer", metavar="WORD", help="The hidden word, which scores the guesses."),
    ] = None,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="What a shared game begins with.")
    ] = "gpuwordle",
    hard: Annotated[
        bool, typer.Option("--hard", help="Mark a shared game as one of hard mode.")
    ] = False,
    allowed: Annotated[
        int,
        typer.Option(
            "--allowed",
            "-m",
            metavar="M",
            parser=at_least(1),
            help="Guesses that a shared game allowed.",
        ),
    ] = 6,
    palette: PaletteOption = None,
    format: Annotated[
        Literal["tiles", "emoji", "share", "html"],
        typer.Option(
            "--format",
            "-f",
            help="tiles as a terminal draws them, emoji, the text that players share, or a piece "
            "of HTML that carries its style.",
        ),
    ] = "tiles",
    output: OutputOption = None,
) -> None:
    """Draw the guesses of a game: tiles, emoji, the text that players share, HTML.

    Examples: gpuwordle render CRANE=c.A.. CABLE=CA..E;
    gpuwordle render crane caper --answer caper --format share
    """
    from gpuwordle.assistant.moves import clues_of_moves
    from gpuwordle.cli.drawing import has_colours, tiles_line
    from gpuwordle.rules.colours import palette_named
    from gpuwordle.rules.tiles import emoji_tiles, notebook_board, share_text

    colours = palette_named(palette)
    game = [(clue.guess, clue.pattern) for clue in clues_of_moves(clues, answer)]
    if format == "share":
        shared = [pattern for _, pattern in game]
        text = share_text(shared, title, allowed=allowed, hard=hard, palette=colours)
    elif format == "html":
        text = notebook_board(game, colours) + "\n"
    elif format == "emoji":
        text = "".join(f"{emoji_tiles(pattern, colours)}\n" for _, pattern in game)
    else:
        coloured = output is None and has_colours()
        lines = (tiles_line(*move, colours, coloured=coloured) for move in game)
        text = "".join(f"{line}\n" for line in lines)
    write_text(text, output)
