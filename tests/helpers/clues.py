"""What clues are drawn from: words of few letters, so that letters repeat."""

from __future__ import annotations

from hypothesis import strategies as st

word_lists = st.integers(1, 7).flatmap(
    lambda length: st.lists(
        st.text("abc", min_size=length, max_size=length), min_size=1, max_size=30, unique=True
    )
)
