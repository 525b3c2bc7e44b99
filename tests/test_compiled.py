"""Compiled functions: what the decorator adds, and what it keeps on disk."""

import ast
import json
import logging
import os
import re
import shutil
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from filelock import FileLock
from helpers.processes import python
from helpers.run_files import flipped
from numba.core.errors import NumbaError

import gpuwordle
from gpuwordle import Vocabulary, compiled
from gpuwordle.compiled import COMPILED_ROOMS, kernel
from gpuwordle.optimal.solver import Solver

NOT_COMPILED = {
    *("SHORTEST_TASK", "ceiling", "check", "check_colours", "copies_up_to", "grow", "mixed"),
    *("check_unweighted", "opened", "part", "pieces"),
}
"""Functions and constants of other rooms that modules with kernels use in plain Python."""

MODULE = """
import numpy as np

from gpuwordle.compiled import kernel


@kernel(internal=True)
def double(number):
    return 2 * number


@kernel
def doubles(number):
    return double(1) + double(2) + double(number)


@kernel(allocates=True)
def some(count):
    return np.ones(count)


@kernel
def words_of(marks):
    words = marks.view(np.uint64)
    return words.sum() if len(words) > 9 else words[0]


@kernel(allocates=True)
def words_of_made(count):
    return np.ones(count, np.uint8).view(np.uint64)[0]


@kernel(allocates=True)
def total(count):
    return some(count).sum()


@kernel
def total_of_made(count):
    numbers = np.ones(count)
    return numbers[0]


@kernel
def total_of_given(count):
    return some(count)[0]


@kernel
def halves(numbers):
    return numbers[:1], numbers[1:]


@kernel(fastmath={"reassoc"})
def total_of(numbers):
    total = 0.0
    for number in numbers:
        total += number
    return total
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "some_kernels.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("some_kernels")
    del sys.modules["some_kernels"]


def test_python_calls_what_is_not_internal(module):
    assert module.doubles(4) == 14
    with pytest.raises(TypeError, match="double is for compiled functions: Python cannot call it"):
        module.double(4)
    assert module.double.py_func(4) == 8


def test_compiling_is_logged_once_and_with_the_time_before_it_starts(module, monkeypatch, caplog):
    monkeypatch.setattr(compiled, "_room_of", lambda function: "optimal")
    compiled._log_compiling_a_room.cache_clear()
    told = "compiling optimal once (up to {} s of processor time)"
    with caplog.at_level(logging.DEBUG, "gpuwordle.compiled"):
        module.doubles(4)
        module.total_of(np.ones(3))
    lines = [record.getMessage() for record in caplog.records]
    names = [line.rpartition(".")[2] for line in lines if line.startswith("compiling some_")]
    assert names == ["doubles", "double", "total_of"]  # not once more for each constant
    assert lines[1] == told.format(compiled.SECONDS["optimal"])
    assert [record.levelname for record in caplog.records].count("INFO") == 1
    caplog.clear()
    module.doubles(4)
    assert caplog.records == []
    compiled._log_compiling_a_room.cache_clear()


def test_the_times_that_are_told_are_those_that_were_measured():
    root = Path(__file__).resolve().parents[1]
    rows = json.loads((root / "bench_results" / "compiling.json").read_text())["rows"]
    measured = {row["room"]: row["compiling"] for row in rows if row["room"] in compiled.SECONDS}
    assert measured.keys() == compiled.SECONDS.keys()
    for room, seconds in measured.items():
        assert seconds <= compiled.SECONDS[room] <= 1.5 * seconds + 5


def references(function):
    [code] = function.inspect_llvm().values()
    return re.findall(r"call [^\n]*@(NRT_\w+)", code)


@pytest.mark.parametrize("first", ["words_of", "words_of_made"])
def test_helpers_of_numba_count_references_where_their_callers_do(module, first, monkeypatch):
    monkeypatch.setattr(compiled, "_HELPERS", {False: {}, True: {}})
    context = module.words_of.targetctx
    monkeypatch.setattr(context, "cached_internal_func", {})
    for name in {first: 0, "words_of": 0, "words_of_made": 0}:
        getattr(module, name)(np.ones(8, np.uint8) if name == "words_of" else 8)
    assert not references(module.words_of)
    assert references(module.words_of_made)
    assert not context.cached_internal_func


def test_what_makes_or_returns_arrays_says_so(module):
    assert module.total(3) == 3.0
    assert references(module.total)
    with pytest.raises(NumbaError, match="Only accept returning of array passed into"):
        module.total_of_made(3)
    with pytest.raises(TypeError, match="some returns arrays: its callers need allocates=True"):
        module.total_of_given(3)
    with pytest.raises(TypeError, match="halves returns arrays: it needs allocates=True"):
        module.halves(np.ones(3))


def test_a_numba_that_always_counts_references_will_do(module, monkeypatch):
    usual = compiled.CPUTargetOptions
    less = {name: None for name in dir(usual) if not name.startswith("_")}
    monkeypatch.setattr(compiled, "CPUTargetOptions", SimpleNamespace(**less))
    function = kernel(module.total_of.py_func)
    assert function(np.ones(3)) == 3.0
    assert references(function)


@pytest.mark.parametrize("hook", ["_object_cache_notify", "_object_cache_getbuffer"])
def test_ctrl_c_is_not_lost_in_the_compiler(module, monkeypatch, hook):
    """It is pressed in a function that LLVM calls from C, where exceptions are lost."""
    engine = module.doubles.targetctx.codegen()._engine._ee
    usual = getattr(engine, hook)

    def pressed(*arguments):
        signal.raise_signal(signal.SIGINT)
        return usual(*arguments)

    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(engine, hook, pressed)
            with pytest.raises(KeyboardInterrupt):
                module.doubles(4)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, handler)
    assert module.doubles.signatures == [], "it ends after a function that this one calls"
    assert module.doubles(4) == 14


def kernels_of(room):
    """Return the kernels of a room by module and name."""
    for path in Path(gpuwordle.__file__).with_name(room).glob("*.py"):
        module = import_module(f"gpuwordle.{room}.{path.stem}")
        for name, value in vars(module).items():
            if isinstance(value, compiled._Kernel) and value.py_func.__module__ == module.__name__:
                yield f"{path.stem}.{name}", value


def allocating(function, known):
    """Say whether a kernel makes arrays, or a kernel that it calls."""
    if function not in known:
        known[function] = function.targetoptions["_nrt"]
        used = map(function.py_func.__globals__.get, function.py_func.__code__.co_names)
        kernels = [value for value in used if isinstance(value, compiled._Kernel)]
        known[function] |= any(allocating(value, known) for value in kernels)
    return known[function]


def test_exact_play_counts_references_only_where_arrays_are_made():
    """Read from the cache, which has all kernels of a search as soon as it has the search."""
    words = ("bat", "cat", "dog", "emu", "fox")
    for hard in (False, True):
        Solver(Vocabulary("pets", words, words), hard=hard).warm_up()
    known: dict[object, bool] = {}
    free = []
    for name, function in kernels_of("optimal"):
        files = function._cache._cache_file
        kept = [Path(files._data_path(file)) for file in files._load_index().values()]
        if kept and not allocating(function, known):
            free.append(name)
            assert not any(b"NRT_" in path.read_bytes() for path in kept), name
    assert len(free) > 40, free
    assert "search.search" in free, "nothing that a search calls makes arrays"


KERNEL = '''"""A room of its own, with one kernel."""

from numba import int64

from gpuwordle.compiled import kernel


@kernel(int64(int64))
def double(number):
    return 2 * number


@kernel
def triple(number):
    return number + double(number)
'''

PLAIN = """
from numba import njit


