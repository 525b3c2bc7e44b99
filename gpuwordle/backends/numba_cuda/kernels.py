"""Kernels in numba.cuda: letter rows, codes, and statistics with a hash table.

They use only what numba's simulator can run: no warp functions, no dynamic shared memory, and
inlined device functions (which also compile to PTX on a machine without a driver). The CUDA C
kernels in ``kernels/`` do the same work in several ways, each for the groups it suits best; here
one way serves all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, int32, int64

# numba-cuda up to 0.30.4 calls np.row_stack, which NumPy 2.5 removed; without it nothing compiles.
vars(np).setdefault("row_stack", np.vstack)

TABLE = 2048
"""Slots of the hash table, a power of two: 24 KB of shared memory."""
MOST_USED = TABLE - TABLE // 4
"""Codes in the table at which a guess starts again in twice as many passes."""
FREE = -1

BUCKETS, LARGEST, SQUARES, LOGS = 0, 1, 2, 3


def kernel(function: Callable[..., None]) -> Any:
    """Compile a kernel when it is first called, and keep it on disk if there is a place for it."""
    try:
        return cuda.jit(cache=True)(function)
    except RuntimeError:  # neither the package's folder nor a cache of the user can be written
        return cuda.jit(function)


@kernel
def gather_rows(table: Any, base: Any, letters: Any, placement: Any, rows: Any) -> None:
    """Gather letter rows from the table of contributions, one thread per row and answer.

    A block does one row for blockDim.x answers. Grid: (rows, ceil(answers / blockDim.x)). Shared
    memory: none. See `gpuwordle.scoring.contributions`.
    """
    row = cuda.blockIdx.x
    answer = cuda.blockIdx.y * cuda.blockDim.x + cuda.threadIdx.x
    if answer < placement.shape[0]:
        rows[row, answer] = table[base[row] + placement[answer, letters[row]]]


@cuda.jit(device=True, inline="always")
def code_of(rows: Any, slots: Any, guess: int, answer: int) -> int:
    """Add up the letter rows of a guess for one answer."""
    code = int64(0)
    for plane in range(slots.shape[1] - 1, -1, -1):
        total = int64(0)
        for slot in range(slots.shape[2]):
            total += rows[slots[guess, plane, slot], answer]
        code = code * 243 + total
    return code


@kernel
def write_codes(rows: Any, slots: Any, answers: Any, codes: Any) -> None:
    """Write the code of every guess against some answers, one thread per pair.

    A block does one guess and blockDim.x answers. Grid: (guesses, ceil(answers / blockDim.x)).
    Shared memory: none.
    """
    guess = cuda.blockIdx.x
    column = cuda.blockIdx.y * cuda.blockDim.x + cuda.threadIdx.x
    if column < answers.shape[0]:
        codes[guess, column] = code_of(rows, slots, guess, answers[column])


@kernel
def score(
    rows: Any, slots: Any, candidates: Any, offsets: Any, n_log_n: Any, statistics: Any
) -> None:
    """Score one guess on one group of candidates.

    A block does one guess and one group; its threads share the candidates and enter each code into
    a hash table in shared memory. What a candidate adds to the statistics depends only on the size
    of its bucket before it, so the table is never read as a whole. If the table fills up, the guess
    starts again in twice as many passes, each for the codes whose hash has one remainder.
    Grid: (guesses, groups). Shared memory: 24 KB.

    ``statistics`` is int64, shape (4, groups, guesses), and zero before the launch.
    """
    keys = cuda.shared.array(TABLE, int64)
    counts = cuda.shared.array(TABLE, int32)
    used = cuda.shared.array(1, int32)
    guess, group = cuda.blockIdx.x, cuda.blockIdx.y
    first, last = offsets[group], offsets[group + 1]
    passes = 1
    turn = 0
    buckets, largest, squares, logs = int64(0), int64(0), int64(0), int64(0)
    while turn < passes:
        for slot in range(cuda.threadIdx.x, TABLE, cuda.blockDim.x):
            keys[slot] = FREE
            counts[slot] = 0
        if cuda.threadIdx.x == 0:
            used[0] = 0
        cuda.syncthreads()
        full = False
        for index in range(first + cuda.threadIdx.x, last, cuda.blockDim.x):
            if full:
                break
            code = code_of(rows, slots, guess, candidates[index])
            mixed = (code * 0x9E3779B1) & 0xFFFFFFFF
            if mixed & (passes - 1) != turn:
                continue
            slot = (mixed >> 13) & (TABLE - 1)
            while True:
                there = cuda.atomic.cas(keys, slot, FREE, code)
                if there == FREE:
                    full = cuda.atomic.add(used, 0, 1) >= MOST_USED
                    break
                if there == code:
                    break
                slot = (slot + 1) & (TABLE - 1)
            before = int64(cuda.atomic.add(counts, slot, 1))
            if before == 0:
                buckets += 1
            if before + 1 > largest:
                largest = before + 1
            squares += 2 * before + 1
            logs += n_log_n[before + 1] - n_log_n[before]
        cuda.syncthreads()
        if used[0] > MOST_USED:
            passes *= 2
            turn = 0
            buckets, largest, squares, logs = int64(0), int64(0), int64(0), int64(0)
        else:
            turn += 1
        cuda.syncthreads()
    cuda.atomic.add(statistics, (BUCKETS, group, guess), buckets)
    cuda.atomic.max(statistics, (LARGEST, group, guess), largest)
    cuda.atomic.add(statistics, (SQUARES, group, guess), squares)
    cuda.atomic.add(statistics, (LOGS, group, guess), logs)
