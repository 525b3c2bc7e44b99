"""The tasks of a benchmark: each is a unit and the words that it needs.

A task carries its words and names its strategy, so it can be played in any process on any machine.
Only a strategy that was given as a custom object stays in this process.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gpuwordle.backends.table import choose
from gpuwordle.errors import UserError, whole_number
from gpuwordle.graphemes import written
from gpuwordle.results.unit import Option, Unit
from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.strategies.strategy import (
    LAST,
    Strategy,
    changed_options,
    kept_option,
    options_of,
)
from gpuwordle.strategies.table import STRATEGIES, class_of_ours, strategy_for, strategy_named
from gpuwordle.words.samples import Subset, sampled_answers, subset_of
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import PackedWords, Vocabulary
from gpuwordle.words.word_list import WordList


@dataclass(frozen=True)
class Task:
    """A unit, and what is needed to play it anywhere.

    ``own`` is the strategy if the caller gave a custom object; the process that plays the task
    makes other strategies by name.
    """

    unit: Unit
    words: PackedWords
    backend: str = "auto"
    own: Strategy | None = None

    @property
    def work(self) -> float:
        """Rough amount of work in pairs of words, for the estimate of the time left."""
        pool = self.unit.guesses if self.unit.pool == "all" else self.unit.answers
        return float(self.unit.games) * pool


def checked_seeds(seeds: int | Iterable[int]) -> list[int]:
    """Return seeds in a list; raise UserError if one is not a whole number of 0 or more."""
    several = seeds if isinstance(seeds, Iterable) and not isinstance(seeds, str) else [seeds]
    return [whole_number("seeds", seed, 0, 2**63 - 1) for seed in several]


def tasks_of(
    vocabulary: VocabularyLike | Iterable[VocabularyLike],
    strategies: str | Strategy | Iterable[str | Strategy],
    conditions: Conditions | None = None,
    *,
    options: Mapping[str, Option] | None = None,
    opener: str | None = None,
    seeds: int | Iterable[int] = 0,
    sample: int | None = None,
    subset: Subset | str | None = None,
    length: int | None = None,
    backend: str = "auto",
) -> list[Task]:
    """List what a benchmark plays, every strategy on every vocabulary; see `run_benchmark`."""
    choose(backend)
    conditions = checked_conditions(conditions)
    if not isinstance(vocabulary, Iterable) or isinstance(vocabulary, str | WordList | Vocabulary):
        vocabulary = [vocabulary]
    if not isinstance(strategies, Iterable) or isinstance(strategies, str):
        strategies = [strategies]
    lists, seeds = [*vocabulary], checked_seeds(seeds)
    if sample is not None:
        sample = whole_number("sample", sample, 1)
    players = list(_chosen(strategies, conditions, options or {}))
    counts = (("vocabulary", len(lists)), ("strategy", len(players)), ("seed", len(seeds)))
    for what, count in counts:
        if not count:
            raise UserError(f"there is no {what}: give at least one")
    _check_names(players)
    tasks = {}
    if isinstance(subset, str):
        subset = Subset.parse(subset)
    if subset is not None and not isinstance(subset, Subset):
        raise TypeError(f"subset {subset!r:.40} is not a Subset: give a text such as '400x800'")
    for given in lists:
        whole = vocabulary_of(given, length, conditions.exclude)
        for seed in seeds:
            played = whole if subset is None else subset_of(whole, subset, seed)
            if sample is not None:
                sampled_answers(played, sample, seed)  # refuses more than there are
            first = None if opener is None else played.guesses[played.find(opener)]
            words = PackedWords.of(played)
            for player in players:
                why_not = player.strategy.unable(played)
                if why_not is not None:
                    _leave_out(player, played, why_not)
                    continue
                chance = not player.strategy.deterministic or sample is not None
                if not chance and subset is None and seed != seeds[0]:
                    continue
                settled = player.strategy.settle_for(played, conditions)
                assert settled.pool is not None
                unit = Unit(
                    vocabulary=played.name,
                    digest=played.digest,
                    language=played.language.name or None,
                    weights=played.weights_digest,
                    rule=played.rule.name,
                    length=played.length,
                    answers=len(played.answers),
                    guesses=len(played.guesses),
                    strategy=player.name,
                    options=player.options,
                    pool=settled.pool,
                    filter=settled.filter,
                    hard=settled.hard,
                    opener=None if first is None else written(first),
                    allowed=settled.allowed,
                    seed=seed if chance or subset is not None else 0,
                    sample=sample,
                    subset=None if subset is None else str(subset),
                )
                own = player.strategy if player.is_own else None
                tasks[unit.id] = Task(unit, words, backend, own)
    return list(tasks.values())


def _leave_out(player: _Chosen, vocabulary: Vocabulary, why_not: str) -> None:
    """Warn that ``all`` leaves a strategy out; raise UserError if the strategy was named."""
    if not player.of_all:
        raise UserError(f"strategy {player.name!r} cannot play: {why_not}")
    warnings.warn(
        f"strategy {player.name!r} is left out for {vocabulary.length} letters: {why_not}",
        RuntimeWarning,
        stacklevel=3,
    )


@dataclass(frozen=True)
class _Chosen:
    """A strategy, and its name and options in the run's files."""

    name: str
    strategy: Strategy
    options: tuple[tuple[str, Option], ...] = ()
    is_own: bool = False
    of_all: bool = False


