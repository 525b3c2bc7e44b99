"""Where tests take their words from: list files, or chance."""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path

import pytest

from gpuwordle.errors import UserError


def data_file(name: str) -> Path:
    folder = os.environ.get("GPUWORDLE_DATA")
    if not folder:
        pytest.skip(f"GPUWORDLE_DATA does not name a folder that holds {name}")
    path = Path(folder) / name
    if not path.exists():
        pytest.skip(f"{name} is not in GPUWORDLE_DATA ({folder})")
    return path


@cache
def words_of(name: str, length: int, distinct: bool) -> tuple[str, ...]:
    return tuple(
        word
        for word in data_file(name).read_text().split()
        if len(word) == length and (not distinct or len(set(word)) == length)
    )


def random_words(
    seed: int, length: int, letters: int, count: int, alphabet: str = "abcdefghij"
) -> list[str]:
    """Distinct random words over the first letters of an alphabet; few letters repeat a lot."""
    rng = random.Random(seed)
    words = {"".join(rng.choices(alphabet[:letters], k=length)) for _ in range(max(count, 1) * 3)}
    chosen = sorted(words)
    rng.shuffle(chosen)
    return chosen[:count]


def outcome(function, *arguments):
    """What a call returns, or the line of its error."""
    try:
        return function(*arguments)
    except UserError as error:
        return str(error)
