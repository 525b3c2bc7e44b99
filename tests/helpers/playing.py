"""What games are drawn from: small vocabularies and conditions."""

from __future__ import annotations

from hypothesis import strategies as st

from gpuwordle.backends.table import choose
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.words.vocabulary import Vocabulary

NUMPY = choose("numpy")


@st.composite
def vocabularies(draw, most=24, longest=6):
    length = draw(st.integers(1, longest))
    words = draw(
        st.lists(
            st.text("abcd", min_size=length, max_size=length),
            min_size=1,
            max_size=most,
            unique=True,
        )
    )
    hidden = draw(st.lists(st.sampled_from(words), min_size=1, unique=True))
    return Vocabulary("drawn", hidden, words)


conditions = st.fixed_dictionaries(
    {
        "pool": st.sampled_from(["all", "candidates"]),
        "hard": st.booleans(),
        "filter": st.sampled_from(FILTERS),
        "allowed": st.none() | st.integers(1, 4),
    }
)
