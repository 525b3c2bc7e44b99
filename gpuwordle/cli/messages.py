"""Lines on standard error, and the exit codes of the program."""

from __future__ import annotations

import sys
from contextlib import suppress

from gpuwordle.errors import printable

FAULT = 1
"""Exit code of a fault of the machine or of the program."""

REFUSED = 1
"""Exit code of a check that failed."""

MISTAKE = 2
"""Exit code of input that cannot be used, and that the user can mend."""

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 and the number of the signal, as in a shell."""


def say(line: str) -> None:
    """Print a line on standard error, escaped; a closed stream is no error."""
    if sys.stderr is None:
        return
    encoding = sys.stderr.encoding or "utf-8"
    text = printable(line).encode(encoding, "backslashreplace").decode(encoding)
    with suppress(OSError):
        print(text, file=sys.stderr)
