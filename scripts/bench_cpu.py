"""Measure the CPU rows that this project is judged by, each next to a peer or the former method.

Seconds of one core are processor seconds of the process, the smallest of several warm runs; wall
seconds are marked. Everything is measured in one run on one machine, so ratios can be compared.
Writes bench_results/cpu-N-cores.json and the table that docs/performance.md shows.

    GPUWORDLE_DATA=FOLDER python scripts/bench_cpu.py [--doddle-python PYTHON]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import bench_record
import numpy as np
from bench_record import Row, comparison_table, row
from doddle_peer import doddle

from gpuwordle import Vocabulary, best_openers, first_guess
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.papers.printed import read_paper
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.words.sources import load


def five_letters(words: Vocabulary, peer: dict[str, float]) -> list[Row]:
    """Codes and scores of the original game on one core."""
    name = f"{len(words.guesses)} x {len(words.answers)}"
    pairs = len(words.guesses) * len(words.answers)
    engine = NumbaBackend(words, threads=1)
    codes = np.empty((len(words.guesses), len(words.answers)), np.uint8)
    matrix, _ = bench_record.best_of(lambda: engine.codes(out=codes))
    scores, _ = bench_record.best_of(engine.statistics)
    histogram = NumbaBackend(words, threads=1)
    histogram.__dict__["_smallest_spec_group"] = np.inf  # the former method: count in a table
    counted, _ = bench_record.best_of(histogram.statistics)
    must = 0.04 if len(words.answers) == len(words.guesses) else 0.012
    if peer:
        rows = [
            row(f"codes {name}", matrix, pairs / 10e9, "Doddle 1.6", peer["matrix"]),
            row(
                f"four scores {name}",
                scores,
                must,
                "Doddle 1.6, matrix and two scores",
                peer["matrix"] + peer["two_scores"],
            ),
        ]
    else:
        reference, _ = bench_record.best_of(lambda: NumpyBackend(words).codes(np.arange(400)), 2)
        reference *= len(words.guesses) / 400
        rows = [row(f"codes {name}", matrix, pairs / 10e9, "our NumPy backend", reference)]
    rows.append(row(f"four scores {name}", scores, must, "our histogram of codes", counted))
    return rows


def weighted_scores(words: Vocabulary) -> list[Row]:
    """Scores of words with weights, and of the same words without; one core."""
    weights = np.random.default_rng(1).integers(1, 700, len(words.answers))
    weighed = Vocabulary(words.name, words.answers, words.guesses, weights=weights)
    with_weights, without = (
        bench_record.best_of(NumbaBackend(some, threads=1).statistics)[0]
        for some in (weighed, words)
    )
    name = f"five scores with weights {len(words.guesses)} x {len(words.answers)}"
    return [row(name, with_weights, 2 * without, "without weights", without)]


def all_lengths(threads: int) -> list[Row]:
    """Every length of words-alpha: all scores of all guesses, and the pruned minimax search."""
    words = load("words-alpha")
    vocabularies = [words.of_length(length) for length in range(3, 21)]
    engines = [NumbaBackend(v, threads=threads) for v in vocabularies]

    def exhaustive() -> None:
        for engine in engines:
            best_openers(engine.vocabulary, backend=engine)

    def pruned() -> None:
        for vocabulary in vocabularies:
            first_guess(vocabulary, "minimax", backend=NumbaBackend(vocabulary, threads=threads))

    _, full = bench_record.best_of(exhaustive, 2)
    _, bounded = bench_record.best_of(pruned, 3)
    # The plain definition, on a slice of every length and scaled: nothing else does all lengths.
    reference = 0.0
    for vocabulary in vocabularies:
        some = np.linspace(0, len(vocabulary.guesses) - 1, 4).astype(np.int32)
        start = time.perf_counter()
        NumpyBackend(vocabulary).statistics(guesses=some)
        reference += (time.perf_counter() - start) * len(vocabulary.guesses) / len(some)
    where = f"words-alpha 3-20, {threads} cores, wall"
    return [
        row(f"four scores of all guesses, {where}", full, 10.0, "our NumPy backend", reference),
        row(f"best minimax openers, {where}", bounded, 3.0, "all four scores of all", full),
    ]


def more_cores(words: Vocabulary, any_word: Vocabulary, threads: int) -> list[Row]:
    """What threads gain where there is little to share out at a time; wall seconds."""
    rng = np.random.default_rng(1)
    answers, guesses = len(words.answers), len(words.guesses)

    def some(size: int) -> Groups:
        return Groups.of([np.sort(rng.choice(answers, size, replace=False)) for _ in range(1000)])

    rows = []
    for vocabulary, groups, work in (
        (words, Groups.whole(answers), f"four scores {guesses} x {answers}"),
        (any_word, Groups.whole(guesses), f"four scores {guesses} x {guesses}"),
        (words, some(100), f"buckets of {guesses} on 1000 groups of 100"),
        (words, some(20), f"buckets of {guesses} on 1000 groups of 20"),
    ):
        shared, alone = (
            bench_record.best_of(
                partial(engine.statistics if len(groups) == 1 else engine.bucket_counts, groups), 3
            )[1]
            for engine in (NumbaBackend(vocabulary, threads=count) for count in (threads, 1))
        )
        rows.append(row(f"{work}, {threads} cores, wall", shared, alone, "one core", alone))
    return rows


def leading_guesses(length: int = 9) -> list[Row]:
    """Best openers of words-alpha by one score, pruned, and by scoring every guess; one core."""
    words = load("words-alpha").of_length(length)
    engine = NumbaBackend(words, threads=1)
    rows = []
    for score in ("entropy", "minimax"):
        alone, ten, every = (
            bench_record.best_of(work, 2)[0]
            for work in (
                partial(best_openers, words, score, backend=engine),
                partial(best_openers, words, score, top=10, backend=engine),
                partial(Backend._leading_guesses, engine, [KEYS[score]], 10, "all", None),
            )
        )
        work = f"by {score}, words-alpha of {length} letters"
        rows.append(row(f"best opener {work}", alone, None, "all guesses scored", every))
        rows.append(row(f"ten best openers {work}", ten, 2 * alone, "all guesses scored", every))
    return rows


def opener_pairs(words: Vocabulary, threads: int) -> list[Row]:
    """The best two openers of all, by entropy: bounds leave few of the pairs to count."""
    shared, alone = (
        bench_record.best_of(partial(engine.best_pairs, KEYS["entropy"]), 1)[1]
        for engine in (NumbaBackend(words, threads=count) for count in (threads, 1))
    )
    work = f"best pair of {len(words.guesses)} guesses on {len(words.answers)} answers by entropy"
    return [row(f"{work}, {threads} cores, wall", shared, 200.0, "one core", alone)]


def trees(words: Vocabulary, must: float, former: float, peer: str) -> list[Row]:
    """Greedy trees over every hidden word, any guess allowed, opener included; one core."""
    engine = NumbaBackend(words, threads=1)
    rows = []
    for name in ("entropy", "expected-size", "minimax", "buckets"):
        strategy = strategy_named(name)
        seconds, _ = bench_record.best_of(partial(grow, words, strategy, backend=engine))
        tree = grow(words, strategy, backend=engine)
        work = f"tree of {name}, {len(words.answers)} hidden ({tree.opener} {tree.total})"
        rows.append(row(work, seconds, must, peer, former))
    return rows


def naive_tree(words: Vocabulary) -> float:
    """The former method: score all guesses in every state of the tree, no bounds; seconds."""

    class Unpruned(NumbaBackend):
        _best_guesses = Backend._best_guesses

    start = time.process_time()
    grow(words, "entropy", backend=Unpruned(words, threads=1))
    return time.process_time() - start


def greedy_of_lahiri() -> list[Row]:
    """Both filters on all seven lengths of Lahiri et al.'s greedy benchmark; one core."""
    words = load("nltk-words")
    vocabularies = [words.of_length(length, distinct_letters=True) for length in range(3, 10)]

    def play() -> None:
        for vocabulary in vocabularies:
            engine = NumbaBackend(vocabulary, threads=1)
            for filter in ("letters", "pattern"):
                minimax = strategy_named("minimax")
                grow(
                    vocabulary,
                    minimax,
                    Conditions(pool="candidates", filter=filter),
                    backend=engine,
                )

    seconds, _ = bench_record.best_of(play)
    # The sum over the seven lengths, first guess fixed.
    printed = read_paper("lahiri").printed["times_with_opener"]
    return [
        row(
            "greedy minimax, nltk-words 3-9, both filters, first guesses included",
            seconds,
            1.0,
            "Lahiri et al., Table 3, one filter, first guesses given",
            sum(printed.at(length).number for length in printed.values),
        )
    ]


