"""How results are shown: as plain values for JSON, and as tables and boards in notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

from gpuwordle.clues.clues import Clue
from gpuwordle.graphemes import written
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import notebook_board
from gpuwordle.words.letters import abridged_html
from gpuwordle.words.vocabulary import Vocabulary

SHOWN_WORDS = 24

SPREAD = ("vocabulary", "conditions", "clue", "play")
"""Attributes whose values become fields of the object that holds them."""


def as_dict(result: object, names: Iterable[str] | None = None, **instead: Any) -> dict[str, Any]:
    """Return a dataclass as plain values, as in the JSON.

    ``names`` are its attributes in the order of the JSON, its fields if None; ``instead`` replaces
    the values of attributes.
    """
    if names is None:
        names = [field.name for field in fields(result)]  # type: ignore[arg-type]
    data: dict[str, Any] = {}
    for name in names:
        value = plain(instead[name] if name in instead else getattr(result, name))
        if name in SPREAD:
            data |= value
        else:
            data[name] = value
    return data


def plain(value: Any) -> Any:
    """Return a value as JSON has it: numbers, texts, lists and dictionaries."""
    # The most frequent kinds first: a page shows thousands of patterns with their sizes.
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, str):
        return written(value)
    if isinstance(value, Pattern):
        return value.digits
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, tuple) and hasattr(value, "_fields"):  # a named tuple
        return {name: plain(part) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Fraction):
        return number(value, value)
    if isinstance(value, Vocabulary):
        return {
            "vocabulary": value.name,
            "digest": value.digest,
            "length": value.length,
            "answers": len(value.answers),
            "playable": len(value.guesses),
        }
    if isinstance(value, Conditions):
        return {name: getattr(value, name) for name in ("hard", "allowed", "pool", "filter")}
    return value


def number(low: Fraction, high: Fraction) -> dict[str, Any]:
    """Return a number between two bounds as JSON has it."""
    exact = str(low) if low == high else None
    return {"low": float(low), "high": float(high), "exact": exact}


def word_count(words: Sequence[str]) -> dict[str, Any]:
    """Return words and their number, as JSON has them."""
    return {"count": len(words), "words": [*map(written, words)]}


class Plain:
    """A dataclass whose JSON has its fields in their order."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as in the JSON."""
        return as_dict(self)


def html_board(clues: Iterable[Clue], remaining: Sequence[str], *, solved: bool) -> str:
    """Draw a game in progress: a row of tiles for each guess, and the words left."""
    word = "word" if len(remaining) == 1 else "words"
    left = f"<p>{len(remaining):,} {word} left: {abridged_html(remaining, SHOWN_WORDS)}</p>"
    return f"<div>{notebook_board(clues)}{'' if solved else left}</div>"
