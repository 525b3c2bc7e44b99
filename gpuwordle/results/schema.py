"""The columns of a run's files: what each is, and what it means."""

from __future__ import annotations

import pyarrow as pa

FORMAT = 4
"""Version of folders and columns; a reader refuses others."""

ROW_GROUP = 32_768
"""Games in a row group: what is held in memory as text at a time, a few megabytes."""

KEY = "gpuwordle."
"""What the names of all entries in a file's metadata begin with."""

_COLUMNS: list[tuple[str, pa.DataType, bool, str]] = [
    ("run", pa.string(), False, "Id of the run: ten hexadecimal digits."),
    ("vocabulary", pa.string(), False, "Name of the word list."),
    ("digest", pa.string(), False, "Sha256 of the list's words of this length, in order."),
    ("length", pa.int32(), False, "Letters in a word."),
    ("strategy", pa.string(), False, "Who guessed."),
    ("options", pa.string(), False, "The strategy's own options, as a JSON object."),
    ("pool", pa.string(), False, "What could be guessed: all words, or candidates."),
    ("mode", pa.string(), False, "easy, or hard: clues have to be used."),
    ("filter", pa.string(), False, "What remains a candidate: pattern (the truth), or less."),
    ("opener", pa.string(), True, "The first guess where it was given; null where it was chosen."),
    ("allowed", pa.int32(), True, "Guesses allowed in a game; null for no limit."),
    ("seed", pa.int64(), False, "Seed of what is drawn by chance: guesses, or words; else 0."),
    ("sample", pa.int32(), True, "Hidden words drawn by the seed; null where all are played."),
    (
        "subset",
        pa.string(),
        True,
        "Words of the list drawn by the seed, answers x guesses; null for the whole list.",
    ),
    ("answer", pa.string(), False, "The hidden word."),
    ("guesses", pa.list_(pa.string()), False, "The words guessed, in order."),
    (
        "codes",
        pa.list_(pa.uint32()),
        False,
        "What each guess got: a base-3 number, first letter most significant; 0 grey, 1 yellow, "
        "2 green.",
    ),
    ("remaining", pa.list_(pa.int32()), False, "Candidates left after each guess."),
    ("count", pa.int32(), False, "How many guesses were made."),
    ("solved", pa.bool_(), False, "Whether the last guess was the answer."),
    (
        "seconds",
        pa.float64(),
        False,
        "Time spent playing all games of the file, divided by their number: a state that many "
        "games pass through is scored once, so one game has no time of its own. Compiling is not "
        "counted.",
    ),
]

DESCRIPTIONS: dict[str, str] = {name: text for name, _, _, text in _COLUMNS}
"""What each column means, in the order of the columns."""

SCHEMA = pa.schema(
    [pa.field(name, kind, nullable=nullable) for name, kind, nullable, _ in _COLUMNS]
)
"""Columns of a file, in order; the same in every file, so that any of them can be read alone."""
