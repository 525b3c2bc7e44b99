"""The fast CPU backend: compiled loops over letter rows, in threads.

Work is cut twice. Candidates and guesses are cut into tiles whose letter rows fit a memory
budget; one table of rows serves all groups of a tile, so that many small groups cost as little as
a large one. The guesses of a tile are then dealt out to threads (see `threads`). Groups that are
counted by inclusion and exclusion are dealt out whole if there are many (see `specs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, BestPairs, Leaders, Pool
from gpuwordle.backends.numba_cpu.equivalent_guesses import EQUIVALENT_FROM, EquivalentGuesses
from gpuwordle.backends.numba_cpu.specs.sizes import smallest_group
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName
from gpuwordle.rules.planes import PLANE_BASE
from gpuwordle.scoring.contributions import (
    Contributions,
    Placements,
    RowPlan,
    parts_that_fit,
    plane_base,
)
from gpuwordle.scoring.groups import Groups, Indices, for_kernels, runs
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import NO_KEY, Key, Statistics
from gpuwordle.threads import Task, Threads, default_threads, pieces
from gpuwordle.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from gpuwordle.backends.numba_cpu.arguments import Table
    from gpuwordle.backends.numba_cpu.best_guesses import BestGuesses
    from gpuwordle.backends.numba_cpu.neighbours import Neighbours
    from gpuwordle.backends.numba_cpu.specs.group_counts import Specs

DEFAULT_MEMORY = 256 << 20
"""Bytes that a table of letter rows may take."""

# Candidates of small groups that share a table of rows: enough for long vector loops, and few
# enough to keep the table in the cache.
_TILE_CANDIDATES = 4096

# Nanoseconds on one core by which work is cut: to gather a byte of a letter row, to write a byte
# plane of a code, and to count a pair of guess and candidate (measured).
_ROW_BYTE, _CODE_PLANE, _COUNTED_PAIR = 0.3, 0.1, 1.5


class _Part(NamedTuple):
    """Some guesses against some consecutive groups, and the letter rows for them."""

    plan: RowPlan
    columns: npt.NDArray[np.int64]
    """Places of the guesses in the result."""
    groups: slice
    candidates: slice


class NumbaBackend(Backend):
    """Computes in compiled loops, on all cores or on as many threads as GPUWORDLE_THREADS says.

    A table of letter rows takes a quarter of the memory, and by default 256 MiB at most.
    """

    name = "numba"

    def __init__(
        self, vocabulary: Vocabulary, *, memory: int | None = None, threads: int | None = None
    ) -> None:
        super().__init__(vocabulary, memory=memory)
        self._threads = Threads(threads or default_threads())
        self.threads = self._threads.count

    @classmethod
    def unavailable(cls) -> str | None:
        """Say that numba is missing, if it is."""
        return None if find_spec("numba") else "numba is not installed: run pip install numba"

    def _codes(
        self,
        guesses: Indices | None,
        answers: Indices | None,
        out: npt.NDArray[np.unsignedinteger],
    ) -> None:
        from gpuwordle.backends.numba_cpu import streaming
        from gpuwordle.backends.numba_cpu.rows import write_codes, write_codes8

        if not out.size:
            return
        plan = self._plan_of(guesses)
        columns = np.arange(len(self.vocabulary.answers)) if answers is None else answers
        matrix = out if out.flags.c_contiguous else np.empty(out.shape, out.dtype)
        flat = matrix.reshape(-1)
        width = max(1, self._budget // (len(plan) + 1))
        base = plane_base(self.vocabulary.rule)
        streamed = plan.planes == 1 or base == PLANE_BASE
        for start in range(0, len(columns), width):
            rows = self._gather_rows(plan, columns[start : start + width])
            write: Callable[..., None] = write_codes8 if plan.planes == 1 else write_codes
            given: tuple[Any, ...] = rows, plan.slots, base
            if streamed and streaming.pays(flat, rows.shape[1]):
                write, given = streaming.stream_codes, (*given, (0,) * plan.planes)
            parts = self._threads.cut(len(plan.slots), _CODE_PLANE * plan.planes * rows.shape[1])
            self._threads.run(
                (partial(write, *given, first, last, start, len(columns), flat), 0.0)
                for first, last in parts
            )
        if matrix is not out:
            out[...] = matrix

    def _paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        if self.contributions is None:
            return super()._paired_codes(guesses, answers)
        from gpuwordle.backends.numba_cpu.rows import write_paired_codes

        codes = np.empty(len(guesses), np.uint32)
        pairs = (for_kernels(indices, np.int64) for indices in (guesses, answers))
        write_paired_codes(self._table, *pairs, codes)
        return codes.astype(self.vocabulary.code_dtype)

    def _statistics(
        self, groups: Groups, guesses: Indices | None, progress: Progress | None
    ) -> Statistics:
        if guesses is not None and np.array_equal(guesses, np.arange(len(self.vocabulary.guesses))):
            # A list of all guesses: their rows are known, and they share their specs.
            guesses = None
        plan = self._plan_of(guesses)
        weights = self.weights_of(groups)
        result = Statistics.empty(groups.sizes, len(plan.slots), weights)
        table = log_table(int((groups.sizes if weights is None else weights).max(initial=0)))
        total = max(len(groups.candidates) * len(plan.slots), 1)
        done = 0.0

        def report(fraction: float) -> None:
            nonlocal done
            done += fraction
            if progress is not None:
                progress(min(done, 1.0))

        may_use_specs = guesses is None and weights is None
        by_specs = groups.sizes >= (self._smallest_spec_group if may_use_specs else np.inf)
        if by_specs.any():
            chosen = np.flatnonzero(by_specs)
            self._specs.score(groups, chosen, result, self._threads, self._budget, report)
        for part in self._parts(plan, groups, by_specs):
            self._threads.run(self._counting_tasks(part, groups, table, result, total), report)
        if progress is not None and done < 1:
            progress(1.0)
        return result

    def _best_guesses(self, groups: Groups, key: Key, pool: Pool) -> npt.NDArray[np.int32]:
        if self.vocabulary.weights is not None and not key.ignores_weights:
            return self._best_weighted(groups, key, pool)
        if pool == "all" and self._equivalent:
            return self._best_of_equivalent(groups, key)
        return self._best.search(groups, key, pool)

    def _best_of_equivalent(self, groups: Groups, key: Key) -> npt.NDArray[np.int32]:
        """Choose as `_best_guesses` does, for large groups among guesses that stand for others."""
        best = np.full(len(groups), -1, np.int32)
        pools = {}
        for group in np.flatnonzero(groups.sizes >= EQUIVALENT_FROM).tolist():
            first = self._equivalent.first(self.vocabulary.answer_guess[groups.group(group)])
            if len(first) < len(self.vocabulary.guesses):
                pools[group] = first
        large = np.array(list(pools), np.int64)
        # Some groups at a time, as their guesses are listed for each.
        entries = np.array([len(pool) for pool in pools.values()], np.int64)
        for run in runs(entries, max(1, self._budget // 8)):
            some = large[run]
            pool = Groups.of([pools[group] for group in some.tolist()])
            best[some] = self._best.search(groups.take(some), key, pool)
        rest = np.setdiff1d(np.arange(len(groups)), large)
        best[rest] = self._best.search(groups.take(rest), key)
        return best

    def _best_weighted(self, groups: Groups, key: Key, pool: Pool) -> npt.NDArray[np.int32]:
        """Choose guesses by a key that depends on weights: all guesses of many groups at once."""
        if pool != "all":
            return super()._best_guesses(groups, key, pool)
        words = self.vocabulary
        best, is_own = np.zeros(len(groups), np.int32), np.zeros(len(words.guesses), np.bool_)
        lowest = np.full(len(groups), NO_KEY)
        for some, columns, found in self.statistics_in_blocks(groups):
            for group, keys in enumerate(found.key(key), start=some.start):
                own = words.answer_guess[groups.group(group)]
                is_own[own] = True
                least = keys.min()
                equal = columns.start + np.flatnonzero(keys == least)
                first = equal[np.argmax(is_own[equal])]
                if (least, not is_own[first]) < (lowest[group], not is_own[best[group]]):
                    best[group], lowest[group] = first, least
                is_own[own] = False
        return best

    def _leading_guesses(
        self, keys: Sequence[Key], top: int, pool: PoolName, progress: Progress | None
    ) -> list[Leaders]:
        if self.vocabulary.weights is not None and not all(key.ignores_weights for key in keys):
            return super()._leading_guesses(keys, top, pool, progress)
        by_specs = pool == "all" and len(self.vocabulary.answers) >= self._smallest_spec_group
        may_lead = self._best.may_lead(keys, top, pool, by_specs=by_specs)
        if may_lead is None:
            return super()._leading_guesses(keys, top, pool, progress)
        return self._leaders_among(may_lead, keys, top, progress)

    def _best_pairs(
        self, key: Key, top: int, ranked: npt.NDArray[np.int32], progress: Progress | None
    ) -> BestPairs:
        from gpuwordle.backends.numba_cpu.pairs import PairSearch, bytes_needed

        answers = len(self.vocabulary.answers)
        threads = 0
        if self.contributions is not None and self.vocabulary.weights is None:
            threads = self._budget // bytes_needed(self._table, answers)
        if threads < 1 or len(ranked) < 2:
            return super()._best_pairs(key, top, ranked, progress)
        scored = self._statistics(Groups.whole(answers), ranked, None)
        pairs = len(ranked) * (len(ranked) - 1) // 2
        search = PairSearch(self._table, key, min(top, pairs), ranked, scored)
        found = search.run(Threads(min(threads, self.threads)), progress)
        sizes = [self.joint_buckets(pair).sizes for pair in found]
        keys = [Statistics.of_buckets(each).key(key)[0, 0] for each in sizes]
        return BestPairs(found, np.array(keys, np.int64))

    def _bucket_counts(self, groups: Groups, guesses: Indices | None) -> npt.NDArray[np.int32]:
        width = len(self.vocabulary.guesses) if guesses is None else len(guesses)
        bucket_counts = np.empty((len(groups), width), np.int32)
        small = np.zeros(len(groups), np.bool_)
        if guesses is None and self.contributions is not None:
            small = groups.sizes <= self._best.guess_table.most
        if small.any():
            self._best.guess_table.count_buckets(groups, np.flatnonzero(small), bucket_counts)
        rest = np.flatnonzero(~small)
        # Statistics take eight times the memory of these counts: some groups at a time.
        for first, last in pieces(len(rest), max(1, self._budget // (32 * max(width, 1)))):
            some = rest[first:last]
            bucket_counts[some] = self._statistics(groups.take(some), guesses, None).buckets
        return bucket_counts

    def _plan_of(self, guesses: Indices | None) -> RowPlan:
        return self.plan if guesses is None else self.plan.of_guesses(np.asarray(guesses, np.int64))

    @property
    def _budget(self) -> int:
        return self._table_bytes(DEFAULT_MEMORY)

    @cached_property
    def _table(self) -> Table:
        from gpuwordle.backends.numba_cpu.arguments import Table

        assert self.contributions is not None
        return Table.of(self.contributions)

    def _parts(
        self, plan: RowPlan, groups: Groups, left_out: npt.NDArray[np.bool_]
    ) -> Iterator[_Part]:
        """Cut guesses and all groups but some into parts whose rows fit the budget."""
        wanted = min(_TILE_CANDIDATES, self._budget // (len(plan) + 1))
        # Each stretch of groups that are not left out is cut into runs of whole groups.
        edges = np.flatnonzero(np.diff(left_out, prepend=True, append=True)).tolist()
        for begin, end in zip(edges[::2], edges[1::2], strict=True):
            for run in runs(groups.sizes[begin:end], wanted):
                first, last = begin + run.start, begin + run.stop
                candidates = slice(int(groups.offsets[first]), int(groups.offsets[last]))
                for tile, part in self._guess_parts(plan, candidates.stop - candidates.start):
                    columns = np.arange(tile.start, tile.stop)
                    yield _Part(part, columns, slice(first, last), candidates)

    def _guess_parts(self, plan: RowPlan, candidates: int) -> Iterator[tuple[slice, RowPlan]]:
        """Cut guesses into parts whose rows over some candidates fit the budget."""
        return parts_that_fit(plan, lambda part: (len(part) + 1) * candidates <= self._budget)

    @cached_property
    def _smallest_spec_group(self) -> float:
        """Candidates from which a group is counted by specs."""
        return smallest_group(self.vocabulary, self._budget)

    @cached_property
    def _equivalent(self) -> EquivalentGuesses:
        return EquivalentGuesses(self.vocabulary)

    @cached_property
    def _specs(self) -> Specs:
        # Words of other lengths never need these kernels, which take a fifth of a second to load.
        from gpuwordle.backends.numba_cpu.specs.group_counts import Specs

        return Specs(self.vocabulary)

    @cached_property
    def _best(self) -> BestGuesses:
        from gpuwordle.backends.numba_cpu.best_guesses import BestGuesses

        return BestGuesses(
            self.vocabulary, self.contributions, self._threads, self._budget, self._statistics
        )

    def _counting_tasks(
        self,
        part: _Part,
        groups: Groups,
        table: npt.NDArray[np.int64],
        result: Statistics,
        total: int,
    ) -> Iterator[Task]:
        """Gather the rows of a part, then yield tasks that count some of its guesses each."""
        from gpuwordle.backends.numba_cpu.count import Tile, count_tile, spread_order

        weights = self.vocabulary.weights
        offsets = groups.offsets[part.groups.start : part.groups.stop + 1] - part.candidates.start
        candidates = groups.candidates[part.candidates]
        if len(offsets) == 2:
            candidates = candidates[spread_order(len(candidates))]
        rows = self._gather_rows(part.plan, candidates)
        base = plane_base(self.vocabulary.rule)
        slots, columns, first_group = part.plan.slots, part.columns, part.groups.start
        tile = Tile(self.code_count, base, rows, slots, columns, offsets, first_group)
        count: Callable[..., None] = count_tile
        given: tuple[Any, ...] = (table,)
        if weights is not None:
            from gpuwordle.backends.numba_cpu.weighted_counts import (
                count_weighted_tile,
                packed_weights,
            )

            count, given = count_weighted_tile, (table, packed_weights(weights[candidates]))
            if self._pays_to_pair(part):
                from gpuwordle.backends.numba_cpu.neighbours import count_neighbours

                pairs = self._neighbours
                cost, share = _COUNTED_PAIR * len(candidates), 2 * len(candidates) / total
                for first, last in self._threads.cut(len(pairs.pairs), cost):
                    task = partial(count_neighbours, tile, pairs, first, last, *given, result.block)
                    yield task, (last - first) * share
                tile = tile._replace(slots=slots[pairs.others], columns=pairs.others)
        for first, last in self._threads.cut(len(tile.columns), _COUNTED_PAIR * len(candidates)):
            task = partial(count, tile, first, last, *given, result.block)
            yield task, (last - first) * len(candidates) / total

    def _pays_to_pair(self, part: _Part) -> bool:
        """Whether neighbours are counted together: on one group that fills the counters of two."""
        one_group = part.groups.stop - part.groups.start == 1
        fills = 3 * self.code_count <= part.candidates.stop - part.candidates.start
        colours = self.vocabulary.rule.has_colours and part.plan.planes == 1
        return part.plan is self.plan and one_group and fills and colours

    @cached_property
    def _neighbours(self) -> Neighbours:
        from gpuwordle.backends.numba_cpu.neighbours import Neighbours

        return Neighbours.of(self.plan)

    def _gather_rows(self, plan: RowPlan, candidates: Indices) -> npt.NDArray[np.uint8]:
        """Gather the letter rows of a plan over some answers; the last one is zero."""
        from gpuwordle.backends.numba_cpu.rows import gather_rows

        if self.contributions is not None:
            parts = self.contributions.of_plan(plan)
            numbers = parts.placements.numbers[candidates]
        else:
            words = self.vocabulary
            letters = words.answer_letters[candidates]
            placements = Placements.under(words.rule, letters, words.alphabet)
            parts, numbers = Contributions.of(plan, placements, words.rule), placements.numbers
        placement = np.ascontiguousarray(numbers.T)
        rows = np.empty((len(parts.base), len(candidates)), np.uint8)
        gather = partial(gather_rows, parts.table.reshape(-1), parts.base, parts.letters, placement)
        cuts = self._threads.cut(len(parts.base), _ROW_BYTE * rows.shape[1])
        self._threads.run((partial(gather, *cut, rows), 0.0) for cut in cuts)
        return rows
