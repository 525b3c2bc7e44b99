"""The memory ceiling: larger results are refused, and no result depends on it."""

import tracemalloc
from contextlib import nullcontext
from importlib import import_module
from inspect import signature
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from helpers.command_line import refused as command_refused
from helpers.errors import refused
from helpers.noted import noted
from helpers.playing import NUMPY
from helpers.processes import python
from helpers.words import random_vocabulary, random_words

from gpuwordle import executors, memory
from gpuwordle.backends import backend as contract
from gpuwordle.benchmark.run import run_benchmark
from gpuwordle.cli.app import COMMANDS
from gpuwordle.cli.commands import expanded
from gpuwordle.cli.options import SharingOptions, allow_memory
from gpuwordle.games.play import play
from gpuwordle.matrix import pattern_matrix
from gpuwordle.memory import LEAST, MEMORY_VARIABLE, ceiling
from gpuwordle.proofs import opener_proof
from gpuwordle.results import games_file
from gpuwordle.results.games_file import read_table
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("16777216", LEAST),
        ("16M", LEAST),
        ("20000k", 20000 << 10),
        ("500M", 500 << 20),
        ("8G", 8 << 30),
    ],
)
def test_amounts_are_read(text, size):
    assert memory.parse(text) == size


@pytest.mark.parametrize("text", ["G", "0", "-1G", "1.5G", "8GB", "8 G", "٣G", "9" * 16])
def test_what_is_no_amount_is_one_line(text, monkeypatch):
    refused("is not an amount of memory: give 500M or 8G", memory.parse, text)
    monkeypatch.setenv(MEMORY_VARIABLE, text)
    refused(r"^GPUWORDLE_MEMORY: ", ceiling)


def test_too_much_and_too_little_are_one_line():
    refused("'2000T' is more memory than any machine has: give 500M or 8G", memory.parse, "2000T")
    for text in ("1", "100", "16777215", "16383K"):
        refused(f"'{text}' is too little memory .*: give 16M or more", memory.parse, text)


def test_sizes_are_shown_as_people_read_them():
    sizes = [1, 1024, 1025, 1 << 20, 1011 << 20, 3 << 29]
    shown = ["1 KiB", "1 KiB", "2 KiB", "1 MiB", "1,011 MiB", "1.5 GiB"]
    assert [memory.shown(size) for size in sizes] == shown


def test_what_sets_the_ceiling(monkeypatch):
    monkeypatch.setattr(memory, "free", lambda: 1000)
    monkeypatch.delenv(MEMORY_VARIABLE, raising=False)
    assert ceiling() == 500, "half of what is free"
    monkeypatch.setenv(MEMORY_VARIABLE, "30M")
    assert ceiling() == 30 << 20
    monkeypatch.setenv(MEMORY_VARIABLE, "")
    assert ceiling() == 500, "as if it were not set"
    assert ceiling(7) == 7


def test_linux_says_what_is_available_and_elsewhere_psutil(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "_LIMITS", ())
    meminfo = tmp_path / "meminfo"
    monkeypatch.setattr(memory, "MEMINFO", meminfo)
    meminfo.write_text("MemFree: 1 kB\nMemAvailable:    4096 kB\n")
    assert memory.free() == 4 << 20
    meminfo.write_text("MemFree: 1 kB\n")
    assert memory.free() > 4 << 20
    meminfo.unlink()
    assert memory.free() > 4 << 20


def test_a_container_has_what_it_is_given(tmp_path, monkeypatch):
    most, taken = tmp_path / "memory.max", tmp_path / "memory.current"
    monkeypatch.setattr(memory, "_LIMITS", ((str(most), str(taken)),))
    whole = memory.free()
    assert whole > 1 << 20
    taken.write_text("3000\n")
    for said, free in (("8000\n", 5000), ("1000\n", 0)):
        most.write_text(said)
        assert memory.free() == free
    most.write_text("max\n")
    assert memory.free() > 1 << 20


def test_larger_results_are_refused(backend_type):
    backend = backend_type(random_vocabulary(3, 5, 8, 600), memory=1 << 20)
    few, many, more = (Groups.of([np.arange(2)] * count) for count in (1, 874, 6991))
    refused(r"^the statistics of 600 guesses on 874 groups take 16 M", backend.statistics, many)
    refused(r"^the bucket counts of .* allow more with --memory", backend.bucket_counts, more)
    rows, columns = np.zeros(7000, int), np.zeros(2400, int)
    refused(r"^the codes of 7,000 guesses on 2,400 answers", backend.codes, rows, columns)
    assert backend.statistics(few).sizes.tolist() == [2]


