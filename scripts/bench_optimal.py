"""Measure optimal play: single openers, proofs about all openers, positions after one guess.

Seconds are processor seconds of one core, compiled code warm; reading the words and computing the
patterns are not counted. The proofs take minutes: `--only` selects some of them. The speedup of two
cores is measured by the clock, so the machine should be idle. The memory is the peak of a separate
process that runs only the proof.

    python scripts/bench_optimal.py --only cores memory certificate

Rows that are selected are measured again; the others are kept.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from bench_record import ROOT, commit_of_package, markdown_table, shown, write

from gpuwordle import Conditions, Vocabulary, load, prove
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.certificate import read as read_certificate
from gpuwordle.proofs.certification import certify_proof
from gpuwordle.proofs.certification import write as write_certificate
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.opener_proof import TooFewGuesses
from gpuwordle.scoring.groups import Groups

POSITIONS = 1000

LONGEST = 2.0
"""Seconds after which a position is given up; it counts with that time."""

WARM = 300
"""Words of the small list on which code is compiled before a proof is timed."""


def opener_total(solver: Solver, opener: str) -> int:
    """Least total after one opener, bucket by bucket, with an empty memo."""
    solver.memos.clear()
    words = solver.vocabulary
    guess = words.find(opener)
    total = len(words.answers)
    for code, candidates, _ in reversed(solver.bucket_bounds(guess)):
        total += solver.solve(candidates, [(guess, code)]).total
    return total


class Proof(NamedTuple):
    """A proof's bound, its processor seconds, and its seconds by the clock."""

    bound: int
    processor: float
    clock: float


def proof(words: Vocabulary, below: int | None, threads: int = 1, **conditions: Any) -> Proof:
    """Prove that no opener is better, and time it."""
    solver = Solver(words, **conditions)
    solver.warm_up()
    search = OpenerSearch(solver, below=below, threads=threads)
    start = time.process_time(), time.perf_counter()
    complete = search.run()
    spent = time.process_time() - start[0], time.perf_counter() - start[1]
    assert complete
    return Proof(search.lower_bound(), *spent)


def two_cores(words: Vocabulary, below: int | None) -> tuple[float, int]:
    """How many times as fast a proof is with two threads as with one, by the clock."""
    if len(os.sched_getaffinity(0)) < 2:
        raise SystemExit("two cores are needed, but this process may use only one: see taskset")
    warm(words)
    one, two = (proof(words, below, threads) for threads in (1, 2))
    assert one.bound == two.bound
    return one.clock / two.clock, one.bound


def warm(words: Vocabulary) -> None:
    """Compile what a proof needs, or load it from the cache, on some of the words."""
    some = words.answers[:WARM]
    for threads in (1, 2):
        proof(Vocabulary("warm", some, some), None, threads)


def peak_memory(words: Vocabulary, below: int | None) -> tuple[float, int]:
    """Peak memory in bytes of a process that proves with two threads."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_own_peak, (words.name, len(words.answers), below))


def _own_peak(name: str, answers: int, below: int | None) -> tuple[float, int]:
    bound = proof(first_of(name, answers), below, threads=2).bound
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024), bound


class Certified(NamedTuple):
    """Processor seconds of a proof, of its certificate and the check; its bytes and its bound."""

    proven: float
    written: float
    verified: float
    size: int
    bound: int


def certified(words: Vocabulary, below: int | None, **conditions: Any) -> Certified:
    """Write the certificate of a proof, and verify it."""
    rules = Conditions(**conditions)
    some = words.answers[:WARM]
    check(certify_proof(prove(Vocabulary("warm", some, some), None, rules, threads=1)))
    start = time.process_time()
    proof = prove(words, None, rules, below=below, threads=1)
    proven = time.process_time() - start
    with tempfile.TemporaryDirectory() as folder:
        path, start = Path(folder, "certificate"), time.process_time()
        write_certificate(certify_proof(proof), path)
        written, start = time.process_time() - start, time.process_time()
        bounds = check(read_certificate(path)).bounds
        verified = time.process_time() - start
        return Certified(proven, written, verified, path.stat().st_size, bounds[-1].bound or 0)


def first_of(name: str, answers: int) -> Vocabulary:
    """A named list with only its first answers, at most as many as given."""
    words = load(name).of_length(5)
    return (
        words
        if answers >= len(words.answers)
        else Vocabulary(name, words.answers[:answers], words.guesses)
    )


def too_few(words: Vocabulary, allowed: int) -> tuple[float, int]:
    """Prove that a number of guesses is too few, and time it."""
    start = time.process_time()
    try:
        prove(words, None, Conditions(allowed=allowed), threads=1)
    except TooFewGuesses:
        return time.process_time() - start, allowed
    raise AssertionError(f"{allowed} guesses are enough")


def some_words(words: Vocabulary, count: int) -> Vocabulary:
    """A random sample of the guesses, any of which may be hidden."""
    chosen = np.sort(np.random.default_rng(0).choice(len(words.guesses), count, replace=False))
    some = [words.guesses[guess] for guess in chosen.tolist()]
    return Vocabulary("some", some, some)


def bucket_counts(words: Vocabulary, size: int) -> tuple[float, int]:
    """Count the buckets of every guess on 1,000 sets of a size, on one core."""
    engine, chance = NumbaBackend(words, threads=1), np.random.default_rng(1)
    answers = len(words.answers)
    sets = [np.sort(chance.choice(answers, size, replace=False)) for _ in range(1000)]
    seconds, counts = timed(partial(engine.bucket_counts, Groups.of(sets)), 3)
    return seconds, int(counts.max())


def timed(work: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Least processor seconds of several runs, after one that is not counted."""
    found, seconds = work(), []
    for _ in range(repeats):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds), found


