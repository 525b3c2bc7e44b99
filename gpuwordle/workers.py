"""Running compiled loops in threads: how work is cut, shared out, reported and interrupted.

Compiled code runs without the interpreter lock, so plain threads use all processors. Starting a
thread and handing it something to do both cost some hundredths of a millisecond, the second under
the interpreter lock, one thread after the other. So threads are kept for the next run, whoever asks
for it; the caller of a run works like the others; and work is cut into tasks that take far longer
than being handed over, by an estimate of its time. A task ends after some hundredths of a second at
most: between two there is time to report and to be interrupted. (A process that ends waits for its
pools' threads: for those of an interrupted run one task, for a daemon's run until it is through.)
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from queue import SimpleQueue

from gpuwordle.errors import UserError

THREADS_VARIABLE = "GPUWORDLE_THREADS"

Task = tuple[Callable[[], None], float]
"""Something to do, and its share of all the work for the report."""

SHORTEST_TASK, LONGEST_TASK = 250_000.0, 30_000_000.0
"""Nanoseconds: long beside a hand-over, short enough for an interrupt to seem prompt."""

_TASKS_PER_THREAD = 4


class Workers:
    """A number of threads to share work out to.

    Parameters
    ----------
    threads
        How many, the caller's own among them; one means that tasks run in the calling thread.
    """

    def __init__(self, threads: int) -> None:
        self.threads = max(1, threads)

    def run(
        self, tasks: Iterable[Task], report: Callable[[float], None] = lambda share: None
    ) -> None:
        """Run tasks, in threads if there is more than one, and report each one's share.

        Reports are made in the calling thread. An exception, be it of a task, of the report or an
        interrupt, ends it: tasks that have begun are finished, the others never start.
        """
        waiting, ended = deque(tasks), SimpleQueue[float]()
        futures: list[Future[None]] = []
        try:
            for _ in range(min(self.threads, len(waiting)) - 1):
                futures.append(_executor(self.threads - 1).submit(_help, waiting, ended))
            for share in _work(waiting):
                report(share)
                while not ended.empty():
                    report(ended.get())
            # Those that come too late find nothing left to do: within a task of another run, all
            # threads may be busy, and waiting for one would last for ever.
            for future in futures:
                if not future.cancel():
                    future.result()
            while not ended.empty():
                report(ended.get())
        except BaseException:
            waiting.clear()
            wait([future for future in futures if not future.cancel()])
            raise

    def cut(
        self, items: int, each: float, multiple: int = 1, longest: float = LONGEST_TASK
    ) -> Iterator[tuple[int, int]]:
        """Cut items into ranges, some for each thread, that are worth handing over.

        Parameters
        ----------
        items
            How many.
        each
            Nanoseconds that one takes, about.
        multiple
            Ranges are of a multiple of so many items.
        longest
            Nanoseconds that a range may take; where items differ much, many short ranges keep
            all threads busy to the end.
        """
        total = items * each
        wanted = min(total / (_TASKS_PER_THREAD * self.threads), longest, LONGEST_TASK)
        tasks = max(1, round(total / max(wanted, SHORTEST_TASK)))
        return pieces(items, max(1, -(-items // (tasks * multiple))) * multiple)


def _work(waiting: deque[Task]) -> Iterator[float]:
    """Do tasks until none is left; yield the share of each when it is done."""
    while True:
        try:
            task, share = waiting.popleft()
        except IndexError:
            return
        task()
        yield share


def _help(waiting: deque[Task], ended: SimpleQueue[float]) -> None:
    """Do tasks for the caller of a run, who reports them; an exception ends the run."""
    try:
        for share in _work(waiting):
            ended.put(share)
    except BaseException:
        waiting.clear()
        raise


@cache
def _executor(threads: int) -> ThreadPoolExecutor:
    """Return the threads that help runs of one width, idle or busy: they start when needed."""
    return ThreadPoolExecutor(threads, thread_name_prefix="gpuwordle")


if hasattr(os, "register_at_fork"):
    # A forked child has none of its parent's threads, and locks that they may have held.
    os.register_at_fork(after_in_child=_executor.cache_clear)


def default_threads() -> int:
    """Return GPUWORDLE_THREADS, or the number of processors that this process may run on.

    Raises
    ------
    UserError
        If the variable is set to something other than a positive number.
    """
    wanted = os.environ.get(THREADS_VARIABLE, "").strip()
    if wanted:
        if not wanted.isdecimal() or int(wanted) == 0:
            raise UserError(
                f"{THREADS_VARIABLE} is {wanted!r}: set it to a positive number or unset it"
            )
        return int(wanted)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pieces(size: int, step: int) -> Iterator[tuple[int, int]]:
    """Cut 0 to size into ranges of at most ``step``."""
    for start in range(0, size, step):
        yield start, min(start + step, size)
