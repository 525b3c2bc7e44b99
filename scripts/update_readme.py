"""Bring README.md up to date: run its console examples again, and take in the benchmark tables.

A console block holds a command after ``$`` and then what it prints; a block between
``<!-- FILE -->`` and ``<!-- end -->`` holds a file of the repository.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONSOLE = re.compile(r"```console\n\$ (?P<command>[^\n]+)\n.*?```", re.DOTALL)
FILE = re.compile(r"<!-- (?P<name>[\w/.-]+\.md) -->\n.*?<!-- end -->", re.DOTALL)


def run(command: str) -> str:
    words = shlex.split(command)
    assert words[0] == "gpuwordle", command
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def console(match: re.Match[str]) -> str:
    command = match["command"]
    return f"```console\n$ {command}\n{run(command)}```"


def file(match: re.Match[str]) -> str:
    name = match["name"]
    return f"<!-- {name} -->\n{(ROOT / name).read_text()}<!-- end -->"


def updated(text: str) -> str:
    return FILE.sub(file, CONSOLE.sub(console, text))


if __name__ == "__main__":
    readme = ROOT / "README.md"
    readme.write_text(updated(readme.read_text()))
