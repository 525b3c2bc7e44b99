"""Messages and figures that must not mislead."""

import errno
import json

import pytest
from helpers.command_line import refused

from gpuwordle import Conditions, Vocabulary, run_benchmark

WORDS = ["crane", "stork", "heron", "eagle", "raven", "robin"]
BIRDS = Vocabulary("birds", WORDS)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_benchmark(BIRDS, ["entropy", "minimax", "random"], folder=tmp_path / "run", backend="numpy")
    return tmp_path / "run"


def test_a_file_without_permission_is_not_damaged(gpuwordle, run, monkeypatch):
    def closed(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("pyarrow.parquet.ParquetFile", closed)  # the superuser may read all
    refused(gpuwordle("report", run), "cannot be read: fix its permissions")


def test_lengths_that_a_list_lacks_are_named(gpuwordle, printed, file):
    line = ("first-guess", "-v", file("birds.txt", *WORDS), "-b", "numpy")
    code, _, err = gpuwordle(*line, "-l", "4-6")
    assert (code, err) == (0, "skipped: birds has no words of 4, 6 letters\n")
    assert printed(*line)


def test_an_average_without_lost_games_says_so(printed, tmp_path, run):
    few = Conditions(allowed=1)
    run_benchmark(BIRDS, "entropy", few, folder=tmp_path / "short", backend="numpy")
    assert "average of games won" in printed("report", "short")
    whole = printed("report", "run")
    assert "average" in whole
    assert "average of games won" not in whole


def test_a_report_of_chosen_strategies(gpuwordle, as_json, run):
    rows = as_json("report", "run", "-s", "minimax", "-s", "entropy")
    assert [row["strategy"] for row in rows] == ["entropy", "minimax"]
    message = "this run has no strategy 'entrpy': did you mean entropy? (known: entropy"
    refused(gpuwordle("report", "run", "-s", "entrpy"), message)


def test_distributions_start_at_one_guess(gpuwordle, as_json, file, run):
    birds = file("birds.txt", *WORDS)
    tree = json.loads(gpuwordle("tree", "-v", birds, "-b", "numpy", "-f", "json")[1])
    (row,) = as_json("report", "run", "-s", "entropy")
    assert tree["distribution"] == row["distribution"]


def test_a_tree_that_finds_nothing(gpuwordle, file):
    lists = ("-v", file("birds.txt", *WORDS), "-a", file("hidden.txt", "raven", "robin"))
    line = ("tree", *lists, "-b", "numpy", "-m", 1, "--opener", "eagle")
    code, _, err = gpuwordle(*line)
    assert (code, err) == (0, "entropy from eagle: no word found, 2 words not found\n")
    assert json.loads(gpuwordle(*line, "-f", "json")[1])["mean"] is None
