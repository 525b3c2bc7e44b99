"""What other packages add: strategies and word lists, by entry points or by import path.

A package offers a strategy or a word list in its metadata, and a user who installs it calls it by
name:

.. code-block:: toml

    [project.entry-points."gpuwordle.strategies"]
    most-vowels = "vowels:MostVowels"

    [project.entry-points."gpuwordle.vocabularies"]
    birds = "vowels:birds"

What a strategy must be says `gpuwordle.strategies.table.strategy_named`, what a word list must be
`gpuwordle.words.sources.load`. Metadata of installed packages is read only when a name is asked for
that is none of our own, or when all names are listed; a package is imported only when something of
it is used.
"""

from __future__ import annotations

from collections import defaultdict
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import Any, Literal

from gpuwordle.errors import UserError

Kind = Literal["strategy", "vocabulary"]

GROUPS: dict[Kind, str] = {
    "strategy": "gpuwordle.strategies",
    "vocabulary": "gpuwordle.cli.inventory.vocabularies",
}
"""Entry point group of each kind of thing that a package may add."""


def offered(kind: Kind) -> dict[str, list[EntryPoint]]:
    """List what installed packages offer, by name; several where packages chose the same name."""
    found: dict[str, list[EntryPoint]] = defaultdict(list)
    for point in sorted(entry_points(group=GROUPS[kind]), key=lambda p: (p.name, package_of(p))):
        found[point.name].append(point)
    return dict(found)


def find(kind: Kind, name: str) -> EntryPoint | None:
    """Find what an installed package offers under a name, or None where none does.

    Raises
    ------
    UserError
        If several packages offer it.
    """
    points = offered(kind).get(name, [])
    if len(points) > 1:
        packages = " and ".join(map(package_of, points))
        raise UserError(f"{kind} {name!r} is offered by {packages}: uninstall all but one")
    return points[0] if points else None


def package_of(point: EntryPoint) -> str:
    """Name the package that offers something, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unnamed package"


def path_of(point: EntryPoint) -> str:
    """Return the import path of what a package offers."""
    return f"{point.module}:{point.attr}"


def imported(kind: Kind, name: str, path: str, remedy: str) -> Any:
    """Import what an import path such as ``module:Class`` names.

    Parameters
    ----------
    kind, name
        What it is and what the user calls it, for errors.
    path
        Module and attribute, apart by a colon.
    remedy
        What the user can do about an error.

    Raises
    ------
    UserError
        If there is no such module, it lacks the attribute, or the path is malformed.
    """
    module, _, attribute = path.partition(":")
    try:
        return resolve_name(path)
    except ValueError:
        why = f"{path!r} is not MODULE:CLASS"
    except ImportError as error:
        why = str(error)
    except AttributeError:
        why = f"module {module!r} has no {attribute!r}"
    raise UserError(f"{kind} {name!r} cannot be loaded ({why}): {remedy}")
