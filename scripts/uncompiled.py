"""Run compiled functions as plain Python: a mutant of one is then tested in a second, not a minute.

Results differ in one way: Python refuses an index out of range, and compiled code does not. Small
integers overflow alike, but Python warns.
"""

from __future__ import annotations

import os


def leave_uncompiled() -> None:
    """Make `gpuwordle.compiled.kernel` return functions as they are; call it before they load."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    from numba.core import config

    config.DISABLE_JIT = 1
    import numpy as np

    from gpuwordle.backends.numba_cpu import intrinsics

    def count_distinct(rows, starts, size, first, counts):
        width = intrinsics.SIDE_BY_SIDE // rows.itemsize
        block = rows[np.add.outer(starts[:size], first + np.arange(width))]
        counts[first : first + width] = [len(set(column)) for column in block.T.tolist()]

    intrinsics.count_distinct = count_distinct
    intrinsics.popcount = lambda word: int(word).bit_count()
    from gpuwordle.optimal import workspace  # after its instructions are replaced

    # Fields of a record are attributes in numba.
    workspace.FRAME = np.dtype((np.record, workspace.FRAME))


def compile_again(room: str) -> None:
    """Compile the functions of a room, and of those that may call them, without the cache."""
    from gpuwordle import compiled

    stale = compiled.FLOORS[compiled.FLOORS.index(room) :]
    cached = compiled._cache_of

    def cache_of(function):
        if function.__module__.split(".")[1] in stale:
            return compiled.NullCache()
        return cached(function)

    compiled._cache_of = cache_of
