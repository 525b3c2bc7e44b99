"""The text of the CUDA kernels, and every variant of it that is compiled.

The files in ``kernels/`` include only each other. They are joined before compilation, because the
key of CuPy's disk cache is the text that it is given, without what that text includes. Word lengths
differ only in the number of byte planes of a code, so a few variants serve words of 1 to 20
letters.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_PACKAGE = Path(__file__).resolve().parents[2]
KERNELS = next(
    folder for folder in (_PACKAGE / "kernels", _PACKAGE.parent / "kernels") if folder.is_dir()
)
"""The folder of the sources: inside an installed package, next to the package in a checkout."""

_INCLUDE = re.compile(r'^#include "(.+)"$', flags=re.MULTILINE)


@cache
def kernel_source(name: str) -> str:
    """Join a kernel file such as ``"counters.cu"`` with what it includes, each file once."""
    joined: set[str] = set()

    def text_of(file: str) -> str:
        joined.add(file)
        return _INCLUDE.sub(
            lambda match: "" if match[1] in joined else text_of(match[1]),
            (KERNELS / file).read_text(encoding="utf-8"),
        )

    return text_of(name)


class Variant(NamedTuple):
    """A kernel file with its compile-time sizes.

    The sizes are defined in the text and not by compiler options: for each new set of options CuPy
    runs NVRTC once, even if the compiled kernel is in its cache.
    """

    file: str
    sizes: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.file, *(f"{name}={value}" for name, value in self.sizes)])

    @property
    def source(self) -> str:
        """The text to compile."""
        defined = "".join(f"#define {name} {value}\n" for name, value in self.sizes)
        return defined + kernel_source(self.file)


def variant(file: str, **sizes: int) -> Variant:
    """Name a variant: ``variant("hash.cu", PLANES=3, GUESSES=1)``."""
    return Variant(file, tuple(sizes.items()))


ROWS_PER_BLOCK = 8
"""Adjacent letter rows that a block builds."""
ROWS = variant("rows.cu", ROWS_PER_BLOCK=ROWS_PER_BLOCK)
PLAN = variant("plan.cu")
BEST = variant("best.cu")
MOST = variant("most.cu")
LEADERS = variant("leaders.cu")
BOUNDS = variant("bounds.cu")
TAKE = variant("take.cu")
RULE_ROWS = variant("rule_rows.cu")
GAMES = variant("games.cu")
WINS = variant("wins.cu")
MATRIX_GUESSES = 16
"""Adjacent guesses that one thread of the matrix kernel computes."""
DIGIT_LENGTHS = range(6, 11)
"""Lengths of the words that are scored on all answers from digit rows."""


def matrix(planes: int) -> Variant:
    """Pattern matrix."""
    return variant("matrix.cu", PLANES=planes, GUESSES=MATRIX_GUESSES)


def counters(planes: int, bits: int) -> Variant:
    """Scores of words of up to ten letters, with a counter of 16 or 32 bits for each code."""
    return variant("counters.cu", PLANES=planes, GUESSES=1, BITS=bits)


def digit_rows(length: int) -> Variant:
    """Digit rows of letter rows."""
    return variant("digit_rows.cu", LENGTH=length)


def digit_counters(length: int) -> Variant:
    """Scores of words of six to ten letters from digit rows."""
    return variant("digit_counters.cu", LENGTH=length, BITS=16 if length == 10 else 32)


def hashed(planes: int) -> Variant:
    """Scores of words of any length, with a hash table."""
    return variant("hash.cu", PLANES=planes, GUESSES=1)


def weighted(planes: int) -> Variant:
    """Scores of candidates with weights, with a hash table."""
    return variant("weighted.cu", PLANES=planes, GUESSES=1)


def small(planes: int) -> Variant:
    """Scores of small groups by pairwise comparison of codes."""
    return variant("small.cu", PLANES=planes)


def split(planes: int) -> Variant:
    """Levels of trees: the layout of candidates, and their split by guesses."""
    return variant("split.cu", PLANES=planes)


def joint(planes: int) -> Variant:
    """Keys of pairs of guesses that are both played: words of up to ten letters."""
    return variant("joint.cu", PLANES=planes)


VARIANTS = (
    ROWS,
    PLAN,
    BEST,
    MOST,
    LEADERS,
    BOUNDS,
    TAKE,
    RULE_ROWS,
    GAMES,
    WINS,
    *(matrix(planes) for planes in (1, 2, 3, 4)),
    *(counters(planes, bits) for planes, bits in ((1, 32), (2, 32), (2, 16))),
    *(hashed(planes) for planes in (2, 3, 4)),
    *(weighted(planes) for planes in (1, 2, 3, 4)),
    *(small(planes) for planes in (1, 2, 3, 4)),
    *(split(planes) for planes in (1, 2, 3, 4)),
    *(joint(planes) for planes in (1, 2)),
    *(digit_rows(length) for length in DIGIT_LENGTHS),
    *(digit_counters(length) for length in DIGIT_LENGTHS),
)
"""All variants that the backend uses."""
