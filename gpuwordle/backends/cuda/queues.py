"""Queues of a device: work of one waits for nothing but what was queued there before it.

What is sent to the device or fetched from it goes through page-locked memory, so that the host goes
on at once. Such memory is kept until the copy has been made, which is known as soon as something
that was fetched later has arrived. Device memory needs no such care: CuPy gives what is freed to
later work of the same queue alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Fetched = Callable[[], npt.NDArray[Any]]
"""Waits until an array has arrived, and returns it."""


class Queue(Protocol):
    """One of several queues of a device."""

    def entered(self) -> AbstractContextManager[Any]:
        """Put what is launched and allocated meanwhile into this queue."""

    def send(self, array: npt.NDArray[Any]) -> Any:
        """Copy an array to the device, later; it may be changed at once."""

    def fetch(self, array: Any) -> Fetched:
        """Copy an array from the device, later."""


class CupyQueue:
    """A stream of CuPy's, beside the default one, that waits for no other."""

    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self._under_way: list[Any] = []
        self._lock = Lock()

    def entered(self) -> AbstractContextManager[Any]:
        """Make the stream CuPy's current one."""
        stream: AbstractContextManager[Any] = self._stream
        return stream

    def send(self, array: npt.NDArray[Any]) -> Any:
        """Copy an array to the device by way of page-locked memory."""
        locked = self._locked(array.shape, array.dtype)
        locked[...] = array
        sent = self._cupy.empty(array.shape, array.dtype)
        with self._lock:
            sent.set(locked, stream=self._stream)
            self._under_way.append(locked)
        return sent

    def fetch(self, array: Any) -> Fetched:
        """Copy an array from the device to page-locked memory."""
        locked = self._locked(array.shape, array.dtype)
        arrived = self._cupy.cuda.Event(disable_timing=True)
        with self._lock:
            array.get(stream=self._stream, out=locked, blocking=False)
            arrived.record(self._stream)
            # What was sent before this is there when this has arrived.
            kept, self._under_way = [*self._under_way, locked], []

        def wait() -> npt.NDArray[Any]:
            arrived.synchronize()
            here = kept[-1].copy()
            kept.clear()
            return here

        return wait

    def _locked(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Page-locked memory, which lives as long as the array does."""
        count, kind = int(np.prod(shape)), np.dtype(dtype)
        memory = self._cupy.cuda.alloc_pinned_memory(max(1, count * kind.itemsize))
        return np.frombuffer(memory, kind, count).reshape(shape)
