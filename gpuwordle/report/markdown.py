"""A report as a page of Markdown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from gpuwordle.columns import Row, cell
from gpuwordle.errors import printable
from gpuwordle.papers.experiments import comparisons
from gpuwordle.report.report import Report
from gpuwordle.report.text_tables import comparison_table, numeric_columns, text_tables

MARKUP = "\\|*`[$<"
"""Characters with a meaning in Markdown within a line."""


def markdown_page(
    report: Report, images: Mapping[Path, str] | None = None, folder: Path = Path()
) -> str:
    """Write a report in Markdown, for a file in a folder.

    ``images`` are the captions of pictures by their paths.
    """
    parts = ["# Games", *(f"- {plain(line)}" for line in report.origins()), ""]
    rows = comparisons(report.seeds)
    if rows:
        parts += ["## Compared with the papers", "", markdown_table(comparison_table(rows))]
    for title, table in text_tables(report).items():
        parts += [f"## {plain(title)}", "", markdown_table(table)]
    if images:
        parts.append("## Figures\n")
        for path, caption in images.items():
            link = quote(Path(os.path.relpath(path, folder)).as_posix())
            parts.append(f"![{caption}]({link})\n\n{caption}\n")
    return "\n".join(parts).rstrip() + "\n"


def markdown_table(rows: Sequence[Row]) -> str:
    """Write rows as a Markdown table, with numbers aligned to the right."""
    if not rows:
        return ""
    table = [{name: cell(value) for name, value in row.items()} for row in rows]
    right = numeric_columns(table)

    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(map(plain, cells)) + " |\n"

    text = line(right) + line("---:" if number else "---" for number in right.values())
    return text + "".join(line(row.values()) for row in table)


def plain(text: str) -> str:
    """Escape what Markdown would read as markup; names may hold anything."""
    return "".join(f"\\{mark}" if mark in MARKUP else mark for mark in printable(text))
