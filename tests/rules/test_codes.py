"""Codes: colours as numbers and back."""

import numpy as np
import pytest
from helpers.errors import refused
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.rules.codes import check_length, codes_as_text, colours_of_codes
from gpuwordle.rules.wordle import WORDLE

lengths = st.integers(1, 20)
colours_of_one_length = lengths.flatmap(
    lambda length: st.lists(
        st.lists(st.integers(0, 2), min_size=length, max_size=length), min_size=1, max_size=6
    )
)


@given(colours_of_one_length)
def test_codes_are_numbers_of_base_3(colours):
    length = len(colours[0])
    codes = np.array([int("".join(map(str, row)), 3) for row in colours])
    spelt = colours_of_codes(codes, length)
    assert (spelt.dtype, spelt.tolist()) == (np.uint8, colours)
    assert colours_of_codes(codes[:, None], length).tolist() == [[row] for row in colours]
    assert codes_as_text(codes, length) == ["".join(map(str, row)) for row in colours]


@given(lengths)
def test_all_green_is_the_largest_code(length):
    win, dtype = WORDLE.win(length), WORDLE.code_dtype(length)
    assert colours_of_codes(win, length).tolist() == [2] * length
    smaller = [np.iinfo(kind).max for kind in ("u1", "u2") if kind < dtype.str[1:]]
    assert win <= np.iinfo(dtype).max
    assert all(win > most for most in smaller), "no smaller dtype would do"


@pytest.mark.parametrize(
    ("lengths", "why"),
    [([0, -1, 21], "is out of range"), ([True, 5.0, "5", None], "is not an integer")],
)
def test_lengths_are_integers_from_1_to_20(lengths, why):
    for length in lengths:
        refused(f"^word length {length!r} {why}: give 1 to 20$", check_length, length)
    check_length(1)
    check_length(np.int64(20))
