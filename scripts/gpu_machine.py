"""Where the GPU benchmark runs and what it writes: devices with clocks, rows and their floors."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import bench_record
import numpy as np

from gpuwordle import Vocabulary
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.device import Device, cupy_device
from gpuwordle.backends.cuda.source import DIGIT_LENGTHS

Row = dict[str, Any]
RUNS = 30
WAIT = """
extern "C" __global__ void wait(long long clocks)
{
    const long long start = clock64();
    while (clock64() - start < clocks) {}
}
"""
WAIT_CLOCKS = 100_000
"""Some 50 microseconds."""
READ = """
extern "C" __global__
void read(const uint4 *data, unsigned int mask, int rounds, unsigned int *sums)
{
    const unsigned int first = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int sum = 0;
    for (int round = 0; round < rounds; ++round)
        for (unsigned int i = first; i <= mask; i += gridDim.x * blockDim.x) {
            const uint4 four = __ldcg(data + ((i + 977 * round) & mask));
            sum += four.x ^ four.y ^ four.z ^ four.w;
        }
    atomicXor(sums, sum);
}
"""
READ_ROUNDS, READ_THREADS = 200, 256
SHARE_OF_CACHE = 4
"""At most a quarter of the L2 cache is read, so that all of it stays there."""


def of_tests(module: str) -> Any:
    """Import a module of the tests: their cases are the check, their device is the emulator."""
    folder = str(bench_record.ROOT / "tests")
    if folder not in sys.path:
        sys.path.append(folder)
    return import_module(module)


class Machine:
    """Where the kernels run, with a clock around each launch."""

    def __init__(self, emulate: bool) -> None:
        self.emulated = emulate
        self.launches: list[tuple[str, Any, Any]] | None = None
        self.about: dict[str, Any] = {}
        if emulate:
            self.device: Device = of_tests("cuda_on_cpu.emulated").emulated_device()
            return
        import cupy

        self.device = cupy_device()
        runtime = cupy.cuda.runtime
        attributes = cupy.cuda.Device().attributes
        self.about = {
            "device": self.device.name,
            "multiprocessors": attributes["MultiProcessorCount"],
            "clock_khz": attributes.get("ClockRate"),
            "memory_khz": attributes.get("MemoryClockRate"),
            "memory_bits": attributes.get("GlobalMemoryBusWidth"),
            "driver": runtime.driverGetVersion(),
            "cuda_runtime": runtime.runtimeGetVersion(),
        }
        self.about["cache_rate"] = cache_rate(cupy)
        launch = self.device.launch

        # Keeps the device busy while the host gets a launch ready, which would be timed, too.
        wait = cupy.RawKernel(WAIT, "wait")

        def timed(variant: Any, name: str, *arguments: Any, **named: Any) -> None:
            if self.launches is None:
                launch(variant, name, *arguments, **named)
                return
            start, end = cupy.cuda.Event(), cupy.cuda.Event()
            wait((1,), (1,), (np.int64(WAIT_CLOCKS),))
            start.record()
            launch(variant, name, *arguments, **named)
            end.record()
            self.launches.append((name, start, end))

        self.device.launch = timed  # type: ignore[method-assign]

    def kernel_seconds(self, work: Callable[[], Any]) -> float:
        """Seconds that the kernels of some work took on the device, all launches together."""
        import cupy

        self.launches = []
        work()
        cupy.cuda.Device().synchronize()
        times = [cupy.cuda.get_elapsed_time(start, end) for _, start, end in self.launches]
        self.launches = None
        return sum(times) / 1e3

    def whole_seconds(self, work: Callable[[], Any]) -> float:
        """Wall seconds of some work, until the device has done its part; nothing else is timed."""
        import cupy

        start = time.perf_counter()
        work()
        cupy.cuda.Device().synchronize()
        return time.perf_counter() - start

    def measure(self, works: Sequence[Callable[[], Any]], runs: int = RUNS) -> Row:
        """Median seconds in the kernels and of the whole call; the works take turns."""
        for work in works:
            work()
        if self.emulated:
            return {"kernels": None, "whole_call": None}
        turns = [works[run % len(works)] for run in range(runs)]
        return {
            "kernels": statistics.median(map(self.kernel_seconds, turns)),
            "whole_call": statistics.median(map(self.whole_seconds, turns)),
        }

    def cpu(self, work: Callable[[], Any], runs: int = 3) -> float | None:
        """Wall seconds of the CPU backend on this machine, the smallest of several runs."""
        return None if self.emulated else bench_record.best_of(work, runs)[1]

    def seconds_for(self, moved: int, cached: int = 0, atomics: int = 0) -> float | None:
        """Least time for bytes of the memory and of the L2 cache, and for atomics.

        Bytes move at the memory's rate and at the rate that was measured for the cache; atomics
        are one per lane, clock and multiprocessor.
        """
        about = self.about
        if not (about.get("memory_khz") and about.get("memory_bits") and about.get("clock_khz")):
            return None
        bandwidth = 2e3 * about["memory_khz"] * about["memory_bits"] / 8
        counting = 32 * about["multiprocessors"] * about["clock_khz"] * 1e3
        return max(moved / bandwidth, cached / about["cache_rate"], atomics / counting)

    def described(self) -> str:
        """The line above the processor's: which GPU, its multiprocessors and clock, which CUDA."""
        if self.emulated:
            return "Emulated on the CPU: no times."
        about = self.about
        return (
            f"{about['device']}, {about['multiprocessors']} multiprocessors"
            f" at up to {about['clock_khz'] / 1e6:.2f} GHz,"
            f" L2 cache read at {about['cache_rate'] / 1e12:.2f} TB/s,"
            f" driver for CUDA {about['driver'] // 1000}.{about['driver'] % 1000 // 10},"
            f" runtime {about['cuda_runtime'] // 1000}.{about['cuda_runtime'] % 1000 // 10};"
            " next to the CPU backend on this machine:"
        )


