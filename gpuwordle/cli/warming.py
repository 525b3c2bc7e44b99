"""Compiling in advance."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import count, takewhile
from pathlib import Path
from threading import Event

from gpuwordle.cli.messages import say
from gpuwordle.errors import UserError
from gpuwordle.threads import default_threads
from gpuwordle.words import sources

WORDS = {"few4.txt": (4, 60), "few6.txt": (6, 60), "few12.txt": (12, 60), "many.txt": (5, 2000)}
"""Length and number of the words of each list."""

FIRST = (
    "first-guess -v many.txt -v few4.txt -v few6.txt -v few12.txt --top 2",
    "first-guess -v many.txt -l 5 --pool candidates",
    "matrix -v many.txt -l 5 -o codes.npy",
    "matrix -v few12.txt -l 12 -o codes12.npy",
)
CHAINS = (
    (
        "pairs -v few4.txt -l 4 --finish optimal",
        "solve aback=00000 -v many.txt --seconds 5",
        "tree -v few4.txt -l 4 --optimal --hard --allowed 9",
        "prove -v few4.txt -l 4 --certificate easy.certificate",
        "verify easy.certificate",
        "prove -v many.txt -l 5",
    ),
    (
        "benchmark -v few6.txt -l 6 -s optimal -s rank-one -o six",
        "benchmark -v many.txt -l 5 -s minimax -s expected-size -s entropy -s buckets -o run",
        "cliques -v many.txt -l 5 --size 2 --show 1",
        "tree -v many.txt -l 5 -s entropy --weights many.csv",
        "solve aback=00000 -v many.txt --weights many.csv --seconds 5",
        "prove -v few4.txt -l 4 --weights few4.csv --certificate weighted.certificate",
        "first-guess -v few12.txt -l 12 --weights few12.csv",
    ),
)
"""Commands that between them call every compiled function that a command needs. The chains
run after the first commands, side by side, and share few functions: one is exact play for codes of
one byte, the other all the rest."""


def write_words(folder: str) -> None:
    """Write the lists that the commands read, and weights of their words."""
    for name, (length, size) in WORDS.items():
        words = sources.load().of_length(length).guesses
        chosen = words[:: max(1, len(words) // size)][:size]
        path = Path(folder, name)
        path.write_text("\n".join(chosen) + "\n", encoding="utf-8")
        rows = [f"{word},{1 + number % 7}" for number, word in enumerate(chosen)]
        path.with_suffix(".csv").write_text("\n".join(["word,weight", *rows]) + "\n", "utf-8")


def warm_up() -> None:
    """Run the commands, the chains side by side; what they compile is kept for all later runs.

    Raises UserError if one of them fails, with its message.
    """
    numbers, calls, failed = count(1), sum(map(len, CHAINS), len(FIRST)), Event()

    def run(chain: Iterable[str]) -> None:
        for call in takewhile(lambda _: not failed.is_set(), chain):
            say(f"{next(numbers)} of {calls}: gpuwordle {call}")
            line = [sys.executable, "-m", "gpuwordle", *call.split()]
            done = subprocess.run(line, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
            if done.returncode:
                failed.set()
                last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
                raise UserError(f"gpuwordle {call} failed: {' '.join(last)}")

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(default_threads()) as pool:
        write_words(folder)
        run(FIRST)
        list(pool.map(run, CHAINS))  # which raises what a chain raised
