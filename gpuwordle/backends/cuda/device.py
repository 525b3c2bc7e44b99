"""The CUDA device of the backend: its memory, compiler and kernels.

The backend reaches a GPU only through `Device`. So the same Python runs on CuPy and, in the tests,
on NumPy arrays with kernels compiled for the CPU. `cupy_device` makes the real one, `cupy_problem`
says why there is none, and `MemoryBudget` repeats work in smaller tiles if memory runs out.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import importlib.util
import math
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.source import Variant
from gpuwordle.backends.preparation import preparing
from gpuwordle.errors import UserError
from gpuwordle.scoring.logs import log_table
from gpuwordle.words.vocabulary import Vocabulary

INSTALL = "pip install 'gpuwordle[cuda13]' (CUDA 12: 'gpuwordle[cuda12]')"
CUPY_PACKAGES = ("cupy", "cupy-cuda11x", "cupy-cuda12x", "cupy-cuda13x", "cupy-cuda14x")
NO_DRIVER = "no NVIDIA driver is loaded; install one, or choose --backend numba"
WARP = 32
MOST_BLOCKS = 65_535
"""Blocks of a grid in its second dimension."""
BLOCKS_PER_MULTIPROCESSOR = 32
"""Blocks of a launch per multiprocessor: a few waves, so that the last one is short."""
TAKE_THREADS = 256
ALIGNMENT = 256
"""Arrays that are copied together begin at multiples of this many bytes, as those of CuPy do."""
NULL = np.uint64(0)
"""The null pointer as a kernel argument."""
NO_MEMORY = 2
"""The status with which CUDA's runtime and its driver refuse memory."""
SHARE_OF_FREE_MEMORY = 0.8
LEAST_MEMORY = 1 << 20
"""Bytes below which no smaller tiles are tried."""
LEAST_LOCKED, MOST_LOCKED = 1 << 16, 1 << 28
"""Bytes of arrays that get page-locked memory: smaller ones gain nothing, larger ones take much."""

Result = TypeVar("Result")


