"""Threads for compiled loops: how work is cut into tasks, run, reported and interrupted.

Compiled code runs without the interpreter lock, so plain threads use all processors. Starting a
thread takes hundredths of a millisecond, and so does giving it a task, which happens under the
interpreter lock for one thread after another. So threads are kept for later runs, the calling
thread works like the others, and work is cut into tasks that take much longer than scheduling them,
by an estimate of their time. A task takes a few hundredths of a second at most, and between two
tasks a run can report and be interrupted. (A process that ends waits for the threads of its pools:
for one task of an interrupted run, but for all tasks of a run that a daemon thread began.)
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
"""How many threads work; a pool sets it so that its processes share the processors."""

Task = tuple[Callable[[], None], float]
"""A function to run, and its share of the work for the report."""

SHORTEST_TASK, LONGEST_TASK = 250_000.0, 30_000_000.0
"""Nanoseconds: much longer than scheduling a task, and short enough for a prompt interrupt."""

_TASKS_PER_THREAD = 4


class Threads:
    """A number of threads that run tasks, including the calling thread."""

    def __init__(self, count: int) -> None:
        self.count = max(1, count)

    def run(
        self, tasks: Iterable[Task], report: Callable[[float], None] = lambda share: None
    ) -> None:
        """Run tasks and report the share of each that is finished, from the calling thread.

        An exception from a task or the report, or an interrupt, ends the run: tasks that have
        started are finished, and the others never start.
        """
        waiting, ended = deque(tasks), SimpleQueue[float]()
        futures: list[Future[None]] = []
        try:
            for _ in range(min(self.count, len(waiting)) - 1):
                futures.append(_executor(self.count - 1).submit(_help, waiting, ended))
            for share in _work(waiting):
                report(share)
                while not ended.empty():
                    report(ended.get())
            # A helper that has not started finds nothing left to do. Waiting for it could last
            # forever: if this run is part of another run's task, all threads may be busy.
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
        """Cut items into ranges that are worth scheduling, several for each thread.

        One item takes about ``each`` nanoseconds, the length of a range is a multiple of
        ``multiple``, and a range takes at most ``longest`` nanoseconds. If items differ much, many
        short ranges keep all threads busy to the end.
        """
        total = items * each
        wanted = min(total / (_TASKS_PER_THREAD * self.count), longest, LONGEST_TASK)
        tasks = max(1, round(total / max(wanted, SHORTEST_TASK)))
        return pieces(items, max(1, -(-items // (tasks * multiple))) * multiple)


def _work(waiting: deque[Task]) -> Iterator[float]:
    """Run tasks until none is left; yield the share of each after it."""
    while True:
        try:
            task, share = waiting.popleft()
        except IndexError:
            return
        task()
        yield share


def _help(waiting: deque[Task], ended: SimpleQueue[float]) -> None:
    """Run tasks in a helper thread; the caller reports them, and an exception ends the run."""
    try:
        for share in _work(waiting):
            ended.put(share)
    except BaseException:
        waiting.clear()
        raise


@cache
def _executor(threads: int) -> ThreadPoolExecutor:
    """Return a pool of helper threads, one pool for each number; they start when needed."""
    return ThreadPoolExecutor(threads, thread_name_prefix="gpuwordle")


if hasattr(os, "register_at_fork"):
    # A forked child has none of its parent's threads, but the locks that they may have held.
    os.register_at_fork(after_in_child=_executor.cache_clear)


def default_threads() -> int:
    """Return GPUWORDLE_THREADS, or the number of processors that this process may run on."""
    wanted = os.environ.get(THREADS_VARIABLE, "").strip()
    if wanted:
        if not wanted.isdecimal() or len(wanted) > 9 or int(wanted) == 0:
            raise UserError(
                f"{THREADS_VARIABLE} is {wanted!r:.40}: set it to a positive number or unset it"
            )
        return int(wanted)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pieces(size: int, step: int) -> Iterator[tuple[int, int]]:
    """Cut 0 to size into ranges of at most ``step``."""
    for start in range(0, size, step):
        yield start, min(start + step, size)
