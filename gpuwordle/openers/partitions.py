"""The partition that a guess makes of all answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.openers.opener import Opener, evaluate
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True, repr=False)
class Partition:
    """The buckets that a guess makes of all answers, largest first.

    Attributes
    ----------
    opener : Opener
        The guess and its scores.
    buckets : tuple of (Pattern, tuple of str)
        Every pattern that occurs, with its answers in vocabulary order.
    """

    opener: Opener
    buckets: tuple[tuple[Pattern, tuple[str, ...]], ...]

    def __repr__(self) -> str:
        words = sum(len(bucket) for _, bucket in self.buckets)
        return (
            f"Partition({self.opener.guess!r}: {words:,} answers in {len(self.buckets):,} buckets, "
            f"{self.opener.largest:,} in the largest)"
        )

    def _repr_html_(self) -> str:
        from gpuwordle.openers.notebook import table_of_partition  # which is about partitions

        return table_of_partition(self)


def partition(vocabulary: Vocabulary, guess: str, *, backend: str | Backend = "auto") -> Partition:
    """Split all answers by the pattern that a guess gets from them.

    Parameters
    ----------
    vocabulary
        The words to play with.
    guess
        One of its guesses.
    backend
        As for `first_guess`.

    Raises
    ------
    UserError
        If the word is not a guess of the vocabulary.
    """
    engine = engine_for(vocabulary, backend)
    index = np.array([vocabulary.find(guess)], np.int32)
    split = engine.split(Groups.whole(len(vocabulary.answers)), index)
    buckets = [
        (
            Pattern(int(code), vocabulary.length),
            tuple(vocabulary.answers[a] for a in split.groups.group(number)),
        )
        for number, code in enumerate(split.codes)
    ]
    buckets.sort(key=lambda bucket: (-len(bucket[1]), bucket[0].code))
    return Partition(evaluate(vocabulary, index, backend=engine)[0], tuple(buckets))
