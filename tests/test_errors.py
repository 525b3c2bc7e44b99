"""What a user's mistake looks like in a notebook: one short traceback, whatever library met it."""

from __future__ import annotations

import ast
import pickle
import traceback
from pathlib import Path

import pytest

import gpuwordle
from gpuwordle import (
    Conditions,
    Vocabulary,
    best_openers,
    grow,
    load,
    pattern_matrix,
    play,
    read_run,
    run_benchmark,
    verify,
)
from gpuwordle.errors import UserError
from gpuwordle.rules.pattern import Pattern

HOME = Path(gpuwordle.__file__).parent
BIRDS = Vocabulary("birds", ["crane", "heron", "stork"])

# A kernel that does not compile is not the user's mistake.
CHAINED = {"backends/cuda/device.py"}


def test_no_error_of_a_library_is_chained_to_the_message():
    chained = set()
    for path in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            cause = node.cause if isinstance(node, ast.Raise) else None
            if cause is not None and ast.unparse(cause) != "None":
                chained.add(path.relative_to(HOME).as_posix())
    assert chained == CHAINED


def test_a_message_is_one_line_and_a_log_follows():
    message = UserError("two\nlines\x1b[2J", log="line 1\nline 2\x9b")
    shown = "two\\nlines\\x1b[2J\nline 1\nline 2\\x9b"
    for error in (message, pickle.loads(pickle.dumps(message))):
        assert str(error) == shown
    assert str(UserError("two\nlines")) == "two\\nlines"


def damaged_run(folder):
    run_benchmark(BIRDS, "minimax", folder=folder / "run", backend="numpy")
    return folder / "run"


def damaged_file(folder):
    run = damaged_run(folder)
    (path,) = run.glob("*/*.parquet")
    path.write_bytes(b"PAR1 and no more")
    return read_run(run).to_arrow()


def damaged_bookkeeping(folder):
    run = damaged_run(folder)
    (run / "_run.json").write_text("{}")
    return read_run(run)


def words_in_another_encoding(folder):
    (folder / "words.txt").write_bytes("éclat\n".encode("utf-16"))
    return load(str(folder / "words.txt"))


def no_parquet(folder):
    (folder / "words.parquet").write_text("crane\n")
    return load(str(folder / "words.parquet"))


MISTAKES = {
    "lengths": lambda folder: Pattern.of("crane", "cat"),
    "list": lambda folder: load("wordel"),
    "file": lambda folder: load(str(folder / "missing.txt")),
    "encoding": words_in_another_encoding,
    "parquet": no_parquet,
    "word": lambda folder: play(BIRDS, opener="robin", backend="numpy"),
    "words by name": lambda folder: play("wordel", backend="numpy"),
    "words of many lengths": lambda folder: best_openers("web2", length=33, backend="numpy"),
    "words to a matrix": lambda folder: pattern_matrix("wordel", backend="numpy"),
    "words to a file": lambda folder: pattern_matrix(BIRDS, path=folder / "m.txt"),
    "words to a run": lambda folder: run_benchmark("wordel", "minimax", folder=folder / "run"),
    "names to a run": lambda folder: run_benchmark(["wordel"], "minimax", folder=folder / "run"),
    "strategy": lambda folder: grow(BIRDS, "entropie", backend="numpy"),
    "class": lambda folder: play(BIRDS, "nowhere.to.be:Found", backend="numpy"),
    "option": lambda folder: run_benchmark(
        BIRDS, "minimax", folder=folder / "run", options={"size": 3}, backend="numpy"
    ),
    "backend": lambda folder: play(BIRDS, backend="gpu"),
    "conditions": lambda folder: Conditions(pool="some"),
    "no run": lambda folder: read_run(folder),
    "damaged file": damaged_file,
    "damaged bookkeeping": damaged_bookkeeping,
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_is_one_traceback(mistake, tmp_path):
    with pytest.raises(UserError) as caught:
        mistake(tmp_path)
    lines = traceback.format_exception(caught.value)
    assert sum(line.startswith("Traceback") for line in lines) == 1
    assert len(str(caught.value).splitlines()) == 1


def test_a_path_of_several_lines_makes_an_error_of_one():
    with pytest.raises(UserError) as caught:
        verify("a\x1b[2J\x9b31m\n")
    assert str(caught.value).startswith(r"a\x1b[2J\x9b31m\n cannot be read")
