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
"""Slots of the hash table, a power of two: 32 KB of shared memory."""
MOST_USED = TABLE - TABLE // 4
"""Codes in the table at which a guess starts again in twice as many passes."""
FREE = -1

CANDIDATE = 1 << 32
"""What a candidate adds to a counter, besides its weight: the lower 32 bits sum weights."""

BUCKETS, LARGEST, SQUARES, LOGS, HEAVIEST = range(5)


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
def code_of(rows: Any, slots: Any, plane_base: int, guess: int, answer: int) -> int:
    """Add up a guess's rows for one answer; a plane weighs ``plane_base`` times the one before."""
    code = int64(0)
    for plane in range(slots.shape[1] - 1, -1, -1):
        total = int64(0)
        for slot in range(slots.shape[2]):
            total += rows[slots[guess, plane, slot], answer]
        code = code * plane_base + total
    return code


@kernel
def write_codes(rows: Any, slots: Any, plane_base: int, answers: Any, codes: Any) -> None:
    """Write the code of every guess against some answers, one thread per pair.

    A block does one guess and blockDim.x answers. Grid: (guesses, ceil(answers / blockDim.x)).
    Shared memory: none.
    """
    guess = cuda.blockIdx.x
    column = cuda.blockIdx.y * cuda.blockDim.x + cuda.threadIdx.x
    if column < answers.shape[0]:
        codes[guess, column] = code_of(rows, slots, plane_base, guess, answers[column])


@kernel
def score(
    rows: Any,
    slots: Any,
    plane_base: int,
    candidates: Any,
    offsets: Any,
    added: Any,
    n_log_n: Any,
    statistics: Any,
) -> None:
    """Score one guess on one group of candidates.

    A block does one guess and one group; its threads share the candidates and enter each code into
    a hash table in shared memory. What a candidate adds to the statistics depends only on the size
    and weight of its bucket before it, so the table is never read as a whole. If the table fills
    up, the guess starts again in twice as many passes, each for the codes whose hash has one
    remainder.
    Grid: (guesses, groups). Shared memory: 32 KB.

    ``added``, int64 (answers,), is what each answer adds to a counter; ``n_log_n`` reaches to the
    weight of all answers. ``statistics`` is int64, shape (4, groups, guesses), or 5 in place of 4
    if there are weights, and zero before the launch.
    """
    keys = cuda.shared.array(TABLE, int64)
    counters = cuda.shared.array(TABLE, int64)
    used = cuda.shared.array(1, int32)
    guess, group = cuda.blockIdx.x, cuda.blockIdx.y
    first, last = offsets[group], offsets[group + 1]
    passes = 1
    turn = 0
    buckets, largest, squares = int64(0), int64(0), int64(0)
    logs, heaviest = int64(0), int64(0)
    while turn < passes:
        for slot in range(cuda.threadIdx.x, TABLE, cuda.blockDim.x):
            keys[slot] = FREE
            counters[slot] = 0
        if cuda.threadIdx.x == 0:
            used[0] = 0
        cuda.syncthreads()
        full = False
        for index in range(first + cuda.threadIdx.x, last, cuda.blockDim.x):
            if full:
                break
            code = code_of(rows, slots, plane_base, guess, candidates[index])
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
            more = added[candidates[index]]
            before = int64(cuda.atomic.add(counters, slot, more))
            after = before + more
            size, weight = after >> 32, after & (CANDIDATE - 1)
            if before == 0:
                buckets += 1
            largest, heaviest = max(largest, size), max(heaviest, weight)
            lighter = before & (CANDIDATE - 1)
            squares += weight * size - lighter * (size - 1)
            logs += n_log_n[weight] - n_log_n[lighter]
        cuda.syncthreads()
        if used[0] > MOST_USED:
            passes *= 2
            turn = 0
            buckets, largest, squares = int64(0), int64(0), int64(0)
            logs, heaviest = int64(0), int64(0)
        else:
            turn += 1
        cuda.syncthreads()
    cuda.atomic.add(statistics, (BUCKETS, group, guess), buckets)
    cuda.atomic.max(statistics, (LARGEST, group, guess), largest)
    cuda.atomic.add(statistics, (SQUARES, group, guess), squares)
    cuda.atomic.add(statistics, (LOGS, group, guess), logs)
    if statistics.shape[0] > HEAVIEST:
        cuda.atomic.max(statistics, (HEAVIEST, group, guess), heaviest)
