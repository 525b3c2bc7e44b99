"""Cliques of words that share no letter: how many there are, which, and the largest.

The search knows letter sets only; here anagrams are put back.

>>> from gpuwordle.words.vocabulary import Vocabulary
>>> classes = AnagramClasses.of(Vocabulary("four", ["cat", "act", "dog", "hum", "mud"]))
>>> count_cliques(classes, 3)
CliqueCount(words=2, letter_sets=1)
>>> [classes.spell(clique) for batch in list_cliques(classes, 3) for clique in batch]
[['cat', 'dog', 'hum'], ['act', 'dog', 'hum']]
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques import counting, search
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import CliqueCount
from gpuwordle.errors import UserError
from gpuwordle.progress import Progress


def check_size(size: int) -> None:
    """Raise UserError unless a clique has at least two words."""
    if size < 2:
        raise UserError(f"clique size {size} is too small: give 2 or more words")


def count_cliques(
    classes: AnagramClasses,
    size: int,
    progress: Progress | None = None,
    *,
    memory: int | None = None,
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
    memory
        Bytes that states of the search may take; see `gpuwordle.memory.ceiling`.

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
    return counting.count(classes.index, size, progress, memory=memory)


def list_cliques(
    classes: AnagramClasses, size: int, *, anagrams: bool = True, most: int | None = None
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
    most
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
    left = most
    for found in search.listing(classes.index, size):
        if left is not None:
            found = found[:left]
        if anagrams:
            batches = classes.with_anagrams(found)
        else:
            batches = iter([np.sort(classes.members[classes.offsets[found]], axis=1)])
        for batch in batches:
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
        for batch in list_cliques(classes, size, most=1):
            if len(batch):
                return batch[0]
    return classes.words[:1]
