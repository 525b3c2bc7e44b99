"""The three colours of a letter: their numbers, their names, and the palettes that draw them.

Everything that draws tiles (terminal, notebook, report, page, Graphviz) takes its palette from
here. The environment variable ``GPUWORDLE_PALETTE`` sets the default palette.

>>> PALETTES["colour-blind"].tiles
'⬜🟦🟧'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from gpuwordle.errors import UserError, nearest, shortened

GREY, YELLOW, GREEN = 0, 1, 2

COLOUR_NAMES = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}
"""Names by meaning: every palette uses them, whatever its colours look like."""

TILES = "⬜🟨🟩"
"""One emoji for each colour, as in shared results."""

VARIABLE = "GPUWORDLE_PALETTE"
"""Environment variable with the name of the default palette."""

PaletteName = Literal["standard", "colour-blind"]

_TILE = "display:inline-block;min-width:1.5em;margin:1px;text-align:center;border-radius:3px;"
_FRAME = f"{_TILE}box-shadow:inset 0 0 0 1px #8c959f"


@dataclass(frozen=True)
class Palette:
    """The look of grey, yellow and green tiles.

    ``colours`` holds the background and the letter colour of each tile as ``#rrggbb``, with a
    contrast of at least 4.5 to 1. ``tiles`` holds one emoji for each; `Pattern.parse` reads the
    emoji of every palette.
    """

    name: PaletteName
    colours: tuple[tuple[str, str], ...]
    tiles: str


PALETTES: dict[str, Palette] = {
    palette.name: palette
    for palette in (
        Palette(
            "standard",
            (("#686c6f", "#ffffff"), ("#e3bc34", "#1b1b1b"), ("#3b7a36", "#ffffff")),
            TILES,
        ),
        # Three degrees of lightness, and the one pair of hues that nobody confuses.
        Palette(
            "colour-blind",
            (("#595d60", "#ffffff"), ("#9ad4fa", "#1b1b1b"), ("#e8750a", "#1b1b1b")),
            "⬜🟦🟧",
        ),
    )
}


def palette_named(name: str | None = None) -> Palette:
    """Return a palette by name; by default that of ``GPUWORDLE_PALETTE``, else the standard one."""
    asked = name or os.environ.get(VARIABLE) or "standard"
    if asked not in PALETTES:
        where = "" if name else f" in {VARIABLE}"
        raise UserError(f"unknown palette {shortened(asked)!r}{where}: {nearest(asked, PALETTES)}")
    return PALETTES[asked]


def colours_in_words(colours: Sequence[int]) -> str:
    """Name the colours of a pattern, for screen readers.

    >>> colours_in_words((2, 0, 1)), colours_in_words((2, 2, 2))
    ('green, grey, yellow', 'all green')
    """
    for whole in (GREEN, GREY):
        if all(colour == whole for colour in colours):
            return f"all {COLOUR_NAMES[whole]}"
    return ", ".join(COLOUR_NAMES[colour] for colour in colours)


def escaped(text: str) -> str:
    """Write text so that HTML shows it as it is."""
    from html import escape  # loads all names of characters, which few commands need

    return escape(text)


def styled_tiles(
    letters: Iterable[str],
    colours: Iterable[int] | None,
    label: str,
    palette: Palette | None = None,
    *,
    right_to_left: bool = False,
) -> str:
    """Draw letters as HTML tiles with their own style, and ``label`` for screen readers.

    Without colours, the tiles are empty frames.
    """
    shown = list(letters)
    if colours is None:
        styles = [_FRAME] * len(shown)
    else:
        looks = (palette or palette_named()).colours
        styles = ["{}background:{};color:{}".format(_TILE, *looks[colour]) for colour in colours]
    tiles = "".join(
        f'<b style="{style}">{escaped(letter)}</b>'
        for style, letter in zip(styles, shown, strict=True)
    )
    direction = ' dir="rtl"' if right_to_left else ""
    return (
        f'<span role="img" aria-label="{escaped(label)}"{direction} '
        f'style="display:inline-block;white-space:nowrap">{tiles}</span>'
    )
