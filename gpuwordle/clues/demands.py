"""Demands: what clues ask of a word, place by place and letter by letter.

Every filter asks for letters in place, letters not in place, and bounds on how often a letter
occurs, and for nothing else. So one form serves to search a list, to walk a trie and to explain:
the arrays K, L, U and the matrix M of Haag ("Word Games", section 4.1), here keyed by letters.
What a filter asks for is read off its facts (`gpuwordle.clues.filters`), which say it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from gpuwordle.clues.facts import copies_up_to
from gpuwordle.clues.filters import kept_by
from gpuwordle.rules.conditions import Filter
from gpuwordle.rules.pattern import Pattern


@dataclass(frozen=True)
class Demands:
    """What is asked of a word.

    Attributes
    ----------
    length : int
        Letters in the word.
    known : dict of int to str
        Letters that stand at a place; places count from 0 (Haag's K).
    banned : frozenset of (int, str)
        Letters that do not stand at a place (Haag's M).
    at_least, at_most : dict of str to int
        How often a letter occurs (Haag's L and U).
    removed : frozenset of str
        Guesses that are no candidates any more, whatever else holds.
    """

    length: int
    known: dict[int, str] = field(default_factory=dict)
    banned: frozenset[tuple[int, str]] = frozenset()
    at_least: dict[str, int] = field(default_factory=dict)
    at_most: dict[str, int] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()


def merged(parts: Iterable[Demands], length: int) -> Demands:
    """Ask for everything at once."""
    known: dict[int, str] = {}
    banned: set[tuple[int, str]] = set()
    at_least: dict[str, int] = {}
    at_most: dict[str, int] = {}
    removed: set[str] = set()
    for part in parts:
        known |= part.known
        banned |= part.banned
        removed |= part.removed
        for letter, count in part.at_least.items():
            at_least[letter] = max(count, at_least.get(letter, 0))
        for letter, count in part.at_most.items():
            at_most[letter] = min(count, at_most.get(letter, length))
    return Demands(length, known, frozenset(banned), at_least, at_most, frozenset(removed))


def read(clues: Iterable[tuple[str, Pattern]], filter: Filter) -> list[Demands]:
    """Say what a filter asks of a word after clues: what each asks.

    Parameters
    ----------
    clues
        Guesses of one length, normalised, with their patterns; at least one.
    filter
        Name of the filter.
    """
    guesses, patterns = zip(*clues, strict=True)
    order = sorted(set("".join(guesses)))
    number = {letter: index for index, letter in enumerate(order)}
    letters = np.array([[number[letter] for letter in guess] for guess in guesses], np.uint8)
    masks, values = kept_by(filter, letters, np.array([pattern.code for pattern in patterns]))
    copies = copies_up_to(letters).tolist()
    removed = filter in ("letters", "counts")
    return [
        _demands(guess, counts, mask, value, removed=removed)
        for guess, counts, mask, value in zip(
            guesses, copies, masks.tolist(), values.tolist(), strict=True
        )
    ]


def hard_mode_demands(clues: Iterable[tuple[str, Pattern]]) -> Demands:
    """Say what hard mode asks of a guess after clues: at least one, as for `read`."""
    parts = read(clues, "pattern")
    asked = merged(parts, parts[0].length)
    return Demands(asked.length, asked.known, frozenset(), asked.at_least, {})


def _demands(guess: str, copies: list[int], mask: int, value: int, *, removed: bool) -> Demands:
    """Put bits of facts into letters."""
    length = len(guess)
    known: dict[int, str] = {}
    banned: set[tuple[int, str]] = set()
    at_least: dict[str, int] = {}
    at_most: dict[str, int] = {}
    for place, letter in enumerate(guess):
        if mask >> place & 1:
            if value >> place & 1:
                known[place] = letter
            else:
                banned.add((place, letter))
        if mask >> (length + place) & 1:
            if value >> (length + place) & 1:
                at_least[letter] = max(copies[place], at_least.get(letter, 0))
            else:
                at_most[letter] = min(copies[place] - 1, at_most.get(letter, length))
    for letter, count in Counter(known.values()).items():
        at_least.setdefault(letter, count)
    # Where a letter is not in the word at all, its place says no more.
    kept = frozenset(pair for pair in banned if at_most.get(pair[1]) != 0)
    return Demands(length, known, kept, at_least, at_most, frozenset([guess] if removed else []))
