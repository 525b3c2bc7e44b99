"""How a printed value is compared with ours, and the mark that it gets.

- ``exact``: ours equals it to the last printed digit;
- ``holds``: the paper prints a bound, a range or "around", and ours agrees with it;
- ``band``: the value is random, and ours is within three standard deviations of it;
- ``missed``: a claim about running time, its growth or the shape of a figure that our result does
  not confirm, for the reason given;
- ``erratum``: ours differs, the reason is known and stated, and ours is unchanged since it was
  pinned;
- ``faster``: a running time on another machine, and ours is shorter;
- ``new``: the paper has no value; ours is unchanged since it was pinned;
- ``differs``: anything else. No known value has this mark.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import stdev
from typing import Literal

from gpuwordle.papers.printed import Printed, Value, decimals, text_of
from gpuwordle.results.confidence import NORMAL

Mark = Literal["exact", "holds", "band", "missed", "erratum", "faster", "new", "differs"]

MARKS_OF_VALUES: tuple[Mark, ...] = ("exact", "holds", "band", "erratum", "differs")
"""The marks of values that can be compared, from the best to the worst."""

FEWEST_RUNS = 5
"""From this number of runs on, their own spread is used instead of that of games."""

BAND = 3.0
"""Standard deviations by which a value that came from chance may differ."""

BOUNDS: dict[str, Callable[[float, float], bool]] = {
    "above": operator.gt,
    "less than": operator.lt,
    "under": operator.lt,
    "at least": operator.ge,
    "at most": operator.le,
}
"""Words that make a number a bound, and the comparison that a value must satisfy."""


@dataclass(frozen=True)
class Comparison:
    """One printed value and what was found.

    ``paper`` and ``place`` say where it is printed, ``what`` what it is; ``printed`` and ``found``
    are the values, ``convention`` is how ours was made (words, trimming, ties), and ``note`` why it
    differs, or how it was compared.
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
    """Return whether a value of ours, unrounded, agrees with the printed one.

    Counts and arrays have to be equal. Texts may hold bounds ("above", "less than", "at least", "at
    most"), "around" and ranges ("0.5 to 1.5"); a number has to equal ours rounded to its digits,
    and words have to be equal.
    """
    if not isinstance(printed, str) or isinstance(found, (str, tuple)):
        return printed == found
    printed = printed.removesuffix(" ms")
    low, to, high = printed.partition(" to ")
    if to:
        return float(low) <= round(found, decimals(low)) <= float(high)
    words, _, number = printed.rpartition(" ")
    if words in BOUNDS:
        return BOUNDS[words](found, float(number))
    if words in ("around", "almost"):
        zeros = len(number) - len(number.rstrip("0"))
        return round(found, decimals(number) or -zeros) == float(number)
    if words:
        raise ValueError(f"{printed!r} is not a number to compare {found} with")
    return f"{found:.{decimals(number)}f}" == number


def is_claim(printed: Value) -> bool:
    """Return whether a printed text is a bound, a range or "around" rather than a value."""
    if not isinstance(printed, str):
        return False
    words = printed.removesuffix(" ms").rpartition(" ")[0]
    return " to " in printed or words in ("around", "almost") or words in BOUNDS


