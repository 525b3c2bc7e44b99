"""Progress reports for long work."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]
"""Called now and then with the fraction of the work that is done, 0 to 1."""
