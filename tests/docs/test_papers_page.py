"""docs/papers.md leads from every part of the papers to code, commands and tests that exist."""

import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest
import typer

from gpuwordle.cli.app import application
from gpuwordle.clues.clues import Clue
from gpuwordle.papers.comparison import Mark
from gpuwordle.papers.printed import PAPERS, read_paper
from gpuwordle.strategies.table import strategy_named

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
HEAD = "| in the paper | function | command | test |\n| --- | --- | --- | --- |\n"
TABLES = [
    [line[2:-2].split(" | ") for line in t.splitlines()]
    for t in re.findall(re.escape(HEAD) + r"((?:\|[^\n]+\|\n)+)", PAGE)
]
ROWS = [row for table in TABLES for row in table]

# What each paper numbers: algorithms, tables, figures.
NUMBERED = {
    "lahiri": {"Algorithm": 11, "Table": 8, "Figure": 3},
    "haag": {"Algorithm": 2, "Table": 1, "Figure": 4},
    "reilly": {},
    "sreekala": {"Algorithm": 14, "Figure": 12},
    "van_fleet": {"Table": 1, "Image": 1},
}


def quoted(column):
    """What stands in backquotes in a column, each once and in order."""
    return list(
        dict.fromkeys(each for row in ROWS for each in re.findall("`([^`]+)`", row[column]))
    )


def test_every_paper_has_a_table():
    assert len(TABLES) == len(PAPERS)
    for row in ROWS:
        assert len(row) == 4, row
        assert all(re.search("`[^`]+`", row[column]) for column in (1, 3)), row
        assert "`" in row[2] or row[2] == "in Python", row


@pytest.mark.parametrize("name", quoted(1))
def test_functions_exist(name):
    parts = name.split(".")
    assert parts[0] == "gpuwordle"
    module = next(
        ".".join(parts[:end])
        for end in range(len(parts) - 1, 0, -1)
        if ROOT.joinpath(*parts[:end]).with_suffix(".py").is_file()
    )
    pkgutil.resolve_name(name)
    defined = parts[module.count(".") + 1]
    assert getattr(importlib.import_module(module), defined).__module__ == module


@pytest.mark.sample(30)
@pytest.mark.parametrize("command", quoted(2))
def test_commands_are_understood(command, monkeypatch):
    program, *words = shlex.split(command)
    if program == "python":
        script, option, name = words
        text = (ROOT / script).read_text(encoding="utf-8")
        assert f'"{option}"' in text
        monkeypatch.syspath_prepend(str(ROOT / "scripts"))
        known = PAPERS if option == "--only" else importlib.import_module("paper_figures").FIGURES
        assert name in known
        return
    assert program == "gpuwordle"
    found = typer.main.get_command(application())
    context = found.make_context(program, words)
    name, command, rest = found.resolve_command(context, words)
    with command.make_context(name, rest, parent=context) as understood:
        strategies = understood.params.get("strategy") or ()
        settings = understood.params.get("option") or ()
        options = {setting.name: setting.value for setting in settings}
        for clue in understood.params.get("clues") or ():
            if "=" in clue:
                Clue.parse(clue)
        for strategy in [strategies] if isinstance(strategies, str) else strategies:
            strategy_named(strategy, **options)


@pytest.mark.parametrize("name", quoted(3))
def test_tests_exist(name):
    path, test = name.split("::")
    assert re.search(rf"^def {test}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("name", "table"), list(zip(PAPERS, TABLES, strict=True)))
def test_every_part_of_a_paper_is_in_its_table(name, table):
    listed = "\n".join(row[0] for row in table)
    numbered = {f"{kind} {n}" for kind, last in NUMBERED[name].items() for n in range(1, last + 1)}
    places = {
        part for series in read_paper(name).printed.values() for part in series.place.split(", ")
    }
    for part in numbered | places:
        # "Figure 3" is there as Figure 3a and 3b as well.
        assert re.search(rf"{re.escape(part)}(?!\d)", listed), part


def test_every_mark_is_explained():
    explained = re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE)
    assert sorted(explained) == sorted(Mark.__args__)


def test_names_that_stand_on_no_other_page():
    names = "LetterTable brute_force infer_mask transitions LetterGraph guess-biased"
    assert [name for name in names.split() if name not in PAGE] == []
