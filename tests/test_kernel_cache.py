"""Compiled kernels on disk: where none can be kept, and where they were damaged."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gpuwordle
from gpuwordle.kernel_cache import FLOORS

NOT_COMPILED = {"ceiling", "check", "pieces"}
"""Functions of other rooms that modules with kernels call from plain Python."""

COMPILING = re.compile(
    r"^from (numba import .*\bnjit|gpuwordle\.compiled import .*\b(entry|inner))\b", re.MULTILINE
)

KERNEL = '''"""A room of its own, with one kernel."""

from numba import njit, int64


@njit(int64(int64), cache=True)
def double(number):
    return 2 * number


@njit(cache=True)
def triple(number):
    return number + double(number)
'''

WATCHING = "from gpuwordle import kernel_cache\nkernel_cache.watch()\n"

RUN = "from gpuwordle.kernel import triple; print(triple(7))"


@pytest.fixture
def package(tmp_path):
    """A package called gpuwordle with one small kernel, mended as ours is."""
    folder = tmp_path / "site" / "gpuwordle"
    folder.mkdir(parents=True)
    shutil.copy(Path(gpuwordle.__file__).with_name("kernel_cache.py"), folder)
    (folder / "__init__.py").write_text(
        "from gpuwordle import kernel_cache\nkernel_cache.watch()\n"
    )
    (folder / "kernel.py").write_text(KERNEL)
    return folder


def run(package, script=RUN, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, "-W", "always", "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=package.parent,
        env={**kept, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
        | environment,
    )


def compiled(package):
    return sorted((package / "__pycache__").glob("*.nb?"))


def assert_right(found, said=""):
    assert (found.returncode, found.stdout) == (0, "21\n"), found.stderr
    assert said in found.stderr
    if not said:
        assert found.stderr == ""


@pytest.mark.parametrize("before", ["", "import numba; "])
def test_without_a_place_to_write_it_compiles_and_says_so_once(package, before):
    # What is no folder cannot be written by anyone, the superuser included.
    (package / "__pycache__").write_text("")
    found = run(package, before + RUN, HOME="/dev/null", XDG_CACHE_HOME="/dev/null/cache")
    assert_right(found, "RuntimeWarning: compiled functions cannot be kept, because neither")
    assert found.stderr.count("compiled functions cannot be kept") == 1
    assert "set NUMBA_CACHE_DIR to a folder that can" in found.stderr


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 8
    path.write_bytes(content)


def empty(path):
    path.write_bytes(b"")


def block(path):
    path.unlink()
    path.mkdir()


def test_what_is_damaged_is_made_again(package):
    """Of one kernel the index, of the other what was compiled; both are files of their own."""
    assert_right(run(package))
    whole = compiled(package)
    assert [path.suffix for path in whole] == [".nbc", ".nbi"] * 2
    for damage in (cut, flip):
        damage(whole[1])
        damage(whole[2])
        assert_right(run(package))
        assert compiled(package) == whole
    before = {path: path.read_bytes() for path in whole}
    assert_right(run(package))
    assert {path: path.read_bytes() for path in whole} == before


@pytest.mark.slow
@pytest.mark.parametrize("damage", [empty, block])
def test_what_is_damaged_otherwise_is_no_obstacle(package, damage):
    assert_right(run(package))
    for path in compiled(package)[1:3]:
        damage(path)
    assert_right(run(package))


@pytest.mark.slow
def test_a_cache_that_numba_wrote_by_itself_is_made_again(package):
    (package / "__init__.py").write_text("")
    assert_right(run(package))
    (package / "__init__.py").write_text(WATCHING)
    assert_right(run(package))
    assert_right(run(package))


def test_a_full_disk_costs_the_cache_alone(package):
    script = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500));" + RUN
    )
    if sys.platform != "linux":
        pytest.skip("limits of files are those of Linux")
    assert_right(run(package, script))


def test_what_a_kernel_is_made_of_changes_it(package):
    """Its own file stays as it was: another one has the constant, and a third the function."""
    for room in ("rules", "backends"):
        (package / room).mkdir()
        (package / room / "__init__.py").write_text("")
    (package / "rules" / "constants.py").write_text("FACTOR = 2\n")
    (package / "backends" / "base.py").write_text(
        "from numba import njit\nfrom gpuwordle.rules.constants import FACTOR\n\n\n"
        "@njit(cache=True)\ndef scaled(number):\n    return FACTOR * number\n"
    )
    (package / "backends" / "kernel.py").write_text(
        "from numba import njit\nfrom gpuwordle.backends.base import scaled\n\n\n"
        "@njit(cache=True)\ndef one_more(number):\n    return scaled(number) + 1\n"
    )
    script = "from gpuwordle.backends.kernel import one_more as f; print(f(7), end=' '); "
    script += "print(sum(f.stats.cache_hits.values()))"
    assert [run(package, script).stdout for _ in range(2)] == ["15 0\n", "15 1\n"]
    (package / "rules" / "constants.py").write_text("FACTOR = 3\n")
    assert [run(package, script).stdout for _ in range(2)] == ["22 0\n", "22 1\n"]


def test_whatever_is_compiled_into_a_kernel_is_on_the_floors():
    root = Path(gpuwordle.__file__).parent
    for path in root.rglob("*.py"):
        text = path.read_text()
        if path.name == "compiled.py" or not COMPILING.search(text):
            continue
        room = FLOORS.index(path.relative_to(root).parts[0])
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gpuwordle."):
                there = node.module.split(".")[1]
                frozen = [name.name for name in node.names if not name.name[0].isupper()]
                frozen += [name.name for name in node.names if name.name.isupper()]
                if there not in ("compiled", *FLOORS[: room + 1]):
                    assert set(frozen) <= NOT_COMPILED, (path, node.module, frozen)


def test_functions_of_others_are_left_alone(package, tmp_path):
    """They fail or not as numba has it, whoever else is imported."""
    (tmp_path / "site" / "theirs.py").write_text(KERNEL)
    (tmp_path / "site" / "__pycache__").write_text("")
    script = "import gpuwordle, theirs"
    found = run(package, script, HOME="/dev/null", XDG_CACHE_HOME="/dev/null/cache")
    assert "RuntimeError: cannot cache function" in found.stderr


EIGHT = """
import sys, threading
sys.setswitchinterval(1e-6)
barrier, found = threading.Barrier(8), []
def ask():
    barrier.wait()
    from gpuwordle.kernel import triple
    found.append(triple(7))
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert found == [21] * 8, found
print(found[0])
"""


@pytest.mark.parametrize("damaged", [False, True])
def test_eight_threads_load_one_kernel(package, damaged):
    assert_right(run(package, EIGHT))
    files = compiled(package)
    assert files
    for file in files if damaged else ():
        file.write_bytes(file.read_bytes()[:-9])
    assert_right(run(package, EIGHT))
    assert_right(run(package))
    assert len(compiled(package)) == len(files)
