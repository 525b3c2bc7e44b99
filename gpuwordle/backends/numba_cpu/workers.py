"""Running compiled loops in threads: how work is cut, shared out, reported and interrupted.

Compiled code runs without the interpreter lock, so plain threads use all processors. Starting a
thread and handing it something to do both cost some hundredths of a millisecond, the second under
the interpreter lock, one thread after the other. So threads are started once and wait for the next
run, whoever asks for it; the caller of a run works like the others; and work is cut into tasks that
take far longer than being handed over, by an estimate of its time. A task ends after some
hundredths of a second at most: between two there is time to report and to be interrupted.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from threading import Lock, Thread

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
        listed = list(tasks)
        helpers = min(self.threads, len(listed)) - 1
        if helpers < 1:
            for task, share in listed:
                task()
                report(share)
            return
        run, heard = _Run(listed), 0
        try:
            _helpers.call(run, helpers)
            while True:
                try:
                    task, share = run.waiting.popleft()
                except IndexError:
                    break
                task()
                report(share)
                while not run.ended.empty():
                    heard += 1
                    report(run.next_ended())
            while heard < run.lent():
                # Counted before it is taken: an interrupt between the two must not leave the
                # loop below waiting for what has come already.
                heard += 1
                report(run.next_ended())
        except BaseException:
            run.waiting.clear()
            for _ in range(run.lent() - heard):
                run.ended.get()
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
            Nanoseconds that a range may take; where items differ much, many short pieces keep
            all threads busy to the end.
        """
        total = items * each
        wanted = min(total / (_TASKS_PER_THREAD * self.threads), longest, LONGEST_TASK)
        tasks = max(1, round(total / max(wanted, SHORTEST_TASK)))
        return pieces(items, max(1, -(-items // (tasks * multiple))) * multiple)


class _Run:
    """Tasks that a caller and its helpers take one by one."""

    def __init__(self, tasks: list[Task]) -> None:
        self.waiting = deque(tasks)
        self.ended: SimpleQueue[tuple[float, BaseException | None]] = SimpleQueue()
        self._lent = 0
        self._lock = Lock()

    def help(self) -> None:
        """Do tasks until none is left; the caller learns from ``ended`` what became of each."""
        while True:
            # The lock makes taking and counting one step, see `lent`.
            with self._lock:
                try:
                    task, share = self.waiting.popleft()
                except IndexError:
                    return
                self._lent += 1
            try:
                task()
            except BaseException as error:
                self.waiting.clear()
                self.ended.put((share, error))
            else:
                self.ended.put((share, None))

    def lent(self) -> int:
        """Return how many tasks helpers have begun: the last word once none is waiting."""
        with self._lock:
            return self._lent

    def next_ended(self) -> float:
        """Wait for a helper to end a task; return its share or raise its exception."""
        share, error = self.ended.get()
        if error is not None:
            raise error
        return share


class _Helpers:
    """The threads of this process that wait for runs to help with.

    They are daemons: idle ones must not keep the process from ending.
    """

    def __init__(self) -> None:
        self._runs: SimpleQueue[_Run] = SimpleQueue()
        self._started = 0
        self._lock = Lock()

    def call(self, run: _Run, number: int) -> None:
        """Ask so many threads to help; those that come too late find nothing left to do."""
        with self._lock:
            while self._started < number:
                name = f"gpuwordle-{self._started}"
                Thread(target=self._serve, name=name, daemon=True).start()
                self._started += 1
        for _ in range(number):
            self._runs.put(run)

    def _serve(self) -> None:
        while True:
            run = self._runs.get()
            run.help()
            # What a run holds must not outlive it until the next one comes.
            del run


_helpers = _Helpers()


def _begin_without_helpers() -> None:
    global _helpers
    _helpers = _Helpers()


if hasattr(os, "register_at_fork"):
    # A forked child has none of its parent's threads, and locks that they may have held.
    os.register_at_fork(after_in_child=_begin_without_helpers)


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
