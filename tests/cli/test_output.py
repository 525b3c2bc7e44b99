"""Where commands write, files of the user's, pipes, standard output; and JSON as documented."""

import csv
import io
import json
import os
import threading

import pyarrow.parquet as pq
import pytest
from helpers.command_line import BIRDS, FIVE, refused
from helpers.json_page import check

from gpuwordle import Vocabulary, run_benchmark
from gpuwordle.columns import flattened

WRITERS = {
    "first-guess": ("first-guess -v BIRDS -l 5 --top 2 -f csv", "list of ranked opener"),
    "score": ("score crane stork -v BIRDS -f json", "list of scored guess"),
    "pairs": ("pairs -v BIRDS -f csv", "list of openers together"),
    "matrix": ("matrix -v BIRDS", ""),
    "report": ("report RUN", "list of played unit"),
    "report-markdown": ("report RUN -f markdown", ""),
    "report-html": ("report RUN -s random -f html", ""),
    "tree": ("tree -v BIRDS -b numpy", ""),
    "eligible": ("eligible STORK=..... -v BIRDS", "eligible words"),
    "explain": ("explain CRANE=..... --word heron", "explained words"),
    "solve": ("solve STORK=..... -v BIRDS -b numpy", "position"),
    "review": ("review crane quail --answer quail -v BIRDS -b numpy", "game"),
    "simulate": ("simulate heron -v BIRDS -b numpy", "simulated game"),
    "render": ("render CRANE=.....", ""),
    "render-html": ("render CRANE=..... -f html", ""),
    "challenge": ("challenge cranestork -v BIRDS -f csv", "list of listed word"),
    "verify": ("verify RUN -v BIRDS", ""),
    "cliques": ("cliques -v BIRDS", ""),
    "cliques-count": ("cliques -v BIRDS --count", "list of clique count"),
    "strategies": ("strategies", "list of listed strategy"),
    "vocabularies": ("vocabularies", "list of listed vocabulary"),
    "backends": ("backends", "list of listed backend"),
    "judge": ("judge RUN -v BIRDS", "list of judged player"),
    "arena": ("arena -s random -v BIRDS --games 3", "list of arena player"),
}
"""A line of every command that has --output FILE, but ``prove``, whose compiling takes long; and
what docs/json.md calls the JSON of those that write tables."""


