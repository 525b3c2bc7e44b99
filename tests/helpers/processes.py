"""Scripts in separate processes, and those of scripts/ in this one."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gpuwordle


def python_path() -> str:
    """Where another process finds these helpers, and the package that this process has.

    Compiled functions are kept by where the package stands: another one would be compiled again.
    """
    tests, home = Path(__file__).parents[1], Path(gpuwordle.__file__).parents[1]
    uninstalled = [str(home)] if home == tests.parent else []
    others = filter(None, [os.environ.get("PYTHONPATH")])  # an empty one is the working folder
    return os.pathsep.join([str(tests), *uninstalled, *others])


def python(*arguments, typed=None, timeout=120, **environment):
    """Run Python on what is installed, not on what lies here; returns (code, output, errors)."""
    done = subprocess.run(
        [sys.executable, "-P", *map(str, arguments)],
        input=typed,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    return done.returncode, done.stdout, done.stderr


def begun(*arguments, **how):
    """Start gpuwordle in another process, with pipes for its output and its errors."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "gpuwordle", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **how,
    )


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


def script(name):
    """A module of scripts/, loaded anew, which may import others from there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[2] / "scripts"))
        for each in (name, "bench_record"):
            patch.delitem(sys.modules, each, raising=False)
        return importlib.import_module(name)
