"""What a certificate holds besides words: a tree, and proofs of bounds, as columns of integers.

What each of them says, and how that is checked, is written down in ``docs/certificates.md``.
Nothing of the package is imported here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

SIZES, ONE_PLY, SEARCHED = 0, 1, 2
"""How an opener is refuted: by the sizes of its buckets, their one-ply bounds, or claims."""

IMPOSSIBLE = -1
"""Written in place of a bound where no tree finds all words in the guesses that are left."""

Integers = npt.NDArray[np.integer]


@dataclass(frozen=True)
class TreeTable:
    """A decision tree, nodes before their children; see `gpuwordle.proofs.played_tree`.

    Attributes
    ----------
    parents : ndarray of int32, shape (nodes,)
        The node before; -1 at node 0, the root.
    codes : ndarray of int64, shape (nodes,)
        Pattern code that leads from there to here; 0 at the root.
    guesses : ndarray of int32, shape (nodes,)
        Index of the guess.
    """

    parents: Integers
    codes: Integers
    guesses: Integers


@dataclass(frozen=True)
class Claims:
    """Lower bounds of sets of answers, each the set that a path of clues leaves.

    Attributes
    ----------
    steps : ndarray of int32, shape (claims,)
        Clues of each path.
    path_guesses, path_codes : ndarray of int32 and int64, shape (sum of steps,)
        The clues, one path after another: guess index and pattern code.
    bounds : ndarray of int32, shape (claims,)
        No tree finds the words of the set in fewer guesses in all; `IMPOSSIBLE` where none finds
        them all in the guesses that are left.
    left : ndarray of int32, shape (claims,)
        Guesses that are left for each word of the set; 0 for no limit.
    legal : ndarray of bool, shape (claims,)
        Whether hard mode binds the guesses by the clues of the path; otherwise nothing is asked of
        them yet, and the claim holds after any clues.
    """

    steps: Integers
    path_guesses: Integers
    path_codes: Integers
    bounds: Integers
    left: Integers
    legal: npt.NDArray[np.bool_]

    @classmethod
    def none(cls) -> Claims:
        """Return an empty list of claims."""
        no = np.zeros(0, np.int64)
        return cls(no, no, no, no, no, no.astype(bool))

    def __len__(self) -> int:
        return len(self.steps)


@dataclass(frozen=True)
class Refutations:
    """Every opener is refuted by itself.

    Attributes
    ----------
    methods : ndarray of uint8, shape (guesses,)
        `SIZES`, `ONE_PLY` or `SEARCHED` for each guess of the list.
    claims : Claims
        What the searched ones rest on, in any order.
    """

    methods: Integers
    claims: Claims = field(default_factory=Claims.none)


@dataclass(frozen=True)
class CoreProof:
    """Sets of answers that cannot be found in so many guesses; the last is the set of all answers.

    Attributes
    ----------
    sizes : ndarray of int32, shape (cores,)
        Words of each.
    words : ndarray of int32, shape (sum of sizes,)
        Their answer indices.
    guesses : ndarray of int32, shape (cores,)
        Guesses that do not suffice: 2 or more.
    """

    sizes: Integers
    words: Integers
    guesses: Integers


@dataclass(frozen=True)
class FamilyProof:
    """A family of answers so alike that few guesses must leave two of them together.

    Attributes
    ----------
    words : ndarray of int32, shape (words,)
        Answer indices.
    """

    words: Integers


COLUMNS: dict[type, dict[str, str]] = {
    TreeTable: {"parents": "<i4", "codes": "<i8", "guesses": "<i4"},
    Claims: {
        "steps": "<i4",
        "path_guesses": "<i4",
        "path_codes": "<i8",
        "bounds": "<i4",
        "left": "<i4",
        "legal": "|b1",
    },
    Refutations: {"methods": "|u1"},
    CoreProof: {"sizes": "<i4", "words": "<i4", "guesses": "<i4"},
    FamilyProof: {"words": "<i4"},
}
"""What is written of each table, in this order and with these dtypes."""


def paths_of(claims: Claims) -> Sequence[slice]:
    """Return where the path of each claim stands among the clues."""
    ends = np.cumsum(claims.steps, dtype=np.int64).tolist()
    return [slice(end - steps, end) for end, steps in zip(ends, claims.steps.tolist(), strict=True)]
