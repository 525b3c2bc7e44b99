"""Threads of a search that is interrupted, at whatever moment."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from gpuwordle.optimal import cancellation
from gpuwordle.optimal.cancellation import CONTROLS, STOP, run_all


def test_a_thread_that_begins_after_the_interruption_does_no_work(monkeypatch):
    late, worked = [], []

    class Late(threading.Thread):
        def start(self):
            late.append(threading.Timer(0.05, self.run))
            late[0].start()
            raise KeyboardInterrupt

    monkeypatch.setattr(cancellation.threading, "Thread", Late)
    with pytest.raises(KeyboardInterrupt):
        run_all([lambda: worked.append(1)], [np.zeros(CONTROLS, np.int64)])
    late[0].join()
    assert not worked


def test_a_second_interruption_waits_for_the_threads_too():
    control, ended = np.zeros(CONTROLS, np.int64), []

    def work():
        while not control[STOP]:
            time.sleep(0.001)
        time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)  # while the main thread waits
        time.sleep(0.1)
        ended.append(True)

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all([work], [control], report=interrupted)
    assert ended
