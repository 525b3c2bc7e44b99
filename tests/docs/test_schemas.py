"""The JSON schemas say what the page of JSON says."""

import re
from pathlib import Path

import typer
from helpers import processes

from gpuwordle.cli.app import application

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "json.md").read_text(encoding="utf-8")


def test_schemas_are_those_of_the_page():
    script = processes.script("json_schemas")
    made = {name: script.text_of(schema) for name, schema in script.schemas(PAGE).items()}
    there = {path.stem: path.read_text(encoding="utf-8") for path in script.SCHEMAS.iterdir()}
    assert there == made, "run python scripts/json_schemas.py"


def test_every_command_with_json_is_on_the_page():
    listed = set(re.findall(r"^\| `([\w-]+)[^`]*` \|", PAGE.partition("\n## ")[0], re.MULTILINE))
    commands = typer.main.get_command(application()).commands
    writing = {
        name
        for name, command in commands.items()
        for option in command.params
        if "--format" in option.opts
        and "json" in " ".join(option.get_help_record(typer.Context(command)))
    }
    assert listed == writing
