"""Work shared out to threads: what runs, what is reported, what an exception leaves undone."""

import os
import signal
import threading
import time
from functools import partial

import pytest
from helpers.processes import python

from gpuwordle.threads import LONGEST_TASK, SHORTEST_TASK, Threads

WAIT = 60
"""Seconds after which a test that waits for another thread has failed."""


def helpers():
    return {t.name for t in threading.enumerate() if t.name.startswith("gpuwordle_")}


@pytest.mark.parametrize("threads", [1, 2, 5, 40])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 300])
def test_every_task_runs_once_and_is_reported_by_the_caller(threads, count):
    done, reported, reporters = [], [], set()

    def report(share):
        reported.append(share)
        reporters.add(threading.get_ident())

    Threads(threads).run(((partial(done.append, i), float(i)) for i in range(count)), report)
    assert sorted(done) == list(range(count))
    assert sorted(reported) == sorted(map(float, range(count)))
    assert reporters <= {threading.get_ident()}


def test_as_many_threads_as_wanted_work_at_once_and_stay():
    barrier = threading.Barrier(6)
    for _ in range(3):
        Threads(6).run([(partial(barrier.wait, WAIT), 0.0)] * 6)
    started = helpers()
    assert len(started) >= 5
    Threads(6).run([(lambda: None, 0.0)] * 100)
    assert helpers() == started


def test_one_task_or_one_thread_is_left_to_the_caller():
    idents = []
    tasks = [(lambda: idents.append(threading.get_ident()), 0.0)]
    Threads(8).run(tasks)
    Threads(1).run(tasks * 3)
    assert idents == [threading.get_ident()] * 4


def test_runs_within_tasks_and_from_several_threads():
    results = []

    def outer():
        Threads(4).run([(partial(results.append, 1), 0.0)] * 5)

    callers = [
        threading.Thread(target=lambda: Threads(3).run([(outer, 0.0)] * 6)) for _ in range(4)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(WAIT)
    assert len(results) == 4 * 6 * 5


@pytest.mark.parametrize("raiser", ["helper", "caller", "report"])
def test_an_exception_ends_the_run_after_what_has_begun(raiser):
    """Two threads hold a task each; whatever fails, the tasks that go on are waited for."""
    caller = threading.get_ident()
    barrier, failed = threading.Barrier(2), threading.Event()
    ended, begun_later = [], []
    if raiser == "report":
        failed.set()

    def first():
        barrier.wait(WAIT)
        mine = "caller" if threading.get_ident() == caller else "helper"
        if mine == raiser:
            failed.set()
            raise ZeroDivisionError(mine)
        assert failed.wait(WAIT)
        ended.append(mine)

    def report(share):
        if raiser == "report":
            raise ZeroDivisionError(raiser)

    def later():
        begun_later.append(1)
        # A second for all of them: they must not be over before the exception.
        time.sleep(0.002)

    with pytest.raises(ZeroDivisionError, match=raiser):
        Threads(2).run([(first, 0.0)] * 2 + [(later, 0.0)] * 500, report)
    assert sorted(ended) == [one for one in ("caller", "helper") if one != raiser]
    assert len(begun_later) < 500
    # The threads serve the next run as if nothing had been.
    again = threading.Barrier(2)
    Threads(2).run([(partial(again.wait, WAIT), 0.0)] * 2)


def test_an_interrupt_reaches_a_caller_that_waits_and_starts_nothing_more():
    interrupted, begun = threading.Event(), []
    caller = threading.get_ident()
    barrier = threading.Barrier(2)

    def task():
        begun.append(1)
        if len(begun) <= 2:
            barrier.wait(WAIT)
        if threading.get_ident() != caller:
            os.kill(os.getpid(), signal.SIGINT)
            interrupted.wait(WAIT)

    def handler(*_):
        interrupted.set()
        raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            Threads(2).run([(task, 0.0)] * 2)
    finally:
        signal.signal(signal.SIGINT, usual)
    assert len(begun) == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_starts_threads_of_its_own():
    script = (
        "import os, threading\n"
        "from gpuwordle.threads import Threads\n"
        "def together():\n"
        "    barrier = threading.Barrier(3)\n"
        "    Threads(3).run([(lambda: barrier.wait(60), 0.0)] * 3)\n"
        "together()\n"
        "child = os.fork()\n"
        "together()\n"
        "if child:\n"
        "    assert os.waitpid(child, 0)[1] == 0\n"
        "    print('both')\n"
        "else:\n"
        "    os._exit(0)\n"
    )
    code, out, err = python("-c", script)
    assert (code, out) == (0, "both\n"), err


BEGUN = (
    "import os, signal, sys, threading, time\n"
    "from gpuwordle.threads import Threads\n"
    "def task():\n"
    "    time.sleep(0.02)\n"
    "def run(count):\n"
    "    Threads(3).run([(task, 0.0)] * count)\n"
    "run(6)\n"
)
ENDS = {
    "idle threads": "",
    "interrupt": (
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    run(100_000)\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(0)\n"
        "sys.exit(1)\n"
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_the_process_ends_promptly(end):
    assert python("-c", BEGUN + ENDS[end], timeout=WAIT)[0] == 0


@pytest.mark.parametrize("threads", [1, 2, 16, 64])
@pytest.mark.parametrize("items", [0, 1, 5, 1000, 12_972])
@pytest.mark.parametrize("each", [1.0, 300.0, 1e5, 1e9])
@pytest.mark.parametrize("multiple", [1, 16])
def test_cuts_cover_all_and_are_worth_handing_over(threads, items, each, multiple):
    parts = list(Threads(threads).cut(items, each, multiple))
    assert [first for first, _ in parts] == [0, *(last for _, last in parts)][: len(parts)]
    assert not items or parts[-1][1] == items
    assert all(first % multiple == 0 for first, _ in parts)
    # Whatever the number of threads: rounding makes tasks a little shorter, at most by half.
    if len(parts) > 1:
        width = parts[0][1] - parts[0][0]
        assert width * each >= SHORTEST_TASK / 2
        assert width == multiple or (width - multiple) * each <= 2 * LONGEST_TASK


def test_little_work_is_not_cut_however_many_threads():
    assert len(list(Threads(64).cut(12_972, 20.0))) == 1
    assert len(list(Threads(64).cut(12_972, 200.0))) <= 11
    assert len(list(Threads(4).cut(12_972, 20_000.0))) == 16
