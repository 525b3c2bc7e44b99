"""Measure the engine beside a player: bench_results/assistant.md.

Everything is warm: compiled code is cached. The command from the shell is timed by the clock on the
wall, as a player waits for it; positions in processor seconds. Positions are what a first guess and
a hidden word leave, both drawn of the answers by a seed, the same as those of `bench_optimal.py`.
Their best total is measured twice: as users meet it, with the positions that come with the package
(`gpuwordle.assistant.known`), and searched, each with an empty memo.
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

from gpuwordle import Game, Vocabulary, load, score
from gpuwordle.assistant.adviser import Adviser, within
from gpuwordle.assistant.exact import Exact
from gpuwordle.assistant.known import NOTHING, KnownPositions
from gpuwordle.clues.clues import Clue
from gpuwordle.web.queries import MOMENT, Queries

POSITIONS, FEW_POSITIONS = 1000, 100
"""Positions whose best total is measured, and those that are asked for more than that."""

RUNS = 9

LONGEST = 2.0
"""Seconds after which perfect play of a position is given up, and counted as it is."""

Work = Callable[[], tuple[float, str]]


def command(words: Vocabulary) -> tuple[float, str]:
    """Median seconds of the command, once it has run."""
    clue = "crane=01200"
    call = [sys.executable, "-m", "gpuwordle", "solve", clue, "-v", words.name]
    seconds, printed = [], ""
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        printed = subprocess.run(call, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        seconds.append(time.perf_counter() - start)
    return float(np.median(seconds[1:])), printed.partition(":")[0]


def positions(words: Vocabulary, count: int) -> Iterator[tuple[str, str]]:
    """A first guess and a hidden word, which is another one as a rule."""
    chance = np.random.default_rng(0)
    for _ in range(count):
        opener, hidden = chance.integers(0, len(words.answers), 2)
        yield words.answers[opener], words.answers[hidden]


def turns(words: Vocabulary, percentile: float) -> tuple[float, str]:
    """Seconds of a turn after which a game goes on as the first suggestion has it."""
    game = Game(words)
    game.guess(words.answers[0], score(words.answers[0], words.answers[1])).suggestions()
    seconds, exact = [], 0
    for guess, hidden in positions(words, FEW_POSITIONS):
        game.restart()
        while not game.solved:
            start = time.process_time()
            game.guess(guess, score(guess, hidden))
            found = game.suggestions()
            seconds.append(time.process_time() - start)
            exact += found.play.expected.exact
            guess = hidden if found.solved else found.guesses[0].guess
    return float(np.percentile(seconds, percentile)), f"{exact} of {len(seconds)} turns exact"


def reviewed(words: Vocabulary, known: KnownPositions | None) -> tuple[float, str]:
    """95th percentile of the seconds that the best total of a position takes, on its own.

    Positions that the package knows are looked up where ``known`` is None.
    """
    adviser = Adviser(words, known=known)
    solver = adviser.solver
    everyone = np.arange(len(words.answers), dtype=np.int32)
    adviser.known(everyone)  # which loads what is known
    seconds, exact, looked_up = [], 0, 0
    for guess, hidden in positions(words, POSITIONS):
        position = adviser.position((Clue(guess, score(guess, hidden)),))
        solver.memos.clear()
        start = time.process_time()
        found = within(LONGEST, lambda clock, at=position: Exact(adviser, clock).worth(at))
        seconds.append(time.process_time() - start)
        exact += found.exact
        looked_up += adviser.known(position.candidates) is not None
    told = f"{exact} of {len(seconds)} exact"
    told += f", {looked_up} of them looked up" if looked_up else ""
    return float(np.percentile(seconds, 95)), told


def answered(words: Vocabulary) -> tuple[float, str]:
    """95th percentile of the seconds of what the page asks first about a position."""
    queries = Queries(words)
    queries.warm_up()
    seconds, exact = [], 0
    for guess, hidden in positions(words, FEW_POSITIONS):
        clue = f"{guess}={score(guess, hidden).digits}"
        start = time.process_time()
        found = queries.suggest([clue], allowed=6, seconds=MOMENT)
        seconds.append(time.process_time() - start)
        exact += found["expected"]["exact"] is not None
    return float(np.percentile(seconds, 95)), f"{exact} of {len(seconds)} exact"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[""], help="works whose names hold these")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    arguments = parser.parse_args()
    words = load("wordle").of_length(5)
    works: dict[str, tuple[float | None, Work]] = {
        "solve crane=01200, from the shell": (0.8, lambda: command(words)),
        "a turn of a session, median": (0.03, lambda: turns(words, 50)),
        "a turn of a session, 95 of 100": (None, lambda: turns(words, 95)),
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
    print("wrote", write(arguments.output, "assistant", rows, table))


if __name__ == "__main__":
    main()
