"""How a function becomes a command of typer: bundles of options, their values, and its help."""

from __future__ import annotations

import inspect
import io
import re
import sys
from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import cache, partial
from typing import Any, Literal, get_args, get_origin, get_type_hints

from typer.core import TyperCommand, TyperGroup
from typer.models import OptionInfo

from gpuwordle.cli.narrow import is_narrow, narrow_help
from gpuwordle.errors import UserError

PANELS = {
    "Words": (
        "--vocabulary",
        "--answers",
        "--exclude",
        "--weights",
        "--length",
        "--distinct-letters",
        "--sample",
        "--subset",
        "--strict",
        "--fold-accents",
        "--symbols",
        "--language",
    ),
    "Game": (
        "--answer",
        "--strategy",
        "--option",
        "--pool",
        "--filter",
        "--rule",
        "--hard",
        "--allowed",
        "--opener",
        "--seed",
        "--boards",
        "--objective",
    ),
    "Computing": (
        "--backend",
        "--memory",
        "--seconds",
        "--processes",
        "--dask",
        "--wait",
        "--resume",
        "--force",
        "--dry-run",
        "--yes",
    ),
    "Output": (
        "--turns",
        "--top",
        "--show",
        "--palette",
        "--progress",
        "--format",
        "--output",
        "--plots",
    ),
}
"""The panels of help, and the options of each in their order; the rest are in a panel Options."""

_PANEL = {flag: panel for panel, flags in PANELS.items() for flag in flags}
_PLACES = {flag: place for place, flag in enumerate(_PANEL)}

_EXAMPLE = re.compile(r"^Examples?: ")


class Bundle:
    """Options that several commands share: a typed class variable for each.

    It is not a dataclass, because that would compile methods whenever a command starts.
    """

    def __init__(self, **values: Any) -> None:
        options = options_of(type(self))  # type: ignore[arg-type]
        vars(self).update({option.name: option.default.default for option in options} | values)


def expanded(command: Callable[..., Any]) -> Callable[..., Any]:
    """Replace each parameter that is a `Bundle` by its options.

    typer reads the options from the signature of the function that is returned, which puts the
    values into the bundles again and calls the command.
    """
    parameters: list[inspect.Parameter] = []
    bundles: dict[str, tuple[Any, list[str]]] = {}
    for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
        kind: Any = parameter.annotation
        if inspect.isclass(kind) and issubclass(kind, Bundle):
            options = options_of(kind)  # type: ignore[arg-type]
            bundles[name] = kind, [option.name for option in options]
            parameters += options
        else:
            parameters.append(_declared(name, kind, parameter.default))

    def call(**values: Any) -> Any:
        for name, (kind, names) in bundles.items():
            values[name] = kind(**{option: values.pop(option) for option in names})
        return command(**values)

    call.__name__, call.__doc__ = command.__name__, command.__doc__
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return call


@cache
def options_of(bundle: Any) -> list[inspect.Parameter]:
    """Return the options of a bundle as parameters."""
    hints = get_type_hints(bundle)
    return [_declared(name, hint, getattr(bundle, name)) for name, hint in hints.items()]


def _declared(name: str, hint: Any, default: Any) -> inspect.Parameter:
    """Make a parameter of typer; an option without a long flag gets its name as one."""
    info = copy(default)
    if isinstance(info, OptionInfo):
        flags = info.param_decls or ()
        if not any(flag.startswith("--") for flag in flags):
            info.param_decls = (f"--{name.replace('_', '-')}", *flags)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=info, annotation=hint)


class _WithPanels:
    """Help of a command or a group, with the options in panels."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters in the order of help."""
        return _prepared(super().get_params(ctx))  # type: ignore[misc]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write help in columns, if the terminal has room for them."""
        if isinstance(sys.stdout, io.TextIOWrapper):  # its encoding may lack some characters
            sys.stdout.reconfigure(errors="replace")
        if not is_narrow():
            return super().format_help(ctx, formatter)  # type: ignore[misc]
        formatter.write(narrow_help(self, ctx))


