"""Values of options are read without pydantic, and as typer reads them."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from gpuwordle.cli.app import COMMANDS, application
from gpuwordle.errors import UserError

GIVEN = ("", "5", "table", "wordle", "TABLE", "-3", "0.5", "crane=01200", "3-4", "a\udc80", "8G")


def result(read, value, parameter, context):
    """What comes of reading, or how it fails."""
    try:
        return read(value, param=parameter, ctx=context)
    except (typer.BadParameter, UserError) as error:
        return str(error)


@pytest.mark.parametrize("name", COMMANDS)
def test_values_are_those_that_typer_reads(name):
    group = typer.main.get_command(application([name]))
    command = group.commands[name]
    context = typer.Context(command)
    read = 0
    for parameter in command.get_params(context):
        if not hasattr(parameter, "get_runtime_param"):
            pytest.skip("this typer reads without pydantic")
        typers = type(parameter).get_runtime_param(parameter)
        several = parameter.multiple or parameter.nargs == -1
        for value in (None, parameter.default, *GIVEN):
            given = [value, value] if several and isinstance(value, str) else value
            ours = result(parameter.get_runtime_param().coerce, given, parameter, context)
            expected = result(typers.coerce, given, parameter, context)
            assert ours == expected and type(ours) is type(expected), (parameter.name, given)
            read += 1
    assert read > 20


def test_reading_options_imports_no_pydantic():
    script = (
        "import sys; from gpuwordle.cli.app import run;"
        "code = run(['eligible', 'crane=01200', '-v', 'wordle', '--format', 'json']);"
        "print(code, 'pydantic' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.stdout.splitlines()[-1] == "0 False", found.stderr
