"""Hard mode for one word: legal or not, and what is said where it is not."""

import naive
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.rules.hard_mode import illegal_because, legal

WORD = st.text("abc", min_size=4, max_size=4)


@given(st.lists(WORD, max_size=3), WORD, WORD)
def test_what_is_legal_is_what_the_oracle_says(guesses, answer, word):
    clues = [(guess, tuple(naive.colours(guess, answer))) for guess in guesses]
    allowed = all(naive.is_legal(guess, colours, word) for guess, colours in clues)
    assert legal(word, clues) == allowed
    assert (illegal_because(word, clues) is None) == allowed


def test_copies_are_counted():
    why = illegal_because("crane", [("eerie", (1, 0, 0, 0, 2))])
    assert why == "E is coloured 2 times in 'eerie' and has to be used 2 times"
