"""Strategies, word lists and rules of other packages, by entry point or by import path.

A package offers a strategy, a word list or a rule of feedback in its metadata, and a user who
installs the package uses that object by name:

.. code-block:: toml

    [project.entry-points."gpuwordle.strategies"]
    most-vowels = "vowels:MostVowels"

    [project.entry-points."gpuwordle.vocabularies"]
    birds = "vowels:birds"

    [project.entry-points."gpuwordle.feedback"]
    vowels-only = "vowels:VowelsOnly"

`gpuwordle.strategies.table.strategy_named` documents what a strategy must be,
`gpuwordle.words.sources.load` what a word list must be, and `gpuwordle.rules.named.rule_named` what
a rule must be. The metadata of installed packages is read only for a name that this package does
not have, or if all names are listed. A package is imported only if one of its objects is used.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections import defaultdict
from collections.abc import Iterable
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from gpuwordle.errors import UserError, nearest, shortened

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Kind = Literal["strategy", "vocabulary", "rule"]

GROUPS: dict[Kind, str] = {
    "strategy": "gpuwordle.strategies",
    "vocabulary": "gpuwordle.vocabularies",
    "rule": "gpuwordle.feedback",
}
"""Entry point group of each kind of thing that a package may add."""


CONTRACTS = {"gpuwordle.strategies.strategy.Strategy", "gpuwordle.rules.feedback.Feedback"}
"""Classes that users derive from."""

FOLDERS: list[str] = []
"""Folders that are searched after the path for ``module:Class``. The command line adds the current
one, as ``python -m`` does; worker processes search the same folders."""


def offered(kind: Kind) -> dict[str, list[EntryPoint]]:
    """List the objects that installed packages offer, by name; several may have the same name."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    found: dict[str, list[EntryPoint]] = defaultdict(list)
    for point in sorted(entry_points(group=GROUPS[kind]), key=lambda p: (p.name, package_of(p))):
        found[point.name].append(point)
    return dict(found)


def find(kind: Kind, name: str) -> EntryPoint | None:
    """Find what an installed package offers under a name, or None; UserError if several do."""
    points = offered(kind).get(name, [])
    if len(points) > 1:
        packages = " and ".join(map(package_of, points))
        raise UserError(f"{kind} {name!r} is offered by {packages}: uninstall all but one")
    return points[0] if points else None


def package_of(point: EntryPoint) -> str:
    """Name the package of an entry point, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unnamed package"


def path_of(point: EntryPoint) -> str:
    """Return the import path of an entry point."""
    return f"{point.module}:{point.attr}"


def class_of(kind: Kind, name: str, ours: Iterable[str], base: type) -> Any:
    """Import the class derived from ``base`` that a package offers, or that a path names.

    ``kind`` and ``ours``, the names that this package has, are for the error messages. Raises
    UserError if there is no such class, or it is incomplete.
    """
    path, remedy = name, "check the spelling, and that Python finds the module from here"
    if ":" not in name:
        point = find(kind, name)
        if point is None:
            known = [*ours, *offered(kind)]
            raise UserError(f"unknown {kind} {shortened(name)!r}: {nearest(name, known)}")
        path, remedy = path_of(point), f"fix or uninstall {package_of(point)}"
    found = imported(kind, name, path, remedy)
    if not (isinstance(found, type) and issubclass(found, base)):
        why = f"is not a class derived from gpuwordle.{base.__name__}: make it one"
    elif lacking := sorted(getattr(found, "__abstractmethods__", ())):
        why = f"lacks {', '.join(lacking)}: define it"
    else:
        return found
    raise UserError(f"{kind} {name!r} {why}")


def imported(kind: Kind, name: str, path: str, remedy: str) -> Any:
    """Import the object at a path such as ``module:Class``; UserError if it cannot be found.

    ``kind``, ``name`` and ``remedy`` are for the error message.
    """
    module, _, attribute = path.partition(":")
    cause = None
    if path == name:
        sys.path += [here for here in map(os.path.abspath, FOLDERS) if here not in sys.path]
    if not all(map(str.isidentifier, [*module.split("."), *attribute.split(".")])):
        why = f"{path!r} is not MODULE:CLASS"
    else:
        try:
            return attrgetter(attribute)(import_module(module))
        except ImportError as error:
            why = str(error)
        except (Exception, SystemExit) as error:  # a module may do anything while it is imported
            if module in sys.modules:
                why = f"module {module!r} has no {attribute!r}"
            else:
                why, cause = f"{type(error).__name__}: {error}", error
    raise UserError(f"{kind} {name!r} cannot be loaded ({why}): {remedy}") from cause


def culprit(error: BaseException) -> str:
    """Name the user's strategy or rule in which an error was raised; an empty text if in none."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        found = type(frame.f_locals.get("self"))
        bases = {f"{base.__module__}.{base.__name__}" for base in found.__mro__}
        if not found.__module__.startswith("gpuwordle.") and bases & CONTRACTS:
            return f"{found.__module__}:{found.__qualname__}"
    return str(getattr(error, "culprit", ""))
