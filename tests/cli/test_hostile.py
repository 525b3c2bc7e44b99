"""What no user means, and what the surroundings refuse: one line, exit code 2, nothing left."""

import json
import math
import os
import re
import subprocess
import sys

import pytest
from helpers.command_line import refused

from gpuwordle.cli.output import TableOptions


@pytest.fixture
def folder(birds, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("count", ["0", "-1", "many", ""])
def test_a_number_of_threads_that_cannot_be(gpuwordle, monkeypatch, count):
    monkeypatch.setenv("NUMBA_NUM_THREADS", count)
    message = f"NUMBA_NUM_THREADS is '{count}': set it to 1 or more, or unset it"
    refused(gpuwordle("backends"), message)


def test_a_port_in_use(gpuwordle, birds):
    server = pytest.importorskip("gpuwordle.web.server", reason="the server needs starlette")
    with server.listen(0) as taken:
        host, port = taken.getsockname()
        assert host == "127.0.0.1"
        answer = gpuwordle("serve", "-v", birds, "--port", port)
    remedy = "): give another --port, or --port 0 for any free one\n"
    refused(answer, f"gpuwordle: port {port} cannot be used (", remedy)


def shell(line, **environment):
    command = line.replace("GPUWORDLE", f"{sys.executable} -P -m gpuwordle")
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("GPUWORDLE vocabularies >&-", "standard output is closed: open it, or add --output"),
        ("GPUWORDLE vocabularies -o /dev/stdout >&-", "standard output is not open"),
        ("GPUWORDLE cliques -v birds.txt -k 2 >&-", "standard output is closed"),
        ("GPUWORDLE eligible crane=..... -v birds.txt >&-", "standard output is closed"),
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
        "gpuwordle: cannot write to standard output (No space left on device): free space, "
        "or redirect it elsewhere\n"
    )


def test_a_disk_that_fills_is_noticed_by_streams_without_a_buffer(folder):
    line = "ulimit -f 1; GPUWORDLE strategies -f json > out.json"
    found = shell(line, PYTHONUNBUFFERED="1")
    assert (found.returncode, len((folder / "out.json").read_bytes())) == (2, 1024)
    assert "cannot write to standard output (File too large)" in found.stderr.decode()


@pytest.mark.parametrize("line", ["--help", "score --help", "vocabularies -f json"])
def test_a_closed_pipe_is_no_error_and_has_its_exit_code(line):
    found = shell(f"{{ sleep 0.2; GPUWORDLE {line}; echo $? >&2; }} | true")
    assert found.stderr == b"141\n"


@pytest.mark.parametrize("command", ["vocabularies", "backends", "strategies", "--help"])
def test_an_encoding_without_lines(command):
    found = shell(f"GPUWORDLE {command}", PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")
    assert "---" in found.stdout.decode("ascii")


def test_words_that_an_encoding_lacks(folder):
    (folder / "words.txt").write_text("crâne\nheron\n")
    line = "GPUWORDLE first-guess -v words.txt -l 5 -b numpy"
    found = shell(line, PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stdout) == (2, b"")
    message = b"standard output is ascii, which cannot encode '\\xe2': set PYTHONIOENCODING=utf-8"
    assert message in found.stderr
    found = shell(line, PYTHONIOENCODING="cp1252")
    assert (found.returncode, found.stderr) == (0, b"")
    assert "crâne" in found.stdout.decode("cp1252")
    found = shell(f"{line} -f json", PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")
    assert json.loads(found.stdout)[0]["guess"] == "crâne"


@pytest.mark.parametrize("format", ["table", "json", "csv"])
def test_what_is_no_number_is_not_printed(capsys, format):
    rows = [{"word": "crane", "mean": math.nan, "most": -math.inf, "list": [math.inf]}]
    shown = [{k: v for k, v in rows[0].items() if k != "list"}]
    TableOptions(format=format).emit(rows, {"Means": shown})
    found = capsys.readouterr().out
    assert "crane" in found and not re.search("nan|inf", found, re.IGNORECASE)
    if format == "json":
        assert json.loads(found) == [{"word": "crane", "mean": None, "most": None, "list": [None]}]
