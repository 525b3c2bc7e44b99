"""The time in which kernels were prepared: compiled, or loaded from a cache on disk.

It is not part of the time that games take, and occurs once in a process, during the first games
that need a kernel. It is counted separately, so that timings can leave it out.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_lock = threading.Lock()
_depth = 0
_began = (0.0, 0.0)
_spent = (0.0, 0.0)


@contextmanager
def preparing() -> Iterator[None]:
    """Count the time inside the with-block, once if several threads prepare at the same time."""
    _begin()
    try:
        yield
    finally:
        _end()


def spent() -> tuple[float, float]:
    """Return the wall and processor seconds in which this process has prepared kernels."""
    with _lock:
        return _spent


def listen() -> None:
    """Count what numba and numba-cuda prepare from now on, if they are installed.

    Kernels that are compiled by other means are counted with `preparing`.
    """
    if find_spec("numba") is not None:
        _listen_to("numba.core.event", "numba:compiler_lock")
    # Do not import it, because that needs a GPU; its users have imported it.
    if "numba.cuda.core.event" in sys.modules:
        _listen_to("numba.cuda.core.event", "numba-cuda:compiler_lock")


@cache
def _listen_to(module: str, lock: str) -> None:
    # The lock is held while a kernel is compiled, and while it is loaded from the cache on disk.
    events = import_module(module)

    class Listener(events.Listener):  # type: ignore[misc, name-defined]
        def on_start(self, event: Any) -> None:
            _begin()

        def on_end(self, event: Any) -> None:
            _end()

    events.register(lock, Listener())


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def _begin() -> None:
    global _depth, _began
    with _lock:
        if not _depth:
            _began = _now()
        _depth += 1


def _end() -> None:
    global _depth, _spent
    with _lock:
        _depth -= 1
        if not _depth:
            now = _now()
            _spent = (_spent[0] + now[0] - _began[0], _spent[1] + now[1] - _began[1])
