"""Executors: processes of this machine, or the workers of a Dask scheduler.

Both are `concurrent.futures` executors; functions that take an executor accept any other one, too.
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
from gpuwordle.threads import THREADS_VARIABLE, default_threads

DASK_TIMEOUT = 10.0
"""Seconds in which a scheduler has to answer."""

DASK_PATIENCE = 60.0
"""Seconds to wait for a new worker if all are lost."""

CHECK_SECONDS = 5.0
"""Seconds between checks of an executor that finishes nothing."""

USUAL_WORKERS = 16

Item = TypeVar("Item")
Found = TypeVar("Found")


class Processes(ProcessPoolExecutor):
    """A pool of processes with their number in `workers`."""

    def __init__(self, count: int, *arguments: Any) -> None:
        super().__init__(count, *arguments)
        self.workers = count


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Open a pool of processes that share processors and memory evenly and end with this one."""
    if count < 1:
        raise UserError(f"{count} processes are too few: give at least 1")
    threads = os.environ.get(THREADS_VARIABLE) or str(max(1, default_threads() // count))
    memory = str(max(LEAST, ceiling() // count))
    others = set(active_children())
    # A forked child would inherit locks held by threads that do not exist in it.
    pool = Processes(count, get_context("spawn"), _begin, (threads, memory))
    try:
        yield pool
    except BaseException:
        # Their current work may take long; unfinished files are removed when the run is resumed.
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(threads: str, memory: str) -> None:
    os.environ[THREADS_VARIABLE], os.environ[MEMORY_VARIABLE] = threads, memory
    # Ctrl-C reaches the whole process group, and the parent ends its children. `_sigint_blocked`
    # has blocked it here since the start of the process; without signal masks (Windows) this is the
    # earliest place to ignore it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # Without this, the processes of a pool would wait for work forever if the parent is killed.
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


class DaskExecutor(Executor):
    """Sends work to a Dask scheduler, and detects that no worker is left.

    ``client`` is a ``distributed.Client``; ``address`` is that of its scheduler, for errors. With
    ``wait`` it waits for workers without a limit.
    """

    def __init__(self, client: Any, address: str, *, wait: bool = False) -> None:
        self._client, self._usual = client, client.get_executor()
        self._address, self._waits = address, wait
        self._alone_since: float | None = None

    @property
    def workers(self) -> int:
        """Current number of workers."""
        return len(self._client.nthreads())

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Schedule a call."""
        future: Future[Any] = self._usual.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Release all scheduled calls."""
        self._usual.shutdown(wait=wait)

    def check(self) -> None:
        """Raise UserError if the scheduler is gone, or without workers for too long.

        Call it while no work is finished; the limit is `DASK_PATIENCE` seconds.
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
def dask(address: str, *, wait: bool = False) -> Iterator[Executor]:
    """Connect to a running Dask scheduler at an address such as ``tcp://127.0.0.1:8786``.

    Its workers write their own files, so they must share the output folder. To use several GPUs,
    start one worker for each. The scheduler has to answer within `DASK_TIMEOUT` seconds.
    With ``wait`` the run waits for workers, at the start and if all are lost later; otherwise there
    has to be a worker at the start, and a minute without workers ends the run. Raises UserError if
    Dask is not installed, the address is not valid, no scheduler answers, or it has no worker.
    """
    if find_spec("distributed") is None:
        raise UserError("Dask is not installed: run pip install 'gpuwordle[dask]'")
    from distributed import Client

    remedy = "start one with: dask scheduler, and workers with: dask worker ADDRESS"
    try:
        client = Client(address, timeout=DASK_TIMEOUT, set_as_default=False)
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
    """Return the number of an executor's workers; `USUAL_WORKERS` if it is unknown."""
    return max(1, getattr(executor, "workers", USUAL_WORKERS))


def finished_by(
    executor: Executor, work: Callable[[Item], Found], items: Iterable[Item], pending: int
) -> Iterator[tuple[Item, Found]]:
    """Run a function on items in an executor; yield each item with its result once it is finished.

    At most ``pending`` items are taken from the iterable and scheduled at a time. Errors of the
    function are raised here.
    """
    handed: dict[Future[Found], Item] = {}
    done: SimpleQueue[Future[Found]] = SimpleQueue()
    rest = iter(items)
    try:
        while True:
            while len(handed) < pending and (item := next(rest, None)) is not None:
                with _sigint_blocked():
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
            with _sigint_blocked():
                item, found = handed.pop(future), future.result()
            yield item, found
    finally:
        # `processes` cancels the rest when it shuts its pool down. If they were cancelled before, a
        # lost process would make older Pythons print a traceback.
        if not isinstance(executor, Processes):
            for future in handed:
                future.cancel()


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT inside the with-block, also in child processes started there.

    A half-started process would neither be terminated with the others nor end quietly, and a future
    that is interrupted while it is queried would stay locked.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # Child processes inherit the mask. Another thread of this process may still receive the signal,
    # and Python then runs the handler in the main thread.
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
    """Return the exceptions that executors raise if a worker ends abruptly."""
    known: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    if "distributed" in sys.modules:
        from distributed.scheduler import KilledWorker

        # Dask has tried a task on several workers and lost each of them.
        known += (KilledWorker,)
    return known
