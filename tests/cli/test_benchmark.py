"""The commands that play whole games, as a user meets them: output, errors and files."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from helpers.words import random_words

from gpuwordle import Vocabulary, __version__, run_benchmark
from gpuwordle.benchmark import run as run_module
from gpuwordle.results.read import files_of, read_table
from gpuwordle.strategies.table import STRATEGIES

BIRDS = "crane stork heron eagle egret robin finch junco goose quail tern ibis wren crow rook"


@pytest.fixture
def birds(tmp_path):
    path = tmp_path / "birds.txt"
    path.write_text(BIRDS.replace(" ", "\n"))
    return str(path)


@pytest.fixture
def played(gpuwordle, birds, tmp_path):
    folder = tmp_path / "run"
    code, out, err = gpuwordle(
        *("benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random"),
        *("-b", "numpy", "-o", folder),
    )
    assert (code, out) == (0, "")
    assert f"wrote {folder}: played 30 games of 4 units" in err
    assert f"gpuwordle report {folder}" in err
    return folder


def refused(answer, message):
    """Check that a command said one line and ended with code 2."""
    code, out, err = answer
    assert (code, out) == (2, "")
    assert re.search(message, err), err
    assert err.startswith("gpuwordle: ")
    assert err.count("\n") == 1


def test_benchmark_writes_every_game(played):
    rows = read_table(played).to_pylist()
    assert sorted(row["answer"] for row in rows) == sorted(BIRDS.split() * 2)
    assert {(row["strategy"], row["length"]) for row in rows} == {
        (strategy, length) for strategy in ("minimax", "random") for length in (4, 5)
    }
    assert all(row["solved"] for row in rows)


def test_conditions_reach_the_games(gpuwordle, birds, tmp_path):
    code, _, err = gpuwordle(
        *("benchmark", "-v", birds, "-l", 5, "-s", "random", "-s", "entropy", "--seed", "2-4"),
        *("--pool", "candidates", "--hard", "--filter", "letters", "-m", 2),
        *("--opener", "QUAIL", "--distinct-letters", "-b", "numpy", "-o", tmp_path / "run"),
    )
    assert code == 0, err
    rows = read_table(tmp_path / "run").to_pylist()
    for row in rows:
        assert row["guesses"][0] == "quail"
        assert (row["pool"], row["mode"], row["filter"]) == ("candidates", "hard", "letters")
        assert row["allowed"] == 2
        assert row["count"] <= 2
        assert len(set(row["answer"])) == 5
    assert {row["seed"] for row in rows if row["strategy"] == "random"} == {2, 3, 4}
    assert {row["seed"] for row in rows if row["strategy"] == "entropy"} == {0}


def test_another_answer_list(gpuwordle, birds, tmp_path):
    answers = tmp_path / "answers.txt"
    answers.write_text("crane heron robin")
    folder = tmp_path / "run"
    code, _, _ = gpuwordle(
        "benchmark", "-v", birds, "-a", answers, "-s", "entropy", "-b", "numpy", "-o", folder
    )
    assert code == 0
    assert read_table(folder)["answer"].to_pylist() == ["crane", "heron", "robin"]


def test_a_run_is_continued_on_request_only(gpuwordle, birds, played):
    same = ["benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random", "-b", "numpy"]
    files_of(played)[0].unlink()
    refused(gpuwordle(*same, "-o", played), r"holds this run already .*3 of 4 units.*--resume")
    code, _, err = gpuwordle(*same, "-o", played, "--resume")
    assert code == 0
    assert "of 1 unit in" in err
    assert "3 units there already" in err
    code, _, err = gpuwordle(*same, "-o", played, "--resume")
    assert code == 0
    assert "nothing left to play: all of 4 units in" in err
    other = gpuwordle(*same, "--pool", "candidates", "-o", played, "--resume")
    refused(other, r"holds another run .*lengths 4-5, strategies minimax, random.* not candidates")
    assert len(files_of(played)) == 4


def rows_of(folder):
    return read_table(folder).drop_columns("seconds").to_pylist()


def test_resume_alone_knows_all_options(gpuwordle, birds, tmp_path, monkeypatch):
    folder = tmp_path / "run"
    monkeypatch.chdir(tmp_path)
    code, _, err = gpuwordle(
        *("benchmark", "-v", "birds.txt", "-l", "4-6", "-s", "entropy", "-s", "random"),
        *("--seed", "2-3", "--pool", "candidates", "--hard", "--filter", "letters", "-m", 3),
        *("--distinct-letters", "-b", "numpy", "-o", folder),
    )
    assert code == 0, err
    expected = rows_of(folder)
    for path in files_of(folder)[1:3]:
        path.unlink()
    monkeypatch.chdir("/")  # the list is found again from any folder
    code, out, err = gpuwordle("benchmark", "-o", folder, "--resume")
    assert (code, out) == (0, "")
    assert "of 2 units" in err
    assert "4 units there already" in err
    assert rows_of(folder) == expected


PICKY = """
from gpuwordle import Strategy
import numpy as np
class Picky(Strategy):
    name = "picky"
    def __init__(self, nth=0):
        self.nth = nth
    def choose(self, states):
        return np.array([states.playable(s)[self.nth] for s in range(len(states))], np.int32)
