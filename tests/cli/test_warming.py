"""What compiles everything beforehand."""

import shlex

import pytest
import typer

from gpuwordle.cli import warming
from gpuwordle.cli.app import application
from gpuwordle.errors import UserError


def test_calls_are_commands_with_options_that_they_know():
    commands = typer.main.get_command(application()).commands
    for call in warming.CALLS:
        name, *arguments = shlex.split(call)
        commands[name].make_context(f"gpuwordle {name}", arguments)


def test_backends_are_listed_when_all_is_compiled(gpuwordle, monkeypatch):
    monkeypatch.setattr(warming, "CALLS", ("strategies", "vocabularies"))
    code, out, err = gpuwordle("backends", "--warm")
    assert (code, "numba" in out) == (0, True)
    assert err.splitlines() == ["1 of 2: gpuwordle strategies", "2 of 2: gpuwordle vocabularies"]


def test_a_call_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(warming, "CALLS", ("score zzzzz -v many.txt",))
    with pytest.raises(UserError, match=r"gpuwordle score zzzzz -v many.txt failed: gpuwordle: "):
        warming.warm_up()
