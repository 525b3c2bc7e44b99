"""What every backend can do: patterns, statistics and best guesses for one vocabulary.

A backend is made for a `Vocabulary` and keeps what depends on its guesses alone (letter rows to
build, features, compiled kernels), so that scoring one list of candidates after another is cheap.
All backends return the same integers and break ties alike. Guesses and answers are given and
returned as indices into the vocabulary.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.exhaustive import best_guesses_plainly
from gpuwordle.backends.frontier import Frontier
from gpuwordle.backends.joint import Pairs, best_pairs_plainly
from gpuwordle.backends.kept import KeptTables
from gpuwordle.backends.leaders import Leaders, leading_plainly
from gpuwordle.backends.most import MostBuckets, most_buckets_plainly
from gpuwordle.backends.split import Split
from gpuwordle.errors import UserError
from gpuwordle.progress import Progress
from gpuwordle.rules.codes import code_dtype
from gpuwordle.rules.conditions import PoolName, check_pool
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.indices import checked_groups, checked_indices
from gpuwordle.scoring.statistics import Key, Statistics, check_key

Indices = npt.NDArray[np.integer]
Pool = Literal["all", "candidates"] | Groups
"""Which guesses a group may choose from: all guesses, its own candidates, or, as one row of guess
indices per group, an explicit list (hard mode)."""

STATISTICS_BYTES, COUNT_BYTES = 32, 4
"""Bytes of the results for a guess on a group: four integers, or a count of buckets."""


class Backend(KeptTables, ABC):
    """Computes with one vocabulary.

    Parameters
    ----------
    vocabulary
        The words to compute with.
    memory
        Bytes that tables and results may take at a time; see `gpuwordle.memory.ceiling`. What of
        the tables does not fit is computed in tiles; a larger result is refused
        (`gpuwordle.backends.in_blocks` has statistics in parts).

    Raises
    ------
    UserError
        If memory is no positive number.
    """

    name: ClassVar[str]
    """What ``--backend`` calls it."""

    overlaps: ClassVar[bool] = False
    """Whether several vocabularies take less time together than one after another."""

    device: str = "CPU"
    """Where it computes, for provenance."""

    @property
    def counts_many_sets(self) -> bool:
        """Whether `most_buckets` of thousands of sets takes less time than bounds, set by set."""
        return False

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

        Raises
        ------
        UserError
            If an index is out of range, ``out`` has another shape or dtype or cannot be written, or
            the codes would take more than the memory.
        """
        words = self.vocabulary
        rows, columns = self._guesses(guesses), self._answers(answers)
        shape = (
            len(words.guesses) if rows is None else len(rows),
            len(words.answers) if columns is None else len(columns),
        )
        dtype = code_dtype(words.length)
        if out is None:
            self._check_result("codes", shape, "answers", np.dtype(dtype).itemsize)
            out = np.empty(shape, dtype)
        elif out.shape != shape or out.dtype != dtype or not out.flags.writeable:
            kind = f"{out.dtype} {out.shape}" + " (read-only)" * (not out.flags.writeable)
            raise UserError(f"out is {kind}, the codes are {dtype} {shape}: give such an array")
        self._codes(rows, columns, out)
        return out

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

        Raises
        ------
        UserError
            If an index is out of range, a group empty or larger than there are answers, or the
            result would take more than the memory.
        """
        groups = (
            Groups.whole(len(self.vocabulary.answers)) if groups is None else self._groups(groups)
        )
        chosen = self._guesses(guesses)
        width = len(self.vocabulary.guesses) if chosen is None else len(chosen)
        self._check_result("statistics", (width, len(groups)), "groups", STATISTICS_BYTES)
        return self._statistics(groups, chosen, progress)

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

        Raises
        ------
        UserError
            As `statistics`; if a pool is unknown, or lists not one or more guesses for each group;
            or if the key could overflow.
        """
        groups = self._groups(groups)
        check_key(key, int(groups.sizes.max(initial=0)))
        if isinstance(pool, Groups):
            pool = checked_groups(pool, len(self.vocabulary.guesses), "guess", len(groups))
        else:
            check_pool(pool)
        return self._best_guesses(groups, key, pool, progress)

    def best_pairs(
        self,
        key: Key,
        top: int = 1,
        guesses: Indices | None = None,
        progress: Progress | None = None,
    ) -> Pairs:
        """Choose the pairs of guesses with the smallest keys, both played whatever the clues.

        The key is that of the parts that the two patterns together make of all answers. Ties go to
        the pair whose one guess is a candidate, or the lowest in the vocabulary, then to the one
        whose other guess is.

        Parameters
        ----------
        key
            What to minimise.
        top
            How many pairs, at least 1; fewer where there are not so many.
        guesses
            Different guess indices to choose from; all guesses when None.
        progress
            Called with the fraction done.

        Raises
        ------
        UserError
            If an index is out of range, or the key could overflow.
        """
        words = self.vocabulary
        check_key(key, len(words.answers))
        chosen = self._guesses(guesses)
        numbers = np.arange(len(words.guesses)) if chosen is None else np.unique(chosen)
        ranked = numbers[np.lexsort((numbers, words.guess_answer[numbers] < 0))].astype(np.int32)
        return self._best_pairs(key, top, ranked, progress)

    def bucket_counts(
        self, groups: Groups, guesses: Indices | None = None
    ) -> npt.NDArray[np.int32]:
        """Count the buckets of guesses on groups: int32, shape (groups, guesses).

        Raises
        ------
        UserError
            As `statistics`.
        """
        groups, chosen = self._groups(groups), self._guesses(guesses)
        width = len(self.vocabulary.guesses) if chosen is None else len(chosen)
        self._check_result("bucket counts", (width, len(groups)), "groups", COUNT_BYTES)
        return self._bucket_counts(groups, chosen)

    def most_buckets(self, groups: Groups) -> MostBuckets:
        """Find the most buckets that any guess makes of each group, and the guess.

        Ties go as in `best_guesses`.

        Raises
        ------
        UserError
            As `statistics`.
        """
        return self._most_buckets(self._groups(groups))

    def split(self, groups: Groups, guesses: Indices) -> Split:
        """Split every group by its guess.

        Parameters
        ----------
        groups
            Candidate sets as answer indices.
        guesses
            One guess index per group.

        Raises
        ------
        UserError
            As `statistics`, or if there is not one guess for each group.
        """
        groups = self._groups(groups)
        played = checked_indices(guesses, len(self.vocabulary.guesses), "guess")
        if len(played) != len(groups):
            raise UserError(f"{len(played)} guesses for {len(groups)} groups: give one for each")
        codes = self._paired_codes(np.repeat(played, groups.sizes), groups.candidates)
        return Split.by_codes(groups, codes)

    def frontier(self) -> Frontier:
        """Return the state before the first guess, from which a tree grows level by level.

        Every answer is a candidate of it. A backend may keep this level, and those after it, where
        it computes.
        """
        return Frontier(self, Groups.whole(len(self.vocabulary.answers)))

    def paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Compute the code of each guess against the answer that stands beside it.

        Parameters
        ----------
        guesses, answers
            Indices, of one shape (pairs,).

        Returns
        -------
        ndarray of the code dtype, shape (pairs,)

        Raises
        ------
        UserError
            If an index is out of range, or there are not as many guesses as answers.
        """
        played = checked_indices(guesses, len(self.vocabulary.guesses), "guess")
        hidden = checked_indices(answers, len(self.vocabulary.answers), "answer")
        if len(played) != len(hidden):
            raise UserError(f"{len(played)} guesses for {len(hidden)} answers: give pairs")
        return self._paired_codes(played, hidden)

    # What a backend computes. Indices were checked: nothing here is out of range, groups are
    # contiguous and none is empty.

    @abstractmethod
    def _codes(
        self,
        guesses: Indices | None,
        answers: Indices | None,
        out: npt.NDArray[np.unsignedinteger],
    ) -> None:
        """Fill ``out`` with codes; see `codes`."""

    @abstractmethod
    def _statistics(
        self, groups: Groups, guesses: Indices | None, progress: Progress | None
    ) -> Statistics:
        """Score guesses on groups; see `statistics`."""

    def _best_guesses(
        self, groups: Groups, key: Key, pool: Pool, progress: Progress | None
    ) -> npt.NDArray[np.int32]:
        """Choose a guess for each group by scoring all; see `best_guesses`."""
        return best_guesses_plainly(self, groups, key, pool, progress)

    def _best_pairs(
        self, key: Key, top: int, ranked: npt.NDArray[np.int32], progress: Progress | None
    ) -> Pairs:
        """Score all pairs of guesses, those first that win ties; see `best_pairs`."""
        return best_pairs_plainly(self, key, top, ranked, progress)

    @classmethod
    def _leading(
        cls,
        asked: Iterator[tuple[Backend, Progress | None]],
        keys: Sequence[Key],
        top: int,
        pool: PoolName,
    ) -> Iterator[list[Leaders]]:
        """Choose the guesses with the smallest keys for each backend; see `leading_guesses`."""
        for engine, progress in asked:
            yield leading_plainly(engine, keys, top, pool, progress)

    def _bucket_counts(self, groups: Groups, guesses: Indices | None) -> npt.NDArray[np.int32]:
        """Count the buckets of guesses on groups; see `bucket_counts`."""
        return self._statistics(groups, guesses, None).buckets.astype(np.int32)

    def _most_buckets(self, groups: Groups) -> MostBuckets:
        """Find the most buckets of each group; see `most_buckets`."""
        return most_buckets_plainly(self, groups)

    def _guesses(self, given: Indices | None) -> Indices | None:
        return (
            None if given is None else checked_indices(given, len(self.vocabulary.guesses), "guess")
        )

    def _answers(self, given: Indices | None) -> Indices | None:
        return (
            None
            if given is None
            else checked_indices(given, len(self.vocabulary.answers), "answer")
        )

    def _groups(self, given: Groups) -> Groups:
        answers = len(self.vocabulary.answers)
        groups = checked_groups(given, answers, "answer")
        largest = int(groups.sizes.max(initial=0))
        if largest > answers:
            raise UserError(
                f"a group has {largest} candidates and there are {answers} answers: name each once"
            )
        return groups