def _chosen(
    strategies: Iterable[str | Strategy], conditions: Conditions, options: Mapping[str, Option]
) -> Iterator[_Chosen]:
    """Yield each strategy once; refuse those that cannot play before any game is played."""
    for given in dict.fromkeys(strategies):
        if given == "all":
            every = {LAST: options[LAST]} if LAST in options else {}
            for strategy in _able(conditions, every):
                yield _Chosen(strategy.name, strategy, tuple(every.items()), of_all=True)
            continue
        if isinstance(given, str):
            strategy = strategy_named(given, **options)
            player = _Chosen(given, strategy, _kept(options, type(strategy)))
        else:
            strategy = strategy_for(given)
            player = _of_object(strategy)
        if conditions.hard and not strategy.supports_hard:
            able = ", ".join(able.name for able in _able(conditions, {}))
            raise UserError(
                f"strategy {player.name!r} has no hard mode: play it in easy mode, or choose "
                f"among {able}"
            )
        strategy.settle(conditions)
        yield player


def _of_object(strategy: Strategy) -> _Chosen:
    """Name a strategy object; a built-in one travels by its name and options."""
    ours = class_of_ours(strategy.name)
    if ours is not None and type(strategy) is not ours:
        raise UserError(
            f"a custom strategy is called {strategy.name!r}, like a built-in one: give it another "
            "name"
        )
    options = tuple(changed_options(strategy).items())
    return _Chosen(strategy.name, strategy, options, is_own=ours is None)


def _kept(
    options: Mapping[str, Option | None], kind: type[Strategy]
) -> tuple[tuple[str, Option], ...]:
    """Return options as a run keeps them, sorted by name; None is left to the default.

    Raises UserError if another process could not make the strategy from them.
    """
    kept = {}
    for name, value in sorted(options.items()):
        if value is None and options_of(kind).get(name) is None:
            continue
        kept[name] = kept_option(value)
        if kept[name] != value:
            raise UserError(
                f"option {name}={value!r:.40} is not a number, a text, true or false, which a run "
                "can keep: give a strategy object instead of its name"
            )
    return tuple(kept.items())


def _check_names(players: Sequence[_Chosen]) -> None:
    """Raise UserError if an object shares its name with another strategy: games would mix."""
    names = Counter(player.name for player in players)
    for player in players:
        if player.is_own and names[player.name] > 1:
            raise UserError(
                f"{names[player.name]} strategies are called {player.name!r}: "
                "give each another name"
            )


def _able(conditions: Conditions, options: Mapping[str, Option]) -> Iterator[Strategy]:
    """Yield the built-in strategies that can play under some conditions."""
    for name in STRATEGIES:
        strategy = strategy_named(name, **options)
        fits = conditions.pool is None or conditions.pool in strategy.pools
        if fits and (strategy.supports_hard or not conditions.hard):
            yield strategy
