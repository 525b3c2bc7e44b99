"""Progress reports for long work."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]
"""Called now and then with the fraction of the work that is done, 0 to 1."""


def part(progress: Progress | None, done: float, share: float, whole: float) -> Progress | None:
    """Return what a part of the work calls with its own fraction; None if ``progress`` is None.

    The part is ``share`` of ``whole``, and begins when ``done`` of ``whole`` is finished.
    """
    if progress is None:
        return None
    return lambda fraction: progress(min((done + share * fraction) / whole, 1.0))
