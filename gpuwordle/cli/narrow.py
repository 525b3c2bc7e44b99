"""The help of a command in a terminal that is too narrow for columns."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

from gpuwordle.cli.tables import filled

NARROW = 72
"""Columns below which names of options would be cut."""


def is_narrow() -> bool:
    """Return whether the terminal is too narrow for columns."""
    return shutil.get_terminal_size().columns < NARROW


def narrow_help(command: Any, context: Any) -> str:
    """Write the help of a command, each name on a line of its own and its text below."""
    width = shutil.get_terminal_size().columns
    lines = [*_filled(command.get_usage(context), width, "", "  ")]
    for paragraph in (command.help or "").split("\n\n"):
        lines += ["", *_paragraph(paragraph, width)]
    panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
            panels.setdefault(parameter.rich_help_panel or usual, []).append(record)
    for name in getattr(command, "commands", ()):
        text = command.commands[name].get_short_help_str(1000)
        panels.setdefault("Commands", []).append((name, text))
    for panel, records in panels.items():
        lines += ["", f"{panel}:"] if records else []
        for name, text in records:
            lines += [*_filled(name, width, "  ", "    "), *_filled(text, width, "      ")]
    lines += ["", *_filled(command.epilog or "", width)]
    return "\n".join(lines).rstrip() + "\n"


def _paragraph(text: str, width: int) -> Iterator[str]:
    """Fill a paragraph; a line of the shell that does not fit continues after a backslash."""
    if not text.startswith("\b"):
        yield from _filled(text, width)
        return
    for line in text.removeprefix("\b\n").split("\n"):
        *parts, last = _filled(line.strip(), max(1, width - 2), line[: -len(line.lstrip())], "    ")
        yield from (f"{part} \\" for part in parts)
        yield last


def _filled(text: str, width: int, first: str = "", others: str | None = None) -> list[str]:
    """Break a text into lines as `filled` does, whatever its spaces."""
    return filled(" ".join(text.split()), width, first, first if others is None else others)
