"""Measure other games and weights: trees of Mastermind and Nerdle, scores and searches by weight.

Seconds are processor seconds of one core, code compiled. Trees of mikemag's program (Mastermind,
MIT) begin with the opener that it was given; its seconds are wall seconds of an NVIDIA RTX 4090, as
it printed them. Writes bench_results/games.md; if the machine does other work as well, give
`--shared`.

    GPUWORDLE_DATA=FOLDER GPUWORDLE_THREADS=1 python scripts/bench_games.py [--shared]
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from bench_cpu import weighted_scores
from bench_record import ROOT, Row, best_of, comparison_table, row, write

from gpuwordle import Conditions, Vocabulary, first_guess, grow, load
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.weighted_search import WeightedMemo
from gpuwordle.optimal.weighted_solver import FIRST_SLOTS, WeightedSolver

MIKEMAG = (
    ("mastermind:5x8", "entropy", "11223", 0.0182),
    ("mastermind:6x6", "expected-size", "112233", 0.0274),
)
"""List, strategy, opener and seconds of mikemag/Mastermind (results/2023_4090, commit 204b2e9)."""

BEST = ("trace", "crate", "crane", "salet", "slate", "reast", "carle", "carte", "slane", "slant")
"""The ten best openers of the words by frequency."""

LONGEST = {"salet": 1.2}
"""How many times as long as salet without weights an opener may take; the others 3 times."""

SHARED = "The machine did other work as well: run the script again on a quiet one.\n"


def trees() -> list[Row]:
    """Greedy trees over all codes next to mikemag's, and Nerdle's next to its first guess."""
    everything = Conditions(pool="all")
    for name in ("mastermind:3x5", "primel"):  # kernels are compiled before a tree is timed
        words = load(name)
        grow(words.of_length(next(iter(words.lengths))), "entropy", everything)
    rows = []
    for name, strategy, opener, peer in MIKEMAG:
        words = load(name).of_length(len(opener))
        seconds, tree = timed(partial(grow, words, strategy, everything, opener=opener))
        work = f"tree of {strategy}, {name} from {opener} (total {tree.total})"
        rows.append(row(work, seconds, None, "mikemag, NVIDIA RTX 4090", peer))
    words = load("nerdle").of_length(8)
    first, _ = timed(partial(first_guess, words, "entropy"))
    seconds, tree = timed(partial(grow, words, "entropy", everything))
    work = f"tree of entropy, Nerdle ({tree.opener}, total {tree.total})"
    return [*rows, row(work, seconds, None, "its first guess", first)]


def searches(words: Vocabulary) -> list[Row]:
    """Optimal play from some openers by weight, next to that from salet without weights."""
    if find_spec("wordfreq"):
        kind, weighed = "frequencies", load(words.name, weights="zipf").of_length(words.length)
    else:
        places = np.arange(len(words.answers)) * 7 % len(words.answers)
        weights = np.maximum(1, 1_000_000 // (places + 1))
        kind = "Zipf's law"
        weighed = Vocabulary(words.name, words.answers, words.guesses, weights=weights)

    solver, plain = WeightedSolver(weighed), Solver(words)

    def search(opener: str, by_weight: bool) -> None:
        solver.memo = WeightedMemo.of(FIRST_SLOTS)
        plain.memos.clear()
        for bucket in solver.after(words.find(opener), np.arange(len(words.answers))):
            found = solver.choose(bucket) if by_weight else plain.solve(bucket)
            assert found.exact

    salet, rows = best_of(partial(search, "salet", False), 3)[0], []
    for opener in BEST:
        seconds = best_of(partial(search, opener, True), 3)[0]
        work = f"optimal play from {opener} by weight ({kind})"
        must = LONGEST.get(opener, 3) * salet
        rows.append(row(work, seconds, must, "salet without weights", salet))
    return rows


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor seconds of one run, and its result."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--shared", action="store_true", help="the machine does other work as well")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    options = parser.parse_args()
    os.environ["GPUWORDLE_THREADS"] = "1"
    words = load("wordle").of_length(5)
    rows = [*weighted_scores(words), *searches(words), *trees()]
    table = comparison_table(rows) + (f"\n{SHARED}" if options.shared else "")
    print("wrote", write(options.output, "games", rows, table))


if __name__ == "__main__":
    main()
