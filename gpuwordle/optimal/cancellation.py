"""Ctrl-C and deadlines for compiled searches.

Python handles Ctrl-C only in its main thread and between its own steps. So the main thread waits
and other threads search. When the deadline has passed, or Ctrl-C was pressed, the main thread sets
a flag that searches read before every scan.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import checked_seconds

SCANS_LEFT, STOP, DEPTH, STATE = range(4)
"""Entries of a control: how many more sets may be scanned, whether to stop, and where a search was
when it ended early."""

ALL_SCANS = 1 << 60
"""`SCANS_LEFT` of a search that may scan any number of sets."""

CONTROLS = STATE + 1
"""Length of a control."""

TICK = 0.1
"""Seconds between two reports."""

WAIT = 1e-3
"""Seconds between two looks at whether interrupted threads have ended."""


class Deadline:
    """When to stop searching; never, unless seconds are given."""

    def __init__(self, seconds: float | None = None) -> None:
        self.end = None if seconds is None else time.monotonic() + checked_seconds(seconds)

    def left(self) -> float | None:
        """Return the seconds left, or None if there is no end."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def is_over(self) -> bool:
        """Return whether no time is left."""
        return self.end is not None and time.monotonic() >= self.end


def run_all(
    works: Sequence[Callable[[], None]],
    controls: Sequence[npt.NDArray[np.int64]],
    deadline: Deadline | None = None,
    report: Callable[[], None] | None = None,
) -> None:
    """Run functions in threads until all have ended; raise the first exception of any.

    Each reads the `STOP` of a control, which is set, and stays set, when the deadline has passed, a
    function fails or this thread is interrupted. ``report`` is called in this thread every `TICK`
    seconds and at the end.
    """
    waits = threading.current_thread() is threading.main_thread() or deadline is not None
    if len(works) == 1 and not waits and report is None:
        works[0]()
        return
    failures: list[BaseException] = []
    begun: list[Callable[[], None]] = []
    ended: list[Callable[[], None]] = []
    interrupted: list[bool] = []

    def stop() -> None:
        for control in controls:
            control[STOP] = 1

    def guarded(work: Callable[[], None]) -> None:
        begun.append(work)
        try:
            if not interrupted:  # a thread may begin after its start was interrupted
                work()
        except BaseException as error:
            stop()
            failures.append(error)
        finally:
            ended.append(work)

    threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in works]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                left = TICK if deadline is None else deadline.left()
                thread.join(TICK if left is None else min(TICK, left + 1e-3))
                if deadline is not None and deadline.is_over():
                    stop()
                if report is not None:
                    report()
    except BaseException:
        while not interrupted or len(ended) < len(begun):
            # What threads still use must not be given to others, however often Ctrl-C is pressed.
            with suppress(BaseException):
                interrupted.append(True)
                stop()
                time.sleep(WAIT)
        raise
    if failures:
        raise failures[0]
    if report is not None:
        report()


def run_one(
    work: Callable[[], Any], control: npt.NDArray[np.int64], deadline: Deadline | None = None
) -> Any:
    """Run one function as `run_all` does, and return what it returns."""
    found: list[Any] = []
    run_all([lambda: found.append(work())], [control], deadline)
    return found[0]
