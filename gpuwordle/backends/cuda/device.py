"""What the CUDA backend needs of a device: arrays, a compiler, and a few numbers.

The backend asks for nothing else, so the same Python runs on CuPy and, in the tests, on NumPy
arrays with kernels that were compiled for the CPU. `cupy_device` makes the real one.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda.queues import CupyQueue, Fetched, Queue
from gpuwordle.backends.cuda.source import Variant
from gpuwordle.backends.preparation import preparing
from gpuwordle.errors import UserError
from gpuwordle.scoring.logs import log_table

INSTALL = "pip install 'cupy-cuda13x[ctk]' (CUDA 12: 'cupy-cuda12x[ctk]')"
CUPY_PACKAGES = ("cupy", "cupy-cuda11x", "cupy-cuda12x", "cupy-cuda13x", "cupy-cuda14x")
STATIC_LIMIT = 48 * 1024
"""Bytes of shared memory that a launch may take without asking."""
WARP = 32
MOST_BLOCKS = 65_535
"""Blocks of a grid in its second dimension."""
BLOCKS_PER_MULTIPROCESSOR = 32
"""A few waves of blocks, so that the last ones even out."""
NULL = np.uint64(0)
"""The null pointer as a kernel argument."""

_queue: ContextVar[Queue | None] = ContextVar("queue", default=None)
"""Where work goes; None for the device's own order, in which copies are waited for."""


@dataclass(eq=False)
class Device:
    """A place where kernels run.

    Attributes
    ----------
    name : str
        What provenance and messages call it.
    xp : module
        The array module: ``asarray``, ``empty``, ``zeros``.
    compile : callable
        Compile a `Variant` to a module with ``get_function(name)``, as ``cupy.RawModule`` does.
    shared_bytes : int
        Shared memory that one block can have.
    busy_blocks : int
        How many blocks keep it busy; blocks that have more to do take it on one after another.
    free_bytes : callable
        Device memory that is free now.
    out_of_memory : exception type
        What an allocation raises that does not fit.
    release : callable
        Give pooled memory back, before another try.
    synchronize : callable
        Wait until nothing runs; the first call makes the driver's context.
    make_queue : callable or None
        Make a `Queue`; None where there is but one order.
    """

    name: str
    xp: Any
    compile: Callable[[Variant], Any]
    shared_bytes: int
    busy_blocks: int
    free_bytes: Callable[[], int]
    out_of_memory: type[Exception]
    release: Callable[[], None] = lambda: None
    synchronize: Callable[[], None] = lambda: None
    make_queue: Callable[[], Queue] | None = None
    _kernels: dict[tuple[Variant, str], Any] = field(default_factory=dict, repr=False)
    _queues: list[Queue] = field(default_factory=list, repr=False)
    _logs: list[Any] = field(default_factory=list, repr=False)

    def kernel(self, variant: Variant, name: str) -> Any:
        """Return a compiled kernel; each variant is compiled once."""
        if (variant, name) not in self._kernels:
            with preparing():
                kernel = self.compile(variant).get_function(name)
            self._kernels[variant, name] = kernel
        return self._kernels[variant, name]

    def launch(
        self,
        variant: Variant,
        name: str,
        grid: Sequence[int],
        threads: int,
        arguments: Sequence[Any],
        shared: int = 0,
    ) -> None:
        """Run a kernel: ``grid`` blocks of ``threads`` threads with so many bytes shared."""
        kernel = self.kernel(variant, name)
        if shared > STATIC_LIMIT and kernel.max_dynamic_shared_size_bytes < shared:
            kernel.max_dynamic_shared_size_bytes = shared
        kernel(tuple(grid), (threads,), tuple(arguments), shared_mem=shared)

    @contextmanager
    def queue(self, number: int) -> Iterator[None]:
        """Put what is done meanwhile into one of the device's queues, if it has several."""
        if self.make_queue is None:
            yield
            return
        while len(self._queues) <= number:  # kept: memory that was freed stays with its queue
            self._queues.append(self.make_queue())
        queue = self._queues[number]
        with queue.entered():
            token = _queue.set(queue)
            try:
                yield
            finally:
                _queue.reset(token)

    def n_log_n(self, largest: int) -> Any:
        """Return `log_table` on the device, for groups up to a size and perhaps larger ones.

        One table serves all vocabularies and queues; a new one must not be asked for in a queue.
        Shorter ones stay, as kernels may still read them.
        """
        for table in self._logs:
            if len(table) > largest:
                return table
        table = self.to_device(log_table((1 << int(largest).bit_length()) - 1), np.int64)
        self.synchronize()  # so that every queue finds it there
        self._logs.append(table)
        return table

    def to_device(self, array: npt.ArrayLike, dtype: npt.DTypeLike) -> Any:
        """Copy an array to the device, in C order."""
        queue, whole = _queue.get(), np.ascontiguousarray(array, dtype)
        return self.xp.asarray(whole) if queue is None else queue.send(whole)

    def fetch(self, array: Any) -> Fetched:
        """Begin to copy an array from the device; what this returns waits for it."""
        queue = _queue.get()
        if queue is not None:
            return queue.fetch(array)
        here = self.to_host(array)
        return lambda: here

    def to_host(self, array: Any) -> npt.NDArray[Any]:
        """Copy an array from the device; waits for the kernels that fill it."""
        return array.get() if hasattr(array, "get") else np.asarray(array)


