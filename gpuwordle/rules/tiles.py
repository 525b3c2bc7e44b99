"""Games drawn as tiles: as text, emoji, HTML and Graphviz; shared results; the keyboard.

Pages name the colours as classes (``grey``, ``yellow``, ``green``), and their style sheet sets the
colours of a palette (`gpuwordle.rules.colours`). Fragments for notebooks and emails have their own
style.

>>> html_tiles("cat", Pattern.parse("201"))
'<i class="green">C</i><i class="grey">A</i><i class="yellow">T</i>'
>>> text_tiles("cat", Pattern.parse("201"))
'[C]  A  (T)'
>>> emoji_tiles(Pattern.parse("201"))
'🟩⬜🟨'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpuwordle.columns import Row, are_numbers, cell
from gpuwordle.errors import UserError, counted, shortened
from gpuwordle.graphemes import written
from gpuwordle.rules.case import (
    FIRST_STRONG_ISOLATE,
    POP_DIRECTIONAL_ISOLATE,
    capital,
    lower,
    runs_from_right,
)
from gpuwordle.rules.colours import (
    COLOUR_NAMES,
    GREY,
    Palette,
    colours_in_words,
    escaped,
    palette_named,
    styled_tiles,
)
from gpuwordle.rules.pattern import COLOUR_OF_MARK, Pattern

PlayedGuesses = Iterable[tuple[str, Pattern]]
"""Guesses with their patterns."""

# A row of tiles states its direction: a browser sees single tiles, not a word.
RIGHT_TO_LEFT = '<div dir="rtl">'

LATIN = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ROW = 10
"""Letters in a row of the keyboard of any other alphabet."""

_FRAMES = (" {} ", "({})", "[{}]")

_SCORE = re.compile(r"(?<![\w/])(?P<guesses>\d{1,9}|[Xx])/(?P<allowed>\d{1,9})(?P<hard>\*?)")
_VARIATIONS = str.maketrans("", "", "\ufe0e\ufe0f\u200d")


def letters_in_order(guess: str, pattern: Pattern) -> list[tuple[str, int]]:
    """Pair the letters of a guess, in upper case if they have one, with their colours.

    The pairs are in order from left to right. Those of a word that runs from the right are
    reversed, and each letter is isolated so that no terminal reverses them again.

    >>> letters_in_order("cat", Pattern.parse("201"))
    [('C', 2), ('A', 0), ('T', 1)]
    """
    pairs = list(zip(_upper(guess), drawn_colours(pattern), strict=True))
    if not runs_from_right(guess):
        return pairs
    isolate = f"{FIRST_STRONG_ISOLATE}{{}}{POP_DIRECTIONAL_ISOLATE}".format
    return [(isolate(letter), colour) for letter, colour in reversed(pairs)]


def drawn_colours(pattern: Pattern) -> tuple[int, ...]:
    """Return the colours in which letters are drawn: grey if the rule has none."""
    return pattern.colours if pattern.rule.has_colours else (GREY,) * pattern.length


def told_beside(pattern: Pattern) -> str:
    """Return the pattern to show next to the letters of a guess: empty if their colours show it."""
    return "" if pattern.rule.has_colours else pattern.digits


def _upper(guess: str) -> list[str]:
    """Return the letters of a guess, in upper case if they have one."""
    return [written(capital(letter) or letter) for letter in lower(guess)]


def text_tiles(guess: str, pattern: Pattern) -> str:
    """Draw a guess as plain text: ``[C]`` is green, ``(T)`` yellow, the rest grey.

    Under a rule without colours, the pattern follows the letters.
    """
    # The space keeps `[C](R)` from becoming a link in chats that read Markdown.
    drawn = " ".join(framed(letter, colour) for letter, colour in letters_in_order(guess, pattern))
    told = told_beside(pattern)
    return f"{drawn} {told}" if told else drawn


def framed(letter: str, colour: int) -> str:
    """Draw one letter as `text_tiles` does."""
    return _FRAMES[colour].format(letter)


def emoji_tiles(pattern: Pattern, palette: Palette | None = None) -> str:
    """Draw a pattern as emoji."""
    tiles = (palette or palette_named()).tiles
    return "".join(tiles[colour] for colour in pattern.colours)


def dot_tiles(guess: str, pattern: Pattern) -> str:
    """Draw a guess as the cells of a table in a Graphviz label.

    >>> dot_tiles("a", Pattern.parse("2"))
    '<TD BGCOLOR="#3b7a36" WIDTH="18"><FONT COLOR="#ffffff">A</FONT></TD>'
    """
    colours = palette_named().colours
    return "".join(
        '<TD BGCOLOR="{}" WIDTH="18"><FONT COLOR="{}">{}</FONT></TD>'.format(
            *colours[colour], escaped(letter)
        )
        for letter, colour in zip(_upper(guess), drawn_colours(pattern), strict=True)
    ) + (told_beside(pattern) and f"<TD>{escaped(told_beside(pattern))}</TD>")


def html_tiles(guess: str, pattern: Pattern) -> str:
    """Draw a guess as one HTML element per letter, with the colour's name as its class."""
    return "".join(
        f'<i class="{COLOUR_NAMES[colour]}">{escaped(letter)}</i>'
        for letter, colour in zip(_upper(guess), drawn_colours(pattern), strict=True)
    ) + (told_beside(pattern) and f" <b>{escaped(told_beside(pattern))}</b>")


