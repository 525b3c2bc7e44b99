"""How much memory tables and results may take: one ceiling, for every backend and every command.

The interpreter, the words and compiled code come on top. What would not fit is
computed in parts, or refused before it is begun; results do not depend on it.
"""

from __future__ import annotations

import os
from pathlib import Path

from gpuwordle.errors import UserError, shortened

MEMORY_VARIABLE = "GPUWORDLE_MEMORY"
"""The ceiling of this process and those that it starts, where no other is given."""

SHARE_OF_FREE = 0.5
"""Of the memory that is free, what may be taken where nobody says how much."""

SHARE_OF_TABLES = 4
"""Tables take this part of the ceiling at most, so that results fit beside them."""

LEAST = 16 << 20
"""The lowest ceiling that people can ask for: less saves nothing beside what Python takes."""

_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

_LIMITS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    (
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
    ),
)
"""Where Linux says what a container may take and takes (its two kinds of control groups)."""


def parse(text: str) -> int:
    """Read an amount of memory such as ``500M`` or ``8G``; a bare number is bytes.

    Raises
    ------
    UserError
        If it is none, or less than `LEAST`.
    """
    unit = text[-1:].upper()
    digits = text[:-1] if unit in _UNITS else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 16 and int(digits) > 0):
        raise UserError(f"{shortened(text)!r} is no amount of memory: give 500M or 8G")
    size = int(digits) * _UNITS.get(unit, 1)
    if size < LEAST:
        raise UserError(f"{text!r} is too little memory to work with: give 16M or more")
    return size


def shown(size: int) -> str:
    """Return a number of bytes as a person reads it."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{-(-size // (1 << 10))} KiB"


def free() -> int:
    """Return the bytes that can be taken now without others giving way, in a container or not."""
    import psutil  # takes its time, and is not asked where a ceiling is given

    left = [int(psutil.virtual_memory().available)]
    for most, taken in _LIMITS:
        try:
            left.append(max(0, int(Path(most).read_text()) - int(Path(taken).read_text())))
        except (OSError, ValueError):  # no such limit, or "max"
            continue
    return min(left)


def ceiling(given: int | None = None) -> int:
    """Return the bytes that tables and results may take at a time.

    Parameters
    ----------
    given
        What the caller says. When None: the environment variable ``GPUWORDLE_MEMORY``, else half
        of what is free.

    Raises
    ------
    UserError
        If it is no positive whole number, or the variable no amount of memory.
    """
    if given is not None:
        if isinstance(given, bool) or given != int(given) or given < 1:
            raise UserError(f"memory of {given} bytes is no positive whole number: give more")
        return int(given)
    said = os.environ.get(MEMORY_VARIABLE)
    if not said:
        return max(1, int(free() * SHARE_OF_FREE))
    try:
        return parse(said)
    except UserError as error:
        raise UserError(f"{MEMORY_VARIABLE}: {error}") from None


def check(needed: int, most: int, what: str, remedy: str) -> None:
    """Refuse what would take more than a ceiling, before it is begun.

    Parameters
    ----------
    needed
        Bytes.
    most
        The ceiling.
    what
        What takes them, in the plural.
    remedy
        What else the user can do than to allow more.

    Raises
    ------
    UserError
        If it does not fit, with both numbers.
    """
    if needed > most:
        raise UserError(
            f"{what} take {shown(needed)}, and {shown(most)} are allowed: allow more by --memory "
            f"(in Python memory=), or {remedy}"
        )
