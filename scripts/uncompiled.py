"""Run compiled functions as plain Python: a mutant of one is then tested in a second, not a minute.

Results differ in one way: Python refuses an index out of range, and compiled code does not. Small
integers overflow in the same way, but Python warns.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType

CHECKER = "proofs"
"""The room whose functions call no compiled function of another room in the checker."""


def leave_uncompiled(room: str) -> None:
    """Make `gpuwordle.compiled.kernel` return functions as they are; call it before they load.

    If it is the checker's room, only its functions are left uncompiled; the rest is as usual.
    """
    if room == CHECKER:
        _leave_room_uncompiled(room)
        return
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


def _leave_room_uncompiled(room: str) -> None:
    from gpuwordle import compiled

    usual = compiled.kernel

    def kernel(signature=None, **options):
        if inspect.isfunction(signature):
            return kernel()(signature)

        def decorated(function):
            if function.__module__.split(".")[1] == room:
                return function
            return usual(signature, **options)(function)

        return decorated

    compiled.kernel = kernel


def compile_again(module: str, changed: str | None) -> None:
    """Compile a changed function, and those that call it, without the cache.

    Whatever may have a constant of the module in it is compiled if ``changed`` is None.
    """
    from gpuwordle import compiled

    stale = compiled.COMPILED_ROOMS[compiled.COMPILED_ROOMS.index(module.split(".")[1]) :]

    @cache
    def is_changed(function: FunctionType) -> bool:
        if changed is None:
            return function.__module__.split(".")[1] in stale
        return any((f.__module__, f.__name__) == (module, changed) for f in _reached(function))

    class Cache(compiled._CheckedCache):
        def load_overload(self, sig, target_context):
            if is_changed(self._function):
                return None
            return super().load_overload(sig, target_context)

        def save_overload(self, sig, data):
            if not is_changed(self._function):
                super().save_overload(sig, data)

    compiled._cache_of = Cache


def _reached(function: FunctionType) -> set[FunctionType]:
    """Return a function and all compiled functions that it calls."""
    found, left = {function}, [function]
    while left:
        caller = left.pop()
        for value in _values_of(caller):
            callee = getattr(value, "py_func", value)
            if isinstance(callee, FunctionType) and callee not in found:
                found.add(callee)
                left.append(callee)
    return found


def _values_of(function: FunctionType) -> Iterator[object]:
    """Yield what the names of a function stand for."""
    names, codes = set(), [function.__code__]
    for code in codes:
        names.update(code.co_names)
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
    yield from (cell.cell_contents for cell in function.__closure__ or ())
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        yield value
        if isinstance(value, ModuleType):
            yield from (vars(value)[inner] for inner in names & vars(value).keys())
