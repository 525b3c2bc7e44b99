"""The command line, as a user meets it: output, errors, exit codes and files."""

import json
import os
import signal
import time
from collections import Counter
from itertools import product

import naive
import numpy as np
import pytest
import typer
from helpers.command_line import FIVE, refused
from helpers.processes import begun, python, python_path

from gpuwordle import Vocabulary, best_openers, first_guess, pattern_matrix
from gpuwordle.cli.output import TableOptions
from gpuwordle.openers.score_columns import SCORES
from gpuwordle.scoring.statistics import HEAVIEST, KEYS
from gpuwordle.words.pinned import PINNED_LISTS

VOCABULARY = Vocabulary("birds", FIVE)


def test_an_option_is_spelled_alike_everywhere(commands):
    spelled = {}
    for command in commands.values():
        for parameter in command.params:
            if parameter.param_type_name == "option":
                for flag in parameter.opts:
                    same = spelled.setdefault(flag, parameter.opts)
                    assert parameter.opts == same, (command.name, flag)
    assert spelled["--length"] == ["--length", "-l", "--lengths"]
    assert "--limit" not in spelled


@pytest.mark.parametrize(
    ("flag", "wrong"),
    [
        *((flag, "0") for flag in ("--top", "--turns", "-m", "--seconds", "--length", "--sample")),
        *((flag, "0") for flag in ("--processes", "--boards", "--size", "--guesses")),
        *((flag, "-1") for flag in ("--show", "--seed", "--port")),
        *((flag, "") for flag in ("--vocabulary", "--answers", "--exclude")),
        *((flag, "x") for flag in ("--pool", "--objective", "--palette", "--format", "--finish")),
    ],
)
def test_an_option_refuses_the_same_everywhere(commands, flag, wrong):
    having = [c for c in commands.values() if any(flag in option.opts for option in c.params)]
    assert having
    for command in having:
        with pytest.raises(typer.BadParameter) as caught:
            command.make_context(command.name, [flag, wrong])
        assert flag in caught.value.param.opts, command.name


def test_first_guess_formats(printed, as_json, as_csv, birds):
    arguments = ("first-guess", "-v", birds, "--lengths", "4-5")
    rows = as_json(*arguments)
    scores = ("minimax", "expected-size", "entropy", "buckets")
    assert [(row["length"], row["score"]) for row in rows] == [*product((4, 5), scores)]
    assert list(SCORES) == [*KEYS, HEAVIEST.name]
    best = first_guess(VOCABULARY, "entropy")
    assert (rows[6]["guess"], rows[6]["entropy"]) == (best.guess, best.entropy)
    assert [row["guess"] for row in as_csv(*arguments)] == [row["guess"] for row in rows]
    out = printed(*arguments)
    assert "Best first guesses, birds" in out
    assert f"{best.guess} {best.entropy:.4f}" in out


def test_first_guess_of_one_score_ranked(as_json, birds):
    arguments = ("first-guess", "-v", birds, "-l", 5, "--score", "minimax")
    rows = as_json(*arguments, "--top", 9)
    best = best_openers(VOCABULARY, "minimax", top=9)["minimax"]
    ranked = [(rank, opener.guess) for rank, opener in enumerate(best, start=1)]
    assert [(row["rank"], row["guess"]) for row in rows] == ranked
    assert as_json(*arguments) == rows[:1]


def test_lengths_that_a_list_lacks_are_named(gpuwordle, birds):
    err = gpuwordle("first-guess", "-v", birds, "-b", "numpy", "-l", "4-7")[2]
    assert err == "skipped: birds has no words of 6, 7 letters\n"


def test_separate_answers_and_pool(as_json, birds, file):
    answers = file("answers.csv", "word", "stork", "heron")
    lists = ("-v", birds, "-a", answers, "-l", 5)
    rows = as_json("first-guess", *lists, "--pool", "candidates")
    assert {(row["guess"], row["answers"], row["guesses"]) for row in rows} == {("stork", 2, 10)}


def test_score(printed, as_json, as_csv, birds):
    rows = as_json("score", "crane", "tern", "-v", birds)
    assert [row["guess"] for row in rows] == ["crane", "tern"]
    sizes = Counter(naive.code("crane", bird) for bird in FIVE).values()
    assert rows[0]["bucket_sizes"] == sorted(sizes, reverse=True)
    assert rows[0]["largest_buckets"][0] == {"pattern": "c..n.", "words": ["finch", "junco"]}
    assert "Their largest buckets" in printed("score", "crane", "-v", birds, "--show", 2)
    assert as_csv("score", "crane", "-v", birds)[0]["bucket_sizes"].startswith("2 ")


