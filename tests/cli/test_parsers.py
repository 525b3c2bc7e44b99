"""What is typed is understood: values of options, commands by meaning, endings of files."""

import json
import os
import sys
from pathlib import Path

import pytest
from helpers.command_line import refused
from helpers.errors import one_line_error

from gpuwordle import __version__
from gpuwordle.cli.app import COMMANDS, MEANT
from gpuwordle.cli.parsers import (
    Setting,
    at_least,
    file_to_read,
    list_name,
    parse_filter,
    parse_length,
    parse_port,
    parse_seconds,
    parse_seeds,
    parse_setting,
    place_of_file,
    rule_name,
)
from gpuwordle.files import is_endless

AT_MOST = 1_000_000_000


@pytest.mark.parametrize(
    ("parse", "text", "value"),
    [
        (list_name, "wordle", "wordle"),
        (list_name, os.devnull, os.devnull),
        (list_name, "-", "-"),
        (file_to_read, os.devnull, Path(os.devnull)),
        (file_to_read, "nowhere", Path("nowhere")),
        (file_to_read, "a\0b", Path("a\0b")),
        (at_least(1), "1", 1),
        (at_least(1), str(AT_MOST), AT_MOST),
        (at_least(2, 9), "9", 9),
        (parse_seconds, "0.5", 0.5),
        (parse_seconds, str(AT_MOST), AT_MOST),
        (rule_name, "jotto", "jotto"),
        (parse_filter, "letters", "letters"),
        (parse_length, "4,4-4", 4),
        (place_of_file, "-", Path("-")),
        (place_of_file, "./-", Path.cwd() / "-"),
        (parse_port, "0", 0),
        (parse_port, "65535", 65535),
        (parse_seeds, "3", range(3, 4)),
        (parse_seeds, "0-99999", range(100_000)),
        (parse_seeds, str(2**63 - 1), range(2**63 - 1, 2**63)),
        (parse_setting, "share=0.5", Setting("share", 0.5)),
        (parse_setting, "last=2", Setting("last", 2)),
        (parse_setting, "told=true", Setting("told", True)),
        (parse_setting, "by=a=b", Setting("by", "a=b")),
    ],
)
def test_a_value_is_read(parse, text, value):
    assert parse(text) == value


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (list_name, "", "'' is not a word list: give a file, or a name"),
        (list_name, "n" * 300, "is too long for a file name"),
        (file_to_read, "", "'' is not a file: give its path"),
        (at_least(1), "0", "^must be at least 1, not 0$"),
        (at_least(1), "x", "^must be a whole number of at least 1, not 'x'$"),
        (at_least(1), "9" * 5000, "^must be a whole number of at least 1, not '99"),
        (at_least(1), str(AT_MOST + 1), f"^must be between 1 and {AT_MOST}, not {AT_MOST + 1}$"),
        (at_least(2, 9), "1", "^must be between 2 and 9, not 1$"),
        (at_least(2, 9), "10", "^must be between 2 and 9, not 10$"),
        (at_least(2, 9), "x", "^must be a whole number between 2 and 9, not 'x'$"),
        (parse_seconds, "soon", "must be a number of seconds, not 'soon'"),
        *((parse_seconds, text, f"more than 0 seconds, not {text}") for text in ("0", "-1", "nan")),
        (parse_seconds, "1e10", f"must be at most {AT_MOST:,} seconds, not 1e10"),
        *(
            (parse_port, text, f"must be a port, 0 to 65535, not '{text}'")
            for text in ("65536", "000080", "-1", "http", "1.5", "٣")
        ),
        (rule_name, "joto", "unknown rule 'joto': did you mean jotto"),
        (parse_filter, "letter", "'letter' is not one of 'pattern', "),
        (parse_length, "5,4", "'5,4' is 2 lengths, and this command takes one: write 4"),
        *((parse_seeds, text, f"'{text}' is not a seed") for text in ("x", "3-", "-3", "3-x", "")),
        (parse_seeds, "5-3", "'5-3' runs backwards: write 3-5"),
        (parse_seeds, str(2**63), "is too large: at most"),
        (parse_seeds, "9" * 5000, "is too large: at most"),
        (parse_seeds, "0-100000", "'0-100000' is 100001 seeds: at most 100000 are allowed"),
        *((parse_setting, text, "write NAME=VALUE") for text in ("share", "=3", "1st=3")),
    ],
)
def test_a_value_that_is_none_is_one_line(parse, text, message):
    with one_line_error(message):
        parse(text)


def test_a_terminal_ends_where_somebody_types(monkeypatch):
    zero, (_, slave) = os.stat("/dev/zero"), os.openpty()
    terminal = os.fstat(slave)
    monkeypatch.setattr(sys, "stdin", None)
    assert is_endless(zero) and is_endless(terminal)
    with one_line_error("standard input is closed: give a file"):
        list_name("-")
    with os.fdopen(slave) as typed, monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", typed)
        patched.setattr(os, "fstat", {0: terminal}.__getitem__)
        assert (is_endless(zero), is_endless(terminal)) == (True, False)
        patched.setattr(os, "stat", {0: zero, os.devnull: os.stat(os.devnull)}.__getitem__)
        with one_line_error("- is a device: give a file of words"):
            list_name("-")


def test_names_lead_to_the_command_meant(gpuwordle):
    assert gpuwordle("help") == gpuwordle("--help")
    assert gpuwordle("help", "solve") == gpuwordle("solve", "--help")
    told = (0, f"gpuwordle {__version__}\n", "")
    assert gpuwordle("version") == gpuwordle("--version") == told
    for typed, meant in MEANT.items():
        assert meant in COMMANDS and typed not in COMMANDS


def test_lists_and_flags_may_be_given_twice(gpuwordle, birds):
    again = gpuwordle("eligible", "crane=.....", "-v", birds, "-v", birds, "--strict", "--strict")
    assert again[0] == 0


TABLE = {".json": "json", ".csv": "csv", ".txt": "table", "": "table"}


@pytest.mark.parametrize(
    ("command", "formats"),
    [
        ("eligible stork=..... -v BIRDS", TABLE),
        ("backends", TABLE),
        ("tree -v BIRDS -b numpy", {".json": "json", ".html": "html", ".dot": "dot"}),
        ("render crane caper --answer caper", {".html": "html"}),
    ],
)
def test_the_ending_of_a_file_chooses_the_format(gpuwordle, birds, tmp_path, command, formats):
    line = command.replace("BIRDS", birds).split()
    for ending, format in formats.items():
        path = tmp_path / f"found{ending}"
        assert gpuwordle(*line, "-o", path)[0] == 0
        assert path.read_text() == gpuwordle(*line, "-f", format)[1]
    if formats is TABLE:
        path = tmp_path / "other.html"
        messages = ("this command cannot write .html files", "use .json, .csv, .parquet or .txt")
        refused(gpuwordle(*line, "-o", path), *messages)
        assert not path.exists()
        assert gpuwordle(*line, "-o", path, "-f", "json")[0] == 0
        assert json.loads(path.read_text())
