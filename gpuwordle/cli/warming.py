"""Compiling in advance."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from gpuwordle.cli.messages import say
from gpuwordle.errors import UserError
from gpuwordle.words import sources

WORDS = {"few4.txt": (4, 60), "few6.txt": (6, 60), "few12.txt": (12, 60), "many.txt": (5, 2000)}
"""Length and number of the words of each list."""

CALLS = (
    "first-guess -v many.txt -v few4.txt -v few6.txt -v few12.txt --top 2",
    "first-guess -v many.txt -l 5 --pool candidates",
    "matrix -v many.txt -l 5 -o codes.npy",
    "matrix -v few12.txt -l 12 -o codes12.npy",
    "pairs -v few4.txt -l 4 --finish optimal",
    "benchmark -v many.txt -l 5 -s minimax -s expected-size -s entropy -s buckets -o run",
    "benchmark -v many.txt -l 5 -s entropy -s buckets --hard -o hard",
    "benchmark -v few6.txt -l 6 -s optimal -s rank-one -o six",
    "solve aback=00000 -v many.txt --seconds 5",
    "solve aback=00000 -v many.txt --seconds 5 --hard",
    "solve -v few4.txt -l 4 --boards 2",
    "tree -v few4.txt -l 4 --optimal --hard --allowed 9",
    "tree -v few6.txt -l 6 --optimal --objective worst",
    "prove -v few4.txt -l 4 --certificate easy.certificate",
    "verify easy.certificate",
    "prove -v many.txt -l 5",
    "prove -v few4.txt -l 4 --objective worst",
    "prove -v few4.txt -l 4 --hard --certificate hard.certificate",
    "verify hard.certificate",
    "cliques -v many.txt -l 5 --size 2 --show 1",
    "cliques -v many.txt -l 5 --count",
    "arena -v few4.txt -l 4 -s entropy --games 5",
    "tree -v many.txt -l 5 -s entropy --weights many.csv",
    "solve aback=00000 -v many.txt --weights many.csv --seconds 5",
    "prove -v few4.txt -l 4 --weights few4.csv --certificate weighted.certificate",
    "first-guess -v few12.txt -l 12 --weights few12.csv",
)
"""Commands that between them call every compiled function that a command needs."""


def write_words(folder: str) -> None:
    """Write the lists that the commands read, and weights of their words."""
    for name, (length, count) in WORDS.items():
        words = sources.load().of_length(length).guesses
        chosen = words[:: max(1, len(words) // count)][:count]
        path = Path(folder, name)
        path.write_text("\n".join(chosen) + "\n", encoding="utf-8")
        rows = [f"{word},{1 + number % 7}" for number, word in enumerate(chosen)]
        path.with_suffix(".csv").write_text("\n".join(["word,weight", *rows]) + "\n", "utf-8")


def warm_up() -> None:
    """Run the commands one after another; what they compile is kept for all later runs.

    Raises UserError if one of them fails, with its message.
    """
    with tempfile.TemporaryDirectory() as folder:
        write_words(folder)
        for number, call in enumerate(CALLS, start=1):
            say(f"{number} of {len(CALLS)}: gpuwordle {call}")
            done = subprocess.run(
                [sys.executable, "-m", "gpuwordle", *call.split()],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
            if done.returncode:
                last = done.stderr.strip().splitlines()[-1:]
                raise UserError(f"gpuwordle {call} failed: {' '.join(last)}")
