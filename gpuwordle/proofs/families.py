"""Families: words so alike that few guesses must leave two of them together.

For each guess an adversary keeps the largest bucket of the family; the other words are *touched*.
Where guesses leave two words or more untouched, those two have had the same scores, and the next
guess cannot be both. So no tree finds the family in M guesses if no M - 1 guesses touch all of it,
or all but one word (``docs/certificates.md``, "Families").
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy.typing as npt


def touched(labels: npt.NDArray) -> list[int]:
    """Return the words of a family that each guess touches, as bits of an integer.

    Parameters
    ----------
    labels
        Buckets of every guess (rows) and word of the family (columns); bit i is column i.
    """
    found = []
    for row in labels.tolist():
        sizes = {label: row.count(label) for label in set(row)}
        kept = max(sizes, key=lambda label: (sizes[label], -label))
        found.append(sum(1 << i for i, label in enumerate(row) if label != kept))
    return found


def most_touched(masks: Iterable[int], guesses: int, enough: int) -> list[int] | None:
    """Find guesses that together touch so many words.

    Parameters
    ----------
    masks
        What each guess touches; see `touched`.
    guesses
        How many may be played.
    enough
        How many words are wanted.

    Returns
    -------
    list of int or None
        The masks of such guesses, at most ``guesses``; None when there are none.
    """
    # A guess that touches no more than another need not be tried beside it.
    kept: list[int] = []
    for mask in sorted(set(masks), key=lambda mask: (-mask.bit_count(), mask)):
        if not any(mask & other == mask for other in kept):
            kept.append(mask)

    def search(first: int, left: int, covered: int) -> list[int] | None:
        if covered.bit_count() >= enough:
            return []
        if left == 0:
            return None
        for place in range(first, len(kept)):
            # Masks fall in size, and so does what all that are left could add.
            if covered.bit_count() + left * kept[place].bit_count() < enough:
                return None
            rest = search(place + 1, left - 1, covered | kept[place])
            if rest is not None:
                return [kept[place], *rest]
        return None

    return search(0, guesses, 0)
