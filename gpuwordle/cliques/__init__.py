"""Letter-disjoint words: anagram classes, and the cliques that they form.

Join two words that share no letter. A clique of k words then shows k times L different letters,
the most that k guesses can. Lahiri et al. ("Deterministic Algorithmic Approaches
to Solve Generalised Wordle", section 6.4) play the game with such cliques and list how many there
are (section 7.3); the five-letter case, 25 letters in five words, is a well-known puzzle.

Two words with the same letters have the same neighbours, so the search knows letter sets only, an
*anagram class* each, and anagrams are put back at the end. As in the paper, all words have
distinct letters: others are left out.

>>> from gpuwordle.vocabulary import Vocabulary
>>> classes = AnagramClasses.of(Vocabulary("four", ["cat", "act", "dog", "hum", "mud"]))
>>> count_cliques(classes, 3)
CliqueCount(words=2, letter_sets=1)
>>> [classes.spell(clique) for batch in cliques(classes, 3) for clique in batch]
[['cat', 'dog', 'hum'], ['act', 'dog', 'hum']]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques import search
from gpuwordle.cliques.search import CliqueCount, SearchIndex
from gpuwordle.errors import UserError
from gpuwordle.vocabulary import Vocabulary

__all__ = [
    "AnagramClasses",
    "CliqueCount",
    "cliques",
    "count_cliques",
    "largest_clique",
]

Masks = npt.NDArray[np.uint64]
"""Sets of letters: bit i stands for letter i."""

MAXIMUM_LETTERS = 64
"""A set of letters is one machine word."""


@dataclass(frozen=True, eq=False)
class AnagramClasses:
    """The words of a vocabulary that have distinct letters, grouped by their letters.

    Attributes
    ----------
    vocabulary : Vocabulary
        Where the words come from; all its guesses are looked at.
    letters : tuple of str
        The letters of these words, sorted: the meaning of the bits.
    words : ndarray of int32, shape (words,)
        Guess indices of the words, rising.
    masks : ndarray of uint64, shape (words,)
        The letters of each word.
    sets : ndarray of uint64, shape (classes,)
        The letters of each class, in the order in which the classes first occur.
    members : ndarray of int32, shape (words,)
        Guess indices of the words, class after class, rising within a class.
    offsets : ndarray of int64, shape (classes + 1,)
        Where each class begins in ``members``.
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

        Raises
        ------
        UserError
            If no word has distinct letters, or those that do have more than 64 letters together.
        """
        spelled = np.sort(vocabulary.guess_letters, axis=1)
        distinct = (spelled[:, 1:] != spelled[:, :-1]).all(axis=1)
        words = np.flatnonzero(distinct).astype(np.int32)
        if not len(words):
            raise UserError(
                f"vocabulary {vocabulary.name!r} has no word of {vocabulary.length} distinct "
                "letters, and only such words form cliques: choose another length or list"
            )
        used, numbers = np.unique(spelled[words], return_inverse=True)
        if len(used) > MAXIMUM_LETTERS:
            raise UserError(
                f"vocabulary {vocabulary.name!r} has {len(used)} different letters, more than "
                f"the {MAXIMUM_LETTERS} that cliques can tell apart: split the list"
            )
        bits = np.uint64(1) << numbers.reshape(len(words), -1).astype(np.uint64)
        masks = np.bitwise_or.reduce(bits, axis=1)
        _, first, which, sizes = np.unique(
            masks, return_index=True, return_inverse=True, return_counts=True
        )
        by_occurrence = np.argsort(first)
        rank = np.empty_like(by_occurrence)
        rank[by_occurrence] = np.arange(len(rank))
        return cls(
            vocabulary,
            tuple(vocabulary.alphabet[letter] for letter in used),
            words,
            masks,
            masks[first[by_occurrence]],
            words[np.argsort(rank[which.reshape(-1)], kind="stable")],
            np.append(0, np.cumsum(sizes[by_occurrence])).astype(np.int64),
        )

    @property
    def length(self) -> int:
        """Letters in a word."""
        return self.vocabulary.length

    @property
    def largest_conceivable(self) -> int:
        """Words that a clique could have if only the number of letters mattered."""
        return len(self.letters) // self.length

    @cached_property
    def index(self) -> SearchIndex:
        """The letter sets as the clique search wants them."""
        bits = np.arange(len(self.letters), dtype=np.uint64)
        contains = (self.sets[:, None] >> bits & np.uint64(1)).astype(bool)
        return SearchIndex.of(contains, np.diff(self.offsets))

    def mask(self, letters: Iterable[str]) -> np.uint64:
        """Return a set of letters as bits; letters that no word has are ignored."""
        wanted = set(letters)
        return np.uint64(sum(1 << i for i, letter in enumerate(self.letters) if letter in wanted))

    def spell(self, clique: Iterable[int]) -> list[str]:
        """Return words by their guess indices."""
        return [self.vocabulary.guesses[word] for word in clique]

    def with_anagrams(self, found: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Write cliques of classes out as cliques of words.

        Parameters
        ----------
        found
            Class indices, shape (cliques, size).

        Returns
        -------
        ndarray of int32, shape (word cliques, size)
            Guess indices, rising in every row.
        """
        sizes = np.diff(self.offsets)[found]
        ways = sizes.prod(axis=1)
        owner = np.repeat(np.arange(len(found)), ways)
        rank = np.arange(len(owner)) - np.repeat(np.cumsum(ways) - ways, ways)
        rows = np.empty((len(owner), found.shape[1]), np.int32)
        # The rank of a row among those of its clique is a number whose digits choose the words.
        for column in reversed(range(found.shape[1])):
            rank, digit = np.divmod(rank, sizes[owner, column])
            rows[:, column] = self.members[self.offsets[found[owner, column]] + digit]
        rows.sort(axis=1)
        return rows


