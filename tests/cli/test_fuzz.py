"""Whatever is given, the program answers: data, or one line and exit code 2; never a traceback.

Hypothesis makes the inputs, the same ones in every run; ``GPUWORDLE_FUZZ`` multiplies their number,
and then they differ from run to run.
"""

import io
import json
import os
import shutil
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpuwordle.cli.app import COMMANDS, run

TIMES = int(os.environ.get("GPUWORDLE_FUZZ", "0"))


def tried(examples):
    """Set the budget of a test."""
    return settings(
        max_examples=examples * max(TIMES, 1),
        derandomize=not TIMES,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def answer(*arguments):
    """Run a command line and look at how it answers; return exit code, output and errors."""
    # Both streams as a program has them: text over bytes.
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = run([str(argument) for argument in arguments])
    printed, said = (stream.buffer.getvalue().decode() for stream in (out, err))
    assert code in (0, 1, 2), said
    assert "this is a bug" not in said, said
    assert "Traceback" not in said
    if code == 2:
        assert printed == ""
        assert said.count("\n") >= 1
        last = said.splitlines()[-1]
        assert last.startswith("gpuwordle: ")
        assert last.isprintable()
    return code, printed, said


ANY_TEXT = st.text(max_size=60) | st.text("abcdeé\nß,;\t\"'#: İσς", max_size=80)

LINES = st.lists(st.text("abcde", min_size=3, max_size=3), min_size=1, max_size=20).map("\n".join)

CONTENT = (
    st.binary(max_size=80)
    | ANY_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass"))
    | ANY_TEXT.map(lambda text: text.encode("utf-16", "surrogatepass"))
    | st.tuples(LINES, st.binary(max_size=4)).map(lambda both: both[0].encode() + both[1])
)


def parquet(values):
    """Write one column, or several, of anything that Arrow takes."""
    sink = io.BytesIO()
    try:
        table = pa.table({"word": pa.array(values)})
        pq.write_table(table, sink)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return b"PAR1"
    return sink.getvalue()


CELLS = st.lists(st.text(max_size=5), max_size=6) | st.lists(st.integers(-9, 9), max_size=4)

COLUMNS = ("", ":word", ":other", ":")

PARQUET = st.tuples(
    (CELLS | st.lists(CELLS, max_size=3) | st.lists(st.none() | st.just("abc"))).map(parquet),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=3),
).map(lambda both: spoilt(*both))

CHANGES = st.lists(st.tuples(st.integers(0, 6000), st.integers(0, 255)), max_size=3)

CUT = st.none() | st.integers(0, 6000)


def spoilt(content, changes, cut=None, inserted=b""):
    """Change bytes of a file, cut it, and put something into its middle."""
    content = bytearray(content)
    for place, value in changes if content else ():
        content[place % len(content)] = value
    if cut is not None:
        content = content[: cut % (len(content) + 1)]
    half = len(content) // 2
    return bytes(content[:half] + inserted + content[half:])


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


@tried(45)
@given(
    file=st.tuples(st.sampled_from([".txt", ".csv", ".tsv", ""]), CONTENT)
    | st.tuples(st.sampled_from([f".parquet{column}" for column in COLUMNS]), PARQUET),
    flags=st.lists(st.sampled_from(["--strict", "--fold-accents", "--distinct-letters"])),
)
def test_word_files(place, file, flags):
    ending, content = file
    path = place / f"words{ending}"
    path.with_name(path.name.partition(":")[0]).write_bytes(content)
    line = ("first-guess", "-v", path, "-b", "numpy", "--lengths", "1-6")
    answer(*line, *dict.fromkeys(flags))


MARK = st.sampled_from("abcABC.012⬜🟨🟩=xé \n\x1b\u202e")

CLUE = st.tuples(st.text(MARK, max_size=6), st.text(MARK, max_size=6)).map("=".join) | st.text(
    MARK, max_size=10
)


@tried(40)
@given(clues=st.lists(CLUE, max_size=3), command=st.sampled_from(["eligible", "explain"]))
def test_clues(place, clues, command):
    path = place / "clues.txt"
    path.write_text("abc\ncab\nbac\naaa\n")
    answer(command, "-v", path, *(clue.replace("\0", "") for clue in clues))


