"""Explanations: every reason why a word cannot be hidden, in the words of Reilly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gpuwordle.clues.demands import Demands

NOTHING = "-"
"""Stands for a place or a set without a letter."""


def shown(letter: str) -> str:
    """Write a letter as the notation does: in upper case, if that is one letter."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter


def letter_set(letters: Iterable[str]) -> str:
    """Write letters together, sorted, such as ``CE``."""
    return "".join(sorted(map(shown, letters)))


def dash_mask(letters: Iterable[str | None]) -> str:
    """Write a letter or a dash for each place, such as ``--E--``."""
    return "".join(NOTHING if letter is None else shown(letter) for letter in letters)


@dataclass(frozen=True)
class Explanation:
    """Why a word can be hidden or cannot.

    Attributes
    ----------
    word : str
        The word, normalised.
    reasons : tuple of str
        Everything that all clues together have against it, such as ``Mask: needs ----E``.
    by_clue : tuple of (str, tuple of str)
        Every clue with what it alone has against the word.
    """

    word: str
    reasons: tuple[str, ...]
    by_clue: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def eligible(self) -> bool:
        """Whether nothing is against the word."""
        return not self.reasons

    def __str__(self) -> str:
        return "; ".join(self.reasons) or "Eligible"


def reasons_against(word: str, demands: Demands) -> tuple[str, ...]:
    """List what demands have against a word.

    Parameters
    ----------
    word
        A word of their length, normalised.
    demands
        What is asked.

    Returns
    -------
    tuple of str
        Reasons as Reilly prints them ("Exploring Wordle", "Demanding an Explanation"): ``Valid``
        (letters that are missing), ``Mask``, ``Invalid`` and ``WrongSpot``; then ``Count`` where a
        letter is there, but too seldom or too often, and ``Guessed``. None exactly if
        the word meets the demands.
    """
    copies = Counter(word)
    reasons = []
    missing = [k for k, count in demands.at_least.items() if count and not copies[k]]
    if missing:
        reasons.append(f"Valid: missing {letter_set(missing)}")
    mask = [demands.known.get(place) for place in range(demands.length)]
    needed = [None if k == letter else k for k, letter in zip(mask, word, strict=True)]
    if any(needed):
        reasons.append(f"Mask: needs {dash_mask(needed)}")
    invalid = [k if demands.at_most.get(k) == 0 else None for k in word]
    if any(invalid):
        reasons.append(f"Invalid: has {dash_mask(invalid)}")
    wrong = [k if (place, k) in demands.banned else None for place, k in enumerate(word)]
    if any(wrong):
        reasons.append(f"WrongSpot: has {dash_mask(wrong)}")
    few = [
        f"needs {_times(count, k)}, has {copies[k]}"
        for k, count in sorted(demands.at_least.items())
        if 0 < copies[k] < count
    ]
    many = [
        f"needs at most {_times(count, k)}, has {copies[k]}"
        for k, count in sorted(demands.at_most.items())
        if 0 < count < copies[k]
    ]
    reasons += [f"Count: {text}" for text in few + many]
    if word in demands.removed:
        reasons.append("Guessed: was played already")
    return tuple(reasons)


def _times(count: int, letter: str) -> str:
    return f"{count} {shown(letter)}"
