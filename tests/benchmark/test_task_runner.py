"""Seconds are those of playing, and not of compiling."""

import time

import pytest
from helpers.benchmark_tasks import vocabularies
from helpers.processes import begin

from gpuwordle.backends import preparation
from gpuwordle.benchmark import task_runner
from gpuwordle.benchmark.run import run_benchmark
from gpuwordle.games.play import play_nodes
from gpuwordle.results.games_file import GamesFile, files_of

COLD = """
import sys, time
from helpers.benchmark_tasks import vocabularies
from gpuwordle import read_run, run_benchmark
words = vocabularies((5,))
print("go", flush=True)
for place in sys.argv[1:]:
    start = time.perf_counter()
    run_benchmark(words, "minimax", folder=place, backend="numba")
    print(read_run(place).files[0].seconds, time.perf_counter() - start, flush=True)
"""


@pytest.mark.rest
def test_seconds_are_those_of_playing_however_cold_the_kernels_were(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    child = begin(COLD, str(tmp_path / "cold"), str(tmp_path / "warm"))
    out, _ = child.communicate(timeout=600)
    (cold, cold_call), (warm, _) = [map(float, line.split()) for line in out.splitlines()]
    assert cold_call > 1, "nothing was compiled, so this shows nothing"
    assert cold < 5 * warm + 0.1
    assert 0 < warm < 0.5


def test_a_unit_that_met_cold_kernels_is_played_again_if_it_is_short(tmp_path, monkeypatch):
    played = []

    def play(*arguments, progress=None, **how):
        with preparation.preparing(), preparation.preparing():
            time.sleep(0.05 if not played else 0)
        time.sleep(long)
        played.append(progress)
        return play_nodes(*arguments, progress=None, **how)

    monkeypatch.setattr(task_runner, "play_nodes", play)
    for long, repeated, times in ((0.0, 60.0, 2), (0.2, 0.1, 1)):
        monkeypatch.setattr(task_runner, "REPEATED", repeated)
        played.clear()
        place = tmp_path / str(times)
        start = time.perf_counter()
        run_benchmark(
            vocabularies((3,)), "entropy", folder=place, backend="numpy", progress=lambda _: None
        )
        whole = time.perf_counter() - start
        assert len(played) == times
        assert played[1:] == [None] * (times - 1)
        (file,) = (GamesFile.open(path) for path in files_of(place))
        assert long <= file.seconds < whole - 0.05
