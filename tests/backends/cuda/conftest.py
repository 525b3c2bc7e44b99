"""What a device is asked to do: its launches, and the arrays that travel each way."""

from types import SimpleNamespace

import numpy as np
import pytest


@pytest.fixture
def watched(monkeypatch):
    """watched(device): launches with their grids and arguments, and the arrays that travel."""

    def watch(device):
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
        return seen

    return watch
