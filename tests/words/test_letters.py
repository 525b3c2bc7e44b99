"""Letters: normalised together as one by one, and digests."""

from __future__ import annotations

from helpers.words import outcome
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.words.letters import are_plain, digest_of, normalise, normalised
from gpuwordle.words.vocabulary import Vocabulary

# Words as people write them, and some that are none: capitals, accents, other scripts, stray marks.
WRITTEN = st.text("abzABÑéßσΣ字0-' ", max_size=4) | st.text("abz", min_size=1, max_size=4)


@given(st.lists(WRITTEN, max_size=6))
def test_words_are_normalised_together_as_one_by_one(words):
    expected = outcome(lambda: [normalise(word) for word in words])
    assert outcome(normalised, words) == expected
    in_a_to_z = [bool(word) and set(word) <= set("abcdefghijklmnopqrstuvwxyz") for word in words]
    if any(words):
        assert are_plain(words) == all(in_a_to_z)


def test_digest_is_that_of_the_joined_words():
    assert Vocabulary("x", ["cat", "dog"]).digest == digest_of(["cat", "dog"])
    assert Vocabulary("x", ["cat"], ["cat", "dog"]).digest != digest_of(["cat", "dog"])