def test_a_matrix_larger_than_the_memory_goes_to_a_file(tmp_path):
    words = random_words(5, 6, 6, 40)
    vocabulary = Vocabulary("random", words[::2], words)
    true, path, seen = pattern_matrix(vocabulary, backend="numpy"), tmp_path / "m.npy", []
    for tight in (1, 2000, 5000, None):
        seen.clear()
        how = {"backend": "numpy", "memory": tight, "progress": seen.append}
        pattern_matrix(vocabulary, path=path, **how)
        found = np.load(path, mmap_mode="r")
        assert found.dtype == true.codes.dtype
        assert np.array_equal(found, true.codes)
        assert seen == sorted(seen)
        assert seen[-1] == 1
        assert len(seen) > 3 or tight != 2000
    message = r"40 guesses and 20 answers take 2 KiB, and 1 KiB are"
    refused(message, pattern_matrix, vocabulary, backend="numpy", memory=1000)


def test_writing_a_matrix_takes_no_more_than_allowed(file, tmp_path):
    """A process that may take 16 MB writes 72 MB; it takes the 16 and some for the interpreter."""
    pytest.importorskip("resource")
    script = """
import resource, sys
from pathlib import Path
from gpuwordle.matrix import pattern_matrix
from gpuwordle.words.vocabulary import Vocabulary
words = Path(sys.argv[1]).read_text().split()
vocabulary = Vocabulary("random", words)
small = Vocabulary("small", words[:50])
def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
        1 if sys.platform == "darwin" else 1024
    )
pattern_matrix(small, path=sys.argv[2], backend="numpy", memory=16 << 20)
before = most()
pattern_matrix(vocabulary, path=sys.argv[2], backend="numpy", memory=16 << 20)
print(most() - before)
"""
    listed, path = file("words.txt", *random_words(1, 7, 9, 6000)), tmp_path / "m.npy"
    code, said, err = python("-c", script, listed, path)
    assert code == 0, err
    assert path.stat().st_size > 72_000_000
    assert int(said) < 40_000_000


@pytest.mark.parametrize(
    ("strategies", "how"),
    [
        (["entropy", "minimax"], Conditions("all", hard=True)),
        (["entropy", "rank-one", "expected-size-incremental"], Conditions("all", filter="letters")),
        (["random", "sampled-minimax", "letter-frequency"], Conditions("candidates", allowed=6)),
    ],
)
def test_a_run_does_not_depend_on_memory(strategies, how, tmp_path, monkeypatch):
    """Its files hold the same rows in the same row groups."""
    monkeypatch.setattr(games_file, "ROW_GROUP", 16)
    vocabulary = random_vocabulary(8, 4, 5, 80, 40)
    rows, groups = [], []
    for allowed in (None, 4000):
        folder = tmp_path / str(allowed)
        run_benchmark(vocabulary, strategies, how, folder=folder, backend="numpy", memory=allowed)
        rows.append(read_table(folder).drop_columns(["seconds", "run"]).to_pylist())
        files = sorted(folder.glob("**/*.parquet"))
        groups.append([pq.ParquetFile(file).num_row_groups for file in files])
    assert rows[0] == rows[1]
    assert groups[0] == groups[1] == [3] * len(strategies)


@pytest.mark.parametrize(
    ("strategy", "how", "least"),
    [
        ("random", Conditions("candidates", filter="letters"), 12),
        ("sampled-expected", Conditions("candidates"), 5),
    ],
)
def test_games_of_chance_keep_to_what_is_allowed(strategy, how, least):
    """Of a megabyte they take little more; without a word they take many times as much."""
    vocabulary = random_vocabulary(8, 5, 6, 800)
    peaks, games = [], []
    for allowed in (None, 1 << 20):
        backend = NUMPY(vocabulary, memory=allowed)
        assert backend.contributions is not None
        tracemalloc.start()
        games.append(play(vocabulary, strategy, how, seed=1, backend=backend))
        peaks.append(tracemalloc.get_traced_memory()[1] / (1 << 20))
        tracemalloc.stop()
    assert games[0].guesses.tolist() == games[1].guesses.tolist()
    assert peaks[1] < 2.5
    assert peaks[0] > max(least, 2 * peaks[1])


def test_processes_share_what_is_allowed(monkeypatch):
    monkeypatch.setenv(MEMORY_VARIABLE, "90M")
    with executors.processes(3) as pool:
        assert pool.submit(ceiling).result() == 30 << 20


