"""What the host does for the openers of all lengths on a GPU: processor time, and calls of CUDA.

    python scripts/bench_gpu_host.py       # writes bench_results/gpu-host.md and .json

No GPU is needed: kernels and copies do nothing here, and memory on the device is ordinary memory.
What CuPy and the driver add to each call is not counted.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from bench_record import ROOT, Row, markdown_table, write

from gpuwordle import Vocabulary, load
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.device import Device
from gpuwordle.openers.first_guesses import openers_of_lists
from gpuwordle.scoring.statistics import KEYS

LENGTHS = range(3, 21)
RUNS = 25
SHARED_BYTES, BUSY_BLOCKS, FREE_BYTES = 227 << 10, 132 * 32, 100 << 30
"""An H200: shared memory of a block, blocks that keep it busy, and free memory."""


class Idle(Counter[str]):
    """An array module and its kernels, which do nothing but count."""

    class Array(np.ndarray):
        """An array whose copies to the host are counted."""

        idle: Idle

        def get(self) -> Any:
            self.idle.update(["copies", "waits"])
            return np.zeros(self.shape, self.dtype)

    def __init__(self) -> None:
        super().__init__()
        self.Array.idle = self

    def empty(self, shape: Any, dtype: Any) -> Any:
        self.update(["allocations"])
        return np.empty(shape, dtype).view(self.Array)

    def zeros(self, shape: Any, dtype: Any) -> Any:
        return self.empty(shape, dtype)

    def asarray(self, array: Any) -> Any:
        self.update(["copies", "allocations"])
        return array.copy().view(self.Array)

    def kernel(self, _name: str) -> Any:
        def launch(*_: Any, **__: Any) -> None:
            self.update(["launches"])

        launch.max_dynamic_shared_size_bytes = SHARED_BYTES  # type: ignore[attr-defined]
        return launch

    def device(self) -> Device:
        """Make a device of it."""

        return Device(
            name="idle",
            xp=self,
            compile=lambda _: SimpleNamespace(get_function=self.kernel),
            shared_bytes=SHARED_BYTES,
            busy_blocks=BUSY_BLOCKS,
            free_bytes=lambda: FREE_BYTES,
        )


def measured(vocabularies: list[Vocabulary], scores: list[str]) -> Row:
    """Call once more after a first call; count, and take the least processor time."""
    idle = Idle()
    device = idle.device()

    def call() -> float:
        start = time.process_time()
        asked = ((CupyBackend(words, device=device), None) for words in vocabularies)
        list(openers_of_lists(asked, scores))
        return time.process_time() - start

    call()
    idle.clear()
    call()
    counts = dict(idle)
    taken = sorted(call() for _ in range(RUNS))
    return {
        "openers by": ", ".join(scores),
        "processor time (ms)": round(1e3 * taken[0], 1),
        "median (ms)": round(1e3 * taken[RUNS // 2], 1),
        "allocations": counts["allocations"],
        "copies": counts["copies"],
        "waits": counts["waits"],
        "launches": counts["launches"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    given = parser.parse_args()
    words = load("words-alpha")
    vocabularies = [words.of_length(length) for length in LENGTHS]
    rows = [measured(vocabularies, scores) for scores in ([*KEYS], ["entropy"])]
    table = (
        f"The {len(LENGTHS)} lengths {LENGTHS[0]} to {LENGTHS[-1]} of words-alpha in one call, "
        f"least and median of {RUNS}. Kernels and copies do nothing, and results are zeros.\n\n"
        + markdown_table(rows)
    )
    print(f"wrote {write(given.output, 'gpu-host', rows, table)}")


if __name__ == "__main__":
    main()
