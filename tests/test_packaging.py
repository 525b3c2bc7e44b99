"""The package works from a wheel, an editable install and a bare checkout, and without POSIX."""

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from helpers.processes import python
from helpers.words import random_words

from gpuwordle import __version__

ROOT = Path(__file__).resolve().parents[1]
KERNELS = sorted(path.name for path in (ROOT / "kernels").glob("*.cu*"))

DATA = {
    str(path.relative_to(ROOT / "gpuwordle"))
    for folder in (
        "assistant/*.bin",
        "papers/*.toml",
        "proofs/*.json",
        "words/languages/*.toml",
        "report/templates/*",
        "web/static/*",
        "py.typed",
    )
    for path in (ROOT / "gpuwordle").glob(folder)
}

# What an installed or merely found package must be able to do: run, and find its kernels, the
# papers, the templates and the known positions.
CHECK = (
    "import gpuwordle.backends.cuda.source as s, pathlib, gpuwordle;"
    "home = pathlib.Path(gpuwordle.__file__).parent;"
    "print(home);"
    "print(*sorted(p.name for p in s.KERNELS.glob('*.cu*')));"
    "kinds = ('.bin', '.toml', '.json', '.jinja', '.css', '.html', '.js');"
    "print(*(p.relative_to(home) for p in home.rglob('*')"
    " if p.suffix in kinds or p.name == 'py.typed'))"
)


def run(program, arguments, folder, **environment):
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run(
        [program, *arguments],
        cwd=folder,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


def test_every_package_is_listed():
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = [path.parent for path in (ROOT / "gpuwordle").rglob("__init__.py")]
    names = [".".join(folder.relative_to(ROOT).parts) for folder in folders]
    assert sorted(tool["packages"]) == sorted([*names, "gpuwordle.kernels"])


def test_a_bare_checkout_with_pythonpath_alone(tmp_path):
    home, kernels, data = run(sys.executable, ["-c", CHECK], tmp_path, PYTHONPATH=str(ROOT))
    assert Path(home) == ROOT / "gpuwordle"
    assert kernels.split() == KERNELS
    assert set(data.split()) == DATA
    for flags in (["-m", "gpuwordle"], ["-um", "gpuwordle"], ["-mgpuwordle"]):
        assert run(sys.executable, [*flags, "--version"], tmp_path, PYTHONPATH=str(ROOT))


@pytest.mark.rest
@pytest.mark.parametrize("kind", ["wheel", pytest.param("editable", marks=pytest.mark.slow)])
def test_installed(tmp_path, kind):
    target = tmp_path / "site"
    lent_pip = find_spec("pip") is not None
    bare = ["--without-pip"] * lent_pip  # to install pip takes longer than the package
    subprocess.run([sys.executable, "-m", "venv", *bare, target], check=True)
    python = str(target / "bin" / "python")
    source = tmp_path / "source"
    # A copy, so that building leaves nothing in the checkout and tests can run side by side.
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in done.stdout.splitlines():
        if not (ROOT / name).is_file():
            continue  # deleted, not committed yet
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    pip = [sys.executable, "-m", "pip", "--python", python] if lent_pip else [python, "-m", "pip"]
    pip += ["--disable-pip-version-check", "-q"]
    if kind == "wheel":
        dist = tmp_path / "dist"
        run(pip[0], [*pip[1:], "wheel", "--no-deps", "-w", dist, source], tmp_path)
        (wheel,) = dist.iterdir()
        assert wheel.name == f"gpuwordle-{__version__}-py3-none-any.whl"
        shutil.rmtree(source)  # nothing of it can be met from here on
        what = [wheel]
    else:
        what = ["--editable", source]
    run(pip[0], [*pip[1:], "install", "--no-deps", *what], tmp_path)
    # What the package needs is lent, and not the gpuwordle that may stand beside it.
    (site,) = target.glob("lib/python*/site-packages")
    lent = tmp_path / "lent"
    lent.mkdir()
    for path in Path(np.__file__).parents[1].iterdir():
        if "gpuwordle" not in path.name:
            (lent / path.name).symlink_to(path)
    (site / "lent.pth").write_text(f"{lent}\n")
    home, kernels, data = run(python, ["-c", CHECK], tmp_path)
    assert kernels.split() == KERNELS
    assert set(data.split()) == DATA
    assert Path(home).is_relative_to(source if kind == "editable" else target)
    gpuwordle = str(target / "bin" / "gpuwordle")
    assert run(gpuwordle, ["--version"], tmp_path) == [f"gpuwordle {__version__}"]
    (tmp_path / "birds.txt").write_text("crane\nheron\nstork\ntern\n")
    asked = ["-v", "birds.txt", "-b", "numpy"]
    opened = run(gpuwordle, ["first-guess", *asked, "--lengths", "4-5"], tmp_path)
    assert [line.split()[:2] for line in opened[3:]] == [["4", "1"], ["5", "3"]]
    page = "\n".join(run(gpuwordle, ["tree", *asked, "--format", "html"], tmp_path))
    assert '<script type="application/json" id="data">' in page
    run(gpuwordle, ["benchmark", *asked, "-s", "entropy", "-o", "run"], tmp_path)
    assert '<html lang="en">' in run(gpuwordle, ["report", "run", "-f", "html"], tmp_path)


WITHOUT_POSIX = """
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
def test_what_is_posix_only_is_not_needed(file, tmp_path):
    listed = file("words.txt", *random_words(5, 4, 12, 60))
    code, out, err = python("-c", WITHOUT_POSIX, listed, tmp_path, timeout=300)
    assert code == 0, err
    assert out.endswith("all ran\n")
