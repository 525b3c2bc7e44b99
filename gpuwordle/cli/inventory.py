"""Commands that list what is available: ``strategies``, ``vocabularies`` and ``backends``."""

from __future__ import annotations

from collections.abc import Iterable

from gpuwordle.cli.options import flag
from gpuwordle.cli.output import TableOptions
from gpuwordle.columns import Column, table_of

LISTS = (
    *(Column("name"), Column("about"), Column("words")),
    Column("answers", lambda row: row["answers"] or ""),
    Column("lengths", lambda row: _from_to(row["lengths"])),
    Column("licence"),
    Column("digest", lambda row: row["digest"][:12]),
    Column("origin"),
    Column("here", lambda row: row["here"].partition(" (")[0]),
)


def strategies(out: TableOptions) -> None:
    """List the strategies, built-in and from installed packages.

    Column pool has the default of --pool, and column pools has its possible values. Options are
    passed to a strategy as --option NAME=VALUE. Packages add strategies by entry points of the
    group gpuwordle.strategies; use your own class as module:Class.
    """
    from gpuwordle.strategies.table import known_strategies

    rows = [known.to_dict() for known in known_strategies()]
    out.emit(rows, {"Strategies": rows})


def vocabularies(out: TableOptions) -> None:
    """List the named word lists: sizes, licence, digest, origin, and whether they are installed.

    A missing list is downloaded once, when it is first used, and its sha256 is checked. Set
    GPUWORDLE_DATA to a folder with the lists to use those instead. A package adds lists by entry
    points of the group gpuwordle.vocabularies.
    """
    from gpuwordle.words.known_lists import known_lists

    rows = [known.to_dict() for known in known_lists()]
    sizes = {"lengths": lambda of: " ".join(f"{n}:{count}" for n, count in of.items())}
    out.emit(rows, {"Word lists": table_of(rows, LISTS)}, sizes)


def _from_to(lengths: Iterable[int]) -> str:
    there = sorted(lengths)
    return f"{there[0]}-{there[-1]}" if len(there) > 1 else " ".join(map(str, there))


def backends(
    out: TableOptions,
    warm: bool = flag("Compile now what commands use, for container images and CI."),
) -> None:
    """List the backends: what is available, and how to enable the rest.

    Functions of the numba backend and of exact play are compiled when they are first used, with a
    message on standard error, and kept on disk. With --warm, all are compiled now.

    Examples: gpuwordle backends;
    gpuwordle backends --warm
    """
    if warm:
        from gpuwordle.cli.warming import warm_up

        warm_up()
    from gpuwordle.backends.table import known_backends

    rows = known_backends()
    out.emit(rows, {"Backends, in the order in which auto tries them": rows})
