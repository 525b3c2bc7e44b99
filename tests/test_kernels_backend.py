"""The whole backend contract on the CUDA backend with its kernels run on the CPU."""

from __future__ import annotations

import inspect
from itertools import product

import pytest
import test_backends as suite
from cuda_on_cpu.emulated import BACKWARD, compiler, emulated_device

from gpuwordle.backends.cupy_gpu import CupyBackend

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")


class EmulatedBackend(CupyBackend):
    """The CUDA backend on a device that runs its threads backward."""

    def __init__(self, vocabulary, *, memory=None):
        super().__init__(vocabulary, memory=memory, device=emulated_device(BACKWARD))


def contract():
    """Every test of test_backends.py, with what it is parametrised by."""
    for name, test in vars(suite).items():
        if name.startswith("test_"):
            marks = [mark.args for mark in test.pytestmark if mark.name == "parametrize"]
            names = [names for names, _ in marks if names != "backend_type"]
            for values in product(*(values for names, values in marks if names != "backend_type")):
                label = "-".join([name.removeprefix("test_"), *map(str, values)])
                yield pytest.param(test, dict(zip(names, values, strict=True)), id=label)


@pytest.mark.parametrize(("test", "arguments"), list(contract()))
def test_contract(test, arguments, request):
    fixtures = set(inspect.signature(test).parameters) - {"backend_type", *arguments}
    given = {name: request.getfixturevalue(name) for name in fixtures}
    test(backend_type=EmulatedBackend, **arguments, **given)
