"""The contract for errors: one line and an exit code for each, and names that cannot do harm."""

import errno

import pytest
from helpers.words import random_words

from gpuwordle import UserError, Vocabulary, WordList, run_benchmark
from gpuwordle.errors import printable
from gpuwordle.report.markdown import markdown_page
from gpuwordle.report.plots import save
from gpuwordle.report.report import Report
from gpuwordle.words import sources

HOSTILE = '=a\nb\x1b[31m\u202e$x_$|*`c<b>"[red]\udcff'

FAULTS = {
    "memory": (MemoryError("no room"), 1, "out of memory (no room): use a shorter list"),
    "bug": (TypeError("a bug\nof ours"), 1, "this is a bug (TypeError: a bug\\nof ours)"),
    "assertion": (AssertionError(), 1, "this is a bug (AssertionError: )"),
    "overflow": (OverflowError("too large"), 2, "cannot be used (OverflowError: too large)"),
    "depth": (RecursionError("too deep"), 2, "cannot be used (RecursionError: too deep)"),
    "end": (EOFError(), 2, "an input ended too early (end of file)"),
    "disk": (OSError(errno.EIO, "I/O error", "a\nb"), 1, "a\\nb cannot be used (I/O error)"),
    "rights": (OSError(errno.EACCES, "denied", "x"), 2, "x cannot be used (denied)"),
    "files": (OSError(errno.EMFILE, "Too many"), 1, "system error (Too many)"),
    "bare": (OSError(), 2, "system error (OSError)"),
    "user": (UserError("give \x1b more"), 2, "gpuwordle: give \\x1b more\n"),
}


@pytest.mark.parametrize(("error", "expected", "message"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("debug", ["", "1"])
def test_every_fault_is_a_line_and_a_code(gpuwordle, monkeypatch, error, expected, message, debug):
    def fail(*names, **options):
        raise error

    monkeypatch.setattr(sources, "load", fail)
    monkeypatch.setenv("GPUWORDLE_DEBUG", debug)
    code, out, err = gpuwordle("first-guess")
    assert (code, out) == (expected, "")
    assert message in err
    if debug:
        assert err.startswith("Traceback (most recent call last)") and "in fail" in err
    else:
        assert err.startswith("gpuwordle: ") and err.count("\n") == 1


def test_what_is_printable_stays():
    assert printable("crâne 日本語 ß 🟩 a b") == "crâne 日本語 ß 🟩 a b"
    assert printable("a\r\n\t\x00\x7f\x9b\u2028\u202e\udcff") == (
        "a\\r\\n\\t\\x00\\x7f\\x9b\\u2028\\u202e\\udcff"
    )
    assert printable(7) == "7"


def test_names_of_lists_are_shown_escaped():
    for words in (Vocabulary(HOSTILE, ["cat"]), WordList.of(HOSTILE, ["cat"])):
        assert words.name == printable(HOSTILE)
        assert words.name.isprintable()
    with pytest.raises(UserError) as raised:
        Vocabulary(HOSTILE, ["cat"]).find("dog")
    assert str(raised.value).isprintable()


def test_a_name_is_neither_markup_nor_a_formula_in_reports(tmp_path):
    vocabulary = Vocabulary(HOSTILE, random_words(1, 4, 4, 20))
    how = {"backend": "numpy", "command": f"play {HOSTILE}"}
    run_benchmark(vocabulary, ["minimax", "random"], folder=tmp_path / "run", **how)
    report = Report.of(tmp_path / "run")
    page = markdown_page(report)
    assert "\\|\\*\\`c\\<b>" in page
    assert "\\$x_\\$" in page
    # A dollar begins no formula, and an unclosed one is no error.
    written = [path for path, _ in save(report, tmp_path)]
    assert written
    svg = "".join(path.read_text() for path in written if path.suffix == ".svg")
    assert "mathdefault" not in svg


def test_a_name_is_no_formula_in_csv(as_json, as_csv, file):
    line = ("first-guess", "-v", file("=1+1.txt", "cat", "dog"), "-l", "3", "-b", "numpy")
    assert {row["vocabulary"] for row in as_csv(*line)} == {"'=1+1"}
    assert {row["vocabulary"] for row in as_json(*line)} == {"=1+1"}
