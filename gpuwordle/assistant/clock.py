"""How long perfect play is searched for, and how Ctrl-C ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.cancellation import STOP, Deadline, run_one

Found = TypeVar("Found")


class Clock(Deadline):
    """A deadline that Ctrl-C ends as well."""

    def __init__(self, seconds: float | None, control: npt.NDArray[np.int64]) -> None:
        super().__init__(seconds)
        self._seconds, self._control = seconds, control
        self.held = False

    def start(self) -> None:
        """Count the seconds from now on."""
        super().__init__(self._seconds)
        self.held = False

    def hold(self) -> None:
        """Count no seconds until it is started; Ctrl-C is heard."""
        super().__init__(None)
        self.held = True

    def is_over(self) -> bool:
        """Tell whether no time is left."""
        return bool(self._control[STOP]) or super().is_over()


def within(seconds: float | None, work: Callable[[Clock], Found]) -> Found:
    """Run what looks at a clock, such that Ctrl-C is heard meanwhile.

    Parameters
    ----------
    seconds
        How long it may search; None for no end.
    work
        What to run; it ends soon after the clock says so.
    """
    control = np.zeros(STOP + 1, np.int64)
    clock = Clock(seconds, control)
    # Without a deadline of its own: the work itself says what it has found by then.
    return run_one(lambda: work(clock), control)
