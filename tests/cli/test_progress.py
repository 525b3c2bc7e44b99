"""Bars: nothing off a terminal, no share before there is one, and compiling said once."""

import io
import logging

import pytest
from helpers.processes import python
from rich.console import Console

from gpuwordle.cli.progress import ProgressBar, bar_on, progress_bar
from gpuwordle.words import sources


def bar():
    made = bar_on(Console(file=io.StringIO(), force_terminal=True, width=100))
    return made, ProgressBar(made, made.add_task("starting", total=None))


def test_nothing_is_shown_off_a_terminal(capsys):
    with progress_bar("loading") as shown:
        assert shown.part("5 letters", 0.0, 1.0) is None
    assert capsys.readouterr() == ("", "")


def test_there_is_no_share_before_there_is_one():
    made, shown = bar()
    update = shown.part("5 letters", 0.0, 0.5)
    update(0.0)
    [task] = made.tasks
    assert (task.total, task.description) == (None, "5 letters")
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


LINE = "compiling optimal once (up to 9 s of processor time)"


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ((), [LINE]),
        (("--quiet",), []),
        (("--verbose",), [LINE, "compiling search", "read 15 words of the list 'birds'"]),
    ],
)
def test_what_is_logged_is_told_as_wanted(gpuwordle, monkeypatch, birds, flags, told):
    load = sources.load

    def loading(*names, **how):
        """Log what a first call of compiled functions does."""
        log = logging.getLogger("gpuwordle.optimal")
        log.info(LINE)
        log.debug("compiling search")
        return load(*names, **how)

    monkeypatch.setattr(sources, "load", loading)
    code, out, err = gpuwordle("score", "crane", "-v", birds, "-b", "numpy", *flags)
    assert (code, "crane" in out) == (0, True)
    assert err.splitlines() == told
    assert logging.getLogger("gpuwordle").handlers == []


def test_a_library_prints_nothing_of_what_is_logged():
    code = (
        "import logging, gpuwordle\n"
        "gpuwordle.load()\n"
        "logging.getLogger('gpuwordle.compiled').info('told')\n"
    )
    assert python("-c", code) == (0, "", "")
