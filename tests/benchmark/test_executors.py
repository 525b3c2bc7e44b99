"""The same games wherever they are played, and one line where nobody plays any more."""

import os
import signal
import subprocess
import sys
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress

import pytest
from cuda_on_cpu.emulated import compiler
from helpers.benchmark_tasks import rows_of, some_tasks, vocabularies
from helpers.errors import one_line_error
from helpers.processes import begin, python_path

from gpuwordle import Conditions, executors
from gpuwordle.benchmark.run import play_tasks
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.results.games_file import GamesFile, files_of


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, executors.processes])
def test_threads_and_processes_play_the_same_games(tmp_path, expected, pool):
    with pool(2) as executor:
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert rows_of(tmp_path / "run") == expected


@pytest.mark.rest
@pytest.mark.filterwarnings("ignore")
def test_dask_workers_play_the_same_games(tmp_path, expected, dask_cluster):
    with executors.dask(dask_cluster(2).scheduler_address) as executor:
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
        assert rows_of(tmp_path / "run") == expected
        again = play_tasks(some_tasks(), tmp_path / "run", executor=executor, resume=True)
        assert again.units == 0


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


@pytest.mark.slow  # two processes begin, and kernels are compiled
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(compiler() is None, reason="g++ is not installed")
def test_workers_of_two_gpus_play_the_games_of_one_cpu(tmp_path, dask_cluster):
    def tasks(backend):
        few = vocabularies((4, 5), 25)
        return tasks_of(few, ["minimax", "entropy", "buckets"], Conditions(), backend=backend)

    cluster = dask_cluster(0)
    address = cluster.scheduler_address
    with worker(address, tmp_path, "0"), worker(address, tmp_path, "1"):
        cluster.wait_for_workers(2, timeout=60)
        with executors.dask(address) as executor:
            play_tasks(tasks("auto"), tmp_path / "run", executor=executor)
    play_tasks(tasks("numpy"), tmp_path / "plain")
    assert rows_of(tmp_path / "run") == rows_of(tmp_path / "plain")
    made = [GamesFile.open(path).provenance for path in files_of(tmp_path / "run")]
    assert {one["backend"] for one in made} == {"cupy"}
    assert {one["device"] for one in made} == {"emulated GPU 0", "emulated GPU 1"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://"])
def test_a_scheduler_that_does_not_answer_is_one_line(address, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "DASK_TIMEOUT", 0.5)
    with one_line_error(f"^no Dask scheduler answers at {address}"), executors.dask(address):
        pass


def test_no_dask_and_no_processes_are_one_line(monkeypatch):
    with one_line_error("0 processes are too few"), executors.processes(0):
        pass
    monkeypatch.setattr(executors, "find_spec", lambda _: None)
    with one_line_error(r"pip install 'gpuwordle\[dask\]'"), executors.dask("x"):
        pass


POOL = """
import time
from gpuwordle import executors
with executors.processes(2) as pool:
    list(pool.map(abs, range(4)))
    print("go", flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no process groups")
def test_processes_end_with_the_one_that_started_them():
    child = begin(POOL)
    child.kill()
    try:
        child.communicate(timeout=30)  # until the last process that can write there has ended
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)


class Fake(Executor):
    """Plays nothing; every task ends with a given exception, or with success."""

    def __init__(self, error=None, after=0):
        self.error, self.after, self.submitted = error, after, 0

    def submit(self, play, task):
        future = Future()
        self.submitted += 1
        if self.submitted <= self.after:
            play(task)
        if self.error is not None and self.submitted > self.after:
            future.set_exception(self.error)
        else:
            future.set_result(None)
        return future


def killed():
    return pytest.importorskip("distributed.scheduler").KilledWorker("task", None, 3)


@pytest.mark.parametrize(
    ("error", "after", "message"),
    [
        (lambda: None, 0, "all workers share .*units finished: 0 of 4"),
        (lambda: BrokenProcessPool("died"), 2, "ended abruptly.*2 of 4.*--resume"),
        (killed, 1, "ended abruptly.*1 of 4.*--resume"),
    ],
    ids=["workers write elsewhere", "a worker dies", "Dask gives a task up"],
)
def test_lost_work_is_one_line_and_what_is_done_stays(tmp_path, expected, error, after, message):
    with one_line_error(message):
        play_tasks(some_tasks(), tmp_path / "run", executor=Fake(error(), after))
    assert play_tasks(some_tasks(), tmp_path / "run", resume=True).units == 4 - after
    assert rows_of(tmp_path / "run") == expected


def test_a_bug_keeps_its_traceback(tmp_path):
    with pytest.raises(ZeroDivisionError):
        play_tasks(some_tasks(), tmp_path / "run", executor=Fake(ZeroDivisionError()))


class Scheduler:
    """A client of Dask whose workers are what the test says."""

    def __init__(self, workers):
        self.workers, self.asked = iter(workers), 0

    def get_executor(self):
        return ThreadPoolExecutor(1)

    def nthreads(self):
        self.asked += 1
        found = next(self.workers)
        if isinstance(found, Exception):
            raise found
        return found


HERE, GONE = {"tcp://1": 1}, {}


@pytest.mark.parametrize(
    ("workers", "wait", "times", "message"),
    [
        ([HERE, GONE, GONE], False, 1, r"has had no worker for 0 seconds.*0 of 4.*--resume"),
        ([GONE, HERE, GONE, OSError()], False, 2, r"scheduler at tcp://x is gone \(OSError\)"),
        ([GONE] * 5 + [CancelledError()], True, 1, "is gone"),
    ],
    ids=["lost", "come back", "waited for without a limit"],
)
def test_workers_are_waited_for(tmp_path, monkeypatch, workers, wait, times, message):
    """The executor finishes nothing until the scheduler has been asked."""
    monkeypatch.setattr(executors, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(executors, "DASK_PATIENCE", 0.0)
    client = Scheduler(workers)
    executor = executors.DaskExecutor(client, "tcp://x", wait=wait)
    monkeypatch.setattr(executor, "submit", lambda *_: Future())
    warned = "has no worker left: waiting" + ("$" if wait else " for 0 seconds")
    with pytest.warns(RuntimeWarning, match=warned) as said, one_line_error(message):
        play_tasks(some_tasks(), tmp_path / "run", executor=executor)
    assert (client.asked, len(said)) == (len(workers), times)


def test_ctrl_c_waits_until_work_is_handed_over():
    class Pressed(ThreadPoolExecutor):
        handed = 0

        def submit(self, fn, /, *args, **kwargs):
            signal.raise_signal(signal.SIGINT)
            future = super().submit(fn, *args, **kwargs)
            self.handed += 1
            return future

    with Pressed(1) as executor:
        with pytest.raises(KeyboardInterrupt):
            list(executors.finished_by(executor, abs, [-1, -2], 2))
        assert executor.handed == 1
