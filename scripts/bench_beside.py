"""Measure this checkout beside a former commit, in turns on one machine: bench_results/beside.md.

Each benchmark is run by the script of each commit, the former one first, and its best values over
all turns are compared row by row: least seconds and bytes, and most "times as fast". Rows that only
one of them has are left out. The former commit is checked out under build/beside. Peers are not
measured: they do not differ. Rows that are measured again replace their former results, and those
that `--rows` leaves out are kept. Kernels that are not compiled yet are compiled in the first turn,
so take two turns or more after a change.

    GPUWORDLE_DATA=FOLDER python scripts/bench_beside.py 9117ead
    GPUWORDLE_DATA=FOLDER python scripts/bench_beside.py 9117ead --only bench_optimal \
        --rows salet "easy proof, none below"
"""

from __future__ import annotations

import argparse
import json
import os
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


def measured(tree: Path, script: str, rows: list[str], scratch: Path) -> dict[Name, float]:
    """Run a benchmark in a checkout, or some of its rows, and return its values by row and unit."""
    output = scratch / "output"
    peer = scratch / "python"
    peer.write_text(NO_PEER)
    peer.chmod(0o755)
    options = ["--doddle-python", str(peer)] if script == "bench_cpu" else []
    options += ["--only", *rows] if rows else []
    subprocess.run(
        [sys.executable, f"scripts/{script}.py", "--output", str(output), *options],
        check=True,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.DEVNULL,
    )
    (path,) = output.glob("*.json")
    found = json.loads(path.read_text())["rows"]
    values = {
        (row["work"], row.get("unit", "seconds")): row.get("seconds", row.get("value"))
        for row in found
    }
    return {name: value for name, value in values.items() if value}


def compared(script: str, former: dict[Name, float], now: dict[Name, float]) -> list[Row]:
    """Put the rows that both commits have side by side."""
    same = {"script": script, "commit": commit_of_package()}
    return [
        {**same, "work": name[0], "unit": name[1], "former": former[name], "now": now[name]}
        for name in now
        if name in former
    ]


def times_of(row: Row) -> float:
    """Return how many times a row takes what it took: more than 1 is worse."""
    times = float(row["now"] / row["former"])
    return 1 / times if row["unit"] == "times" else times


def table_of(rows: list[Row], commit: str) -> str:
    """Show the rows as a Markdown table, the slowest ones beside the former commit first."""
    ranked = sorted(rows, key=times_of, reverse=True)
    return markdown_table(
        [
            {
                "work": row["work"],
                "script": row["script"],
                f"at {commit}": shown(row["former"], row["unit"]),
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
    parser.add_argument("--turns", type=int, default=2, help="runs of each benchmark and commit")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    asked = parser.parse_args()
    trees = {"former": compiled(checked_out(asked.commit)), "now": compiled(ROOT)}
    path = asked.output / "beside.json"
    kept: list[dict[str, Any]] = json.loads(path.read_text())["rows"] if path.exists() else []
    for script in asked.only:
        best: dict[str, dict[Name, float]] = {name: {} for name in trees}
        for turn in range(asked.turns):
            for name, tree in trees.items():
                print(f"{script}, turn {turn + 1} of {asked.turns}: {name}", flush=True)
                with tempfile.TemporaryDirectory() as scratch:
                    found = measured(tree, script, asked.rows, Path(scratch))
                for row, value in found.items():
                    better = max if row[1] == "times" else min
                    best[name][row] = better(value, best[name].get(row, value))
        rows = compared(script, **best)
        again = {row["work"] for row in rows}
        # Without a choice of rows, those of the script that are not there any more are dropped.
        kept = [
            row
            for row in kept
            if row["script"] != script or (asked.rows and row["work"] not in again)
        ]
        kept += rows
        write(asked.output, "beside", kept, table_of(kept, asked.commit))


if __name__ == "__main__":
    main()
