"""Demands: what clues ask of a word, place by place and letter by letter.

Every filter asks for letters in place, letters not in place, and bounds on how often a letter
occurs, and for nothing else: the arrays K, L, U and the matrix M of Haag ("Word Games", section
4.1), here keyed by letters. The demands of a filter are read off its facts
(`gpuwordle.clues.filters`). They are used to search a list (`scan`), walk a trie
(`gpuwordle.clues.trie`), explain why a word is ruled out (`gpuwordle.clues.clues`), and find clues
that contradict each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import Letters, copies_up_to
from gpuwordle.clues.filters import kept_by
from gpuwordle.rules.colours import GREY, YELLOW
from gpuwordle.rules.conditions import Filter
from gpuwordle.rules.pattern import Pattern

AT_ONCE = 1 << 16
"""Words that are compared together: their letters stay in a processor's cache."""


@dataclass(frozen=True)
class Demands:
    """What clues ask of a word; places count from 0."""

    length: int
    known: dict[int, str]  # letters at their places (Haag's K)
    banned: frozenset[tuple[int, str]]  # letters that are not at a place (Haag's M)
    at_least: dict[str, int]  # fewest copies of a letter, 1 or more (Haag's L)
    at_most: dict[str, int]  # most copies of a letter (Haag's U)
    removed: frozenset[str] = frozenset()  # guesses that are ruled out in any case


def merged(parts: Iterable[Demands], length: int) -> Demands:
    """Join demands into one that asks for all of them."""
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
            at_least[letter] = max(count, at_least.get(letter, count))
        for letter, count in part.at_most.items():
            at_most[letter] = min(count, at_most.get(letter, count))
    return Demands(length, known, frozenset(banned), at_least, at_most, frozenset(removed))


def read(clues: Iterable[tuple[str, Pattern]], filter: Filter) -> list[Demands]:
    """Return what a filter asks of a word after each clue: normalised guesses of one length."""
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


def _demands(guess: str, copies: list[int], mask: int, value: int, *, removed: bool) -> Demands:
    """Translate bits of facts into letters."""
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
                at_least[letter] = copies[place]  # the last copy is the highest
            else:
                at_most.setdefault(letter, copies[place] - 1)  # the first is the lowest
    for letter, count in Counter(known.values()).items():
        at_least.setdefault(letter, count)
    # If a letter is not in the word at all, its place adds nothing.
    kept = frozenset(pair for pair in banned if at_most.get(pair[1]) != 0)
    return Demands(length, known, kept, at_least, at_most, frozenset([guess] if removed else []))


# Words that meet demands


def allowed_letters(demands: Demands, number: dict[str, int]) -> npt.NDArray[np.bool_]:
    """Return which letters may stand at which place: bool, shape (length, letters).

    ``number`` is the number of each letter of the alphabet.
    """
    allowed = np.ones((demands.length, len(number)), bool)
    for letter, count in demands.at_most.items():
        if count == 0 and letter in number:
            allowed[:, number[letter]] = False
    for place, letter in demands.banned:
        if letter in number:
            allowed[place, number[letter]] = False
    for place, letter in demands.known.items():
        still = letter in number and allowed[place, number[letter]]
        allowed[place] = False
        if still:
            allowed[place, number[letter]] = True
    return allowed


def scan(letters: Letters, number: dict[str, int], demands: Demands) -> npt.NDArray[np.int64]:
    """Return the places of the words that meet demands, ascending; removed guesses are kept.

    letters: uint8, shape (words, length), by ``number``, the number of each letter of the alphabet.
    """
    if any(letter not in number for letter in demands.at_least):
        return np.empty(0, np.int64)
    allowed = allowed_letters(demands, number)
    # The place that allows the fewest letters comes first, so that the others see few words.
    order = np.argsort(allowed.sum(axis=1), kind="stable")
    found = [np.empty(0, np.int64)]
    for start in range(0, len(letters), AT_ONCE):
        rows = letters[start : start + AT_ONCE]
        left = np.flatnonzero(allowed[order[0]][rows[:, order[0]]])
        for place in order[1:]:
            if not allowed[place].all():
                left = left[allowed[place][rows[left, place]]]
        for letter, least in demands.at_least.items():
            left = left[(rows[left] == number[letter]).sum(axis=1) >= least]
        for letter, most in demands.at_most.items():
            if most and letter in number:
                left = left[(rows[left] == number[letter]).sum(axis=1) <= most]
        found.append(left + start)
    return np.concatenate(found)


# Clues that no word at all gives, whatever the list


def out_of_order(guess: str, pattern: Pattern) -> tuple[int, int] | None:
    """Find the places of a grey letter and of a later yellow copy, which the rule never gives."""
    grey: dict[str, int] = {}
    for place, (letter, colour) in enumerate(zip(guess, pattern.colours, strict=True)):
        if colour == YELLOW and letter in grey:
            return grey[letter], place
        if colour == GREY:
            grey.setdefault(letter, place)
    return None


def smallest_contradiction(parts: Sequence[Demands]) -> tuple[int, ...] | None:
    """Find the indices of the fewest demands that no word meets together, the first of several.

    The demands are those of the filter ``pattern``; None if some word meets all.
    """
    if _can_be_met(parts):
        return None
    return next(
        chosen
        for size in range(1, len(parts) + 1)
        for chosen in combinations(range(len(parts)), size)
        if not _can_be_met([parts[i] for i in chosen])
    )


def _can_be_met(parts: Sequence[Demands]) -> bool:
    """Return whether some word, of any letters, meets demands."""
    places: dict[int, str] = {}
    for part in parts:
        for place, letter in part.known.items():
            if places.setdefault(place, letter) != letter:
                return False
    whole = merged(parts, parts[0].length)
    if any(pair in whole.banned for pair in whole.known.items()):
        return False
    placed = list(whole.known.values())
    if any(placed.count(letter) > count for letter, count in whole.at_most.items()):
        return False
    if any(whole.at_most.get(k, whole.length) < count for k, count in whole.at_least.items()):
        return False
    missing = [
        letter
        for letter, count in whole.at_least.items()
        for _ in range(count - placed.count(letter))
    ]
    free = [place for place in range(whole.length) if place not in whole.known]
    return _fit(missing, free, whole)


def _fit(missing: list[str], free: list[int], demands: Demands) -> bool:
    """Match missing letters to free places by augmenting paths."""
    holder: dict[int, int] = {}

    def find_place(index: int, tried: set[int]) -> bool:
        for place in free:
            if place in tried or (place, missing[index]) in demands.banned:
                continue
            tried.add(place)
            if place not in holder or find_place(holder[place], tried):
                holder[place] = index
                return True
        return False

    # The other places take letters that no clue names: there is always one more of them.
    return all(find_place(index, set()) for index in range(len(missing)))
