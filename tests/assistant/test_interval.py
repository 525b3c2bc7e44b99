"""How numbers between bounds are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpuwordle.assistant.interval import Interval, percent, whole


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (1, 1, "100 %"),
        (0, 0, "0 %"),
        (Fraction(9999, 10000), Fraction(9999, 10000), "99.9 %"),
        (Fraction(1, 10000), Fraction(1, 10000), "0.1 %"),
        (Fraction(1, 3), 1, "33.3 to 100 %"),
    ],
)
def test_all_is_said_of_all_alone(low, high, text):
    assert percent(Interval(Fraction(low), Fraction(high))) == text


def test_whole_numbers():
    assert percent(None) == ""
    assert whole(Interval.exactly(4)) == "4"
    assert whole(Interval(Fraction(4), Fraction(6))) == "4 to 6"