def check_size(size: int) -> None:
    """Raise UserError unless a clique has at least two words."""
    if size < 2:
        raise UserError(f"clique size {size} is too small: give 2 or more words")


def count_cliques(
    classes: AnagramClasses, size: int, progress: Callable[[float], None] | None = None
) -> CliqueCount:
    """Count the cliques of a number of words.

    Parameters
    ----------
    classes
        The words.
    size
        Words in a clique, at least 2.
    progress
        Called with the fraction done.

    Returns
    -------
    CliqueCount
        ``words``, where anagrams count as different, and ``letter_sets``, where they do not.
        Exact, whatever the size; 0 when the letters do not suffice.

    Raises
    ------
    UserError
        If the size is less than 2.
    """
    check_size(size)
    return search.count(classes.index, size, progress)


def cliques(
    classes: AnagramClasses, size: int, *, anagrams: bool = True, limit: int | None = None
) -> Iterator[npt.NDArray[np.int32]]:
    """List the cliques of a number of words, some thousands at a time.

    Parameters
    ----------
    classes
        The words.
    size
        Words in a clique, at least 2.
    anagrams
        Whether cliques that differ by anagrams are listed each, or only the first word of each
        class.
    limit
        Stop after this many.

    Yields
    ------
    ndarray of int32, shape (cliques, size)
        Guess indices, rising in every row. The cliques are in the order of the search: the rarest
        letters first. A batch may be empty where a long search found nothing yet.

    Raises
    ------
    UserError
        If the size is less than 2.
    """
    check_size(size)
    left = limit
    for found in search.listing(classes.index, size):
        if left is not None:
            found = found[:left]
        if anagrams:
            batch = classes.with_anagrams(found)
        else:
            batch = np.sort(classes.members[classes.offsets[found]], axis=1)
        if left is not None:
            batch = batch[:left]
            left -= len(batch)
        yield batch
        if left == 0:
            return


def largest_clique(classes: AnagramClasses) -> npt.NDArray[np.int32]:
    """Find a clique of as many words as possible: guess indices, rising, shape (size,).

    A vocabulary in which any two words share a letter has cliques of one word only.
    """
    for size in range(classes.largest_conceivable, 1, -1):
        for batch in cliques(classes, size, limit=1):
            if len(batch):
                return batch[0]
    return classes.words[:1]
