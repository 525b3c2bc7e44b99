"""``gpuwordle benchmark`` as a user meets it: games, conditions, errors and files."""

import os
import re
import signal
import time

import pytest
from helpers.benchmark_tasks import rows_of
from helpers.command_line import refused
from helpers.processes import begun
from helpers.words import random_words

from gpuwordle.results.games_file import read_table
from gpuwordle.strategies.table import STRATEGIES


def test_a_strategy_without_hard_mode(gpuwordle, birds, tmp_path, monkeypatch):
    monkeypatch.setattr(STRATEGIES["buckets"], "supports_hard", False)
    same = ["benchmark", "-v", birds, "-l", 4, "--hard", "-b", "numpy", "-o", tmp_path / "run"]
    refused(gpuwordle(*same, "-s", "buckets"), "'buckets' has no hard mode: ", "among", "minimax")
    assert gpuwordle(*same, "-s", "all")[0] == 0
    able = {name for name, kind in STRATEGIES.items() if kind.supports_hard}
    assert set(read_table(tmp_path / "run")["strategy"].to_pylist()) == able


def test_a_scheduler_that_does_not_answer(gpuwordle, birds, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    from gpuwordle import executors

    monkeypatch.setattr(executors, "DASK_TIMEOUT", 0.3)
    line = ("benchmark", "-v", birds, "-s", "entropy", "-o", tmp_path / "run", "--dask")
    answer = gpuwordle(*line, "127.0.0.1:9")
    refused(answer, "no Dask scheduler answers at 127.0.0.1:9")
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no process groups")
@pytest.mark.parametrize(
    "there", ["run/_run.json", pytest.param("run/words-9", marks=pytest.mark.rest)]
)
def test_ctrl_c_ends_all_processes_quietly(file, tmp_path, there):
    words = file("words.txt", *random_words(1, 9, 6, 300))
    child = begun(
        *("benchmark", "-v", words, "-l", 9, "-s", "random", "--seed", "0-2999", "-b", "numpy"),
        *("-j", 4, "-o", tmp_path / "run"),
        start_new_session=True,
    )
    while child.poll() is None and not (tmp_path / there).exists():
        time.sleep(0.05)  # until workers are being started, or the first has begun to write
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (130, "")
    progress, end = err.splitlines()
    assert re.fullmatch(
        rf"gpuwordle: \d+ of 3,000 units finished; to continue: gpuwordle benchmark -o "
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


def test_last_is_an_option_of_all_strategies(said, birds, tmp_path):
    folder = tmp_path / "run"
    said("benchmark", "-v", birds, "-m", 4, "-b", "numpy", "-o", folder, "--option", "last=2")
    played = {(row["strategy"], row["options"]) for row in rows_of(folder)}
    assert played == {(name, '{"last": 2}') for name in STRATEGIES}


def files_under(folder):
    return {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}


def test_a_dry_run_says_what_would_be_played_and_writes_nothing(printed, birds, tmp_path):
    asked = ("benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random")
    asked += ("--seed", "0-1", "-b", "numpy", "--dry-run")
    before = files_under(tmp_path)
    for where in ([], ["-o", tmp_path / "run"]):
        title, heads, _, *rows = printed(*asked, *where).splitlines()
        told = r"Would play 45 games of 6 units: about \d+\.\d s, one unit after another on this"
        assert re.fullmatch(f"{told} machine", title)
        assert heads.split() == ["length", "strategy", "pool", "seed", "games", "about"]
        units = ("minimax all 0", "random candidates 0", "random candidates 1")
        assert [row.split()[:5] for row in rows] == [
            f"{length} {unit} {games}".split()
            for length, games in ((4, 5), (5, 10))
            for unit in units
        ]
    assert files_under(tmp_path) == before


def test_a_dry_run_knows_what_a_folder_has(gpuwordle, printed, birds, played, tmp_path):
    before = files_under(tmp_path)
    again = ("benchmark", "-o", played, "--dry-run")
    refused(gpuwordle(*again, "-v", birds), "holds another run")
    out = printed(*again, "--resume", "-s", "entropy")
    assert out.startswith("Would play 15 games of 2 units, 4 already finished: about ")
    assert printed(*again, "--resume") == "Nothing left to play: all 4 units are finished\n"
    assert files_under(tmp_path) == before
