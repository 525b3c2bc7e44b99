"""What clues are drawn from: words of few letters, so that letters repeat."""

from typing import NamedTuple

import naive
from hypothesis import strategies as st

from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.rules.pattern import Pattern

word_lists = st.integers(1, 7).flatmap(
    lambda length: st.lists(
        st.text("abc", min_size=length, max_size=length), min_size=1, max_size=30, unique=True
    )
)


class History(NamedTuple):
    """Words, one of them hidden, and guesses, some of which are not in the list."""

    words: list[str]
    hidden: str
    guesses: list[str]

    @property
    def clues(self) -> Clues:
        return Clues(
            tuple(
                Clue(guess, Pattern.of_colours(naive.colours(guess, self.hidden)))
                for guess in self.guesses
            )
        )


@st.composite
def histories(draw, longest=20, alphabets=("ab", "abc", "abcdefg", "αβγδ", "яж")):
    """Draw words of any length and alphabet, and what was played."""
    length, alphabet = draw(st.integers(1, longest)), draw(st.sampled_from(alphabets))
    word = st.text(alphabet, min_size=length, max_size=length)
    words = draw(st.lists(word, min_size=1, max_size=25, unique=True))
    hidden = draw(st.sampled_from(words))
    # Neighbours of the hidden word, else long words would leave it alone at once.
    words = list(dict.fromkeys([*words, *(hidden[:p] + hidden[p:][::-1] for p in range(length))]))
    guesses = draw(st.lists(word | st.sampled_from(words), min_size=1, max_size=4))
    return History(words, hidden, guesses)