def test_no_command_is_forgotten(commands):
    writing = {
        name
        for name, command in commands.items()
        if any("--output" in option.opts for option in command.params)
    }
    assert writing == {line.split()[0] for line, _ in WRITERS.values()} | {"benchmark", "prove"}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished run."""
    folder, strategies = tmp_path_factory.mktemp("runs") / "run", ["minimax", "random"]
    run_benchmark(Vocabulary("birds", FIVE), strategies, folder=folder, backend="numpy")
    return folder


@pytest.fixture
def call(gpuwordle, birds, finished):
    def of(line, *more):
        words = line.replace("BIRDS", birds).replace("RUN", str(finished)).split()
        return gpuwordle(*words, *more)

    return of


@pytest.mark.sample(8)
@pytest.mark.parametrize("line", [line for line, _ in WRITERS.values()], ids=list(WRITERS))
def test_a_file_and_a_hyphen_get_what_standard_output_would(call, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    target, link = tmp_path / "target.npy", tmp_path / "link.npy"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    code, out, err = call(line, "-o", link)
    assert (code, out) == (0, "")
    assert f"wrote {link}" in err
    assert link.is_symlink()
    assert target.read_bytes() != b"old"
    assert target.stat().st_mode & 0o777 == 0o600
    if line.startswith("matrix"):
        return
    before = sorted(tmp_path.iterdir())
    for output in ((), ("-o", "-"), ("-o", "/dev/stdout")):
        code, out, err = call(line, *output)
        assert (code, out) == (0, target.read_text(encoding="utf-8"))
        assert "wrote" not in err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("line", ["backends -f csv", "cliques -v BIRDS -k 2 -f parquet"])
def test_a_pipe_gets_what_a_file_would(call, tmp_path, line):
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    assert call(line, "-o", file)[0] == 0
    os.mkfifo(pipe)
    found = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()), daemon=True)
    reader.start()
    code, out, _ = call(line, "-o", pipe)
    reader.join(60)
    assert (code, out) == (0, "")
    assert found == [file.read_bytes()]
    if "parquet" in line:
        assert pq.read_table(file).num_rows > 0


TABLES = {name: kind for name, (_, kind) in WRITERS.items() if kind}


@pytest.mark.parametrize("name", TABLES)
def test_json_is_as_documented_and_parquet_has_the_rows_of_csv(call, tmp_path, name):
    line, file = WRITERS[name][0].partition(" -f ")[0], tmp_path / "rows.parquet"
    code, out, err = call(line, "-f", "json")
    assert code == 0, err
    found = json.loads(out)
    assert found
    check(found, TABLES[name])
    if name == "report":
        return  # which writes no Parquet
    assert call(line, "-o", file)[0] == 0
    written = csv.DictReader(io.StringIO(call(line, "-f", "csv")[1]))
    table = pq.read_table(file)

    def text(cell):
        return "" if cell is None else str(flattened(cell))

    assert [{name: text(cell) for name, cell in row.items()} for row in table.to_pylist()] == [
        {name: cell.removeprefix("'") for name, cell in row.items()} for row in written
    ]


def test_a_matrix_needs_a_file(call, tmp_path):
    os.mkfifo(tmp_path / "pipe.npy")
    before = sorted(tmp_path.iterdir())
    answer = call("matrix -v BIRDS", "-o", tmp_path / "pipe.npy")
    refused(answer, "pipe.npy is a stream: give the path of a file")
    assert sorted(tmp_path.iterdir()) == before


OVER_INPUT = [
    ("first-guess -v BIRDS -o BIRDS", "birds.txt"),
    ("first-guess -v wordle -a BIRDS -l 5 -o BIRDS", "birds.txt"),
    ("first-guess -v wordle -v BIRDS -o link", "birds.txt"),
    ("score crane -v link -o BIRDS", "birds.txt"),
    ("tree -v BIRDS -o BIRDS", "birds.txt"),
    ("eligible CRANE=..... -v BIRDS -o BIRDS", "birds.txt"),
    ("challenge crane -v BIRDS -o BIRDS", "birds.txt"),
    ("solve CRANE=..... -v BIRDS -o BIRDS", "birds.txt"),
    ("review crane quail --share BIRDS -v wordle -o BIRDS", "birds.txt"),
    ("benchmark -v BIRDS --boards 2 --sample 1 -o BIRDS", "birds.txt"),
    ("judge RUN -v BIRDS --card BIRDS", "birds.txt"),
    ("judge RUN -v birds.parquet --moves birds.parquet", "birds.parquet"),
    ("cliques -v BIRDS -o BIRDS", "birds.txt"),
    ("cliques -v BIRDS --count -o BIRDS", "birds.txt"),
    ("first-guess -v birds.csv:word -o birds.csv", "birds.csv"),
    ("matrix -v words.words.json -o words.npy", "words.words.json"),
    (
        "first-guess -v wordle -l 5 -o own/wordle_orig_all_12972.txt",
        "own/wordle_orig_all_12972.txt",
    ),
]


@pytest.mark.parametrize(("line", "kept"), OVER_INPUT, ids=[line for line, _ in OVER_INPUT])
def test_what_is_read_is_not_written(call, tmp_path, monkeypatch, line, kept):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own").mkdir()
    monkeypatch.setenv("GPUWORDLE_DATA", "own")
    for name in ("birds.csv", "birds.parquet", "words.words.json", "own/wordle_orig_all_12972.txt"):
        (tmp_path / name).write_text("\n".join(["word", *BIRDS.split()]))
    (tmp_path / "link").symlink_to("birds.txt")
    before = (tmp_path / kept).read_text()
    refused(call(line), "is what this command reads")
    assert (tmp_path / kept).read_text() == before


@pytest.mark.parametrize("command", ["report", "verify"])
def test_games_that_are_read_are_not_replaced(call, finished, command):
    games = min(finished.rglob("*.parquet"))
    before = games.read_bytes()
    refused(call(f"{command} RUN", "-f", "json", "-o", games), "is what this command reads")
    assert games.read_bytes() == before


def test_a_page_may_stand_beside_its_games(call, finished):
    page = finished / "page.md"
    for _ in range(2):
        assert call("report RUN", "-o", page)[0] == 0
