"""How the parameters of a question are read: text that anyone may have written."""

from __future__ import annotations

import math
from collections.abc import Iterable

from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.web.queries import Player
from gpuwordle.words.letters import without_marks

MOST_ALLOWED = 1000


class Parameters:
    """What was given with a question, by name.

    Every name that is asked for is one that the question knows; `check_all_known` refuses others.

    Parameters
    ----------
    given
        Names and values as they came.
    fold_accents
        Drop accents.
    """

    def __init__(self, given: Iterable[tuple[str, str]], *, fold_accents: bool = False) -> None:
        self._given: dict[str, list[str]] = {}
        for name, value in given:
            read = without_marks(value) if fold_accents else value
            self._given.setdefault(name, []).append(read)
        self._known: set[str] = set()

    def all(self, name: str) -> list[str]:
        """Return every value of a name."""
        self._known.add(name)
        return self._given.get(name, [])

    def maybe(self, name: str) -> str | None:
        """Return the value of a name, None where it is not given or empty.

        Raises
        ------
        UserError
            If it is given more than once.
        """
        values = self.all(name)
        if len(values) > 1:
            raise UserError(f"{name} is given {len(values)} times: give it once")
        return (values[0] or None) if values else None

    def one(self, name: str) -> str:
        """Return the value of a name that must be given.

        Raises
        ------
        UserError
            If it is not given, or more than once.
        """
        value = self.maybe(name)
        if value is None:
            raise UserError(f"{name} is missing: give {name}=...")
        return value

    def flag(self, name: str) -> bool:
        """Tell whether something is switched on: 1 or 0, and off where it is not given.

        Raises
        ------
        UserError
            If it is something else.
        """
        value = self.maybe(name) or "0"
        if value not in ("0", "1"):
            raise UserError(f"{name}={shortened(value)!r} is neither 0 nor 1: give one of them")
        return value == "1"

    def count(self, name: str, most: int) -> int | None:
        """Return a number from 1 to the most that is allowed, None where it is not given.

        Raises
        ------
        UserError
            If it is no such number.
        """
        value = self.maybe(name)
        if value is None:
            return None
        # Only digits that int() reads, and few of them.
        if not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise UserError(f"{name}={shortened(value)!r} is no whole number: give 1 to {most}")
        if not 1 <= int(value) <= most:
            raise UserError(f"{name}={value} is out of range: give 1 to {most}")
        return int(value)

    def seconds(self, name: str) -> float | None:
        """Return a time above 0, None where it is not given.

        Raises
        ------
        UserError
            If it is none.
        """
        value = self.maybe(name)
        if value is None:
            return None
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            raise UserError(f"{name}={shortened(value)!r} is no time: give seconds above 0")
        return seconds

    def player(self, prefix: str = "") -> Player:
        """Return who plays a tree, from ``strategy``, ``opener``, ``hard`` and ``allowed``."""
        return Player(
            self.maybe(f"{prefix}strategy") or "entropy",
            self.maybe(f"{prefix}opener"),
            self.flag("hard"),
            self.count("allowed", MOST_ALLOWED),
        )

    def check_all_known(self) -> None:
        """Refuse what no part of the question asked for.

        Raises
        ------
        UserError
            If there is such a name, with the nearest.
        """
        for name in self._given:
            if name not in self._known:
                known = nearest(name, self._known) if self._known else "it takes none"
                raise UserError(f"unknown parameter {shortened(name)!r}: {known}")
