"""How the guesses of a game are drawn: in text, as emoji, in HTML and Graphviz.

The markup of pages names colours only (``grey``, ``yellow``, ``green``); a page's style gives them
those of a palette (`gpuwordle.rules.palettes`). Notebooks and mails show fragments that have no
page of their own: their tiles carry their style.

>>> html_tiles("cat", Pattern.parse("201"))
'<i class="green">C</i><i class="grey">A</i><i class="yellow">T</i>'
>>> text_tiles("cat", Pattern.parse("201"))
'[C]  A  (T)'
>>> emoji_tiles(Pattern.parse("201"))
'🟩⬜🟨'
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from gpuwordle.rules.case import capital, lower
from gpuwordle.rules.direction import (
    FIRST_STRONG_ISOLATE,
    POP_DIRECTIONAL_ISOLATE,
    runs_from_right,
)
from gpuwordle.rules.palettes import COLOUR_NAMES, Palette, palette_named
from gpuwordle.rules.pattern import Pattern

Game = Iterable[tuple[str, Pattern]]
"""Guesses with their patterns."""

# A row says which way it runs: a browser sees tiles that stand alone, not a word.
RIGHT_TO_LEFT = '<div dir="rtl">'

_FRAMES = (" {} ", "({})", "[{}]")

_TILE = "display:inline-block;min-width:1.5em;margin:1px;text-align:center;border-radius:3px;"


def letters_in_order(guess: str, pattern: Pattern) -> list[tuple[str, int]]:
    """Pair the letters of a guess, in upper case where they have one, with their colours.

    They come as they stand from left to right. Where the word runs from the right they are turned
    round, and each is isolated, so that no terminal turns them again.

    Examples
    --------
    >>> letters_in_order("cat", Pattern.parse("201"))
    [('C', 2), ('A', 0), ('T', 1)]
    """
    letters = [capital(letter) or letter for letter in lower(guess)]
    pairs = list(zip(letters, pattern.colours, strict=True))
    if not runs_from_right(guess):
        return pairs
    isolate = f"{FIRST_STRONG_ISOLATE}{{}}{POP_DIRECTIONAL_ISOLATE}".format
    return [(isolate(letter), colour) for letter, colour in reversed(pairs)]


def text_tiles(guess: str, pattern: Pattern) -> str:
    """Draw a guess where there are no colours: ``[C]`` is green, ``(T)`` yellow, the rest grey.

    Parameters
    ----------
    guess
        The word; letters are shown in upper case where they have one.
    pattern
        Its colours.
    """
    # A blank between: `[C](R)` side by side is a link where a chat reads Markdown.
    return " ".join(framed(letter, colour) for letter, colour in letters_in_order(guess, pattern))


def framed(letter: str, colour: int) -> str:
    """Draw one letter as `text_tiles` does."""
    return _FRAMES[colour].format(letter)


def emoji_tiles(pattern: Pattern, palette: Palette | None = None) -> str:
    """Draw a pattern as emoji, in the colours of a palette (`palette_named` when None)."""
    tiles = (palette or palette_named()).tiles
    return "".join(tiles[colour] for colour in pattern.colours)


def share_text(
    patterns: Iterable[Pattern],
    title: str = "gpuwordle",
    *,
    allowed: int | None = 6,
    hard: bool = False,
    palette: Palette | None = None,
) -> str:
    """Write a game as players share it: a headline and a row of emoji a guess, without a letter.

    Parameters
    ----------
    patterns
        What the guesses got, in order of play.
    title
        What the headline begins with.
    allowed
        Guesses allowed in the game; None for no limit.
    hard
        Whether it was played in hard mode, which the headline marks by a star.
    palette
        The colours; `palette_named` when None.

    Returns
    -------
    str
        Lines, the last one ended, too.

    Examples
    --------
    >>> game = [Pattern.parse("00120"), Pattern.parse("22222")]
    >>> print(share_text(game, "Wordle 1", hard=True), end="")
    Wordle 1 2/6*
    <BLANKLINE>
    ⬜⬜🟨🟩⬜
    🟩🟩🟩🟩🟩
    """
    rows = list(patterns)
    count = str(len(rows)) if rows and rows[-1].solved else "X"
    headline = f"{title} {count}{'' if allowed is None else f'/{allowed}'}{'*' if hard else ''}"
    return "\n".join([headline, "", *(emoji_tiles(row, palette) for row in rows), ""])


def dot_tiles(guess: str, pattern: Pattern, palette: Palette | None = None) -> str:
    """Draw a guess as cells of a table in a label of Graphviz; `palette_named` when None.

    Examples
    --------
    >>> dot_tiles("a", Pattern.parse("2"))
    '<TD BGCOLOR="#3b7a36" WIDTH="18"><FONT COLOR="#ffffff">A</FONT></TD>'
    """
    colours = (palette or palette_named()).colours
    return "".join(
        '<TD BGCOLOR="{}" WIDTH="18"><FONT COLOR="{}">{}</FONT></TD>'.format(
            *colours[colour], html.escape(capital(letter) or letter)
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


def notebook_tiles(
    guess: str | None, pattern: Pattern | None, palette: Palette | None = None
) -> str:
    """Draw a guess, a pattern or one on the other as markup that needs no page's style.

    Parameters
    ----------
    guess
        The word; where there is none, tiles hold the digits of the pattern.
    pattern
        Its colours; a word that has none yet is drawn in frames.
    palette
        What they look like; `palette_named` when None.
    """
    letters = lower(guess) if guess is not None else pattern.digits if pattern else ""
    if pattern is None:
        told_so, styles = letters, [f"{_TILE}box-shadow:inset 0 0 0 1px #8c959f"] * len(letters)
    else:
        told_so = told([(letters, pattern)]) if guess is not None else _told_colours(pattern)
        looks = (palette or palette_named()).colours
        styles = [
            "{}background:{};color:{}".format(_TILE, *looks[colour]) for colour in pattern.colours
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


def notebook_board(game: Game, palette: Palette | None = None) -> str:
    """Draw a game as markup that needs no page's style: a row of `notebook_tiles` a guess."""
    rows = (f"<div>{notebook_tiles(guess, pattern, palette)}</div>" for guess, pattern in game)
    return f'<div style="line-height:1.6">{"".join(rows)}</div>'


def html_board(game: Game, label: str) -> str:
    """Draw a game of a page: one row of tiles a guess, from right to left where the guess runs so.

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
