"""Rules of feedback by name: those of gpuwordle and of installed packages."""

from __future__ import annotations

import inspect

from gpuwordle import plugins
from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.feedback import Feedback


def rule_named(name: str) -> Feedback:
    """Return a rule by its name.

    The name is one of `RULES`, that of an installed package (entry points of the group
    ``gpuwordle.feedback``, each naming a class derived from `Feedback`), or ``module:Class``.
    Raises UserError if there is no such rule, or it is incomplete.
    """
    if name in RULES:
        return RULES[name]
    path, remedy = name, "check the spelling, and that Python finds the module from here"
    if ":" not in name:
        point = plugins.find("feedback", name)
        if point is None:
            known = [*RULES, *plugins.offered("feedback")]
            raise UserError(f"unknown rule {shortened(name)!r}: {nearest(name, known)}")
        path, remedy = plugins.path_of(point), f"fix or uninstall {plugins.package_of(point)}"
    found = plugins.imported("feedback", name, path, remedy)
    if not (isinstance(found, type) and issubclass(found, Feedback)):
        why = "is not a class derived from gpuwordle.Feedback: make it one"
    elif inspect.isabstract(found):
        why = f"lacks {', '.join(sorted(found.__abstractmethods__))}: define it"
    elif found.has_colours:
        why = "says that it has colours, which only Wordle's rule has: leave has_colours out"
    else:
        # Runs and other processes find the rule again by the name that it was asked for.
        rule = found()
        rule.name = name
        return rule
    raise UserError(f"rule {name!r} {why}")


def rule_for(rule: str | Feedback) -> Feedback:
    """Return a rule, given by name or as an object."""
    if not isinstance(rule, str | Feedback):
        raise TypeError(
            f"{rule!r:.40} is not a rule of feedback: give a name such as 'mastermind', or an "
            "object of a class derived from gpuwordle.Feedback"
        )
    return rule_named(rule) if isinstance(rule, str) else rule
