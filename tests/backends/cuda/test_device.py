"""Machines that cannot run the CUDA backends: one line with the cause and the remedy."""

import importlib.metadata
import importlib.util
import re
import sys
import threading
import types
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import pytest
from helpers.errors import refused

from gpuwordle.backends.cuda import device
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.device import cupy_device, cupy_problem
from gpuwordle.backends.cuda.source import ROWS, VARIANTS
from gpuwordle.backends.numba_cuda import backend as numba_cuda
from gpuwordle.backends.table import BACKENDS, choose
from gpuwordle.errors import UserError


class CompileException(Exception):
    pass


class CUDARuntimeError(RuntimeError):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


class CUDADriverError(CUDARuntimeError):
    pass


@pytest.fixture
def machine(monkeypatch):
    """machine(...): a computer with these packages, driver and GPUs."""

    def make(
        packages=("cupy-cuda13x",),
        library=True,
        driver=13000,
        runtime=13000,
        gpus=1,
        importable=True,
        **fails,
    ):
        make.called = []

        def answer(name, value):
            def function(*_):
                make.called.append(name)
                if name in fails:
                    raise RuntimeError(fails[name])
                return value

            return function

        class CupyDevice:
            attributes: ClassVar = {
                "MaxSharedMemoryPerBlockOptin": 232448,
                "MultiProcessorCount": 132,
            }
            synchronize = staticmethod(answer("synchronize", None))

            def __init__(self, number=None):
                self.id = make.current if number is None else number

            def __enter__(self):
                self.before, make.current = make.current, self.id

            def __exit__(self, *_):
                make.current = self.before

        make.current = 0
        cupy = types.ModuleType("cupy")
        cupy.cuda = types.SimpleNamespace(
            Device=CupyDevice,
            driver=types.SimpleNamespace(CUDADriverError=CUDADriverError),
            nvrtc=types.SimpleNamespace(getVersion=answer("nvrtc", (13, 0))),
            runtime=types.SimpleNamespace(
                driverGetVersion=answer("driver_version", driver),
                runtimeGetVersion=answer("runtime_version", runtime),
                getDeviceCount=answer("device_count", gpus),
                getDeviceProperties=lambda _: {"name": b"Some GPU"},
                memGetInfo=lambda: ((make.current + 1) << 30, 1 << 31),
                CUDARuntimeError=CUDARuntimeError,
            ),
            compiler=types.SimpleNamespace(CompileException=CompileException),
            memory=types.SimpleNamespace(OutOfMemoryError=MemoryError),
            alloc_pinned_memory=None,
        )
        cupy.get_default_memory_pool = lambda: types.SimpleNamespace(
            free_bytes=lambda: 5, free_all_blocks=lambda: None
        )

        class RawModule:
            def __init__(self, code, options):
                assert "__global__" in code
                # NVRTC runs once for each set of options, even if the kernels are in the cache.
                assert options == ("--std=c++17",)
                self.code = code

            def compile(self):
                make.called += [v.file for v in VARIANTS if v.source == self.code]
                if "compiles" in fails:
                    raise CompileException(fails["compiles"])

            def get_function(self, name):
                return name

        cupy.RawModule = RawModule
        monkeypatch.setitem(sys.modules, "cupy", cupy if importable else None)

        def version(name):
            if name not in packages:
                raise importlib.metadata.PackageNotFoundError(name)
            return "14.0.0"

        monkeypatch.setattr(importlib.metadata, "version", version)
        monkeypatch.setattr(device, "driver_loads", lambda: library)
        monkeypatch.setattr(
            importlib.util, "find_spec", lambda name: object() if packages else None
        )
        return cupy

    return make


CASES = {
    "nothing installed": (
        {"packages": ()},
        ["CuPy is not installed", "pip install 'gpuwordle[cuda13]'"],
    ),
    "two packages": (
        {"packages": ("cupy-cuda12x", "cupy-cuda13x")},
        ["cupy-cuda12x and cupy-cuda13x", "pip uninstall cupy-cuda12x cupy-cuda13x"],
    ),
    "a package that is broken": ({"importable": False}, ["CuPy cannot be imported", "pip install"]),
    "no driver": ({"library": False}, ["no NVIDIA driver", "--backend numba"]),
    "a driver that is not loaded": ({"driver": 0}, ["no NVIDIA driver", "--backend numba"]),
    "old driver": (
        {"driver": 12040},
        ["supports CUDA 12", "cupy-cuda13x needs CUDA 13", "pip install 'gpuwordle[cuda12]'"],
    ),
    "runtime of another major": (
        {"runtime_version": "libcudart.so.13: not found"},
        ["libcudart.so.13: not found", "pip install"],
    ),
    "driver that does not answer": (
        {"device_count": "cudaErrorNoDevice"},
        ["no usable NVIDIA GPU (cudaErrorNoDevice)", "nvidia-smi"],
    ),
    "no GPU": ({"gpus": 0}, ["no NVIDIA GPU is visible", "CUDA_VISIBLE_DEVICES"]),
    "no NVRTC": (
        {"nvrtc": "libnvrtc.so.13: cannot open\nsecond line"},
        ["no NVRTC", "(libnvrtc.so.13: cannot open)", "pip install 'gpuwordle[cuda13]'"],
    ),
}


