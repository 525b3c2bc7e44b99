"""Commands that say what is here: ``strategies``, ``vocabularies`` and ``backends``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gpuwordle.cli.options import FormatOption, OutputOption
from gpuwordle.cli.output import emit


def strategies(format: FormatOption = "table", output: OutputOption = None) -> None:
    """List the strategies: ours, and those that installed packages offer.

    Of the pools that a strategy can guess from, pool is what it does unless told otherwise. Options
    are given as --option NAME=VALUE to the commands that play whole games. A package offers a
    strategy by an entry point of the group gpuwordle.strategies; a class of your own is named
    module:Class.
    """
    from gpuwordle.strategies.strategy import options_of
    from gpuwordle.strategies.table import known_strategies

    rows: list[dict[str, Any]] = []
    for known in known_strategies():
        kind = known.kind
        rows.append(
            {
                "name": known.name,
                "about": (kind.__doc__ or "").partition("\n")[0] if kind else known.problem,
                "pool": kind.pool if kind else None,
                "pools": list(kind.pools) if kind else [],
                "hard": kind.supports_hard if kind else None,
                "chance": not kind.deterministic if kind else None,
                "source": kind.source if kind else "",
                "options": options_of(kind) if kind else {},
                "package": known.package,
            }
        )
    flat = [
        {
            **row,
            "pools": " ".join(row["pools"]),
            "options": " ".join(f"{name}={value}" for name, value in row["options"].items()),
        }
        for row in rows
    ]
    emit(rows if format == "json" else flat, format, output, {"Strategies": flat})


def vocabularies(format: FormatOption = "table", output: OutputOption = None) -> None:
    """List the named word lists: sizes, licence, digest, origin, and whether they are here.

    A list that is not here is fetched, once, when it is first used; its content must have the
    sha256 that is pinned here. Set GPUWORDLE_DATA to a folder with such lists to use them instead.
    Installed packages add lists by entry points of the group gpuwordle.vocabularies.
    """
    from gpuwordle.words.known import known_lists

    rows: list[dict[str, Any]] = []
    for known in known_lists():
        rows.append(
            {
                "name": known.name,
                "about": known.about,
                "words": sum(known.lengths.values()),
                "answers": known.answers,
                "lengths": known.lengths,
                "licence": known.licence,
                "digest": known.digest,
                "origin": known.origin,
                "here": known.problem or known.here or "no: fetched when first used",
            }
        )
    flat = [
        {**row, "lengths": " ".join(f"{n}:{count}" for n, count in row["lengths"].items())}
        for row in rows
    ]
    table = [
        {
            **row,
            "answers": row["answers"] or "",
            "lengths": _from_to(row["lengths"]),
            "digest": row["digest"][:12],
            "here": row["here"].partition(" (")[0],
        }
        for row in rows
    ]
    emit(rows if format == "json" else flat, format, output, {"Word lists": table})


def _from_to(lengths: Iterable[int]) -> str:
    there = sorted(lengths)
    return f"{there[0]}-{there[-1]}" if len(there) > 1 else " ".join(map(str, there))


def backends(format: FormatOption = "table", output: OutputOption = None) -> None:
    """List the backends: what is available, and what would make the others so."""
    from gpuwordle.backends.table import BACKENDS, backend_class, choose

    automatic = choose("auto").name
    rows = []
    for name in BACKENDS:
        cls = backend_class(name)
        reason = cls.unavailable()
        rows.append(
            {
                "name": name,
                "available": reason is None,
                "auto": name == automatic,
                "about": (cls.__doc__ or "").splitlines()[0],
                "remedy": reason or "",
            }
        )
    emit(rows, format, output, {"Backends, in the order in which auto tries them": rows})
