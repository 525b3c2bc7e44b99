"""Read the values of options and arguments, without pydantic where it is not needed.

Newer typer reads every value through pydantic, whose import takes longer than most of what a small
command does. Here the values of the plain kinds are read by themselves, to the same result; what
is not understood is left to typer, so that its errors stay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin


class NotPlain(Exception):
    """A value that typer has to read."""


class PlainValues:
    """Reads the values of one parameter, in place of what typer would build.

    Parameters
    ----------
    descriptor
        What typer knows of the parameter's type.
    usual
        Returns what typer builds.
    """

    def __init__(self, descriptor: Any, usual: Callable[[], Any]) -> None:
        self._descriptor, self._usual = descriptor, usual

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value as the command gets it."""
        if value is not None:
            try:
                return self._read(value)
            except (NotPlain, ValueError, AssertionError):  # the last two are errors of pydantic's
                pass
        elif not param.multiple and param.nargs != -1:
            return None
        return self._usual().coerce(value, param=param, ctx=ctx)

    def _read(self, value: Any) -> Any:
        annotation = self._descriptor.annotation
        if get_origin(annotation) is list:
            if not isinstance(value, list | tuple):
                raise NotPlain
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
        raise NotPlain


def read_plainly(parameter: Any) -> None:
    """Have a parameter's values read so; nothing happens where typer reads without pydantic."""
    usual = getattr(parameter, "get_runtime_param", None)
    if usual is not None and "get_runtime_param" not in vars(parameter):
        values = PlainValues(parameter.type_descriptor, usual)
        parameter.get_runtime_param = lambda: values
