"""Measure the search for the best pairs of openers: bench_results/pairs.md.

Processor seconds of all threads together, of one run each, after a run on a small list that
compiles the kernels. The row of the entropy includes the time that the author of wordle_simd claims
for his program, which scores every pair, on his machine.

    GPUWORDLE_DATA=FOLDER python scripts/bench_pairs.py
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from bench_record import ROOT, Row, markdown_table, shown, write

from gpuwordle import Vocabulary, best_pairs, load
from gpuwordle.backends.table import choose
from gpuwordle.openers.joint_openers import finish
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.threads import default_threads

CLAIMED = {"entropy": 463.0}
"""Processor seconds of wordle_simd on a Ryzen 9 7950X, as its author claims, for 2,309 answers."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--backend", default="auto")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    options = parser.parse_args()
    guesses = load("wordle").of_length(5).guesses
    words = Vocabulary("wordle-2022", load("wordle-nyt").of_length(5).answers, guesses)
    engine = choose(options.backend)
    few = Vocabulary("few", words.answers[:200])
    for score in KEYS:
        best_pairs(few, score, backend=engine(few))
    rows: list[Row] = []
    for score in KEYS:
        start = time.process_time()
        (best,) = best_pairs(words, score, backend=engine(words))
        processor = time.process_time() - start
        claimed = CLAIMED.get(score)
        rows.append(
            {
                "score": score,
                "guesses": f"{len(guesses):,}",
                "answers": f"{len(words.answers):,}",
                "best pair": " ".join(best.guesses),
                "largest": best.largest,
                "expected size": f"{best.expected_size:.4f}",
                "bits left": f"{best.bits_left:.4f}",
                "buckets": best.buckets,
                "total": finish(
                    words, best.guesses, strategy="optimal", backend=engine(words)
                ).total,
                "backend": engine.name,
                "threads": default_threads(),
                "processor": shown(processor),
                "wordle_simd (claim)": "" if claimed is None else shown(claimed),
            }
        )
        print(rows[-1], flush=True)
    print("wrote", write(options.output, "pairs", rows, markdown_table(rows)))


if __name__ == "__main__":
    main()
