"""The table of backends, and the choice of one.

A backend is imported when it is chosen. ``choose("auto")`` takes the first available backend in the
order of the table, never a simulated device.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

from gpuwordle.backends.backend import Backend
from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary, check_vocabulary

BACKENDS = {
    "cupy": ("cuda.backend", "CupyBackend"),
    "numba": ("numba_cpu.backend", "NumbaBackend"),
    "numba-cuda": ("numba_cuda.backend", "NumbaCudaBackend"),
    "numpy": ("numpy_cpu", "NumpyBackend"),
}
"""Module and class of each backend, best first."""

_LOG = logging.getLogger(__name__)


def backend_names() -> list[str]:
    """Return what `choose` takes."""
    return ["auto", *BACKENDS]


def backend_class(name: str) -> type[Backend]:
    """Import a backend's class, whether or not it can run here."""
    if name not in BACKENDS:
        raise UserError(f"unknown backend {shortened(name)!r}: {nearest(name, backend_names())}")
    module, cls = BACKENDS[name]
    loaded: type[Backend] = getattr(import_module(f"gpuwordle.backends.{module}"), cls)
    return loaded


def choose(name: str = "auto") -> type[Backend]:
    """Return the class of a backend that can run here: by its name in `BACKENDS`, or the first."""
    if not isinstance(name, str):
        raise TypeError(f"{name!r:.40} is not the name of a backend: give one such as 'numpy'")
    if name == "auto":
        cls = next(cls for cls in map(backend_class, BACKENDS) if cls.unavailable() is None)
        _LOG.debug("chose the backend %s", cls.name)
        return cls
    cls = backend_class(name)
    reason = cls.unavailable()
    if reason is not None:
        raise UserError(f"backend {name!r} is not available: {reason}")
    return cls


def known_backends() -> list[dict[str, Any]]:
    """Return what is known of each backend as plain values: the rows of ``gpuwordle backends``."""
    automatic = choose("auto").name
    rows = []
    for name in BACKENDS:
        cls = backend_class(name)
        reason = cls.unavailable()
        rows.append(
            {
                "name": name,
                "available": reason is None,
                "auto": name == automatic,
                "about": (cls.__doc__ or "").splitlines()[0],
                "remedy": reason or "",
            }
        )
    return rows


def engine_under(
    vocabulary: VocabularyLike,
    conditions: Conditions | None,
    length: int | None,
    backend: str | Backend,
    memory: int | None = None,
) -> tuple[Backend, Conditions]:
    """Return the backend for a vocabulary without its excluded words, and the conditions.

    The vocabulary is given as for `gpuwordle.words.sources.vocabulary_of`; conditions that are None
    are the default ones.
    """
    under = checked_conditions(conditions)
    words = vocabulary_of(vocabulary, length, under.exclude)
    return engine_for(words, backend, memory=memory), under


def engine_for(
    vocabulary: Vocabulary, backend: str | Backend, *, memory: int | None = None
) -> Backend:
    """Create the named backend for a vocabulary, or return a given backend object.

    A backend object keeps its own memory limit. Raises ValueError if it was made for another
    vocabulary.
    """
    check_vocabulary(vocabulary)
    if isinstance(backend, str):
        return choose(backend)(vocabulary, memory=memory)
    if not isinstance(backend, Backend):
        raise TypeError(f"{backend!r:.40} is not a backend: give a name or a backend object")
    if backend.vocabulary is not vocabulary and backend.vocabulary.digest != vocabulary.digest:
        raise UserError(
            f"the backend was made for {backend.vocabulary}, not for {vocabulary}: give its name"
        )
    return backend
