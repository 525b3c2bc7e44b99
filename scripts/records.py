"""Settle what optimal play comes to on named lists, and write it down: bench_results/records.md.

Each record is a proof that no opener does better (`gpuwordle.prove_openers`), run from nothing or
from the value that is to be beaten, with the processor seconds that it took. Some take minutes.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

from bench_record import ROOT, Row, markdown_table, shown, write

from gpuwordle import Conditions, UserError, load, prove_openers
from gpuwordle.optimal.objective import Objective


class Question(NamedTuple):
    """A list, what is played, and a total that is known to be reached, or None."""

    vocabulary: str
    length: int
    hard: bool
    allowed: int | None
    objective: Objective = "total"
    reached: int | None = None


WORDLE = (
    Question("wordle", 5, False, None),
    Question("wordle", 5, False, 5, reached=7920),
    Question("wordle", 5, True, None, reached=8116),
    Question("wordle", 5, True, 6, reached=8122),
    Question("wordle", 5, True, 5, reached=8206),
    Question("wordle-nyt", 5, False, None, reached=7883),
    Question("wordle-nyt", 5, True, None),
    Question("wordle-nyt-2023", 5, False, None, reached=11219),
)
QUESTIONS = (*WORDLE, *(Question("web2", length, False, None) for length in range(6, 13)))


def record(question: Question, seconds: float) -> Row:
    """Prove one record; one above what is reached, so that the tree is found as well."""
    words = load(question.vocabulary).of_length(question.length)
    below = None if question.reached is None else question.reached + 1
    start = time.process_time()
    proof = prove_openers(
        words,
        Conditions(hard=question.hard, allowed=question.allowed),
        objective=question.objective,
        below=below,
        seconds=seconds,
    )
    spent = time.process_time() - start
    best = proof.best[0] if proof.best else None
    return {
        "list": question.vocabulary,
        "letters": words.length,
        "guesses": len(words.guesses),
        "answers": len(words.answers),
        "mode": "hard" if question.hard else "easy",
        "allowed": question.allowed or "no limit",
        "objective": question.objective,
        "opener": "" if best is None else best.guess,
        "total": "" if best is None else best.total,
        "average": "" if best is None else f"{best.mean:.4f}",
        "none below": proof.bound,
        "proven": proof.complete,
        "processor": shown(spent),
        "digest": words.digest,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=900.0, help="longest time for a record")
    parser.add_argument(
        "--only", type=int, nargs="*", default=[], help="numbers of the questions, from 0"
    )
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    arguments = parser.parse_args()
    rows = []
    for number, question in enumerate(QUESTIONS):
        if arguments.only and number not in arguments.only:
            continue
        try:
            rows.append(record(question, arguments.seconds))
        except UserError as error:
            print(f"{question.vocabulary} {question.length}: {error}", flush=True)
            continue
        print({name: value for name, value in rows[-1].items() if name != "digest"}, flush=True)
    table = markdown_table([{k: v for k, v in row.items() if k != "digest"} for row in rows])
    print("wrote", write(arguments.output, "records", rows, table))


if __name__ == "__main__":
    main()
