"""Words found by their letters."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.words.lookup import WordLookup, exchanged

LETTER = st.sampled_from([0, 1, 2, 254])


@given(st.integers(1, 4), st.data())
def test_words_are_found_where_they_are(length, data):
    words = st.lists(st.tuples(*[LETTER] * length), min_size=1, max_size=12)
    listed, sought = list(dict.fromkeys(data.draw(words))), data.draw(words)
    lookup = WordLookup(np.array(listed, np.uint8))
    found = lookup.find(np.array(sought, np.uint8)).tolist()
    assert found == [listed.index(word) if word in listed else -1 for word in sought]
    assert lookup.in_order == (listed == sorted(listed))


def test_letters_are_exchanged():
    words = np.array([[0, 1, 2], [1, 1, 0]], np.uint8)
    assert exchanged(words, 0, 1).tolist() == [[1, 0, 2], [0, 0, 1]]