def test_matrix(said, birds, tmp_path):
    target = tmp_path / "birds.npy"
    assert "wrote" in said("matrix", "-v", birds, "-l", 5, "-o", target)
    expected = pattern_matrix(VOCABULARY)
    assert (np.load(target) == expected.codes).all()
    side = json.loads((tmp_path / "birds.words.json").read_text())
    assert (side["guesses"], side["digest"]) == ([*expected.vocabulary], expected.vocabulary.digest)
    assert len([*tmp_path.iterdir()]) == 3


def test_vocabularies(printed, as_json):
    rows = {row["name"]: row for row in as_json("vocabularies")}
    assert set(rows) == {*PINNED_LISTS, "nerdle", "primel"}
    assert rows["web2"]["lengths"]["5"] == 9979
    assert len(rows["web2"]["digest"]) == 64
    assert rows["wordle-nyt"]["licence"] == "MIT"
    assert (rows["wordle-nyt-2023"]["words"], rows["wordle-nyt-2023"]["answers"]) == (14855, 3158)
    assert "english-words" in printed("vocabularies")


def test_backends_and_why_one_cannot_be_had(gpuwordle, as_json, birds):
    rows = {row["name"]: row for row in as_json("backends")}
    assert rows["numpy"]["available"]
    assert sum(row["auto"] for row in rows.values()) == 1
    for name, row in rows.items():
        assert row["available"] == (row["remedy"] == "")
        if not row["available"]:
            answer = gpuwordle("first-guess", "-v", birds, "-b", name)
            refused(answer, f"backend '{name}' is not available: {row['remedy']}")


def test_tables_take_nothing_for_markup(capsys):
    title, name, word = "[bold]", "[red]word", "gpuwordle[cuda13] :smile:"
    TableOptions().emit([], {title: [{name: word}]})
    found = capsys.readouterr().out
    assert all(text in found for text in (title, name, word))


def test_an_output_that_cannot_be_written(gpuwordle, birds, tmp_path, monkeypatch):
    target = tmp_path / "openers.csv"
    target.write_text("old")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    answer = gpuwordle("first-guess", "-v", birds, "-l", 5, "-o", target)
    refused(answer, "cannot be written (No space left on device)")
    assert target.read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["birds.txt", "openers.csv"]


def test_standard_input():
    line = ("first-guess", "-v", "-", "-l", "5", "-f", "csv", "-b", "numpy")
    code, out, err = python("-m", "gpuwordle", *line, typed="\n".join(FIVE))
    assert (code, err) == (0, "")
    assert "stdin,5,10,10" in out


def test_interrupt_leaves_no_file_and_no_traceback(tmp_path):
    target = tmp_path / "big.npy"
    process = begun("matrix", "-l", 9, "-b", "numpy", "-o", target)
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(tmp_path.iterdir()), "the matrix is being written"
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "gpuwordle: interrupted\n")
    assert not list(tmp_path.iterdir())


MAIN = """
import atexit, signal, threading, time, weakref
import gpuwordle.cli.program, gpuwordle.cli.app as app
press = lambda *_: signal.raise_signal(signal.SIGINT)
{}
app.run = run
gpuwordle.cli.program.main()
"""

# An exception in the callback of a weak reference, as importing uses them, ends nothing.
DROPPED = """
class Lock: pass
def run():
    lock = Lock()
    there = weakref.ref(lock, press)
    del lock
    time.sleep(60)
    return 0
"""


@pytest.mark.parametrize(
    ("run", "code", "said"),
    [
        (
            "run = lambda: threading.Thread(target=threading.Event().wait).start() or press()",
            *(130, "gpuwordle: interrupted\n"),
        ),
        (DROPPED, 130, "gpuwordle: interrupted\n"),
        # What is registered before `main` runs last of all, when Python forgets its handlers.
        ("run = lambda: atexit.register(press) and 0", 130, ""),
        ("atexit.register(press); run = lambda: 0", 0, ""),
    ],
    ids=["a thread waits", "dropped by Python", "at the end", "last of all"],
)
def test_ctrl_c_ends_the_program_whenever_it_is_pressed(run, code, said):
    assert python("-c", MAIN.format(run)) == (code, "", said)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_at_the_first_import_is_silent(tmp_path):
    """The first library that the package imports sends Ctrl-C, as a person may at any time."""
    stub = "import os, signal; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(60)"
    (tmp_path / "lazy_loader.py").write_text(stub)
    paths = os.pathsep.join([str(tmp_path), python_path()])
    restored = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    for name, code, last in (("gpuwordle", 130, ""), ("note.py", -2, "KeyboardInterrupt")):
        script = f"{restored}sys.argv = ['/bin/{name}']; import gpuwordle"
        found, _, err = python("-c", script, PYTHONPATH=paths)
        assert (found, err.strip().split("\n")[-1]) == (code, last)
