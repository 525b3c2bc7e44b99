"""Contradictions: clues that no word at all can have given, whatever the list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from gpuwordle.clues.demands import Demands, merged
from gpuwordle.rules.colours import GREY, YELLOW
from gpuwordle.rules.pattern import Pattern


def out_of_order(guess: str, pattern: Pattern) -> tuple[int, int] | None:
    """Find a grey letter with a yellow copy behind it, which the rule never gives.

    Parameters
    ----------
    guess
        The guess.
    pattern
        Its pattern.

    Returns
    -------
    tuple of (int, int) or None
        The places of both, counted from 0.
    """
    grey: dict[str, int] = {}
    for place, (letter, colour) in enumerate(zip(guess, pattern.colours, strict=True)):
        if colour == YELLOW and letter in grey:
            return grey[letter], place
        if colour == GREY:
            grey.setdefault(letter, place)
    return None


def smallest_contradiction(parts: Sequence[Demands]) -> tuple[int, ...] | None:
    """Find the fewest demands that no word meets together.

    Parameters
    ----------
    parts
        What each clue asks for, under the filter ``pattern``.

    Returns
    -------
    tuple of int or None
        Which, rising; the first of several. None if some word meets all.
    """
    if _can_be_met(parts):
        return None
    # Leaving out what is not needed gives a bound, so that few sets of many clues are looked at.
    needed = list(range(len(parts)))
    for index in range(len(parts)):
        fewer = [i for i in needed if i != index]
        if not _can_be_met([parts[i] for i in fewer]):
            needed = fewer
    return next(
        chosen
        for size in range(1, len(needed) + 1)
        for chosen in combinations(range(len(parts)), size)
        if not _can_be_met([parts[i] for i in chosen])
    )


def _can_be_met(parts: Sequence[Demands]) -> bool:
    """Tell whether some word, of any letters, meets demands."""
    if not parts:
        return True
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

    # What is left over takes letters that no clue names: there is always one more of those.
    return all(find_place(index, set()) for index in range(len(missing)))
