"""How a printed value is compared with ours, and the mark that it gets.

- ``exact``: ours gives it to the last printed digit;
- ``band``: the value came from chance, and lies within three standard deviations of what runs
  with other seeds give, or within the bound that the paper states;
- ``erratum``: ours differs, and the reason is known and stated;
- ``time``: a time on another machine, for orientation only;
- ``new``: not known to the paper;
- ``differs``: anything else. No value known to us is marked so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import Literal

from gpuwordle.papers.printed import Printed, Value, decimals, text_of

Mark = Literal["exact", "band", "erratum", "time", "new", "differs"]

MARKS_OF_VALUES: tuple[Mark, ...] = ("exact", "band", "erratum", "differs")
"""The marks of values that can be compared, from the best to the worst."""

FEWEST_RUNS = 5
"""So many runs tell their own spread; of fewer, the spread of games has to be given."""


@dataclass(frozen=True)
class Comparison:
    """One printed value and what was found.

    Attributes
    ----------
    paper, place : str
        Where it is printed.
    what : str
        What it is.
    printed, found : str
        The value there and here.
    mark : str
        ``exact``, ``band``, ``erratum``, ``time``, ``new`` or ``differs``.
    note : str
        Why it differs, or how it was compared.
    """

    paper: str
    place: str
    what: str
    printed: str
    found: str
    mark: Mark
    note: str = ""

    @classmethod
    def of(cls, printed: Printed, found: str, mark: Mark, note: str = "") -> Comparison:
        """Mark a printed value."""
        return cls(printed.paper, printed.place, printed.what, printed.text, found, mark, note)


def agrees(printed: Value, found: Value | float) -> bool:
    """Say whether a value of ours is the printed one.

    Parameters
    ----------
    printed
        Counts and arrays have to be equal. Of a text, "above", "less than" and "around" are heeded,
        a number has to come out when ours is rounded to its digits, and words have to be equal.
    found
        What we found, unrounded.
    """
    if not isinstance(printed, str) or isinstance(found, (str, tuple)):
        return printed == found
    bound, _, number = printed.rpartition(" ")
    if bound == "above":
        return found > float(number)
    if bound == "less than":
        return found < float(number)
    if bound not in ("", "around"):
        raise ValueError(f"{printed!r} is no number to compare {found} with")
    return f"{found:.{decimals(number)}f}" == number


def compare(
    printed: Printed,
    found: Value | float,
    shown: str | None = None,
    *,
    erratum: str = "",
    mark: Mark = "exact",
) -> Comparison:
    """Set a value beside the printed one.

    Parameters
    ----------
    printed
        What the paper prints.
    found
        What we found, unrounded.
    shown
        How ours is shown, if not as it is.
    erratum
        Why ours is right if it is another, where that is known.
    mark
        The mark if both agree.
    """
    shown = text_of(found) if shown is None else shown
    if agrees(printed.value, found):
        return Comparison.of(printed, shown, mark, printed.note)
    if erratum:
        return Comparison.of(printed, shown, "erratum", erratum)
    return Comparison.of(printed, shown, "differs", printed.note)


def compare_chance(
    printed: Printed, found: float, deviation: float, shown: str, about: str
) -> Comparison:
    """Set a value beside a printed one that came from chance.

    Parameters
    ----------
    printed
        What the paper prints.
    found
        What we found on average.
    deviation
        Standard deviation of the difference of both.
    shown
        How ours is shown.
    about
        How many games or runs it comes from.
    """
    # The last printed digit is rounded.
    allowed = 3 * deviation + 0.5 * 10.0**-printed.decimals
    near = abs(found - printed.number) <= allowed
    note = f"{about}, within {allowed:.{printed.decimals}f}"
    return Comparison.of(printed, shown, "band" if near else "differs", note)


def deviation_of_runs(values: Sequence[float], one_run: float) -> float:
    """Return the standard deviation of the difference of one run and the mean of several.

    Parameters
    ----------
    values
        What several runs found that differ in their seed alone.
    one_run
        Standard deviation of one run, for runs too few to tell.
    """
    spread = stdev(values) if len(values) >= FEWEST_RUNS else one_run
    return spread * sqrt(1 + 1 / len(values))


def worst_mark(rows: Sequence[Comparison]) -> Mark:
    """Return the worst mark of values that another is made of."""
    return max((row.mark for row in rows), key=MARKS_OF_VALUES.index)
