"""``gpuwordle cliques``: files, errors and Ctrl-C."""

import json
import os
import signal
import string
from functools import partial
from itertools import combinations

import pyarrow.parquet as pq
import pytest
from helpers.cliques import listed
from helpers.processes import begun

from gpuwordle import Vocabulary
from gpuwordle.cli.app import run
from gpuwordle.cli.messages import INTERRUPTED
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import list_cliques

WORDS = ["cat", "act", "dog", "hum", "mud", "fix", "eel", "abed", "clog", "fich", "mnpq", "rsab"]
THREE = AnagramClasses.of(Vocabulary("words", WORDS[:6]))
"""The words of three different letters."""

FORMATS = ("table", "csv", "json", "parquet")


@pytest.fixture
def words(file):
    return str(file("words.txt", *WORDS))


@pytest.fixture
def gpuwordle(gpuwordle):
    """The one command of this file."""
    return partial(gpuwordle, "cliques")


def cliques_in(path, format):
    if format == "parquet":
        return [tuple(row.values()) for row in pq.read_table(path).to_pylist()]
    text = path.read_text()
    if format == "json":
        return [tuple(clique) for clique in json.loads(text)]
    separator = "," if format == "csv" else " "
    return [tuple(line.split(separator)) for line in text.splitlines()][format == "csv" :]


@pytest.mark.parametrize("format", FORMATS)
def test_cliques_are_listed_in_every_format(gpuwordle, said, words, tmp_path, format):
    line, path = ("-v", words, "-l", 3, "-k", 3, "-f", format), tmp_path / "found"
    every = listed(THREE, 3)
    assert f"wrote {path} ({len(every)} cliques of 3 words)" in said(*line, "-o", path)
    assert cliques_in(path, format) == every
    if format == "parquet":
        told = pq.read_table(path).schema.metadata
        assert told[b"digest"].decode() == THREE.vocabulary.digest
        assert told[b"vocabulary"] == b"words"
        return
    assert gpuwordle(*line) == (0, path.read_text(), "")
    said(*line, "--show", 2, "-o", path)
    assert cliques_in(path, format) == every[:2]


def test_no_clique_leaves_whole_files(gpuwordle, words, tmp_path):
    line, path = ("-v", words, "-l", 4, "-k", 4), tmp_path / "none.parquet"
    told = "'words' has no 4 words of which no two share a letter\n"
    assert gpuwordle(*line) == (0, "", told)
    assert gpuwordle(*line, "-f", "json") == (0, "[]\n", told)
    assert gpuwordle(*line, "-f", "csv") == (0, "word_1,word_2,word_3,word_4\n", told)
    assert gpuwordle(*line, "-f", "parquet", "-o", path)[0] == 0
    assert pq.read_table(path).num_rows == 0


def test_counts_and_graph(printed, as_json, words):
    three, four = as_json("-v", words, "-l", "3-4", "--count", "--graph")
    assert (three["length"], three["words"], three["letter_sets"]) == (3, 6, 5)
    assert (three["size"], three["cliques"], three["letter_set_cliques"]) == (4, 2, 1)
    # dog and mud share d alone; hum and mud share two letters, cat and act three.
    assert (three["edges"], three["soft_edges"]) == (12, 1)
    assert (four["largest"], four["size"], four["cliques"], four["edges"]) == (3, 4, 0, 8)
    [row] = as_json("-v", words, "-l", 3, "--graph", "--unseen", "d")
    assert (row["edges"], row["soft_edges"]) == (14, 1)
    assert "cliques" not in row
    assert "Words that share no letter, words" in printed("-v", words, "-l", 3, "--count")


@pytest.mark.parametrize(
    ("arguments", "counts"), [([], []), (["--count"], [(0, 0)]), (["--show", "3"], [])]
)
def test_size_beyond_the_alphabet(gpuwordle, words, arguments, counts):
    line = ("-v", words, "-l", 3, "--size", 7, "-f", "json", *arguments)
    code, out, err = gpuwordle(*line)
    told = "no clique can have 7 words of 3 different letters: 'words' has only 12 letters\n"
    assert (code, err) == (0, told)
    assert [(row["cliques"], row["letter_set_cliques"]) for row in json.loads(out)] == counts


@pytest.mark.parametrize("format", FORMATS)
def test_interrupted_list_keeps_what_was_found(words, tmp_path, monkeypatch, format, capsysbinary):
    monkeypatch.setattr("gpuwordle.cliques.listing._BATCH", 3)
    path, every = tmp_path / "found", listed(THREE, 2)
    handler = signal.getsignal(signal.SIGINT)

    def pressing(classes, size, **options):
        """Let the search press Ctrl-C after two batches."""
        for number, batch in enumerate(list_cliques(classes, size, **options)):
            for row in batch:
                yield row[None]
            if number == 1:
                signal.raise_signal(signal.SIGINT)
                yield batch[:0]

    monkeypatch.setattr("gpuwordle.cliques.listing.list_cliques", pressing)
    with pytest.raises(KeyboardInterrupt):
        run(["cliques", "-v", words, "-l", "3", "-k", "2", "-f", format, "-o", str(path)])
    assert signal.getsignal(signal.SIGINT) is handler
    found = cliques_in(path, format)
    assert 3 <= len(found) < len(every)
    assert found == every[: len(found)]
    assert f"stopped after {len(found):,} cliques" in capsysbinary.readouterr().err.decode()


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
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with begun("cliques", "-v", path, "-l", 3, env=environment) as process:
        text = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        text += process.stdout.read()
        errors = process.stderr.read()
        assert process.wait(60) == INTERRUPTED
    lines = text.split("\n")
    assert lines.pop() == ""
    assert all(len(line.split()) == 8 and len(set(line)) == 25 for line in lines)
    assert f"stopped after {len(lines):,} cliques" in errors
    assert errors.endswith("gpuwordle: interrupted\n")