def cache_rate(cupy: Any) -> float:
    """Bytes a second that all multiprocessors together read from the L2 cache, measured."""
    attributes = cupy.cuda.Device().attributes
    count = 1 << ((attributes["L2CacheSize"] // SHARE_OF_CACHE // 16).bit_length() - 1)
    data, sums = cupy.zeros(4 * count, np.uint32), cupy.zeros(1, np.uint32)
    read, seconds = cupy.RawKernel(READ, "read"), []
    for _ in range(RUNS):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        read(
            (8 * attributes["MultiProcessorCount"],),
            (READ_THREADS,),
            (data, np.uint32(count - 1), np.int32(READ_ROUNDS), sums),
        )
        end.record()
        end.synchronize()
        seconds.append(cupy.cuda.get_elapsed_time(start, end) / 1e3)
    return READ_ROUNDS * 16 * count / statistics.median(seconds)


Aims = tuple[float | None, float | None]
"""Seconds that some work must take at most, and those it should."""
NO_AIMS: Aims = (None, None)


def rows_read(backend: CupyBackend, batch: int) -> int:
    """Bytes of letter rows that one pass over all guesses needs, each once for a batch."""
    slots = backend.plan.slots.reshape(len(backend.plan.slots), -1)
    guesses = len(slots) // batch * batch
    batches = np.sort(slots[:guesses].reshape(guesses // batch, -1), axis=1)
    distinct = np.ones(batches.shape, bool)
    distinct[:, 1:] = batches[:, 1:] != batches[:, :-1]
    loads = int((distinct & (batches != len(backend.plan))).sum())
    return loads * len(backend.vocabulary.answers)


def cache_bytes(backend: CupyBackend) -> int:
    """Bytes that four scores of all guesses read from the L2 cache.

    0 for words of up to five letters, whose rows the L1 caches hold in part.
    """
    vocabulary = backend.vocabulary
    if vocabulary.length < DIGIT_LENGTHS.start:
        return 0
    if vocabulary.length in DIGIT_LENGTHS:  # two bits of each place
        return len(vocabulary.guesses) * len(vocabulary.answers) * vocabulary.length // 4
    return rows_read(backend, 1)


def row(
    work: str,
    machine: Machine,
    times: Row,
    aims: Aims,
    cpu: float | None,
    **floor: int,
) -> Row:
    """One line of the table; times are seconds, and aims what it must and what it should take."""
    needed = (floor.get(name, 0) for name in ("bytes_moved", "cache_bytes", "atomics"))
    return {
        "work": work,
        **times,
        "must": aims[0],
        "goal": aims[1],
        "cpu_backend": cpu,
        **floor,
        "floor": machine.seconds_for(*needed),
        **machine.about,
    }


def needs(machine: Machine, vocabularies: Sequence[Vocabulary]) -> dict[str, int]:
    """What four scores of all guesses cannot do without: rows written and read, increments."""
    engines = [CupyBackend(vocabulary, device=machine.device) for vocabulary in vocabularies]
    return {
        "bytes_moved": sum(engine._words.row_bytes(len(engine.plan)) for engine in engines),
        "cache_bytes": sum(map(cache_bytes, engines)),
        "atomics": sum(len(v.guesses) * len(v.answers) for v in vocabularies),
    }


def shown_time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def shown_count(row: Row, name: str) -> str:
    return f"{row[name]:.3g}" if row.get(name) else ""


def table(rows: Sequence[Row]) -> str:
    return bench_record.markdown_table(
        [
            {
                "work": r["work"],
                "kernels": shown_time(r["kernels"]),
                "whole call": shown_time(r["whole_call"]),
                "must": shown_time(r["must"]),
                "goal": shown_time(r["goal"]),
                "CPU backend": shown_time(r["cpu_backend"]),
                "bytes moved": shown_count(r, "bytes_moved"),
                "bytes from cache": shown_count(r, "cache_bytes"),
                "atomics": shown_count(r, "atomics"),
                "floor": shown_time(r["floor"]) if r.get("bytes_moved") or r.get("atomics") else "",
            }
            for r in rows
        ]
    )
