"""The CUDA backend with its kernels run on the CPU, and what its device is asked to do."""

from types import SimpleNamespace

import numpy as np
import pytest
from cuda_on_cpu.emulated import BACKWARD, compiler, emulated_device

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
        device = engine._device
        seen = SimpleNamespace(kernels=[], grids=[], arguments=[], up=[], down=[])
        launch, to_device, to_host = device.launch, device.to_device, device.to_host

        def note(variant, name, grid, threads, arguments, *shared, **named):
            seen.kernels.append(name)
            seen.grids.append(tuple(grid))
            seen.arguments.append(arguments)
            launch(variant, name, grid, threads, arguments, *shared, **named)

        def note_up(array, dtype):
            seen.up.append(np.asarray(array))
            return to_device(array, dtype)

        def note_down(array):
            seen.down.append(np.array(array))
            return to_host(array)

        monkeypatch.setattr(device, "launch", note)
        monkeypatch.setattr(device, "to_device", note_up)
        monkeypatch.setattr(device, "to_host", note_down)
        return engine, seen

    return make
