"""The GPU benchmark, run on the emulated device: it measures everything and keeps no times."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cuda_on_cpu.emulated import compiler
from helpers.processes import python_path, script

ROOT = Path(__file__).resolve().parents[3]

pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="g++ is not installed"),
    pytest.mark.skipif(
        not (ROOT / "scripts" / "bench_gpu.py").exists(), reason="scripts/ is not here"
    ),
]


@pytest.mark.rest
def test_emulated_run_writes_every_row_and_no_time(tmp_path):
    done = subprocess.run(
        [sys.executable, "scripts/bench_gpu.py", tmp_path, "--emulate"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": python_path()},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert {path.name for path in tmp_path.iterdir()} == {"gpu-emulated.json", "gpu-emulated.md"}
    kept = json.loads((tmp_path / "gpu-emulated.json").read_text())
    assert kept["provenance"]["commit"]
    works = [row["work"] for row in kept["rows"]]
    for wanted in (
        "matrix 70 x 40",
        "four scores 70 x 40",
        "bucket counts",
        "most buckets",
        "best pair",
        "no opener of 70 below",
        "games of all 40 answers by entropy, levels on the device",
        "games of all 40 answers by entropy, levels on the host",
        "games of all 70 answers",
        "games of all words of 3 lengths by 4 strategies",
        "four scores, 7 letters",
        "four scores of all guesses, 3 lengths",
        "openers by four scores",
        "five scores with weights",
        "four scores, Mastermind, 3 pegs of 3 colours, 27 codes",
        "games by entropy, Mastermind",
        "a step of 50 games of 70 x 40",
        "the best opener by minimax",
        "part: plan on the device",
        "instead: plan on the host",
        "part: scores",
        "part: leaders copied back",
        "first-guess",
    ):
        assert any(wanted in work for work in works), wanted
    times = "kernels", "whole_call", "cpu_backend", "floor"
    assert {row[time] for row in kept["rows"] for time in times} == {None}
    text = (tmp_path / "gpu-emulated.md").read_text()
    assert "Emulated on the CPU: no times." in text


def test_the_floor_counts_what_the_cache_hands_out():
    """Rows are read from the L2 cache many times over; that binds the longer words."""
    machine = script("gpu_machine").Machine(emulate=True)
    machine.about = {"memory_khz": 1e6, "memory_bits": 8, "clock_khz": 1e6}
    machine.about |= {"multiprocessors": 1, "cache_rate": 1e12}
    assert machine.seconds_for(2 * 10**9) == 1
    assert machine.seconds_for(2 * 10**9, 3 * 10**12) == 3
    assert machine.seconds_for(2 * 10**9, 3 * 10**12, 128 * 10**9) == 4


def test_wrong_results_end_the_run_before_anything_is_measured(tmp_path, monkeypatch):
    """On a device whose statistics are off by one."""
    bench = script("bench_gpu")
    scorer = bench.scoring.Scorer
    score = scorer.score

    def wrong(*arguments, **named):
        scores = score(*arguments, **named)
        np.asarray(scores)[...] += 1
        return scores

    monkeypatch.setattr(scorer, "score", wrong)
    with pytest.raises(SystemExit, match="wrong results, nothing measured"):
        bench.main([str(tmp_path / "out"), "--emulate"])
    assert not (tmp_path / "out").exists()
