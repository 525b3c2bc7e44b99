"""Write the totals of first guesses of named lists: gpuwordle/proofs/known_openers.json.

The best of all guesses are those that `scripts/records.py` has proven (bench_results/records.json),
or are proven here (`gpuwordle.prove`, minutes). Each of them, well-known first guesses, and
those with the most buckets are then searched one by one; so are those that the file has, which keep
their values if the time runs out first. Lists and modes that are not named keep theirs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from bench_record import ROOT

from gpuwordle import Conditions, Vocabulary, load, prove
from gpuwordle.assistant.adviser import Adviser, within
from gpuwordle.assistant.exact import Exact
from gpuwordle.backends.table import engine_for
from gpuwordle.files import written_aside
from gpuwordle.proofs.known_openers import (
    FILE,
    ProvenOpener,
    known_openers,
    packaged_rows,
)

VERSION = 1
"""Of the file."""

WELL_KNOWN = (
    *("adieu", "aisle", "alert", "arise", "arose", "atone", "audio", "canoe", "carle", "cones"),
    *("crane", "crate", "dealt", "heart", "house", "irate", "later", "least", "linty", "nymph"),
    *("ouija", "party", "plate", "raise", "ratio", "react", "reast", "roast", "roate", "saine"),
    *("salet", "slant", "slate", "soare", "spare", "stare", "steam", "tales", "tares", "tarse"),
    *("teary", "train", "trace", "tried", "weary"),
)


def as_row(
    vocabulary: Vocabulary, conditions: Conditions, openers: Sequence[ProvenOpener], ranked: int
) -> dict[str, Any]:
    """Return the row of the file for some openers, of which the first ``ranked`` are the best."""
    return {
        "vocabulary": vocabulary.name,
        "digest": vocabulary.digest,
        "length": vocabulary.length,
        "guesses": len(vocabulary.guesses),
        "answers": len(vocabulary.answers),
        "hard": conditions.hard,
        "allowed": conditions.allowed,
        "ranked": ranked,
        "openers": [[opener.guess, opener.total, opener.worst] for opener in openers],
    }


def as_text(rows: Sequence[dict[str, Any]]) -> str:
    """Return the text of the file, one list per line."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f'{{"version": {VERSION}, "lists": [\n{lines}\n]}}\n'


def openers_of(words: Vocabulary, most: int) -> list[str]:
    """Name well-known first guesses, and those with the most buckets."""
    counts = engine_for(words, "auto").statistics().buckets[0]
    order = np.argsort(-counts, kind="stable")
    found = [words.guesses[guess] for guess in order[:most].tolist()]
    return found + [word for word in WELL_KNOWN if word in words.guess_index and word not in found]


def best_of_all(words: Vocabulary, conditions: Conditions, top: int) -> dict[str, int]:
    """Return the best first guesses with their totals, from the records or proven here."""
    records = json.loads((ROOT / "bench_results" / "records.json").read_text())["rows"]
    asked = (words.digest, conditions.hard, conditions.allowed, "total", True)
    for row in records:
        known = tuple(row[name] for name in ("digest", "hard", "allowed", "objective", "proven"))
        if known == asked and len(row["best"]) >= top:
            return {guess: total for guess, total, _ in row["best"][:top]}
    proof = prove(words, None, conditions, top=top)
    assert proof.complete, "what is packaged is proven"
    return {opener.guess: opener.total for opener in proof.best}


def values_of(
    words: Vocabulary, conditions: Conditions, *, top: int, most: int, seconds: float
) -> tuple[list[ProvenOpener], int]:
    """Search the best first guesses and those that many people play."""
    best = best_of_all(words, conditions, top)
    adviser = Adviser(words, hard=conditions.hard)
    position = adviser.position()
    known = known_openers(words, conditions)
    before = {} if known is None else known.openers
    found = {}
    for word in dict.fromkeys([*best, *openers_of(words, most), *before]):
        guess = words.find(word)
        time_for = None if word in best else seconds
        # The longest game is kept if it is known to be the shortest for this total.
        worth = within(time_for, lambda clock, g=guess: Exact(adviser, clock).after(position, g))
        if worth.exact and worth.shortest == worth.longest:
            mean, candidate = worth.low / len(words.answers), word in words.answers
            found[word] = ProvenOpener(word, candidate, worth.low, mean, worth.longest)
            assert before.get(word, found[word]) == found[word], "an exact value stays"
        elif word in before:
            found[word] = before[word]
    openers = sorted(found.values(), key=lambda o: (o.total, not o.candidate, words.find(o.guess)))
    ranked = {opener.guess: opener.total for opener in openers[: len(best)]}
    assert list(ranked.items()) == list(best.items()), "the search of one guess says the same"
    return openers, len(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", nargs="+", help="named lists, such as wordle")
    parser.add_argument("--mode", choices=["easy", "hard"], action="append")
    parser.add_argument("--top", type=int, default=10, help="how many are proven to be the best")
    parser.add_argument("--most", type=int, default=100, help="guesses with the most buckets")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each of the others")
    asked = parser.parse_args()
    path = ROOT / "gpuwordle" / "proofs" / FILE
    for name in asked.lists:
        words = load(name).of_length(5)
        for mode in asked.mode or ["easy", "hard"]:
            start = time.process_time()
            conditions = Conditions(hard=mode == "hard")
            openers, ranked = values_of(
                words, conditions, top=asked.top, most=asked.most, seconds=asked.seconds
            )
            row = as_row(words, conditions, openers, ranked)
            rows = {(old["digest"], old["hard"], old["allowed"]): old for old in packaged_rows()}
            rows[row["digest"], row["hard"], row["allowed"]] = row
            with written_aside(path) as aside:
                aside.write_text(as_text(list(rows.values())), encoding="utf-8")
            spent = time.process_time() - start
            print(f"{name} {mode}: {len(openers)} openers, {ranked} ranked, {spent:.0f} s")


if __name__ == "__main__":
    main()
