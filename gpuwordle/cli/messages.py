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
"""Exit code of input that cannot be used, and that the user can fix."""

READER_GONE = 141
"""Exit code if the reader of a pipe closed it, as in a shell: 128 and the number of SIGPIPE."""

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 and the number of the signal, as in a shell."""


LOG = logging.getLogger("gpuwordle")
"""The log of the package, which as a library prints nothing."""

LEVELS = {"--quiet": logging.ERROR, "--verbose": logging.DEBUG}
"""The flags of every command, and the least level of log messages that each shows."""


def is_quiet() -> bool:
    """Return whether only results and errors are wanted."""
    return LOG.level >= logging.ERROR


def say(line: str, *, even_if_quiet: bool = False) -> None:
    """Print a line on standard error, escaped; a closed stream is not an error."""
    if sys.stderr is None or (is_quiet() and not even_if_quiet):
        return
    encoding = sys.stderr.encoding or "utf-8"
    text = printable(line).encode(encoding, "backslashreplace").decode(encoding)
    with suppress(OSError):
        print(text, file=sys.stderr)


class _Lines(logging.Handler):
    """A log handler that writes lines on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage())


@contextmanager
def logged(level: int) -> Iterator[None]:
    """Print the log of the package from a level on, while a command runs."""
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
