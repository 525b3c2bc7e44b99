"""The columns of a run's files."""

from __future__ import annotations

import pyarrow as pa

FORMAT = 2

"""Version of the columns; a reader refuses files of another."""

ROW_GROUP = 32_768

"""Games in a row group: what is held in memory as text at a time, a few megabytes."""

_KEY = b"gpuwordle"

SCHEMA = pa.schema(
    [
        pa.field("run", pa.string(), nullable=False),
        pa.field("vocabulary", pa.string(), nullable=False),
        pa.field("digest", pa.string(), nullable=False),
        pa.field("pool", pa.string(), nullable=False),
        pa.field("mode", pa.string(), nullable=False),
        pa.field("filter", pa.string(), nullable=False),
        pa.field("seed", pa.int64(), nullable=False),
        pa.field("allowed", pa.int32()),
        pa.field("answer", pa.string(), nullable=False),
        pa.field("guesses", pa.list_(pa.string()), nullable=False),
        pa.field("codes", pa.list_(pa.uint32()), nullable=False),
        pa.field("remaining", pa.list_(pa.int32()), nullable=False),
        pa.field("count", pa.int32(), nullable=False),
        pa.field("solved", pa.bool_(), nullable=False),
        pa.field("seconds", pa.float64(), nullable=False),
    ]
)

"""Columns of a file, in order.

``mode`` is easy or hard, ``allowed`` is null where guesses are unlimited, ``guesses``, ``codes``
and ``remaining`` (candidates left after the guess) are as long as the game, ``count`` is that
length. ``seconds`` is the unit's time divided by its games: a state that many games pass through
is scored once, so a time of one game alone means nothing.
"""

PARTITIONS = pa.schema([pa.field("length", pa.int32()), pa.field("strategy", pa.string())])

"""The two columns that stand in a file's path."""
