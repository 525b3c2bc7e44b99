"""Measure the assistant of a player: bench_results/assistant.md.

Compiled code is cached beforehand. The command from the shell is timed in wall-clock seconds, as a
player waits for it; positions are timed in processor seconds. A position is what a first guess and
a hidden word leave, both drawn from the answers by a seed, as in `bench_optimal.py`. The best total
is measured twice: with the packaged positions (`gpuwordle.assistant.known_play`), as users get it,
and searched, each position with an empty memo.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from bench_record import ROOT, markdown_table, shown, write

from gpuwordle import Game, Vocabulary, load
from gpuwordle.assistant.adviser import Adviser, within
from gpuwordle.assistant.exact import Exact
from gpuwordle.assistant.known_play import NOTHING, KnownPositions
from gpuwordle.clues.clues import Clue
from gpuwordle.rules.pattern import Pattern
from gpuwordle.web.queries import MOMENT, Queries

POSITIONS, FEW_POSITIONS = 1000, 100
"""Positions for the best total, and for the measurements that take longer."""

RUNS = 9

LONGEST = 2.0
"""Seconds after which the search of a position is given up; they are counted."""

Work = Callable[[], tuple[float, str]]


def command(words: Vocabulary) -> tuple[float, str]:
    """Median seconds of the command, after a first run."""
    clue = "crane=01200"
    call = [sys.executable, "-m", "gpuwordle", "solve", clue, "-v", words.name]
    seconds, printed = [], ""
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        printed = subprocess.run(call, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        seconds.append(time.perf_counter() - start)
    return float(np.median(seconds[1:])), printed.partition(":")[0]


def positions(words: Vocabulary, count: int) -> Iterator[tuple[str, str]]:
    """Yield a first guess and a hidden word, which may be the same."""
    chance = np.random.default_rng(0)
    for _ in range(count):
        opener, hidden = chance.integers(0, len(words.answers), 2)
        yield words.answers[opener], words.answers[hidden]


def turns(words: Vocabulary, percentile: float, fewest: int, most: int) -> tuple[float, str]:
    """Seconds of a turn in games that follow the first suggestions, by the words left after it.

    In about half of all turns one word is left, and they take far less time than the others: a
    median of all turns would depend on which side of the gap it falls.
    """
    game = Game(words)
    game.guess(words.answers[0], Pattern.of(words.answers[0], words.answers[1])).suggestions()
    seconds, exact = [], 0
    for guess, hidden in positions(words, FEW_POSITIONS):
        game.restart()
        while not game.solved:
            start = time.process_time()
            game.guess(guess, Pattern.of(guess, hidden))
            found = game.suggestions()
            taken = time.process_time() - start
            if fewest <= len(found.remaining) <= most:
                seconds.append(taken)
                exact += found.play.expected.exact
            guess = hidden if found.solved else found.guesses[0].guess
    return float(np.percentile(seconds, percentile)), f"{exact} of {len(seconds)} turns exact"


def reviewed(words: Vocabulary, known: KnownPositions | None) -> tuple[float, str]:
    """95th percentile of the seconds for the best total of a position.

    The packaged positions are looked up if ``known`` is None.
    """
    adviser = Adviser(words, known=known)
    solver = adviser.solver
    everyone = np.arange(len(words.answers), dtype=np.int32)
    adviser.known(everyone)  # which loads the table
    seconds, exact, looked_up = [], 0, 0
    for guess, hidden in positions(words, POSITIONS):
        position = adviser.position((Clue(guess, Pattern.of(guess, hidden)),))
        solver.memos.clear()
        start = time.process_time()
        found = within(LONGEST, lambda clock, at=position: Exact(adviser, clock).worth(at))
        seconds.append(time.process_time() - start)
        exact += found.exact
        looked_up += adviser.known(position.candidates) is not None
    note = f"{exact} of {len(seconds)} exact"
    note += f", {looked_up} of them looked up" if looked_up else ""
    return float(np.percentile(seconds, 95)), note


def answered(words: Vocabulary) -> tuple[float, str]:
    """95th percentile of the seconds for the page's first question about a position."""
    queries = Queries(words)
    queries.warm_up()
    seconds, exact = [], 0
    for guess, hidden in positions(words, FEW_POSITIONS):
        clue = f"{guess}={Pattern.of(guess, hidden).digits}"
        start = time.process_time()
        found = queries.suggest([clue], allowed=6, seconds=MOMENT)
        seconds.append(time.process_time() - start)
        exact += found["expected"]["exact"] is not None
    return float(np.percentile(seconds, 95)), f"{exact} of {len(seconds)} exact"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[""], help="parts of the names of rows")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    arguments = parser.parse_args()
    words = load("wordle").of_length(5)
    works: dict[str, tuple[float | None, Work]] = {
        "solve crane=01200, from the shell": (0.8, lambda: command(words)),
        "a turn of a session, one word left, median": (0.03, lambda: turns(words, 50, 1, 1)),
        "a turn of a session, several words left, median": (
            0.03,
            lambda: turns(words, 50, 2, len(words.answers)),
        ),
        "a turn of a session, 95 of 100": (None, lambda: turns(words, 95, 1, len(words.answers))),
        "best total of a position, as review has it, 95 of 100": (
            0.1,
            lambda: reviewed(words, None),
        ),
        "best total of a position, searched, 95 of 100": (0.1, lambda: reviewed(words, NOTHING)),
        "what the page shows first of a position, 95 of 100": (0.1, lambda: answered(words)),
    }
    rows: list[dict[str, Any]] = []
    for name, (must, work) in works.items():
        if any(part in name for part in arguments.only):
            value, found = work()
            rows.append({"work": name, "value": value, "must": must, "found": found})
            print(name, value, found, flush=True)
    table = markdown_table(
        [
            {
                "work": row["work"],
                "gpuwordle": shown(row["value"]),
                "must": "" if row["must"] is None else shown(row["must"]),
                "found": row["found"],
            }
            for row in rows
        ]
    )
    if arguments.only == [""] or arguments.output != ROOT / "bench_results":
        print("wrote", write(arguments.output, "assistant", rows, table))
    else:  # some rows would replace all
        print(table)


if __name__ == "__main__":
    main()
