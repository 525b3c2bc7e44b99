"""Strategies by name: those of gpuwordle, of installed packages, and of importable modules.

Whatever takes a strategy's name also takes an object of a subclass of `Strategy`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gpuwordle import plugins
from gpuwordle.errors import UserError
from gpuwordle.strategies.cliques import Clique
from gpuwordle.strategies.letter_scores import (
    CrossIndex,
    Heuristic,
    LetterFrequency,
    NonDuplicate,
    SameIndex,
    Unattempted,
)
from gpuwordle.strategies.optimal import Beam, Optimal
from gpuwordle.strategies.partition import (
    Buckets,
    Entropy,
    ExpectedSize,
    IncrementalExpectedSize,
    Minimax,
)
from gpuwordle.strategies.sampled import Random, SampledExpected, SampledMinimax
from gpuwordle.strategies.spectral import PrincipalComponents, RankOne
from gpuwordle.strategies.strategy import (
    LAST,
    Strategy,
    kept_option,
    options_of,
    own_options,
    whole,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

STRATEGIES: dict[str, type[Strategy]] = {
    strategy.name: strategy
    for strategy in (
        Minimax,
        ExpectedSize,
        Entropy,
        Buckets,
        SampledMinimax,
        SampledExpected,
        Random,
        LetterFrequency,
        NonDuplicate,
        SameIndex,
        CrossIndex,
        Unattempted,
        Heuristic,
        RankOne,
        PrincipalComponents,
        Clique,
    )
}
"""The strategies that a benchmark of ``all`` plays, by name."""

ONLY_BY_NAME: dict[str, type[Strategy]] = {
    strategy.name: strategy for strategy in (IncrementalExpectedSize, Optimal, Beam)
}
"""Strategies that are played only if they are named: another algorithm for the guesses of
`expected-size`, optimal play, which may take forever on dense lists, and nearly optimal play."""


@dataclass(frozen=True)
class KnownStrategy:
    """A strategy that is known by name.

    ``package`` is ``gpuwordle``, or the package that offers it with its version. ``kind`` is its
    class, or None if it cannot be used for the reason in ``problem``.
    """

    name: str
    package: str
    kind: type[Strategy] | None
    problem: str = ""

    @property
    def about(self) -> str:
        """The first line of the documentation of its class, or why it cannot be used."""
        return self.problem if self.kind is None else (self.kind.__doc__ or "").partition("\n")[0]

    def to_dict(self) -> dict[str, Any]:
        """Return what is known of it as plain values."""
        kind = self.kind
        return {
            "name": self.name,
            "about": self.about,
            "pool": kind.pool if kind else None,
            "pools": list(kind.pools) if kind else [],
            "hard": kind.supports_hard if kind else None,
            "chance": not kind.deterministic if kind else None,
            "source": kind.source if kind else "",
            "options": _shown_options(kind) if kind else {},
            "package": self.package,
        }


def _shown_options(kind: type[Strategy]) -> dict[str, Any]:
    """Return the options of a strategy and their defaults, as JSON can hold them."""
    return {n: None if v is None else kept_option(v) for n, v in options_of(kind).items()}


def strategy_named(name: str, **options: Any) -> Strategy:
    """Make a strategy by its name.

    The name is one that ``gpuwordle strategies`` lists, that of an installed package (entry points
    of the group ``gpuwordle.strategies``, each naming a subclass of `Strategy`), or
    ``module:Class`` for an importable subclass. The options are those of its class, and ``last``,
    which every strategy has. Raises UserError if there is no such strategy, with the nearest names,
    or it has no such option or value.
    """
    kind = _class_named(name)
    last = whole(LAST, options.pop(LAST), 0) if LAST in options else kind.last_turns
    try:
        strategy = kind(**options)
    except TypeError as error:
        if options:
            given = ", ".join(sorted(options))
            there = ", ".join(options_of(kind)) or "none"
            why = f"does not take the options given: {given}; its options: {there}"
        else:
            why = f"cannot be made without options ({error})"
        raise UserError(f"strategy {name!r} {why}") from None
    strategy.last_turns = last
    return strategy


def strategy_for(strategy: str | Strategy) -> Strategy:
    """Return a strategy, given by name or as an object."""
    if not isinstance(strategy, str | Strategy):
        raise TypeError(
            f"{strategy!r:.40} is not a strategy: give a name such as 'entropy', or an object of a "
            "class derived from gpuwordle.Strategy"
        )
    if isinstance(strategy, str):
        return strategy_named(strategy)
    _check_named(type(strategy).__name__, getattr(strategy, "name", None))
    return strategy


def class_of_ours(name: str) -> type[Strategy] | None:
    """Return gpuwordle's own strategy of a name; packages cannot replace it."""
    return STRATEGIES.get(name) or ONLY_BY_NAME.get(name)


def known_strategies() -> Iterator[KnownStrategy]:
    """Yield all strategies, usable or not: those of gpuwordle, then those of packages."""
    for name, kind in {**STRATEGIES, **ONLY_BY_NAME}.items():
        yield KnownStrategy(name, "gpuwordle", kind)
    for points in plugins.offered("strategy").values():
        for point in points:
            yield _packaged(point)


def _packaged(point: EntryPoint) -> KnownStrategy:
    name, package = point.name, plugins.package_of(point)
    if class_of_ours(name):
        return KnownStrategy(name, package, None, "hidden by gpuwordle's own strategy of that name")
    try:
        return KnownStrategy(name, package, _class_named(name))
    except UserError as error:
        return KnownStrategy(name, package, None, str(error))


def _class_named(name: str) -> type[Strategy]:
    own = class_of_ours(name)
    if own is not None:
        return own
    ours = [*STRATEGIES, *ONLY_BY_NAME]
    found: type[Strategy] = plugins.class_of("strategy", name, ours, Strategy)
    _check_named(repr(name), getattr(found, "name", None))
    if LAST in own_options(found):
        raise UserError(
            f"strategy {name!r} has an option {LAST!r}, as every strategy has: rename it"
        )
    return found


def _check_named(strategy: str, name: object) -> None:
    """Raise UserError if a strategy of others has no name."""
    if not isinstance(name, str):
        raise UserError(f'strategy {strategy} has no name: add name = "..." to the class')
