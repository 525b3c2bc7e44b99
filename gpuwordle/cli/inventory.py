"""Commands that say what is here: ``vocabularies`` and ``backends``."""

from __future__ import annotations

from typing import Any

from gpuwordle.cli.options import FormatOption, OutputOption, check_output
from gpuwordle.cli.output import emit


def vocabularies(format: FormatOption = "table", output: OutputOption = None) -> None:
    """List the named word lists: sizes, licence, digest, origin, and whether they are here.

    A list that is not here is fetched, once, when it is first used; its content must have the
    sha256 that is pinned here. Set GPUWORDLE_DATA to a folder with such lists to use them instead.
    """
    check_output(format, output)
    from gpuwordle.words import sources

    rows: list[dict[str, Any]] = []
    for source in sources.SOURCES.values():
        # The embedded list is counted; the others are known by their pinned content.
        known = source.guesses or sources.load(source.name)
        rows.append(
            {
                "name": source.name,
                "about": source.about,
                "words": sum(known.lengths.values()),
                "answers": source.answers.words if source.answers else None,
                "lengths": known.lengths,
                "licence": source.licence,
                "digest": known.digest,
                "origin": source.origin,
                "here": sources.where(source) or "no: fetched when first used",
            }
        )
    flat = [
        {**row, "lengths": " ".join(f"{n}:{count}" for n, count in row["lengths"].items())}
        for row in rows
    ]
    table = [{**row, "answers": row["answers"] or "", "digest": row["digest"][:12]} for row in flat]
    emit(rows if format == "json" else flat, format, output, {"Word lists": table})


def backends(format: FormatOption = "table", output: OutputOption = None) -> None:
    """List the backends: what is available, and what would make the others so."""
    check_output(format, output)
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
