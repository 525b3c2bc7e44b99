"""Daemon worker threads, not joined at exit.

At exit Python waits for the threads of `concurrent.futures`, however long their work takes; but
when the server ends, their results are no longer needed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

Work = Callable[[], Any]


class DaemonPool:
    """Threads that run submitted work in order."""

    def __init__(self, threads: int) -> None:
        self._queue: SimpleQueue[tuple[Future[Any], Work]] = SimpleQueue()
        for _ in range(threads):
            threading.Thread(target=self._run, daemon=True).start()

    def submit(self, work: Work) -> Future[Any]:
        """Run work as soon as a thread is free, unless it is cancelled before."""
        future: Future[Any] = Future()
        self._queue.put((future, work))
        return future

    def _run(self) -> None:
        while True:
            future, work = self._queue.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