class Command(_WithPanels, TyperCommand):
    """Typer command whose help groups options into panels."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; refuse an option that takes one value and is given twice."""
        if not ctx.resilient_parsing:
            order = Counter(self.make_parser(ctx).parse_args(args=list(args))[2])
            for parameter, times in order.items():
                many = parameter.multiple or getattr(parameter, "is_flag", False)
                if times > 1 and parameter.param_type_name == "option" and not many:
                    raise UserError(
                        f"{parameter.opts[0]} is given {times} times but takes one value: give it "
                        "once"
                    )
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an input that ends too early is reported as such, not as Ctrl-C."""
        try:
            return super().invoke(ctx)
        except EOFError as error:
            ended = UserError(f"an input ended too early ({str(error) or 'end of file'})")
            raise ended.with_traceback(error.__traceback__) from None


class Group(_WithPanels, TyperGroup):
    """Typer group whose help groups options into panels."""


def help_of(command: Callable[..., Any]) -> str:
    """Turn a command's docstring into help: paragraphs, and one example per line."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(map(_paragraph, paragraphs))


def _paragraph(text: str) -> str:
    if not _EXAMPLE.match(text):
        return " ".join(text.split())
    examples = _EXAMPLE.sub("", text).split(";\n")
    lines = [f"  {' '.join(example.split())}" for example in examples]
    return "\n".join(["\b", "Examples:" if len(lines) > 1 else "Example:", *lines])


def _prepared(parameters: list[Any]) -> list[Any]:
    places = []
    for number, parameter in enumerate(parameters):
        read_without_pydantic(parameter)
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = _no_type
            parameter.get_usage_pieces = partial(_usage, parameter)
        flag = next((flag for flag in parameter.opts if flag in _PANEL), None)
        if flag is not None:
            parameter.rich_help_panel = _PANEL[flag]
        places.append((-1 if flag is None else _PLACES[flag], number))
    return [parameters[number] for _, number in sorted(places)]


def _usage(argument: Any, ctx: Any) -> list[str]:
    """Write an argument as manuals do: ``LETTERS``, ``WORD...``, ``[CLUE...]``."""
    name = argument.metavar + ("..." if argument.nargs != 1 else "")
    return [name if argument.required else f"[{name}]"]


def _no_type(ctx: Any) -> None:
    """Show no type for an argument: its name is enough, and the type is one of Python."""


class _NotPlain(Exception):
    """A value that typer has to read."""


class _PlainValues:
    """Reads the values of one parameter in place of the reader that typer would build.

    Newer typer reads every value through pydantic, whose import takes longer than a small command.
    Values of plain types are read here, with the same result; all others, and all that are refused,
    are left to typer, so that its errors stay the same.
    """

    def __init__(self, descriptor: Any, usual: Callable[[], Any]) -> None:
        self._descriptor, self._usual = descriptor, usual

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value as the command gets it."""
        if value is None and not param.multiple and param.nargs != -1:
            return None
        try:
            return self._read(value)
        except (_NotPlain, ValueError, AssertionError):  # the last two are errors of pydantic's
            return self._usual().coerce(value, param=param, ctx=ctx)

    def _read(self, value: Any) -> Any:
        annotation = self._descriptor.annotation
        if get_origin(annotation) is list:
            if not isinstance(value, list | tuple):
                raise _NotPlain
            (kind,) = get_args(annotation)
            return [self._read_one(kind, one) for one in value]
        return self._read_one(annotation, value)

    def _read_one(self, kind: Any, value: Any) -> Any:
        parser = self._descriptor.parameter_info.parser
        if parser is not None:
            return parser(value)
        if isinstance(value, str) and kind is str:
            return value
        if isinstance(value, str) and get_origin(kind) is Literal and value in get_args(kind):
            return value
        raise _NotPlain


def read_without_pydantic(parameter: Any) -> None:
    """Read a parameter's values by `_PlainValues`, if typer would read them through pydantic."""
    usual = getattr(parameter, "get_runtime_param", None)
    if usual is not None and "get_runtime_param" not in vars(parameter):
        values = _PlainValues(parameter.type_descriptor, usual)
        parameter.get_runtime_param = lambda: values
