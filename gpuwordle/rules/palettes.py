"""The colours that tiles are drawn in: those of the game, and those that colour-blind readers see.

Whatever draws tiles (terminal, notebook, report, page, Graphviz) takes a palette from here. One
that is not named is that of the variable ``GPUWORDLE_PALETTE``, so that who needs the other colours
says so once.

>>> PALETTES["colour-blind"].tiles
'⬜🟦🟧'
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.rules.colours import GREEN, GREY, TILES, YELLOW

VARIABLE = "GPUWORDLE_PALETTE"
"""Names the palette of what is drawn without one."""

COLOUR_NAMES = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}
"""What the colours are called in every palette: by what they mean, not by what they look like."""

PaletteName = Literal["standard", "colour-blind"]


@dataclass(frozen=True)
class Palette:
    """Three colours.

    Attributes
    ----------
    name : str
        What ``--palette`` calls it.
    colours : tuple of (str, str)
        The colour of a grey, a yellow and a green tile, each with that of its letter, as
        ``#rrggbb``. A letter stands out from its tile by 4.5 to 1 and more.
    tiles : str
        The same as emoji. `Pattern.parse` reads those of every palette.
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
    """Return the palette of a name.

    Parameters
    ----------
    name
        ``standard`` or ``colour-blind``; None for the one that ``GPUWORDLE_PALETTE`` names, and
        for the standard one where it is not set.

    Raises
    ------
    UserError
        If there is no such palette.
    """
    asked = name or os.environ.get(VARIABLE) or "standard"
    if asked not in PALETTES:
        where = "" if name else f" in {VARIABLE}"
        raise UserError(f"unknown palette {shortened(asked)!r}{where}: {nearest(asked, PALETTES)}")
    return PALETTES[asked]
