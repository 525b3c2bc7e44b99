"""Tiles and keyboards in a terminal, and the ``render`` command.

Tiles are coloured if the terminal has colours, and framed otherwise.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from gpuwordle.cli.options import (
    ANSWER,
    LANGUAGE,
    PALETTE,
    SYMBOLS,
    allowed_option,
    argument,
    flag,
    format_option,
    option,
)
from gpuwordle.cli.output import FileOptions, standard_output
from gpuwordle.errors import UserError, counted, printable
from gpuwordle.rules.colours import PaletteName
from gpuwordle.rules.conditions import ALLOWED

if TYPE_CHECKING:
    from gpuwordle.rules.colours import Palette
    from gpuwordle.rules.pattern import Pattern


class _DrawingOptions(FileOptions):
    format: Literal["tiles", "emoji", "share", "html"] = format_option(
        "tiles",
        "Output format: tiles for a terminal, emoji, the text that players share, or an HTML "
        "fragment with its own style.",
    )


def render(
    *,
    clues: list[str] = argument(
        "Guesses with their colours, such as CRANE=c.A.. or CRANE=10200; with --answer, guesses "
        "alone.",
        "CLUE",
    ),
    out: _DrawingOptions,
    answer: str | None = ANSWER,
    title: str = option("First words of a shared game.", metavar="TEXT", default="gpuwordle"),
    hard: bool = flag("Mark a shared game as played in hard mode."),
    allowed: int = allowed_option("Guesses allowed in a shared game.", default=ALLOWED),
    palette: PaletteName | None = PALETTE,
    symbols: bool = SYMBOLS,
    language: str | None = LANGUAGE,
) -> None:
    """Draw a game as tiles, emoji, shareable text or HTML.

    Examples: gpuwordle render CRANE=c.A.. CABLE=CA..E;
    gpuwordle render crane caper --answer caper --format share
    """
    from gpuwordle.assistant.moves import clues_of_moves
    from gpuwordle.clues.typed_clues import read_clues
    from gpuwordle.rules.colours import palette_named
    from gpuwordle.rules.tiles import emoji_tiles, notebook_board, share_text
    from gpuwordle.words.orthography import language_of

    colours = palette_named(palette)
    reading = language_of(language, symbols=symbols)
    moves = read_clues(clues, alone=True, language=reading)
    game = clues_of_moves(moves, answer, language=reading)
    if out.format == "share":
        if len(game) > allowed:
            raise UserError(
                f"the game has {counted(len(game), 'guess', 'guesses')}, more than the {allowed} "
                f"allowed: add --allowed {len(game)}"
            )
        shared = [pattern for _, pattern in game]
        title = title if out.plain else printable(title)
        text = share_text(shared, title, allowed=allowed, hard=hard, palette=colours)
    elif out.format == "html":
        text = notebook_board(game, colours) + "\n"
    elif out.format == "emoji":
        text = "".join(f"{emoji_tiles(pattern, colours)}\n" for _, pattern in game)
    else:
        coloured = not out.plain and terminal_has_colours()
        lines = (tiles_line(*move, colours, coloured=coloured) for move in game)
        text = "".join(f"{line}\n" for line in lines)
    out.write(text)


def terminal_has_colours() -> bool:
    """Return whether standard output is a terminal with enough colours and may be coloured.

    With 16 colours, the nearest colours to grey and to green tiles are the same.
    """
    from rich.console import Console

    console = Console(file=standard_output())
    return not console.no_color and console.color_system in ("256", "truecolor")


def tiles_line(guess: str, pattern: Pattern, palette: Palette, *, coloured: bool) -> str:
    """Draw a guess as a line of tiles, coloured or framed, without a line end."""
    from gpuwordle.rules.tiles import letters_in_order, text_tiles, told_beside

    if not coloured:
        return text_tiles(guess, pattern).rstrip()
    return f"{_painted(letters_in_order(guess, pattern), palette)} {told_beside(pattern)}".rstrip()


def keyboard_lines(
    rows: Sequence[Sequence[str]], colours: Mapping[str, int], palette: Palette, *, coloured: bool
) -> list[str]:
    """Draw a keyboard, one line for each row; without colours, grey letters are left out."""
    from gpuwordle.rules.case import capital, isolated
    from gpuwordle.rules.colours import GREY
    from gpuwordle.rules.tiles import framed

    lines = []
    for number, row in enumerate(rows):
        keys = [(isolated(capital(letter) or letter), colours.get(letter)) for letter in row]
        if coloured:
            line = _painted(keys, palette)
        else:
            line = " ".join(
                "   " if colour == GREY else framed(letter, colour or GREY)
                for letter, colour in keys
            )
        lines.append("  " * number + line.rstrip())
    return lines


def _painted(letters: Iterable[tuple[str, int | None]], palette: Palette) -> str:
    """Paint letters as tiles, in a terminal's escapes; a letter without a colour is bold."""
    from rich.console import Console
    from rich.text import Text

    text = Text()
    for letter, colour in letters:
        style = "bold" if colour is None else "bold {1} on {0}".format(*palette.colours[colour])
        text.append(f" {letter} ", style)
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="auto", width=text.cell_len + 1
    )
    console.print(text, end="")
    return console.file.getvalue()  # type: ignore[attr-defined]
