"""How printed values are compared, and what they are marked."""

import pytest

from gpuwordle.papers.comparison import (
    Comparison,
    agrees,
    compare,
    compare_chance,
    compare_each,
    compare_new,
    compare_time,
    deviation_of_runs,
    worst_mark,
)
from gpuwordle.papers.printed import Printed


@pytest.mark.parametrize(
    ("printed", "same", "others"),
    [
        (100, [100.0], [99.999]),
        ("1.8", [1.795008], []),
        ("1.80", [1.795008], [1.7949]),
        ("7.25", [], [7.255001]),
        ("above 90", [90.39], [90.0]),
        ("less than 5", [4.999], [5.0]),
        ("around 5", [4.7611], [5.6]),
        ("around 30", [34.9, 25.1], [35.1]),
        ("at most 12", [12], [13]),
        ("at most -4.27", [-4.28], [-4.26]),
        ("under 1 ms", [0.99], [1.0]),
        ("almost 2", [2.03], [3.27]),
        ("at least 3", [], [2.9]),
        ("0.5 to 1.5", [0.46, 1.54], [0.44, 1.56]),
        ("-3.421", [-3.42116], [-3.4216]),
        ("iao", ["iao"], ["eau"]),
        ((14, "mesal"), [(14, "mesal")], [(14, "zain")]),
    ],
)
def test_what_agrees(printed, same, others):
    assert [found for found in same + others if agrees(printed, found)] == same


def test_a_text_without_a_number_is_not_compared_with_one():
    with pytest.raises(ValueError, match="1700"):
        agrees("1700+ h estimated", 3.0)


def printed(value, note=""):
    return Printed("Authors", "Table 1", "something", value, note)


def test_marks():
    assert compare(printed("4.0"), 4.04, "4.0400").mark == "exact"
    assert compare(printed("4.0"), 4.06).mark == "differs"
    assert compare(printed((3, "a", "b")), (3, "a", "b")).found == "3 a b"
    row = compare(printed("4.0"), 4.04, convention="all words")
    assert row.convention == "all words"


@pytest.mark.parametrize(
    ("claim", "broken"),
    [("less than 5", 5), ("above 3", 3), ("around 4", 5), ("at most 4", 4.1), ("3 to 5", 6)],
)
def test_a_claim_holds_and_is_not_exact(claim, broken):
    assert compare(printed(claim), 4).mark == "holds"
    assert compare(printed(claim), broken).mark == "differs"
    # In one row for several values, one that breaks it is enough.
    row = compare_each(printed(claim), {"a": 4, "b": 3.9, "c": 3.6}, 1)
    assert (row.mark, row.found) == ("holds", "3.6 (c) to 4.0 (a)")
    assert compare_each(printed(claim), {"a": 4, "b": broken}, 0).mark == "differs"


def test_an_erratum_is_ours_as_it_was():
    def row(found, pinned=4.06, value="4.0"):
        return compare(printed(value, "a note"), found, erratum="their slip", pinned=pinned)

    assert (row(4.06).mark, row(4.06).note) == ("erratum", "their slip")
    # Another result is not an erratum, even if it is the printed one.
    for changed in (4.07, 4.0, 12.0):
        assert (row(changed).mark, row(changed).note) == ("differs", "ours was 4.06")
    # What is known to be wrong is not held against a value that agrees.
    assert (row(4.04, 4.04).mark, row(4.04, 4.04).note) == ("exact", "a note")
    # A reason alone makes no erratum.
    assert row(4.06, None).mark == "differs"
    assert row(4.04, None).mark == "exact"
    assert row(14, 14, "at most 11").mark == "erratum"
    assert row(13, 14, "at most 11").mark == row(10, 14, "at most 11").mark == "differs"
    assert row(("CACHE",), ("CACHE",), ("CACHE", "CAHOW")).mark == "erratum"
    assert row(("CACHE", "CAHOW"), ("CACHE",), ("CACHE", "CAHOW")).mark == "differs"


def test_a_new_value_is_ours_as_it_was():
    known = compare_new(printed("1700+ h estimated"), 831, "831", pinned=831, note="counted")
    assert (known.mark, known.note) == ("new", "counted")
    changed = compare_new(printed("1700+ h estimated"), 830, "830", pinned=831, note="counted")
    assert (changed.mark, changed.note) == ("differs", "ours was 831: counted")


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
    rows = [Comparison.of(printed(1), "1", mark) for mark in ("exact", "erratum", "holds")]
    assert worst_mark(rows) == "erratum"
    assert worst_mark(rows[::2]) == "holds"


def test_a_time_is_beaten_or_missed():
    def mark(text, seconds):
        return compare_time(printed(text), seconds, "", convention="").mark

    beaten = mark("~19 min", 1139.0), mark("0.938 sec", 0.9), mark("1700+ h estimated", 9)
    assert beaten == ("faster",) * 3
    assert mark("~19 min", 1141.0) == mark("0.938 sec", 0.94) == mark("68 s", 68.0) == "missed"
