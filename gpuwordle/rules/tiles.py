"""How the guesses of a game are drawn, in text, HTML and Graphviz, and in which colours.

Emoji are drawn by `Pattern.tiles`. The markup of HTML names colours only (``grey``, ``yellow``,
``green``); a page's style gives them the colours of `TILE_COLOURS`.

>>> html_tiles("cat", Pattern.parse("201"))
'<i class="green">C</i><i class="grey">A</i><i class="yellow">T</i>'
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from gpuwordle.rules.case import capital, lower
from gpuwordle.rules.codes import GREEN, GREY, YELLOW
from gpuwordle.rules.direction import runs_from_right
from gpuwordle.rules.pattern import Pattern

COLOUR_NAMES = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}

# A row says which way it runs: a browser sees tiles that stand alone, not a word.
RIGHT_TO_LEFT = '<div dir="rtl">'

TILE_COLOURS = {
    GREY: ("#686c6f", "#ffffff"),
    YELLOW: ("#e3bc34", "#1b1b1b"),
    GREEN: ("#3b7a36", "#ffffff"),
}
"""A tile's colour and its letter's, which stand out from each other by 4.5 to 1 and more."""


def dot_tiles(guess: str, pattern: Pattern) -> str:
    """Draw a guess as cells of a table in a label of Graphviz.

    Examples
    --------
    >>> dot_tiles("a", Pattern.parse("2"))
    '<TD BGCOLOR="#3b7a36" WIDTH="18"><FONT COLOR="#ffffff">A</FONT></TD>'
    """
    return "".join(
        '<TD BGCOLOR="{}" WIDTH="18"><FONT COLOR="{}">{}</FONT></TD>'.format(
            *TILE_COLOURS[colour], html.escape(capital(letter) or letter)
        )
        for letter, colour in zip(guess, pattern.colours, strict=True)
    )


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
        What the board shows, for those who cannot see it; see `told`.
    """
    rows = "".join(
        f"{RIGHT_TO_LEFT if runs_from_right(guess) else '<div>'}{html_tiles(guess, pattern)}</div>"
        for guess, pattern in game
    )
    return f'<div class="board" role="img" aria-label="{html.escape(label)}">{rows}</div>'


def told(game: Sequence[tuple[str, Pattern]]) -> str:
    """Tell a game in words, for those who cannot see its board.

    Examples
    --------
    >>> told([("cat", Pattern.parse("201")), ("cow", Pattern.parse("222"))])
    'cat: green, grey, yellow; cow: all green'
    """
    return "; ".join(
        f"{guess}: " + ("all green" if pattern.solved else _colours(pattern))
        for guess, pattern in game
    )


def _colours(pattern: Pattern) -> str:
    if not any(pattern.colours):
        return "all grey"
    return ", ".join(COLOUR_NAMES[colour] for colour in pattern.colours)
