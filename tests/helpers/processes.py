"""Scripts in separate processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import gpuwordle


def python_path() -> str:
    """Where another process finds these helpers, and the package that this process has.

    Compiled functions are kept by where the package stands: another one would be compiled again.
    """
    tests, home = Path(__file__).parents[1], Path(gpuwordle.__file__).parents[1]
    uninstalled = [str(home)] if home == tests.parent else []
    others = filter(None, [os.environ.get("PYTHONPATH")])  # an empty one is the working folder
    return os.pathsep.join([str(tests), *uninstalled, *others])


def begin(script, *arguments):
    """Start a script in another process, and wait until it says that it is ready."""
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": python_path()},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout.readline() == "go\n"
    return child
