"""What every backend can do: patterns, statistics and best guesses for one vocabulary.

A backend is made for a `Vocabulary` and keeps what depends on its guesses alone (letter rows to
build, features, compiled kernels), so that scoring one list of candidates after another is cheap.
All backends return the same integers and break ties alike. Guesses and answers are given and
returned as indices into the vocabulary.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.progress import Progress
from gpuwordle.rules.codes import code_dtype
from gpuwordle.scoring.contributions import Contributions, Placements
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.rows import RowPlan
from gpuwordle.scoring.statistics import Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

Indices = npt.NDArray[np.integer]
Pool = Literal["all", "candidates"] | Groups
"""Which guesses a group may choose from: all guesses, its own candidates, or, as one row of guess
indices per group, an explicit list (hard mode)."""


MOST_CONTRIBUTIONS = 256 << 20
"""Bytes that the table of contributions may take unless a ceiling is given."""

PAIRS_AT_ONCE = 1024
"""Pairs of words for which a table of contributions is made where there is none for all."""


class Split(NamedTuple):
    """The buckets that one guess per group makes.

    Attributes
    ----------
    groups : Groups
        The buckets, in order of their group, then of their code; candidates keep their order.
    parents : ndarray of int32, shape (buckets,)
        The group that each bucket comes from.
    codes : ndarray of the code dtype, shape (buckets,)
        The pattern of each bucket.
    """

    groups: Groups
    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.unsignedinteger]


class Backend(ABC):
    """Computes with one vocabulary.

    Parameters
    ----------
    vocabulary
        The words to compute with.
    memory
        Bytes that tables may take; more is computed in tiles. By default a share of what is free.
    """

    name: ClassVar[str]
    """What ``--backend`` calls it."""

    device: str = "CPU"
    """Where it computes, for provenance."""

    def __init__(self, vocabulary: Vocabulary, *, memory: int | None = None) -> None:
        self.vocabulary = vocabulary
        self.memory = memory

    @cached_property
    def plan(self) -> RowPlan:
        """The letter rows of all guesses."""
        return RowPlan.of(self.vocabulary.guess_letters)

    @cached_property
    def contributions(self) -> Contributions | None:
        """The table of contributions of the whole vocabulary, or None where it would not fit.

        It takes kilobytes for most lists. Where words are long and letters are two or three,
        nearly every word is a new way for a letter to stand; then tables are made for some guesses
        and answers at a time.
        """
        placements = Placements.of(self.vocabulary.answer_letters, len(self.vocabulary.alphabet))
        room = self.memory or MOST_CONTRIBUTIONS
        if placements.numbers.dtype != np.uint16:
            return None
        if Contributions.bytes_needed(self.plan, placements) > room:
            return None
        return Contributions.of(self.plan, placements)

    @classmethod
    @abstractmethod
    def unavailable(cls) -> str | None:
        """Say why the backend cannot be used here and what would make it so; None when it can."""

    @classmethod
    def warm_up(cls) -> None:
        """Begin in the background what takes time and needs no vocabulary; returns at once.

        To be called where a vocabulary is still to be read. Errors are left to those who compute.
        """
        return

    @abstractmethod
    def codes(
        self,
        guesses: Indices | None = None,
        answers: Indices | None = None,
        out: npt.NDArray[np.unsignedinteger] | None = None,
    ) -> npt.NDArray[np.unsignedinteger]:
        """Compute pattern codes.

        Parameters
        ----------
        guesses, answers
            Indices; all of them when None.
        out
            Array to fill, of the shape and dtype of the result.

        Returns
        -------
        ndarray of the code dtype, shape (guesses, answers)
        """

    @abstractmethod
    def statistics(
        self,
        groups: Groups | None = None,
        guesses: Indices | None = None,
        progress: Progress | None = None,
    ) -> Statistics:
        """Score guesses on groups of candidates.

        Parameters
        ----------
        groups
            Candidate sets as answer indices; one group of all answers when None.
        guesses
            Guess indices; all guesses when None.
        progress
            Called with the fraction done.

        Returns
        -------
        Statistics
            Arrays of shape (groups, guesses).
        """

    def best_guesses(
        self,
        groups: Groups,
        key: Key,
        pool: Pool = "all",
        progress: Progress | None = None,
    ) -> npt.NDArray[np.int32]:
        """Choose the guess with the smallest key for each group.

        Ties go to a guess that is a candidate of the group, then to the lowest guess index. The
        result is that of scoring every guess, however much a backend prunes.

        Parameters
        ----------
        groups
            Candidate sets as answer indices.
        key
            What to minimise.
        pool
            Which guesses each group may choose from.
        progress
            Called with the fraction done.

        Returns
        -------
        ndarray of int32, shape (groups,)
            Guess indices.
        """
        answer_guess = self.vocabulary.answer_guess
        best = np.empty(len(groups), np.int32)
        for index in range(len(groups)):
            candidates = groups.group(index)
            own = answer_guess[candidates]
            if isinstance(pool, Groups):
                guesses = np.unique(pool.group(index))
            elif pool == "candidates":
                guesses = np.sort(own)
            else:
                guesses = np.arange(len(self.vocabulary.guesses), dtype=np.int32)
            scored = self.statistics(Groups.of([candidates]), guesses)
            order = np.lexsort((guesses, ~np.isin(guesses, own), scored.key(key)[0]))
            best[index] = guesses[order[0]]
            if progress is not None:
                progress((index + 1) / len(groups))
        return best

    def bucket_counts(
        self, groups: Groups, guesses: Indices | None = None
    ) -> npt.NDArray[np.int32]:
        """Count the buckets of guesses on groups: int32, shape (groups, guesses)."""
        return self.statistics(groups, guesses).buckets.astype(np.int32)

    def split(self, groups: Groups, guesses: Indices) -> Split:
        """Split every group by its guess.

        Parameters
        ----------
        groups
            Candidate sets as answer indices.
        guesses
            One guess index per group.
        """
        codes = self.paired_codes(np.repeat(guesses, groups.sizes), groups.candidates)
        parents = np.repeat(np.arange(len(groups)), groups.sizes)
        order = np.lexsort((codes, parents))
        codes, parents = codes[order], parents[order]
        starts = np.ones(len(codes), bool)
        starts[1:] = (codes[1:] != codes[:-1]) | (parents[1:] != parents[:-1])
        first = np.flatnonzero(starts)
        return Split(
            Groups(groups.candidates[order], np.append(first, len(codes)).astype(np.int64)),
            parents[first].astype(np.int32),
            codes[first],
        )

    def paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Compute the code of each guess against the answer that stands beside it.

        Parameters
        ----------
        guesses, answers
            Indices, of one shape (pairs,).

        Returns
        -------
        ndarray of the code dtype, shape (pairs,)
        """
        if self.contributions is not None:
            return self.contributions.paired_codes(guesses, answers)
        words = self.vocabulary
        codes = np.empty(len(guesses), code_dtype(words.length))
        for start in range(0, len(codes), PAIRS_AT_ONCE):
            some = slice(start, start + PAIRS_AT_ONCE)
            played, guess = np.unique(guesses[some], return_inverse=True)
            hidden, answer = np.unique(answers[some], return_inverse=True)
            parts = Contributions.of(
                RowPlan.of(words.guess_letters[played]),
                Placements.of(words.answer_letters[hidden], len(words.alphabet)),
            )
            codes[some] = parts.paired_codes(guess.ravel(), answer.ravel())
        return codes
