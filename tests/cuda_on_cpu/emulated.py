"""CUDA kernels compiled for the CPU, behind the interfaces of ``cupy.RawModule`` and `Device`.

The emulator refuses what CUDA's driver would refuse: launches that take more shared memory than was
asked for (static shared memory counts), blocks and grids beyond the limits, arguments of other
types than the kernel's, and arrays or kernels of another device than the current one. Arrays refuse
everything for which CuPy would compile a kernel of its own at run time, which needs headers of CUDA
that our kernels do not need.
"""

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

import numpy as np

from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.source import Variant

HERE = Path(__file__).parent
UNASKED_SHARED = 48 * 1024
"""Shared memory that a block may have unasked, static and dynamic together."""
MOST_SHARED = 227 * 1024
"""Shared memory that a block can have at all, static and dynamic together."""
ORDERS = FORWARD, BACKWARD, SHUFFLED = 0, 1, 7
"""Orders in which the threads of a block run between two barriers."""

PLAIN = ("-O1",)
FLAGS = {
    "plain": PLAIN,
    "thread": ("-O1", "-g1", "-fsanitize=thread"),
    "address": ("-Og", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
}
SANITIZER_LIBRARY = {"thread": "libtsan.so", "address": "libasan.so"}

KERNEL = re.compile(
    r'extern "C" __global__ __launch_bounds__\((\d+)[^)]*\)\s*void (\w+)\s*\(([^)]*)\)'
)
SCALAR = {"int": np.int32, "unsigned int": np.uint32, "long long": np.int64}
POINTED = SCALAR | {"unsigned char": np.uint8, "unsigned short": np.uint16, "void": None}
# Integer logarithms are the same bits below 2^63.
POINTED |= dict.fromkeys(("unsigned long long", "Segment", "Rank"), np.int64)
CURRENT = threading.local()


def current_device() -> int:
    """The number of this thread's current device; every thread begins with 0."""
    return getattr(CURRENT, "number", 0)


class DeviceArray(np.ndarray):
    """An array on the device that was current when it was made.

    It can be sliced and copied, and no more: CuPy compiles kernels of its own for all else.
    """

    __array_ufunc__ = None

    def __array_finalize__(self, made_from):
        self.device_number = getattr(made_from, "device_number", current_device())

    def __getitem__(self, index):
        several = index if isinstance(index, tuple) else (index,)
        if not all(isinstance(one, int | slice) for one in several):
            raise TypeError(f"an index that CuPy compiles a kernel for: {index!r}")
        return super().__getitem__(index)

    def astype(self, *_args, **_named):
        raise TypeError("a conversion that CuPy compiles a kernel for")


def compiler() -> str | None:
    """The C++ compiler, or None."""
    return shutil.which("g++")


@cache
def folder() -> Path:
    """Compiled kernels of this process; the environment can name a place to keep them."""
    kept = os.environ.get("CUDA_ON_CPU_CACHE")
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
        return Path(kept)
    holder = tempfile.TemporaryDirectory(prefix="cuda_on_cpu_")
    folder.holder = holder
    return Path(holder.name)


def g_plus_plus(command: list[str], text: str) -> subprocess.CompletedProcess[str]:
    """Compile a text, without the sanitizer that this process may have been started with."""
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    # A file: through a pipe, a compiler once got a text from which a block was missing.
    with tempfile.NamedTemporaryFile("w", suffix=".cpp", dir=folder()) as source:
        source.write(text)
        source.flush()
        command = [source.name if argument == "-" else argument for argument in command]
        return subprocess.run(["g++", *command], capture_output=True, text=True, env=plain)


def build(command: list[str], name: str, text: str = "") -> Path:
    """Run the compiler unless the same command and text have been compiled before."""
    digest = hashlib.sha256("\0".join([*command, text]).encode()).hexdigest()[:16]
    target = folder() / f"{digest}-{name}"
    if not target.exists():
        partial = target.with_name(f"{os.getpid()}-{target.name}")
        done = g_plus_plus([*command, "-o", str(partial)], text)
        if done.returncode:
            raise RuntimeError(f"{name} does not compile:\n{done.stderr[:4000]}")
        partial.replace(target)
    return target


COMMON = ("-std=c++20", "-fPIC", "-fno-gnu-unique", "-shared", f"-I{HERE}")


@cache
def scheduler(flags: tuple[str, ...]) -> Path:
    """The scheduler as a library that all modules share, and with it its fibers."""
    text = (HERE / "scheduler.cpp").read_text()
    return build([*COMMON, *flags, "-x", "c++", "-"], "scheduler.so", text)


STATIC_BYTES = """
extern "C" int static_shared_bytes() { return __stop_cuda_shared - __start_cuda_shared; }
"""


class Module:
    """One variant, compiled for the CPU; ``order`` is the order of the threads."""

    order = FORWARD

    def __init__(self, text: str, flags=PLAIN):
        expanded = build(["-E", "-P", "-x", "c++", "-D__restrict__=", "-"], "expanded.cpp", text)
        self.signatures = {
            name: (int(bound), [parameter.strip() for parameter in parameters.split(",")])
            for bound, name, parameters in KERNEL.findall(expanded.read_text())
        }
        unit = f'{(HERE / "cuda_on_cpu.h").read_text()}\n#line 1 "kernel"\n{text}\n'
        unit += "".join(f"EXPORT({name})\n" for name in self.signatures) + STATIC_BYTES
        command = [*COMMON, "-w", *flags, "-x", "c++", "-", "-x", "none"]
        library = build([*command, str(scheduler(flags))], "kernels.so", unit)
        self._library = ctypes.CDLL(str(library))
        # Of all kernels of the file together: one that shares its file may be refused too much.
        self.static_bytes = self._library.static_shared_bytes()

    def get_function(self, name: str):
        return Kernel(self, name)


class Kernel:
    """A launchable kernel that checks what CUDA would let pass: types, sizes and limits."""

    def __init__(self, module: Module, name: str):
        self.module, self.name = module, name
        self.most_threads, self.parameters = module.signatures[name]
        self.launch = getattr(module._library, f"launch_{name}")
        self.launch.restype = ctypes.c_char_p
        self._most_dynamic = UNASKED_SHARED - module.static_bytes
        self.device = current_device()

    @property
    def max_dynamic_shared_size_bytes(self):
        return self._most_dynamic

    @max_dynamic_shared_size_bytes.setter
    def max_dynamic_shared_size_bytes(self, size):
        if size + self.module.static_bytes > MOST_SHARED:
            raise RuntimeError(f"{self.name}: {size} bytes shared are more than a block can have")
        self._most_dynamic = size

    def __call__(self, grid, block, args, shared_mem=0):
        shape = [*grid, *(1,) * (3 - len(grid)), *block, *(1,) * (3 - len(block))]
        if self.device != current_device():
            raise RuntimeError(
                f"{self.name}: compiled for device {self.device}, {current_device()} is current"
            )
        if int(np.prod(block)) > self.most_threads:
            raise RuntimeError(f"{self.name}: {block} threads, its bound is {self.most_threads}")
        if shared_mem > self._most_dynamic:
            raise RuntimeError(
                f"{self.name}: {shared_mem} bytes shared, and {self.module.static_bytes} static, "
                "without asking for them"
            )
        if len(args) != len(self.parameters):
            raise RuntimeError(f"{self.name}: {len(args)} arguments, not {len(self.parameters)}")
        values = [self._value(*pair) for pair in zip(args, self.parameters, strict=True)]
        pointers = (ctypes.c_void_p * len(values))(*(value.ctypes.data for value in values))
        error = self.launch(
            *map(ctypes.c_uint, shape),
            ctypes.c_uint(shared_mem),
            pointers,
            ctypes.c_int(self.module.order),
        )
        if error:
            raise RuntimeError(f"{self.name}: {error.decode()}")

    def _value(self, argument, parameter: str):
        kind, pointer, _ = parameter.replace("const ", "").rpartition("*")
        if not pointer:
            kind = parameter.replace("const ", "").rsplit(" ", 1)[0].strip()
            if not isinstance(argument, np.generic) or argument.dtype != SCALAR[kind]:
                raise TypeError(f"{self.name}: {parameter} is given {argument!r}")
            return np.array(argument)
        if isinstance(argument, np.uint64) and argument == 0:
            return np.array(argument)
        wanted = None if "Code" in kind else POINTED[kind.strip()]
        if not isinstance(argument, np.ndarray) or not argument.flags.c_contiguous:
            raise TypeError(f"{self.name}: {parameter} is given {argument!r}")
        if not isinstance(argument, DeviceArray) or argument.device_number != self.device:
            raise RuntimeError(f"{self.name}: {parameter} is not on device {self.device}")
        if wanted is not None and argument.dtype != wanted:
            raise TypeError(f"{self.name}: {parameter} is given an array of {argument.dtype}")
        return np.array(argument.ctypes.data)


class OutOfMemory(Exception):
    """What the emulated device raises if an array does not fit."""


class Arrays:
    """The array module: arrays poisoned where CuPy's would be uninitialised, and a size limit."""

    def __init__(self, limit: int | None):
        self.limit = limit

    def empty(self, shape, dtype):
        array = DeviceArray(shape, dtype)
        if self.limit is not None and array.nbytes > self.limit:
            raise OutOfMemory(f"{array.nbytes} bytes")
        array.view(np.uint8).fill(0xA5) if array.size else None
        return array

    def zeros(self, shape, dtype):
        array = self.empty(shape, dtype)
        array.fill(0)
        return array

    @staticmethod
    def from_dlpack(array):
        return np.from_dlpack(array).view(DeviceArray)

    @staticmethod
    def asarray(array):
        return np.array(array, order="C").view(DeviceArray)  # a copy, as on a device


@cache
def compiled(text: str, flags: tuple[str, ...]) -> Module:
    return Module(text, flags)


def emulated_device(
    order: int = FORWARD,
    flags: tuple[str, ...] = PLAIN,
    shared_bytes: int = MOST_SHARED,
    largest_array: int | None = None,
    alter: Callable[[Variant], str] | None = None,
    number: int = 0,
) -> Device:
    """A device that runs kernels on the CPU, every launch in the given order of threads.

    ``alter`` gives the text to compile instead of a variant's own; ``number`` is what CuPy would
    call the device.
    """

    def compile_variant(variant: Variant) -> Module:
        text = variant.source if alter is None else alter(variant)
        module = compiled(text, flags)
        module.order = order
        return module

    return Device(
        name="emulated on the CPU",
        xp=Arrays(largest_array),
        compile=compile_variant,
        shared_bytes=shared_bytes,
        busy_blocks=3,
        free_bytes=lambda: 1 << 30,
        ran_out=lambda error: isinstance(error, OutOfMemory),
        current=partial(current, number),
    )


@contextmanager
def current(number: int):
    """Make a device the current one of this thread."""
    before = current_device()
    CURRENT.number = number
    try:
        yield
    finally:
        CURRENT.number = before
