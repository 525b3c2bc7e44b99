"""Tiles and keyboards as a terminal shows them: in colours, or framed where it has none."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence

from gpuwordle.cli.output import standard_output
from gpuwordle.rules.case import capital, isolated
from gpuwordle.rules.colours import GREY, Palette
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import framed, letters_in_order, text_tiles


def has_colours() -> bool:
    """Whether standard output is a terminal that shows the palettes, and the user lets it.

    Of 16 colours the nearest to a grey and to a green tile are the same.
    """
    from rich.console import Console

    return Console(file=standard_output()).color_system in ("256", "truecolor")


def tiles_line(guess: str, pattern: Pattern, palette: Palette, *, coloured: bool) -> str:
    """Draw a guess as one line, without its end.

    Parameters
    ----------
    guess, pattern
        The word and its colours.
    palette
        What they look like.
    coloured
        Whether the terminal has colours; frames tell them apart where it has none.
    """
    if not coloured:
        return text_tiles(guess, pattern).rstrip()
    return _painted(letters_in_order(guess, pattern), palette)


def keyboard_lines(
    rows: Sequence[Sequence[str]], colours: Mapping[str, int], palette: Palette, *, coloured: bool
) -> list[str]:
    """Draw a keyboard, each row a line; where there are no colours, grey letters are left out.

    Parameters
    ----------
    rows
        The letters.
    colours
        Those of the letters that were played.
    palette, coloured
        As for `tiles_line`.
    """
    lines = []
    for number, row in enumerate(rows):
        keys = [(isolated(capital(letter) or letter), colours.get(letter)) for letter in row]
        if coloured:
            line = _painted(keys, palette)
        else:
            line = " ".join(_framed_key(letter, colour) for letter, colour in keys)
        lines.append("  " * number + line.rstrip())
    return lines


def _framed_key(letter: str, colour: int | None) -> str:
    return "   " if colour == GREY else framed(letter, colour or GREY)


def _painted(letters: Iterable[tuple[str, int | None]], palette: Palette) -> str:
    """Paint letters as tiles, in a terminal's escapes; one without a colour stays as it is."""
    from rich.console import Console
    from rich.text import Text

    text = Text()
    for letter, colour in letters:
        style = "bold" if colour is None else "bold {1} on {0}".format(*palette.colours[colour])
        text.append(f" {letter} ", style)
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="auto", width=len(text) + 1
    )
    console.print(text, end="")
    return console.file.getvalue()  # type: ignore[attr-defined]
