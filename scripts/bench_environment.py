"""Measure steps of the environment on one core: bench_results/environment.md.

Random guesses are played in many games at once. Each row also has NumPy's lookup of the same
codes in the pattern matrix, in the same run: the least that a step can do in NumPy.

    GPUWORDLE_DATA=FOLDER python scripts/bench_environment.py
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from bench_record import ROOT, Row, markdown_table, write

from gpuwordle import Conditions, load
from gpuwordle.environment.vector import WordleVectorEnv
from gpuwordle.matrix import pattern_matrix

STEPS = 21
"""Steps that are timed together: three games of six guesses and a reset."""


def rate(work: Callable[[int], object], games: int, rounds: int) -> float:
    """Steps in a second of one core: the best of several rounds, after one that is not counted."""
    times = []
    for _ in range(rounds + 1):
        start = time.process_time()
        for step in range(STEPS):
            work(step)
        times.append(time.process_time() - start)
    return games * STEPS / min(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    words = load("wordle").of_length(5)
    matrix, rng = pattern_matrix(words).codes, np.random.default_rng(1)
    rows: list[Row] = []
    for reward, hard, copy, games in (
        ("sparse", False, False, 1 << 17),
        ("sparse", False, True, 1 << 17),
        ("sparse", False, True, 1_000_000),
        ("sparse", False, True, 64),
        ("bits", False, False, 1 << 17),
        ("bits", False, True, 1 << 17),
        ("sparse", True, True, 1 << 14),
    ):
        actions = rng.integers(0, len(words), (STEPS, games))
        hidden = rng.integers(0, len(words.answers), games)
        env = WordleVectorEnv(
            words, games, Conditions(hard=hard, allowed=6), reward=reward, copy=copy, seed=1
        )
        env.reset()
        steps = rate(lambda step: env.step(actions[step]), games, options.rounds)  # noqa: B023
        looked_up = rate(lambda step: matrix[actions[step], hidden], games, options.rounds)  # noqa: B023
        rows.append(
            {
                "games at once": f"{games:,}",
                "reward": reward,
                "mode": "hard" if hard else "easy",
                "observations": "copied" if copy else "in place",
                "million steps a second": f"{steps / 1e6:.1f}",
                "NumPy's look-up alone": f"{looked_up / 1e6:.1f}",
                "ratio": f"{steps / looked_up:.2f}",
            }
        )
        print(markdown_table(rows), flush=True)
    write(options.output, "environment", rows, markdown_table(rows))


if __name__ == "__main__":
    main()
