"""Where the GPU benchmark runs: a device with a clock at each launch, or the emulator."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import bench_record
import numpy as np

from gpuwordle.backends.cuda.device import Device, cupy_device

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
        launch = self.device.launch

        # Keeps the device busy while the host gets a launch ready, which else would be timed too.
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
        """Wall seconds of the CPU backend on this machine, the smallest of some runs."""
        return None if self.emulated else bench_record.best_of(work, runs)[1]

    def seconds_for(self, moved: int, atomics: int = 0) -> float | None:
        """Least time for bytes at the memory's rate and atomics at one per lane, clock and SM."""
        about = self.about
        if not (about.get("memory_khz") and about.get("memory_bits") and about.get("clock_khz")):
            return None
        bandwidth = 2e3 * about["memory_khz"] * about["memory_bits"] / 8
        counting = 32 * about["multiprocessors"] * about["clock_khz"] * 1e3
        return max(moved / bandwidth, atomics / counting)

    def described(self) -> str:
        """The line above the processor's: which GPU, its multiprocessors and clock, which CUDA."""
        if self.emulated:
            return "Emulated on the CPU: no times."
        about = self.about
        return (
            f"{about['device']}, {about['multiprocessors']} multiprocessors"
            f" at up to {about['clock_khz'] / 1e6:.2f} GHz,"
            f" driver for CUDA {about['driver'] // 1000}.{about['driver'] % 1000 // 10},"
            f" runtime {about['cuda_runtime'] // 1000}.{about['cuda_runtime'] % 1000 // 10};"
            " beside the CPU backend on this machine:"
        )
