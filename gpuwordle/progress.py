"""How long work tells its caller how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]
"""Called with the fraction of the work that is done, 0 to 1, now and then."""
