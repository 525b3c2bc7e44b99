"""Doddle from PyPI, the best-known Wordle engine in Python, in a separate environment.

Its last release needs an older NumPy than ours, so it cannot be installed with ours.
"""

from __future__ import annotations

import json
import resource
import subprocess
import tempfile
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

REQUIREMENTS = ("doddle==1.6.0", "numpy<2")


class Doddle:
    """Runs `doddle_side.py` with the interpreter that holds Doddle."""

    def __init__(self, python: str) -> None:
        self.python = python

    def run(self, task: str, guesses: Sequence[str], answers: Sequence[str]) -> Any:
        """Give it two lists of words and read its JSON."""
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, name) for name in ("guesses", "answers")]
            for file, words in zip(files, (guesses, answers), strict=True):
                file.write_text("\n".join(words))
            side = Path(__file__).with_name("doddle_side.py")
            command = [self.python, str(side), task, *map(str, files)]
            return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)

    def benchmark(self) -> float:
        """Let it play its 2315 answers by minimax from RAISE, and return processor seconds."""
        command = [self.python, "-m", "doddle", "benchmark", "--guess=RAISE", "--solver=MINIMAX"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


@contextmanager
def doddle(python: str | None) -> Iterator[Doddle]:
    """Use the given interpreter, or make an environment that is removed afterwards."""
    if python is not None:
        yield Doddle(python)
        return
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        path = str(Path(folder, "bin", "python"))
        subprocess.run([path, "-m", "pip", "install", "-q", *REQUIREMENTS], check=True)
        yield Doddle(path)
