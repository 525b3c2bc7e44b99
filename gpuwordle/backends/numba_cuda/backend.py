"""The numba.cuda backend: an NVIDIA GPU on machines that have numba-cuda and not CuPy.

One kernel scores all lengths and group sizes; `gpuwordle.backends.cuda` has several, each for what
it does best. The host chooses the best guess of a group, from statistics that come back tile by
tile.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.cuda.device import (
    INSTALL,
    MOST_BLOCKS,
    NO_DRIVER,
    NO_MEMORY,
    MemoryBudget,
    driver_loads,
    first_line,
)
from gpuwordle.progress import Progress
from gpuwordle.scoring.contributions import (
    Contributions,
    RowPlan,
    parts_that_fit,
    plane_base,
)
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import Statistics
from gpuwordle.words.vocabulary import Vocabulary

SIMULATED_BYTES = 1 << 30


class NumbaCudaBackend(Backend):
    """Computes on an NVIDIA GPU through numba.cuda, with the same memory limits as cupy."""

    name: ClassVar[str] = "numba-cuda"
    threads: ClassVar[int] = 128
    """Threads of a block."""

    def __init__(self, vocabulary: Vocabulary, *, memory: int | None = None) -> None:
        super().__init__(vocabulary, memory=memory)
        from numba import config, cuda

        from gpuwordle.backends.numba_cuda import kernels

        self._cuda, self._kernels = cuda, kernels
        self._simulated = bool(config.ENABLE_CUDASIM)
        # The simulator of numba itself has no current device, that of numba-cuda has.
        device = None if self._simulated else cuda.get_current_device()
        self._number = 0 if device is None else device.id
        name = "simulated" if device is None else device.name
        self.device = name.decode() if isinstance(name, bytes) else name
        self._budget = MemoryBudget(
            self.device, vocabulary, memory, self._free_bytes, _ran_out, self._release
        )
        self._n_log_n = cuda.to_device(np.array(log_table(vocabulary.total_weight)))
        weights = vocabulary.weights_of(np.arange(len(vocabulary.answers)))
        self._added = cuda.to_device(weights + kernels.CANDIDATE)

    @classmethod
    def unavailable(cls) -> str | None:
        """Say why numba.cuda or the GPU cannot be used here; None if they can."""
        if importlib.util.find_spec("numba_cuda") is None:
            return f"numba-cuda is not installed; {INSTALL}"
        if not driver_loads():
            return NO_DRIVER
        try:
            from numba import config, cuda
        except Exception as error:  # a broken installation raises whatever its loader meets
            return f"numba-cuda cannot be imported ({first_line(error)}); {INSTALL}"
        if config.ENABLE_CUDASIM:
            return "NUMBA_ENABLE_CUDASIM is set, and a simulator is not a GPU; unset it"
        if not cuda.is_available():
            return "numba finds no NVIDIA GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES"
        return None

    def _codes(
        self,
        guesses: Indices | None,
        answers: Indices | None,
        out: npt.NDArray[np.unsignedinteger],
    ) -> None:
        chosen = np.arange(len(self.vocabulary.guesses)) if guesses is None else guesses
        if answers is None:
            answers = np.arange(len(self.vocabulary.answers))
        numbers = np.ascontiguousarray(answers, np.int32)

        def compute(budget: int) -> None:
            columns, base = self._cuda.to_device(numbers), plane_base(self.vocabulary.rule)
            tiles = self._row_tiles(chosen, len(numbers) * out.itemsize, budget // 2)
            for tile, rows, slots in tiles:
                block = self._cuda.device_array((tile.stop - tile.start, len(numbers)), out.dtype)
                grid = (len(block), -(-len(numbers) // self.threads))
                self._launch(self._kernels.write_codes, grid, rows, slots, base, columns, block)
                out[tile] = block.copy_to_host()

        if out.size:
            with self._current():
                self._budget.run(compute)

    def _statistics(
        self, groups: Groups, guesses: Indices | None, progress: Progress | None
    ) -> Statistics:
        chosen = np.arange(len(self.vocabulary.guesses)) if guesses is None else guesses
        result = Statistics.empty(groups.sizes, len(chosen), self.weights_of(groups))
        fields = len(result.block)
        if not len(groups) or not len(chosen):
            return result

        def compute(budget: int) -> None:
            half, base = budget // 2, plane_base(self.vocabulary.rule)
            candidates = self._cuda.to_device(np.ascontiguousarray(groups.candidates, np.int32))
            for tile, rows, slots in self._row_tiles(chosen, 8 * fields, half):
                count = tile.stop - tile.start
                step = min(MOST_BLOCKS, max(1, half // (8 * fields * count)))
                for first in range(0, len(groups), step):
                    last = min(first + step, len(groups))
                    offsets = self._cuda.to_device(np.array(groups.offsets[first : last + 1]))
                    zeros = np.zeros((fields, last - first, count), np.int64)
                    block = self._cuda.to_device(zeros)
                    given = candidates, offsets, self._added, self._n_log_n, block
                    grid = count, last - first
                    self._launch(self._kernels.score, grid, rows, slots, base, *given)
                    result.block[:, first:last, tile] = block.copy_to_host()
                    if progress is not None:
                        done = tile.start * len(groups) + count * last
                        progress(done / (len(chosen) * len(groups)))

        with self._current():
            self._budget.run(compute)
        return result

    def _current(self) -> AbstractContextManager[Any]:
        """Make the device of this backend the current one of the thread."""
        device: AbstractContextManager[Any] = self._cuda.gpus[self._number]
        return device

    def _free_bytes(self) -> int:
        if self._simulated:
            return SIMULATED_BYTES
        return int(self._cuda.current_context().get_memory_info()[0])

    def _release(self) -> None:
        """Free the arrays that numba would otherwise free later."""
        if not self._simulated:
            self._cuda.current_context().deallocations.clear()

    def _row_tiles(
        self, guesses: Indices, result_bytes: int, budget: int
    ) -> Iterator[tuple[slice, Any, Any]]:
        """Cut guesses into tiles whose rows and results fit; yields each, its rows and slots."""
        whole = self.contributions

        def fits(plan: RowPlan) -> bool:
            needed = (len(plan) + 1) * len(self.vocabulary.answers)
            if whole is None:
                needed += Contributions.bytes_needed(plan, self.placements)
            return max(needed, result_bytes * len(plan.slots)) <= budget

        for tile, plan in parts_that_fit(self.plan.of_guesses(guesses), fits):
            if whole is None:
                parts = Contributions.of(plan, self.placements, self.vocabulary.rule)
            else:
                parts = whole.of_plan(plan)
            yield tile, self._gather_rows(parts), self._cuda.to_device(plan.slots)

    def _gather_rows(self, contributions: Contributions) -> Any:
        """Gather letter rows for all answers: device uint8 (rows, answers)."""
        placement = contributions.placements.numbers
        rows = self._cuda.device_array((len(contributions.base), len(placement)), np.uint8)
        grid = (len(contributions.base), -(-len(placement) // self.threads))
        tables = contributions.table.reshape(-1), contributions.base, contributions.letters
        given = map(self._cuda.to_device, (*tables, placement))
        self._launch(self._kernels.gather_rows, grid, *given, rows)
        return rows

    def _launch(self, kernel: Any, grid: tuple[int, int], *arguments: Any) -> None:
        with warnings.catch_warnings():
            # A small list makes a small grid, which the user cannot change.
            warnings.filterwarnings("ignore", message=".*Grid size")
            kernel[grid, self.threads](*arguments)


def _ran_out(error: BaseException) -> bool:
    """Whether an error of numba's says that memory ran out; its class depends on the driver."""
    return getattr(error, "code", None) == NO_MEMORY
