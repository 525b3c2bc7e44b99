"""The program: runs the command line and exits with its code."""

from __future__ import annotations

import _thread
import atexit
import gc
import io
import os
import signal
import sys
import threading
import warnings
from typing import Any

from gpuwordle.cli.messages import INTERRUPTED

OBJECTS = 50_000
"""New objects between two searches for unreachable ones. Imports make many objects and leave none
unreachable, so with Python's usual number a short command searches often and finds nothing."""

SOON = 0.05
"""Seconds after which a Ctrl-C that Python dropped is repeated."""


def main() -> None:
    """Run the command line and exit with its code."""
    gc.set_threshold(OBJECTS)
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        # PYTHONUNBUFFERED: raw streams write a part and say nothing if the disk fills.
        whole = io.BufferedWriter(sys.stdout.buffer)
        how = sys.stdout.encoding, sys.stdout.errors
        sys.stdout = io.TextIOWrapper(whole, *how, line_buffering=True)
    warnings.formatwarning = _one_line
    sys.unraisablehook = _repeat_ctrl_c
    heard = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    # The last thing to run: after it, Python would let Ctrl-C kill a process that has its result.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    try:
        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        from gpuwordle.cli.app import run  # inside, so that Ctrl-C while importing is quiet too

        code = run()
        if heard:  # while the interpreter waits for its threads
            signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    except KeyboardInterrupt:
        print("gpuwordle: interrupted", file=sys.stderr, flush=True)
        # Output files are complete or removed by now. The interpreter would wait for its threads
        # here, forever for one whose start was interrupted, so exit at once.
        os._exit(INTERRUPTED)
    raise SystemExit(code)


def _one_line(message: Warning | str, *_: object, **__: object) -> str:
    """Format a warning like all other messages, without the line of code."""
    return f"gpuwordle: {' '.join(str(message).split())}\n"


def _repeat_ctrl_c(dropped: Any) -> None:
    """Repeat a Ctrl-C that Python drops because it came during a callback or a finalizer."""
    if dropped.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(dropped)
        return
    again = threading.Timer(SOON, _press_ctrl_c)
    again.daemon = True
    again.start()


def _press_ctrl_c() -> None:
    """Interrupt the main thread, also where it waits."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()
