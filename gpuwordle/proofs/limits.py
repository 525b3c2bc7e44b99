"""Memory and time that a check of a file may take, whatever the file says."""

from __future__ import annotations

import time

SECONDS = 600.0
"""Seconds that a check takes at most, by default."""


class TooLarge(ValueError):
    """A file takes more memory or time to check than is allowed."""


class Limits:
    """Memory in bytes and time in seconds that a check may take; None for no limit."""

    def __init__(self, memory: int | None = None, seconds: float | None = None) -> None:
        self.memory, self.seconds = memory, seconds
        self.end = None if seconds is None else time.monotonic() + seconds

    def need(self, size: int, what: str) -> None:
        """Raise TooLarge if something, named in the plural, takes more bytes than allowed."""
        if self.memory is not None and size > self.memory:
            raise TooLarge(
                f"{what} take {size / 2**20:,.0f} MiB to check, and {self.memory / 2**20:,.0f} are "
                "allowed: allow more with --memory (in Python memory=)"
            )

    def tick(self) -> None:
        """Raise TooLarge if time is up."""
        if self.end is not None and time.monotonic() > self.end:
            raise TooLarge(
                f"it takes more than the {self.seconds:g} seconds allowed: allow more with "
                "--seconds (in Python seconds=)"
            )