def padded(count: int, multiple: int) -> int:
    """Round up to a multiple."""
    return -(-count // multiple) * multiple


def _part_of(block: Any, first: int, like: npt.NDArray[Any]) -> Any:
    """View the bytes of a block from ``first`` on as an array of the shape and dtype of another."""
    return block[first : first + like.nbytes].view(like.dtype).reshape(like.shape)


@dataclass(eq=False)
class Device:
    """A place where kernels run."""

    name: str  # in provenance and messages
    xp: Any  # the array module, of which asarray, empty and zeros are used
    compile: Callable[[Variant], Any]  # makes a module with get_function, as cupy.RawModule does
    shared_bytes: int  # shared memory that one block can have
    busy_blocks: int  # these keep it busy; launches with more work have these blocks loop
    free_bytes: Callable[[], int]  # returns the device memory that is free now
    ran_out: Callable[[BaseException], bool] = lambda error: False  # whether memory ran out
    release: Callable[[], None] = lambda: None  # gives pooled memory back, before another try
    synchronize: Callable[[], None] = lambda: None  # the first call creates the driver's context
    # Takes bytes of page-locked memory of the host: copies into other memory are far slower.
    lock_pages: Callable[[int], Any] | None = None
    # Copies the first columns of a matrix on the device into an array of the host, in C order.
    copy_columns: Callable[[Any, npt.NDArray[Any]], None] | None = None
    # Makes a context in which this is the thread's current device. Every method enters it, so that
    # arrays and kernels stay on one device, whatever the caller's current device is.
    current: Callable[[], AbstractContextManager[Any]] = nullcontext
    _kernels: dict[tuple[Variant, str], Any] = field(default_factory=dict, repr=False)
    _logs: list[Any] = field(default_factory=list, repr=False)
    _lock: Any = field(default_factory=RLock, repr=False)

    def kernel(self, variant: Variant, name: str) -> Any:
        """Return a compiled kernel; each variant is compiled once."""
        kernel = self._kernels.get((variant, name))
        if kernel is not None:
            return kernel
        with self._lock:
            if (variant, name) not in self._kernels:
                with preparing(), self.current():
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
        """Run a kernel on a grid of blocks, with ``shared`` bytes of dynamic shared memory each."""
        kernel = self.kernel(variant, name)
        with self.current():
            # Without a request, a kernel gets 48 KB less its static shared memory.
            if shared and kernel.max_dynamic_shared_size_bytes < shared:
                kernel.max_dynamic_shared_size_bytes = shared
            kernel(tuple(grid), (threads,), tuple(arguments), shared_mem=shared)

    def n_log_n(self, largest: int) -> Any:
        """Return `log_table` on the device, for groups up to a size and perhaps larger ones.

        One table serves all vocabularies. Shorter tables stay, because kernels may still read them.
        """
        with self._lock:
            for table in self._logs:
                if len(table) > largest:
                    return table
            table = self.to_device(log_table((1 << int(largest).bit_length()) - 1), np.int64)
            self._logs.append(table)
            return table

    def empty(self, shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> Any:
        """Allocate an array on the device."""
        with self.current():
            return self.xp.empty(shape, dtype)

    def zeros(self, shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> Any:
        """Allocate an array of zeros on the device."""
        with self.current():
            return self.xp.zeros(shape, dtype)

    def take(self, table: Any, rows: Any) -> Any:
        """Copy rows of an int32 array on the device, chosen by an int32 array on the device."""
        width = math.prod(table.shape[1:])
        taken = self.empty((len(rows), *table.shape[1:]), np.int32)
        total = len(rows) * width
        if total:
            self.launch(
                source.TAKE,
                "take_rows",
                (-(-total // TAKE_THREADS),),
                TAKE_THREADS,
                (table, np.int32(width), rows, np.uint32(total), taken),
            )
        return taken

    def to_device(self, array: npt.ArrayLike, dtype: npt.DTypeLike) -> Any:
        """Copy an array to the device, in C order."""
        with self.current():
            return self.xp.asarray(np.ascontiguousarray(array, dtype))

    def all_to_device(self, arrays: Sequence[npt.NDArray[Any]]) -> list[Any]:
        """Copy arrays in C order to the device, together."""
        ends = np.cumsum([padded(array.nbytes, ALIGNMENT) for array in arrays]).tolist()
        here = np.empty(ends[-1], np.uint8)
        placed = [*zip(arrays, [0, *ends], strict=False)]
        for array, first in placed:
            _part_of(here, first, array)[...] = array
        with self.current():
            there = self.xp.asarray(here)
            return [_part_of(there, first, array) for array, first in placed]

    def host_array(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Allocate an array on the host, page-locked if there is such memory for its size."""
        size = math.prod(shape) * np.dtype(dtype).itemsize
        if self.lock_pages is None or not LEAST_LOCKED <= size <= MOST_LOCKED:
            return np.empty(shape, dtype)
        # CuPy keeps freed memory by size: few sizes, little memory.
        rounded = padded(size, 1 << (size.bit_length() - 3))
        try:
            with self.current():
                locked = self.lock_pages(rounded)
        except Exception as error:
            if not self.ran_out(error):
                raise
            return np.empty(shape, dtype)
        return np.frombuffer(locked, np.uint8, size).view(dtype).reshape(shape)

    def to_host(self, array: Any, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Copy an array from the device; waits for the kernels that fill it.

        ``out`` takes it, an array in C order of its shape and dtype; None for a new one.
        """
        if out is None:
            out = self.host_array(array.shape, array.dtype)
        with self.current():
            if hasattr(array, "get"):
                array.get(out=out)
            else:
                out[...] = array
        return out

    def columns_to_host(self, matrix: Any, out: npt.NDArray[Any]) -> None:
        """Copy the first columns of a matrix on the device to ``out``, (rows, columns)."""
        alike = out.flags.c_contiguous and out.dtype == matrix.dtype
        if self.copy_columns is None or not alike:
            out[...] = self.to_host(matrix)[:, : out.shape[1]]
            return
        with self.current():
            self.copy_columns(matrix, out)


class MemoryBudget:
    """Bytes of a device that work may take; halved if the device refuses memory.

    ``given`` bytes are the user's limit, None for most of what is free. ``release`` is called
    before another try. `gpuwordle.backends.numba_cuda` has its device's memory counted here too.
    """

    def __init__(
        self,
        name: str,
        vocabulary: Vocabulary,
        given: int | None,
        free_bytes: Callable[[], int],
        ran_out: Callable[[BaseException], bool],
        release: Callable[[], None],
    ) -> None:
        self._name, self._vocabulary, self._given = name, vocabulary, given
        self._free_bytes, self._ran_out, self._release = free_bytes, ran_out, release
        self._largest: int | None = None

    def available(self) -> int:
        """Return the bytes that may be taken now."""
        budget = self._given
        if budget is None:
            budget = int(self._free_bytes() * SHARE_OF_FREE_MEMORY)
        return budget if self._largest is None else min(budget, self._largest)

    def run(self, compute: Callable[[int], Result]) -> Result:
        """Compute with a budget of bytes; if the device refuses memory, with half of it, and so on.

        Raises
        ------
        UserError
            If the device refuses even the smallest tiles.
        """
        words = self._vocabulary
        free, budget = self._free_bytes(), self.available()
        while True:
            try:
                return compute(budget)
            except Exception as error:
                if not self._ran_out(error):
                    raise
            self._release()  # outside the handler, whose traceback keeps arrays alive
            if budget // 2 < LEAST_MEMORY:
                raise UserError(
                    f"{self._name} has too little free memory ({free >> 20} MiB) for "
                    f"{len(words.answers)} answers of {words.length} letters; close other "
                    "programs that use it, or choose --backend numba"
                )
            budget //= 2
            self._largest = budget
            warnings.warn(
                f"{self._name} ran out of memory; continuing with tiles of {budget >> 20} MiB",
                RuntimeWarning,
                stacklevel=3,
            )


_devices: dict[tuple[Any, int], Device] = {}
_devices_lock = Lock()


def cupy_device() -> Device:
    """Return CuPy's current device; backends of all vocabularies share its compiled kernels."""
    import cupy

    number = cupy.cuda.Device().id
    with _devices_lock:
        if (cupy, number) not in _devices:
            _devices[cupy, number] = _make_cupy_device(cupy, number)
        return _devices[cupy, number]


def _make_cupy_device(cupy: Any, number: int) -> Device:
    """Make a device of CuPy, the module."""
    device = cupy.cuda.Device(number)
    pool = cupy.get_default_memory_pool()
    # A kernel that is loaded at its first launch takes memory too, and the driver refuses that.
    by_status = (cupy.cuda.runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError)

    def ran_out(error: BaseException) -> bool:
        if isinstance(error, by_status):
            return bool(error.status == NO_MEMORY)  # type: ignore[attr-defined]
        return isinstance(error, cupy.cuda.memory.OutOfMemoryError)

    def compile_variant(variant: Variant) -> Any:
        module = cupy.RawModule(code=variant.source, options=("--std=c++17",))
        try:
            module.compile()
        except cupy.cuda.compiler.CompileException as error:
            raise UserError(
                f"{variant} does not compile for this GPU; please report it with this log:",
                log=str(error),
            ) from error
        return module

    def free_bytes() -> int:
        with cupy.cuda.Device(number):
            return int(cupy.cuda.runtime.memGetInfo()[0] + pool.free_bytes())

    def release() -> None:
        with cupy.cuda.Device(number):
            pool.free_all_blocks()
            cupy.get_default_pinned_memory_pool().free_all_blocks()

    def copy_columns(matrix: Any, out: npt.NDArray[Any]) -> None:
        stream, runtime = cupy.cuda.get_current_stream(), cupy.cuda.runtime
        row_bytes = out.shape[1] * out.itemsize
        runtime.memcpy2DAsync(
            out.ctypes.data,
            row_bytes,
            matrix.data.ptr,
            matrix.strides[0],
            row_bytes,
            len(out),
            runtime.memcpyDeviceToHost,
            stream.ptr,
        )
        stream.synchronize()

    return Device(
        name=cupy.cuda.runtime.getDeviceProperties(device.id)["name"].decode(),
        xp=cupy,
        compile=compile_variant,
        shared_bytes=device.attributes["MaxSharedMemoryPerBlockOptin"],
        busy_blocks=BLOCKS_PER_MULTIPROCESSOR * device.attributes["MultiProcessorCount"],
        free_bytes=free_bytes,
        ran_out=ran_out,
        release=release,
        synchronize=device.synchronize,
        lock_pages=cupy.cuda.alloc_pinned_memory,
        copy_columns=copy_columns,
        current=lambda: cupy.cuda.Device(number),
    )


def driver_loads() -> bool:
    """Whether the NVIDIA driver's library can be loaded; far quicker than importing a package."""
    for name in ("libcuda.so.1", "nvcuda.dll"):
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False


def installed_cupy_packages() -> list[str]:
    """List the installed packages that provide the module ``cupy``; only one may be installed."""
    found = []
    for name in CUPY_PACKAGES:
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        found.append(name)
    return found


def cupy_problem() -> str | None:
    """Say in one line why CuPy cannot be used here, and the remedy; None if it can."""
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
        return f"CuPy cannot be imported ({first_line(error)}); {INSTALL}"
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
            f"pip install 'gpuwordle[cuda{have}]'"
        )
    try:
        count = runtime.getDeviceCount()
    except Exception as error:  # cudaErrorNoDevice among others
        return f"no usable NVIDIA GPU ({error}); check nvidia-smi and CUDA_VISIBLE_DEVICES"
    if count == 0:
        return "no NVIDIA GPU is visible; check nvidia-smi and CUDA_VISIBLE_DEVICES"
    try:
        # Every run loads it, even if the compiled kernels are in CuPy's cache on disk.
        cupy.cuda.nvrtc.getVersion()
    except Exception as error:
        return (
            f"CuPy finds no NVRTC, which compiles the kernels ({first_line(error)}); "
            f"an extra provides it: {INSTALL}"
        )
    return None


def first_line(error: Exception) -> str:
    """Return the first line of an error, or its type if it has none."""
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__
