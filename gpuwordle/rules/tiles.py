"""How the guesses of a game are drawn, in text, HTML and Graphviz, and in which colours.

Emoji are drawn by `Pattern.tiles`. The markup of pages names colours only (``grey``, ``yellow``,
``green``); a page's style gives them the colours of `TILE_COLOURS`. Notebooks show fragments that
have no page of their own: their tiles carry their style.

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

_TILE = "display:inline-block;min-width:1.5em;margin:1px;text-align:center;border-radius:3px;"


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


def notebook_tiles(guess: str | None, pattern: Pattern | None) -> str:
    """Draw a guess, a pattern or one on the other as markup that needs no page's style.

    Parameters
    ----------
    guess
        The word; where there is none, tiles hold the digits of the pattern.
    pattern
        Its colours; a word that has none yet is drawn in frames.
    """
    letters = lower(guess) if guess is not None else pattern.digits if pattern else ""
    if pattern is None:
        told_so, styles = letters, [f"{_TILE}box-shadow:inset 0 0 0 1px #8c959f"] * len(letters)
    else:
        told_so = told([(letters, pattern)]) if guess is not None else _told_colours(pattern)
        styles = [
            "{}background:{};color:{}".format(_TILE, *TILE_COLOURS[colour])
            for colour in pattern.colours
        ]
    tiles = "".join(
        f'<b style="{style}">{html.escape(capital(letter) or letter)}</b>'
        for style, letter in zip(styles, letters, strict=True)
    )
    way = ' dir="rtl"' if runs_from_right(letters) else ""
    return (
        f'<span role="img" aria-label="{html.escape(told_so)}"{way} '
        f'style="display:inline-block;white-space:nowrap">{tiles}</span>'
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
    return "; ".join(f"{guess}: {_told_colours(pattern)}" for guess, pattern in game)


def _told_colours(pattern: Pattern) -> str:
    if pattern.solved:
        return "all green"
    if not any(pattern.colours):
        return "all grey"
    return ", ".join(COLOUR_NAMES[colour] for colour in pattern.colours)
