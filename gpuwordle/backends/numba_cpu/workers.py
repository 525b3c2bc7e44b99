"""Running compiled loops in threads: how work is cut, shared out, reported and interrupted.

Compiled code runs without the interpreter lock, so plain threads use all processors. Work is cut
into tasks of some hundredths of a second; between tasks there is time to report progress and to be
interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed

from gpuwordle.errors import UserError

THREADS_VARIABLE = "GPUWORDLE_THREADS"

Task = tuple[Callable[[], None], float]
"""Something to do, and its share of all the work for the report."""

# Tasks of this many pairs of guess and answer take about a thousandth and some hundredths of a
# second: long enough to hide what starting one costs, short enough for an interrupt to seem prompt.
_SMALLEST_TASK, _LARGEST_TASK = 1 << 20, 1 << 25
_TASKS_PER_THREAD = 4


class Workers:
    """A number of threads to share work out to.

    Parameters
    ----------
    threads
        How many; one means that tasks run in the calling thread.
    """

    def __init__(self, threads: int) -> None:
        self.threads = max(1, threads)

    def run(
        self, tasks: Iterable[Task], report: Callable[[float], None] = lambda share: None
    ) -> None:
        """Run tasks, in threads if there is more than one, and report each one's share.

        An exception, be it of a task, of the report or an interrupt, ends it: tasks that have
        begun are finished, the others never start.
        """
        listed = list(tasks)
        if self.threads == 1 or len(listed) == 1:
            for task, share in listed:
                task()
                report(share)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            shares = {pool.submit(task): share for task, share in listed}
            try:
                for future in as_completed(shares):
                    future.result()
                    report(shares[future])
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def shares(self, items: int, pairs_each: int) -> Iterator[tuple[int, int]]:
        """Cut items into ranges, some for each thread, that are neither tiny nor long."""
        wanted = items * pairs_each // (_TASKS_PER_THREAD * self.threads)
        pairs = min(max(wanted, _SMALLEST_TASK), _LARGEST_TASK)
        return ranges(items, max(1, pairs // max(pairs_each, 1)))

    def even(self, items: int, multiple: int = 1) -> Iterator[tuple[int, int]]:
        """Cut items into equal ranges, some for each thread, of a multiple of items each."""
        width = -(-items // (_TASKS_PER_THREAD * self.threads * multiple)) * multiple
        return ranges(items, max(width, 1))


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


def ranges(size: int, step: int) -> Iterator[tuple[int, int]]:
    """Cut 0 to size into ranges of at most ``step``."""
    for start in range(0, size, step):
        yield start, min(start + step, size)
