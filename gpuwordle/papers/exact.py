"""The best that any player can do, where it was proven: a few committed values.

Bertsimas and Paskov, whom Van Fleet et al. cite, solved the original game exactly; the total of
guesses stands in Van Fleet's TOML file with its source.
"""

from __future__ import annotations

from fractions import Fraction

from gpuwordle.papers.printed import SHOWN_DIGITS, read_paper

LONGEST_GAME = 6
"""Guesses that no game of an exact solution exceeds: with as many allowed, none is lost."""


def exact_mean(digest: str, answers: int) -> Fraction | None:
    """Return the smallest mean number of guesses in easy mode, every answer hidden once.

    Parameters
    ----------
    digest
        Of the vocabulary.
    answers
        How many it has.

    Returns
    -------
    Fraction or None
        None where it is not known to us.
    """
    total = read_paper("van_fleet").pinned["exact_totals"].get(digest[:SHOWN_DIGITS])
    return None if total is None else Fraction(total, answers)
