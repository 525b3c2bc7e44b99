"""Intervals: numbers that are known exactly, or by proven bounds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gpuwordle import errors
from gpuwordle.assistant.display import number


@dataclass(frozen=True)
class Interval:
    """A number between two bounds, which are equal if it is known exactly.

    >>> half = Interval.exactly(Fraction(1, 2))
    >>> half.exact, str(half), str(half - Interval(Fraction(0), Fraction(1)))
    (True, '0.5000', '-0.5000 to 0.5000')
    """

    low: Fraction
    high: Fraction

    @classmethod
    def exactly(cls, value: Fraction | int) -> Interval:
        """Make the interval of one number."""
        return cls(Fraction(value), Fraction(value))

    @classmethod
    def over(cls, low: int, high: int, count: int) -> Interval:
        """Turn integer bounds of a sum into bounds of the mean of its ``count`` terms."""
        return cls(Fraction(low, count), Fraction(high, count))

    @property
    def exact(self) -> bool:
        """Whether the number is known."""
        return self.low == self.high

    @property
    def value(self) -> Fraction | None:
        """The number, or None if only bounds are known."""
        return self.low if self.exact else None

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def __str__(self) -> str:
        if self.exact:
            return f"{float(self.low):z.4f}"
        return f"{float(self.low):z.4f} to {float(self.high):z.4f}"

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as floats, and the number as an exact fraction if it is known."""
        return number(self.low, self.high)


def whole(bounds: Interval) -> str:
    """Write bounds of a whole number."""
    low, high = int(bounds.low), int(bounds.high)
    return str(low) if low == high else f"{low} to {high}"


def percent(share: Interval | None) -> str:
    """Format a share; only 1 prints as 100 %, only 0 as 0 %."""
    if share is None:
        return ""
    bounds = share.low, share.high
    low, high = (errors.percent(bound, 0 if bound in (0, 1) else 1) for bound in bounds)
    return f"{low} %" if share.exact else f"{low} to {high} %"
