"""What README shows is what the commands do."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gpuwordle.cli.app import app, run

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()

CONSOLE = re.findall(r"```console\n\$ gpuwordle ([^\n]+)\n(.*?)```", README, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
TABLES = re.findall(r"<!-- ([\w/.-]+\.md) -->\n(.*?)<!-- end -->", README, re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_console_examples_print_what_is_shown(command, shown, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("code", PYTHON)
def test_python_examples_run(code, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {"__name__": "readme"})
    printed = capsys.readouterr().out
    for line in re.findall(r"print\(.*\)  # (.+)", code):
        assert line in printed


@pytest.mark.parametrize(("name", "shown"), TABLES, ids=[name for name, _ in TABLES])
def test_tables_are_those_of_the_files(name, shown):
    assert (ROOT / name).read_text() == shown


def test_every_command_is_listed():
    listed = set(re.findall(r"^\| `([a-z-]+)", README, re.MULTILINE))
    assert {command.name for command in app.registered_commands} <= listed
