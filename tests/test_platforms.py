"""What only POSIX systems have is never needed: the package works where it is taken away."""

from __future__ import annotations

import subprocess
import sys

import pytest
from helpers.words import random_words

PROGRAM = """
import os, pkgutil, signal, sys, warnings
from importlib import import_module
# Others' packages may need what theirs is to guard.
import filelock, numba, numpy, psutil, pyarrow.parquet, typer.main, rich.console, rich.progress
from multiprocessing import popen_spawn_posix, resource_tracker
names = {
    os: '''fork forkpty getuid geteuid getgid getegid getgroups getpgid getpgrp getsid killpg setsid
        mkfifo mknod chown lchown fchown sched_getaffinity sched_setaffinity sysconf statvfs openpty
        O_DIRECTORY O_NOFOLLOW O_SYNC getloadavg nice pipe2 preadv
        pwrite pread sendfile posix_fallocate posix_fadvise register_at_fork ctermid ttyname
        tcgetpgrp chroot sync lockf getresuid getpriority wait3 wait4 fchdir fdatasync'''.split(),
    signal: '''SIGKILL SIGUSR1 SIGUSR2 SIGHUP SIGQUIT SIGALRM SIGPIPE SIGCHLD SIGCONT SIGSTOP
        SIGTSTP SIGWINCH alarm setitimer getitimer pause pthread_kill pthread_sigmask sigwait
        sigpending siginterrupt'''.split(),
}
for module, theirs in names.items():
    for name in theirs:
        if hasattr(module, name):
            delattr(module, name)
for module in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "syslog"):
    sys.modules[module] = None
import gpuwordle
skipped = []
for found in pkgutil.walk_packages(gpuwordle.__path__, "gpuwordle."):
    if found.name.endswith("__main__"):
        continue
    try:
        import_module(found.name)
    except ImportError as error:
        assert error.name and not error.name.startswith("gpuwordle"), (found.name, error)
        assert sys.modules.get(error.name, error) is not None, (found.name, error)
        skipped.append(found.name)
assert all(name.startswith(("gpuwordle.web", "gpuwordle.backends", "gpuwordle.report"))
           for name in skipped), skipped
from gpuwordle.cli.app import run
words, folder = sys.argv[1], sys.argv[2]
list_of = ["-v", words, "-l", "4"]
here = [*list_of, "-b", "numpy"]
for command in (
    ["first-guess", *here, "-o", f"{folder}/openers.txt"],
    ["matrix", *here, "-o", f"{folder}/matrix.npy"],
    ["benchmark", *here, "-s", "minimax", "-s", "random", "-o", f"{folder}/run"],
    ["benchmark", *here, "-s", "entropy", "-o", f"{folder}/run", "--resume"],
    ["report", f"{folder}/run", "-o", f"{folder}/report.md", "--format", "markdown"],
    ["verify", f"{folder}/run", "-v", words],
    ["tree", *here, "-s", "entropy", "-f", "json", "-o", f"{folder}/tree.json"],
    ["cliques", *list_of, "-o", f"{folder}/cliques.txt"],
    ["backends"],
):
    assert run([*command]) == 0, command
print("all ran")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is to be taken away there")
def test_what_is_posix_only_is_not_needed(tmp_path):
    listed = tmp_path / "words.txt"
    listed.write_text("\n".join(random_words(5, 4, 12, 60)))
    said = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, str(listed), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout.endswith("all ran\n")