def test_a_command_keeps_to_what_it_is_allowed(gpuwordle, file, tmp_path, monkeypatch):
    monkeypatch.setenv(MEMORY_VARIABLE, "77M")
    made = noted(monkeypatch, NUMPY, "__init__", lambda _, backend, *given: backend.memory)
    words = ["-v", file("words.txt", *random_words(5, 4, 6, 60)), "-l", "4", "-b", "numpy"]
    for command in (
        ["first-guess"],
        ["matrix", "-o", tmp_path / "m.npy"],
        ["tree", "-s", "minimax"],
        ["benchmark", "-s", "minimax", "-o", tmp_path / "run"],
    ):
        assert gpuwordle(command[0], *words, "--memory", "30M", *command[1:])[0] == 0
        assert set(made) == {30 << 20}, command
        made.clear()
    assert gpuwordle("first-guess", *words)[0] == 0
    assert set(made) == {77 << 20}, "what one command was told is not left for the next"
    answer = gpuwordle("matrix", *words, "-o", "-", "--memory", "0")
    command_refused(answer, "'0' is not an amount of memory: give 500M or 8G")


def test_every_command_that_computes_says_how_much():
    """What has a backend, searches cliques or checks certificates takes the option."""
    for name, place in COMMANDS.items():
        module, function = place.split(".")
        command = expanded(getattr(import_module(f"gpuwordle.cli.{module}"), function))
        asked = signature(command).parameters
        computes = "backend" in asked or name in ("cliques", "verify")
        assert ("memory" in asked) == computes, name
        if computes:
            assert asked["memory"].default.callback is allow_memory, name


def test_workers_of_a_proof_share_what_is_allowed(gpuwordle, file, monkeypatch):
    """With processes each takes its share; the workers of Dask are told all of it."""
    asked = noted(monkeypatch, opener_proof.Asked, "__init__", lambda _, *given: given[-1])
    listed = file("words.txt", *random_words(5, 4, 6, 30))
    words = ["prove", "-v", listed, "-l", "4", "--memory", "64M"]
    with executors.processes(1) as pool:
        monkeypatch.setattr(SharingOptions, "executor", lambda self: nullcontext(pool))
        assert gpuwordle(*words, "--processes", "2")[0] == 0
        code, out, _ = gpuwordle(*words, "--dask", "tcp://127.0.0.1:1")
    assert asked == [None, 64 << 20]
    assert code == 0 and "proven:" in out


@pytest.mark.sample(1)
@pytest.mark.parametrize("backend", ["numpy", "numba"])
def test_no_command_refuses_what_can_be_done_in_parts(
    gpuwordle, file, backend, tmp_path, monkeypatch
):
    """Of results that fit nowhere, each command says the same as with all the memory there is."""
    words = random_words(5, 4, 6, 90)
    lists = ["-v", file("words.txt", *words), "-a", file("answers.txt", *words[::2])]
    anywhere = [*lists, "-b", backend]
    here = [*anywhere, "-l", "4"]
    clue = f"{words[1]}={Pattern.of(words[1], words[4])}"
    said = []
    for allowed in (None, 2500):  # one group takes 2880
        if allowed is not None:
            monkeypatch.setattr(contract, "ceiling", lambda given=None, allowed=allowed: allowed)
            monkeypatch.setattr(contract, "LEAST", 1)
        run_folder = tmp_path / f"run-{allowed}"
        boards = tmp_path / f"boards-{allowed}.csv"
        for command in (
            ["first-guess", *here, "--top", "20", "-f", "json"],
            ["first-guess", *here, "--score", "buckets", "-f", "json"],
            ["score", *words[:60], *anywhere, "-f", "json"],
            ["pairs", *here, "--top", "9", "-f", "json"],
            ["pairs", *here, "--guesses", "3", "--with", words[2], "-f", "json"],
            ["benchmark", *here, "-s", "all", "-o", run_folder],
            ["benchmark", *here, "-s", "minimax", "--hard", "-o", f"{run_folder}-hard"],
            ["benchmark", *here, "--boards", "3", "--sample", "9", "-o", boards],
            ["tree", *here, "-s", "entropy", "--filter", "letters", "-f", "json"],
            ["simulate", words[4], *anywhere, "-s", "expected-size-incremental", "-f", "json"],
            ["solve", clue, *here, "--strategy", "minimax", "-f", "json"],
        ):
            code, printed, errors = gpuwordle(*command)
            assert code == 0, (command, errors)
            said += [printed] if command[0] != "benchmark" else []  # which tells its time
        said.append(boards.read_text())
        for folder in (run_folder, Path(f"{run_folder}-hard")):
            rows = read_table(folder).drop_columns(["seconds", "run"])
            said.append(rows.sort_by([("strategy", "ascending"), ("answer", "ascending")]))
    half = len(said) // 2
    for whole, tight in zip(said[:half], said[half:], strict=True):
        assert whole == tight