def positions(words: Vocabulary, percentile: float) -> tuple[float, int]:
    """Percentile of the seconds that single positions after one guess take."""
    solver, chance = Solver(words), np.random.default_rng(0)
    seconds = []
    for _ in range(POSITIONS):
        opener, hidden = chance.integers(0, len(words.answers), 2)
        guess = int(words.answer_guess[opener])
        codes = solver.tables.codes[solver.numbering.guess_number[guess]]
        ours = codes[solver.numbering.answer_number]
        candidates = np.flatnonzero(ours == ours[hidden])
        solver.memos.clear()
        start = time.process_time()
        solver.solve(candidates, deadline=Deadline(LONGEST))
        seconds.append(time.process_time() - start)
    return float(np.percentile(seconds, percentile)), POSITIONS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[""], help="rows whose names contain these")
    parser.add_argument("--answers", type=int, default=1 << 30, help="hidden words, the first ones")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    arguments = parser.parse_args()
    words = first_of("wordle", arguments.answers)
    whole = len(words.answers) == len(load("wordle").of_length(5).answers)
    below = {False: 7920 if whole else None, True: 8122 if whole else None}
    six = {"hard": True, "allowed": 6}

    def single(**conditions: Any) -> tuple[float, int]:
        solver = Solver(words, **conditions)
        return timed(lambda: opener_total(solver, "salet"), 3)

    def certain(words: Vocabulary, below: int | None, **conditions: Any) -> tuple[float, int]:
        found = proof(words, below, **conditions)
        return found.processor, found.bound

    proven = partial(certain, words)

    made: dict[bool, Certified] = {}

    def proven_and_written() -> tuple[float, int]:
        made.pop(False, None)
        seconds, bound = certificate("written", False)
        return seconds + made[False].proven, bound

    def certificate(part: str, hard: bool) -> tuple[float, int]:
        if hard not in made:
            made[hard] = certified(words, below[hard], **(six if hard else {}))
        return getattr(made[hard], part), made[hard].bound

    # Of each work its must, in its unit.
    works: dict[str, tuple[str, float | None, Callable[[], tuple[float, int]]]] = {
        "salet, easy": ("seconds", 0.08, single),
        "salet, hard, 6 guesses": ("seconds", 0.3, lambda: single(**six)),
        "position after one guess, median": ("seconds", 0.004, lambda: positions(words, 50)),
        "position after one guess, 95 of 100": ("seconds", 0.1, lambda: positions(words, 95)),
        "easy proof, none below 7920": ("seconds", 18.0, lambda: proven(below[False])),
        "easy proof and its certificate, none below 7920": ("seconds", 18.0, proven_and_written),
        "easy proof, from nothing": ("seconds", 24.0, lambda: proven(None)),
        "hard proof, 6 guesses, none below 8122": (
            "seconds",
            75.0,
            lambda: proven(below[True], **six),
        ),
        "easy proof, two cores: times as fast": (
            "times",
            1.7,
            lambda: two_cores(words, below[False]),
        ),
        "easy proof, most memory": (
            "bytes",
            4e9,
            lambda: peak_memory(words, below[False]),
        ),
    }
    for size, must in ((20, 0.05), (100, 0.8)):
        name = f"bucket counts of 1000 sets of {size}"
        works[name] = ("seconds", must, partial(bucket_counts, words, size))
    few = 4 if whole else 2
    works["four guesses are too few"] = ("seconds", 160.0, partial(too_few, words, few))
    works["2,000 words, any of them hidden"] = (
        "seconds",
        2.0,
        lambda: certain(some_words(words, 2000), None),
    )
    for name, least, must in (("wordle-nyt", 7883, 20.0), ("wordle-nyt-2023", 11219, 400.0)):
        other = first_of(name, arguments.answers)
        works[f"{name}, none below {least}"] = (
            "seconds",
            must,
            partial(certain, other, least if whole else None),
        )
    for hard, mode in ((False, "easy"), (True, "hard")):
        for part, name, unit, must in (
            ("written", "certificate written", "seconds", 10.0 if not hard else None),
            ("size", "certificate", "bytes", None),
            ("verified", "certificate verified", "seconds", 600.0 if not hard else None),
        ):
            works[f"{mode} proof, {name}"] = (
                unit,
                must,
                partial(certificate, part, hard),
            )
    path = arguments.output / "optimal.json"
    before = json.loads(path.read_text())["rows"] if path.exists() else []
    kept = {row["work"]: row for row in before}
    for name, (unit, must, work) in works.items():
        if any(part in name for part in arguments.only):
            value, found = work()
            kept[name] = {"work": name, "value": value, "unit": unit, "must": must, "found": found}
            kept[name]["commit"] = commit_of_package()
            print(name, value, found, flush=True)
    rows = [kept[name] for name in works if name in kept]
    table = markdown_table(
        [
            {
                "work": row["work"],
                "gpuwordle": shown(row["value"], row["unit"]),
                "must": "" if row["must"] is None else shown(row["must"], row["unit"]),
                "found": f"{row['found']:,}",
                "commit": row["commit"][:10],
            }
            for row in rows
        ]
    )
    print("wrote", write(arguments.output, "optimal", rows, table))


if __name__ == "__main__":
    main()
