"""The CUDA backend with its kernels run on the CPU, and what its device is asked to do."""

from types import SimpleNamespace

import numpy as np
import pytest
from cuda_on_cpu.emulated import BACKWARD, compiler, emulated_device
from helpers.noted import noted

from gpuwordle.backends.cuda.backend import CupyBackend


@pytest.fixture(scope="session")
def emulated():
    """emulated(words): a backend; its device is given, or made with some properties."""
    if compiler() is None:
        pytest.skip("g++ is not installed")

    def make(words, *, memory=None, device=None, order=BACKWARD, **properties):
        device = device or emulated_device(order, **properties)
        return CupyBackend(words, memory=memory, device=device)

    return make


@pytest.fixture
def watched(monkeypatch, emulated):
    """watched(words): a backend, and its launches with grids and arguments, and what travels."""

    def make(words, **options):
        engine = emulated(words, **options)
        device, seen = engine._device, SimpleNamespace(kernels=[], grids=[], arguments=[])

        def launched(_, variant, name, grid, threads, arguments, *shared):
            seen.kernels.append(name)
            seen.grids.append(tuple(grid))
            seen.arguments.append(arguments)

        noted(monkeypatch, device, "launch", launched)
        seen.up = noted(monkeypatch, device, "to_device", lambda _, array, *dtype: np.array(array))
        seen.down = noted(monkeypatch, device, "to_host", lambda array, *given: np.array(array))
        return engine, seen

    return make
