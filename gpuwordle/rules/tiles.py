"""How the guesses of a game are drawn as tiles, in HTML, and in which colours.

As text they are drawn by `Pattern.tiles` and `Pattern.marks`. The markup names colours only
(``grey``, ``yellow``, ``green``); a page's style gives them the colours of `TILE_COLOURS`.

>>> html_tiles("cat", Pattern.parse("201"))
'<i class="green">C</i><i class="grey">A</i><i class="yellow">T</i>'
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from gpuwordle.rules.codes import GREEN, GREY, YELLOW
from gpuwordle.rules.pattern import Pattern

COLOUR_NAMES = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}

TILE_COLOURS = {
    GREY: ("#686c6f", "#ffffff"),
    YELLOW: ("#e3bc34", "#1b1b1b"),
    GREEN: ("#3b7a36", "#ffffff"),
}
"""A tile's colour and its letter's, which stand out from each other by 4.5 to 1 and more."""


def html_tiles(guess: str, pattern: Pattern) -> str:
    """Draw a guess: one element a letter, its class the letter's colour.

    Parameters
    ----------
    guess
        The word; letters are shown in upper case.
    pattern
        Its colours.
    """
    return "".join(
        f'<i class="{COLOUR_NAMES[colour]}">{html.escape(letter.upper())}</i>'
        for letter, colour in zip(guess, pattern.colours, strict=True)
    )


def html_board(game: Iterable[tuple[str, Pattern]], label: str) -> str:
    """Draw a game: one row of tiles a guess.

    Parameters
    ----------
    game
        Guesses with their patterns.
    label
        What the board shows, for those who cannot see it; see `told`.
    """
    rows = "".join(f"<div>{html_tiles(guess, pattern)}</div>" for guess, pattern in game)
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