def html_board(game: PlayedGuesses, label: str) -> str:
    """Draw a game for a page: one row of tiles per guess, with a label for screen readers."""
    rows = "".join(
        f"{RIGHT_TO_LEFT if runs_from_right(guess) else '<div>'}{html_tiles(guess, pattern)}</div>"
        for guess, pattern in game
    )
    return f'<div class="board" role="img" aria-label="{escaped(label)}">{rows}</div>'


class Markup(str):
    """HTML in a cell of a `notebook_table`."""


def notebook_tiles(
    guess: str, pattern: Pattern | None = None, palette: Palette | None = None
) -> Markup:
    """Draw a guess as HTML with its own style; without a pattern, its letters are in frames."""
    word = lower(guess)
    told = "" if pattern is None else told_beside(pattern)
    drawn = styled_tiles(
        [*_upper(guess), *([told] if told else [])],
        None if pattern is None or told else pattern.colours,
        written(word) if pattern is None else in_words([(word, pattern)]),
        palette,
        right_to_left=runs_from_right(word),
    )
    return Markup(drawn)


def notebook_board(game: PlayedGuesses, palette: Palette | None = None) -> str:
    """Draw a game as HTML with its own style: one row of `notebook_tiles` per guess."""
    rows = (f"<div>{notebook_tiles(guess, pattern, palette)}</div>" for guess, pattern in game)
    return f'<div style="line-height:1.6">{"".join(rows)}</div>'


def notebook_table(
    rows: Sequence[Row], *, title: str = "", more: str = "", shown: int | None = None
) -> str:
    """Write a table as HTML with its own style: the first rows, and how many are left.

    Cells are `Markup`, or values that are written as in a terminal; numbers are aligned right.
    """
    table = [[_marked(value) for value in row.values()] for row in rows[:shown]]
    names = list(rows[0]) if rows else []
    numbers = map(are_numbers, zip(*table, strict=True))
    sides = [f' style="text-align:{"right" if number else "left"}"' for number in numbers]

    def line(cells: Iterable[str], kind: str) -> str:
        marked = zip(sides, cells, strict=True)
        return "".join(f"<{kind}{side}>{cell}</{kind[:2]}>" for side, cell in marked)

    head = line(map(escaped, names), 'th scope="col"')
    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in table)
    caption = f'<caption style="text-align:left">{escaped(title)}</caption>' if title else ""
    left = f"and {len(rows) - len(table):,} more" if len(rows) > len(table) else ""
    said = "; ".join(filter(None, (left, escaped(written(more)))))
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" + (
        said and f"<p>{said}</p>"
    )


def _marked(value: object) -> str:
    return value if isinstance(value, Markup) else escaped(written(cell(value)))


def in_words(game: Sequence[tuple[str, Pattern]]) -> str:
    """Describe a game for screen readers.

    >>> in_words([("cat", Pattern.parse("201")), ("cow", Pattern.parse("222"))])
    'cat: green, grey, yellow; cow: all green'
    """
    return "; ".join(
        f"{written(guess)}: {told_beside(pattern) or colours_in_words(pattern.colours)}"
        for guess, pattern in game
    )


