"""``gpuwordle cliques``: what it lists and counts, files, errors and Ctrl-C."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import string
import subprocess
import sys
from functools import partial
from itertools import combinations

import pyarrow.parquet as pq
import pytest

from gpuwordle import Vocabulary
from gpuwordle.cli.app import run
from gpuwordle.cli.messages import INTERRUPTED
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import list_cliques

WORDS = ["cat", "act", "dog", "hum", "mud", "fix", "eel", "abed", "clog", "fich", "mnpq", "rsab"]
THREE = Vocabulary("words", WORDS[:6])
"""The words of three different letters."""


@pytest.fixture
def words(file):
    return str(file("words.txt", *WORDS))


@pytest.fixture
def gpuwordle(gpuwordle):
    """The one command of this file."""
    return partial(gpuwordle, "cliques")


def expected(size: int, words=WORDS, length: int = 3) -> set[frozenset[str]]:
    fitting = [w for w in words if len(w) == length == len(set(w))]
    return {
        frozenset(clique)
        for clique in combinations(fitting, size)
        if len(set("".join(clique))) == size * length
    }


@pytest.mark.parametrize("size", [2, 3, 4])
def test_lists_every_clique_once(printed, words, size):
    out = printed("-v", words, "-l", 3, "--size", size)
    lines = [line.split() for line in out.splitlines()]
    assert {frozenset(line) for line in lines} == expected(size)
    assert len(lines) == len(expected(size))
    assert all(line == sorted(line, key=WORDS.index) for line in lines)


def test_formats_agree(printed, said, as_json, as_csv, words, tmp_path):
    line = ("-v", words, "-l", 3, "-k", 3)
    text = [clique.split() for clique in printed(*line).splitlines()]
    assert as_json(*line) == text
    rows = as_csv(*line)
    assert [*rows[0]] == ["word_1", "word_2", "word_3"]
    assert [list(row.values()) for row in rows] == text
    path = tmp_path / "found.parquet"
    err = said(*line, "-f", "parquet", "-o", path)
    assert f"wrote {path} ({len(text)} cliques of 3 words)" in err
    table = pq.read_table(path)
    assert [list(row.values()) for row in table.to_pylist()] == text
    assert table.schema.metadata[b"digest"].decode() == THREE.digest
    path = tmp_path / "found.txt"
    said(*line, "-o", path)
    assert [clique.split() for clique in path.read_text().splitlines()] == text


def test_no_clique_leaves_whole_files(gpuwordle, words, tmp_path):
    line = ("-v", words, "-l", 4, "-k", 4)
    said = "'words' has no 4 words of which no two share a letter\n"
    assert gpuwordle(*line) == (0, "", said)
    assert gpuwordle(*line, "-f", "json") == (0, "[]\n", said)
    assert gpuwordle(*line, "-f", "csv") == (0, "word_1,word_2,word_3,word_4\n", said)
    path = tmp_path / "none.parquet"
    assert gpuwordle(*line, "-f", "parquet", "-o", path)[0] == 0
    assert pq.read_table(path).num_rows == 0


def test_show(gpuwordle, words):
    every = gpuwordle("-v", words, "-l", 3, "-k", 2)[1].splitlines()
    assert len(every) > 5
    assert gpuwordle("-v", words, "-l", 3, "-k", 2, "--show", 5)[1].splitlines() == every[:5]


def test_counts_and_graph(printed, as_json, words):
    three, four = as_json("-v", words, "-l", "3-4", "--count", "--graph")
    assert (three["length"], three["words"], three["letter_sets"]) == (3, 6, 5)
    assert (three["size"], three["cliques"], three["letter_set_cliques"]) == (4, 2, 1)
    assert three["edges"] == len(expected(2))
    # dog and mud share d alone; hum and mud share two letters, cat and act three.
    assert three["soft_edges"] == 1
    assert (four["largest"], four["size"], four["cliques"]) == (3, 4, 0)
    assert four["edges"] == len(expected(2, length=4))
    [row] = as_json("-v", words, "-l", 3, "--graph", "--unseen", "d")
    assert (row["edges"], row["soft_edges"]) == (14, 1)
    assert "cliques" not in row
    shown = printed("-v", words, "-l", 3, "--count")
    assert "Words that share no letter, words" in shown


@pytest.mark.parametrize("arguments", [[], ["--count"], ["--show", "3"]])
def test_size_beyond_the_alphabet(gpuwordle, words, arguments):
    code, out, err = gpuwordle("-v", words, "-l", 3, "--size", 7, "-f", "csv", *arguments)
    assert code == 0
    assert err == (
        "no clique can have 7 words of 3 different letters: 'words' has only 12 letters\n"
    )
    [row] = csv.DictReader(io.StringIO(out)) if arguments == ["--count"] else [None]
    assert row is None or (row["cliques"], row["letter_set_cliques"]) == ("0", "0")


def interrupted_after(monkeypatch, batches: int):
    """Let the search press Ctrl-C after some batches."""

    def pressing(classes, size, **options):
        for number, batch in enumerate(list_cliques(classes, size, **options)):
            for row in batch:
                yield row[None]
            if number + 1 == batches:
                signal.raise_signal(signal.SIGINT)
                yield batch[:0]

    monkeypatch.setattr("gpuwordle.cliques.listing.list_cliques", pressing)


@pytest.mark.parametrize("format", ["table", "csv", "json", "parquet"])
def test_interrupted_list_keeps_what_was_found(
    gpuwordle, words, tmp_path, monkeypatch, format, capsysbinary
):
    monkeypatch.setattr("gpuwordle.cliques.listing._BATCH", 3)
    path = tmp_path / "found"
    handler = signal.getsignal(signal.SIGINT)
    interrupted_after(monkeypatch, 2)
    with pytest.raises(KeyboardInterrupt):
        run(["cliques", "-v", words, "-l", "3", "-k", "2", "-f", format, "-o", str(path)])
    assert signal.getsignal(signal.SIGINT) is handler
    classes = AnagramClasses.of(THREE)
    every = [classes.spell(row) for batch in list_cliques(classes, 2) for row in batch]
    if format == "parquet":
        found = [list(row.values()) for row in pq.read_table(path).to_pylist()]
    elif format == "json":
        found = json.loads(path.read_text())
    else:
        found = [line.replace(",", " ").split() for line in path.read_text().splitlines()]
        found = found[1:] if format == "csv" else found
    assert 3 <= len(found) < len(every)
    assert found == every[: len(found)]
    assert f"stopped after {len(found)} cliques" in capsysbinary.readouterr().err.decode()


def test_interrupted_count_prints_the_lengths_that_are_done(words, monkeypatch, capsysbinary):
    from gpuwordle.cliques.counting import count_cliques

    def counting(classes, size, progress=None):
        if classes.length == 4:
            raise KeyboardInterrupt
        return count_cliques(classes, size, progress)

    monkeypatch.setattr("gpuwordle.cliques.counting.count_cliques", counting)
    with pytest.raises(KeyboardInterrupt):
        run(["cliques", "-v", words, "-l", "3-4", "--count", "-f", "json"])
    [row] = json.loads(capsysbinary.readouterr().out)
    assert (row["length"], row["cliques"]) == (3, 2)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_ctrl_c_ends_a_long_list_cleanly(file, unbuffered):
    """A real process, a real signal: every line that came is whole, and the code is 130."""
    path = file("triples.txt", *map("".join, combinations(string.ascii_lowercase, 3)))
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "gpuwordle", "cliques", "-v", str(path), "-l", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        text = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        text += process.stdout.read()
        errors = process.stderr.read()
        assert process.wait(60) == INTERRUPTED
    lines = text.decode().split("\n")
    assert lines.pop() == ""
    assert all(len(line.split()) == 8 and len(set(line)) == 25 for line in lines)
    assert f"stopped after {len(lines)} cliques".encode() in errors
    assert errors.endswith(b"gpuwordle: interrupted\n")
