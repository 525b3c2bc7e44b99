"""Do the same work as other programs, in turns on one core, and compare results and times.

Each program is built from its own repository, outside this one; give the place of the executable:

    --selby FILE         github.com/alex1770/wordle: g++ -O3 -march=native -std=c++14 wordle.cpp
    --wordle-simd FILE   github.com/claytonwramsey/wordle_simd: cargo build --release
    --mikemag FILE       github.com/mikemag/Mastermind: g++ -O3 -DNDEBUG -march=native -std=c++20,
                         SolverCPUFaster with a main() of your own, as its games are compiled in:
                         'FILE 5x8 11223' plays all games by Knuth's rule from that guess, and
                         prints 'total = 183775' and 'taken = 1.5', processor seconds of the games
    --igorlucindo FILE   github.com/IgorLucindo/wordle-optimization-GAME: a Python program of your
                         own around its Guess_Tree, without a GPU: 'python FILE LIST' grows the
                         tree of a file of words, all of them hidden, by the rule PC, and prints
                         'total = 8010' and 'taken = 4.5', processor seconds of the tree

Seconds are processor seconds, the least of several turns. Selby's program prints its own, without
reading the words and computing the patterns, and so do we. wordle_simd is timed as a process, whose
start and reading take milliseconds, and we start with a list of words; its vectors suit the machine
if it is built with RUSTFLAGS="-C target-cpu=native". mikemag's program prints its own and starts
with no codes, and we with a list of codes; IgorLucindo's prints its own, without the patterns, but
ours include them. Rows of a program that is not given are kept.

    GPUWORDLE_DATA=FOLDER python scripts/bench_peers.py --selby ../wordle/wordle
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench_optimal import opener_total
from bench_record import ROOT, Row, commit_of_package, markdown_table, shown, write

from gpuwordle import Conditions, Vocabulary, best_pairs, grow, load
from gpuwordle.optimal.solver import Solver

OPENERS = (("salet", False, 7920), ("crane", False, 7930), ("salet", True, 8122))
"""Openers, whether in hard mode, and the totals that both programs have to find."""

ALLOWED = 6
"""Guesses in a game; Selby's default."""

STEP = 2
"""Every second answer is played and hidden: with all, wordle_simd would need minutes."""

MASTERMIND = (("4x6", "1122", 5801), ("5x8", "11223", 183_775))
"""Places and colours, the first guess, and the total of all games that both have to find."""

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
        return _printed([program, *how], "score")

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


def mikemag(program: Path, folder: Path, words: Vocabulary) -> list[Row]:
    """Play all games of Mastermind by Knuth's rule."""
    rows = []
    for size, opener, total in MASTERMIND:
        codes = load(f"mastermind:{size}").of_length(len(opener))

        def ours(codes: Vocabulary = codes, opener: str = opener) -> str:
            return str(grow(codes, "minimax", Conditions(pool="all"), opener=opener).total)

        def theirs(size: str = size, opener: str = opener) -> Timed:
            return _printed([program, size, opener], "total")

        (mine, seconds), (other, needed) = turns(partial(processor, ours), theirs)
        assert mine == other == str(total), (size, mine, other)
        work = f"all {len(codes.answers)} games of Mastermind {size} by minimax from {opener}"
        rows.append(_row(work, mine, seconds, "mikemag", needed))
    return rows


def igorlucindo(program: Path, folder: Path, words: Vocabulary) -> list[Row]:
    """Grow a tree by the average size of a bucket: the most buckets have the least."""
    hidden = folder / "answers"
    hidden.write_text("".join(f"{word}\n" for word in words.answers))
    answers = Vocabulary("answers", words.answers)

    def ours() -> str:
        return str(grow(answers, "buckets", Conditions(pool="all")).total)

    def theirs() -> Timed:
        return _printed([sys.executable, program, hidden], "total")

    (mine, seconds), (other, needed) = turns(partial(processor, ours), theirs)
    assert mine == other, (mine, other)
    work = f"tree of {len(words.answers)} words by most buckets, guesses among them"
    return [_row(work, mine, seconds, "IgorLucindo", needed)]


def _printed(command: list[str | Path], name: str) -> Timed:
    """Run a program; return the value it prints under a name, and the seconds it says it took."""
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found, seconds = (re.search(rf"{each} *= *([0-9.]+)", told) for each in (name, "taken"))
    assert found is not None and seconds is not None, told
    return found[1], float(seconds[1])


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
    parser.add_argument("--mikemag", type=Path, help="a program around mikemag's SolverCPUFaster")
    parser.add_argument("--igorlucindo", type=Path, help="one around IgorLucindo's Guess_Tree")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    options = parser.parse_args()
    os.environ["GPUWORDLE_THREADS"] = "1"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    peers: dict[str, tuple[Callable[..., list[Row]], Path | None]] = {
        "Selby": (selby, options.selby),
        "wordle_simd": (wordle_simd, options.wordle_simd),
        "mikemag": (mikemag, options.mikemag),
        "IgorLucindo": (igorlucindo, options.igorlucindo),
    }
    before: list[dict[str, Any]] = []
    if (kept := options.output / "peers.json").exists():
        before = json.loads(kept.read_text())["rows"]
    words = load("wordle").of_length(5)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for peer, (measure, program) in peers.items():
            if program is None:
                rows += [row for row in before if row["peer"] == peer]
            else:
                rows += measure(program.resolve(), Path(folder), words)
    table = _table(rows)
    print(table)
    write(options.output, "peers", rows, table)


if __name__ == "__main__":
    main()
