"""Lines on standard error, and the exit codes of the program."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from gpuwordle.errors import printable

FAULT = 1
"""Exit code of a fault of the machine or of the program."""

REFUSED = 1
"""Exit code of a check that failed."""

MISTAKE = 2
"""Exit code of input that cannot be used, and that the user can mend."""

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 and the number of the signal, as in a shell."""


LOG = logging.getLogger("gpuwordle")
"""What the package logs; as a library it prints nothing of it."""

LEVELS = {"--quiet": logging.ERROR, "--verbose": logging.DEBUG}
"""The flags of every command, and from which level on it tells what it does."""


def is_quiet() -> bool:
    """Tell whether results and errors alone are wanted."""
    return LOG.level >= logging.ERROR


def say(line: str, *, even_if_quiet: bool = False) -> None:
    """Print a line on standard error, escaped; a closed stream is no error."""
    if sys.stderr is None or (is_quiet() and not even_if_quiet):
        return
    encoding = sys.stderr.encoding or "utf-8"
    text = printable(line).encode(encoding, "backslashreplace").decode(encoding)
    with suppress(OSError):
        print(text, file=sys.stderr)


class _Lines(logging.Handler):
    """What is logged, as lines on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage())


@contextmanager
def logged(level: int) -> Iterator[None]:
    """Print what the package logs from a level on, while a command runs."""
    lines, before, passed_on = _Lines(), LOG.level, LOG.propagate
    LOG.addHandler(lines)
    LOG.setLevel(level)
    LOG.propagate = False
    try:
        yield
    finally:
        LOG.removeHandler(lines)
        LOG.setLevel(before)
        LOG.propagate = passed_on