def compare(
    printed: Printed,
    found: Value | float,
    shown: str | None = None,
    *,
    convention: str = "",
    erratum: str = "",
    pinned: Value | float | None = None,
) -> Comparison:
    """Compare a value of ours, unrounded, with the printed one.

    ``shown`` is how ours is shown, and ``convention`` how it was made. ``erratum`` says why ours is
    right if it differs; then ``pinned`` is our known value, and anything else differs.
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
    printed: Printed,
    found: Mapping[str, float],
    places: int,
    *,
    errors: Mapping[str, float] | None = None,
    spreads: Mapping[str, float] | None = None,
    convention: str = "",
) -> Comparison:
    """Compare several values, in one row, with what the paper claims about all of them.

    The claim is a bound, a range or "around"; ``found`` are our values, unrounded, at least one, by
    the names of their quantities, shown with ``places`` decimals. ``errors`` are their standard
    errors if they are random: the claim holds only if the 95 % interval of every value agrees.
    ``spreads`` are standard deviations in an experiment of the paper's size: a value outside the
    claim by at most three of them is in the ``band``.
    """
    errors, spreads = errors or {}, spreads or {}

    def interval(name: str) -> tuple[float, float]:
        half = NORMAL * errors.get(name, 0.0)
        return found[name] - half, found[name] + half

    def shown(name: str) -> str:
        half = NORMAL * errors[name] if name in errors else None
        width = "" if half is None else f" \N{PLUS-MINUS SIGN} {half:.{places}f}"
        return f"{found[name]:.{places}f}{width} ({name})"

    def near(name: str) -> bool:
        allowed = BAND * sqrt(spreads.get(name, 0.0) ** 2 + errors.get(name, 0.0) ** 2)
        return agrees(printed.value, found[name]) or distance(printed.value, found[name]) < allowed

    ends = sorted(found, key=found.__getitem__)
    mark: Mark = "differs"
    if all(agrees(printed.value, end) for name in found for end in interval(name)):
        mark = "holds"
    elif all(near(name) for name in found):
        mark = "band"
    text = f"{shown(ends[0])} to {shown(ends[-1])}"
    return Comparison.of(printed, text, mark, convention, printed.note)


def distance(claim: Value, found: float) -> float:
    """Return how far a value is outside a range, a bound or "around"; 0 inside."""
    assert isinstance(claim, str)
    low, to, high = claim.partition(" to ")
    if to:
        return max(float(low) - found, found - float(high), 0.0)
    words, _, number = claim.rpartition(" ")
    holds = words in BOUNDS and BOUNDS[words](found, float(number))
    return 0.0 if holds else abs(found - float(number))


SECONDS = {"h": 3600.0, "min": 60.0, "s": 1.0, "sec": 1.0, "seconds": 1.0, "ms": 1e-3}
"""Units of printed times."""


def compare_time(printed: Printed, seconds: float, shown: str, *, convention: str) -> Comparison:
    """Compare a running time with one that was measured on another machine."""
    unit = printed.text.removesuffix(" estimated").rpartition(" ")[2]
    mark: Mark = "faster" if seconds < printed.number * SECONDS[unit] else "missed"
    return Comparison.of(printed, shown, mark, convention, printed.note)


def compare_new(
    printed: Printed, found: int, shown: str, *, pinned: int, convention: str = "", note: str = ""
) -> Comparison:
    """Compare a value that the paper does not have with the one that it prints instead.

    The latter is an estimate or a value of another algorithm: see ``note``. ``pinned`` is our
    known value; anything else differs.
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
    """Compare a mean of ours with a printed value that is random.

    ``deviation`` is the standard deviation of their difference; ``about`` says how many games
    or runs ours is the mean of.
    """
    # The last printed digit is rounded.
    allowed = BAND * deviation + 0.5 * 10.0**-printed.decimals
    near = abs(found - printed.number) <= allowed
    note = f"{about}, within {allowed:.{printed.decimals}f}"
    return Comparison.of(printed, shown, "band" if near else "differs", convention, note)


def deviation_of_runs(values: Sequence[float], one_run: float) -> float:
    """Return the standard deviation of the difference between one run and the mean of several.

    The runs differ only in their seed; ``one_run`` is the standard deviation of one run, used if
    there are too few.
    """
    spread = stdev(values) if len(values) >= FEWEST_RUNS else one_run
    return spread * sqrt(1 + 1 / len(values))


def worst_mark(rows: Sequence[Comparison]) -> Mark:
    """Return the worst mark of the values from which another is computed."""
    return max((row.mark for row in rows), key=MARKS_OF_VALUES.index)
