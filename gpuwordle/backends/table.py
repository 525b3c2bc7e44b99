"""Backends: the places where patterns and statistics are computed.

A table names them; nothing is imported until one is asked for. ``choose("auto")`` takes the first
that is available, in the order of the table, and never a simulated device.
"""

from __future__ import annotations

from importlib import import_module

from gpuwordle.backends.backend import Backend
from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.words.vocabulary import Vocabulary, check_vocabulary

BACKENDS = {
    "cupy": ("cuda.backend", "CupyBackend"),
    "numba": ("numba_cpu.backend", "NumbaBackend"),
    "numba-cuda": ("numba_cuda.backend", "NumbaCudaBackend"),
    "numpy": ("numpy_cpu", "NumpyBackend"),
}

"""Module and class of each backend, in the order in which ``auto`` tries them.

numba-cuda compiles its kernels in seconds, and no measurement shows it ahead of numba on the CPU.
"""


def backend_class(name: str) -> type[Backend]:
    """Import a backend's class without asking whether it can run here.

    Raises
    ------
    UserError
        If there is no backend of that name, with the nearest names.
    """
    if name not in BACKENDS:
        raise UserError(
            f"unknown backend {shortened(name)!r}: {nearest(name, [*BACKENDS, 'auto'])}"
        )
    module, cls = BACKENDS[name]
    loaded: type[Backend] = getattr(import_module(f"gpuwordle.backends.{module}"), cls)
    return loaded


def choose(name: str = "auto") -> type[Backend]:
    """Return the class of a backend that can run here.

    Parameters
    ----------
    name
        A name of `BACKENDS`, or ``auto`` for the first available one.

    Raises
    ------
    UserError
        If the named backend is unknown or cannot run here, with the reason and the remedy.
    """
    if name == "auto":
        return next(cls for cls in map(backend_class, BACKENDS) if cls.unavailable() is None)
    cls = backend_class(name)
    reason = cls.unavailable()
    if reason is not None:
        raise UserError(f"backend {name!r} is not available: {reason}")
    return cls


def engine_for(
    vocabulary: Vocabulary, backend: str | Backend, *, memory: int | None = None
) -> Backend:
    """Make the named backend for a vocabulary, or take the one given, which has its own memory.

    Raises
    ------
    UserError
        If there is no such backend or it cannot run here, or something else than a vocabulary is
        given.
    ValueError
        If a backend is given that was made for another vocabulary.
    """
    check_vocabulary(vocabulary)
    if isinstance(backend, str):
        return choose(backend)(vocabulary, memory=memory)
    if backend.vocabulary is not vocabulary and backend.vocabulary.digest != vocabulary.digest:
        raise ValueError(f"the backend was made for {backend.vocabulary}, not for {vocabulary}")
    return backend
