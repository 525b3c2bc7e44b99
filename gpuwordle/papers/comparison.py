"""How a printed value is compared with ours, and the mark that it gets.

- ``exact``: ours gives it to the last printed digit;
- ``holds``: what is printed is a bound, a range or "around", and ours keeps it;
- ``band``: the value came from chance, and lies within three standard deviations of what runs
  with other seeds give;
- ``erratum``: ours differs, the reason is known and stated, and ours is what it was when it was
  pinned;
- ``time``: a time on another machine, for orientation only;
- ``new``: not known to the paper; ours is what it was when it was pinned;
- ``differs``: anything else. No value known to us is marked so.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import Literal

from gpuwordle.papers.printed import Printed, Value, decimals, text_of

Mark = Literal["exact", "holds", "band", "erratum", "time", "new", "differs"]

MARKS_OF_VALUES: tuple[Mark, ...] = ("exact", "holds", "band", "erratum", "differs")
"""The marks of values that can be compared, from the best to the worst."""

FEWEST_RUNS = 5
"""So many runs tell their own spread; of fewer, the spread of games has to be given."""

BOUNDS: dict[str, Callable[[float, float], bool]] = {
    "above": operator.gt,
    "less than": operator.lt,
    "at least": operator.ge,
    "at most": operator.le,
}
"""Words before a number that is a bound, and what keeps it."""


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
        ``exact``, ``holds``, ``band``, ``erratum``, ``time``, ``new`` or ``differs``.
    convention : str
        How ours was made: words, trimming, ties.
    note : str
        Why it differs, or how it was compared.
    """

    paper: str
    place: str
    what: str
    printed: str
    found: str
    mark: Mark
    convention: str = ""
    note: str = ""

    @classmethod
    def of(
        cls, printed: Printed, found: str, mark: Mark, convention: str = "", note: str = ""
    ) -> Comparison:
        """Mark a printed value."""
        texts = (printed.paper, printed.place, printed.what, printed.text)
        return cls(*texts, found, mark, convention, note)


def agrees(printed: Value, found: Value | float) -> bool:
    """Say whether a value of ours is the printed one.

    Parameters
    ----------
    printed
        Counts and arrays have to be equal. Of a text, bounds ("above", "less than", "at least", "at
        most"), "around" and ranges ("0.5 to 1.5") are heeded, a number has to come out when ours is
        rounded to its digits, and words have to be equal.
    found
        What we found, unrounded.
    """
    if not isinstance(printed, str) or isinstance(found, (str, tuple)):
        return printed == found
    low, to, high = printed.partition(" to ")
    if to:
        return float(low) <= round(found, decimals(low)) <= float(high)
    words, _, number = printed.rpartition(" ")
    if words in BOUNDS:
        return BOUNDS[words](found, float(number))
    if words == "around":
        zeros = len(number) - len(number.rstrip("0"))
        return round(found, decimals(number) or -zeros) == float(number)
    if words:
        raise ValueError(f"{printed!r} is no number to compare {found} with")
    return f"{found:.{decimals(number)}f}" == number


def is_claim(printed: Value) -> bool:
    """Say whether what is printed is a bound, a range or "around", and no value."""
    if not isinstance(printed, str):
        return False
    words = printed.rpartition(" ")[0]
    return " to " in printed or words == "around" or words in BOUNDS


def compare(
    printed: Printed,
    found: Value | float,
    shown: str | None = None,
    *,
    convention: str = "",
    erratum: str = "",
    pinned: Value | float | None = None,
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
    convention
        How ours was made.
    erratum
        Why ours is right if it is another, where that is known.
    pinned
        Ours as it is known; anything else differs. Without it there is no erratum.
    """
    shown = text_of(found) if shown is None else shown
    mark: Mark = "differs"
    note = printed.note
    if pinned is not None and found != pinned:
        note = f"ours was {text_of(pinned)}"
    elif agrees(printed.value, found):
        mark = "holds" if is_claim(printed.value) else "exact"
    elif erratum and pinned is not None:
        mark, note = "erratum", erratum
    return Comparison.of(printed, shown, mark, convention, note)


def compare_each(
    printed: Printed, found: Mapping[str, float], places: int, *, convention: str = ""
) -> Comparison:
    """Set several values beside what the paper claims of all of them, in one row.

    Parameters
    ----------
    printed
        The claim.
    found
        What we found, unrounded, by what it is of; one at least.
    places
        Digits behind the point that are shown.
    convention
        How ours was made.
    """
    least, most = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
    shown = f"{found[least]:.{places}f} ({least}) to {found[most]:.{places}f} ({most})"
    mark: Mark = "holds" if all(agrees(printed.value, v) for v in found.values()) else "differs"
    return Comparison.of(printed, shown, mark, convention, printed.note)


def compare_new(
    printed: Printed, found: int, shown: str, *, pinned: int, convention: str = "", note: str = ""
) -> Comparison:
    """Set a value that the paper does not know beside what it prints in its place.

    Parameters
    ----------
    printed
        What the paper prints instead: an estimate, or the same of another algorithm.
    found
        What we found.
    shown
        How ours is shown.
    pinned
        Ours as it is known; anything else differs.
    convention
        How ours was made.
    note
        What the printed value is.
    """
    if found == pinned:
        return Comparison.of(printed, shown, "new", convention, note)
    return Comparison.of(printed, shown, "differs", convention, f"ours was {pinned}: {note}")


def compare_chance(
    printed: Printed,
    found: float,
    deviation: float,
    shown: str,
    about: str,
    *,
    convention: str = "",
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
    convention
        How ours was made.
    """
    # The last printed digit is rounded.
    allowed = 3 * deviation + 0.5 * 10.0**-printed.decimals
    near = abs(found - printed.number) <= allowed
    note = f"{about}, within {allowed:.{printed.decimals}f}"
    return Comparison.of(printed, shown, "band" if near else "differs", convention, note)


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
