"""The queries of the page by name, and how their parameters, untrusted text, are read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gpuwordle.assistant.ranking import EXPECTED
from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.web.queries import Player, Queries

MOST_ALLOWED = 1000

MOST_GUESSES = 100

BOARDS, MOST_BOARDS_OF_A_PAGE = 4, 32
"""Boards of a game by default, and at most."""


class Parameters:
    """The parameters of a query, by name.

    Every name that is read is one that the query knows; `check_all_known` refuses others.
    """

    def __init__(self, given: Iterable[tuple[str, str]]) -> None:
        self._given: dict[str, list[str]] = {}
        for name, value in given:
            self._given.setdefault(name, []).append(value)
        self._known: set[str] = set()

    def all(self, name: str) -> list[str]:
        """Return every value of a name."""
        self._known.add(name)
        return self._given.get(name, [])

    def maybe(self, name: str) -> str | None:
        """Return the value of a name, or None if it is not given or empty."""
        values = self.all(name)
        if len(values) > 1:
            raise UserError(f"{name} is given {len(values)} times: give it once")
        return (values[0] or None) if values else None

    def one(self, name: str) -> str:
        """Return the value of a name that must be given."""
        value = self.maybe(name)
        if value is None:
            raise UserError(f"{name} is missing: give {name}=...")
        return value

    def flag(self, name: str) -> bool:
        """Return whether a name has the value 1, not 0; 0 is the default."""
        value = self.maybe(name) or "0"
        if value not in ("0", "1"):
            raise UserError(f"{name}={shortened(value)!r} is neither 0 nor 1: give one of them")
        return value == "1"

    def count(self, name: str, most: int) -> int | None:
        """Return a whole number from 1 to ``most``, or None if it is not given."""
        value = self.maybe(name)
        if value is None:
            return None
        # Only digits that int() reads, and few of them.
        if not (value.isascii() and value.isdecimal() and len(value) < 10):
            wanted = f"a whole number between 1 and {most}"
            raise UserError(f"{name} must be {wanted}, not {shortened(value)!r}")
        if not 1 <= int(value) <= most:
            raise UserError(f"{name} must be between 1 and {most}, not {value}")
        return int(value)

    def seconds(self, name: str) -> float | None:
        """Return a number of seconds above 0, or None if it is not given."""
        value = self.maybe(name)
        if value is None:
            return None
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            raise UserError(f"{name}={shortened(value)!r} is not a time: give seconds above 0")
        return seconds

    def player(self, prefix: str = "") -> Player:
        """Return the player of a tree: ``strategy``, ``opener``, ``hard`` and ``allowed``."""
        return Player(
            self.maybe(f"{prefix}strategy") or "entropy",
            self.maybe(f"{prefix}opener"),
            self.flag("hard"),
            self.count("allowed", MOST_ALLOWED),
        )

    def check_all_known(self) -> None:
        """Raise UserError if there is a name that the query does not know."""
        for name in self._given:
            if name not in self._known:
                known = nearest(name, self._known) if self._known else "there is none here"
                raise UserError(f"unknown parameter {shortened(name)!r}: {known}")


Query = Callable[[Queries, Parameters], Mapping[str, Any]]

QUERIES: dict[str, Query] = {
    "about": lambda queries, given: queries.about(),
    "suggest": lambda queries, given: queries.suggest(
        given.all("clue"),
        strategy=given.maybe("strategy") or EXPECTED,
        hard=given.flag("hard"),
        allowed=given.count("allowed", MOST_ALLOWED),
        top=given.count("top", MOST_GUESSES) or 10,
        seconds=given.seconds("seconds"),
    ),
    "partition": lambda queries, given: queries.partition(given.one("guess"), given.all("clue")),
    "boards": lambda queries, given: queries.boards(
        given.all("clue"),
        given.count("boards", MOST_BOARDS_OF_A_PAGE) or BOARDS,
        top=given.count("top", MOST_GUESSES) or 10,
    ),
    "tree": lambda queries, given: queries.tree(given.player()),
    "compare": lambda queries, given: queries.compare(given.player("one."), given.player("two.")),
    "review": lambda queries, given: queries.review(
        given.all("move"),
        answer=given.maybe("answer"),
        share=given.maybe("share"),
        hard=given.flag("hard"),
        allowed=given.count("allowed", MOST_ALLOWED),
        seconds=given.seconds("seconds"),
    ),
}
"""The queries at ``/api/NAME``."""
