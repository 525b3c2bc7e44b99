"""The conditions of a game: pool, hard mode, filter, guesses allowed and excluded words."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from gpuwordle.errors import UserError, check_known, checked_flag

if TYPE_CHECKING:
    from gpuwordle.rules.feedback import Feedback  # loads NumPy, which --help does not need

INFINITE = 1 << 40
"""Total or number of guesses of a position that cannot be solved: more than any tree has."""

NO_LIMIT = 1 << 20
"""Number of guesses allowed in a game without a limit: more than any game takes."""

ALLOWED = 6
"""Guesses in a game by default, where a limit is usual."""

MOST_ALLOWED = NO_LIMIT - 1
"""Largest limit on guesses."""

MOST_BOARDS = 1024
"""Most boards in a game."""

PoolName = Literal["all", "candidates"]
POOLS: tuple[PoolName, ...] = get_args(PoolName)
"""Guesses that may be played: the whole vocabulary, or candidates only."""

Filter = Literal["pattern", "letters", "counts", "bounds", "colours"]
FILTERS: tuple[Filter, ...] = get_args(Filter)
"""Rules by which a word remains a candidate after a guess; see `gpuwordle.clues.filters`."""

ClueFilter = Literal[Filter, "naive", "first-fix", "two-pass"]
CLUE_FILTERS: tuple[ClueFilter, ...] = get_args(ClueFilter)
"""Rules by which clues are read: those of games, and those of `gpuwordle.clues.reilly`."""

Objective = Literal["total", "worst", "worst-then-total"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
"""What optimal play minimises: the sum of guesses over all answers, the longest game, or first the
longest game and then the sum."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game.

    Parameters
    ----------
    pool : {"all", "candidates"}, optional
        Guesses that may be played: every guess of the vocabulary, or candidates only. The default
        is the strategy's own pool.
    hard : bool, default False
        Play hard mode: greens stay in place, and yellow letters are used again.
    filter : {"pattern", "letters", "counts", "bounds", "colours"}, default "pattern"
        The rule by which a word remains a candidate after a guess. ``pattern`` keeps the words that
        would have given the same pattern, as in the real game. The others know less:

        - ``letters``: greens stay, greys are out, and each yellow letter occurs somewhere (Lahiri
          et al., Algorithm 4).
        - ``counts``, ``bounds`` and ``colours``: the rules of Van Fleet et al., of Haag and of
          Sreekala et al.; `gpuwordle.clues.filters` describes them.

        The hidden word passes all of them, ``letters`` and ``counts`` until it is played.
    allowed : int, optional
        Guesses allowed before the game is lost. There is no limit by default.
    exclude : iterable of str, or str or path, default ()
        Words that can no longer be hidden, such as those of past games: the words, or the name or
        path of a list of them. They may still be guessed.

    Raises
    ------
    UserError
        If a value is unknown, out of range or of the wrong type.

    Examples
    --------
    >>> Conditions(pool="candidates", allowed=6)
    Conditions(pool='candidates', hard=False, filter='pattern', allowed=6, exclude=())
    """

    pool: PoolName | None = None
    hard: bool = False
    filter: Filter = "pattern"
    allowed: int | None = None
    exclude: Iterable[str] | str | Path = ()  # kept as a sorted tuple, or a name

    def __post_init__(self) -> None:
        if self.pool is not None:
            check_pool(self.pool)
        check_filter(self.filter)
        object.__setattr__(self, "hard", checked_flag("hard", self.hard))
        object.__setattr__(self, "allowed", check_allowed(self.allowed))
        object.__setattr__(self, "exclude", check_exclude(self.exclude))

    def check_rule(self, rule: Feedback) -> None:
        """Raise UserError if they need colours of letters and the rule has none."""
        if rule.has_colours or (not self.hard and self.filter == "pattern"):
            return
        what = "hard mode" if self.hard else f"filter {self.filter!r}"
        raise UserError(
            f"{what} reads colours of letters, and rule {rule.name!r} has none: leave it out"
        )


def checked_conditions(given: Conditions | None, allowed: int | None = None) -> Conditions:
    """Return the conditions given, or those with ``allowed`` guesses; refuse everything else."""
    if given is None:
        return Conditions(allowed=allowed)
    if not isinstance(given, Conditions):
        raise TypeError(
            f"conditions {given!r:.40} are of type {type(given).__name__}: give "
            "Conditions(hard=True, allowed=6), or leave them out"
        )
    return given


def check_exclude(words: object) -> tuple[str, ...] | str:
    """Return excluded words, each once and sorted, or the name or path of a list as text."""
    if isinstance(words, str | PathLike):
        return str(words)
    given = tuple(words) if isinstance(words, Iterable) else (words,)
    for word in given:
        if not isinstance(word, str):
            raise UserError(f"{word!r:.40} is not a word to exclude: give words, or a list's name")
    return tuple(sorted(set(map(str, given))))  # strings of NumPy, too


def check_allowed(allowed: int | None) -> int | None:
    """Return the number of guesses allowed, 1 or more; None means no limit."""
    if allowed is None:
        return None
    try:
        if type(allowed).__name__ in ("bool", "bool_"):  # bool_ is an old NumPy's
            raise TypeError
        count = operator.index(allowed)
    except TypeError:
        raise UserError(
            f"{allowed!r:.40} guesses allowed is not an integer: give 1 or more, or None for no "
            "limit"
        ) from None
    if count < 1:
        raise UserError(f"{count} guesses allowed is too few: give at least 1")
    if count > MOST_ALLOWED:
        raise UserError(f"{count!s:.40} guesses allowed is too many: give {MOST_ALLOWED:,} or less")
    return count


def check_pool(name: str) -> None:
    """Raise UserError unless a pool has that name."""
    check_known("pool", name, POOLS)


def check_filter(name: str) -> None:
    """Raise UserError unless a filter of games has that name."""
    check_known("filter", name, FILTERS)


def check_clue_filter(name: str) -> None:
    """Raise UserError unless a filter of clues has that name."""
    check_known("filter", name, CLUE_FILTERS)


def check_objective(name: str) -> None:
    """Raise UserError unless an objective has that name."""
    check_known("objective", name, OBJECTIVES)
