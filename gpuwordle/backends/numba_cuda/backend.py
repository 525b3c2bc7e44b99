"""The numba.cuda backend: an NVIDIA GPU for those who have numba-cuda and not CuPy.

One kernel scores all lengths and group sizes; `gpuwordle.backends.cuda.backend` has several, each
for what it is best at. The best guess of a group is chosen on the host, from statistics that come
back tile by tile.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import STATISTICS_BYTES, Backend, Indices
from gpuwordle.backends.cuda.device import NO_DRIVER, driver_loads
from gpuwordle.progress import Progress
from gpuwordle.scoring.contributions import Contributions, Placements
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import Statistics
from gpuwordle.words.vocabulary import Vocabulary

INSTALL = "pip install 'numba-cuda[cu13]' (CUDA 12: 'numba-cuda[cu12]')"

SHARE_OF_FREE_MEMORY = 0.8

MOST_BLOCKS = 65_535

"""Blocks of a grid in its second dimension."""


class NumbaCudaBackend(Backend):
    """Computes on an NVIDIA GPU through numba.cuda.

    Parameters
    ----------
    vocabulary
        The words to compute with.
    memory
        Bytes that tables and results may take at a time, of the device's memory and here; by
        default most of what is free there, and what `gpuwordle.memory.ceiling` says here.
    """

    name: ClassVar[str] = "numba-cuda"
    threads: ClassVar[int] = 128
    """Threads of a block."""

    def __init__(self, vocabulary: Vocabulary, *, memory: int | None = None) -> None:
        super().__init__(vocabulary, memory=memory)
        from numba import config, cuda

        from gpuwordle.backends.numba_cuda import kernels

        self._cuda, self._kernels = cuda, kernels
        simulated = bool(config.ENABLE_CUDASIM)
        name = "simulated" if simulated else cuda.get_current_device().name
        self.device = name.decode() if isinstance(name, bytes) else name
        self._device_bytes = self.memory
        if memory is None:
            free = 1 << 30 if simulated else cuda.current_context().get_memory_info()[0]
            self._device_bytes = int(free * SHARE_OF_FREE_MEMORY)
        self._n_log_n = cuda.to_device(np.array(log_table(len(vocabulary.answers))))

    @classmethod
    def unavailable(cls) -> str | None:
        """Say why numba.cuda or the GPU cannot be used here; None when they can."""
        if importlib.util.find_spec("numba_cuda") is None:
            return f"numba-cuda is not installed; {INSTALL}"
        if not driver_loads():
            return NO_DRIVER
        from numba import config, cuda

        if config.ENABLE_CUDASIM:
            return "NUMBA_ENABLE_CUDASIM is set, and a simulator is no GPU; unset it"
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
        if out.size:
            columns = self._cuda.to_device(np.ascontiguousarray(answers, np.int32))
            for tile, rows, slots in self._row_tiles(chosen, len(answers) * out.itemsize):
                block = self._cuda.device_array((tile.stop - tile.start, len(answers)), out.dtype)
                grid = (len(block), -(-len(answers) // self.threads))
                self._launch(self._kernels.write_codes, grid, rows, slots, columns, block)
                out[tile] = block.copy_to_host()

    def _statistics(
        self, groups: Groups, guesses: Indices | None, progress: Progress | None
    ) -> Statistics:
        chosen = np.arange(len(self.vocabulary.guesses)) if guesses is None else guesses
        result = Statistics.empty(groups.sizes, len(chosen))
        if not len(groups) or not len(chosen):
            return result
        candidates = self._cuda.to_device(np.ascontiguousarray(groups.candidates, np.int32))
        for tile, rows, slots in self._row_tiles(chosen, STATISTICS_BYTES):
            count = tile.stop - tile.start
            step = min(MOST_BLOCKS, max(1, self._half_memory // (STATISTICS_BYTES * count)))
            for first in range(0, len(groups), step):
                last = min(first + step, len(groups))
                offsets = self._cuda.to_device(np.array(groups.offsets[first : last + 1]))
                zeros = np.zeros((4, last - first, count), np.int64)
                block = self._cuda.to_device(zeros)
                arguments = (rows, slots, candidates, offsets, self._n_log_n, block)
                self._launch(self._kernels.score, (count, last - first), *arguments)
                result.block[:, first:last, tile] = block.copy_to_host()
                if progress is not None:
                    done = tile.start * len(groups) + count * last
                    progress(done / (len(chosen) * len(groups)))
        return result

    @cached_property
    def _placements(self) -> Placements:
        return Placements.of(self.vocabulary.answer_letters, len(self.vocabulary.alphabet))

    @property
    def _half_memory(self) -> int:
        return self._device_bytes // 2

    def _row_tiles(self, guesses: Indices, result_bytes: int) -> Iterator[tuple[slice, Any, Any]]:
        """Cut guesses into tiles whose rows and results fit; yields their rows and slots too.

        Tiles are halved until the rows fit, down to single guesses.
        """
        first = 0
        count = len(guesses)
        while first < len(guesses):
            count = min(count, len(guesses) - first)
            tile = slice(first, first + count)
            plan = self.plan.of_guesses(np.asarray(guesses)[tile])
            whole = self.contributions
            needed = (len(plan) + 1) * len(self.vocabulary.answers)
            if whole is None:
                needed += Contributions.bytes_needed(plan, self._placements)
            if count > 1 and (
                needed > self._half_memory or result_bytes * count > self._half_memory
            ):
                count //= 2
                continue
            parts = (
                Contributions.of(plan, self._placements) if whole is None else whole.of_plan(plan)
            )
            yield tile, self._gather_rows(parts), self._cuda.to_device(plan.slots)
            first += count

    def _gather_rows(self, parts: Contributions) -> Any:
        placement = parts.placements.numbers
        rows = self._cuda.device_array((len(parts.base), len(placement)), np.uint8)
        grid = (len(parts.base), -(-len(placement) // self.threads))
        tables = parts.table.reshape(-1), parts.base, parts.letters, placement
        self._launch(self._kernels.gather_rows, grid, *map(self._cuda.to_device, tables), rows)
        return rows

    def _launch(self, kernel: Any, grid: tuple[int, int], *arguments: Any) -> None:
        with warnings.catch_warnings():
            # A small list makes a small grid; that is no fault that a user could mend.
            warnings.filterwarnings("ignore", message=".*Grid size")
            kernel[grid, self.threads](*arguments)
