"""Openers that peers print."""

# Openers of the original game, 12972 guesses against 2315 answers, and against all 12972 words:
# computed twice, independently, and published alike by several solvers.
ORIGINAL = {
    "minimax": ("arise", 168, ["arise", "raise", "aesir", "reais", "serai"]),
    "expected-size": ("roate", 60.424622, ["roate", "raise", "raile", "soare"]),
    "entropy": ("soare", 5.885960, ["soare", "roate", "raise", "raile", "reast", "slate"]),
    "buckets": ("trace", 150, ["trace", "crate", "salet", "slate", "reast"]),
}


ATTRIBUTES = {score: score.replace("-", "_") for score in ORIGINAL} | {"minimax": "largest"}
