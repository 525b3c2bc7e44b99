"""How exact play and its checker are compiled: as little as their callers need.

numba gives each function a way in from Python, and one for calls by pointer. Where a function takes
all arrays that a search works in, each is longer than the function itself, and most functions need
neither. It also compiles a function anew for each constant that is passed to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core.registry import CPUDispatcher
from numba.core.types.misc import unliteral


class _Entry(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that is not compiled anew for each constant."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(unliteral, args)), kws)


class _Inner(_Entry):
    """One that Python cannot call: numba would jump to nowhere."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError(f"{self.__name__} is for compiled functions: Python cannot call it")


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls."""
    return _compile(function, _Entry, {})


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that only compiled functions call: Python gets a TypeError."""
    return _compile(function, _Inner, {"no_cpython_wrapper": True})


def _compile(function: Callable[..., Any], kind: type, options: dict[str, bool]) -> Any:
    compiled = njit(cache=True, nogil=True, no_cfunc_wrapper=True, **options)(function)
    if isinstance(compiled, CPUDispatcher):  # none where NUMBA_DISABLE_JIT is set
        compiled.__class__ = kind
    return compiled
