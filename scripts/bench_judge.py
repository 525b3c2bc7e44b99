"""Measure the judge: games of five players, two of them at random: bench_results/judge.md.

All play the same answers of the original game. The totals that the package ships are known; every
other one is searched within the time limit. Some games are reviewed one by one, and have to agree.
A load above one beforehand means that the machine had other work.

    GPUWORDLE_DATA=FOLDER python scripts/bench_judge.py
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np
from bench_record import ROOT, Row, markdown_table, write
from noisy_player import NoisyOptimal

from gpuwordle import judge, load, review
from gpuwordle.environment.arena import Record, arena
from gpuwordle.environment.judged import Judged
from gpuwordle.words.vocabulary import Vocabulary

STRATEGIES = ("entropy", "expected-size", "heuristic", "random")


def check_by_review(words: Vocabulary, games: list[Record], found: Judged, count: int) -> int:
    """Review some games of each player; return how many moves were compared."""
    ends, regrets, moves = found.records.offsets, found.regrets(), 0
    chosen = np.random.default_rng(1).permutation(len(games))[:count]
    for game in sorted(chosen.tolist()):
        mine = regrets[ends[game] : ends[game + 1]]
        record = games[game]
        reviewed = review(words, record["guesses"], answer=record["answer"], seconds=60.0)
        for move, regret in zip(reviewed.moves, mine, strict=True):
            theirs = move.regret.value
            if regret is not None and theirs is not None:
                assert regret == theirs, (record, move.clue, regret, theirs)
                moves += 1
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    parser.add_argument("--games", type=int, default=20_000, help="of each of the five players")
    parser.add_argument("--seconds", type=float, default=270.0, help="time limit of the judge")
    parser.add_argument("--reviewed", type=int, default=100, help="games to review one by one")
    options = parser.parse_args()
    words = load("wordle").of_length(5)
    players = [*STRATEGIES, NoisyOptimal(words)]
    games = arena(words, players, games=options.games, seed=1, seconds=0.0).games
    # What is compiled is loaded by now.
    load_before = os.getloadavg()[0]
    wall, processor = time.perf_counter(), time.process_time()
    found = judge(words, games, seconds=options.seconds)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    compared = check_by_review(words, games, found, options.reviewed)
    rows: list[Row] = [
        {
            "players": len(players),
            "games": f"{len(found):,}",
            "moves": f"{len(found.exact):,}",
            "exact": f"{100 * found.exact.mean():.2f} %",
            "seconds": f"{wall:.0f}",
            "processor seconds": f"{processor:.0f}",
            "load before": f"{load_before:.1f}",
            "moves that a review finds equal": compared,
        }
    ]
    print(markdown_table(rows), found)
    for row in found.players:
        print(row["player"], f"{100 * row['exact'] / row['moves']:.2f} %", row["regret"]["mean"])
    write(options.output, "judge", rows, markdown_table(rows))


if __name__ == "__main__":
    main()