def kernel(what):
    return njit(what, cache=True)
"""

RUN = "from gpuwordle.kernel import triple; print(triple(7))"
NOWHERE = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/cache"}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package called gpuwordle with two small kernels, compiled as ours are."""
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "site" / "gpuwordle"
    folder.mkdir(parents=True)
    shutil.copy(compiled.__file__, folder)
    (folder / "__init__.py").write_text("")
    (folder / "kernel.py").write_text(KERNEL)
    return folder


def run(package, script=RUN, **environment):
    """Run a script on the small package; returns (exit code, output, errors)."""
    here = {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    return python("-W", "always", "-c", script, **here, **environment)


def compiled_files(package):
    return sorted((package / "__pycache__").glob("*.nb?"))


def assert_right(found):
    assert found == (0, "21\n", "")


@pytest.mark.parametrize("before", ["", "import numba; "])
def test_without_a_place_to_write_it_compiles_and_says_so_once(package, before):
    # What is not a folder cannot be written to by anyone, even the superuser.
    (package / "__pycache__").write_text("")
    code, out, errors = run(package, before + RUN, **NOWHERE)
    assert (code, out) == (0, "21\n"), errors
    assert "RuntimeWarning: compiled functions cannot be kept, because neither" in errors
    assert errors.count("compiled functions cannot be kept") == 1
    assert "set NUMBA_CACHE_DIR to a folder that can" in errors


def test_what_is_damaged_is_made_again(package):
    """Of one kernel the index, of the other what was compiled; both are files of their own."""
    assert_right(run(package))
    whole = compiled_files(package)
    assert [path.suffix for path in whole] == [".nbc", ".nbi"] * 2
    for damaged in (lambda content: flipped(content, len(content) // 2, 8), lambda content: b""):
        for path in whole[1:3]:
            path.write_bytes(damaged(path.read_bytes()))
        assert_right(run(package))
        assert compiled_files(package) == whole
    before = {path: path.read_bytes() for path in whole}
    assert_right(run(package))
    assert {path: path.read_bytes() for path in whole} == before
    for path in whole[1:3]:  # what cannot be made again is no obstacle
        path.unlink()
        path.mkdir()
    assert_right(run(package))


def test_a_file_of_other_sources_is_not_loaded(package):
    """numba names a file in its index before it writes it, and may be ended in between."""
    assert_right(run(package))
    older = {path: path.read_bytes() for path in compiled_files(package) if path.suffix == ".nbc"}
    (package / "kernel.py").write_text(KERNEL.replace("2 * number", "3 * number"))
    for _ in range(2):
        assert run(package) == (0, "28\n", "")
        assert older.keys() < {*compiled_files(package)}
        for path, content in older.items():
            assert path.read_bytes() != content
            path.write_bytes(content)
    assert run(package) == (0, "28\n", "")


@pytest.mark.slow
def test_a_cache_that_numba_wrote_by_itself_is_made_again(package):
    (package / "compiled.py").write_text(PLAIN)
    assert_right(run(package))
    shutil.copy(compiled.__file__, package)
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
        "from gpuwordle.compiled import kernel\n"
        "from gpuwordle.rules.constants import FACTOR\n\n\n"
        "@kernel\ndef scaled(number):\n    return FACTOR * number\n"
    )
    (package / "backends" / "kernel.py").write_text(
        "from gpuwordle.compiled import kernel\n"
        "from gpuwordle.backends.base import scaled\n\n\n"
        "@kernel\ndef one_more(number):\n    return scaled(number) + 1\n"
    )
    script = "from gpuwordle.backends.kernel import one_more as f; print(f(7), end=' '); "
    script += "print(sum(f.stats.cache_hits.values()))"
    assert [run(package, script)[1] for _ in range(2)] == ["15 0\n", "15 1\n"]
    (package / "rules" / "constants.py").write_text("FACTOR = 3\n")
    assert [run(package, script)[1] for _ in range(2)] == ["22 0\n", "22 1\n"]
    for path in package.rglob("*.py"):  # as a new installation of the same sources does
        os.utime(path, (1, 1))
    assert run(package, script)[1] == "22 1\n"


def test_whatever_is_compiled_into_a_kernel_is_on_the_floors():
    root = Path(gpuwordle.__file__).parent
    for path in root.rglob("*.py"):
        text = path.read_text()
        if "from gpuwordle.compiled import kernel" not in text:
            continue
        room = COMPILED_ROOMS.index(path.relative_to(root).parts[0])
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gpuwordle."):
                there = node.module.split(".")[1]
                names = {name.name for name in node.names}
                frozen = {name for name in names if name.isupper() or not name[0].isupper()}
                if there not in ("compiled", *COMPILED_ROOMS[: room + 1]):
                    assert frozen <= NOT_COMPILED, (path, node.module, frozen)


def test_functions_of_others_are_left_alone(package, tmp_path):
    """They fail or not as numba has it, whoever else is imported."""
    (tmp_path / "site" / "theirs.py").write_text(PLAIN + "\n\n@kernel\ndef f(x):\n    return x\n")
    script = (
        "import sys; from numba.core import caching, dispatcher;"
        "before = [caching.FunctionCache, dispatcher.FunctionCache, *sys.meta_path];" + RUN + ";"
        "assert before == [caching.FunctionCache, dispatcher.FunctionCache, *sys.meta_path];"
        "import theirs; assert type(theirs.f._cache) is caching.FunctionCache"
    )
    assert_right(run(package, script))
    shutil.rmtree(tmp_path / "site" / "__pycache__")
    (tmp_path / "site" / "__pycache__").write_text("")
    _, _, errors = run(package, "import theirs", **NOWHERE)
    assert "RuntimeError: cannot cache function" in errors


def test_it_runs_without_a_compiler(package):
    assert_right(run(package, NUMBA_DISABLE_JIT="1"))
    assert compiled_files(package) == []


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


def test_eight_threads_load_one_kernel(package):
    assert_right(run(package, EIGHT))
    files = compiled_files(package)
    assert files
    assert_right(run(package, EIGHT))
    assert len(compiled_files(package)) == len(files)
    for file in files:
        file.write_bytes(file.read_bytes()[:-9])
    assert_right(run(package, EIGHT))
    assert_right(run(package))
    assert len(compiled_files(package)) == len(files)


def test_a_version_is_written_when_no_other_process_writes(module):
    folder = Path(module.doubles._cache.cache_path)
    with ThreadPoolExecutor() as pool:
        with FileLock(folder / ".lock"):
            called = pool.submit(module.doubles, 4)
            with pytest.raises(TimeoutError):
                called.result(timeout=3)
        assert called.result() == 14
