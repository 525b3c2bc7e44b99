"""A terminal for tests: the command line behind a pseudo-terminal."""

import os
import re
import sys

import pytest

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def terminal(*arguments, term="xterm-256color", **environment):
    """Start gpuwordle as a person does; the test is skipped where there is no pseudo-terminal."""
    pexpect = pytest.importorskip("pexpect")
    surroundings = {**os.environ, "TERM": term, "COLUMNS": "100", **environment}
    for name in ("NO_COLOR", "COLORTERM", "GPUWORDLE_PALETTE"):
        if name not in environment:
            surroundings.pop(name, None)
    # -P: what is installed, and not what lies in the folder that pytest stands in.
    return pexpect.spawn(
        sys.executable,
        ["-P", "-m", "gpuwordle", *map(str, arguments)],
        env=surroundings,
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=60,
    )


def plain(text):
    """What a terminal shows, without its escapes."""
    return ESCAPES.sub("", text).replace("\r\n", "\n")
