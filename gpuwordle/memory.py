"""The memory that tables and results may take: one ceiling for every command.

The interpreter, the words and compiled code are not counted. Work that does not fit is done in
parts or refused before it starts; results do not depend on the ceiling.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from gpuwordle.errors import UserError, shortened, whole_number

MEMORY_VARIABLE = "GPUWORDLE_MEMORY"
"""The default ceiling of this process and its child processes."""

SHARE_OF_FREE = 0.5
"""Share of the free memory that may be taken by default."""

SHARE_OF_TABLES = 4
"""Tables take at most the ceiling divided by this, so that results fit as well."""

LEAST = 16 << 20
"""The lowest ceiling that is read as text: a lower one would not matter next to Python itself."""

MOST = 1 << 50
"""The highest ceiling, more than any machine has."""

_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

MEMINFO = Path("/proc/meminfo")
"""What Linux says of its memory."""

_LIMITS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    (
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
    ),
)
"""Files with the limit and the usage of a container on Linux (control groups v2 and v1)."""


def parse(text: str) -> int:
    """Parse an amount of memory such as ``500M`` or ``8G``; a number without a unit is bytes."""
    unit = text[-1:].upper()
    digits = text[:-1] if unit in _UNITS else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 16 and int(digits) > 0):
        raise UserError(f"{shortened(text)!r} is not an amount of memory: give 500M or 8G")
    size = int(digits) * _UNITS.get(unit, 1)
    if size > MOST:
        raise UserError(f"{text!r} is more memory than any machine has: give 500M or 8G")
    if size < LEAST:
        raise UserError(f"{text!r} is too little memory to work with: give 16M or more")
    return size


def shown(size: int) -> str:
    """Format a number of bytes for people."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB")):
        if size >= unit:
            amount = size / unit
            return f"{amount:,.0f} {name}" if amount >= 100 else f"{amount:.3g} {name}"
    return f"{-(-size // (1 << 10))} KiB"


def _available() -> int:
    """Return the bytes that the system can give without swapping."""
    try:
        found = re.search(r"^MemAvailable: +(\d+) kB$", MEMINFO.read_text(), flags=re.MULTILINE)
    except OSError:  # not Linux
        found = None
    if found:
        return int(found[1]) << 10
    import psutil  # slow to import

    return int(psutil.virtual_memory().available)


def free() -> int:
    """Return the bytes that are available now, within the limits of a container."""
    left = [_available()]
    for most, taken in _LIMITS:
        try:
            left.append(max(0, int(Path(most).read_text()) - int(Path(taken).read_text())))
        except (OSError, ValueError):  # no such limit, or "max"
            continue
    return min(left)


def ceiling(given: int | None = None) -> int:
    """Return the bytes that tables and results may take at a time.

    By default they are the environment variable ``GPUWORDLE_MEMORY``, or half of the free memory if
    it is not set. Raises UserError if the number is not a positive integer, or the variable is not
    an amount of memory.
    """
    if given is not None:
        return whole_number("memory", given, 1)
    said = os.environ.get(MEMORY_VARIABLE)
    if not said:
        return max(1, int(free() * SHARE_OF_FREE))
    try:
        return parse(said)
    except UserError as error:
        raise UserError(f"{MEMORY_VARIABLE}: {error}") from None


def check(needed: int, most: int, what: str, remedy: str) -> None:
    """Raise UserError if ``needed`` bytes are more than the ceiling ``most``.

    The message names what needs them, in the plural, and a remedy other than a higher ceiling.
    """
    if needed > most:
        raise UserError(
            f"{what} take {shown(needed)}, and {shown(most)} are allowed: allow more with --memory "
            f"(in Python memory=), or {remedy}"
        )
