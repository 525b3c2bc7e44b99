"""The error for mistakes in the user's input, and the wording of its messages."""

from __future__ import annotations

import difflib
import operator
from collections.abc import Collection, Iterable
from numbers import Real
from typing import TYPE_CHECKING, Any

from gpuwordle.graphemes import readable

if TYPE_CHECKING:
    from fractions import Fraction

SHOWN = 40
"""Characters of the user's input that an error shows."""


class UserError(ValueError):
    """A mistake in the user's input: one line with the value, the place and the remedy.

    The command line prints the line and exits with code 2. Other exceptions become a line, too,
    with a traceback if ``GPUWORDLE_DEBUG`` is set. ``log`` is what another program printed, shown
    on the lines below.
    """

    def __init__(self, message: object = "", log: str = "") -> None:
        super().__init__(printable(message), *([printable_lines(log)] if log else []))

    def __str__(self) -> str:
        return "\n".join(self.args)


def either(names: Iterable[str]) -> str:
    """Write a choice.

    >>> either(["crane"]), either(["crane", "carne"]), either(["scran", "scrae", "raven"])
    ('crane', 'crane or carne', 'scran, scrae or raven')
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def spelled_like(word: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the known words that a misspelt one may stand for: two letters swapped, or similar.

    >>> spelled_like("craen", ["crane", "scran", "raven"])
    ('crane',)
    """
    swapped = [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
    found = tuple(each for each in dict.fromkeys(swapped) if each in known)
    return found or tuple(difflib.get_close_matches(word, known, n=3, cutoff=0.6))


def nearest(name: str, known: Iterable[str]) -> str:
    """List the known names, the nearest first, for an error about an unknown one.

    Returns ``"did you mean minimax? (known: buckets, minimax)"``, or only the known names if none
    is near.
    """
    choices = sorted(known)
    close = difflib.get_close_matches(name, choices, n=3, cutoff=0.5)
    listing = f"known: {', '.join(choices)}"
    return f"did you mean {either(close)}? ({listing})" if close else listing


def check_known(kind: str, name: object, known: Collection[str]) -> None:
    """Raise UserError, with the known names, unless a name is one of them."""
    if not isinstance(name, str) or name not in known:
        raise UserError(f"unknown {kind} {shortened(str(name))!r}: {nearest(str(name), known)}")


def shortened(text: str) -> str:
    """Shorten the user's input for an error, if it is very long."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: 1 unit, 2,315 games, 2 guesses."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float | Fraction, digits: int = 2) -> str:
    """Write a share in percent; only a share of 1 becomes 100, and only 0 becomes 0.

    >>> [percent(share) for share in (1, 0.999999, 2 / 3, 1e-9, 0)]
    ['100.00', '99.99', '66.67', '0.01', '0.00']
    """
    least = 10.0**-digits
    if share not in (0, 1):
        share = min(max(float(share), least / 100), 1 - least / 100)
    return f"{100 * float(share):.{digits}f}"


def duration(seconds: float) -> str:
    """Write a time with the precision of an estimate.

    >>> [duration(seconds) for seconds in (0.004, 0.26, 41.7, 119, 5000, 400_000)]
    ['0.1 s', '0.3 s', '42 s', '2 min', '1.4 h', '4.6 days']
    """
    if seconds < 10:
        return f"{max(seconds, 0.1):.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds / 60:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 86400:.1f} days"


def whole_number(name: str, given: Any, least: int, most: int | None = None) -> int:
    """Return a whole number within bounds as an int; raise UserError for everything else.

    >>> whole_number("top", 3, 1)
    3
    """
    range_ = f"{least} or more" if most is None else f"{least} to {most}"
    try:
        if type(given).__name__ in ("bool", "bool_"):  # bool_ is an old NumPy's
            raise TypeError
        number = operator.index(given)
    except TypeError:
        raise UserError(f"{name}={given!r:.40} is not a whole number: give {range_}") from None
    if number < least or (most is not None and number > most):
        raise UserError(f"{name}={number!s:.40} is out of range: give {range_}")
    return number


def checked_flag(name: str, given: object) -> bool:
    """Return a switch as a bool; raise UserError for everything else, also for text and numbers."""
    if type(given).__name__ not in ("bool", "bool_"):  # bool_ is NumPy's
        raise UserError(f"{name}={given!r:.40} is not a switch: give True or False")
    return bool(given)


def checked_seconds(given: Any) -> float:
    """Return a time in seconds, 0 or more; raise UserError for everything else."""
    if isinstance(given, bool) or not isinstance(given, Real) or not float(given) >= 0:
        raise UserError(f"seconds={given!r:.40} is not a time: give a number of seconds")
    return given if isinstance(given, int | float) else float(given)


def printable(text: object) -> str:
    r"""Escape characters that cannot be shown safely: those that are not printable.

    Names of files and lists may contain anything: line ends, which would split an error in two
    lines, control sequences of terminals, surrogates that no encoding can write.

    >>> print(printable("two" + chr(10) + "lines"))
    two\nlines
    """
    shown = readable(str(text))
    if shown.isprintable():
        return shown
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in shown)


def printable_lines(text: str) -> str:
    """Escape what `printable` escapes in each line of a text."""
    return "\n".join(map(printable, text.split("\n")))
