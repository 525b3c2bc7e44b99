"""Threads that answer, and that nobody waits for in the end.

Those of `concurrent.futures` are waited for when the process ends, however long their work takes;
who ends a session waits for no answer any more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

Work = Callable[[], Any]


class Crew:
    """A number of threads that take what is to be done in order.

    Parameters
    ----------
    threads
        How many.
    """

    def __init__(self, threads: int) -> None:
        self._waiting: SimpleQueue[tuple[Future[Any], Work]] = SimpleQueue()
        for _ in range(threads):
            threading.Thread(target=self._work, daemon=True).start()

    def submit(self, work: Work) -> Future[Any]:
        """Have something done as soon as a thread is free; a cancelled one is never begun."""
        promised: Future[Any] = Future()
        self._waiting.put((promised, work))
        return promised

    def _work(self) -> None:
        while True:
            promised, work = self._waiting.get()
            if not promised.set_running_or_notify_cancel():
                continue
            try:
                promised.set_result(work())
            except BaseException as error:
                promised.set_exception(error)
