"""The contract of a backend: patterns, statistics and best guesses for one vocabulary.

A backend is made for a `Vocabulary` and keeps what depends only on its guesses (letter rows,
compiled kernels), so that scoring one list of candidates after another is cheap. Guesses and
answers are passed and returned as indices into the vocabulary.

The public methods of `Backend` check what they are given and call a method of the same name with an
underscore. A new backend has to set `name` and write `unavailable`, `_codes` and `_statistics`.
Every other result is defined here in terms of these two, and a backend overrides what it can
compute faster. All backends return the same integers and break ties in the same way.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, product
from typing import ClassVar, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.memory import LEAST, MEMORY_VARIABLE, SHARE_OF_TABLES, ceiling, check
from gpuwordle.progress import Progress, part
from gpuwordle.rules.conditions import PoolName, check_pool
from gpuwordle.scoring.contributions import (
    Contributions,
    Placements,
    RowPlan,
    check_definitions,
    paired_codes_in_parts,
)
from gpuwordle.scoring.groups import Groups, Indices, checked_groups, checked_indices
from gpuwordle.scoring.statistics import KEYS, Key, Statistics, check_key
from gpuwordle.threads import pieces
from gpuwordle.words.vocabulary import Vocabulary

Pool = Literal["all", "candidates"] | Groups
"""Which guesses a group may choose from: all guesses, its own candidates, or an explicit list (hard
mode), given as one row of guess indices for each group."""

STATISTICS_BYTES, COUNT_BYTES = 32, 4
"""Bytes of the results for one guess on one group: four integers, or a number of buckets."""

MOST_CONTRIBUTIONS = 256 << 20
"""Bytes that the table of contributions may take if no memory is given."""

MOST_IN_BLOCK = 64 << 20
"""Bytes of a block of statistics, unless less memory is given."""


class Split(NamedTuple):
    """The buckets that one guess per group makes."""

    groups: Groups  # ordered by group, then by code; candidates keep their order
    parents: npt.NDArray[np.int32]  # (buckets,): the group that each comes from
    codes: npt.NDArray[np.unsignedinteger]  # (buckets,): the pattern of each

    @classmethod
    def by_codes(cls, groups: Groups, codes: npt.NDArray[np.unsignedinteger]) -> Split:
        """Split groups by the code of each candidate: shape (total candidates,)."""
        parents = groups.owners
        order = np.lexsort((codes, parents))
        codes, parents = codes[order], parents[order]
        starts = np.ones(len(codes), bool)
        starts[1:] = (codes[1:] != codes[:-1]) | (parents[1:] != parents[:-1])
        first = np.flatnonzero(starts)
        return cls(
            Groups(groups.candidates[order], np.append(first, len(codes)).astype(np.int64)),
            parents[first].astype(np.int32),
            codes[first],
        )


class Block(NamedTuple):
    """Statistics of some guesses on some groups."""

    groups: slice  # which of the groups that were given
    guesses: slice  # which of the guesses
    statistics: Statistics  # arrays of shape (groups of the block, guesses of the block)


class Leaders(NamedTuple):
    """The best first guesses by one key, best first."""

    guesses: npt.NDArray[np.int32]  # (leaders,): guess indices
    statistics: Statistics  # on all answers: arrays of shape (1, leaders)


class BestPairs(NamedTuple):
    """The best pairs of guesses that are both played whatever the clues, best first."""

    guesses: npt.NDArray[np.int32]  # (pairs, 2): in a pair a candidate first, then the lower index
    keys: npt.NDArray[np.int64]  # (pairs,): on all answers


class MostBuckets(NamedTuple):
    """The largest number of buckets that any guess makes of each group, and that guess."""

    buckets: npt.NDArray[np.int32]  # (groups,)
    guesses: npt.NDArray[np.int32]  # (groups,): guess indices


def guesses_of(vocabulary: Vocabulary, pool: PoolName) -> npt.NDArray[np.int32]:
    """Return the indices of the guesses that a pool allows as first guesses, ascending."""
    if pool == "all":
        return np.arange(len(vocabulary.guesses), dtype=np.int32)
    return np.sort(vocabulary.answer_guess)


class Backend(ABC):
    """Computes patterns, statistics and best guesses for one vocabulary.

    Parameters
    ----------
    vocabulary
        The words to compute with.
    memory
        Bytes that tables and results may take at a time; see `gpuwordle.memory.ceiling`. Tables
        that do not fit are computed in tiles; a result that does not fit is refused
        (`statistics_in_blocks` yields statistics block by block).

    Raises
    ------
    UserError
        If memory is not a positive number.
    """

    name: ClassVar[str]
    """What ``--backend`` calls it."""

    device: str = "CPU"
    """Where it computes, for provenance."""

    def __init__(self, vocabulary: Vocabulary, *, memory: int | None = None) -> None:
        check_definitions(vocabulary)
        self.vocabulary = vocabulary
        self._memory_is_given = memory is not None
        if self._memory_is_given or os.environ.get(MEMORY_VARIABLE):
            self.memory = ceiling(memory)  # reports a wrong value at once

    @cached_property
    def memory(self) -> int:
        """Bytes that tables and results may take at a time."""
        return ceiling()  # asks the system, which takes longer than scoring a few words

    @cached_property
    def plan(self) -> RowPlan:
        """The letter rows of all guesses."""
        words = self.vocabulary
        return RowPlan.under(words.rule, words.guess_letters, words.alphabet)

    @cached_property
    def placements(self) -> Placements:
        """The places of each letter in each answer."""
        words = self.vocabulary
        return Placements.under(words.rule, words.answer_letters, words.alphabet)

    @cached_property
    def code_count(self) -> int:
        """Number of codes of the rule."""
        return self.vocabulary.rule.codes(self.vocabulary.length)

    @cached_property
    def contributions(self) -> Contributions | None:
        """The table of contributions of the whole vocabulary, or None if it does not fit.

        It takes kilobytes for most lists. For long words over two or three letters it grows large,
        because nearly every word places its letters in a new way; then tables are made for some
        guesses and answers at a time.
        """
        room = self._table_bytes(MOST_CONTRIBUTIONS)
        if self.placements.numbers.dtype != np.uint16:
            return None
        if Contributions.bytes_needed(self.plan, self.placements) > room:
            return None
        return Contributions.of(self.plan, self.placements, self.vocabulary.rule)

    @property
    def counts_many_sets(self) -> bool:
        """Whether `most_buckets` of thousands of groups is faster than bounding each of them."""
        return False

    @classmethod
    @abstractmethod
    def unavailable(cls) -> str | None:
        """Return why the backend cannot run here and how to enable it, or None if it can run."""

    @classmethod
    def warm_up(cls) -> None:
        """Start slow initialisation that needs no vocabulary in the background; return at once.

        Call it before a vocabulary is read. Errors are left to the computation that meets them.
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
            Indices; all of them if None.
        out
            Array to fill, with the shape and dtype of the result.

        Returns
        -------
        ndarray of the code dtype, shape (guesses, answers)

        Raises
        ------
        UserError
            If an index is out of range, ``out`` has another shape or dtype or is read-only, or the
            codes would take more than the memory.
        """
        words = self.vocabulary
        rows, columns = self._guesses(guesses), self._answers(answers)
        shape = (
            len(words.guesses) if rows is None else len(rows),
            len(words.answers) if columns is None else len(columns),
        )
        dtype = words.code_dtype
        if out is None:
            self._check_result("codes", shape, "answers", dtype.itemsize)
            out = self._codes_array(shape)
        elif out.shape != shape or out.dtype != dtype or not out.flags.writeable:
            kind = f"{out.dtype} {out.shape}" + " (read-only)" * (not out.flags.writeable)
            raise UserError(f"out is {kind}, the codes are {dtype} {shape}: give such an array")
        self._codes(rows, columns, out)
        return out

    def paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Compute the code of each guess against the answer at the same place.

        Parameters
        ----------
        guesses, answers
            Indices, both of shape (pairs,).

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
            Candidate sets as answer indices; one group of all answers if None.
        guesses
            Guess indices; all guesses if None.
        progress
            Called with the fraction done.

        Returns
        -------
        Statistics
            Arrays of shape (groups, guesses).

        Raises
        ------
        UserError
            If an index is out of range, a group is empty or has more candidates than there are
            answers, or the result would take more than the memory.
        """
        groups = (
            Groups.whole(len(self.vocabulary.answers)) if groups is None else self._groups(groups)
        )
        chosen = self._guesses(guesses)
        width = len(self.vocabulary.guesses) if chosen is None else len(chosen)
        self._check_result("statistics", (width, len(groups)), "groups", STATISTICS_BYTES)
        return self._statistics(groups, chosen, progress)

    def statistics_in_blocks(
        self,
        groups: Groups | None = None,
        guesses: Indices | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Block]:
        """Score guesses on groups as `statistics` does, one block of bounded size at a time.

        Parameters
        ----------
        groups, guesses, progress
            As for `statistics`.

        Yields
        ------
        Block
            Blocks of the first groups come first; among blocks of the same groups, those of the
            first guesses.
        """
        if groups is None:
            groups = Groups.whole(len(self.vocabulary.answers))
        width = len(self.vocabulary.guesses) if guesses is None else len(guesses)
        cells = max(1, min(MOST_IN_BLOCK, self.memory // SHARE_OF_TABLES) // STATISTICS_BYTES)
        columns = min(max(width, 1), cells)
        rows = max(1, cells // columns)
        blocks = [*product(pieces(len(groups), rows), pieces(max(width, 1), columns))]
        for number, ((first, last), (start, stop)) in enumerate(blocks):
            chosen = guesses
            if columns < width:
                chosen = np.arange(start, stop) if guesses is None else guesses[start:stop]
            some = groups if len(groups) <= rows else groups.between(first, last)
            report = part(progress, number, 1, len(blocks))
            scored = self.statistics(some, chosen, report)
            yield Block(slice(first, last), slice(start, stop), scored)

    def keys(self, candidates: Indices, guesses: Indices, key: Key) -> npt.NDArray[np.int64]:
        """Compute the key of each guess on one set of candidates: int64, shape (guesses,)."""
        keys = np.empty(len(guesses), np.int64)
        for _, some, found in self.statistics_in_blocks(Groups.of([candidates]), guesses):
            keys[some] = found.key(key)[0]
        return keys

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
        """Find the most buckets that any guess makes of each group, and that guess.

        Ties are broken as in `best_guesses`.

        Raises
        ------
        UserError
            As `statistics`.
        """
        return self._most_buckets(self._groups(groups))

    def best_guesses(self, groups: Groups, key: Key, pool: Pool = "all") -> npt.NDArray[np.int32]:
        """Choose the guess with the smallest key for each group.

        Ties go to a guess that is a candidate of the group, then to the lowest guess index. The
        result is the same as if every guess were scored, however much a backend prunes.

        Parameters
        ----------
        groups
            Candidate sets as answer indices.
        key
            What to minimise.
        pool
            Which guesses each group may choose from.

        Returns
        -------
        ndarray of int32, shape (groups,)
            Guess indices.

        Raises
        ------
        UserError
            As `statistics`; if the pool is unknown or does not list at least one guess for each
            group; or if the key could overflow.
        """
        groups = self._groups(groups)
        self._check_key(key, int(groups.sizes.max(initial=0)))
        if isinstance(pool, Groups):
            pool = checked_groups(pool, len(self.vocabulary.guesses), "guess", len(groups))
        else:
            check_pool(pool)
        return self._best_guesses(groups, key, pool)

    def best_pairs(
        self,
        key: Key,
        top: int = 1,
        guesses: Indices | None = None,
        progress: Progress | None = None,
    ) -> BestPairs:
        """Choose the pairs of guesses with the smallest keys, both played whatever the clues.

        The key is that of the buckets into which both patterns together split all answers. Of
        equal pairs, the one whose first guess comes first wins, then the one whose second guess
        does: candidates come before all others, and both are in the order of their indices.

        Parameters
        ----------
        key
            What to minimise.
        top
            How many pairs, at least 1; fewer if there are fewer.
        guesses
            Different guess indices to choose from; all guesses if None.
        progress
            Called with the fraction done.

        Raises
        ------
        UserError
            If an index is out of range, or the key could overflow.
        """
        words = self.vocabulary
        self._check_key(key, len(words.answers))
        chosen = self._guesses(guesses)
        numbers = np.arange(len(words.guesses)) if chosen is None else np.unique(chosen)
        ranked = numbers[np.lexsort((numbers, words.guess_answer[numbers] < 0))].astype(np.int32)
        return self._best_pairs(key, top, ranked, progress)

    def joint_buckets(self, guesses: npt.ArrayLike) -> Groups:
        """Split all answers by the patterns of several guesses together.

        ``guesses`` are guess indices, shape (words,). The buckets are returned as groups.

        Raises
        ------
        UserError
            If an index is out of range.
        """
        buckets = Groups.whole(len(self.vocabulary.answers))
        for guess in checked_indices(guesses, len(self.vocabulary.guesses), "guess"):
            buckets = self._split_by_codes(buckets, np.full(len(buckets), guess)).groups
        return buckets

    def joint_statistics(self, buckets: Groups, guesses: Indices) -> Statistics:
        """Score one more guess after guesses that are played whatever the clues.

        Parameters
        ----------
        buckets
            The buckets of the earlier guesses, from `joint_buckets`.
        guesses
            Guess indices, shape (guesses,).

        Returns
        -------
        Statistics
            Arrays of shape (1, guesses), of all buckets together.
        """
        weights = self.weights_of(buckets)
        total = None if weights is None else np.array([int(weights.sum())])
        joint = Statistics.empty(np.array([int(buckets.sizes.sum())]), len(guesses), total)
        sums, maxima = [0, 2, 3], [1] if weights is None else [1, 4]
        # A bucket of one answer cannot be split further and needs no counting.
        single = buckets.sizes == 1
        joint.block[:] = 0
        if single.any():
            alone = Statistics.of_buckets(
                buckets.sizes[single], None if weights is None else weights[single]
            )
            joint.block[:] = alone.block
        rest = buckets.take(np.flatnonzero(~single))
        if len(rest):
            for _, some, found in self.statistics_in_blocks(rest, guesses):
                joint.block[sums, 0, some] += found.block[sums].sum(axis=1)
                for most in maxima:
                    np.maximum(
                        joint.block[most, 0, some],
                        found.block[most].max(axis=0),
                        out=joint.block[most, 0, some],
                    )
        return joint

    def weights_of(self, groups: Groups) -> npt.NDArray[np.int64] | None:
        """Return the weight of each group, int64 (groups,), or None if all weights are 1."""
        if self.vocabulary.weights is None:
            return None
        return groups.sums(self.vocabulary.weights[groups.candidates])

    def split(self, groups: Groups, guesses: Indices) -> Split:
        """Split every group by what a player is told after its guess.

        The guess itself gets the winning code, even under a rule that does not tell wins.

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
        played = np.repeat(played, groups.sizes)
        codes = self._paired_codes(played, groups.candidates)
        return Split.by_codes(groups, self.told(codes, played, groups.candidates))

    def frontier(self) -> Frontier:
        """Return the one group of all answers, from which a tree grows level by level.

        A backend may keep this level and the following ones on its device.
        """
        return Frontier(self, Groups.whole(len(self.vocabulary.answers)))

    # The methods that a backend overrides. Their arguments are checked: no index is out of range,
    # groups are contiguous, and none is empty.

    def _codes_array(self, shape: tuple[int, int]) -> npt.NDArray[np.unsignedinteger]:
        """Allocate the array that `codes` returns."""
        return np.empty(shape, self.vocabulary.code_dtype)

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

    def _paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Look the codes of pairs up in the table of contributions; see `paired_codes`."""
        if self.contributions is not None:
            return self.contributions.paired_codes(guesses, answers)
        words = self.vocabulary
        letters = words.guess_letters, words.answer_letters, words.alphabet
        return paired_codes_in_parts(*letters, guesses, answers, words.rule)

    def told_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Compute what a player is told about pairs; a guess against itself is the win.

        These are the paired codes, unless the rule does not tell wins.
        """
        return self.told(self.paired_codes(guesses, answers), guesses, answers)

    def told(
        self, codes: npt.NDArray[np.unsignedinteger], guesses: Indices, answers: Indices
    ) -> npt.NDArray[np.unsignedinteger]:
        """Turn codes into what a player is told: pairs of a word with itself get the winning code.

        Guesses and answers are indices that broadcast to the shape of the codes, which are changed
        in place, if the rule does not tell wins.
        """
        words = self.vocabulary
        if not words.rule.tells_wins:
            codes[words.answer_guess[answers] == guesses] = words.win
        return codes

    def _split_by_codes(self, groups: Groups, guesses: Indices) -> Split:
        """Split groups only by codes."""
        codes = self._paired_codes(np.repeat(guesses, groups.sizes), groups.candidates)
        return Split.by_codes(groups, codes)

    def _bucket_counts(self, groups: Groups, guesses: Indices | None) -> npt.NDArray[np.int32]:
        """Take the number of buckets from the statistics; see `bucket_counts`."""
        return self._statistics(groups, guesses, None).buckets.astype(np.int32)

    def _most_buckets(self, groups: Groups) -> MostBuckets:
        """Choose the best guess of each group and count its buckets; see `most_buckets`."""
        guesses = self.best_guesses(groups, KEYS["buckets"])
        parents = self._split_by_codes(groups, guesses).parents
        return MostBuckets(np.bincount(parents, minlength=len(groups)).astype(np.int32), guesses)

    def _best_guesses(self, groups: Groups, key: Key, pool: Pool) -> npt.NDArray[np.int32]:
        """Score every guess of each group's pool; see `best_guesses`."""
        words = self.vocabulary
        best = np.empty(len(groups), np.int32)
        for index in range(len(groups)):
            candidates = groups.group(index)
            own = words.answer_guess[candidates]
            if isinstance(pool, Groups):
                guesses = np.unique(pool.group(index))
            elif pool == "candidates":
                guesses = np.sort(own)
            else:
                guesses = np.arange(len(words.guesses), dtype=np.int32)
            keys = self._statistics(Groups.of([candidates]), guesses, None).key(key)[0]
            best[index] = guesses[_lowest(keys, np.isin(guesses, own), guesses, 1)[0]]
        return best

    def _leading_guesses(
        self, keys: Sequence[Key], top: int, pool: PoolName, progress: Progress | None
    ) -> list[Leaders]:
        """Score every guess of the pool; see `leading_of_each`."""
        return self._leaders_among(guesses_of(self.vocabulary, pool), keys, top, progress)

    def _leaders_among(
        self,
        guesses: npt.NDArray[np.int32],
        keys: Sequence[Key],
        top: int,
        progress: Progress | None,
    ) -> list[Leaders]:
        """Score some guesses on all answers and keep the best by each key."""
        rankings = [_Ranking(self.vocabulary, key, top) for key in keys]
        for _, some, found in self.statistics_in_blocks(None, guesses, progress):
            for ranking in rankings:
                ranking.add(guesses[some], found)
        return [ranking.leaders() for ranking in rankings]

    @classmethod
    def _leading(
        cls,
        engines: Iterator[tuple[Backend, Progress | None]],
        keys: Sequence[Key],
        top: int,
        pool: PoolName,
    ) -> Iterator[list[Leaders]]:
        """Choose the leading guesses of one backend after another; see `leading_of_each`."""
        for engine, progress in engines:
            yield engine._leading_guesses(keys, top, pool, progress)

    def _best_pairs(
        self, key: Key, top: int, ranked: npt.NDArray[np.int32], progress: Progress | None
    ) -> BestPairs:
        """Score all pairs of guesses, given in the order that breaks ties; see `best_pairs`."""
        best = np.empty((0, 3), np.int64)
        pairs = max(len(ranked) * (len(ranked) - 1) // 2, 1)
        done = 0
        for rank, first in enumerate(ranked[:-1]):
            others = np.arange(rank + 1, len(ranked))
            keys = self.joint_statistics(self.joint_buckets([first]), ranked[others]).key(key)[0]
            lowest = np.argsort(keys, kind="stable")[:top]
            rows = np.column_stack([keys[lowest], np.full(len(lowest), rank), others[lowest]])
            best = np.concatenate([best, rows])
            best = best[np.lexsort(best.T[::-1])][:top]
            done += len(others)
            if progress is not None:
                progress(done / pairs)
        return BestPairs(ranked[best[:, 1:]], best[:, 0])

    # Checks of arguments and memory.

    def _guesses(self, given: Indices | None) -> Indices | None:
        count = len(self.vocabulary.guesses)
        return None if given is None else checked_indices(given, count, "guess")

    def _answers(self, given: Indices | None) -> Indices | None:
        count = len(self.vocabulary.answers)
        return None if given is None else checked_indices(given, count, "answer")

    def _groups(self, given: Groups) -> Groups:
        answers = len(self.vocabulary.answers)
        groups = checked_groups(given, answers, "answer")
        largest = int(groups.sizes.max(initial=0))
        if largest > answers:
            raise UserError(
                f"a group has {largest} candidates and there are {answers} answers: name each once"
            )
        return groups

    def _check_key(self, key: Key, size: int) -> None:
        """Refuse a key that could overflow for a group of some size."""
        weighs = self.vocabulary.weights is not None
        check_key(key, size, self.vocabulary.total_weight if weighs else size)

    def _table_bytes(self, usual: int) -> int:
        """Return the bytes that tables may take: at most the usual, unless memory is given."""
        most = self.memory // SHARE_OF_TABLES
        return most if self._memory_is_given else min(most, usual)

    def _check_result(self, what: str, shape: tuple[int, int], columns: str, each: int) -> None:
        """Refuse a result that does not fit in memory."""
        needed = shape[0] * shape[1] * each
        if needed <= LEAST:
            return  # without asking the system, which takes longer than a small result
        check(
            needed,
            max(self.memory, LEAST),
            f"the {what} of {shape[0]:,} guesses on {shape[1]:,} {columns}",
            f"give fewer guesses or {columns} at a time",
        )


class Branches(NamedTuple):
    """The buckets that one guess for each group of a frontier makes, by group, then by code."""

    parents: npt.NDArray[np.int32]  # (buckets,): the group that each comes from
    codes: npt.NDArray[np.unsignedinteger]  # (buckets,): the pattern of each
    sizes: npt.NDArray[np.int64]  # (buckets,): how many candidates
    # (buckets,): the first candidate, an answer index: the guess itself if the pattern is all
    # green, and the only word left if the bucket has one candidate.
    firsts: npt.NDArray[np.int32]
    frontier: Frontier  # the buckets of two or more candidates, in the same order


class Frontier:
    """The groups of one level of a tree whose games continue: two or more candidates each.

    The candidates of each group are ascending. `Backend.frontier` returns the first frontier, one
    group of all answers, and `split` all others. This class keeps the candidates on the host. A
    backend may keep them on its device: it must know the size of each group, and copies candidates
    to the host only on request.

    Parameters
    ----------
    backend
        What chooses guesses and splits groups.
    groups
        The candidates.
    """

    def __init__(self, backend: Backend, groups: Groups) -> None:
        self.backend, self._groups = backend, groups

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Number of candidates of each group: int64, shape (groups,)."""
        return self._groups.sizes

    def groups(self) -> Groups:
        """Return the candidates as answer indices."""
        return self._groups

    def best_guesses(
        self, key: Key, pool: Literal["all", "candidates"] = "all"
    ) -> npt.NDArray[np.int32]:
        """Choose a guess for each group as `Backend.best_guesses` does: int32, shape (groups,).

        Raises
        ------
        UserError
            If the pool is unknown or the key could overflow.
        """
        return self.backend.best_guesses(self._groups, key, pool)

    def split(self, guesses: Indices) -> Branches:
        """Split every group by its guess.

        Parameters
        ----------
        guesses
            One guess index for each group.

        Raises
        ------
        UserError
            If an index is out of range, or there is not one guess for each group.
        """
        buckets, parents, codes = self.backend.split(self._groups, guesses)
        sizes = buckets.sizes
        going = Frontier(self.backend, buckets.take(np.flatnonzero(sizes > 1)))
        return Branches(parents, codes, sizes, buckets.firsts, going)


def leading_of_each(
    engines: Iterable[tuple[Backend, Progress | None]],
    keys: Sequence[Key],
    top: int = 1,
    pool: PoolName = "all",
) -> Iterator[list[Leaders]]:
    """Choose the guesses with the smallest keys on all answers, for several vocabularies.

    Ties go to a guess that is a candidate, then to the lowest guess index. The results are the same
    as if every guess were scored, however much a backend prunes. A backend on a GPU works on
    several vocabularies at a time.

    Parameters
    ----------
    engines
        Backends of one class, each with a function to call with the fraction done, or None. They
        are taken from the iterable when they are needed.
    keys
        What to minimise, each key by itself.
    top
        How many guesses to choose by each key, at least 1; fewer if the pool has fewer.
    pool
        ``all`` guesses, or ``candidates``: those that may be the answer.

    Yields
    ------
    list of Leaders
        For each backend, one for each key.

    Raises
    ------
    UserError
        If the pool is unknown or a key could overflow.
    """
    check_pool(pool)
    checked = (_checked(one, keys) for one in engines)
    for first in checked:
        # Without iter, the chain would hold the first backend, and its tables, to the end.
        kind, remaining = type(first[0]), chain(iter([first]), checked)
        del first
        yield from kind._leading(remaining, keys, top, pool)


def _checked(
    given: tuple[Backend, Progress | None], keys: Sequence[Key]
) -> tuple[Backend, Progress | None]:
    for key in keys:
        given[0]._check_key(key, len(given[0].vocabulary.answers))
    return given


class _Ranking:
    """The best guesses by one key among all that were added."""

    def __init__(self, vocabulary: Vocabulary, key: Key, top: int) -> None:
        self.vocabulary, self.key, self.top = vocabulary, key, top
        self.guesses = np.empty(0, np.int32)
        self.found: Statistics | None = None

    def add(self, guesses: npt.NDArray[np.int32], found: Statistics) -> None:
        if self.found is not None:
            block = np.concatenate([self.found.block, found.block], axis=2)
            guesses = np.append(self.guesses, guesses)
            found = Statistics(found.sizes, block, found.weights)
        candidate = self.vocabulary.guess_answer[guesses] >= 0
        chosen = _lowest(found.key(self.key)[0], candidate, guesses, self.top)
        self.guesses, self.found = guesses[chosen], found.of_guesses(chosen)

    def leaders(self) -> Leaders:
        assert self.found is not None  # a pool has at least one guess
        return Leaders(self.guesses, self.found)


def _lowest(
    keys: npt.NDArray[np.int64],
    candidate: npt.NDArray[np.bool_],
    guesses: Indices,
    top: int,
) -> npt.NDArray[np.intp]:
    """Return the places of the lowest keys; ties go to a candidate, then to the first guess."""
    # Sort only the guesses that are not above the last one wanted: a handful of 50,000.
    last = min(top, len(keys)) - 1
    lowest = np.flatnonzero(keys <= np.partition(keys, last)[last])
    order = np.lexsort((guesses[lowest], ~candidate[lowest], keys[lowest]))
    return lowest[order[:top]]
