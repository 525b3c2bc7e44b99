"""Settle what optimal play comes to on named lists, and write it down: bench_results/records.md.

Each record is a proof about all openers (`gpuwordle.prove_openers`), run from nothing, or from a
total that is known to be reached, so that the best trees are found as well. Some take minutes: a
record is written as soon as it stands, questions that have one already are passed over unless they
are named, and a proof that is stopped goes on from its checkpoint. Processor seconds are of one
thread, compiled code warm; reading the words is not counted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bench_record import ROOT, Row, markdown_table, write

from gpuwordle import Conditions, UserError, Vocabulary, load, prove_openers
from gpuwordle.optimal.objective import Objective
from gpuwordle.proofs.openers import OpenerProof

WARM = 300
"""Words of the small list on which code is compiled before a proof is timed."""


class Question(NamedTuple):
    """What is to be settled.

    Attributes
    ----------
    vocabulary, length
        The list.
    hard, allowed, objective
        What is played.
    top
        How many openers are ranked.
    reached
        A total that so many openers are known to reach, or None.
    """

    vocabulary: str
    length: int = 5
    hard: bool = False
    allowed: int | None = None
    objective: Objective = "total"
    top: int = 10
    reached: int | None = None

    @property
    def name(self) -> str:
        """How it is called: what differs from five letters, easy mode, no limit, least total."""
        parts = [self.vocabulary]
        if self.length != 5:
            parts.append(str(self.length))
        parts.append("hard" if self.hard else "easy")
        if self.allowed is not None:
            parts.append(f"in-{self.allowed}")
        if self.objective != "total":
            parts.append(self.objective)
        return "-".join(parts)


QUESTIONS = (
    Question("wordle", reached=7950),
    Question("wordle", allowed=5, top=1, reached=7920),
    Question("wordle", objective="worst", top=1),
    Question("wordle", hard=True, reached=8149),
    Question("wordle", hard=True, allowed=6, reached=8160),
    Question("wordle", hard=True, allowed=5, top=1, reached=8206),
    Question("wordle-nyt", reached=7917),
    Question("wordle-nyt", hard=True, reached=8136),
    Question("wordle-nyt", hard=True, allowed=6, reached=8136),
    Question("wordle-nyt-2023", reached=11275),
    Question("wordle-nyt-2023", objective="worst-then-total", top=1),
    Question("wordle-nyt-2023", hard=True, reached=11678),
    *(Question("web2", length=length, top=1) for length in range(6, 13)),
)


def proof_of(question: Question, words: Vocabulary, folder: Path, seconds: float) -> OpenerProof:
    """Prove, or go on proving, what is asked."""
    return prove_openers(
        words,
        Conditions(hard=question.hard, allowed=question.allowed),
        objective=question.objective,
        top=question.top,
        below=None if question.reached is None else question.reached + 1,
        seconds=seconds,
        checkpoint=folder / f"{question.name}.json",
        threads=1,
    )


def record(question: Question, folder: Path, seconds: float) -> Row:
    """Settle one question, as far as the time allows."""
    words = load(question.vocabulary).of_length(question.length)
    some = words.answers[:WARM]
    prove_openers(Vocabulary("warm", some, some), Conditions(hard=question.hard), threads=1)
    checkpoint = folder / f"{question.name}.json"
    resumed = checkpoint.exists()
    commit = commit_of_package()
    start = time.process_time()
    proof = proof_of(question, words, folder, seconds)
    spent = time.process_time() - start
    if proof.complete:
        checkpoint.unlink(missing_ok=True)
    return {
        "question": question.name,
        "list": question.vocabulary,
        "letters": words.length,
        "guesses": len(words.guesses),
        "answers": len(words.answers),
        "digest": words.digest,
        "hard": question.hard,
        "allowed": question.allowed,
        "objective": question.objective,
        "proven": proof.complete,
        "none_below": proof.bound,
        "too_few": proof.too_few,
        "best": [[opener.guess, opener.total, opener.worst] for opener in proof.best],
        "seconds": round(spent, 1),
        "resumed": resumed,
        "commit": commit,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }


def commit_of_package() -> str:
    """Return the commit, with a plus where the code of the package is not as committed."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "gpuwordle/**.py")
    return git("rev-parse", "HEAD") + ("+" if changed else "")


def table_of(rows: Sequence[Row]) -> str:
    """Show records as a Markdown table."""
    return markdown_table([_shown(row) for row in rows])


def _shown(row: Row) -> Row:
    guess, total, worst = row["best"][0] if row["best"] else ("", None, "")
    if row["proven"]:
        proven = "yes" if len(row["best"]) < 2 else f"the best {len(row['best'])}"
    elif row["objective"] == "worst":
        proven = f"{row['too_few']} guesses are too few"
    else:
        gap = "" if total is None else f", gap {total - row['none_below']:,}"
        proven = f"none below {row['none_below']:,}{gap}"
    return {
        "list": row["list"],
        "letters": row["letters"],
        "guesses": f"{row['guesses']:,}",
        "answers": f"{row['answers']:,}",
        "mode": "hard" if row["hard"] else "easy",
        "allowed": row["allowed"] or "no limit",
        "least": row["objective"].replace("-", " "),
        "opener": guess,
        "guesses in all": "" if total is None else f"{total:,}",
        "average": "" if total is None else f"{total / row['answers']:.4f}",
        "longest game": worst,
        "proven": proven,
        "processor seconds": f"{row['seconds']:,.0f}{' since a restart' if row['resumed'] else ''}",
        "commit": row["commit"][:10] + "+" * row["commit"].endswith("+"),
    }


def in_order(rows: Sequence[Row]) -> list[Row]:
    """Put records in the order of the questions."""
    order = [question.name for question in QUESTIONS]
    return sorted(rows, key=lambda row: order.index(row["question"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=900.0, help="longest time for a record")
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="QUESTION",
        choices=[question.name for question in QUESTIONS],
        help="questions to settle, again where they are settled: %(choices)s",
    )
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    parser.add_argument(
        "--checkpoints", type=Path, default=ROOT / "build" / "records", help="folder of checkpoints"
    )
    asked = parser.parse_args()
    path = asked.output / "records.json"
    asked.checkpoints.mkdir(parents=True, exist_ok=True)
    for question in QUESTIONS:
        kept = json.loads(path.read_text())["rows"] if path.exists() else []
        if asked.only:
            wanted = question.name in asked.only
        else:
            wanted = question.name not in [row["question"] for row in kept]
        if not wanted:
            continue
        try:
            row = record(question, asked.checkpoints, asked.seconds)
        except UserError as error:
            print(f"{question.name}: {error}", flush=True)
            continue
        print({name: value for name, value in row.items() if name != "digest"}, flush=True)
        # Another run may have written records in the meantime.
        kept = json.loads(path.read_text())["rows"] if path.exists() else []
        rows = in_order([*(old for old in kept if old["question"] != question.name), row])
        write(asked.output, "records", rows, table_of(rows))


if __name__ == "__main__":
    main()
