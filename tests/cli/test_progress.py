"""Bars: nothing off a terminal, no share before there is one, and compiling said once."""

from __future__ import annotations

import io
from contextlib import contextmanager

import pytest
from rich.console import Console

from gpuwordle.backends.table import choose
from gpuwordle.cli.progress import COMPILING, ProgressBar, bar_on, is_compiled, progress_bar


def bar(hint=""):
    made = bar_on(Console(file=io.StringIO(), force_terminal=True, width=100))
    return made, ProgressBar(made, made.add_task("starting" + hint, total=None), hint)


def test_nothing_is_shown_off_a_terminal(capsys):
    with progress_bar("loading", "numba") as shown:
        assert shown.part("5 letters", 0.0, 1.0) is None
    assert capsys.readouterr() == ("", "")


def test_there_is_no_share_before_there_is_one():
    made, shown = bar(COMPILING)
    update = shown.part("5 letters", 0.0, 0.5)
    update(0.0)
    [task] = made.tasks
    assert (task.total, task.description) == (None, f"5 letters{COMPILING}")
    update(0.5)
    assert (task.total, task.completed, task.description) == (1.0, 0.25, "5 letters")
    shown.part("6 letters", 0.5, 0.5)(1.0)
    assert (task.completed, task.description) == (1.0, "6 letters")


def test_the_estimate_is_that_of_the_whole_run():
    now = [0.0]
    made, shown = bar()
    made.get_time = lambda: now[0]
    update = shown.part("5 letters", 0.0, 1.0)
    for second in range(1, 61):
        now[0] = float(second)
        update(second / 100)
    [task] = made.tasks
    assert abs(task.time_remaining - 40) <= 2


def test_compiled_functions_are_found(tmp_path, monkeypatch):
    import gpuwordle

    monkeypatch.setattr(gpuwordle, "__file__", str(tmp_path / "gpuwordle" / "__init__.py"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _: str(tmp_path / "user"))
    assert not is_compiled()
    folder = tmp_path / "cache" / "numba_cpu_0123"
    folder.mkdir(parents=True)
    assert not is_compiled()
    (folder / "count.nbi").touch()
    assert is_compiled()


@pytest.mark.parametrize(
    "line",
    [
        "first-guess -v birds.txt",
        "score crane -v birds.txt",
        "simulate heron -v birds.txt",
        "review crane heron --answer heron -v birds.txt",
        "solve crane=01011 -v birds.txt",
        "tree -v birds.txt",
        "matrix -v birds.txt -o birds.npy",
    ],
)
def test_whoever_waits_for_compiling_is_told(line, gpuwordle, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "birds.txt").write_text("crane\nheron\nstork\n")
    backend = choose("numba")
    asked = []

    @contextmanager
    def shown(text, name=""):
        asked.append(name)
        yield ProgressBar(None, None)

    for module in ("openers", "review", "solve", "tree"):
        monkeypatch.setattr(f"gpuwordle.cli.{module}.progress_bar", shown)
    code, _, err = gpuwordle(*line.split(), "-b", "numba")
    assert code == 0, err
    assert asked == [backend.name]


@pytest.mark.parametrize("line", ["solve -v birds.txt", "hide -v birds.txt"])
def test_whoever_sits_before_a_game_is_told(line, gpuwordle, monkeypatch, tmp_path):
    from gpuwordle.cli import progress

    monkeypatch.chdir(tmp_path)
    (tmp_path / "birds.txt").write_text("crane\nheron\nstork\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    said = []
    monkeypatch.setattr(progress, "say", said.append)
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    for compiled in (False, True):
        monkeypatch.setattr(progress, "is_compiled", lambda compiled=compiled: compiled)
        assert gpuwordle(*line.split())[0] == 0
    assert said == ["compiling once (about 15 s)"]
