"""Batch evaluation engine for generalised Wordle.

>>> from gpuwordle import Vocabulary, first_guess, score
>>> score("crane", "caper")
Pattern('21101')

Names are loaded when they are first used, so that ``import gpuwordle`` costs milliseconds and
numba or CuPy are imported by those who compute with them only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpuwordle.errors import UserError as UserError
    from gpuwordle.matrix import PatternMatrix as PatternMatrix
    from gpuwordle.matrix import pattern_matrix as pattern_matrix
    from gpuwordle.openers import Opener as Opener
    from gpuwordle.openers import Partition as Partition
    from gpuwordle.openers import best_openers as best_openers
    from gpuwordle.openers import evaluate as evaluate
    from gpuwordle.openers import first_guess as first_guess
    from gpuwordle.openers import partition as partition
    from gpuwordle.pattern import Pattern as Pattern
    from gpuwordle.pattern import score as score
    from gpuwordle.vocabulary import Vocabulary as Vocabulary
    from gpuwordle.vocabulary import WordList as WordList

__version__ = "0.1.0"

_HOMES = {
    "Opener": "openers",
    "Partition": "openers",
    "Pattern": "pattern",
    "PatternMatrix": "matrix",
    "UserError": "errors",
    "Vocabulary": "vocabulary",
    "WordList": "vocabulary",
    "best_openers": "openers",
    "evaluate": "openers",
    "first_guess": "openers",
    "partition": "openers",
    "pattern_matrix": "matrix",
    "score": "pattern",
}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gpuwordle' has no attribute {name!r}")
    value = getattr(import_module(f"gpuwordle.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