PIECES = """
abc -l 3 -1 0 1e9 nan -b numpy -v WORDS -s minimax all -s x:Y --hard --filter counts --allowed 2 -f
json csv --top --seed 9-3 --sample 2 --subset 2x3 --exclude -o OUT /dev/full = --show --size 2
--objective
"""

WORD = st.sampled_from([*PIECES.split(), "", "\x1b[31m", "\n", "\udcff", "a" * 300])


@tried(40)
@given(
    command=st.sampled_from(
        [*sorted(set(COMMANDS) - {"hide", "play", "serve", "solve"}), "nonsense"]
    ),
    words=st.lists(WORD, max_size=8),
)
def test_command_lines(place, command, words):
    """What they write goes to a separate place; what would take long has few words.

    Not of commands that wait for a player.
    """
    path, out = place / "given.txt", place / "out"
    path.write_text("abc\ncab\nbac\naaa\nbbc\n")
    shutil.rmtree(out, ignore_errors=True)
    if out.exists():
        out.unlink()
    given_words = [{"WORDS": str(path), "OUT": str(out)}.get(word, word) for word in words]
    if "-v" not in given_words and command != "nonsense":
        given_words += ["-v", str(path)]
    with chdir(place):
        answer(command, *given_words)


@tried(14)
@given(
    name=st.integers(0, 3),
    damage=st.sampled_from(["bytes", "text", "remove", "folder"]),
    changes=CHANGES,
    cut=CUT,
)
def test_run_folders(place, samples, name, damage, changes, cut):
    folder = place / "spoilt"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(samples / "run", folder)
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    path = paths[name % len(paths)]
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    elif damage != "remove":
        path.write_bytes(b"{}" if damage == "text" else spoilt(content, changes, cut))
    answer("report", folder)
    answer("verify", folder, "-v", samples / "words.txt")
    answer("benchmark", "-o", folder, "--resume", "--dry-run")


@pytest.fixture(scope="module")
def files(samples):
    """What the program writes for others to read, and two files of games."""
    first, _, _, second, *_ = (samples / "words.txt").read_text().split()
    games = [{"answer": first, "guesses": [second, first]}, {"answer": second}]
    names = ("it.certificate", "it.json", "tree.json", "tree.txt")
    return {
        **{name: (samples / name).read_bytes() for name in names},
        "games.jsonl": "\n".join(map(json.dumps, games)).encode(),
        "games.csv": f"answer,guesses\n{first},{second} {first}\n".encode(),
    }


@tried(25)
@given(
    name=st.integers(0, 5),
    changes=CHANGES,
    cut=CUT,
    inserted=st.sampled_from([b"", b"9" * 40, b"null", b"[]", b"1e999", b"-1", b"\xff", b"NaN"]),
)
def test_files_of_others(place, samples, files, name, changes, cut, inserted):
    """Certificates, checkpoints, trees and games, damaged or not."""
    words = ("-v", samples / "words.txt")
    name, content = list(files.items())[name]
    path = place / f"given.{name.rpartition('.')[2]}"
    path.write_bytes(spoilt(content, changes, cut, inserted))
    answer("verify", path)
    answer("verify", path, *words, "-f", "json")
    answer("review", path, *words, "--seconds", "0")
    if name == "it.json":
        answer("prove", *words, "-l", "4", "--checkpoint", path)


TYPED = st.lists(
    st.sampled_from(["abca", "abcd", "?", "!", "", "abca=....", "abca 0000", "undo", "\x1b[31m"])
    | ANY_TEXT,
    max_size=9,
).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass")) | st.binary(max_size=60)


@tried(25)
@given(command=st.sampled_from(["play", "hide", "solve"]), typed=TYPED, hard=st.booleans())
def test_what_is_typed(place, command, typed, hard):
    path = place / "typed.txt"
    path.write_text("\n".join(["abca", "abcd", "dcba", "bbbb", "cadb"]))
    more = ["--hard"] * hard + ["-b", "numpy"] * (command != "play")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        answer(command, "-v", path, "-l", "4", *more)
