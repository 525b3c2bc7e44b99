from __future__ import annotations

import pytest

from gpuwordle.words.abridged import abridged, abridged_html

WORDS = ["cat", "cow", "dog"]


@pytest.mark.parametrize("write", [abridged, abridged_html])
def test_what_is_left_out_is_counted(write):
    assert write([], 2) == ""
    assert write(WORDS, 3) == "cat cow dog"
    assert write(WORDS, 2) == "cat cow and 1 more"
    assert write(WORDS * 1000, 1) == "cat and 2,999 more"


def test_words_from_the_right_are_isolated_in_html():
    assert abridged(["שלום", "שלוש"], 1) == "שלום and 1 more"
    assert abridged_html(["שלום", "שלוש"], 1) == '<bdi dir="rtl">שלום</bdi> and 1 more'
