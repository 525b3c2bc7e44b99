"""Prove the totals of optimal play on named lists, and record them: bench_results/records.md.

Each record is a proof about all openers (`gpuwordle.prove`), run from scratch, or from a
total that is known to be reached, so that the best trees are found as well. Some take minutes: a
record is written as soon as it is known, questions that already have one are skipped unless they
are named, and a proof that was stopped continues from its checkpoint, for as many hours as it is
given each time. Processor seconds are those of all threads, with compiled code warm; reading the
words is not counted.

Each proof gets a certificate, which is verified at once. Its size and digest are recorded; small
ones are kept, compressed, under bench_results/certificates; others can be made again:

    xz -dk bench_results/certificates/wordle-easy.certificate.xz
    gpuwordle verify bench_results/certificates/wordle-easy.certificate
    python scripts/records.py --only wordle-easy     # writes build/records/wordle-easy.certificate

A bound that is open is raised by

    python scripts/records.py --only web2-easy --hours 8 --threads 2
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench_record import ROOT, Row, commit_of_package, markdown_table, write

from gpuwordle import Conditions, UserError, Vocabulary, load, prove
from gpuwordle.files import written_aside
from gpuwordle.proofs.certificate import Certificate
from gpuwordle.proofs.certificate import read as read_certificate
from gpuwordle.proofs.certification import certify_proof, certify_too_few
from gpuwordle.proofs.certification import write as write_certificate
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.opener_proof import OpenerProof, TooFewGuesses
from gpuwordle.rules.conditions import Objective

LARGEST_KEPT = 1 << 20
"""Bytes of the largest certificate, compressed, that is kept with the records."""

LARGEST_PACKED = 32 * LARGEST_KEPT
"""Bytes of the largest certificate that is compressed at all: larger ones stay too large."""

WARM = 300
"""Words of the small list on which code is compiled before a proof is timed."""


class Question(NamedTuple):
    """A question of optimal play.

    Attributes
    ----------
    vocabulary, length
        The list.
    hard, allowed, objective
        What is played.
    top
        How many openers are ranked.
    reached
        A total that `top` openers are known to reach, or None.
    all_hidden
        Whether every guess may be hidden.
    certified
        Whether a certificate is written and verified, where it is proven.
    """

    vocabulary: str
    length: int = 5
    hard: bool = False
    allowed: int | None = None
    objective: Objective = "total"
    top: int = 10
    reached: int | None = None
    all_hidden: bool = False
    certified: bool = True

    @property
    def name(self) -> str:
        """Its name: what differs from five letters, easy mode, no limit, least total."""
        parts = [self.vocabulary]
        if self.length != 5:
            parts.append(str(self.length))
        if self.all_hidden:
            parts.append("all-hidden")
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
    Question("wordle-nyt-2023", reached=11275),
    Question("wordle-nyt-2023", objective="worst-then-total", top=1),
    Question("wordle-nyt-2023", hard=True, reached=11678),
    Question("wordle-nyt-2023", all_hidden=True, allowed=5, objective="worst", top=1),
    Question("wordle", all_hidden=True, top=1, reached=52602),
    Question("web2", top=1, reached=39048),
    Question("web2", 6, top=1, reached=61514, certified=False),
    Question("web2", 7, top=1, reached=76182, certified=False),
    Question("web2", 8, top=1, certified=False),
    *(Question("web2", length, top=1) for length in range(9, 13)),
)


class Effort(NamedTuple):
    """How long a question is searched, and by how many threads."""

    seconds: float
    threads: int


def proof_of(question: Question, words: Vocabulary, folder: Path, effort: Effort) -> OpenerProof:
    """Begin or continue the proof of a question."""
    return prove(
        words,
        None,
        Conditions(hard=question.hard, allowed=question.allowed),
        objective=question.objective,
        top=question.top,
        below=None if question.reached is None else question.reached + 1,
        seconds=effort.seconds,
        checkpoint=folder / f"{question.name}.json",
        threads=effort.threads,
    )


def words_of(question: Question) -> Vocabulary:
    """Load the list of a question."""
    words = load(question.vocabulary).of_length(question.length)
    if not question.all_hidden:
        return words
    return Vocabulary(words.name, words.guesses)


def record(
    question: Question, folder: Path, output: Path, effort: Effort
) -> tuple[Row, Callable[[], Certificate] | None]:
    """Settle one question, as far as the time allows; return its record and what certifies it."""
    words = words_of(question)
    some = words.answers[:WARM]
    conditions = Conditions(hard=question.hard)
    check(certify_proof(prove(Vocabulary("warm", some, some), None, conditions, threads=1)))
    checkpoint = folder / f"{question.name}.json"
    resumed = checkpoint.exists()
    commit = commit_of_package()
    start = time.process_time()
    try:
        proof = proof_of(question, words, folder, effort)
    except TooFewGuesses as refused:
        found = {"proven": False, "none_below": None, "too_few": question.allowed, "best": []}
        settled, certify = True, partial(certify_too_few, refused)
    else:
        best = [[opener.guess, opener.total, opener.worst] for opener in proof.best]
        best = best or kept_tree(words, output, hard=question.hard)
        found = {"proven": proof.complete, "none_below": proof.bound, "too_few": proof.too_few}
        found["best"] = best
        settled, certify = proof.complete, partial(certify_proof, proof)
    spent = time.process_time() - start
    if settled:
        checkpoint.unlink(missing_ok=True)
    row = {
        "question": question.name,
        "list": question.vocabulary,
        "letters": words.length,
        "all_hidden": question.all_hidden,
        "guesses": len(words.guesses),
        "answers": len(words.answers),
        "digest": words.digest,
        "hard": question.hard,
        "allowed": question.allowed,
        "objective": question.objective,
        **found,
        "seconds": round(spent, 1),
        "resumed": resumed,
        "certificate": None,
        "commit": commit,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }
    return row, certify if settled and question.certified else None


def kept_tree(words: Vocabulary, output: Path, *, hard: bool) -> list[list[object]]:
    """Return the opener of the tree that `beam_trees.py` keeps for a list, or nothing.

    A proof that was stopped has found no tree that takes as few guesses.
    """
    path = output / "trees.json"
    rows = json.loads(path.read_text())["rows"] if path.exists() else []
    same = [row for row in rows if (row["digest"], row["hard"]) == (words.digest, hard)]
    return [[row["opener"], row["total"], row["worst"]] for row in same]


def certified(
    certify: Callable[[], Certificate], question: Question, folder: Path, output: Path
) -> Row:
    """Write the certificate of a proof, verify it, and keep it compressed where it is small."""
    path = folder / f"{question.name}.certificate"
    start = time.process_time()
    write_certificate(certify(), path)
    written = time.process_time() - start
    start = time.process_time()
    check(read_certificate(path))
    verified = time.process_time() - start
    content = path.read_bytes()
    packed = b""
    if len(content) <= LARGEST_PACKED:
        packed = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
    kept = output / "certificates" / f"{path.name}.xz"
    is_kept = 0 < len(packed) <= LARGEST_KEPT
    if is_kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with written_aside(kept) as aside:
            aside.write_bytes(packed)
    return {
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "written": round(written, 1),
        "verified": round(verified, 1),
        "file": kept.name if is_kept else None,
    }


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
        "total": "" if total is None else f"{total:,}",
        "average": "" if total is None else f"{total / row['answers']:.4f}",
        "longest game": worst,
        "proven": proven,
        "processor seconds": f"{row['seconds']:,.0f}{' since a restart' if row['resumed'] else ''}",
        **_shown_certificate(row.get("certificate")),
        "commit": row["commit"][:10] + "+" * row["commit"].endswith("+"),
    }


def _shown_certificate(certificate: Row | None) -> Row:
    if certificate is None:
        return {"certificate": "", "sha256": "", "written in": "", "verified in": ""}
    return {
        "certificate": f"{certificate['bytes'] / 1e6:.1f} MB" + " kept" * bool(certificate["file"]),
        "sha256": certificate["sha256"][:12],
        "written in": f"{certificate['written']:,.1f} s",
        "verified in": f"{certificate['verified']:,.1f} s",
    }


def in_order(rows: Sequence[Row]) -> list[Row]:
    """Put records in the order of the questions."""
    order = [question.name for question in QUESTIONS]
    return sorted(rows, key=lambda row: order.index(row["question"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=0.25, help="longest time for a record")
    parser.add_argument("--threads", type=int, default=1)
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
    path, effort = asked.output / "records.json", Effort(3600 * asked.hours, asked.threads)
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
            row, certify = record(question, asked.checkpoints, asked.output, effort)
        except UserError as error:
            print(f"{question.name}: {error}", flush=True)
            continue
        keep(row, asked.output)
        if certify is not None:  # which may take longer than the proof
            made = certified(certify, question, asked.checkpoints, asked.output)
            keep({**row, "certificate": {**made, "commit": row["commit"]}}, asked.output)


def keep(row: Row, output: Path) -> None:
    """Add a record to those that are there, or replace that of the same question."""
    print({name: value for name, value in row.items() if name != "digest"}, flush=True)
    path = output / "records.json"
    kept = json.loads(path.read_text())["rows"] if path.exists() else []
    rows = in_order([*(old for old in kept if old["question"] != row["question"]), row])
    write(output, "records", rows, table_of(rows))


if __name__ == "__main__":
    main()
