"""Several GPUs: workers that differ in one variable share a run, and play the games of one CPU."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest
from cuda_on_cpu.emulated import compiler
from helpers.benchmark_tasks import vocabularies
from helpers.processes import python_path

from gpuwordle import executors
from gpuwordle.benchmark.run import play_tasks
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.results.games_file import GamesFile, files_of, read_table
from gpuwordle.rules.conditions import Conditions


@contextmanager
def worker(address, folder, device):
    """A worker as the guide starts it, which sees one device."""
    settings = {
        **os.environ,
        "PYTHONPATH": python_path(),
        "CUDA_ON_CPU_CACHE": str(folder / "kernels"),
        "CUDA_VISIBLE_DEVICES": device,
    }
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address]
    command += ["--nworkers", "1", "--nthreads", "1", "--no-dashboard", "--no-nanny"]
    command += ["--preload", "helpers.emulated_worker", "--local-directory", str(folder)]
    process = subprocess.Popen(
        command, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def tasks(backend):
    few = vocabularies((4, 5), 25)
    return tasks_of(few, ["minimax", "entropy", "buckets"], Conditions(), backend=backend)


@pytest.mark.slow  # two processes begin, and kernels are compiled
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(compiler() is None, reason="g++ is not installed")
def test_workers_of_two_gpus_play_the_games_of_one_cpu(tmp_path):
    distributed = pytest.importorskip("distributed")
    with ExitStack() as stack:
        cluster = stack.enter_context(
            distributed.LocalCluster(
                n_workers=0,
                host="127.0.0.1",
                dashboard_address=None,
                local_directory=str(tmp_path / "dask"),
            )
        )
        address = cluster.scheduler_address
        for device in ("0", "1"):
            stack.enter_context(worker(address, tmp_path, device))
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        executor = stack.enter_context(executors.dask(address))
        play_tasks(tasks("auto"), tmp_path / "run", executor=executor)
    play_tasks(tasks("numpy"), tmp_path / "plain")
    played, plain = (
        read_table(tmp_path / run).drop_columns("seconds").to_pylist() for run in ("run", "plain")
    )
    assert played == plain
    made = [GamesFile.open(path).provenance for path in files_of(tmp_path / "run")]
    assert {one["backend"] for one in made} == {"cupy"}
    assert {one["device"] for one in made} == {"emulated GPU 0", "emulated GPU 1"}
