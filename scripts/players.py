"""Compare all built-in strategies, optimal play, and optimal play with mistakes, by their regret.

Every player plays the same answers of the original game: bench_results/players.md.

    GPUWORDLE_DATA=FOLDER python scripts/players.py
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench_record import ROOT, Row, markdown_table, write
from noisy_player import NoisyOptimal

from gpuwordle import load
from gpuwordle.environment.arena import Player, arena
from gpuwordle.strategies.table import STRATEGIES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    parser.add_argument("--games", type=int, default=2000, help="of each player")
    parser.add_argument("--seconds", type=float, default=600.0, help="time limit of the judge")
    options = parser.parse_args()
    words = load("wordle").of_length(5)
    players: list[Player] = [NoisyOptimal(words, 0.0), "beam", *STRATEGIES, NoisyOptimal(words)]
    found = arena(words, players, games=options.games, seed=1, seconds=options.seconds)
    rows: list[Row] = []
    for row in sorted(found.players, key=lambda row: row["regret"]["mean"]):
        regret = row["regret"]
        rows.append(
            {
                "player": row["player"],
                "won": f"{100 * row['won'] / row['games']:.1f} %",
                "average of games won": "" if row["mean"] is None else f"{row['mean']:.4f}",
                "regret": f"{regret['mean']:.4f}",
                "95 % interval": f"{regret['low']:.4f} to {regret['high']:.4f}",
                "regret by turn": " ".join(f"{one:.3f}" for one in row["regret_by_turn"]),
                "exact moves": f"{100 * row['exact'] / row['moves']:.2f} %",
            }
        )
    print(markdown_table(rows))
    write(options.output, "players", rows, markdown_table(rows))


if __name__ == "__main__":
    main()
