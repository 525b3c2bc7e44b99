"""Every backend that can run here, the emulated GPU among them."""

import pytest
from cuda_on_cpu.emulated import BACKWARD, compiler, emulated_device

from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.table import BACKENDS, backend_class


class EmulatedBackend(CupyBackend):
    """The CUDA backend on a device that runs its kernels on the CPU, threads backward."""

    def __init__(self, vocabulary, *, memory=None):
        super().__init__(vocabulary, memory=memory, device=emulated_device(BACKWARD))


EMULATED = pytest.param(
    EmulatedBackend,
    id="emulated",
    marks=pytest.mark.skipif(compiler() is None, reason="g++ is not installed"),
)


def available():
    """Backends as parameters: what cannot run here is skipped with the reason."""
    for name in BACKENDS:
        cls = backend_class(name)
        gpu = name in ("cupy", "numba-cuda")
        reason = cls.unavailable()
        marks = [pytest.mark.gpu] if gpu else []
        if reason is not None:
            marks.append(pytest.mark.skip(reason=reason))
        yield pytest.param(cls, id=name, marks=marks)
    yield EMULATED


def leading_guesses(engine, keys, top=1, pool="all"):
    """The leading guesses of one backend, for each key."""
    return next(leading_of_each([(engine, None)], keys, top, pool))
