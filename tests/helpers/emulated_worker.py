"""What a Dask worker loads to have a GPU: the emulated one, named after the device that it may see.

``dask worker ADDRESS --preload helpers.emulated_worker``
"""

import os

from cuda_on_cpu.emulated import emulated_device

from gpuwordle.backends.cuda import backend
from gpuwordle.backends.cuda.device import Device


def _device() -> Device:
    device = emulated_device()
    device.name = f"emulated GPU {os.environ['CUDA_VISIBLE_DEVICES']}"
    return device


backend.cupy_device = _device
backend.cupy_problem = lambda: None
