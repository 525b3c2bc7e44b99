"""Anagram classes: words of distinct letters, grouped by their letters.

Two words with the same letters have the same neighbours, so the clique search knows letter sets
only, and anagrams are put back at the end. As in Lahiri et al., words that repeat a letter are left
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.search_index import SearchIndex
from gpuwordle.errors import UserError, whole_number
from gpuwordle.scoring.groups import ranges, runs
from gpuwordle.words.vocabulary import Vocabulary

Masks = npt.NDArray[np.uint64]
"""Sets of letters: bit i stands for letter i."""

MAXIMUM_LETTERS = 64
"""A set of letters is one machine word."""

ROWS_AT_ONCE = 1 << 16
"""Cliques of words that are expanded at a time."""


def check_size(size: int) -> None:
    """Raise UserError unless a clique has at least two words, and at most one for each letter."""
    whole_number("clique size", size, 2, MAXIMUM_LETTERS)


def distinct_letters(vocabulary: Vocabulary) -> npt.NDArray[np.bool_]:
    """Return which guesses repeat no letter: bool, shape (guesses,)."""
    spelled = np.sort(vocabulary.guess_letters, axis=1)
    return (spelled[:, 1:] != spelled[:, :-1]).all(axis=1)


def too_many_letters(vocabulary: Vocabulary) -> str | None:
    """Explain why words of distinct letters do not fit a machine word; None if they do."""
    if len(vocabulary.alphabet) <= MAXIMUM_LETTERS:
        return None
    letters = len(np.unique(vocabulary.guess_letters[distinct_letters(vocabulary)]))
    if letters <= MAXIMUM_LETTERS:
        return None
    return (
        f"vocabulary {vocabulary.name!r} has {letters} different letters, more than the "
        f"{MAXIMUM_LETTERS} that cliques can tell apart: split the list"
    )


@dataclass(frozen=True, eq=False)
class AnagramClasses:
    """The words of a vocabulary that have distinct letters, grouped by their letters.

    ``letters`` are those of these words, sorted: the meaning of the bits. ``words``, int32
    (words,): guess indices, ascending; ``masks``, uint64 (words,): the letters of each. ``sets``,
    uint64 (classes,): the letters of each class, in the order in which the classes first occur.
    ``members``, int32 (words,): guess indices, class after class, ascending within a class;
    ``offsets``, int64 (classes + 1,): where each class begins in ``members``.
    """

    vocabulary: Vocabulary
    letters: tuple[str, ...]
    words: npt.NDArray[np.int32]
    masks: Masks
    sets: Masks
    members: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> AnagramClasses:
        """Group the words of a vocabulary.

        Raises UserError if no word has distinct letters, or if such words have more than 64
        letters in all.
        """
        words = np.flatnonzero(distinct_letters(vocabulary)).astype(np.int32)
        if not len(words):
            raise UserError(
                f"vocabulary {vocabulary.name!r} has no word of {vocabulary.length} distinct "
                "letters, and only such words form cliques: choose another length or list"
            )
        spelled = vocabulary.guess_letters[words]
        used = np.flatnonzero(np.bincount(spelled.ravel()))
        if problem := too_many_letters(vocabulary):
            raise UserError(problem)
        bit = np.zeros(used[-1] + 1, np.uint64)
        bit[used] = np.uint64(1) << np.arange(len(used), dtype=np.uint64)
        masks = np.bitwise_or.reduce(bit[spelled], axis=1)
        _, first, which, sizes = np.unique(
            masks, return_index=True, return_inverse=True, return_counts=True
        )
        by_occurrence = np.argsort(first)
        # Small numbers sort fastest.
        of_class = first[which.reshape(-1)].astype(np.min_scalar_type(len(words)))
        return cls(
            vocabulary,
            tuple(vocabulary.alphabet[letter] for letter in used),
            words,
            masks,
            masks[first[by_occurrence]],
            words[np.argsort(of_class, kind="stable")],
            np.append(0, np.cumsum(sizes[by_occurrence])).astype(np.int64),
        )

    @property
    def length(self) -> int:
        """Letters in a word."""
        return self.vocabulary.length

    @property
    def largest_conceivable(self) -> int:
        """Words that a clique could have by the number of letters alone."""
        return len(self.letters) // self.length

    @cached_property
    def index(self) -> SearchIndex:
        """The letter sets, arranged for the clique search."""
        packed = self.sets.astype("<u8").view(np.uint8).reshape(-1, 8)
        contains = np.unpackbits(packed, axis=1, count=len(self.letters), bitorder="little")
        return SearchIndex.of(contains.view(bool), np.diff(self.offsets))

    def to_dict(self) -> dict[str, Any]:
        """Return whose words they are, and the numbers of words and of letter sets."""
        return {
            "vocabulary": self.vocabulary.name,
            "length": self.length,
            "words": len(self.words),
            "letter_sets": len(self.sets),
        }

    def mask(self, letters: Iterable[str]) -> np.uint64:
        """Return a set of letters as bits; letters that no word has are ignored."""
        wanted = set(letters)
        return np.uint64(sum(1 << i for i, letter in enumerate(self.letters) if letter in wanted))

    def spell(self, clique: Iterable[int]) -> list[str]:
        """Return words by their guess indices."""
        return [self.vocabulary.written_guesses[word] for word in clique]

    def with_anagrams(self, found: npt.NDArray[np.int32]) -> Iterator[npt.NDArray[np.int32]]:
        """Expand cliques of classes, int32 (cliques, size), to cliques of words.

        Yields guess indices, ascending in every row: int32 (word cliques, size) with at most
        `ROWS_AT_ONCE` rows.
        """
        sizes = np.diff(self.offsets)[found]
        if not len(found):
            yield np.empty(found.shape, np.int32)
        # Rounded, because a product may overflow integers; such a clique forms a run by itself.
        ways = np.minimum(sizes.prod(axis=1, dtype=np.float64), ROWS_AT_ONCE + 1).astype(np.int64)
        for some in runs(ways, ROWS_AT_ONCE):
            if ways[some.start] <= ROWS_AT_ONCE:
                owner = np.repeat(np.arange(some.start, some.stop), ways[some])
                rank = ranges(np.zeros_like(ways[some]), ways[some])
                yield self._ranked(found, sizes, owner, rank)
                continue
            every = prod(sizes[some.start].tolist())
            for start in range(0, every, ROWS_AT_ONCE):
                rank = np.arange(start, min(start + ROWS_AT_ONCE, every))
                yield self._ranked(found, sizes, np.full(len(rank), some.start), rank)

    def _ranked(
        self,
        found: npt.NDArray[np.int32],
        sizes: npt.NDArray[np.int64],
        owner: npt.NDArray[np.int64],
        rank: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.int32]:
        """Expand cliques of words: each by its clique of classes and its rank among their words."""
        rows = np.empty((len(owner), found.shape[1]), np.int32)
        # The digits of the rank choose the words.
        for column in reversed(range(found.shape[1])):
            rank, digit = np.divmod(rank, sizes[owner, column])
            rows[:, column] = self.members[self.offsets[found[owner, column]] + digit]
        rows.sort(axis=1)
        return rows
