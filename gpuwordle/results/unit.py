"""Units of a run: what one file holds."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from gpuwordle.rules.codes import MAXIMUM_LENGTH
from gpuwordle.rules.conditions import FILTERS, POOLS, Conditions, Filter, PoolName
from gpuwordle.rules.wordle import WORDLE

Option = bool | int | float | str

_TYPES: dict[tuple[type, ...], tuple[str, ...]] = {
    (str,): ("vocabulary", "digest", "strategy", "pool", "filter", "rule"),
    (int,): ("length", "answers", "guesses", "seed"),
    (bool,): ("hard",),
    (str, type(None)): ("opener", "subset", "language", "weights"),
    (int, type(None)): ("allowed", "sample"),
}
"""The types of a unit's fields, for units that are read from files."""


@dataclass(frozen=True)
class Unit:
    """One file of a run: a strategy, its conditions, and the words it is played on."""

    vocabulary: str  # name of the words
    digest: str  # their sha256, as that of a Vocabulary
    length: int  # letters in a word
    answers: int  # how many words may be hidden
    guesses: int  # how many words may be guessed
    strategy: str  # its name, or ``module:Class``, as `strategies.table.strategy_named` takes it
    options: tuple[tuple[str, Option], ...] = ()  # its own options, sorted by name
    pool: PoolName = "candidates"
    filter: Filter = "pattern"
    hard: bool = False
    opener: str | None = None  # the first guess, if it is fixed
    allowed: int | None = None  # guesses allowed in a game; None for no limit
    seed: int = 0  # seed of random strategies, samples and subsets
    sample: int | None = None  # how many answers were drawn and played; None for all
    # how many words were drawn from the list (`gpuwordle.words.samples.Subset`), to which digest,
    # answers and guesses refer; None for all
    subset: str | None = None
    language: str | None = None  # how words are read, if not letter for letter
    weights: str | None = None  # sha256 of the weights of the answers; None if all are 1
    rule: str = WORDLE.name  # name of the rule of feedback

    @classmethod
    def of(cls, described: dict[str, Any]) -> Unit:
        """Read a unit back from `described`; ValueError or TypeError if it is not one."""
        options = tuple((name, value) for name, value in described["options"])
        unit = cls(**{**described, "options": options})
        for kinds, names in _TYPES.items():
            for name in names:
                if type(getattr(unit, name)) not in kinds:
                    raise TypeError(f"{name} is {getattr(unit, name)!r}")
        for name, value in options:
            if type(name) is not str or type(value) not in (bool, int, float, str):
                raise TypeError(f"option {name!r} is {value!r}")
        if unit.pool not in POOLS or unit.filter not in FILTERS:
            raise ValueError(f"pool {unit.pool!r} or filter {unit.filter!r} is unknown")
        if not 1 <= unit.length <= MAXIMUM_LENGTH or min(unit.answers, unit.guesses) < 1:
            raise ValueError(f"{unit.answers} answers of {unit.length} letters")
        return unit

    def described(self) -> dict[str, Any]:
        """Return the unit as plain values, which JSON can hold."""
        described = asdict(self)
        for name in ("language", "weights"):
            if described[name] is None:
                del described[name]
        if self.rule == WORDLE.name:
            del described["rule"]
        return described

    @cached_property
    def id(self) -> str:
        """Ten hexadecimal digits of the sha256 of all fields, which identify the unit."""
        return short_digest(self.described())

    @property
    def conditions(self) -> Conditions:
        """The conditions of its games."""
        return Conditions(self.pool, self.hard, self.filter, self.allowed)

    @property
    def games(self) -> int:
        """The number of its games, one for each answer that is played."""
        return self.answers if self.sample is None else self.sample

    @property
    def mode(self) -> str:
        """``easy`` or ``hard``."""
        return "hard" if self.hard else "easy"

    @property
    def path(self) -> Path:
        """The path of the unit's file in the folder of its run.

        Names are for people: no reader takes columns from them, so none has the form ``key=value``.
        """
        folder = f"{_plain(self.vocabulary) or 'words'}-{self.length}"
        return Path(folder) / f"{_plain(self.strategy) or 'strategy'}-{self.id}.parquet"

    @property
    def unusual(self) -> list[str]:
        """The conditions of its games that differ from the defaults, in words."""
        conditions = [f"rule {self.rule}"] * (self.rule != WORDLE.name)
        conditions += ["hard mode"] * self.hard
        conditions += [f"filter {self.filter}"] * (self.filter != "pattern")
        conditions += [f"opener {self.opener}"] * (self.opener is not None)
        conditions += [f"within {self.allowed}"] * (self.allowed is not None)
        return conditions + [f"language {self.language}"] * (self.language is not None)

    def __str__(self) -> str:
        extra = self.unusual + [f"{name}={value}" for name, value in self.options]
        extra += [f"sample {self.sample}"] * (self.sample is not None)
        extra += [f"subset {self.subset}"] * (self.subset is not None)
        extra += [f"weights {self.weights[:10]}"] if self.weights is not None else []
        extra += [f"seed {self.seed}"] * (self.seed != 0)
        details = f" ({', '.join(extra)})" if extra else ""
        return f"{self.vocabulary} {self.length} {self.strategy}, pool {self.pool}{details}"


def _plain(name: str) -> str:
    kept = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)
    return kept[:60].lstrip("._-")


def short_digest(value: Any) -> str:
    """Return ten hexadecimal digits of the sha256 of a value's JSON."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:10]
