"""What is typed is understood: clues in any notation, names of commands and options by meaning."""

from __future__ import annotations

import json

import pytest

from gpuwordle.cli.app import COMMANDS, MEANT, OPTIONS_MEANT
from gpuwordle.cli.output import ENDINGS
from gpuwordle.cli.parsers import read_clues


@pytest.mark.parametrize(
    ("typed", "clues"),
    [
        ("crane=01200", "crane=01200"),
        ("crane 01200 MOIST .o.S.", "crane=01200 MOIST=.o.S."),
        ("CRANE:01200 moist,00000", "CRANE=01200 moist=00000"),
        ("crane ⬜🟨🟩⬜⬜", "crane=⬜🟨🟩⬜⬜"),
        ("crane=_ra__ crane _ra__", "crane=.ra.. crane=.ra.."),
        ("crane=bygxB crane byGbb", "crane=01200 crane=01200"),
        ("crane=01200/bbbbb/=", "crane=01200/00000/="),
        ("buggy=BUGGY gyg=GYG", "buggy=BUGGY gyg=GYG"),  # the letters of the guess
        ("crane CRANE", "crane=CRANE"),
        ("crane=", "crane="),
        ("=01200 :01200", "=01200 :01200"),
        ("", ""),
    ],
)
def test_clues_as_they_are_typed(typed, clues):
    assert read_clues(typed.split()) == clues.split()


def test_guesses_that_stand_alone_stay():
    typed = ["crane", "moist", "01200", "spoil"]
    assert read_clues(typed, alone=True) == ["crane", "moist=01200", "spoil"]


@pytest.mark.parametrize(
    "line", ["solve {} --top 1 -b numpy", "eligible {}", "explain {} -w heron"]
)
def test_commands_read_clues_alike(gpuwordle, birds, line):
    def answer(clue):
        words = () if line.startswith("explain") else ("-v", birds)
        return gpuwordle(*line.format(clue).split(), *words)

    usual = answer("STORK=..o..")
    assert usual[0] == 0
    for typed in ("stork 00100", "STORK:__o__", "stork,bbybb"):
        assert answer(typed) == usual


def test_names_lead_to_the_command_meant(gpuwordle):
    assert gpuwordle("help") == gpuwordle("--help")
    assert gpuwordle("help", "solve") == gpuwordle("solve", "--help")
    assert gpuwordle("version") == gpuwordle("--version")
    for typed, meant in MEANT.items():
        assert meant in COMMANDS and typed not in COMMANDS
    message = "gpuwordle: No such command 'best'. Did you mean first-guess? See: gpuwordle --help\n"
    assert gpuwordle("best") == (2, "", message)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("play --word crane", "--word. Did you mean --answer?"),
        ("tree --first crane", "--first. Did you mean --opener?"),
        ("solve --threads 3", f"--threads. {OPTIONS_MEANT['--threads']}"),
        ("serve --host 0.0.0.0", f"--host. {OPTIONS_MEANT['--host']}"),
        ("serve --first crane", "--first"),
    ],
)
def test_options_lead_to_the_option_meant(gpuwordle, line, hint):
    code, out, err = gpuwordle(*line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"No such option: {hint}" in err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("first-guess wordle", "'wordle'. Did you mean --vocabulary wordle? See: gpuwordle first"),
        ("play crane", "'crane'. Did you mean --answer crane? See"),
        ("prove crane", "'crane'. See"),
        ("strategies a b", "'a b'. See"),
    ],
)
def test_arguments_lead_to_the_option_meant(gpuwordle, line, message):
    code, out, err = gpuwordle(*line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"gpuwordle: unexpected argument{'s' * (' b' in line)} {message}" in err


def test_an_option_that_takes_one_value_is_refused_twice(gpuwordle, birds):
    line = ("tree", "-v", birds, "-s", "entropy", "--strategy", "minimax")
    message = "gpuwordle: --strategy is given 2 times but takes one value: give it once\n"
    assert gpuwordle(*line) == (2, "", message)
    assert gpuwordle("vocabularies", "-f", "json", "-f", "csv", "-f", "csv")[2].endswith("once\n")
    again = gpuwordle("eligible", "crane=.....", "-v", birds, "-v", birds, "--strict", "--strict")
    assert again[0] == 0


@pytest.mark.parametrize("command", ["eligible stork=..... -v BIRDS", "backends"])
def test_the_ending_of_a_file_chooses_the_format(gpuwordle, birds, tmp_path, command):
    line = command.replace("BIRDS", birds).split()
    for ending, format in ((".json", "json"), (".csv", "csv"), (".txt", "table"), ("", "table")):
        path = tmp_path / f"found{ending}"
        assert gpuwordle(*line, "-o", path)[0] == 0
        assert path.read_text() == gpuwordle(*line, "-f", format)[1]
    path = tmp_path / "other.html"
    code, out, err = gpuwordle(*line, "-o", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "this command cannot write .html files" in err and "use .json, .csv or .txt" in err
    assert not path.exists()
    assert gpuwordle(*line, "-o", path, "-f", "json")[0] == 0
    assert json.loads(path.read_text())


def test_trees_and_pages_have_endings_too(gpuwordle, birds, tmp_path):
    for ending, start in ((".html", "<!"), (".dot", "digraph"), (".json", "{")):
        path = tmp_path / f"tree{ending}"
        assert gpuwordle("tree", "-v", birds, "-b", "numpy", "-o", path)[0] == 0
        assert path.read_text().lstrip().lower().startswith(start)
    path = tmp_path / "tiles.html"
    assert gpuwordle("render", "crane", "caper", "--answer", "caper", "-o", path)[0] == 0
    assert path.read_text().startswith("<")
    assert set(ENDINGS.values()) >= {"json", "csv", "html", "markdown", "dot", "parquet"}