"""


def test_options_of_strategies_and_the_answers_are_known_too(
    gpuwordle, birds, tmp_path, monkeypatch
):
    (tmp_path / "picky_strategy.py").write_text(PICKY)
    monkeypatch.syspath_prepend(tmp_path)
    own = "picky_strategy:Picky"
    answers = tmp_path / "answers.csv"
    answers.write_text("day,word\n1,crane\n2,heron\n")
    folder = tmp_path / "run"
    code, _, err = gpuwordle(
        *("benchmark", "-v", birds, "-a", f"{answers}:word", "-s", own),
        *("--option", "nth=1", "--opener", "QUAIL", "-b", "numpy", "-o", folder),
    )
    assert code == 0, err
    expected = rows_of(folder)
    assert {row["options"] for row in expected} == {'{"nth": 1}'}
    assert {row["opener"] for row in expected} == {"quail"}
    files_of(folder)[0].unlink()
    again = ["benchmark", "-o", folder, "--resume"]
    assert gpuwordle(*again)[0] == 0
    assert rows_of(folder) == expected
    assert gpuwordle(*again, "-s", "entropy", "-s", own)[0] == 0
    assert {(row["strategy"], row["options"]) for row in rows_of(folder)} == {
        (own, '{"nth": 1}'),
        ("entropy", "{}"),
    }
    other = gpuwordle(*again, "-s", own, "--option", "nth=0")
    refused(other, r"its options of picky_strategy:Picky is .*1.*, not .*0")
    refused(gpuwordle(*again, "--option", "nth=1"), "belongs to no strategy")


def test_strategies_and_lengths_are_added(gpuwordle, played):
    before = {path: path.read_bytes() for path in files_of(played)}
    code, _, err = gpuwordle("benchmark", "-o", played, "--resume", "-s", "entropy")
    assert code == 0
    assert "played 15 games of 2 units" in err
    code, _, err = gpuwordle("benchmark", "-o", played, "--resume", "-l", "5,6")
    refused((code, "", err), "has no word of 6 letters")
    rows = rows_of(played)
    assert {(row["strategy"], row["length"]) for row in rows} == {
        (strategy, length) for strategy in ("minimax", "random", "entropy") for length in (4, 5)
    }
    assert {path: path.read_bytes() for path in before} == before


def test_a_length_is_added(gpuwordle, birds, tmp_path):
    folder = tmp_path / "run"
    begin = ("benchmark", "-v", birds, "-s", "entropy", "-b", "numpy", "-o", folder)
    assert gpuwordle(*begin, "-l", 4)[0] == 0
    code, _, err = gpuwordle("benchmark", "-o", folder, "--resume", "-l", "5")
    assert code == 0
    assert "1 unit there already" in err
    assert {row["length"] for row in rows_of(folder)} == {4, 5}


def test_runs_that_resume_alone_cannot_continue(gpuwordle, birds, tmp_path, monkeypatch):
    refused(
        gpuwordle("benchmark", "-o", tmp_path / "typo", "--resume"), "typo is not a folder: make"
    )
    words = Vocabulary("birds", ["crane", "stork"])
    run_benchmark(words, "entropy", tmp_path / "python", backend="numpy")
    answer = gpuwordle("benchmark", "-o", tmp_path / "python", "--resume")
    refused(answer, r"begun from Python: .*run_benchmark\(..., resume=True\)")
    folder = tmp_path / "stream"
    stream = SimpleNamespace(buffer=io.BytesIO(b"crane stork"))
    monkeypatch.setattr("sys.stdin", stream)
    assert gpuwordle("benchmark", "-v", "-", "-s", "entropy", "-b", "numpy", "-o", folder)[0] == 0
    again = ["benchmark", "-o", folder, "--resume"]
    refused(gpuwordle(*again), "came from standard input: give them again, with --vocabulary")
    stream.buffer = io.BytesIO(b"crane heron")
    refused(gpuwordle(*again, "-v", "-"), r"its list of 5 letters \(sha256\) is")
    stream.buffer = io.BytesIO(b"crane stork")
    assert gpuwordle(*again, "-v", "-")[0] == 0


def test_another_version_is_continued_by_force_alone(gpuwordle, played):
    path = played / "_run.json"
    path.write_text(path.read_text().replace(f'"{__version__}"', '"0.0.9"'))
    files_of(played)[0].unlink()
    again = ["benchmark", "-o", played, "--resume"]
    refused(gpuwordle(*again), r"gpuwordle 0\.0\.9 began.*add --force")
    assert gpuwordle(*again, "--force")[0] == 0


def test_ctrl_c_leaves_no_side_file_and_says_how_to_go_on(gpuwordle, birds, tmp_path, monkeypatch):
    folder = tmp_path / "a run"
    play = run_module.play_tasks

    def interrupted(*arguments, **how):
        play(*arguments, **how)
        files_of(folder)[0].rename(folder / "birds-5" / ".minimax.parquet.42.part")
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "play_tasks", interrupted)
    arguments = ["benchmark", "-v", birds, "-s", "minimax", "-s", "entropy", "-b", "numpy"]
    with pytest.raises(KeyboardInterrupt):
        gpuwordle(*arguments, "-o", folder)
    assert list(folder.rglob("*.part")) == []
    monkeypatch.undo()
    code, _, err = gpuwordle("benchmark", "-o", folder, "--resume")
    assert code == 0
    assert f"1 of 2 units finished; continue with: gpuwordle benchmark -o '{folder}'" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-s", "minmax"], "unknown strategy 'minmax': did you mean minimax"),
        (["-s", "entropy", "-m", "0"], "'-m': 0 is too small: give 1 or more"),
        (["-s", "entropy", "--opener", "zebra"], "word 'zebra' is not in vocabulary 'birds'"),
        (["-s", "entropy", "--opener", "owl"], "word 'owl' has 3 letters"),
        (["-s", "entropy", "--pool", "some"], "'--pool': 'some' is not one of 'all', 'candidates'"),
        (
            ["-s", "entropy", "--filter", "some"],
            "'some' is not one of 'pattern', 'letters', 'counts'",
        ),
        (["-s", "entropy", "--seed", "x"], "'--seed': 'x' is not understood: give a number"),
        (["-s", "entropy", "--seed", "9-3"], "'--seed': '9-3' runs backwards: write 3-9"),
        (["-s", "entropy", "--option", "x"], "'--option': 'x' is not understood: give NAME=VALUE"),
        (["--option", "x=1"], "--option x=1 belongs to no strategy"),
        (["-s", "entropy", "--option", "x=1"], "does not take the options given: x"),
        (["-s", "entropy", "-l", "9"], "has no word of 9 letters"),
        (["-s", "entropy", "-j", "0"], "'-j': 0 is too small: give 1 or more"),
        (["-s", "entropy", "-b", "abacus"], "unknown backend 'abacus'"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(gpuwordle, birds, tmp_path, arguments, message):
    folder = tmp_path / "run"
    refused(gpuwordle("benchmark", "-v", birds, *arguments, "-o", folder), message)
    assert not folder.exists()


def test_a_strategy_without_hard_mode(gpuwordle, birds, tmp_path, monkeypatch):
    from gpuwordle.strategies.table import STRATEGIES

    monkeypatch.setattr(STRATEGIES["buckets"], "supports_hard", False)
    same = ["benchmark", "-v", birds, "-l", 4, "--hard", "-b", "numpy", "-o", tmp_path / "run"]
    refused(gpuwordle(*same, "-s", "buckets"), "'buckets' has no hard mode: .*among .*minimax")
    code, _, _ = gpuwordle(*same, "-s", "all")
    assert code == 0
    able = {name for name, kind in STRATEGIES.items() if kind.supports_hard}
    assert set(read_table(tmp_path / "run")["strategy"].to_pylist()) == able


def test_a_folder_that_is_none_of_ours(gpuwordle, birds, tmp_path):
    answer = gpuwordle("benchmark", "-v", birds, "-s", "entropy", "-o", tmp_path)
    refused(answer, "is not empty and holds no run")
    assert [path.name for path in tmp_path.iterdir()] == ["birds.txt"]
    refused(gpuwordle("benchmark", "-v", birds, "-s", "entropy", "-o", birds), "is a file")


def test_a_scheduler_that_does_not_answer(gpuwordle, birds, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    from gpuwordle import executors

    monkeypatch.setattr(executors, "DASK_TIMEOUT", 0.3)
    folder = tmp_path / "run"
    answer = gpuwordle(
        *("benchmark", "-v", birds, "-s", "entropy", "-o", folder, "--dask", "127.0.0.1:9")
    )
    refused(answer, r"no Dask scheduler answers at 127\.0\.0\.1:9")
    assert not folder.exists()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no process groups")
def test_ctrl_c_ends_all_processes_quietly(birds, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(random_words(1, 9, 6, 300)))
    command = [sys.executable, "-P", "-m", "gpuwordle", "benchmark", "-v", str(words), "-l", "9"]
    command += ["-s", "random", "--seed", "0-2999", "-b", "numpy", "-j", "2"]
    child = subprocess.Popen(
        [*command, "-o", str(tmp_path / "run")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while child.poll() is None and not list(tmp_path.glob("run/words-9")):
        time.sleep(0.05)  # until a worker has begun to write
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (130, "")
    progress, end = err.splitlines()
    assert re.fullmatch(
        rf"gpuwordle: \d+ of 3,000 units finished; continue with: gpuwordle benchmark -o "
        rf"{tmp_path}/run --resume",
        progress,
    )
    assert end == "gpuwordle: interrupted"
    assert list((tmp_path / "run").rglob("*.part")) == []
    for _ in range(100):  # Python's own tracker of resources ends a little later
        try:
            os.killpg(child.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(child.pid, signal.SIGKILL)
    pytest.fail("processes were left behind")


def test_report_as_table_json_and_csv(gpuwordle, played, tmp_path):
    code, out, err = gpuwordle("report", played)
    assert (code, err) == (0, "")
    for title in ("Guesses needed", "Worst words", "Rewards within 6 guesses (alpha = 7)", "Time"):
        assert title in out
    code, out, _ = gpuwordle("report", played, "-f", "json", "-m", 3, "--alpha", 8)
    rows = json.loads(out)
    assert code == 0
    assert [(row["length"], row["strategy"]) for row in rows] == [
        (length, strategy) for length in (4, 5) for strategy in ("minimax", "random")
    ]
    table = read_table(played).to_pylist()
    for row in rows:
        games = [
            game
            for game in table
            if (game["length"], game["strategy"]) == (row["length"], row["strategy"])
        ]
        assert row["games"] == len(games)
        assert row["total"] == sum(game["count"] for game in games)
        assert row["wins_within_3"] == sum(game["count"] <= 3 for game in games)
    code, out, _ = gpuwordle("report", played, "-f", "csv")
    read = list(csv.DictReader(io.StringIO(out)))
    assert [row["total"] for row in read] == [str(row["total"]) for row in rows]
    target = tmp_path / "report.json"
    code, out, _ = gpuwordle("report", played, "-f", "json", "-o", target, "-m", 3, "--alpha", 8)
    assert (code, out) == (0, "")
    assert json.loads(target.read_text()) == rows


def test_report_as_pages_with_figures(gpuwordle, played, tmp_path):
    pytest.importorskip("matplotlib")
    pages = tmp_path / "pages"
    pages.mkdir()
    figures = tmp_path / "figures"
    code, out, _ = gpuwordle(
        *("report", played, "-f", "markdown", "-o", pages / "report.md", "--plots", figures)
    )
    assert (code, out) == (0, "")
    text = (pages / "report.md").read_text()
    images = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
    assert len(images) == 7
    assert all((pages / image).resolve().is_file() for image in images)
    code, out, _ = gpuwordle("report", played, "-f", "html")
    assert code == 0
    assert out.startswith("<!doctype html>")
    assert out.count("<svg") == 7


def test_a_page_without_matplotlib_has_no_figures(gpuwordle, played, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    code, out, err = gpuwordle("report", played, "-f", "html")
    assert code == 0
    assert "the page has no figures: plots need matplotlib" in err
    assert "<svg" not in out
    answer = gpuwordle("report", played, "--plots", tmp_path / "figures")
    refused(answer, "pip install matplotlib")


def test_reports_that_cannot_be_made(gpuwordle, played, tmp_path):
    refused(gpuwordle("report", tmp_path / "nowhere"), "is not a folder")
    refused(gpuwordle("report", tmp_path), r"holds no run \(_run.json is missing\)")
    refused(gpuwordle("report", played, "-f", "pdf"), "'pdf' is not one of 'table', 'json'")
    refused(gpuwordle("report", played, "-m", 0), "'-m': 0 is too small: give 1 or more")
    refused(gpuwordle("report", played, "--alpha", 3), "--alpha 3 is too small")
    target = tmp_path / "no" / "such" / "place.html"
    refused(gpuwordle("report", played, "-f", "html", "-o", target), "does not exist")
    path = files_of(played)[2]
    path.write_bytes(path.read_bytes()[:100])
    refused(gpuwordle("report", played), "is damaged")


def test_an_unfinished_run_is_named(gpuwordle, played):
    files_of(played)[0].unlink()
    code, _, err = gpuwordle("report", played, "-f", "json")
    assert code == 0
    assert "1 unit of this run not finished" in err


def test_tree_as_text_json_and_dot(gpuwordle, birds, tmp_path):
    arguments = ("tree", "-v", birds, "-s", "entropy", "-b", "numpy")
    code, out, err = gpuwordle(*arguments)
    assert code == 0
    assert "for 10 words, average" in err
    for word in BIRDS.split()[:10]:
        assert word in out
    code, out, _ = gpuwordle(*arguments, "-f", "json")
    assert code == 0
    assert json.loads(out)
    code, out, _ = gpuwordle(*arguments, "-f", "dot", "--turns", 1, "-o", tmp_path / "tree.dot")
    assert (code, out) == (0, "")
    assert (tmp_path / "tree.dot").read_text().startswith("digraph")


def test_tree_follows_the_conditions(gpuwordle, birds, tmp_path):
    answers = tmp_path / "answers.txt"
    answers.write_text("crane heron robin")
    code, out, err = gpuwordle(
        *("tree", "-v", birds, "-a", answers, "-s", "minimax", "-b", "numpy"),
        *("--opener", "goose", "--pool", "candidates", "--hard"),
    )
    assert code == 0
    assert out.startswith("goose")
    assert "minimax from goose" in err
    assert "for 3 words" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-s", "minmax"], "did you mean minimax"),
        (["-s", "random"], "draws by chance and has no decision tree"),
        (["--opener", "zebra"], "word 'zebra' is not in vocabulary"),
        (["-f", "yaml"], "'yaml' is not one of 'text', 'json', 'dot'"),
        (["--turns", "0"], "'--turns': 0 is too small: give 1 or more"),
        (["-m", "0"], "'-m': 0 is too small: give 1 or more"),
        (["--pool", "some"], "'some' is not one of 'all', 'candidates'"),
        (["--lengths", "4-5"], "'4-5' names 2 lengths: give one, such as 4"),
        (["-l", "12"], "has no word of 12 letters"),
    ],
)
def test_trees_that_cannot_be_grown(gpuwordle, birds, arguments, message):
    refused(gpuwordle("tree", "-v", birds, *arguments), message)


def files_under(folder):
    return {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}


def test_a_dry_run_says_what_would_be_played_and_writes_nothing(gpuwordle, birds, tmp_path):
    asked = ("benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random")
    asked += ("--seed", "0-1")
    before = files_under(tmp_path)
    for where in ([], ["-o", tmp_path / "run"]):
        code, out, err = gpuwordle(*asked, "-b", "numpy", "--dry-run", *where)
        assert (code, err) == (0, "")
        title, heads, _, *rows = out.splitlines()
        assert re.fullmatch(
            r"Would play 45 games of 6 units: about \d+\.\d s, one after another here", title
        )
        assert heads.split() == ["length", "strategy", "pool", "seed", "games", "about"]
        assert [row.split()[:5] for row in rows] == [
            [length, strategy, pool, seed, games]
            for length, games in (("4", "5"), ("5", "10"))
            for strategy, pool, seed in (
                ("minimax", "all", "0"),
                ("random", "candidates", "0"),
                ("random", "candidates", "1"),
            )
        ]
    assert files_under(tmp_path) == before


def test_a_dry_run_knows_what_a_folder_has(gpuwordle, birds, played, tmp_path):
    before = files_under(tmp_path)
    again = ("benchmark", "-o", played, "--dry-run")
    refused(gpuwordle(*again, "-v", birds), "holds another run")
    code, out, _ = gpuwordle(*again, "--resume", "-s", "entropy")
    assert code == 0
    assert out.startswith("Would play 15 games of 2 units, 4 there already: about ")
    code, out, _ = gpuwordle(*again, "--resume")
    assert (code, out) == (0, "Nothing left to play: all of 4 units there already\n")
    assert files_under(tmp_path) == before


def test_games_need_a_folder(gpuwordle, birds):
    refused(gpuwordle("benchmark", "-v", birds), "no place to go: give --output FOLDER")
    refused(gpuwordle("benchmark", "--resume", "--dry-run"), "give --output FOLDER")


def test_words_drawn_are_known_to_resume_and_told_in_reports(gpuwordle, birds, tmp_path):
    folder = tmp_path / "run"
    drawn = ["--subset", "5x6", "--sample", "2", "--seed", "0-2", "-b", "numpy"]
    code, _, err = gpuwordle("benchmark", "-v", birds, "-s", "entropy", *drawn, "-o", folder)
    assert code == 0, err
    assert "played 6 games of 3 units" in err
    expected = rows_of(folder)
    files_of(folder)[0].unlink()
    assert gpuwordle("benchmark", "-o", folder, "--resume")[0] == 0
    assert rows_of(folder) == expected
    asked = json.loads((folder / "_run.json").read_text())["asked"]
    assert (asked["sample"], asked["subset"]) == (2, "5x6")
    refused(gpuwordle("benchmark", "-o", folder, "--resume", "--sample", "3"), "sample is 2, not 3")
    told = "entropy (subset 5x6, sample 2, 3 seeds)"
    assert told in gpuwordle("report", folder)[1]
    page = gpuwordle("report", folder, "--format", "markdown")[1]
    assert "Words: subsets of 5x6 (answers x guesses), drawn by 3 seeds." in page
    assert "Hidden words: samples of 2 of each length, drawn by 3 seeds." in page


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--sample", "0"], "0 is too small: give 1 or more"),
        (["--sample", "100"], "has 10 answers of 5 letters, fewer than a sample of 100: give 10"),
        (["--subset", "5"], "subset '5' is not understood: give ANSWERSxGUESSES as 200x200"),
        (["--subset", "11x12"], "has 10 answers of 5 letters, fewer than a subset of 11"),
        (["--option", "last=1"], "option last=1 of strategy 'entropy' .*give --allowed"),
    ],
)
def test_words_that_cannot_be_drawn_are_refused(gpuwordle, birds, tmp_path, given, message):
    folder = tmp_path / "run"
    refused(gpuwordle("benchmark", "-v", birds, "-s", "entropy", *given, "-o", folder), message)
    assert not folder.exists()


def test_last_is_an_option_of_all_strategies(gpuwordle, birds, tmp_path):
    folder = tmp_path / "run"
    how = ["-v", birds, "-m", "4", "-b", "numpy", "-o", folder]
    code, _, err = gpuwordle("benchmark", *how, "--option", "last=2")
    assert code == 0, err
    assert {row["options"] for row in rows_of(folder)} == {'{"last": 2}'}
    assert len({row["strategy"] for row in rows_of(folder)}) == len(STRATEGIES)
    other = tmp_path / "other"
    refused(
        gpuwordle("benchmark", *how[:-1], other, "--option", "last=2", "--option", "below=3"),
        "--option below=3 belongs to no strategy",
    )


def test_a_tree_takes_options(gpuwordle, birds):
    how = ["tree", "-v", birds, "-s", "non-duplicate", "-b", "numpy", "--format", "json"]
    code, plain, _ = gpuwordle(*how)
    assert (code, json.loads(plain)["options"]) == (0, {})
    code, out, err = gpuwordle(*how, "--option", "reading=printed", "--option", "indexes=all")
    assert code == 0
    assert json.loads(out)["options"] == {"reading": "printed"}
    assert "non-duplicate (reading=printed, indexes=all) from " in err
    assert json.loads(out)["tree"]["guess"] != json.loads(plain)["tree"]["guess"]
    refused(gpuwordle(*how, "--option", "reading=both"), "reading=both is unknown: known: obj")
    refused(gpuwordle(*how, "--option", "last"), "'last' is not understood: give NAME=VALUE")
