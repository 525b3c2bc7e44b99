"""Rules of feedback by name: those of gpuwordle and of installed packages."""

from __future__ import annotations

from gpuwordle import plugins
from gpuwordle.errors import UserError
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.feedback import Feedback


def rule_names() -> list[str]:
    """Return the names of all rules, those of installed packages included."""
    return [*RULES, *plugins.offered("rule")]


def rule_named(name: str) -> Feedback:
    """Return a rule by its name.

    The name is one of `RULES`, that of an installed package (entry points of the group
    ``gpuwordle.feedback``, each naming a class derived from `Feedback`), or ``module:Class``.
    Raises UserError if there is no such rule, or it is incomplete.
    """
    if name in RULES:
        return RULES[name]
    found = plugins.class_of("rule", name, RULES, Feedback)
    _check_colours(found.has_colours, name)
    try:
        rule: Feedback = found()
    except TypeError as error:
        raise UserError(
            f"rule {name!r} cannot be made without arguments ({error}): give them defaults"
        ) from None
    # Runs and other processes find the rule again by the name that it was asked for.
    rule.name = name
    return rule


def rule_for(rule: str | Feedback) -> Feedback:
    """Return a rule, given by name or as an object."""
    if not isinstance(rule, str | Feedback):
        raise TypeError(
            f"{rule!r:.40} is not a rule of feedback: give a name such as 'mastermind', or an "
            "object of a class derived from gpuwordle.Feedback"
        )
    if isinstance(rule, str):
        return rule_named(rule)
    name = getattr(rule, "name", None)
    if not isinstance(name, str):
        raise UserError(f'rule {type(rule).__name__} has no name: add name = "..." to the class')
    if name in RULES and type(rule) is not type(RULES[name]):
        raise UserError(
            f"a custom rule is called {name!r}, like a built-in one: give it another name"
        )
    if name not in RULES:
        _check_colours(rule.has_colours, name)
    return rule


def _check_colours(has_colours: bool, name: str) -> None:
    """Raise UserError if a rule of others says that it has colours."""
    if has_colours:
        raise UserError(
            f"rule {name!r} says that it has colours, which only Wordle's rule has: leave "
            "has_colours out"
        )
