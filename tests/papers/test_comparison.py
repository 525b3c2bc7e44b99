"""How printed values are compared, and what they are marked."""

from __future__ import annotations

import pytest

from gpuwordle.papers.comparison import (
    Comparison,
    agrees,
    compare,
    compare_chance,
    deviation_of_runs,
    worst_mark,
)
from gpuwordle.papers.printed import Printed


@pytest.mark.parametrize(
    ("printed", "found", "same"),
    [
        (100, 100.0, True),
        (100, 99.999, False),
        ("1.8", 1.795008, True),
        ("1.80", 1.795008, True),
        ("1.80", 1.7949, False),
        ("7.25", 7.255001, False),
        ("above 90", 90.39, True),
        ("above 90", 90.0, False),
        ("less than 5", 4.999, True),
        ("less than 5", 5.0, False),
        ("around 5", 4.7611, True),
        ("around 5", 5.6, False),
        ("iao", "iao", True),
        ("iao", "eau", False),
        ((14, "mesal"), (14, "mesal"), True),
        ((14, "mesal"), (14, "zain"), False),
    ],
)
def test_what_agrees(printed, found, same):
    assert agrees(printed, found) is same


def test_a_text_without_a_number_is_not_compared_with_one():
    with pytest.raises(ValueError, match="1700"):
        agrees("1700+ h estimated", 3.0)


def printed(value, note=""):
    return Printed("Authors", "Table 1", "something", value, note)


def test_marks():
    assert compare(printed("4.0"), 4.04, "4.0400").mark == "exact"
    assert compare(printed("4.0"), 4.06).mark == "differs"
    assert compare(printed("less than 5"), 4, mark="band").mark == "band"
    wrong = compare(printed("4.0", "a note"), 4.06, erratum="their slip")
    assert (wrong.mark, wrong.note) == ("erratum", "their slip")
    # What is known to be wrong is not held against a value that agrees.
    right = compare(printed("4.0", "a note"), 4.04, erratum="their slip")
    assert (right.mark, right.note) == ("exact", "a note")
    assert compare(printed((3, "a", "b")), (3, "a", "b")).found == "3 a b"


def test_a_band_is_three_deviations_and_half_a_digit():
    def mark(value, found, deviation=0.1):
        return compare_chance(printed(value), found, deviation, str(found), "5 runs")

    assert mark("4.0", 4.34).mark == "band"
    assert mark("4.0", 4.36).mark == "differs"
    assert mark("4.00", 4.31).mark == "differs"
    assert mark(4, 4.79).mark == "band"
    assert mark("4.00", 4.0, 0.102).note == "5 runs, within 0.31"
    assert mark(4, 4).note == "5 runs, within 1"


def test_few_runs_have_no_spread_of_their_own():
    assert deviation_of_runs([5.0], 2.0) == pytest.approx(2.0 * 2**0.5)
    assert deviation_of_runs([5.0] * 4, 2.0) == pytest.approx(2.0 * 1.25**0.5)
    assert deviation_of_runs([5.0] * 5, 2.0) == 0
    assert deviation_of_runs([4.0, 4, 5, 6, 6], 9.0) == pytest.approx(1.2**0.5)


def test_a_value_made_of_others_has_their_worst_mark():
    rows = [Comparison.of(printed(1), "1", mark) for mark in ("exact", "erratum", "band")]
    assert worst_mark(rows) == "erratum"
    assert worst_mark(rows[::2]) == "band"
