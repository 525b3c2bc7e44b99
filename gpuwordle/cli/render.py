"""The ``render`` command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gpuwordle.cli.game_options import PaletteOption
from gpuwordle.cli.options import OutputOption
from gpuwordle.cli.output import write_text
from gpuwordle.cli.parsers import at_least
from gpuwordle.errors import UserError

if TYPE_CHECKING:
    from gpuwordle.rules.pattern import Pattern


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
    from gpuwordle.cli.drawing import has_colours, tiles_line
    from gpuwordle.rules.palettes import palette_named
    from gpuwordle.rules.tiles import emoji_tiles, notebook_board, share_text

    colours = palette_named(palette)
    game = [_move(text, answer) for text in clues]
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


def _move(text: str, answer: str | None) -> tuple[str, Pattern]:
    """Read a clue, or score a guess; where both are given they must agree."""
    from gpuwordle.rules.pattern import parse_guess_score, score

    if answer is None:
        return parse_guess_score(text)
    guess, equals, _ = text.partition("=")
    pattern = score(guess.strip(), answer)
    if equals and parse_guess_score(text)[1] != pattern:
        raise UserError(
            f"clue {text!r} is not what --answer {answer} gives: {pattern.marks(guess)}; leave out "
            "one of the two"
        )
    return guess.strip(), pattern
