"""Measure this checkout beside a former commit, in turns on one machine: bench_results/beside.md.

Each benchmark is run by the script of each commit, the former one first, and its least seconds over
all turns are compared row by row; rows that only one of them has are left out. The former commit is
checked out under build/beside. Peers are not measured: they do not differ. Rows that are measured
again replace their former results, and the others are kept. Kernels that are not compiled yet are
compiled in the first turn, so take two turns or more after a change.

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


def measured(tree: Path, script: str, rows: list[str], scratch: Path) -> dict[str, float]:
    """Run a benchmark in a checkout, or some of its rows, and return its seconds by row."""
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
    timed = [row for row in found if row.get("unit", "seconds") == "seconds"]
    seconds = {row["work"]: row.get("seconds", row.get("value")) for row in timed}
    return {work: value for work, value in seconds.items() if value}


def compared(script: str, former: dict[str, float], now: dict[str, float]) -> list[Row]:
    """Put the rows that both commits have side by side."""
    both = [work for work in now if work in former]
    same = {"script": script, "commit": commit_of_package()}
    return [{**same, "work": work, "former": former[work], "seconds": now[work]} for work in both]


def table_of(rows: list[Row], commit: str) -> str:
    """Show the rows as a Markdown table, the slowest ones beside the former commit first."""
    ranked = sorted(rows, key=lambda row: row["former"] / row["seconds"])
    return markdown_table(
        [
            {
                "work": row["work"],
                "script": row["script"],
                f"at {commit}": shown(row["former"]),
                "now": shown(row["seconds"]),
                "times": f"{row['seconds'] / row['former']:.2f}",
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
        least: dict[str, dict[str, float]] = {name: {} for name in trees}
        for turn in range(asked.turns):
            for name, tree in trees.items():
                print(f"{script}, turn {turn + 1} of {asked.turns}: {name}", flush=True)
                with tempfile.TemporaryDirectory() as scratch:
                    found = measured(tree, script, asked.rows, Path(scratch))
                for work, seconds in found.items():
                    least[name][work] = min(seconds, least[name].get(work, seconds))
        rows = compared(script, **least)
        again = {(script, row["work"]) for row in rows}
        kept = [row for row in kept if (row["script"], row["work"]) not in again] + rows
        write(asked.output, "beside", kept, table_of(kept, asked.commit))


if __name__ == "__main__":
    main()
