"""What a game is played under: which guesses, which mode, what remains, how many turns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Literal, get_args

from gpuwordle.errors import UserError, nearest, shortened

INFINITE = 1 << 40
"""The total, or the number of guesses, of what cannot be solved: more than any tree takes."""

NO_LIMIT = 1 << 20
"""Guesses allowed where a game has no limit: more than any game takes."""

PoolName = Literal["all", "candidates"]
POOLS: tuple[PoolName, ...] = get_args(PoolName)
"""Which guesses may be played: all of the vocabulary, or candidates alone."""

Filter = Literal["pattern", "letters", "counts", "bounds", "colours"]
FILTERS: tuple[Filter, ...] = get_args(Filter)
"""What remains a candidate after a guess; `gpuwordle.clues.filters` says what each keeps."""

ClueFilter = Literal[Filter, "naive", "first-fix", "two-pass"]
CLUE_FILTERS: tuple[ClueFilter, ...] = get_args(ClueFilter)
"""How clues can be read: as games are played, or as `gpuwordle.clues.reilly` reads them."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game.

    Parameters
    ----------
    pool
        Which guesses may be played: ``all``, or ``candidates`` only. None leaves it to the
        strategy; the conditions that a game is played under always name one.
    hard
        Play hard mode: greens stay in place, and coloured letters are used again.
    filter
        What remains a candidate after a guess: ``pattern`` (the game's truth), ``letters``,
        ``counts``, ``bounds`` or ``colours``.
    allowed
        Guesses allowed before a game is lost. None for no limit.
    exclude
        Words that can no longer be hidden: the words, or the name or path of a list of them.

    Raises
    ------
    UserError
        If there is no such pool or filter, or fewer than one guess is allowed.
    """

    pool: PoolName | None = None
    hard: bool = False
    filter: Filter = "pattern"
    allowed: int | None = None
    exclude: tuple[str, ...] | str = ()

    def __post_init__(self) -> None:
        if self.pool is not None:
            check_pool(self.pool)
        check_filter(self.filter)
        check_allowed(self.allowed)
        if not isinstance(self.exclude, str):
            object.__setattr__(self, "exclude", check_exclude(self.exclude))


def check_exclude(words: object) -> tuple[str, ...] | str:
    """Return excluded words as a tuple, or the name of a list as it is."""
    if isinstance(words, PathLike):
        return str(words)
    given = tuple(words) if isinstance(words, Iterable) else (words,)
    for word in given:
        if not isinstance(word, str):
            raise UserError(f"{word!r:.40} is not a word to exclude: give words, or a list's name")
    return given


def check_allowed(allowed: int | None) -> None:
    """Raise UserError unless so many guesses can be allowed: 1 or more, or None for no limit."""
    if allowed is None:
        return
    if isinstance(allowed, bool) or not isinstance(allowed, int):
        raise UserError(f"{allowed!r:.40} guesses allowed is no whole number: give 1 or more")
    if allowed < 1:
        raise UserError(f"{allowed} guesses allowed is too few: give at least 1")


def check_pool(name: str) -> None:
    """Raise UserError unless a pool has that name."""
    if name not in POOLS:
        raise UserError(f"unknown pool {shortened(str(name))!r}: {nearest(str(name), POOLS)}")


def check_filter(name: str) -> None:
    """Raise UserError unless a filter has that name."""
    if name not in FILTERS:
        raise UserError(f"unknown filter {shortened(str(name))!r}: {nearest(str(name), FILTERS)}")


def check_clue_filter(name: str) -> None:
    """Raise UserError unless clues can be read by a filter of that name."""
    if name not in CLUE_FILTERS:
        raise UserError(
            f"unknown filter {shortened(str(name))!r}: {nearest(str(name), CLUE_FILTERS)}"
        )
