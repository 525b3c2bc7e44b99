"""Openers that papers and peers print."""

from __future__ import annotations

# Openers of the original game, 12972 guesses against 2315 answers, and against all 12972 words:
# computed twice, independently, and published alike by several solvers.
ORIGINAL = {
    "minimax": ("arise", 168, ["arise", "raise", "aesir", "reais", "serai"]),
    "expected-size": ("roate", 60.424622, ["roate", "raise", "raile", "soare"]),
    "entropy": ("soare", 5.885960, ["soare", "roate", "raise", "raile", "reast", "slate"]),
    "buckets": ("trace", 150, ["trace", "crate", "salet", "slate", "reast"]),
}


VALUES = {"minimax": "largest", "expected-size": "expected_size", "entropy": "entropy"}
ATTRIBUTES = {**VALUES, "buckets": "buckets"}


# Lahiri et al., Table 2: first guess of greedy minimax and its largest bucket.
PAPER_000_TABLE_2 = {
    3: ("iao", 336),
    4: ("eoan", 575),
    5: ("nares", 366),
    6: ("tanier", 171),
    7: ("latrine", 90),
    8: ("corsaint", 38),
    9: ("columnist", 17),
}
