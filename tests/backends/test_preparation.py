"""The time in which kernels are prepared is counted once, however they are compiled."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from gpuwordle.backends import preparation
from gpuwordle.backends.cuda.device import Device


def counted(work):
    """Return the seconds that were counted while work was done, and those that it took."""
    before, start = preparation.spent()[0], time.perf_counter()
    work()
    return preparation.spent()[0] - before, time.perf_counter() - start


def prepare(seconds=0.2):
    with preparation.preparing():
        time.sleep(seconds)


def test_what_threads_prepare_at_the_same_time_counts_once():
    def work():
        with ThreadPoolExecutor(3) as executor:
            list(executor.map(prepare, [0.2] * 3))

    seconds, whole = counted(work)
    assert 0.2 <= seconds <= whole
    assert seconds < 0.5


def test_time_outside_is_not_counted_and_an_error_ends_it():
    def work():
        time.sleep(0.1)
        with pytest.raises(ZeroDivisionError), preparation.preparing():
            1 / 0  # noqa: B018
        time.sleep(0.1)

    seconds, _ = counted(work)
    assert 0 < seconds < 0.1


def test_numba_is_counted_once_however_often_listen_is_called():
    numba = pytest.importorskip("numba")
    for _ in range(3):
        preparation.listen()
    add = numba.njit(lambda a, b: a + b)
    seconds, whole = counted(lambda: add(1, 2))
    assert 0 < seconds <= whole
    assert seconds > whole / 3
    assert counted(lambda: add(1, 2))[0] == 0


def test_numba_cuda_is_counted_if_it_is_used():
    events = pytest.importorskip("numba.cuda.core.event")
    preparation.listen()

    def work():
        with events.trigger_event("numba-cuda:compiler_lock"):
            time.sleep(0.1)

    seconds, whole = counted(work)
    assert 0.1 <= seconds <= whole


def test_kernels_of_a_device_are_counted_when_they_are_compiled():
    def compile(variant):
        time.sleep(0.1)
        return SimpleNamespace(get_function=lambda name: (variant, name))

    device = Device("none", np, compile, 0, 1, lambda: 0, MemoryError)
    assert counted(lambda: device.kernel("variant", "name"))[0] >= 0.1
    assert counted(lambda: device.kernel("variant", "name"))[0] == 0
