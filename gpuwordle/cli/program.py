"""The program: runs the command line, and leaves with its exit code."""

from __future__ import annotations

import os
import sys
import warnings

from gpuwordle.cli.exit_codes import INTERRUPTED


def main() -> None:
    """Run the command line and exit with its code."""
    warnings.formatwarning = _one_line
    try:
        from gpuwordle.cli.app import run  # inside, so that Ctrl-C while importing is quiet too

        code = run()
    except KeyboardInterrupt:
        print("gpuwordle: interrupted", file=sys.stderr, flush=True)
        # Files are whole or gone by now. The interpreter would wait for its threads here, for ever
        # for one whose start the interrupt broke off, so it is left at once.
        os._exit(INTERRUPTED)
    raise SystemExit(code)


def _one_line(message: Warning | str, *_: object, **__: object) -> str:
    """Say a warning as the program says everything, without the line of code."""
    return f"gpuwordle: {' '.join(str(message).split())}\n"