def keyboard_rows(alphabet: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Arrange letters as a keyboard: QWERTY for a to z, else ten to a row in sorted order.

    If all letters are among a to z, the keyboard has all of a to z, so that the keys reveal nothing
    about the list.

    >>> [row[:3] for row in keyboard_rows("etaoin")]
    [('q', 'w', 'e'), ('a', 's', 'd'), ('z', 'x', 'c')]
    """
    letters = sorted(alphabet)
    if set(letters).issubset("".join(LATIN)):
        return tuple(map(tuple, LATIN))
    return tuple(tuple(letters[at : at + ROW]) for at in range(0, len(letters), ROW))


def letter_colours(game: PlayedGuesses) -> dict[str, int]:
    """Return the best colour that each played letter has shown: green, else yellow, else grey.

    >>> letter_colours([("eerie", Pattern.parse("01002"))])
    {'e': 2, 'r': 0, 'i': 0}
    """
    best: dict[str, int] = {}
    for guess, pattern in game:
        for letter, colour in zip(lower(guess), pattern.colours, strict=True):
            best[letter] = max(best.get(letter, colour), colour)
    return best


def share_text(
    patterns: Iterable[Pattern],
    title: str = "gpuwordle",
    *,
    allowed: int | None = 6,
    hard: bool = False,
    palette: Palette | None = None,
) -> str:
    """Write a game as players share it: a heading, and a row of emoji per guess.

    The heading of a game that is over says how many guesses were taken, of how many unless
    ``allowed`` is None; a star marks hard mode. The heading of any other game is the title alone.

    >>> game = [Pattern.parse("00120"), Pattern.parse("22222")]
    >>> print(share_text(game, "Wordle 1", hard=True), end="")
    Wordle 1 2/6*
    <BLANKLINE>
    ⬜⬜🟨🟩⬜
    🟩🟩🟩🟩🟩
    """
    rows = list(patterns)
    heading = title
    solved = bool(rows) and rows[-1].solved
    if solved or len(rows) == allowed:
        count = len(rows) if solved else "X"
        heading += f" {count}{'' if allowed is None else f'/{allowed}'}{'*' if hard else ''}"
    return "\n".join([heading, "", *(emoji_tiles(row, palette) for row in rows), ""])


@dataclass(frozen=True)
class Share:
    """A shared result: a pattern for each guess, and what its heading states.

    ``allowed`` is the 6 of a heading such as ``4/6``; ``hard`` is its star, as in ``4/6*``.
    """

    rows: tuple[Pattern, ...]
    allowed: int | None = None
    hard: bool = False

    @property
    def solved(self) -> bool:
        """Whether the last row is all green."""
        return self.rows[-1].solved


def parse_share(text: str) -> Share:
    r"""Read a shared result: rows of emoji of any edition, with or without a heading.

    Other lines may stand around the rows. Raises UserError if there is no row, the rows have
    several lengths, a row follows one that is all green, or the heading contradicts the rows.

    >>> shared = parse_share("Wordle 1,234 2/6*\n\n⬜🟨🟩⬜⬜\n🟩🟩🟩🟩🟩")
    >>> [row.digits for row in shared.rows], shared.allowed, shared.hard
    (['01200', '22222'], 6, True)
    """
    rows: list[Pattern] = []
    headings: list[re.Match[str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        marks = line.translate(_VARIATIONS).strip()
        if not headings and not rows:
            headings = [*_SCORE.finditer(marks)]
            if headings:
                continue
        if not marks or marks[0].isascii() or marks[0].isalpha():
            continue
        row = _row(marks, number)
        if row is None:
            continue
        if rows and row.length != rows[0].length:
            raise UserError(
                f"line {number} of the shared result has {row.length} tiles and the first row "
                f"{rows[0].length}: give the rows of one board"
            )
        if rows and rows[-1].solved:
            raise UserError(
                f"line {number} of the shared result follows a row that is all green: give the "
                "rows of one board"
            )
        rows.append(row)
    if not rows:
        raise UserError(
            f"{shortened(text.strip())!r} is not a shared result: give its rows of tiles, such as "
            "⬜🟨🟩⬜⬜"
        )
    share = Share(tuple(rows))
    if not headings:
        return share
    # A date may stand beside the score.
    fitting = (each for each in headings if _score_of(each) == len(rows))
    return _headed(share, next(fitting, headings[0]))


def _score_of(heading: re.Match[str]) -> int:
    """Return how many rows a heading states."""
    return int(heading["allowed"] if heading["guesses"] in "Xx" else heading["guesses"])


def _row(marks: str, number: int) -> Pattern | None:
    """Read a line of tiles; return None if it has no tile."""
    if not any(mark in COLOUR_OF_MARK and not mark.isascii() for mark in marks):
        return None
    strange = next((mark for mark in marks if mark not in COLOUR_OF_MARK), None)
    if strange is not None:
        raise UserError(
            f"line {number} of the shared result has {strange!r} among its tiles: give tiles such "
            "as ⬜🟨🟩"
        )
    return Pattern.parse(marks)


def _headed(share: Share, heading: re.Match[str]) -> Share:
    """Add what a heading states, if it agrees with the rows."""
    told, allowed = heading["guesses"], int(heading["allowed"])
    rows = len(share.rows)
    if rows != _score_of(heading) or share.solved == (told in "Xx"):
        raise UserError(
            f"the shared result says {heading[0]} and has {counted(rows, 'row')}"
            f"{'' if share.solved else ', the last not all green'}: give all rows of one board"
        )
    return Share(share.rows, allowed, bool(heading["hard"]))
