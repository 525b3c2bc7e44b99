"""Scripts in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def begin(script, *arguments):
    """Start a script in another process, and wait until it says that it is ready."""
    tests = Path(__file__).parents[1]
    path = os.pathsep.join([str(tests), str(tests.parent), os.environ.get("PYTHONPATH", "")])
    child = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout.readline() == "go\n"
    return child
