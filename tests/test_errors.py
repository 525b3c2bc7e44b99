"""What a user's mistake looks like in a notebook: one short traceback, whatever library met it."""

import ast
import pickle
import traceback
from fractions import Fraction
from pathlib import Path

import pytest

import gpuwordle
from gpuwordle import Vocabulary, load, play, read_run, run_benchmark
from gpuwordle.errors import UserError, percent

HOME = Path(gpuwordle.__file__).parent
BIRDS = Vocabulary("birds", ["crane", "heron", "stork"])

# A kernel that does not compile, or code of another package, whose author needs the traceback.
CHAINED = {"backends/cuda/device.py", "plugins.py", "words/sources.py"}


def test_no_error_of_a_library_is_chained_to_the_message():
    chained = set()
    for path in HOME.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        caught = [each for each in ast.walk(tree) if isinstance(each, ast.ExceptHandler)]
        handled = {id(each) for handler in caught for each in ast.walk(handler)}
        for node in (each for each in ast.walk(tree) if isinstance(each, ast.Raise)):
            # What is caught may be raised again; an error made there needs "from None".
            implicit = id(node) in handled and isinstance(node.exc, ast.Call)
            if ast.unparse(node.cause) != "None" if node.cause else implicit:
                chained.add(path.relative_to(HOME).as_posix())
    assert chained == CHAINED


def test_a_message_is_one_line_and_a_log_follows():
    message = UserError("two\nlines\x1b[2J", log="line 1\nline 2\x9b")
    shown = "two\\nlines\\x1b[2J\nline 1\nline 2\\x9b"
    for error in (message, pickle.loads(pickle.dumps(message))):
        assert str(error) == shown
    assert str(UserError("two\nlines")) == "two\\nlines"


def words(folder, name, content):
    (folder / name).write_bytes(content)
    return load(str(folder / name))


def spoilt_run(folder, name, content):
    run_benchmark(BIRDS, "minimax", folder=folder, backend="numpy")
    (path,) = folder.glob(name)
    path.write_bytes(content)
    return read_run(folder).to_arrow()


MISTAKES = {  # of which a library's error told
    "file": lambda folder: load(str(folder / "missing.txt")),
    "encoding": lambda folder: words(folder, "words.txt", "éclat\n".encode("utf-16")),
    "parquet": lambda folder: words(folder, "words.parquet", b"crane\n"),
    "class": lambda folder: play(BIRDS, "nowhere.to.be:Found", backend="numpy"),
    "no run": read_run,
    "damaged file": lambda folder: spoilt_run(folder, "*/*.parquet", b"PAR1 and no more"),
    "damaged bookkeeping": lambda folder: spoilt_run(folder, "_run.json", b"{}"),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_is_one_traceback(mistake, tmp_path):
    with pytest.raises(UserError) as caught:
        mistake(tmp_path)
    lines = traceback.format_exception(caught.value)
    assert sum(line.startswith("Traceback") for line in lines) == 1
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [
        (99_999 / 100_000, 2, "99.99"),
        (2314 / 2315, 2, "99.96"),
        (1 - Fraction(1, 10**20), 1, "99.9"),
        (Fraction(1), 0, "100"),
    ],
)
def test_all_is_said_of_all_alone(share, digits, text):
    assert percent(share, digits) == text
