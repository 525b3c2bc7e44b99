"""The numba.cuda backend without a GPU: in numba's simulator, and compiled to PTX."""

import importlib.util

import pytest
from helpers.processes import python, python_path

IN_SIMULATOR = """
import numpy as np
from numba import config
from helpers.rules import TOLD
from helpers.words import random_words
from gpuwordle.backends.numba_cuda import kernels
from gpuwordle.backends.numba_cuda.backend import NumbaCudaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.rules.named import rule_named
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary

assert config.ENABLE_CUDASIM
assert NumbaCudaBackend.unavailable() is not None, "a simulator is not a GPU"
kernels.TABLE, kernels.MOST_USED = 32, 20  # small, so that some guesses start again
NumbaCudaBackend.threads = 8

for length, letters, answers in ((1, 3, 3), (5, 4, 30), (6, 4, 20), (11, 4, 50), (20, 3, 12)):
    words = random_words(length, length, letters, answers)
    vocabulary = Vocabulary("random", words)
    found, true = NumbaCudaBackend(vocabulary), NumpyBackend(vocabulary)
    some = np.arange(0, len(words), 9)
    assert (found.codes(some) == true.codes(some)).all(), length
    groups = Groups.of([np.arange(len(words)), np.arange(0, len(words), 2)])
    done = []
    one, other = found.statistics(groups, some, done.append), true.statistics(groups, some)
    assert done[-1] == 1.0
    assert np.array_equal(one.block, other.block), length
vocabulary = Vocabulary("random", random_words(4, 4, 3, 9))
found, true = NumbaCudaBackend(vocabulary, memory=400), NumpyBackend(vocabulary)
assert (found.codes() == true.codes()).all()
groups = Groups.of([[0, 3, 4], [5, 8]])
key = KEYS["entropy"]
assert (found.best_guesses(groups, key) == true.best_guesses(groups, key)).all()
assert (found.bucket_counts(groups) == true.bucket_counts(groups)).all()
parts, each = Groups.of([np.arange(16), [5, 8, 9]]), [7, 1, 7, 90, 2, 30, 1, 1, 5] * 2
for rule in ("wordle", *TOLD):
    for length, letters, memory in ((4, 3, 400), (7, 3, None), (12, 2, None)):
        words = random_words(length, length, letters, 18)
        for weights in (None, each[: len(words)]):
            vocabulary = Vocabulary("x", words, rule=rule_named(rule), weights=weights)
            found, true = NumbaCudaBackend(vocabulary, memory=memory), NumpyBackend(vocabulary)
            said = rule, length, weights
            if weights is None:
                assert (found.codes([0, 13]) == true.codes([0, 13])).all(), said
            both = (engine.statistics(parts, [2, 11]).block for engine in (found, true))
            assert np.array_equal(*both), said
# A device that refuses memory once, and then always.
import warnings
from gpuwordle.errors import UserError

class Refused(Exception):
    code = 2

vocabulary = Vocabulary("random", random_words(4, 4, 3, 9))
found, true = NumbaCudaBackend(vocabulary), NumpyBackend(vocabulary)
make, left = found._cuda.device_array, [1]

def refuse(*arguments):
    if left[0]:
        left[0] -= 1
        raise Refused
    return make(*arguments)

found._cuda.device_array = refuse
for compute in (lambda e: e.codes(), lambda e: e.statistics(groups).block):
    left[0] = 1
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert (compute(found) == compute(true)).all()
    assert "ran out of memory; continuing with tiles of" in str(said[0].message)
left[0] = 100
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    try:
        found.codes()
    except UserError as error:
        assert "too little free memory" in str(error)
    else:
        raise AssertionError("no error")
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


def test_in_the_simulator():
    ends_with("right\n", IN_SIMULATOR, "1")


@pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None or importlib.util.find_spec("nvidia") is None,
    reason="needs the extra compile-check: numba-cuda is not installed",
)
@pytest.mark.parametrize(
    ("program", "said"), [(TO_PTX, "compiled\n"), (NO_PLACE, "defined\n")], ids=["PTX", "no place"]
)
def test_compiles_and_is_kept_if_it_can_be(program, said):
    ends_with(said, program, "0")
