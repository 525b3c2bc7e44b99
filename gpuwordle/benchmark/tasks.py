"""What a benchmark plays: tasks, each a unit and the words that it needs.

A task carries its words with it, so that it can be played in any process on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gpuwordle.backends.table import choose
from gpuwordle.errors import UserError
from gpuwordle.results.unit import Option, Unit
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import STRATEGIES, strategy_named
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True)
class Words:
    """A vocabulary as it travels: plain text, small to send and quick to rebuild.

    Attributes
    ----------
    name : str
        Its name.
    guesses : str
        The guesses, one a line.
    answers : str or None
        The answers, one a line; None where they are the guesses.
    """

    name: str
    guesses: str
    answers: str | None

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> Words:
        """Pack a vocabulary."""
        same = vocabulary.answers == vocabulary.guesses
        answers = None if same else "\n".join(vocabulary.answers)
        return cls(vocabulary.name, "\n".join(vocabulary.guesses), answers)

    def vocabulary(self) -> Vocabulary:
        """Unpack it."""
        guesses = self.guesses.split("\n")
        answers = guesses if self.answers is None else self.answers.split("\n")
        return Vocabulary(self.name, answers, guesses)


@dataclass(frozen=True)
class Task:
    """A unit, and what is needed to play it anywhere.

    Attributes
    ----------
    unit : Unit
        What is played.
    words : Words
        With which words.
    backend : str
        Where it is computed; every backend plays the same games.
    """

    unit: Unit
    words: Words
    backend: str = "auto"

    @property
    def work(self) -> float:
        """Roughly how long it takes, in pairs of words: for the estimate of the time left."""
        pool = self.unit.guesses if self.unit.pool == "all" else self.unit.answers
        return float(self.unit.answers) * pool


def tasks_of(
    vocabularies: Iterable[Vocabulary],
    strategies: Sequence[str],
    conditions: Conditions | None = None,
    *,
    options: dict[str, Option] | None = None,
    opener: str | None = None,
    seeds: Sequence[int] = (0,),
    backend: str = "auto",
) -> list[Task]:
    """List what a benchmark plays: every strategy on every vocabulary.

    Parameters
    ----------
    vocabularies
        The words, one length each.
    strategies
        Names; ``all`` stands for every one that can play under the conditions.
    conditions
        What games are played under; each strategy's own pool where none is named.
    options
        Options of the strategies that are named, by name.
    opener
        A fixed first guess.
    seeds
        For strategies that draw by chance; others are played once.
    backend
        A backend's name, or ``auto``.

    Raises
    ------
    UserError
        If a strategy or backend is unknown, a strategy that was named cannot play under the
        conditions, or the opener is not a guess.
    """
    choose(backend)
    conditions = conditions or Conditions()
    chosen: list[tuple[Strategy, dict[str, Option]]] = []
    for name in dict.fromkeys(strategies):
        if name == "all":
            chosen += [(able, {}) for able in _able(conditions)]
            continue
        strategy = strategy_named(name, **(options or {}))
        if conditions.hard and not strategy.supports_hard:
            able = ", ".join(able.name for able in _able(conditions))
            raise UserError(
                f"strategy {name!r} has no hard mode: leave --hard out, or choose among {able}"
            )
        strategy.settle(conditions)  # says what it cannot play before anything is played
        chosen.append((strategy, options or {}))
    tasks = {}
    for vocabulary in vocabularies:
        first = None if opener is None else vocabulary.guesses[vocabulary.find(opener)]
        words = Words.of(vocabulary)
        for strategy, own in chosen:
            settled = strategy.settle(conditions)
            assert settled.pool is not None
            for seed in seeds[:1] if strategy.deterministic else seeds:
                unit = Unit(
                    vocabulary=vocabulary.name,
                    digest=vocabulary.digest,
                    length=vocabulary.length,
                    answers=len(vocabulary.answers),
                    guesses=len(vocabulary.guesses),
                    strategy=strategy.name,
                    options=tuple(sorted(own.items())),
                    pool=settled.pool,
                    filter=settled.filter,
                    hard=settled.hard,
                    opener=first,
                    allowed=settled.allowed,
                    seed=0 if strategy.deterministic else seed,
                )
                tasks[unit.id] = Task(unit, words, backend)
    return list(tasks.values())


def _able(conditions: Conditions) -> Iterator[Strategy]:
    """Yield the strategies of the table that can play under some conditions."""
    for name in STRATEGIES:
        strategy = strategy_named(name)
        fits = conditions.pool is None or conditions.pool in strategy.pools
        if fits and (strategy.supports_hard or not conditions.hard):
            yield strategy
