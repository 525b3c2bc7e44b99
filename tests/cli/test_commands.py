"""Help, completion, values of options, and what can be chosen: strategies and their options."""

import re
import shlex
from collections import Counter
from itertools import chain

import pytest
import typer
from helpers.processes import python

from gpuwordle.cli import warming
from gpuwordle.cli.app import COMMANDS
from gpuwordle.cli.commands import PANELS
from gpuwordle.errors import UserError
from gpuwordle.strategies.table import STRATEGIES

IN_PANELS = {flag for flags in PANELS.values() for flag in flags}


def test_the_program_alone_prints_help_and_nothing_else(printed):
    out = printed()
    assert printed("--help") == out
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(printed, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "80")
    out = printed(name, "--help")
    assert not re.search("bool|<str>|<path>|<list", out)
    assert re.search(rf"Usage: gpuwordle {name} \[OPTIONS\]( \[?[A-Z]+(\.\.\.)?\]?)? *\n", out)
    lines = [line.strip() for line in out.splitlines()]
    if "Example" in out:
        start = next(n for n, line in enumerate(lines) if line in ("Example:", "Examples:"))
        examples = lines[start + 1 : lines.index("", start)]
        assert examples
        assert all(line.startswith("gpuwordle ") and ";" not in line for line in examples)
    assert "…" not in out
    assert not re.search(r"<[a-z|-]+[^a-z|>-]", out)  # choices broken over two lines
    panels = dict(re.findall(r"─ (\w+) ─+╮\n(.*?)╰", out, re.DOTALL))
    for panel, text in panels.items():
        for flag in re.findall(r"^│ (--[a-z-]+)", text, re.MULTILINE):
            assert flag in PANELS.get(panel, ()) or (panel == "Options" and flag not in IN_PANELS)


def test_options_that_several_commands_share_are_in_a_panel(commands):
    flags = Counter(one.opts[0] for command in commands.values() for one in command.params)
    shared = {flag for flag, having in flags.items() if having > 2 and flag.startswith("--")}
    assert len(shared) > 20
    assert shared <= IN_PANELS


@pytest.mark.parametrize("name", COMMANDS)
def test_help_in_a_narrow_terminal_cuts_nothing(printed, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "200")
    wide = printed(name, "--help")
    monkeypatch.setenv("COLUMNS", "2")
    assert printed(name, "--help")
    monkeypatch.setenv("COLUMNS", "40")
    narrow = printed(name, "--help")
    assert max(map(len, narrow.splitlines())) <= 40
    assert "…" not in narrow
    told = " ".join(re.sub(r"[│╭╮╰╯─\s\\]+", " ", narrow).split())
    names = "--[a-z-]+|<[a-z|-]+>|gpuwordle [a-z-]+"
    assert {*re.findall(names, wide)} <= {*re.findall(names, told)}
    for line in wide.split("Example")[-1].splitlines():
        if line.strip().startswith("gpuwordle "):
            assert line.strip() in told


def complete(words):
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    return python("-m", "gpuwordle", _GPUWORDLE_COMPLETE="complete_bash", **asked)[1].split()


def test_completion(gpuwordle):
    assert {"entropy", "minimax", "random"} <= set(complete("gpuwordle tree -s "))
    assert complete("gpuwordle benchmark --strategy minim") == ["minimax"]
    assert set(complete("gpuwordle tree -v wordle-")) == {"wordle-nyt", "wordle-nyt-2023"}
    assert set(complete("gpuwordle tree -b num")) == {"numba", "numba-cuda", "numpy"}
    assert complete("gpuwordle first-guess --score exp") == ["expected-size"]
    assert "--install-completion" in gpuwordle("--help")[1]


def test_strategies_say_what_they_are(printed, as_json, monkeypatch):
    rows = {row["name"]: row for row in as_json("strategies")}
    assert set(STRATEGIES) <= set(rows)
    for name, kind in STRATEGIES.items():
        row, told = rows[name], (kind.source, list(kind.pools), kind.supports_hard)
        assert row["about"] and row["source"] and (row["source"], row["pools"], row["hard"]) == told
    for width in ("80", "120"):
        monkeypatch.setenv("COLUMNS", width)
        shown = [line.split()[:1] for line in printed("strategies").splitlines()]
        assert all([name] in shown for name in STRATEGIES)


GIVEN = ("", "5", "table", "wordle", "TABLE", "-3", "0.5", "crane=01200", "3-4", "a\udc80", "8G")


def result(read, value, parameter, context):
    """What comes of reading, or how it fails."""
    try:
        return read(value, param=parameter, ctx=context)
    except (typer.BadParameter, UserError) as error:
        return str(error)


def test_values_are_those_that_typer_reads(commands):
    """Of every option and argument, once if several commands declare it alike."""
    declared = {}
    for command in commands.values():
        context = typer.Context(command)
        for parameter in command.get_params(context):
            if not hasattr(parameter, "get_runtime_param"):
                pytest.skip("this typer reads without pydantic")
            info = parameter.type_descriptor
            alike = str(info.annotation), info.parameter_info.parser, repr(parameter.default)
            declared[*alike, parameter.multiple, parameter.nargs] = parameter, context
    assert len(declared) > 40
    for parameter, context in declared.values():
        typers = type(parameter).get_runtime_param(parameter)
        several = parameter.multiple or parameter.nargs == -1
        for value in (None, parameter.default, *GIVEN):
            given = [value, value] if several and isinstance(value, str) else value
            ours = result(parameter.get_runtime_param().coerce, given, parameter, context)
            expected = result(typers.coerce, given, parameter, context)
            assert ours == expected and type(ours) is type(expected), (parameter.name, given)


NOT_LOADED = ["numba", "cupy", "pyarrow", "matplotlib", "jinja2", "pydantic"]


@pytest.mark.parametrize(
    ("line", "also"),
    [
        ("--help", "numpy"),
        ("eligible crane=01200 -v WORDS --format json", "polars"),
        ("challenge abc -v WORDS", "polars"),
    ],
)
def test_nothing_heavy_is_imported(birds, line, also):
    words = line.replace("WORDS", birds).split()
    script = (
        f"import sys; from gpuwordle.cli.app import run; code = run({words!r});"
        f"print(code, {{*{NOT_LOADED!r}, {also!r}}} & set(sys.modules))"
    )
    _, out, err = python("-c", script)
    assert out.splitlines()[-1] == "0 set()", err


def test_calls_are_commands_with_options_that_they_know(commands):
    for call in chain(warming.FIRST, *warming.CHAINS):
        name, *arguments = shlex.split(call)
        commands[name].make_context(f"gpuwordle {name}", arguments)


def test_backends_are_listed_when_all_is_compiled(gpuwordle, monkeypatch):
    chains = [["render crane"]]
    monkeypatch.setattr(warming, "FIRST", ["strategies"])
    monkeypatch.setattr(warming, "CHAINS", chains)
    code, out, err = gpuwordle("backends", "--warm")
    assert (code, out) == (2, "")
    *begun, failed = err.splitlines()
    assert begun == ["1 of 2: gpuwordle strategies", "2 of 2: gpuwordle render crane"]
    assert failed.startswith("gpuwordle: gpuwordle render crane failed: gpuwordle: ")
    del chains[0]
    code, out, err = gpuwordle("backends", "--warm")
    assert (code, "numba" in out, err) == (0, True, "1 of 1: gpuwordle strategies\n")
