"""Keep benchmark numbers with the machine, the versions and the commit they belong to."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HOUR = 3600.0
Row = dict[str, Any]
PACKAGES = ("numpy", "numba", "llvmlite", "cupy-cuda13x", "cupy-cuda12x", "numba-cuda", "pyarrow")


def provenance() -> dict[str, Any]:
    """Machine, versions, commit and time."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": found,
        "commit": _git("rev-parse", "HEAD"),
        "uncommitted": bool(_git("status", "--porcelain", "--untracked-files=no")),
        "command": " ".join(["python", *map(_without_folder, sys.argv)]),
    }


def commit_of_package() -> str:
    """Return the commit, with a plus where the code of the package is not as committed."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "gpuwordle/**.py")
    return _git("rev-parse", "HEAD") + ("+" if changed else "")


def _git(*words: str) -> str:
    result = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
    return result.stdout.strip()


def best_of(work: Callable[[], Any], repeats: int = 5) -> tuple[float, float]:
    """Smallest (processor seconds, wall seconds) of several runs, after one that is not counted."""
    work()
    processor, wall = [], []
    for _ in range(repeats):
        start = time.process_time(), time.perf_counter()
        work()
        processor.append(time.process_time() - start[0])
        wall.append(time.perf_counter() - start[1])
    return min(processor), min(wall)


def markdown_table(rows: Sequence[Row]) -> str:
    """Rows with the same keys as a Markdown table."""
    names = list(rows[0]) if rows else []
    lines = [f"| {' | '.join(names)} |", f"| {' | '.join('---' for _ in names)} |"]
    lines += [f"| {' | '.join(str(row[name]) for name in names)} |" for row in rows]
    return "\n".join(lines) + "\n"


def row(work: str, seconds: float, must: float | None, peer: str, peer_seconds: float) -> Row:
    """Two measurements, and how many times as long the second takes."""
    return {
        "work": work,
        "seconds": seconds,
        "must": must,
        "peer": peer,
        "peer_seconds": peer_seconds,
        "ratio": peer_seconds / seconds,
    }


def comparison_table(rows: Sequence[Row]) -> str:
    """Rows that `row` made, as a Markdown table."""
    return markdown_table(
        [
            {
                "work": r["work"],
                "gpuwordle": shown(r["seconds"]),
                "must": shown(r["must"]),
                "compared with": r["peer"],
                "needs": shown(r["peer_seconds"]),
                "ratio": f"{r['ratio']:.3g}",
            }
            for r in rows
        ]
    )


def shown(value: float | None, unit: str = "seconds") -> str:
    """Three digits and a unit: seconds, bytes, or times as fast."""
    if value is None:
        return ""
    if unit != "seconds":
        return f"{value / 1e6:,.1f} MB" if unit == "bytes" else f"{value:.2f}"
    if value >= HOUR:
        return f"{value / HOUR:,.0f} h"
    return f"{value * 1e3:.3g} ms" if value < 1 else f"{value:.3g} s"


def write(folder: Path, name: str, rows: Sequence[Row], table: str) -> Path:
    """Write NAME.json (rows and provenance) and NAME.md (the table) into a folder, whole."""
    about = provenance()
    cores = f"{about['cores']} core{'s' * (about['cores'] != 1)}"
    heading = (
        f"{about['processor']}, {cores}, Python {about['python']}, "
        + ", ".join(f"{package} {number}" for package, number in about["packages"].items())
        + f"; commit {about['commit'][:10]}, {about['time'][:10]}."
    )
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, text in (
        ("json", json.dumps({"provenance": about, "rows": list(rows)}, indent=1) + "\n"),
        ("md", f"{table}\n{heading}\n"),
    ):
        aside = folder / f".{name}.{suffix}.part"
        aside.write_text(text)
        aside.replace(folder / f"{name}.{suffix}")
    return folder / f"{name}.json"


def _without_folder(argument: str) -> str:
    """Only the name of a path, which would say where somebody's files are."""
    path = Path(argument)
    return path.name if path.is_absolute() or argument == sys.argv[0] else argument


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
