"""Where work is shared out to: other processes of this machine, or the workers of a Dask scheduler.

Both are `concurrent.futures` executors, and whatever takes an executor takes any such.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import active_children, connection, get_context, parent_process
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from gpuwordle.errors import UserError
from gpuwordle.memory import LEAST, MEMORY_VARIABLE, ceiling

THREADS_VARIABLE = "GPUWORDLE_THREADS"
"""Read by the numba backend; several processes share the machine's processors through it."""

DASK_TIMEOUT = 10.0
"""Seconds that a scheduler has to answer."""

DASK_PATIENCE = 60.0
"""Seconds that work waits for a worker where all were lost."""

CHECK_SECONDS = 5.0
"""How often an executor that finishes nothing is asked whether it still can."""

USUAL_WORKERS = 16

Item = TypeVar("Item")
Found = TypeVar("Found")


class Processes(ProcessPoolExecutor):
    """A pool of processes that says how many they are."""

    def __init__(self, count: int, *arguments: Any) -> None:
        super().__init__(count, *arguments)
        self.workers = count


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Open a pool of processes that share processors and memory evenly and end with this one.

    Parameters
    ----------
    count
        How many, at least 1.

    Raises
    ------
    UserError
        If count is below 1.
    """
    if count < 1:
        raise UserError(f"{count} processes are too few: give at least 1")
    affinity = getattr(os, "sched_getaffinity", None)
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    threads = os.environ.get(THREADS_VARIABLE) or str(max(1, processors // count))
    memory = str(max(LEAST, ceiling() // count))
    # A forked child would inherit the locks of threads that do not exist in it.
    others = set(active_children())
    pool = Processes(count, get_context("spawn"), _begin, (threads, memory))
    try:
        yield pool
    except BaseException:
        # What they are at may take long, and what they leave is swept when the run continues.
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(threads: str, memory: str) -> None:
    os.environ[THREADS_VARIABLE], os.environ[MEMORY_VARIABLE] = threads, memory
    # Ctrl-C reaches the whole group of processes; the first of them ends the others. Most systems
    # held it back from this one's first instruction on; for the rest, this is as early as can be.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A pool's processes wait for work for ever if the parent is killed.
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


class DaskExecutor(Executor):
    """Hands work to a Dask scheduler, and notices when nobody is left to do it.

    Parameters
    ----------
    client
        A ``distributed.Client``.
    address
        Where its scheduler listens, for errors.
    wait
        Wait for workers however long none is there.
    """

    def __init__(self, client: Any, address: str, *, wait: bool = False) -> None:
        self._client, self._usual = client, client.get_executor()
        self._address, self._waits = address, wait
        self._alone_since: float | None = None

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self._client.nthreads())

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand over a call."""
        future: Future[Any] = self._usual.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Forget what was handed over."""
        self._usual.shutdown(wait=wait)

    def check(self) -> None:
        """Look whether there is still a worker; to be called while nothing is finished.

        Raises
        ------
        UserError
            If the scheduler is gone, or no worker has been there for `DASK_PATIENCE` seconds.
        """
        try:
            workers = self._client.nthreads()
        except (OSError, TimeoutError, CancelledError) as error:
            raise UserError(
                f"the Dask scheduler at {self._address} is gone ({type(error).__name__}): start it "
                "again"
            ) from None
        if workers:
            self._alone_since = None
            return
        if self._alone_since is None:
            self._alone_since = time.monotonic()
            patience = "" if self._waits else f" for {DASK_PATIENCE:.0f} seconds"
            warnings.warn(
                f"the Dask scheduler at {self._address} has no worker left: waiting{patience}",
                RuntimeWarning,
                stacklevel=2,
            )
        elif not self._waits and time.monotonic() - self._alone_since >= DASK_PATIENCE:
            raise UserError(
                f"the Dask scheduler at {self._address} has had no worker for "
                f"{DASK_PATIENCE:.0f} seconds: start some with: dask worker ADDRESS, or wait for "
                "them with --wait"
            )


@contextmanager
def dask(address: str, *, timeout: float | None = None, wait: bool = False) -> Iterator[Executor]:
    """Connect to a running Dask scheduler.

    Its workers write their own files, so the output folder must be one that they share. Several
    GPUs are several workers, one for each.

    Parameters
    ----------
    address
        Where the scheduler listens, such as ``tcp://127.0.0.1:8786``.
    timeout
        Seconds to wait for its answer; `DASK_TIMEOUT` when None.
    wait
        Wait for workers, at the beginning and where all are lost later. Otherwise there has to be
        one at the beginning, and later a minute without any ends the run.

    Raises
    ------
    UserError
        If Dask is not installed, the address cannot be understood, no scheduler answers, or it
        has no worker.
    """
    if find_spec("distributed") is None:
        raise UserError("Dask is not installed: run pip install distributed")
    from distributed import Client

    remedy = "start one with: dask scheduler, and workers with: dask worker ADDRESS"
    try:
        client = Client(address, timeout=timeout or DASK_TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        why = " ".join(str(error).split())[:120] or type(error).__name__
        raise UserError(f"no Dask scheduler answers at {address} ({why}): {remedy}") from None
    try:
        if not wait and not client.nthreads():
            raise UserError(f"the Dask scheduler at {address} has no worker: {remedy}")
        yield DaskExecutor(client, address, wait=wait)
    finally:
        client.close()


def workers_of(executor: Executor) -> int:
    """Return how many workers an executor has, `USUAL_WORKERS` where it does not say."""
    return max(1, getattr(executor, "workers", USUAL_WORKERS))


def finished_by(
    executor: Executor, work: Callable[[Item], Found], items: Iterable[Item], pending: int
) -> Iterator[tuple[Item, Found]]:
    """Have an executor work on items, and yield each with what came of it as soon as it has ended.

    Parameters
    ----------
    executor
        Who works.
    work
        What is done; its errors are raised here.
    items
        Taken one by one, as late as ``pending`` allows.
    pending
        How many are handed over at a time.
    """
    handed: dict[Future[Found], Item] = {}
    done: SimpleQueue[Future[Found]] = SimpleQueue()
    rest = iter(items)
    try:
        while True:
            while len(handed) < pending and (item := next(rest, None)) is not None:
                with _ctrl_c_later():
                    future = executor.submit(work, item)
                    handed[future] = item
                    future.add_done_callback(done.put)
            if not handed:
                return
            try:
                future = done.get(timeout=CHECK_SECONDS)
            except Empty:
                if isinstance(executor, DaskExecutor):
                    executor.check()
                continue
            with _ctrl_c_later():
                item, found = handed.pop(future), future.result()
            yield item, found
    finally:
        # A pool of ours cancels what is left when it ends. Cancelled before that, a lost process
        # makes older Pythons print a traceback.
        if not isinstance(executor, Processes):
            for future in handed:
                future.cancel()


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Put Ctrl-C off until the end, and keep it from every process that is begun meanwhile.

    A process that is half begun would neither be ended with the others nor end quietly, and a
    future that is asked would stay locked.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # What is begun takes over the mask. Here another thread may still be told, and this one hears.
    pressed = threading.Event()
    usual = None
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT):
        usual = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if usual is not None:
            signal.signal(signal.SIGINT, usual)
        if pressed.is_set():
            signal.raise_signal(signal.SIGINT)


def losses() -> tuple[type[BaseException], ...]:
    """Return the exceptions by which executors say that a worker ended abruptly."""
    known: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    if "distributed" in sys.modules:
        from distributed.scheduler import KilledWorker

        # Dask has tried a task on several workers, and lost each.
        known += (KilledWorker,)
    return known
