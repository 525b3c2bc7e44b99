"""Threads that share a search: a scratch for each, tasks one after another, one end for all."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpuwordle.optimal.resources import Resources
from gpuwordle.optimal.running import STOP, Deadline, run_all
from gpuwordle.optimal.scratch import Scratch
from gpuwordle.workers import default_threads


class SearchThreads:
    """The threads of a search, which take tasks until they are told to stop.

    Parameters
    ----------
    resources
        Where each gets a scratch to work in.
    count
        How many; GPUWORDLE_THREADS or all processors when None.
    """

    def __init__(self, resources: Resources, count: int | None = None) -> None:
        self.resources = resources
        self.count = count or default_threads()
        self.scratches: list[Scratch] = []
        self._deadline: Deadline | None = None
        self._report: Callable[[], None] | None = None

    @contextmanager
    def at_work(self, deadline: Deadline | None, report: Callable[[], None]) -> Iterator[None]:
        """Give each thread a scratch meanwhile.

        Parameters
        ----------
        deadline
            When all are told to stop.
        report
            Called now and then while they work.
        """
        self._deadline, self._report = deadline, report
        self.scratches = [self.resources.take_scratch() for _ in range(self.count)]
        for scratch in self.scratches:
            scratch.control[STOP] = deadline is not None and deadline.is_over()
        try:
            yield
        finally:
            for scratch in self.scratches:
                self.resources.give_back(scratch)
            self._report = None  # which holds the search, and that these threads

    def enlarge(self, thread: int, status: int) -> None:
        """Give a thread a larger scratch; see `Resources.larger_scratch`."""
        self.scratches[thread] = self.resources.larger_scratch(self.scratches[thread], status)

    def stopped(self) -> bool:
        """Tell whether a search was told to stop."""
        return any(scratch.control[STOP] for scratch in self.scratches)

    def share(self, tasks: list[Callable[[int], None]]) -> None:
        """Do tasks on all threads; each is called with the number of its thread."""
        waiting = deque(tasks)

        def work(thread: int) -> None:
            while not self.stopped():
                try:
                    task = waiting.popleft()
                except IndexError:
                    return
                task(thread)

        def worker(thread: int) -> Callable[[], None]:
            return lambda: work(thread)

        works = [worker(thread) for thread in range(min(self.count, len(tasks)))]
        if works:
            controls = [scratch.control for scratch in self.scratches]
            run_all(works, controls, self._deadline, self._report)
