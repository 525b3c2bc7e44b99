"""Measure this checkout beside a former commit, in turns on one machine: bench_results/beside.md.

Each benchmark is run by the scripts of both commits at once, but only one of them computes: it
hands over to the other whenever it reads its processor time or starts a process, so a machine whose
speed drifts slows both alike, and its clock stands still until it goes on. Both begin each turn on
the same core, and on each core in turn: others may be at work on one of them. The table has the
best values over all turns, least seconds and bytes and most "times as fast", and the median over
the turns of their ratio. Rows that only one commit has are left out. The former commit is checked
out under build/beside. Peers are not measured: they do not differ. Rows that are measured again
replace their former results, and those that `--rows` leaves out are kept. Kernels that are not
compiled yet are compiled in the first turn, so take at least three turns after a change.

    GPUWORDLE_DATA=FOLDER python scripts/bench_beside.py 9117ead
    GPUWORDLE_DATA=FOLDER python scripts/bench_beside.py 9117ead --only bench_optimal \
        --rows salet "easy proof, none below"
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench_record import ROOT, Row, commit_of_package, markdown_table, shown, write

SCRIPTS = ("bench_clues", "bench_cliques", "bench_assistant", "bench_cpu", "bench_optimal")

Name = tuple[str, str]
"""Name of a row, and its unit."""

NO_PEER = """#!/bin/sh
test "$1" = -m || echo '{"matrix": 1, "two_scores": 1}'
"""
"""Stands in for the interpreter that holds Doddle."""

IN_TURNS = """
import os, runpy, subprocess, sys, time

take, give, script = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
sys.argv = sys.argv[3:]
sys.path.insert(0, os.path.dirname(script))
process_time, perf_counter = time.process_time, time.perf_counter
waited, turns = 0.0, 0


def hand_over():
    global waited, turns
    start = perf_counter()
    try:
        os.write(give, b".")
        os.read(take, 1)
    except BrokenPipeError:
        pass  # the other one has ended
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        # A measurement begins and ends with a turn.
        os.sched_setaffinity(0, {cores[turns // 2 % len(cores)]})
        os.sched_setaffinity(0, cores)
    turns += 1
    waited += perf_counter() - start


def process_time_in_turns():
    hand_over()
    return process_time()


class Popen(subprocess.Popen):
    def __init__(self, *arguments, **options):
        hand_over()
        super().__init__(*arguments, **options)


time.process_time = process_time_in_turns
time.perf_counter = lambda: perf_counter() - waited
subprocess.Popen = Popen
os.read(take, 1)
runpy.run_path(script, run_name="__main__")
"""
"""Runs a script that waits for a byte before it computes, and passes one on before it measures."""


def checked_out(commit: str) -> Path:
    """Return the folder of a commit, which is checked out if it is not yet."""
    name = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--verify", f"{commit}^{{commit}}"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    folder = ROOT / "build" / "beside" / name
    if not folder.exists():
        subprocess.run(["git", "clone", "-q", "--no-checkout", ROOT, folder], check=True)
        subprocess.run(["git", "-C", folder, "checkout", "-q", name], check=True)
    return folder


def compiled(tree: Path) -> Path:
    """Compile the modules of a checkout, as an installation does; return the checkout."""
    subprocess.run([sys.executable, "-m", "compileall", "-q", tree / "gpuwordle"], check=True)
    return tree


def measured(
    trees: dict[str, Path], script: str, rows: list[str], scratch: Path
) -> list[dict[Name, float]]:
    """Run a benchmark in checkouts in turns; return the values of each by row and unit."""
    peer = scratch / "python"
    peer.write_text(NO_PEER)
    peer.chmod(0o755)
    options = ["--doddle-python", str(peer)] if script == "bench_cpu" else []
    options += ["--only", *rows] if rows else []
    pipes = [os.pipe() for _ in trees]
    running = []
    for place, (name, tree) in enumerate(trees.items()):
        take, give = pipes[place][0], pipes[(place + 1) % len(pipes)][1]
        ends = [str(take), str(give), f"scripts/{script}.py", "--output", str(scratch / name)]
        running.append(
            subprocess.Popen(
                [sys.executable, "-c", IN_TURNS, *ends, *options],
                cwd=tree,
                env={**os.environ, "PYTHONPATH": str(tree)},
                stdout=subprocess.DEVNULL,
                pass_fds=(take, give),
            )
        )
    os.write(pipes[0][1], b".")
    for end in (end for pipe in pipes for end in pipe):
        os.close(end)
    codes = [process.wait() for process in running]
    if any(codes):
        raise SystemExit(f"{script} failed")
    found = []
    for name in trees:
        (path,) = (scratch / name).glob("*.json")
        values = {
            (row["work"], row.get("unit", "seconds")): row.get("seconds", row.get("value"))
            for row in json.loads(path.read_text())["rows"]
        }
        found.append({name: value for name, value in values.items() if value})
    return found


def compared(script: str, turns: list[list[dict[Name, float]]]) -> list[Row]:
    """Put the rows that both commits have side by side."""
    same = {"script": script, "commit": commit_of_package()}
    rows = []
    for work, unit in turns[0][1]:
        name = work, unit
        pairs = [(former[name], now[name]) for former, now in turns if former.get(name)]
        if not pairs:
            continue
        better = max if unit == "times" else min
        former, now = map(better, zip(*pairs, strict=True))
        times = statistics.median(b / a for a, b in pairs)
        row = {"work": work, "unit": unit, "former": former, "now": now, "times": times}
        rows.append({**same, **row})
    return rows


def times_of(row: Row) -> float:
    """Return how many times a row takes what it took: more than 1 is worse."""
    times = float(row["times"])
    return 1 / times if row["unit"] == "times" else times


def table_of(rows: list[Row]) -> str:
    """Show the rows as a Markdown table, the slowest ones beside the former commit first."""
    ranked = sorted(rows, key=times_of, reverse=True)
    return markdown_table(
        [
            {
                "work": row["work"],
                "script": row["script"],
                "before": shown(row["former"], row["unit"]),
                "at": row.get("than", ""),
                "now": shown(row["now"], row["unit"]),
                "times": f"{times_of(row):.2f}",
                "commit": row["commit"][:10],
            }
            for row in ranked
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("commit", help="the former commit")
    parser.add_argument("--only", choices=SCRIPTS, nargs="+", default=SCRIPTS, metavar="SCRIPT")
    parser.add_argument(
        "--rows",
        nargs="+",
        default=[],
        help="parts of their names, where a "
        "script can choose rows: bench_assistant and bench_optimal",
    )
    parser.add_argument("--turns", type=int, default=3, help="runs of each benchmark and commit")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    asked = parser.parse_args()
    trees = {"former": compiled(checked_out(asked.commit)), "now": compiled(ROOT)}
    path = asked.output / "beside.json"
    kept: list[dict[str, Any]] = json.loads(path.read_text())["rows"] if path.exists() else []
    for script in asked.only:
        turns = []
        for turn in range(asked.turns):
            print(f"{script}, turn {turn + 1} of {asked.turns}", flush=True)
            with tempfile.TemporaryDirectory() as scratch:
                turns.append(measured(trees, script, asked.rows, Path(scratch)))
        rows = [{**row, "than": asked.commit} for row in compared(script, turns)]
        again = {row["work"] for row in rows}
        # Without a choice of rows, those of the script that are not there any more are dropped.
        kept = [
            row
            for row in kept
            if row["script"] != script or (asked.rows and row["work"] not in again)
        ]
        kept += rows
        write(asked.output, "beside", kept, table_of(kept))


if __name__ == "__main__":
    main()