def whole_commands() -> list[Row]:
    """The README's first command from a cold and a warm compile cache, and --help; wall seconds."""

    def wall(arguments: list[str], cache: str) -> float:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        start = time.perf_counter()
        command = [sys.executable, "-m", "gpuwordle", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        return time.perf_counter() - start

    with tempfile.TemporaryDirectory() as cache:
        cold = wall(["first-guess"], cache)
        warm = min(wall(["first-guess"], cache) for _ in range(3))
        help_ = min(wall(["--help"], cache) for _ in range(5))
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", ""], check=True)
    python = time.perf_counter() - start
    return [
        row("`gpuwordle first-guess`, cold compile cache, wall", cold, 40.0, "warm cache", warm),
        row("`gpuwordle first-guess`, warm, wall", warm, 12.0, "cold cache", cold),
        row("`gpuwordle --help`, wall", help_, 0.4, "`python -c ''`", python),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--doddle-python", help="interpreter with Doddle; by default one is made")
    parser.add_argument("--output", type=Path, default=bench_record.ROOT / "bench_results")
    options = parser.parse_args()
    wordle = load("wordle").of_length(5)
    any_word = Vocabulary("wordle-any", wordle.guesses)
    threads = NumbaBackend(wordle).threads
    with doddle(options.doddle_python) as peer:
        parts: list[Callable[[], list[Row]]] = [
            lambda: five_letters(wordle, peer.run("time", wordle.guesses, wordle.answers)),
            lambda: five_letters(any_word, {}),
            lambda: weighted_scores(wordle),
            lambda: trees(wordle, 0.05, peer.benchmark(), "Doddle benchmark, minimax, raise given"),
            lambda: trees(any_word, 0.3, naive_tree(any_word), "entropy without bounds, one pass"),
            greedy_of_lahiri,
            lambda: more_cores(wordle, any_word, threads),
            leading_guesses,
            lambda: opener_pairs(wordle, threads),
            lambda: all_lengths(threads),
            whole_commands,
        ]
        rows: list[Row] = []
        for part in parts:
            rows += part()
            print(comparison_table(rows), flush=True)
    name = f"cpu-{bench_record.provenance()['cores']}-cores"
    bench_record.write(options.output, name, rows, comparison_table(rows))


if __name__ == "__main__":
    main()
