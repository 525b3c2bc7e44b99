"""Play random games of several boards and record how many are won: bench_results/boards.md.

The time is processor time of playing only: a game is played first, to compile the kernels.

    GPUWORDLE_DATA=FOLDER python scripts/bench_boards.py
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from bench_record import ROOT, Row, markdown_table, shown, write

from gpuwordle import load
from gpuwordle.benchmark.drawn_games import play_drawn

LIST = "wordle"
BOARDS = (1, 2, 4, 8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    options = parser.parse_args()
    words = load(LIST).of_length(5)
    rows: list[Row] = []
    for boards in BOARDS:
        play_drawn(words, boards=boards, games=1)
        start = time.process_time()
        outcome = play_drawn(words, boards=boards, games=options.games, seed=options.seed)
        spent = time.process_time() - start
        low, high = outcome.interval
        rows.append(
            {
                "list": LIST,
                "boards": boards,
                "allowed": outcome.allowed,
                "seed": options.seed,
                "games": len(outcome.games),
                "won": outcome.won,
                "won (%)": f"{100 * outcome.won / len(outcome.games):.2f}",
                "95 % interval": f"{low:.2f} to {high:.2f}",
                "average": f"{outcome.mean:.4f}",
                "at most": int(outcome.games.counts[outcome.games.won].max()),
                "processor": shown(spent),
            }
        )
        print(rows[-1], flush=True)
    print("wrote", write(options.output, "boards", rows, markdown_table(rows)))


if __name__ == "__main__":
    main()