def cannot_be_chosen(backend, parts):
    """Expect one line with the cause and the remedy."""
    reason = ".*".join(map(re.escape, parts))
    refused(f"^backend '{backend}' is not available: .*{reason}", choose, backend)


@pytest.mark.parametrize("name", CASES)
def test_one_line_with_cause_and_remedy(machine, name):
    computer, parts = CASES[name]
    machine(**computer)
    cannot_be_chosen("cupy", parts)


@pytest.mark.parametrize(
    ("computer", "chosen"),
    [
        pytest.param({}, "cupy", id="all is well"),
        pytest.param(
            {"packages": ("cupy-cuda12x",), "runtime": 12090}, "cupy", id="a newer driver"
        ),
        pytest.param({"nvrtc": "libnvrtc.so.13: cannot open"}, "numba", id="no NVRTC"),
    ],
)
def test_what_is_chosen(machine, computer, chosen):
    machine(**computer)
    assert choose("auto").name == choose(chosen).name == chosen
    assert (cupy_problem() is None) == (chosen == "cupy")


def test_numba_stands_before_numba_cuda():
    """As long as no measurement says that the GPU is quicker there."""
    names = list(BACKENDS)
    assert names.index("cupy") < names.index("numba") < names.index("numba-cuda")


def test_a_device_is_used_whatever_device_is_current(machine):
    cupy = machine()
    first = cupy_device()
    assert (first.name, first.shared_bytes) == ("Some GPU", 232448)
    with cupy.cuda.Device(1):
        second = cupy_device()
    assert [one.free_bytes() for one in (first, second)] == [(1 << 30) + 5, (2 << 30) + 5]
    with second.current():
        assert cupy.cuda.Device().id == 1
    assert cupy.cuda.Device().id == 0


def test_threads_share_one_device(machine):
    machine()
    with ThreadPoolExecutor(8) as executor:
        barrier = threading.Barrier(8)

        def made(_):
            barrier.wait()
            return cupy_device()

        assert len(set(map(id, executor.map(made, range(8))))) == 1


def test_memory_is_refused_in_several_ways(machine):
    cupy = machine()
    errors = [
        cupy.cuda.memory.OutOfMemoryError(),
        CUDARuntimeError(2),  # page-locked memory
        CUDADriverError(2),  # a kernel that is loaded at its first launch
        CUDARuntimeError(700),
        ValueError(),
    ]
    assert [*map(cupy_device().ran_out, errors)] == [True, True, True, False, False]


@pytest.mark.parametrize("fails", [{}, {"synchronize": "out of memory"}])
def test_warming_up_prepares_the_device_and_leaves_errors_to_others(machine, fails):
    machine(**fails)
    threads = set(threading.enumerate())
    CupyBackend.warm_up()
    for thread in set(threading.enumerate()) - threads:
        thread.join()
    compiled = [] if fails else ["plan.cu", "rows.cu", "leaders.cu", "counters.cu"]
    assert machine.called == ["synchronize", *compiled]


def test_a_kernel_that_does_not_compile_shows_the_compilers_log(machine):
    machine(compiles="rows.cu(7): error: expected a ';'")
    with pytest.raises(UserError, match=r"rows\.cu.*\n.*expected a ';'"):
        cupy_device().kernel(ROWS, "build_rows")


@pytest.mark.parametrize(
    ("package", "library", "simulated", "parts"),
    [
        (None, True, False, ["numba-cuda is not installed", "pip install 'gpuwordle[cuda13]'"]),
        (object(), False, False, ["no NVIDIA driver", "--backend numba"]),
        (object(), True, True, ["a simulator is not a GPU"]),
    ],
)
def test_numba_cuda_says_what_is_missing(monkeypatch, package, library, simulated, parts):
    if simulated:
        pytest.importorskip("numba.cuda")
        monkeypatch.setattr("numba.config.ENABLE_CUDASIM", 1)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: package)
    monkeypatch.setattr(numba_cuda, "driver_loads", lambda: library)
    cannot_be_chosen("numba-cuda", parts)
