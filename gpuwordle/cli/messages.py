"""Lines on standard error: what is said beside the data."""

from __future__ import annotations

import sys
from contextlib import suppress

from gpuwordle.errors import printable


def say(line: str) -> None:
    """Say a line on standard error, whatever the names in it hold; nobody need be there."""
    if sys.stderr is None:
        return
    encoding = sys.stderr.encoding or "utf-8"
    text = printable(line).encode(encoding, "backslashreplace").decode(encoding)
    with suppress(OSError):
        print(text, file=sys.stderr)
