"""Compare a million patterns with Doddle's scorer, an independent implementation from PyPI.

Half of them are random words over two to six letters of every length 1 to 20, where repeated
letters are everywhere; half are list words of lengths 3 to 20. Exits with an error if any differs.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import bench_record
import numpy as np
from doddle_peer import doddle

from gpuwordle import Vocabulary
from gpuwordle.backends.table import BACKENDS, backend_class
from gpuwordle.words.sources import load

RANDOM_SIDE, LIST_SIDE = 71, 167
"""Guesses, and answers, of each block: 20 lengths x 5 alphabets, and 18 lengths of the list."""


def blocks(rng: random.Random) -> Iterator[tuple[list[str], list[str]]]:
    """Yield guesses and answers of one length, every guess to be scored against every answer."""
    for length in range(1, 21):
        for letters in range(2, 7):
            yield tuple(
                ["".join(rng.choices("abcdef"[:letters], k=length)) for _ in range(RANDOM_SIDE)]
                for _ in range(2)
            )
    web2 = load("web2")
    for length in range(3, 21):
        words = web2.of_length(length).guesses
        yield tuple(rng.sample(words, LIST_SIDE) for _ in range(2))


def codes(backend: str, guesses: list[str], answers: list[str]) -> np.ndarray:
    words = Vocabulary("block", guesses + answers)
    rows, columns = ([words.guess_index[word] for word in side] for side in (guesses, answers))
    return backend_class(backend)(words).codes(np.array(rows), np.array(columns)).ravel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--doddle-python", help="interpreter with Doddle; by default one is made")
    parser.add_argument("--output", type=Path, default=bench_record.ROOT / "bench_results")
    options = parser.parse_args()
    compared = list(blocks(random.Random(2026)))
    pairs = [pair for guesses, answers in compared for pair in product(guesses, answers)]
    with doddle(options.doddle_python) as peer:
        expected = np.array(peer.run("codes", *map(list, zip(*pairs, strict=True))))
    rows = []
    for backend in BACKENDS:
        if backend_class(backend).unavailable() is None:
            found = np.concatenate([codes(backend, *block) for block in compared])
            differences = int((found != expected).sum())
            rows.append({"backend": backend, "pairs": len(pairs), "differences": differences})
    table = bench_record.markdown_table(rows)
    print(table)
    bench_record.write(options.output, "doddle-agreement", rows, table)
    if any(row["differences"] for row in rows):
        raise SystemExit("a pattern differs from Doddle's")


if __name__ == "__main__":
    main()
