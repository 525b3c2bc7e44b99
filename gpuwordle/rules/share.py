"""Shared results: the text of emoji that players send each other, read back into patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpuwordle.errors import UserError, shortened
from gpuwordle.rules.pattern import Pattern

_SCORE = re.compile(r"(?<![\w/])(?P<guesses>\d+|[Xx])/(?P<allowed>\d+)(?P<hard>\*?)")
_VARIATIONS = str.maketrans("", "", "\ufe0e\ufe0f\u200d")


@dataclass(frozen=True)
class Share:
    """A shared result.

    Attributes
    ----------
    rows : tuple of Pattern
        The pattern of each guess, first to last.
    allowed : int or None
        Guesses allowed, where the heading tells: the 6 of ``4/6``.
    hard : bool
        Whether the heading says hard mode, by a star: ``4/6*``.
    """

    rows: tuple[Pattern, ...]
    allowed: int | None = None
    hard: bool = False

    @property
    def solved(self) -> bool:
        """Whether the last row is all green."""
        return self.rows[-1].solved


def parse_share(text: str) -> Share:
    r"""Read a shared result.

    Parameters
    ----------
    text
        Rows of emoji, of any edition that `Pattern.parse` knows, with or without a heading such as
        ``Wordle 1,234 4/6*``; other lines may stand around them.

    Raises
    ------
    UserError
        If there is no row, rows have several lengths, a row follows one that is all green, or the
        heading tells another number of guesses.

    Examples
    --------
    >>> shared = parse_share("Wordle 1,234 2/6*\n\n⬜🟨🟩⬜⬜\n🟩🟩🟩🟩🟩")
    >>> [row.digits for row in shared.rows], shared.allowed, shared.hard
    (['01200', '22222'], 6, True)
    """
    rows: list[Pattern] = []
    heading = None
    for number, line in enumerate(text.splitlines(), start=1):
        marks = line.translate(_VARIATIONS).strip()
        if heading is None and not rows:
            heading = _SCORE.search(marks)
            if heading is not None:
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
            f"{shortened(text.strip())!r} is no shared result: give its rows of tiles, such as "
            "⬜🟨🟩⬜⬜"
        )
    share = Share(tuple(rows))
    return share if heading is None else _headed(share, heading)


def _row(marks: str, number: int) -> Pattern | None:
    """Read a line of tiles; None where it has none."""
    try:
        return Pattern.parse(marks)
    except UserError:
        known = [mark for mark in marks if _is_tile(mark)]
        if not known:
            return None
        strange = next(mark for mark in marks if not _is_tile(mark))
        raise UserError(
            f"line {number} of the shared result has {strange!r} among its tiles: give tiles such "
            "as ⬜🟨🟩"
        ) from None


def _is_tile(mark: str) -> bool:
    try:
        Pattern.parse(mark)
    except UserError:
        return False
    return not mark.isascii()


def _headed(share: Share, heading: re.Match[str]) -> Share:
    """Check a heading against the rows."""
    told, allowed = heading["guesses"], int(heading["allowed"])
    rows = len(share.rows)
    expected = allowed if told in "Xx" else int(told)
    if rows != expected or share.solved == (told in "Xx"):
        raise UserError(
            f"the shared result says {heading[0]} and has {rows} rows"
            f"{'' if share.solved else ', the last not all green'}: give all rows of one board"
        )
    return Share(share.rows, allowed, bool(heading["hard"]))
