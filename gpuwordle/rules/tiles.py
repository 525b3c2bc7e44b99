"""How the guesses of a game are drawn as tiles, in HTML.

As text they are drawn by `Pattern.tiles` and `Pattern.marks`. The markup names colours only
(``grey``, ``yellow``, ``green``); what they look like is for the page's style to say.

>>> html_tiles("cat", Pattern.parse("201"))
'<i class="green">C</i><i class="grey">A</i><i class="yellow">T</i>'
"""

from __future__ import annotations

import html
from collections.abc import Iterable

from gpuwordle.rules.case import capital, lower
from gpuwordle.rules.codes import GREEN, GREY, YELLOW
from gpuwordle.rules.direction import runs_from_right
from gpuwordle.rules.pattern import Pattern

COLOUR_NAMES = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}

# A row says which way it runs: a browser sees tiles that stand alone, not a word.
RIGHT_TO_LEFT = '<div dir="rtl">'


def html_tiles(guess: str, pattern: Pattern) -> str:
    """Draw a guess: one element a letter, its class the letter's colour.

    Parameters
    ----------
    guess
        The word; letters are shown in upper case where they have one.
    pattern
        Its colours.
    """
    return "".join(
        f'<i class="{COLOUR_NAMES[colour]}">{html.escape(capital(letter) or letter)}</i>'
        for letter, colour in zip(lower(guess), pattern.colours, strict=True)
    )


def html_board(game: Iterable[tuple[str, Pattern]], label: str) -> str:
    """Draw a game: one row of tiles a guess, from right to left where the guess runs so.

    Parameters
    ----------
    game
        Guesses with their patterns.
    label
        What the board shows, for those who cannot see it.
    """
    rows = "".join(
        f"{RIGHT_TO_LEFT if runs_from_right(guess) else '<div>'}{html_tiles(guess, pattern)}</div>"
        for guess, pattern in game
    )
    return f'<div class="board" role="img" aria-label="{html.escape(label)}">{rows}</div>'
