"""The numba.cuda backend without a GPU: in numba's simulator, and compiled to PTX."""

import importlib.util

import pytest
from helpers.processes import python, python_path

IN_SIMULATOR = """
from functools import partial
from itertools import chain, cycle, repeat
from unittest import mock

import pytest
from cuda_on_cpu.exercise import Case, mistakes
from helpers.errors import refused
from helpers.rules import TOLD
from helpers.words import random_vocabulary
from numba import config, cuda
from gpuwordle.backends.numba_cuda import kernels
from gpuwordle.backends.numba_cuda.backend import NumbaCudaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.rules.named import rule_named

assert config.ENABLE_CUDASIM
assert NumbaCudaBackend.unavailable() is not None, "a simulator is not a GPU"
kernels.TABLE, kernels.MOST_USED = 32, 20  # small, so that some guesses start again
NumbaCudaBackend.threads = 8

def check(case, memory=None):
    assert mistakes(case, partial(NumbaCudaBackend, memory=memory)) == [], case

for length, letters, answers in ((1, 3, 3), (5, 4, 30), (11, 4, 22), (20, 3, 12)):
    check(Case(length, letters, 1 + answers // 20, answers, (answers // 2,), True, True))
check(Case(4, 3, 9, 9, (3, 2), matrix=True), memory=400)
check(Case(4, 3, 2, 6, (3,), best=True))
kinds = cycle([(4, 3, 0, 400), (4, 3, 91, 400), (7, 3, 91, None), (12, 2, 0, None)])
for rule, (length, letters, weighted, memory) in zip([*TOLD, "wordle"] * 2, kinds):
    how = {"matrix": not weighted, "rule": rule_named(rule), "weighted": weighted}
    check(Case(length, letters, 2, 13, (3,), whole=True, **how), memory)

class Refused(Exception):
    code = 2

def refusing(times):
    made = chain([Refused] * times, repeat(mock.DEFAULT))
    return mock.patch.object(cuda, "device_array", wraps=cuda.device_array, side_effect=made)

vocabulary, told = random_vocabulary(4, 4, 3, 9), []
found, true = NumbaCudaBackend(vocabulary), NumpyBackend(vocabulary)
for compute in (lambda e: e.codes(), lambda e: e.statistics(progress=told.append).block):
    with refusing(1), pytest.warns(RuntimeWarning, match="ran out of memory; continuing with"):
        assert (compute(found) == compute(true)).all()
assert told[-1] == 1.0
with refusing(100), pytest.warns(RuntimeWarning):
    refused("too little free memory", found.codes)
print("right")
"""

TO_PTX = """
import numpy as np
from numba import cuda, types

vars(np).pop("row_stack", None)  # as NumPy 2.5 did
from gpuwordle.backends.numba_cuda import kernels

u8, u16, u32, i32, i64 = (
    lambda n, d=d: types.Array(d, n, "C")
    for d in (types.uint8, types.uint16, types.uint32, types.int32, types.int64)
)
signatures = {
    "gather_rows": (u8(1), i64(1), i32(1), u16(2), u8(2)),
    "write_codes": (u8(2), i32(3), types.int64, i32(1), u32(2)),
    "score": (u8(2), i32(3), types.int64, i32(1), i64(1), i64(1), i64(1), i64(3)),
}
for name, signature in signatures.items():
    assert type(getattr(kernels, name)._cache).__name__ == "CUDACache"
    for architecture in ((7, 5), (9, 0), (12, 0)):
        ptx, _ = cuda.compile_ptx(getattr(kernels, name).py_func, signature, cc=architecture)
        assert f".visible .entry" in ptx and f"sm_{architecture[0]}{architecture[1]}" in ptx
print("compiled")
"""


NO_PLACE = """
from numba.cuda.core import caching

caching.CacheImpl._locator_classes = []
from gpuwordle.backends.numba_cuda import kernels

assert type(kernels.score._cache).__name__ == "NullCache"
print("defined")
"""


def ends_with(said, program, simulated):
    how = {"PYTHONPATH": python_path(), "NUMBA_ENABLE_CUDASIM": simulated}
    _, output, errors = python("-c", program, timeout=900, **how)
    assert output == said, errors[-3000:]


@pytest.mark.rest
def test_in_the_simulator():
    ends_with("right\n", IN_SIMULATOR, "1")


@pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None or importlib.util.find_spec("nvidia") is None,
    reason="needs the extra compile-check: numba-cuda is not installed",
)
@pytest.mark.parametrize(
    ("program", "said"),
    [
        pytest.param(TO_PTX, "compiled\n", id="PTX", marks=pytest.mark.rest),
        pytest.param(NO_PLACE, "defined\n", id="no place"),
    ],
)
def test_compiles_and_is_kept_if_it_can_be(program, said):
    ends_with(said, program, "0")