def cupy_device() -> Device:
    """Return CuPy's current device; backends for many vocabularies share its compiled kernels."""
    import cupy

    return _device_of(cupy, cupy.cuda.Device().id)


@cache
def _device_of(cupy: Any, number: int) -> Device:
    """Make a device of CuPy, the module, once for each number.

    Raises
    ------
    UserError
        If a kernel does not compile, with the compiler's log.
    """
    device = cupy.cuda.Device(number)
    pool = cupy.get_default_memory_pool()

    def compile_variant(variant: Variant) -> Any:
        options = ("--std=c++17", *variant.options)
        module = cupy.RawModule(code=variant.source, options=options)
        try:
            module.compile()
        except cupy.cuda.compiler.CompileException as error:
            raise UserError(
                f"{variant.file} {' '.join(variant.options)} does not compile for this GPU; "
                f"please report it with this log:\n{error}"
            ) from error
        return module

    return Device(
        name=cupy.cuda.runtime.getDeviceProperties(device.id)["name"].decode(),
        xp=cupy,
        compile=compile_variant,
        shared_bytes=device.attributes["MaxSharedMemoryPerBlockOptin"],
        busy_blocks=BLOCKS_PER_MULTIPROCESSOR * device.attributes["MultiProcessorCount"],
        free_bytes=lambda: int(cupy.cuda.runtime.memGetInfo()[0] + pool.free_bytes()),
        out_of_memory=cupy.cuda.memory.OutOfMemoryError,
        release=pool.free_all_blocks,
        synchronize=device.synchronize,
        make_queue=lambda: CupyQueue(cupy),
    )


def driver_loads() -> bool:
    """Whether the NVIDIA driver's library is there; far quicker than to import a package."""
    for name in ("libcuda.so.1", "nvcuda.dll"):
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False


NO_DRIVER = "no NVIDIA driver is loaded; install one, or choose --backend numba"


def installed_cupy_packages() -> list[str]:
    """Name the installed packages that bring a module ``cupy``; there must be only one."""
    found = []
    for name in CUPY_PACKAGES:
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        found.append(name)
    return found


def cupy_problem() -> str | None:
    """Say in one line why CuPy cannot be used here, and the remedy; None when it can."""
    if importlib.util.find_spec("cupy") is None:
        return f"CuPy is not installed; {INSTALL}"
    packages = installed_cupy_packages()
    if len(packages) > 1:
        return (
            f"{' and '.join(packages)} are both installed and break each other; "
            f"pip uninstall {' '.join(packages)}, then {INSTALL}"
        )
    if not driver_loads():
        return NO_DRIVER
    try:
        import cupy
    except Exception as error:  # a broken wheel raises whatever its loader meets
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        return f"CuPy cannot be imported ({first}); {INSTALL}"
    runtime = cupy.cuda.runtime
    try:
        driver = runtime.driverGetVersion()
        built_for = runtime.runtimeGetVersion()
    except Exception as error:
        return f"CuPy finds no CUDA runtime of its version ({error}); {INSTALL}"
    if driver == 0:
        return NO_DRIVER
    if driver // 1000 < built_for // 1000:
        have, need = driver // 1000, built_for // 1000
        return (
            f"the NVIDIA driver supports CUDA {have}, {' '.join(packages) or 'CuPy'} needs "
            f"CUDA {need}; update the driver, or pip uninstall {' '.join(packages) or 'cupy'} and "
            f"pip install 'cupy-cuda{have}x[ctk]'"
        )
    try:
        count = runtime.getDeviceCount()
    except Exception as error:  # cudaErrorNoDevice among others
        return f"no usable NVIDIA GPU ({error}); check nvidia-smi and CUDA_VISIBLE_DEVICES"
    if count == 0:
        return "no NVIDIA GPU is visible; check nvidia-smi and CUDA_VISIBLE_DEVICES"
    return None
