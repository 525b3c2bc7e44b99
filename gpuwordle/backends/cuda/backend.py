"""The CUDA backend: letter rows, codes and scores on an NVIDIA GPU, through CuPy.

Everything is computed by the kernels in ``kernels/``; this module decides what fits into the
device's memory and cuts the rest into tiles. A table of rows that is too large is made for some of
the guesses at a time; many groups are scored some groups at a time. Where memory runs out all the
same, tiles are halved and the work starts again.

What it is given is a `Device`, so the tests run this very code on NumPy arrays and kernels compiled
for the CPU.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from threading import Thread
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Indices, Pool
from gpuwordle.backends.cuda import levels, most, plan, scoring
from gpuwordle.backends.cuda import rows as cuda_rows
from gpuwordle.backends.cuda.device import MOST_BLOCKS, Device, cupy_device, cupy_problem
from gpuwordle.backends.cuda.groups import DeviceGroups, is_whole, on_device
from gpuwordle.backends.cuda.in_flight import leading_together
from gpuwordle.backends.cuda.joint import JointSearch, can_count
from gpuwordle.backends.cuda.leaders import MOST_LEADERS
from gpuwordle.backends.cuda.levels import DeviceFrontier
from gpuwordle.backends.cuda.plan import PlannedRows
from gpuwordle.backends.cuda.rows import Tables
from gpuwordle.backends.cuda.scoring import Form, Pairs, Scorer
from gpuwordle.backends.cuda.words import DeviceWords
from gpuwordle.backends.frontier import Frontier
from gpuwordle.backends.joint import Pairs as OpenerPairs
from gpuwordle.backends.leaders import Leaders
from gpuwordle.backends.most import MostBuckets
from gpuwordle.errors import UserError
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.rows import DIGITS_PER_PLANE, plane_count
from gpuwordle.scoring.statistics import Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

SHARE_OF_FREE_MEMORY = 0.8
LEAST_MEMORY = 1 << 20
"""Bytes below which smaller tiles are not tried any more."""

Result = TypeVar("Result")


class CupyBackend(Backend):
    """Computes on an NVIDIA GPU.

    Parameters
    ----------
    vocabulary
        The words to compute with.
    memory
        Bytes that tables and results may take at a time, of the device's memory and here; by
        default most of what is free there, and what `gpuwordle.memory.ceiling` says here.
    device
        Where to compute; by default CuPy's current device.
    """

    name: ClassVar[str] = "cupy"
    overlaps: ClassVar[bool] = True

    def __init__(
        self, vocabulary: Vocabulary, *, memory: int | None = None, device: Device | None = None
    ) -> None:
        super().__init__(vocabulary, memory=memory)
        self._device = device if device is not None else cupy_device()
        self.device = self._device.name
        self._words = DeviceWords(self._device, vocabulary)
        self._largest_tile: int | None = None
        self._whole: Scorer | None = None
        self._planned: PlannedRows | None = None
        self._count = 0
        self._kept_columns: most.Columns | None = None

    @cached_property
    def _restarts(self) -> Any:
        return self._device.xp.zeros(1, np.uint32)

    @classmethod
    def unavailable(cls) -> str | None:
        """Say why CuPy or the GPU cannot be used and what would help; None when they can."""
        return cupy_problem()

    @classmethod
    def warm_up(cls) -> None:
        """Have the driver make the context of the device; see `Backend.warm_up`."""

        def make_context() -> None:
            with suppress(Exception):
                cupy_device().synchronize()

        Thread(target=make_context, daemon=True).start()

    def _codes(
        self,
        guesses: Indices | None,
        answers: Indices | None,
        out: npt.NDArray[np.unsignedinteger],
    ) -> None:
        chosen = self._all_guesses() if guesses is None else guesses
        columns = out.shape[1]

        def compute(budget: int) -> None:
            for tile, scorer in self._row_tiles(chosen, budget // 2):
                rows = scorer.rows
                tables = Tables(rows.rows, rows.stride, np.zeros(1, np.int64))
                if answers is not None:
                    group = on_device(self._device, Groups.of([answers]))
                    tables = cuda_rows.side_by_side(self._device, rows, group, np.arange(1))
                row_bytes = tables.stride * out.dtype.itemsize
                step = max(1, min(budget // 2 // row_bytes, MOST_BLOCKS))
                for first in range(tile.start, tile.stop, step):
                    last = min(first + step, tile.stop)
                    block = scoring.matrix(
                        self._device, rows, tables, first - tile.start, last - tile.start
                    )
                    out[first:last] = self._device.to_host(block)[:, :columns]

        if out.size:
            self._within_memory(compute)

    def _statistics(
        self, groups: Groups, guesses: Indices | None, progress: Progress | None
    ) -> Statistics:
        chosen = self._all_guesses() if guesses is None else guesses

        def compute(budget: int) -> Statistics:
            result: Statistics | None = None
            for some, tile, block in self._tiles(groups, chosen, Form.STATISTICS, budget, progress):
                if block.shape[1:] == (len(groups), len(chosen)):
                    result = Statistics(groups.sizes, block)  # all at once, as it came
                    continue
                if result is None:
                    result = Statistics.empty(groups.sizes, len(chosen))
                result.block[:, some, tile] = block
            return Statistics.empty(groups.sizes, len(chosen)) if result is None else result

        return self._within_memory(compute)

    def _bucket_counts(self, groups: Groups, guesses: Indices | None) -> npt.NDArray[np.int32]:
        chosen = self._all_guesses() if guesses is None else guesses

        def compute(budget: int) -> npt.NDArray[np.int32]:
            columns = None if guesses is not None else self._columns(groups, budget // 2)
            if columns is not None:
                return most.count_buckets(self._device, columns, groups, budget // 2)
            result = np.empty((len(groups), len(chosen)), np.int32)
            for some, tile, block in self._tiles(groups, chosen, Form.BUCKETS, budget, None):
                result[some, tile] = block
            return result

        return self._within_memory(compute)

    def _most_buckets(self, groups: Groups) -> MostBuckets:
        plainly = super()._most_buckets

        def compute(budget: int) -> MostBuckets:
            columns = self._columns(groups, budget // 2)
            if columns is None:
                return plainly(groups)
            return most.most_buckets(self._device, columns, groups, budget // 2)

        return self._within_memory(compute)

    def _best_guesses(
        self, groups: Groups, key: Key, pool: Pool, progress: Progress | None
    ) -> npt.NDArray[np.int32]:
        groups = groups.sorted()  # the device looks for candidates by bisection
        pools = None
        if isinstance(pool, Groups):
            pools = pool
        elif pool == "candidates":
            pools = Groups(self.vocabulary.answer_guess[groups.candidates], groups.offsets)

        def compute(budget: int) -> npt.NDArray[np.int32]:
            whole = self._whole_scorer(budget // 2)
            if whole is None:  # rows in tiles of guesses: compare on the host
                return super(CupyBackend, self)._best_guesses(groups, key, pool, progress)
            return self._best_of(whole, groups, pools, key, budget // 2, progress)

        return self._within_memory(compute) if len(groups) else np.empty(0, np.int32)

    def _best_of(
        self,
        whole: Scorer,
        groups: Groups | DeviceGroups,
        pools: Groups | DeviceGroups | None,
        key: Key,
        budget: int,
        progress: Progress | None = None,
        finest: npt.NDArray[np.int64] | None = None,
    ) -> npt.NDArray[np.int32]:
        """Choose a guess of its pool for each group, whose candidates rise; all guesses if None.

        With ``finest`` keys of the groups only guesses that reach these are chosen, or else -1.
        """
        guess_count = len(self.vocabulary.guesses)
        best = np.empty(len(groups), np.int32)
        counts = np.full(len(groups), guess_count) if pools is None else pools.sizes
        for some in self._group_tiles(groups, counts, Form.KEYS, budget):
            members = on_device(self._device, groups.between(some.start, some.stop))
            if pools is None:
                pairs = Pairs.all_guesses(len(members), guess_count)
            else:
                mine = on_device(self._device, pools.between(some.start, some.stop))
                pairs = Pairs(mine.offsets, mine.candidates)
            keys = whole.score(members, pairs, Form.KEYS, key.weights)
            if finest is None:
                found = whole.best(keys, members, pairs, self._words.guess_answer)
            else:
                planes = whole.rows.planes
                found = levels.finest_guesses(self._device, planes, keys, pairs, finest[some])
            best[some] = self._device.to_host(found)
            if progress is not None:
                progress(some.stop / len(groups))
        return best

    def frontier(self) -> Frontier:
        """Return the state before the first guess; levels stay on the device as far as they fit."""
        everything = Groups.whole(len(self.vocabulary.answers))
        return DeviceFrontier(self, on_device(self._device, everything))

    def _best_pairs(
        self, key: Key, top: int, ranked: npt.NDArray[np.int32], progress: Progress | None
    ) -> OpenerPairs:
        plainly = super()._best_pairs
        if len(ranked) < 2:
            return plainly(key, top, ranked, progress)
        everything = Groups.whole(len(self.vocabulary.answers))
        scored = self._statistics(everything, ranked, None)

        def compute(budget: int) -> OpenerPairs:
            # A copy of all rows is made, with the answers in another order.
            whole, planes = self._whole_scorer(budget // 4), plane_count(self.vocabulary.length)
            if whole is None or not can_count(self._device, planes, scored):
                return plainly(key, top, ranked, progress)
            search = JointSearch(self._device, whole.rows, key, top, ranked, scored, budget // 2)
            return search.run(progress)

        return self._within_memory(compute)

    @classmethod
    def _leading(
        cls,
        asked: Iterator[tuple[Backend, Progress | None]],
        keys: Sequence[Key],
        top: int,
        pool: PoolName,
    ) -> Iterator[list[Leaders]]:
        if top > MOST_LEADERS or not keys:
            yield from super()._leading(asked, keys, top, pool)
            return
        first = next(asked)
        engine = cast(CupyBackend, first[0])
        together = chain([first], asked)
        yield from leading_together(engine._device, together, keys, top, pool, engine._budget())

    def _all_guesses(self) -> npt.NDArray[np.intp]:
        return np.arange(len(self.vocabulary.guesses))

    def _tiles(
        self,
        groups: Groups,
        guesses: Indices,
        form: Form,
        budget: int,
        progress: Progress | None,
    ) -> Iterator[tuple[slice, slice, npt.NDArray[Any]]]:
        """Score groups and guesses tile by tile: which groups, which guesses, their results."""
        if not len(groups) or not len(guesses):
            return
        for tile, scorer in self._row_tiles(guesses, budget // 2):
            count = tile.stop - tile.start
            counts = np.full(len(groups), count)
            for some in self._group_tiles(groups, counts, form, budget // 2):
                members = on_device(self._device, groups.between(some.start, some.stop))
                pairs = Pairs.all_guesses(len(members), count)
                block = self._device.to_host(scorer.score(members, pairs, form))
                yield some, tile, block.reshape(*block.shape[:-1], len(members), count)
                if progress is not None:
                    done = tile.start * len(groups) + count * some.stop
                    progress(done / (len(guesses) * len(groups)))

    def _whole_scorer(self, budget: int) -> Scorer | None:
        """Rows of all guesses, built once and kept; None if they take more than the budget."""
        if self._whole is None:
            count = self._row_count(budget)
            if self._words.row_bytes(count) <= budget:
                planned = self._planned or plan.sent_over(self._device, self.plan)
                self._whole = self._scorer(planned, count)
        return self._whole

    def _row_count(self, budget: int) -> int:
        """How many rows all guesses need; planned on the device if that fits the budget."""
        if self._planned is None:
            if not self._words.can_plan(budget):
                return len(self.plan)
            planned = self._words.plan()
            self._count = int(self._device.to_host(planned.count)[0])
            self._planned = planned
        return self._count

    def _columns(self, groups: Groups, budget: int) -> most.Columns | None:
        """Codes column by column, made once and kept; None where they cannot be or do not pay.

        They take what scoring as many candidates takes as there are answers.
        """
        guesses, answers = len(self.vocabulary.guesses), len(self.vocabulary.answers)
        if plane_count(self.vocabulary.length) > 1 or len(groups.candidates) < answers:
            return None
        if self._kept_columns is None and most.bytes_needed(guesses, answers) <= budget // 2:
            whole = self._whole_scorer(budget // 2)
            if whole is not None:
                self._kept_columns = most.columns_of(self._device, whole.rows)
        return self._kept_columns

    def _scorer(self, planned: PlannedRows, count: int) -> Scorer:
        logs = self._device.n_log_n(len(self.vocabulary.answers))
        return Scorer(self._device, self._words.build(planned, count), logs, self._restarts)

    def _row_tiles(self, guesses: Indices, budget: int) -> Iterator[tuple[slice, Scorer]]:
        """Cut guesses into runs whose rows fit: which guesses, and a scorer for these."""
        whole = self._whole_scorer(budget)
        if whole is not None:
            if is_whole(guesses, len(self.vocabulary.guesses)):
                yield slice(0, len(guesses)), whole
            else:
                slots = whole.rows.slots[self._device.to_device(guesses, np.int64)]
                yield slice(0, len(guesses)), whole.with_slots(slots)
            return
        first = 0
        while first < len(guesses):
            count = self._run_that_fits(guesses[first:], budget)
            some = self.plan.of_guesses(guesses[first : first + count])
            planned = plan.sent_over(self._device, some)
            yield slice(first, first + count), self._scorer(planned, len(some))
            first += count

    def _run_that_fits(self, guesses: Indices, budget: int) -> int:
        """How many of the first guesses have rows that fit together; at least one."""
        slots = self.plan.slots[guesses].reshape(len(guesses), -1)
        # Every row counts where a guess is the first to need it.
        rows, first_needed = np.unique(slots, return_index=True)
        new = np.bincount(
            first_needed[rows < len(self.plan)] // slots.shape[1], minlength=len(guesses)
        )
        room = budget // cuda_rows.row_stride(len(self.vocabulary.answers)) - 1
        return max(1, int(np.searchsorted(np.cumsum(new), room, side="right")))

    def _group_tiles(
        self,
        groups: Groups | DeviceGroups,
        counts: npt.NDArray[np.integer],
        form: Form,
        budget: int,
    ) -> Iterator[slice]:
        """Cut groups into runs whose tables and results fit; at least one group each."""
        if self._whole is not None:
            rows = self._whole.rows.count
        else:
            each = plane_count(self.vocabulary.length) * DIGITS_PER_PLANE
            rows = min(len(self.plan), each * int(counts.max())) + 1
        taken = cuda_rows.table_bytes(rows, groups.sizes) + counts * scoring.FORM_BYTES[form]
        ends = np.cumsum(taken)
        first = 0
        while first < len(groups):
            before = ends[first - 1] if first else 0
            last = int(np.searchsorted(ends, before + budget, side="right"))
            last = max(last, first + 1)
            yield slice(first, last)
            first = last

    def _budget(self) -> int:
        """Bytes of the device that may be taken now."""
        if self._memory_is_given:
            budget = self.memory
        else:
            budget = int(self._device.free_bytes() * SHARE_OF_FREE_MEMORY)
        return budget if self._largest_tile is None else min(budget, self._largest_tile)

    def _within_memory(self, compute: Callable[[int], Result]) -> Result:
        """Compute with a budget of bytes; where the device refuses, with half of it, and so on."""
        free, budget = self._device.free_bytes(), self._budget()
        while True:
            try:
                return compute(budget)
            except self._device.out_of_memory:
                self._whole = self._kept_columns = self._planned = None
                self._device.release()
                if budget // 2 < LEAST_MEMORY:
                    raise UserError(
                        f"{self.device} has too little free memory ({free >> 20} MiB) for "
                        f"{len(self.vocabulary.answers)} answers of {self.vocabulary.length} "
                        "letters; close other programs that use it, or choose --backend numba"
                    ) from None
                budget //= 2
                self._largest_tile = budget
                warnings.warn(
                    f"{self.device} ran out of memory; going on with tiles of {budget >> 20} MiB",
                    RuntimeWarning,
                    stacklevel=3,
                )
