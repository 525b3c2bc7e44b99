"""The first of many words, for the eye: what is left out is counted."""

from __future__ import annotations

import html
from collections.abc import Sequence

from gpuwordle.rules.direction import runs_from_right


def abridged(words: Sequence[str], most: int) -> str:
    """Join the first words, and say how many more there are.

    Parameters
    ----------
    words
        Words, or numbers already written out.
    most
        How many to write.

    Examples
    --------
    >>> abridged(["cat", "cow", "dog", "pig"], 2), abridged(["cat", "cow"], 2)
    ('cat cow and 2 more', 'cat cow')
    """
    return " ".join(words[:most]) + _more(words, most)


def abridged_html(words: Sequence[str], most: int) -> str:
    """Do the same as a piece of HTML, in which words run the way that they are written."""
    shown = html.escape(" ".join(words[:most]))
    if words and runs_from_right(words[0]):
        shown = f'<bdi dir="rtl">{shown}</bdi>'
    return shown + _more(words, most)


def _more(words: Sequence[str], most: int) -> str:
    left = len(words) - most
    return f" and {left:,} more" if left > 0 else ""
