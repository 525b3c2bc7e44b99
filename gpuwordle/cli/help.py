"""How help looks: options in groups, flags and arguments without a type, one example a line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

from gpuwordle.cli.values import read_plainly
from gpuwordle.errors import UserError

PANELS = {
    "Words": (
        "--vocabulary",
        "--answers",
        "--exclude",
        "--length",
        "--distinct-letters",
        "--sample",
        "--subset",
        "--strict",
        "--fold-accents",
    ),
    "Game": (
        "--strategy",
        "--option",
        "--pool",
        "--hard",
        "--filter",
        "--opener",
        "--allowed",
        "--seed",
        "--answer",
        "--boards",
    ),
    "Computing": (
        "--backend",
        "--processes",
        "--dask",
        "--resume",
        "--force",
        "--dry-run",
        "--yes",
        "--wait",
        "--memory",
    ),
    "Output": ("--format", "--output", "--show", "--plots", "--turns"),
}
"""Which options stand together; others stand alone."""

_GROUPS = {flag: panel for panel, flags in PANELS.items() for flag in flags}

_EXAMPLE = re.compile(r"^Examples?: ")


class Command(TyperCommand):
    """A command whose help is laid out so."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as help shows them, their values plainly read."""
        return _prepared(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an input that ends too early is not taken for Ctrl-C."""
        try:
            return super().invoke(ctx)
        except EOFError as error:
            ended = UserError(f"an input ended too early ({str(error) or 'end of file'})")
            raise ended.with_traceback(error.__traceback__) from None


class Group(TyperGroup):
    """The same for a group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters as help shows them, their values plainly read."""
        return _prepared(super().get_params(ctx))


def help_of(command: Callable[..., Any]) -> str:
    """Return a command's docstring as help: whole paragraphs, and one example a line."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(map(_paragraph, paragraphs))


def _paragraph(text: str) -> str:
    if not _EXAMPLE.match(text):
        return " ".join(text.split())
    examples = _EXAMPLE.sub("", text).split(";\n")
    lines = [f"  {' '.join(example.split())}" for example in examples]
    return "\n".join(["\b", "Examples:" if len(lines) > 1 else "Example:", *lines])


def _prepared(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        read_plainly(parameter)
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = _no_type
            parameter.get_usage_pieces = partial(_usage, parameter)
        panel = next((_GROUPS[flag] for flag in parameter.opts if flag in _GROUPS), None)
        if panel is not None:
            parameter.rich_help_panel = panel
    return parameters


def _usage(argument: Any, ctx: Any) -> list[str]:
    """Write an argument as manuals do: ``LETTERS``, ``WORD...``, ``[CLUE...]``."""
    name = argument.metavar + ("..." if argument.nargs != 1 else "")
    return [name if argument.required else f"[{name}]"]


def _no_type(ctx: Any) -> None:
    """Show no type of an argument: its name says what it is, and the type is Python's."""
