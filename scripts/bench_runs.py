"""Whole benchmarks, from the word list to Parquet, as a user runs them: time, memory and size.

    python scripts/bench_runs.py            # into bench_results/runs.md
    python scripts/bench_runs.py --short    # the benchmark of Lahiri et al. alone, printed only

Each command runs twice and the second is counted, so that compiled kernels come from numba's cache.
Memory is that of the largest process.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench_record import ROOT, markdown_table, write

from gpuwordle.benchmark.run import run_benchmark
from gpuwordle.report.report import Report
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words import sources

PARTITION = ["minimax", "expected-size", "entropy", "buckets"]
GREEDY = ["-v", "nltk-words", "--distinct-letters", "-l", "3-9", "-s", "minimax"]
ALPHA = ["-v", "words-alpha", "-l", "3-20", *(word for s in PARTITION for word in ("-s", s))]

PEAK_UNIT = 1e9 if sys.platform == "darwin" else 1e6

# What it is, the options of `gpuwordle benchmark`, and the most seconds that it may take.
RUNS: list[tuple[str, list[str], float | None]] = [
    (
        "Lahiri et al., lengths 3-9, filter letters",
        [*GREEDY, "--pool", "candidates", "--filter", "letters"],
        None,
    ),
    ("Lahiri et al., lengths 3-9, filter pattern", [*GREEDY, "--pool", "candidates"], None),
    (
        "4 partition strategies, words-alpha 3-20, pool candidates",
        [*ALPHA, "--pool", "candidates"],
        180.0,
    ),
    ("4 partition strategies, words-alpha 3-20, pool all", [*ALPHA, "--pool", "all"], 900.0),
    ("the same, pool all, two processes", [*ALPHA, "--pool", "all", "-j", "2"], 900.0),
]


def measured(options: list[str], folder: Path) -> tuple[float, float, float]:
    """Run a command: wall seconds, processor seconds, peak memory in GB."""
    command = [sys.executable, "-m", "gpuwordle", "benchmark", *options, "-o", str(folder)]
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / PEAK_UNIT


def warm_greedy(folder: Path) -> dict[str, Any]:
    """Lahiri et al.'s benchmark under both filters, when kernels are loaded: the second of two."""
    words = sources.load("nltk-words")
    distinct = [words.of_length(length, distinct_letters=True) for length in range(3, 10)]
    for attempt in range(2):
        start, processor = time.perf_counter(), time.process_time()
        summaries = []
        for filter in ("letters", "pattern"):
            conditions = Conditions(pool="candidates", filter=filter)
            run_benchmark(distinct, "minimax", conditions, folder=folder / f"{filter}-{attempt}")
            summaries += Report.of(folder / f"{filter}-{attempt}").summaries
        wall, spent = time.perf_counter() - start, time.process_time() - processor
    return {
        "benchmark": "Lahiri et al., lengths 3-9, both filters, in a process that has begun",
        "games": sum(summary.games for summary in summaries),
        "playing_seconds": sum(summary.seconds for summary in summaries),
        "playing_processor_seconds": sum(s.provenance["processor_seconds"] for s in summaries),
        "must_seconds": 1.0,
        "wall_seconds": wall,
        "processor_seconds": spent,
        "peak_gb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / PEAK_UNIT,
        "parquet_mb": sum(p.stat().st_size for p in folder.rglob("*.parquet")) / 2e6,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="the benchmark of Lahiri et al. alone")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as place:
        rows.append(warm_greedy(Path(place) / "warm"))
        print(rows[-1], file=sys.stderr)
        for name, options, must in RUNS[: 2 if given.short else None]:
            measured(options, Path(place) / f"{len(rows)}-first")
            folder = Path(place) / str(len(rows))
            wall, processor, memory = measured(options, folder)
            summaries = Report.of(folder).summaries
            games = sum(summary.games for summary in summaries)
            size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
            rows.append(
                {
                    "benchmark": name,
                    "games": games,
                    "playing_seconds": sum(summary.seconds for summary in summaries),
                    "playing_processor_seconds": sum(
                        summary.provenance["processor_seconds"] for summary in summaries
                    ),
                    "must_seconds": must,
                    "wall_seconds": wall,
                    "processor_seconds": processor,
                    "peak_gb": memory,
                    "parquet_mb": size / 1e6,
                }
            )
            print(rows[-1], file=sys.stderr)
    table = [
        {
            "benchmark": row["benchmark"],
            "games": f"{row['games']:,}",
            "playing": f"{row['playing_seconds']:.2f} s",
            "of processor": f"{row['playing_processor_seconds']:.2f} s",
            "must": f"{row['must_seconds']:g} s" if row["must_seconds"] else "",
            "whole command": f"{row['wall_seconds']:.1f} s",
            "processor": f"{row['processor_seconds']:.1f} s",
            "largest process": f"{row['peak_gb']:.2f} GB",
            "Parquet": f"{row['parquet_mb']:.1f} MB",
        }
        for row in rows
    ]
    print(markdown_table(table))
    if not given.short:
        write(given.output, "runs", rows, markdown_table(table))


if __name__ == "__main__":
    main()
