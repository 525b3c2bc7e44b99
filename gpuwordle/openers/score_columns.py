"""The columns of the scores of first guesses, in terminals and notebooks."""

from __future__ import annotations

from gpuwordle.columns import Column

SCORES = {
    "minimax": Column("largest bucket", "largest", "d"),
    "expected-size": Column("expected size", "expected_size", ".2f"),
    "entropy": Column("entropy (bits)", "entropy", ".4f"),
    "buckets": Column("buckets", "buckets", "d"),
    "heaviest": Column("heaviest bucket", "heaviest", "d"),
}
"""The column of each score; only rows of words with weights have the last."""

OPENER = (Column("guess"), Column("may be hidden", "candidate"), *SCORES.values())
TOGETHER = (
    *(Column("guesses", "words"), Column("may be hidden", "candidates")),
    *(*SCORES.values(), Column("bits left", "bits_left", ".4f")),
)
"""The columns of an opener, and of several words that are played together."""
