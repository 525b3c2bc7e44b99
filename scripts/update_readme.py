"""Bring README.md and docs/ up to date: run examples, take in benchmark tables, draw a figure.

A console block holds a command after ``$`` and then what it prints; a block between
``<!-- FILE -->`` and ``<!-- end -->`` holds a file of the repository. The figure comes from the run
that README names; the list ``wordle`` and matplotlib are required.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
FIGURES = ROOT / "bench_results" / "figures"
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
    return f"<!-- {name} -->\n{(ROOT / name).read_text(encoding='utf-8')}<!-- end -->"


def draw_figure() -> None:
    """Run README's benchmark of the original game, and keep the figure of its distributions."""
    readme = README.read_text(encoding="utf-8")
    runs = re.search(r"^gpuwordle (benchmark -v wordle .*) -o runs/wordle$", readme, re.MULTILINE)
    assert runs is not None
    with tempfile.TemporaryDirectory() as folder:
        run(f"gpuwordle {runs[1]} -o {folder}/run")
        run(f"gpuwordle report {folder}/run --plots {folder}/figures -o {folder}/report.txt")
        FIGURES.mkdir(exist_ok=True)
        shutil.copy(f"{folder}/figures/guesses-5.png", FIGURES)


def updated(text: str) -> str:
    return FILE.sub(file, CONSOLE.sub(console, text))


if __name__ == "__main__":
    draw_figure()
    for page in PAGES:
        page.write_text(updated(page.read_text(encoding="utf-8")), encoding="utf-8")
