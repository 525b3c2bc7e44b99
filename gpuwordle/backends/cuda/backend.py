"""The CUDA backend: letter rows, codes and scores on an NVIDIA GPU, through CuPy.

The kernels in ``kernels/`` compute everything, in tiles that fit the device's memory
(`gpuwordle.backends.cuda.scoring.Tiles`). The backend is given its `Device`, so the tests run this
very code on NumPy arrays and kernels compiled for the CPU.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from threading import Thread
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, BestPairs, Frontier, Leaders, MostBuckets, Pool
from gpuwordle.backends.cuda import most_buckets, source
from gpuwordle.backends.cuda.device import MOST_BLOCKS, Device, cupy_device, cupy_problem
from gpuwordle.backends.cuda.joint import JointSearch, can_count
from gpuwordle.backends.cuda.leaders import MOST_LEADERS, leaders_of_all
from gpuwordle.backends.cuda.levels import DeviceFrontier
from gpuwordle.backends.cuda.rows import DeviceWords, on_device, side_by_side, whole_tables
from gpuwordle.backends.cuda.scoring import Form, Pairs, Tiles, matrix
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import PoolName
from gpuwordle.rules.planes import plane_count
from gpuwordle.scoring.contributions import RowPlan
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.scoring.statistics import Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

FIRST_KERNELS = (
    (source.PLAN, "mark_rows"),
    (source.ROWS, "build_rows"),
    (source.LEADERS, "leaders_of_parts"),
    (source.counters(1, 32), "score_counters"),
)
"""Kernels that are loaded before the words are known: most lists have five letters."""
WINDOW = 32
"""Vocabularies that are taken together: more than a list has lengths."""


class CupyBackend(Backend):
    """Computes on an NVIDIA GPU: CuPy's current device, unless another is given.

    The memory limits what it takes on the device and on the host; by default it is most of what is
    free on the device, and `gpuwordle.memory.ceiling` on the host. The backend stays on its device,
    whatever the current device of a later caller or thread is.
    """

    name: ClassVar[str] = "cupy"

    def __init__(
        self, vocabulary: Vocabulary, *, memory: int | None = None, device: Device | None = None
    ) -> None:
        super().__init__(vocabulary, memory=memory)
        self._device = device if device is not None else cupy_device()
        self.device = self._device.name
        self._words = DeviceWords(self._device, vocabulary)
        self.tiles = Tiles(self._words, memory)

    @cached_property
    def plan(self) -> RowPlan:
        """The letter rows of all guesses."""
        return self.tiles.plan

    @property
    def counts_many_sets(self) -> bool:
        """Whether the codes of all words fit as columns: words of up to five letters."""
        return self.tiles.columns_fit(self.tiles.memory.available() // 2)

    @classmethod
    def unavailable(cls) -> str | None:
        """Say why CuPy or the GPU cannot be used and what would help; None if they can."""
        return cupy_problem()

    @classmethod
    def warm_up(cls) -> None:
        """Create the driver's context, and load the kernels that most lists need."""

        def prepare() -> None:
            with suppress(Exception):
                device = cupy_device()
                device.synchronize()
                for variant, kernel in FIRST_KERNELS:
                    device.kernel(variant, kernel)

        # Not a daemon: a process that exits while a thread is inside the driver may crash.
        Thread(target=prepare).start()

    def _codes_array(self, shape: tuple[int, int]) -> npt.NDArray[np.unsignedinteger]:
        return self._device.host_array(shape, self.vocabulary.code_dtype)

    def _codes(
        self,
        guesses: Indices | None,
        answers: Indices | None,
        out: npt.NDArray[np.unsignedinteger],
    ) -> None:
        chosen = self._all_guesses() if guesses is None else guesses

        def compute(budget: int) -> None:
            for tile, scorer in self.tiles.of_guesses(chosen, budget // 2):
                rows = scorer.rows
                tables = whole_tables(rows)
                if answers is not None:
                    group = on_device(self._device, Groups.of([answers]))
                    tables = side_by_side(self._device, rows, group, np.arange(1))
                row_bytes = tables.stride * out.dtype.itemsize
                step = max(1, min(budget // 2 // row_bytes, MOST_BLOCKS))
                for first in range(tile.start, tile.stop, step):
                    last = min(first + step, tile.stop)
                    block = matrix(
                        self._device, rows, tables, first - tile.start, last - tile.start
                    )
                    self._device.columns_to_host(block, out[first:last])

        if out.size:
            self.tiles.memory.run(compute)

    def _statistics(
        self, groups: Groups, guesses: Indices | None, progress: Progress | None
    ) -> Statistics:
        chosen = self._all_guesses() if guesses is None else guesses
        weights = self.weights_of(groups)

        def compute(budget: int) -> Statistics:
            result = Statistics.empty(groups.sizes, len(chosen), weights)
            scored = self._scored(groups, chosen, Form.STATISTICS, budget, progress)
            for some, tile, block in scored:
                if block.shape == result.block.shape:
                    result = Statistics(groups.sizes, block, weights)  # all in one block
                else:
                    result.block[:, some, tile] = block
            return result

        return self.tiles.memory.run(compute)

    def _bucket_counts(self, groups: Groups, guesses: Indices | None) -> npt.NDArray[np.int32]:
        chosen = self._all_guesses() if guesses is None else guesses

        def compute(budget: int) -> npt.NDArray[np.int32]:
            columns = None if guesses is not None else self.tiles.columns(groups, budget // 2)
            if columns is not None:
                return most_buckets.count_buckets(self._device, columns, groups, budget // 2)
            result = np.empty((len(groups), len(chosen)), np.int32)
            for some, tile, block in self._scored(groups, chosen, Form.BUCKETS, budget, None):
                if block.shape == result.shape:
                    result = block
                else:
                    result[some, tile] = block
            return result

        return self.tiles.memory.run(compute)

    def _most_buckets(self, groups: Groups) -> MostBuckets:
        plainly = super()._most_buckets

        def compute(budget: int) -> MostBuckets:
            columns = self.tiles.columns(groups, budget // 2)
            if columns is None:
                return plainly(groups)
            return most_buckets.most_buckets(self._device, columns, groups, budget // 2)

        return self.tiles.memory.run(compute)

    def _best_guesses(self, groups: Groups, key: Key, pool: Pool) -> npt.NDArray[np.int32]:
        groups = groups.sorted()  # the device looks for candidates by bisection
        pools = None
        if isinstance(pool, Groups):
            pools = pool
        elif pool == "candidates":
            pools = Groups(self.vocabulary.answer_guess[groups.candidates], groups.offsets)

        def compute(budget: int) -> npt.NDArray[np.int32]:
            whole = self.tiles.whole_scorer(budget // 2)
            if whole is None:  # rows in tiles of guesses: compare on the host
                return super(CupyBackend, self)._best_guesses(groups, key, pool)
            return self.tiles.best_of(whole, groups, pools, key, budget // 2)

        return self.tiles.memory.run(compute) if len(groups) else np.empty(0, np.int32)

    def frontier(self) -> Frontier:
        """Return the state before the first guess; levels stay on the device if they fit.

        Under rules other than Wordle's, and with weights, they are split on the host.
        """
        if not self._words.is_usual:
            return super().frontier()
        return DeviceFrontier(self, self.tiles, self._words.everything)

    def _best_pairs(
        self, key: Key, top: int, ranked: npt.NDArray[np.int32], progress: Progress | None
    ) -> BestPairs:
        plainly = super()._best_pairs
        if len(ranked) < 2 or not self._words.is_usual:
            return plainly(key, top, ranked, progress)
        everything = Groups.whole(len(self.vocabulary.answers))
        scored = self._statistics(everything, ranked, None)

        def compute(budget: int) -> BestPairs:
            # A copy of all rows is made, with the answers in another order.
            whole = self.tiles.whole_scorer(budget // 4)
            planes = plane_count(self.vocabulary.length)
            if whole is None or not can_count(self._device, planes, scored):
                return plainly(key, top, ranked, progress)
            search = JointSearch(self._device, whole.rows, key, top, ranked, scored, budget // 2)
            return search.run(progress)

        return self.tiles.memory.run(compute)

    @classmethod
    def _leading(
        cls,
        engines: Iterator[tuple[Backend, Progress | None]],
        keys: Sequence[Key],
        top: int,
        pool: PoolName,
    ) -> Iterator[list[Leaders]]:
        if top > MOST_LEADERS or not keys:
            yield from super()._leading(engines, keys, top, pool)
            return
        while window := [*islice(engines, WINDOW)]:
            words = [engine.vocabulary for engine, _ in window]
            first = cast(CupyBackend, window[0][0])
            device, budget = first._device, first.tiles.memory.available()
            del first  # otherwise its tables would stay in memory while others compute
            found = None
            try:
                found = leaders_of_all(device, words, keys, top, pool, budget)
            except Exception as error:
                if not device.ran_out(error):
                    raise
            if found is None:
                device.release()  # outside the handler, whose traceback keeps arrays alive
            for leaders in found or [None] * len(window):
                engine, progress = window.pop(0)
                if leaders is None:  # too much memory: tile by tile
                    leaders = engine._leading_guesses(keys, top, pool, progress)
                if progress is not None:
                    progress(1.0)
                yield leaders

    def _all_guesses(self) -> npt.NDArray[np.intp]:
        return np.arange(len(self.vocabulary.guesses))

    def _scored(
        self,
        groups: Groups,
        guesses: Indices,
        form: Form,
        budget: int,
        progress: Progress | None,
    ) -> Iterator[tuple[slice, slice, npt.NDArray[Any]]]:
        """Score groups and guesses tile by tile; yields groups, guesses and their results."""
        if not len(groups) or not len(guesses):
            return
        for tile, scorer in self.tiles.of_guesses(guesses, budget // 2):
            count = tile.stop - tile.start
            counts = np.full(len(groups), count)
            for some in self.tiles.of_groups(groups, counts, form, budget // 2):
                here = on_device(self._device, groups.between(some.start, some.stop))
                pairs = Pairs.all_guesses(len(here), count)
                block = self._device.to_host(scorer.score(here, pairs, form))
                yield some, tile, block.reshape(*block.shape[:-1], len(here), count)
                if progress is not None:
                    done = tile.start * len(groups) + count * some.stop
                    progress(done / (len(guesses) * len(groups)))
