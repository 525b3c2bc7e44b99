"""What no user means, and what the surroundings refuse: one line, exit code 2, nothing left."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import pytest

from gpuwordle.cli.output import emit

WORDS = "crane\nstork\nheron\neagle\nbumpy\n"

LONG = "n" * 300

HUGE = "99999999999999999999"

HOSTILE = [
    ("first-guess -v EMPTY", "'' is not a word list"),
    ("first-guess -v birds.txt -a EMPTY", "'' is not a word list"),
    (f"first-guess -v {LONG}", f"{'n' * 40}...' is too long for a file name"),
    (f"first-guess -v {LONG}.txt", "is too long for a file name"),
    (f"first-guess -v birds.txt -l 5 -o {LONG}", "(File name too long): choose a shorter name"),
    (
        f"first-guess -v birds.txt -l 5 --top {HUGE}",
        f"'--top': must be between 1 and 1000000000, not {HUGE}",
    ),
    (
        f"first-guess -v birds.txt -l 5 --top {'9' * 5000}",
        "must be a whole number of at least 1, not",
    ),
    (f"score crane -v birds.txt --show {HUGE}", f"1000000000, not {HUGE}"),
    (f"score crane -v birds.txt --show -{HUGE}", f"at least 0, not -{HUGE}"),
    (f"cliques -v birds.txt --size {HUGE}", f"1000000000, not {HUGE}"),
    (f"tree -v birds.txt --turns {HUGE}", f"1000000000, not {HUGE}"),
    (f"tree -v birds.txt --allowed {HUGE}", f"1000000000, not {HUGE}"),
    (f"tree -v birds.txt -s {LONG}", f"unknown strategy '{'n' * 40}...': known"),
    ("matrix -v birds.txt -l 5 -o -", "a matrix is written to two files: give --output NAME.npy"),
    (f"benchmark -v birds.txt -o run --allowed {HUGE}", f"1000000000, not {HUGE}"),
    (f"benchmark -v birds.txt -o run --processes {HUGE}", f"1024, not {HUGE}"),
    (f"benchmark -v birds.txt -o run --seed {HUGE}", f"seed '{HUGE}' is too large"),
    ("benchmark -v birds.txt -o run --seed 0-99999999999", "is 100000000000 seeds: at most"),
    (f"benchmark -v birds.txt -s random -o {LONG}", "is too long for a file name"),
    ("benchmark -v birds.txt -o run --dask EMPTY", "'' is not an address"),
    (f"report {LONG}", "is too long for a file name"),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "birds.txt").write_text(WORDS)
    return tmp_path


@pytest.mark.parametrize(("line", "message"), HOSTILE, ids=[line[:60] for line, _ in HOSTILE])
def test_one_line_and_nothing_left(gpuwordle, folder, line, message):
    code, out, err = gpuwordle(*("" if word == "EMPTY" else word for word in line.split()))
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert [p.name for p in folder.iterdir()] == ["birds.txt"]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device")
@pytest.mark.parametrize("given", ["/dev/zero", "link"])
def test_a_list_that_never_ends(gpuwordle, folder, given):
    (folder / "link").symlink_to("/dev/zero")
    code, out, err = gpuwordle("first-guess", "-v", given)
    assert (code, out) == (2, "")
    assert f"{given} is a device: give a file of words" in err


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device")
@pytest.mark.parametrize(
    "line",
    ["verify GIVEN", "serve --certificate GIVEN", "score heron --exclude GIVEN -v birds.txt"],
)
def test_a_file_that_never_ends(gpuwordle, folder, line):
    for given in ("/dev/zero", "link"):
        (folder / "link").unlink(missing_ok=True)
        (folder / "link").symlink_to("/dev/zero")
        code, out, err = gpuwordle(*line.replace("GIVEN", given).split())
        assert (code, out) == (2, "")
        assert f"{given} is a device: give a file" in err
    assert gpuwordle("verify", "")[0] == 2


@pytest.mark.parametrize("count", ["0", "-1", "many", ""])
def test_a_number_of_threads_that_cannot_be(gpuwordle, folder, monkeypatch, count):
    monkeypatch.setenv("NUMBA_NUM_THREADS", count)
    code, out, err = gpuwordle("backends")
    assert (code, out) == (2, "")
    assert f"NUMBA_NUM_THREADS is '{count}': set it to 1 or more, or unset it" in err


def shell(line, **environment):
    command = line.replace("GPUWORDLE", f"{sys.executable} -m gpuwordle")
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("GPUWORDLE vocabularies >&-", "standard output is closed: open it, or add --output"),
        ("GPUWORDLE vocabularies -o /dev/stdout >&-", "standard output is not open"),
        ("GPUWORDLE cliques -v birds.txt -k 2 >&-", "standard output is closed"),
        ("GPUWORDLE eligible crane=..... -v birds.txt >&-", "standard output is closed"),
        ("GPUWORDLE tree -v birds.txt -b numpy >&-", "standard output is closed"),
        ("GPUWORDLE first-guess -v - <&-", "standard input is closed: give a file"),
        ("GPUWORDLE first-guess -v - < /dev/zero", "- is a device: give a file of words"),
        ("GPUWORDLE play -v birds.txt < /dev/zero", "standard input is a device"),
        ("GPUWORDLE solve -v birds.txt -b numpy < /dev/zero", "standard input is a device"),
        ("GPUWORDLE review crane --share - -v birds.txt < /dev/zero", "standard input is a device"),
    ],
)
def test_closed_streams(folder, line, message):
    found = shell(line)
    assert (found.returncode, found.stdout) == (2, b""), found.stderr
    assert message in found.stderr.decode()
    assert found.stderr.count(b"\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")
@pytest.mark.parametrize("command", ["vocabularies -f json", "cliques -v birds.txt -k 2", "--help"])
def test_a_full_standard_output(folder, command):
    found = shell(f"GPUWORDLE {command} > /dev/full")
    assert found.returncode == 2
    assert found.stderr.decode() == (
        "gpuwordle: standard output cannot be written (No space left on device): free space, "
        "or add --output FILE\n"
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("command", ["vocabularies", "backends", "strategies", "--help"])
def test_encodings_without_lines(folder, encoding, command):
    found = shell(f"GPUWORDLE {command}", PYTHONIOENCODING=encoding)
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"---" in found.stdout
    found.stdout.decode(encoding)


def test_words_that_an_encoding_lacks(folder):
    (folder / "words.txt").write_text("crâne\nheron\n")
    line = "GPUWORDLE first-guess -v words.txt -l 5 -b numpy"
    found = shell(line, PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stdout) == (2, b"")
    assert b"standard output is ascii, which cannot encode '\\xe2': set PYTHONIOENCODING=utf-8" in (
        found.stderr
    )
    found = shell(line, PYTHONIOENCODING="cp1252")
    assert (found.returncode, found.stderr) == (0, b"")
    assert "crâne" in found.stdout.decode("cp1252")
    found = shell(f"{line} -f json", PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")
    assert json.loads(found.stdout)[0]["guess"] == "crâne"


@pytest.mark.parametrize("format", ["table", "json", "csv"])
def test_what_is_no_number_is_not_printed(capsys, format):
    rows = [{"word": "crane", "mean": math.nan, "most": -math.inf, "list": [math.inf]}]
    emit(rows, format, None, {"Means": [{k: v for k, v in rows[0].items() if k != "list"}]})
    found = capsys.readouterr().out
    assert "crane" in found
    assert "nan" not in found.lower()
    assert "inf" not in found.lower()
    if format == "json":
        assert json.loads(found) == [{"word": "crane", "mean": None, "most": None, "list": [None]}]
