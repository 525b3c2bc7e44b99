"""Torture: random words, random rules, SIGKILLs and hostile inputs, each against what must be.

    python scripts/torture.py                        # some minutes
    python scripts/torture.py --seconds 3600 --seed 7

Every part has the same share of the time. It writes ``bench_results/torture.md`` with what was
tried and the seeds, and ends with 1 and the case where something is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "scripts")]

import bench_record  # noqa: E402
import naive  # noqa: E402
import numpy as np  # noqa: E402

from gpuwordle.backends.numba_cpu.backend import NumbaBackend  # noqa: E402
from gpuwordle.backends.numpy_cpu import NumpyBackend  # noqa: E402
from gpuwordle.benchmark.run import run_benchmark  # noqa: E402
from gpuwordle.errors import UserError  # noqa: E402
from gpuwordle.results.played_run import read_run  # noqa: E402
from gpuwordle.results.run_check import check_run  # noqa: E402
from gpuwordle.rules.conditions import FILTERS, Conditions  # noqa: E402
from gpuwordle.scoring.groups import Groups  # noqa: E402
from gpuwordle.scoring.statistics import KEYS  # noqa: E402
from gpuwordle.words.vocabulary import Vocabulary  # noqa: E402

ALPHABET = "abcdefghijklmnopqrstuvwxyzäößøλжяあ字"

OPTIMAL_IS_SLOW = ("optimal",)
"""Strategies that are left out of random benchmarks."""


class Wrong(Exception):
    """Something is not as it must be; the text has the seed."""


def vocabulary_of(draw: random.Random, most: int) -> Vocabulary:
    """Draw words of any length over few or many letters, often with repeats."""
    length = draw.randint(1, 20) if draw.random() < 0.3 else draw.randint(2, 8)
    letters = draw.sample(ALPHABET, draw.randint(2, len(ALPHABET)))
    count = min(draw.randint(2, most), len(letters) ** length)
    words = dict.fromkeys("".join(draw.choices(letters, k=length)) for _ in range(count))
    guesses = list(words)
    answers = draw.sample(guesses, draw.randint(1, len(guesses)))
    return Vocabulary("torture", answers, guesses)


def compare(draw: random.Random, end: float) -> dict[str, int]:
    """Score random words by the oracle and by both CPU backends, and choose best guesses."""
    pairs = statistics = choices = 0
    while time.monotonic() < end:
        seed = draw.getrandbits(32)
        mine = random.Random(seed)
        words = vocabulary_of(mine, 120)
        numba, numpy = NumbaBackend(words), NumpyBackend(words)
        codes = numba.codes()
        expected = [[naive.code(guess, answer) for answer in words.answers] for guess in words]
        if codes.tolist() != expected or not np.array_equal(codes, numpy.codes()):
            raise Wrong(f"codes differ, seed {seed}")
        pairs += codes.size
        everyone = range(len(words.answers))
        chosen = [mine.sample(everyone, mine.randint(1, len(everyone))) for _ in range(5)]
        groups = Groups.of(chosen)
        found = numba.statistics(groups)
        if not np.array_equal(found.block, numpy.statistics(groups).block):
            raise Wrong(f"statistics differ, seed {seed}")
        statistics += found.block[0].size
        for name, key in KEYS.items():
            for pool in ("all", "candidates"):
                best = numba.best_guesses(groups, key, pool)
                if not np.array_equal(best, numpy.best_guesses(groups, key, pool)):
                    raise Wrong(f"best guesses by {name} from {pool} differ, seed {seed}")
                choices += len(best)
    return {"pairs compared": pairs, "statistics compared": statistics, "choices": choices}


def replay(draw: random.Random, end: float) -> dict[str, int]:
    """Play random strategies under random rules, and play every game again by the rules."""
    games = runs = refused = 0
    from gpuwordle.strategies.table import STRATEGIES

    names = [name for name in STRATEGIES if name not in OPTIMAL_IS_SLOW]
    while time.monotonic() < end:
        seed = draw.getrandbits(32)
        mine = random.Random(seed)
        words = vocabulary_of(mine, 150)
        conditions = Conditions(
            mine.choice(["all", "candidates", None]),
            mine.random() < 0.4,
            mine.choice(FILTERS),
            mine.choice([None, 1, 3, 6]),
        )
        with tempfile.TemporaryDirectory() as folder:
            try:
                run_benchmark(
                    words,
                    mine.sample(names, 2),
                    conditions,
                    folder=Path(folder) / "run",
                    opener=mine.choice([None, mine.choice(words.guesses)]),
                    seeds=seed,
                    backend="numba",
                )
            except UserError:
                refused += 1  # what cannot be played so is said
                continue
            verdict = check_run(Path(folder) / "run", lambda *_, words=words: words)
        if not verdict.accepted:
            raise Wrong(f"seed {seed}: {verdict.problems[0]}")
        games += verdict.games
        runs += 1
    return {"games replayed": games, "runs": runs, "refused in a line": refused}


def kill(draw: random.Random, end: float) -> dict[str, int]:
    """Kill benchmarks at random moments until they are through; compare with untouched ones."""
    kills = rounds = 0
    while time.monotonic() < end:
        seed = draw.getrandbits(32)
        mine = random.Random(seed)
        with tempfile.TemporaryDirectory() as place:
            words = vocabulary_of(mine, 300)
            (Path(place) / "words.txt").write_text("\n".join(words.guesses), encoding="utf-8")
            first = _benchmark(place, "whole")
            began = time.monotonic()
            if first.wait() != 0:
                raise Wrong(f"seed {seed}: the run that nobody kills fails")
            usual = time.monotonic() - began
            more: list[str] = []
            while True:
                process = _benchmark(place, "killed", *more)
                try:
                    code = process.wait(mine.uniform(0.3, 1.05) * usual)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    kills += 1
                    more = ["--resume"] if (Path(place) / "killed" / "_run.json").exists() else []
                    usual *= 1.1
                    continue
                if code:
                    raise Wrong(f"seed {seed}: a killed run cannot be continued")
                break
            rows = [
                read_run(Path(place) / name).to_arrow().drop_columns("seconds").to_pylist()
                for name in ("whole", "killed")
            ]
            if rows[0] != rows[1] or list((Path(place) / "killed").rglob(".*.part")):
                raise Wrong(f"seed {seed}: a killed run differs from one that nobody killed")
        rounds += 1
    return {"kills survived": kills, "runs": rounds}


def _benchmark(place: str, name: str, *more: str) -> subprocess.Popen[bytes]:
    asked = ["-v", "words.txt", "-l", "1-20", "-s", "minimax", "-s", "random", "-b", "numpy"]
    if more:
        asked = list(more)
    return subprocess.Popen(
        [sys.executable, "-m", "gpuwordle", "benchmark", "-o", name, *asked],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def fuzz(draw: random.Random, end: float) -> dict[str, int]:
    """Run the fuzzer of the tests, with other inputs each time."""
    tried = 0
    while time.monotonic() < end:
        seed = draw.getrandbits(31)
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider"),
                *("tests/cli/test_fuzz.py", f"--hypothesis-seed={seed}"),
                "--hypothesis-show-statistics",
            ],
            cwd=ROOT,
            env={**os.environ, "GPUWORDLE_FUZZ": "1"},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Wrong(f"fuzzer, seed {seed}: {done.stdout[-2000:]}")
        tried += sum(map(int, re.findall(r"- (\d+) passing", done.stdout)))
    return {"inputs tried": tried}


def mutants() -> dict[str, int]:
    """Read the score that ``mutants.py`` kept."""
    path = ROOT / "bench_results" / "mutants.json"
    if not path.exists():
        return {}
    rows = json.loads(path.read_text())["rows"]
    noticed = sum(row["noticed"] for row in rows)
    return {
        "mutants caught": noticed,
        "mutants that differ": sum(row["mutants"] - row["equivalent"] for row in rows),
    }


PARTS: dict[str, Callable[[random.Random, float], dict[str, int]]] = {
    "scores against the oracle": compare,
    "games by the rules": replay,
    "SIGKILL and --resume": kill,
    "anything as input": fuzz,
}


def main() -> None:
    """Torture each part for its share of the time, and keep what was tried."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=240.0, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.chdir(ROOT)
    rows = []
    for name, part in PARTS.items():
        began = time.monotonic()
        try:
            found = part(random.Random(f"{asked.seed} {name}"), began + asked.seconds / len(PARTS))
        except Wrong as wrong:
            raise SystemExit(f"{name}: {wrong}") from None
        rows.append(row_of(name, asked.seed, time.monotonic() - began, found))
        print(rows[-1], flush=True)
    if mutants():
        rows.append(row_of("mistakes planted (mutants.md)", None, None, mutants()))
    text = (
        "# Torture\n\nNothing was wrong in any of these. `scripts/torture.py` makes them again; a "
        "seed and the part's name make the same cases.\n\n" + bench_record.markdown_table(rows)
    )
    bench_record.write(ROOT / "bench_results", "torture", rows, text)


def row_of(name: str, seed: int | None, seconds: float | None, found: dict[str, int]):
    """One part of the table."""
    return {
        "part": name,
        "seed": "" if seed is None else seed,
        "seconds": "" if seconds is None else round(seconds),
        "MB at most": "" if seconds is None else most_memory(),
        "tried": ", ".join(f"{count:,} {what}" for what, count in found.items()),
    }


def most_memory() -> int:
    """Megabytes that this process has taken at most: they must not grow with the time."""
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


if __name__ == "__main__":
    main()
