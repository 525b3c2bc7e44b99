"""Streams that do their work as late as they may, behind the face of CuPy's.

What is put into a stream is done when somebody waits for it, or, by chance, while somebody waits
for another. Copies and kernels know addresses and keep nothing alive, as on a device. Memory that
is given back is overwritten: device memory by its own stream, in its turn, and page-locked memory
at once.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections import Counter
from functools import partial
from types import SimpleNamespace

import numpy as np

POISON = 0xA5
CURRENT = threading.local()


def current_device() -> int:
    """The number of this thread's current device; every thread begins with 0."""
    return getattr(CURRENT, "number", 0)


class DeviceArray(np.ndarray):
    """An array on the device that was current when it was made.

    It can be sliced and copied, and no more: CuPy compiles kernels of its own for all else.
    """

    __array_ufunc__ = None

    def __array_finalize__(self, made_from):
        self.device_number = getattr(made_from, "device_number", current_device())

    def __getitem__(self, index):
        several = index if isinstance(index, tuple) else (index,)
        if not all(isinstance(one, int | slice) for one in several):
            raise TypeError(f"an index that CuPy compiles a kernel for: {index!r}")
        return super().__getitem__(index)

    def astype(self, *_args, **_named):
        raise TypeError("a conversion that CuPy compiles a kernel for")


class Memory:
    """Blocks of bytes: none is ever freed, so that late work cannot crash, only be wrong."""

    def __init__(self):
        self.blocks = []

    def block(self, size, given_back):
        """Memory of some size; ``given_back`` is called with its address and size in the end."""
        kept = (ctypes.c_char * max(size, 1))()
        self.blocks.append(kept)
        block = type("Block", (ctypes.c_char * max(size, 1),), {}).from_buffer(kept)
        address = ctypes.addressof(kept)
        ctypes.memset(address, POISON, size)
        weakref.finalize(block, given_back, address, size)
        return block


class LateArray(DeviceArray):
    """An array on the device, copied to and from it late."""

    def __array_finalize__(self, made_from):
        super().__array_finalize__(made_from)
        self.streams = getattr(made_from, "streams", None)

    @property
    def data(self):
        return SimpleNamespace(memset_async=self._clear)

    def _clear(self, value, size, stream):
        stream.put(partial(ctypes.memset, self.ctypes.data, value, size))

    def set(self, host, stream):
        self.streams.counts["copies"] += 1
        assert (self.dtype, self.shape) == (host.dtype, host.shape)
        stream.put(partial(ctypes.memmove, self.ctypes.data, host.ctypes.data, self.nbytes))

    def get(self, stream=None, out=None, blocking=True):
        if stream is None:
            self.streams.counts["copies"] += 1
            self.streams.synchronize()
            return np.array(self)
        self.streams.counts["copies"] += 1
        assert not blocking and (self.dtype, self.shape) == (out.dtype, out.shape)
        stream.put(partial(ctypes.memmove, out.ctypes.data, self.ctypes.data, self.nbytes))
        return out


class Stream:
    def __init__(self, streams):
        self.streams, self.work, self.done = streams, [], 0

    def put(self, work):
        self.work.append(work)

    def do(self, end):
        while self.done < end:
            self.work[self.done]()
            self.work[self.done] = None
            self.done += 1

    def __enter__(self):
        self.before, self.streams.current = self.streams.current, self
        return self

    def __exit__(self, *_):
        self.streams.current = self.before


class Event:
    def record(self, stream):
        self.stream, self.end = stream, len(stream.work)

    def synchronize(self):
        self.stream.streams.counts["waits"] += 1
        self.stream.streams.some_but(self.stream)
        self.stream.do(self.end)


class Streams:
    """The part of CuPy that queues need; ``seed`` says what is done before it has to be.

    ``counts`` says how often the host has allocated, copied and waited.
    """

    def __init__(self, seed):
        self.draw = np.random.default_rng(seed)
        self.all, self.current, self.memory = [], None, Memory()
        self.counts = Counter()
        self.cuda = SimpleNamespace(
            Stream=self._stream,
            Event=lambda disable_timing: Event(),
            alloc_pinned_memory=self._locked,
        )

    def _locked(self, size):
        self.counts["allocations"] += 1
        return self.memory.block(size, lambda at, size: ctypes.memset(at, POISON, size))

    def _stream(self, non_blocking):
        assert non_blocking
        self.all.append(Stream(self))
        return self.all[-1]

    def put(self, work):
        """Into the current stream; without one, at once."""
        if self.current is None:
            work()
        else:
            self.current.put(work)

    def some_but(self, stream):
        """Do some of what other streams have to do."""
        for other in self.draw.permutation(len(self.all)):
            if self.all[other] is not stream:
                left = len(self.all[other].work) - self.all[other].done
                self.all[other].do(self.all[other].done + self.draw.integers(0, left + 1))

    def synchronize(self):
        self.counts["waits"] += 1
        while any(stream.done < len(stream.work) for stream in self.all):
            self.some_but(None)

    def empty(self, shape, dtype):
        self.counts["allocations"] += 1
        self.limit.empty(shape, dtype)
        stream, size = self.current, int(np.prod(shape)) * np.dtype(dtype).itemsize

        def given_back(address, size):
            work = partial(ctypes.memset, address, POISON, size)
            (stream.put if stream is not None else self._after_all)(work)

        block = self.memory.block(size, given_back)
        array = np.frombuffer(block, dtype, int(np.prod(shape))).reshape(shape).view(LateArray)
        array.streams = self
        return array

    def _after_all(self, work):
        """Memory of the default order is used again at once, whatever other streams still do."""
        work()

    def arrays(self, limit):
        """The array module of the device; ``limit`` is one that refuses what is too large."""

        self.limit = limit

        def zeros(shape, dtype):
            array = self.empty(shape, dtype)
            self.put(partial(ctypes.memset, array.ctypes.data, 0, array.nbytes))
            return array

        def asarray(host):
            self.counts["copies"] += 1
            array = self.empty(host.shape, host.dtype)
            self.put(partial(ctypes.memmove, array.ctypes.data, host.ctypes.data, host.nbytes))
            assert self.current is None, "a copy that waits, in a queue"
            return array

        return SimpleNamespace(
            empty=self.empty, zeros=zeros, asarray=asarray, from_dlpack=limit.from_dlpack
        )

    def launching(self, module):
        """A module whose kernels are put into the current stream."""

        def get_function(name):
            kernel = module.get_function(name)
            kernel.put = self.put
            return kernel

        return SimpleNamespace(get_function=get_function)
