"""Measure optimal play: single openers, proofs about all openers, positions after one guess.

Seconds are processor seconds of one core, compiled code warm; reading the words and computing the
patterns are not counted. The proofs take minutes: `--only` names some of them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from bench_record import ROOT, markdown_table, shown, write

from gpuwordle import Vocabulary, load
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.optimal.running import Deadline
from gpuwordle.optimal.solver import Solver

POSITIONS = 1000

LONGEST = 2.0
"""Seconds after which a position is given up, and counted as it is."""


def opener_total(solver: Solver, opener: str) -> int:
    """Least total after one opener, part by part, with a memo of its own."""
    solver.memos.clear()
    words = solver.vocabulary
    guess = words.find(opener)
    total = len(words.answers)
    for code, candidates, _ in reversed(solver.part_bounds(guess)):
        total += solver.solve(candidates, [(guess, code)]).total
    return total


def proof(words: Vocabulary, below: int | None, threads: int = 1, **conditions: Any) -> int:
    solver = Solver(words, **conditions)
    solver.warm_up()
    search = OpenerSearch(solver, below=below, threads=threads)
    start = time.process_time(), time.perf_counter()
    complete = search.run()
    proof.seconds = time.process_time() - start[0]
    proof.wall = time.perf_counter() - start[1]
    assert complete
    return search.lower_bound()


def timed(work: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Smallest processor seconds of several runs, after one that is not counted."""
    found, seconds = work(), []
    for _ in range(repeats):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds), found


def positions(words: Vocabulary) -> tuple[float, int]:
    """95th percentile of the seconds that positions after one guess take, each on its own."""
    solver, chance = Solver(words), np.random.default_rng(0)
    seconds = []
    for _ in range(POSITIONS):
        opener, hidden = chance.integers(0, len(words.answers), 2)
        guess = int(words.answer_guess[opener])
        codes = solver.tables.codes[solver.numbering.guess_number[guess]]
        ours = codes[solver.numbering.answer_number]
        candidates = np.flatnonzero(ours == ours[hidden])
        solver.memos.clear()
        start = time.process_time()
        solver.solve(candidates, deadline=Deadline(LONGEST))
        seconds.append(time.process_time() - start)
    return float(np.percentile(seconds, 95)), POSITIONS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[""], help="works whose names hold these")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    arguments = parser.parse_args()
    words = load("wordle").of_length(5)
    easy, hard = Solver(words), Solver(words, hard=True, allowed=6)

    def single(solver: Solver) -> tuple[float, int]:
        return timed(lambda: opener_total(solver, "salet"), 3)

    def proven(below: int | None, **conditions: Any) -> tuple[float, int]:
        bound = proof(words, below, **conditions)
        return proof.seconds, bound

    def two_cores() -> tuple[float, int]:
        bound = proof(words, 7920)
        one = proof.wall
        proof(words, 7920, threads=2)
        return one / proof.wall, bound

    works: dict[str, tuple[float | None, Callable[[], tuple[float, int]]]] = {
        "salet, easy": (0.08, lambda: single(easy)),
        "salet, hard, 6 guesses": (0.3, lambda: single(hard)),
        "position after one guess, 95 of 100": (0.1, lambda: positions(words)),
        "easy proof, none below 7920": (18.0, lambda: proven(7920)),
        "easy proof, from nothing": (24.0, lambda: proven(None)),
        "hard proof, 6 guesses, none below 8122": (
            75.0,
            lambda: proven(8122, hard=True, allowed=6),
        ),
        "easy proof, two cores: times as fast": (None, two_cores),
    }
    rows = []
    for name, (must, work) in works.items():
        if any(part in name for part in arguments.only):
            value, found = work()
            rows.append({"work": name, "value": value, "must": must, "found": found})
            print(name, value, found, flush=True)
    table = markdown_table(
        [
            {
                "work": row["work"],
                "gpuwordle": f"{row['value']:.2f}" if row["must"] is None else shown(row["value"]),
                "must": "1.7" if row["must"] is None else shown(row["must"]),
                "found": f"{row['found']:,}",
            }
            for row in rows
        ]
    )
    print("wrote", write(arguments.output, "optimal", rows, table))


if __name__ == "__main__":
    main()
