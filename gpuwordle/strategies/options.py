"""Options of strategies: what a class takes, and checks of the values that a user gives.

An option is a keyword of the class's constructor; ours keep it in an attribute of that name. One
option needs no constructor, because every strategy has it: `LAST`.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gpuwordle.errors import UserError, nearest

if TYPE_CHECKING:
    from gpuwordle.strategies.strategy import Strategy

LAST = "last"
"""The option of every strategy (`gpuwordle.strategies.strategy.Strategy.last_turns`), unless its
constructor has one of that name."""


def options_of(kind: type[Strategy]) -> dict[str, Any]:
    """List the options of a strategy's class, with their defaults (None for those it needs)."""
    own = own_options(kind)
    return own if LAST in own else {**own, LAST: kind.last_turns}


def own_options(kind: type[Strategy]) -> dict[str, Any]:
    """List the options that the constructor of a strategy's class takes, likewise."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    try:
        parameters = dict(inspect.signature(kind).parameters)
    except ValueError:  # a class that C defines does not say
        parameters = {}
    return {
        name: None if parameter.default is inspect.Parameter.empty else parameter.default
        for name, parameter in parameters.items()
        if parameter.kind in named
    }


def changed_options(strategy: Strategy) -> dict[str, Any]:
    """List the options of a strategy that are not at their defaults, by name."""
    defaults = options_of(type(strategy))
    values = {name: getattr(strategy, name, default) for name, default in defaults.items()}
    if LAST not in own_options(type(strategy)):
        values[LAST] = strategy.last_turns
    return {name: value for name, value in sorted(values.items()) if value != defaults[name]}


def whole(name: str, value: Any, least: int, most: int = 1_000_000_000) -> int:
    """Check an option that is a whole number.

    Parameters
    ----------
    name
        What the option is called.
    value
        What was given.
    least, most
        The bounds.

    Raises
    ------
    UserError
        If it is no whole number, or beyond the bounds.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise UserError(f"option {name}={value} is no whole number: give {least} or more")
    if not least <= value <= most:
        too = "small" if value < least else "large"
        raise UserError(f"option {name}={value} is too {too}: give {least} to {most}")
    return value


def share(name: str, value: Any) -> Fraction:
    """Check an option that is a share, such as ``0.01`` or ``1/100``.

    Raises
    ------
    UserError
        If it is no number, or not above 0 and up to 1.
    """
    try:
        if isinstance(value, bool):
            raise ValueError
        found = Fraction(str(value)).limit_denominator(1_000_000_000)
    except (ValueError, ZeroDivisionError):
        raise UserError(f"option {name}={value} is no share: give 0.01 or 1/100") from None
    if not 0 < found <= 1:
        raise UserError(f"option {name}={value} is no share: give one above 0, up to 1")
    return found


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """Check an option that is one of a few words.

    Raises
    ------
    UserError
        If it is none of them.
    """
    if value not in choices:
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        raise UserError(f"option {name}={shown} is unknown: {nearest(shown, choices)}")
    return str(value)
