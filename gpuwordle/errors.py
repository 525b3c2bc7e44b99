"""The one error that is the user's to mend."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

SHOWN = 40
"""Characters of what a user wrote that an error shows."""


class UserError(ValueError):
    """A mistake in what the user gave: one line with the value, the place and the remedy.

    The command line prints the line and exits with code 2; every other exception is a bug and
    keeps its traceback.
    """


def nearest(name: str, known: Iterable[str]) -> str:
    """Name the choices, the nearest first, for an error about an unknown one.

    Parameters
    ----------
    name
        What the user wrote.
    known
        The names that would have been understood.

    Returns
    -------
    str
        ``"did you mean minimax? (known: buckets, minimax)"``, or the known names alone when
        none is near.
    """
    choices = sorted(known)
    close = difflib.get_close_matches(name, choices, n=3, cutoff=0.5)
    listing = f"known: {', '.join(choices)}"
    return f"did you mean {' or '.join(close)}? ({listing})" if close else listing


def shortened(text: str) -> str:
    """Return what a user wrote as an error shows it: its beginning, where it is very long."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def counted(number: int, one: str, many: str = "") -> str:
    """Name a number of things, each called ``one``: 1 unit, 2,315 games, 2 guesses."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def printable(text: object) -> str:
    r"""Return text as it can be shown anywhere: what is no letter, mark or space is escaped.

    Names of files and lists may hold anything: line ends, which would make two lines of one,
    sequences that command a terminal, halves of letters that no encoding has.

    Examples
    --------
    >>> print(printable("two" + chr(10) + "lines"))
    two\nlines
    """
    shown = str(text)
    if shown.isprintable():
        return shown
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in shown)
