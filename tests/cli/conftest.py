"""What the tests of all commands share: the command line in this process, and files to read."""

import csv
import io
import json
import sys

import pytest
from helpers.command_line import BIRDS, EIGHT, PETS
from helpers.words import random_words
from typer.main import get_command

from gpuwordle.cli.app import application, run


@pytest.fixture(scope="session")
def commands():
    """Every command by its name, as typer has it."""
    return get_command(application()).commands


@pytest.fixture
def printed(gpuwordle):
    """printed(*arguments): what a command prints, if it succeeds without messages."""

    def of(*arguments):
        code, out, err = gpuwordle(*arguments)
        assert (code, err) == (0, "")
        return out

    return of


@pytest.fixture
def said(gpuwordle):
    """said(*arguments): the messages of a command, if it succeeds and prints nothing else."""

    def of(*arguments):
        code, out, err = gpuwordle(*arguments)
        assert (code, out) == (0, ""), err
        return err

    return of


@pytest.fixture
def as_json(printed):
    """as_json(*arguments): the data that a command prints as JSON, without messages."""
    return lambda *arguments: json.loads(printed(*arguments, "--format", "json"))


@pytest.fixture
def as_csv(printed):
    """as_csv(*arguments): the rows that a command prints, by column."""

    def of(*arguments):
        return list(csv.DictReader(io.StringIO(printed(*arguments, "--format", "csv"))))

    return of


@pytest.fixture
def typed(gpuwordle, monkeypatch):
    """typed(text, *arguments): a command with text on its standard input."""

    def of(text, *arguments):
        stream = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogateescape")))
        monkeypatch.setattr(sys, "stdin", stream)
        return gpuwordle(*arguments)

    return of


@pytest.fixture
def birds(file):
    return str(file("birds.txt", *BIRDS.split()))


@pytest.fixture
def eight(file):
    return str(file("eight.txt", *EIGHT))


@pytest.fixture
def pets(file):
    return str(file("pets.txt", *PETS))


@pytest.fixture
def played(said, birds, tmp_path):
    folder = tmp_path / "run"
    err = said(
        *("benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random"),
        *("-b", "numpy", "-o", folder),
    )
    assert f"wrote {folder}: played 30 games of 4 units" in err
    assert f"gpuwordle report {folder}" in err
    return folder


@pytest.fixture(scope="session")
def samples(tmp_path_factory):
    """A folder of a list, its proof and the checkpoint, a tree in two formats, and a run."""
    place = tmp_path_factory.mktemp("samples")
    (place / "words.txt").write_text("\n".join(random_words(1, 4, 4, 24)))
    lists = ("-v", place / "words.txt", "-l", 4)
    proof = ("--certificate", place / "it.certificate", "--checkpoint", place / "it.json")
    tree = ("tree", *lists, "-s", "minimax", "-b", "numpy")
    played = ("benchmark", *lists, "-s", "minimax", "-s", "random", "-b", "numpy")
    for command in (
        ("prove", *lists, *proof),
        (*tree, "-f", "json", "-o", place / "tree.json"),
        (*tree, "-f", "text", "-o", place / "tree.txt"),
        (*played, "-o", place / "run"),
    ):
        assert run([str(word) for word in command]) == 0
    return place
