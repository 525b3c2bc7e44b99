"""Do the same work as other programs, in turns on one core, and compare what is found and the time.

Each program is built from its own repository, outside this one; give the place of the executable:

    --selby FILE         github.com/alex1770/wordle: g++ -O3 -march=native -std=c++14 wordle.cpp
    --wordle-simd FILE   github.com/claytonwramsey/wordle_simd: cargo build --release

Seconds are processor seconds, the least of several turns. Selby's program prints its own, without
reading the words and computing the patterns, and so do we. wordle_simd is timed as a process, whose
start and reading take milliseconds, and we from a list of words on; its vectors suit the machine
if it is built with RUSTFLAGS="-C target-cpu=native". Rows of a program that is not given stay.

    GPUWORDLE_DATA=FOLDER python scripts/bench_peers.py --selby ../wordle/wordle
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench_optimal import opener_total
from bench_record import ROOT, Row, commit_of_package, markdown_table, shown, write

from gpuwordle import Vocabulary, best_pairs, load
from gpuwordle.optimal.solver import Solver

OPENERS = (("salet", False, 7920), ("crane", False, 7930), ("salet", True, 8122))
"""Openers, whether in hard mode, and the totals that both programs have to find."""

ALLOWED = 6
"""Guesses in a game; Selby's default."""

STEP = 2
"""Every second answer is played and hidden: with all, wordle_simd would need minutes."""

TURNS = 3

Timed = tuple[str, float]
"""What was found, and the seconds that it took."""


def turns(ours: Callable[[], Timed], theirs: Callable[[], Timed]) -> tuple[Timed, Timed]:
    """Let both work in turns; return what each found, and its least seconds."""
    ours()  # compiles
    done = [(ours(), theirs()) for _ in range(TURNS)]
    return tuple((of[0][0], min(seconds for _, seconds in of)) for of in zip(*done, strict=True))


def processor(work: Callable[[], str]) -> Timed:
    """Time our work."""
    start = time.process_time()
    found = work()
    return found, time.process_time() - start


def selby(program: Path, folder: Path, words: Vocabulary) -> list[Row]:
    """Prove the totals of openers."""
    files = [folder / name for name in ("all", "hidden")]
    for file, listed in zip(files, (words.guesses, words.answers), strict=True):
        file.write_text("".join(f"{word}\n" for word in listed))

    def ours(opener: str, hard: bool) -> Timed:
        solver = Solver(words, hard=hard, allowed=ALLOWED)
        solver.warm_up()
        return processor(lambda: str(opener_total(solver, opener)))

    def theirs(opener: str, hard: bool, total: int) -> Timed:
        how = [f"-a{files[0]}", f"-h{files[1]}", f"-w{opener}", f"-b{total + 1}", f"-g{ALLOWED}"]
        how += ["-H"] * hard
        told = subprocess.run([program, *how], check=True, stdout=subprocess.PIPE, text=True).stdout
        found, seconds = (re.search(rf"{name} *= *([0-9.]+)", told) for name in ("score", "taken"))
        assert found is not None and seconds is not None, told
        return found[1], float(seconds[1])

    rows = []
    for opener, hard, total in OPENERS:
        (mine, seconds), (other, needed) = turns(
            partial(ours, opener, hard), partial(theirs, opener, hard, total)
        )
        assert mine == other == str(total), (opener, mine, other)
        mode = ", hard mode" if hard else ""
        work = f"{opener} needs {total} guesses for {len(words.answers)} words{mode}, proven"
        rows.append(_row(work, mine, seconds, "Selby", needed))
    return rows


def wordle_simd(program: Path, folder: Path, words: Vocabulary) -> list[Row]:
    """Find the best two openers by entropy."""
    few = words.answers[::STEP]
    file = folder / "few"
    file.write_text("".join(f"{word}\n" for word in few))

    def theirs() -> Timed:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        told = subprocess.run(
            [program, file, file], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        first = re.search(r"Top 10:\n(\w+), (\w+)", told)
        assert first is not None, told
        return " ".join(sorted(first.groups())), seconds

    def ours() -> str:
        (best,) = best_pairs(Vocabulary("few", few), "entropy")
        return " ".join(sorted(best.guesses))

    (mine, seconds), (other, needed) = turns(lambda: processor(ours), theirs)
    assert mine == other, (mine, other)
    work = f"best two of {len(few)} words by entropy, every word hidden"
    return [_row(work, mine, seconds, "wordle_simd", needed)]


def _row(work: str, found: str, seconds: float, peer: str, needed: float) -> Row:
    return {
        "work": work,
        "found by both": found,
        "seconds": seconds,
        "peer": peer,
        "peer_seconds": needed,
        "commit": commit_of_package(),
    }


def _table(rows: list[Row]) -> str:
    return markdown_table(
        [
            {
                "work": row["work"],
                "found by both": row["found by both"],
                "gpuwordle": shown(row["seconds"]),
                "other program": row["peer"],
                "needs": shown(row["peer_seconds"]),
                "ratio": f"{row['peer_seconds'] / row['seconds']:.3g}",
            }
            for row in rows
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--selby", type=Path, help="Selby's program")
    parser.add_argument("--wordle-simd", type=Path, help="the program wordle of wordle_simd")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    options = parser.parse_args()
    os.environ["GPUWORDLE_THREADS"] = "1"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    measured: dict[str, Callable[..., list[Row]]] = {"Selby": selby, "wordle_simd": wordle_simd}
    place: dict[str, Path | None] = {"Selby": options.selby, "wordle_simd": options.wordle_simd}
    before: list[dict[str, Any]] = []
    if (kept := options.output / "peers.json").exists():
        before = json.loads(kept.read_text())["rows"]
    words = load("wordle").of_length(5)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for peer, measure in measured.items():
            program = place[peer]
            if program is None:
                rows += [row for row in before if row["peer"] == peer]
            else:
                rows += measure(program.resolve(), Path(folder), words)
    table = _table(rows)
    print(table)
    write(options.output, "peers", rows, table)


if __name__ == "__main__":
    main()
