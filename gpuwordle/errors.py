"""The error for mistakes in the user's input, and the wording of its messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

SHOWN = 40
"""Characters of the user's input that an error shows."""


class UserError(ValueError):
    """A mistake in the user's input: one line with the value, the place and the remedy.

    The command line prints the line and exits with code 2; every other exception is a bug and
    keeps its traceback.
    """


def nearest(name: str, known: Iterable[str]) -> str:
    """List the known names, the nearest first, for an error about an unknown one.

    Returns ``"did you mean minimax? (known: buckets, minimax)"``, or only the known names if none
    is near.
    """
    choices = sorted(known)
    close = difflib.get_close_matches(name, choices, n=3, cutoff=0.5)
    listing = f"known: {', '.join(choices)}"
    return f"did you mean {' or '.join(close)}? ({listing})" if close else listing


def shortened(text: str) -> str:
    """Shorten the user's input for an error, if it is very long."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: 1 unit, 2,315 games, 2 guesses."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def printable(text: object) -> str:
    r"""Escape characters that cannot be shown safely: all but letters, marks and spaces.

    Names of files and lists may contain anything: line ends, which would split an error in two
    lines, control sequences of terminals, surrogates that no encoding can write.

    >>> print(printable("two" + chr(10) + "lines"))
    two\nlines
    """
    shown = str(text)
    if shown.isprintable():
        return shown
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in shown)
