"""Games in Parquet and the folder of a run: whole files or none, and one clear line otherwise."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import naive
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.words import random_words

from gpuwordle.errors import UserError
from gpuwordle.results import run_folder
from gpuwordle.results.read import GamesFile, read_table
from gpuwordle.results.run_folder import Run, taken
from gpuwordle.results.unit import Unit
from gpuwordle.results.write import write_games
from gpuwordle.words.vocabulary import Vocabulary

PROVENANCE = {"version": "1.2.3", "backend": "numpy"}


def vocabulary_of(length=5, count=40, name="random"):
    guesses = random_words(length, length, 4, count)
    return Vocabulary(name, guesses[count // 4 :], guesses)


def unit_of(vocabulary, **conditions):
    return Unit(
        vocabulary=vocabulary.name,
        digest=vocabulary.digest,
        length=vocabulary.length,
        answers=len(vocabulary.answers),
        guesses=len(vocabulary.guesses),
        **{"strategy": "minimax", **conditions},
    )


def games_of(vocabulary, turns=3):
    """Games that nobody would play: some words in a row, then the answer, or not."""
    answers = np.arange(len(vocabulary.answers), dtype=np.int32)
    guesses, codes, remaining, offsets, solved = [], [], [], [0], []
    for answer in answers:
        played = [(int(answer) * 7 + turn) % len(vocabulary.guesses) for turn in range(turns)]
        if answer % 3:
            played = [*played[: answer % turns], int(vocabulary.answer_guess[answer])]
        words = [vocabulary.guesses[guess] for guess in played]
        guesses += played
        codes += [naive.code(word, vocabulary.answers[answer]) for word in words]
        remaining += [len(played) - turn for turn in range(len(played))]
        offsets.append(len(guesses))
        solved.append(words[-1] == vocabulary.answers[answer])
    return SimpleNamespace(
        answers=answers,
        offsets=np.array(offsets, np.int64),
        guesses=np.array(guesses, np.int32),
        codes=np.array(codes, np.uint32),
        remaining=np.array(remaining, np.int32),
        solved=np.array(solved),
    )


def write(folder, vocabulary, unit=None, games=None, run="aa"):
    unit = unit or unit_of(vocabulary)
    games = games or games_of(vocabulary)
    return write_games(folder, run, unit, vocabulary, games, seconds=2.5, provenance=PROVENANCE)


def rows_of(vocabulary, unit, run="aa"):
    games = games_of(vocabulary)
    for index, answer in enumerate(games.answers):
        turns = slice(games.offsets[index], games.offsets[index + 1])
        yield {
            "run": run,
            "vocabulary": unit.vocabulary,
            "digest": unit.digest,
            "length": unit.length,
            "strategy": unit.strategy,
            "options": json.dumps(dict(unit.options)),
            "pool": unit.pool,
            "mode": unit.mode,
            "filter": unit.filter,
            "opener": unit.opener,
            "allowed": unit.allowed,
            "seed": unit.seed,
            "sample": unit.sample,
            "subset": unit.subset,
            "answer": vocabulary.answers[answer],
            "guesses": [vocabulary.guesses[guess] for guess in games.guesses[turns]],
            "codes": games.codes[turns].tolist(),
            "remaining": games.remaining[turns].tolist(),
            "count": len(games.guesses[turns]),
            "solved": bool(games.solved[index]),
            "seconds": 2.5 / len(games.answers),
        }


@pytest.mark.parametrize("length", [1, 5, 6, 11, 20])
def test_rows_come_back(tmp_path, length):
    vocabulary = vocabulary_of(length, 4 if length == 1 else 40)
    first = unit_of(vocabulary, allowed=6, seed=3, hard=True, filter="letters")
    second = unit_of(vocabulary, strategy="entropy", pool="all", options=(("share", 0.5),))
    second = replace(second, opener=vocabulary.guesses[0], sample=4, subset="4x4")
    for unit in (first, second):
        write(tmp_path, vocabulary, unit)
    expected = [row for unit in (second, first) for row in rows_of(vocabulary, unit)]
    table = read_table(tmp_path)
    assert table.column_names == list(expected[0])
    assert table.to_pylist() == expected
    solved = GamesFile.open(tmp_path / first.path)
    assert (solved.unit, solved.seconds, solved.provenance) == (first, 2.5, PROVENANCE)


def test_row_groups_change_nothing_but_their_number(tmp_path, monkeypatch):
    vocabulary = vocabulary_of()
    write(tmp_path / "one", vocabulary)
    monkeypatch.setattr("gpuwordle.results.write.ROW_GROUP", 7)
    path = write(tmp_path / "many", vocabulary)
    assert pq.ParquetFile(path).num_row_groups == -(-len(vocabulary.answers) // 7)
    assert read_table(tmp_path / "many").to_pylist() == read_table(tmp_path / "one").to_pylist()
    columns = ["answer", "count"]
    assert read_table(tmp_path / "many", columns).column_names == columns
    with pytest.raises(UserError, match=r"unknown column 'counts': did you mean count"):
        read_table(tmp_path / "many", ["counts"])


def test_what_differs_goes_to_another_file():
    unit = unit_of(vocabulary_of())
    others = [
        replace(unit, **change)
        for change in (
            {"strategy": "entropy"},
            {"pool": "all"},
            {"filter": "letters"},
            {"hard": True},
            {"opener": "salet"},
            {"allowed": 6},
            {"seed": 1},
            {"digest": "0" * 64},
            {"options": (("share", 0.1),)},
        )
    ]
    assert len({other.path for other in [unit, *others]}) == len(others) + 1
    for other in others:
        assert Unit.of(json.loads(json.dumps(other.described()))) == other


def test_a_name_from_a_file_cannot_leave_the_folder():
    path = unit_of(vocabulary_of(name="../..//x y:é")).path
    assert path.parts[:-1] == ("x-y-é-5",)
    assert path.name.startswith("minimax-")
    path = unit_of(vocabulary_of(name=".."), strategy="my/own.a:b=c").path
    assert path.parts[:-1] == ("words-5",)
    assert path.name.startswith("my-own.a-b-c-")


def test_interrupted_writing_leaves_nothing(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("gpuwordle.results.write.os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, vocabulary_of())
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_full_disk_is_one_line_and_leaves_what_is_complete(tmp_path):
    resource = pytest.importorskip("resource")
    small, large = vocabulary_of(3, 20, "small"), vocabulary_of(7, 2000, "large")
    kept = write(tmp_path, small)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (kept.stat().st_size + 100, hard))
    try:
        with pytest.raises(UserError, match="cannot be written") as caught:
            write(tmp_path, large)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.__context__.errno == errno.EFBIG
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [kept]
    assert read_table(tmp_path).num_rows == len(small.answers)


def truncated(path):
    path.write_bytes(path.read_bytes()[:-50])


def emptied(path):
    path.write_bytes(b"")


def flipped(path):
    # In the first data page: after the magic number and a page header of some dozen bytes.
    content = bytearray(path.read_bytes())
    content[60] ^= 0xFF
    path.write_bytes(content)


def foreign(path):
    pq.write_table(pa.table({"a": [1]}), path)


def of_another_format(path):
    table = pq.read_table(path, partitioning=None)
    metadata = {**table.schema.metadata, b"gpuwordle.format": b"5"}
    pq.write_table(table.replace_schema_metadata(metadata), path)


def of_an_old_format(path):
    table = pq.read_table(path, partitioning=None)
    pq.write_table(table.replace_schema_metadata({b"gpuwordle": b'{"format": 2}'}), path)


def without_a_column(path):
    pq.write_table(pq.read_table(path, partitioning=None).drop_columns("codes"), path)


def without_a_row(path):
    pq.write_table(pq.read_table(path, partitioning=None).slice(1), path)


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (truncated, "is damaged"),
        (emptied, "is damaged"),
        (flipped, "is damaged"),
        (foreign, "not written by gpuwordle benchmark"),
        (of_another_format, "has format 5, this version reads 4: read it with the version"),
        (of_an_old_format, "has format 2, this version reads 4: .* or play it again"),
        (without_a_column, "it lacks codes"),
        (without_a_row, "is damaged"),
    ],
)
def test_a_bad_file_is_named_in_one_line(tmp_path, harm, message):
    path = write(tmp_path, vocabulary_of())
    harm(path)
    with pytest.raises(UserError, match=message) as caught:
        read_table(tmp_path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_flipped_byte_never_changes_a_row(tmp_path):
    path = write(tmp_path, vocabulary_of(5, 300))
    whole, rows = path.read_bytes(), read_table(tmp_path).to_pylist()
    refused = 0
    for place in range(4, len(whole), 61):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        try:
            found = read_table(tmp_path).to_pylist()
        except UserError:
            refused += 1
        else:
            assert found == rows, place
    assert refused > 20


def test_a_folder_without_games(tmp_path):
    with pytest.raises(UserError, match="holds no games"):
        read_table(tmp_path)


def start(folder, units, resume=False, **how):
    with taken(folder, units, resume=resume, command="the command", **how) as run:
        return run


def test_a_folder_holds_one_run(tmp_path):
    vocabulary = vocabulary_of()
    units = [unit_of(vocabulary), unit_of(vocabulary, strategy="entropy")]
    folder = tmp_path / "deep" / "run"
    run = start(folder, units)
    assert Run.open(folder) == run
    assert run.finished() == {}
    write(folder, vocabulary, units[0], run=run.id)
    assert list(run.finished()) == [units[0].id]
    with pytest.raises(UserError, match=r"holds this run already .*1 of 2 units.*--resume"):
        start(folder, units)
    assert start(folder, units, resume=True) == run
    assert start(folder, units[:1], resume=True) == run
    with pytest.raises(UserError, match=rf"holds another run \(run {run.id} of .*minimax, entrop"):
        start(folder, units[:1])


def test_strategies_and_lengths_are_added_to_a_run(tmp_path):
    five, six = vocabulary_of(5), vocabulary_of(6)
    first = unit_of(five, pool="all")
    run = start(tmp_path / "run", [first], asked={"pool": "all"})
    write(tmp_path / "run", five, first, run=run.id)
    more = [unit_of(five, strategy="entropy", pool="all"), unit_of(six, pool="all")]
    wider = start(tmp_path / "run", more, resume=True, asked={"pool": "all"})
    assert wider.units == (first, *more)
    assert (wider.id, wider.asked) == (run.id, run.asked)
    assert Run.open(tmp_path / "run") == wider
    assert list(wider.finished()) == [first.id]
    assert "| `random` | 6 |" in (tmp_path / "run" / "_README.md").read_text()


@pytest.mark.parametrize(
    ("change", "asked", "message"),
    [
        ({"pool": "all"}, {}, "its pool of minimax is candidates, not all;"),
        ({"seed": 3}, {}, "its seed of minimax is 0, not 3;"),
        ({"options": (("share", 0.1),)}, {}, "its options of minimax is"),
        ({"digest": "0" * 64}, {}, r"its list of 5 letters \(sha256\) is \w{10}, not 0000000000;"),
        ({"vocabulary": "other"}, {}, "its vocabulary is random, not other;"),
        ({"strategy": "entropy"}, {"hard": True}, "its hard is false, not true;"),
        ({"strategy": "entropy"}, {"allowed": 6}, "its allowed is not given, not 6;"),
    ],
)
def test_nothing_else_of_a_run_changes(tmp_path, change, asked, message):
    unit = unit_of(vocabulary_of())
    begun = {"hard": False, "allowed": None}
    start(tmp_path, [unit], asked=begun)
    before = (tmp_path / run_folder.RUN_FILE).read_bytes()
    with pytest.raises(UserError, match=message) as caught:
        start(tmp_path, [unit, replace(unit, **change)], resume=True, asked={**begun, **asked})
    assert "\n" not in str(caught.value)
    assert (tmp_path / run_folder.RUN_FILE).read_bytes() == before


def test_another_version_needs_force(tmp_path, monkeypatch):
    units = [unit_of(vocabulary_of())]
    monkeypatch.setattr(run_folder, "__version__", "9.9")
    with pytest.raises(UserError, match="holds no run"):
        Run.open(tmp_path)
    run = start(tmp_path, units)
    monkeypatch.undo()
    path = tmp_path / run_folder.RUN_FILE
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": "9.9"}))
    with pytest.raises(UserError, match=r"gpuwordle 9\.9 began.*: add --force"):
        start(tmp_path, units, resume=True)
    assert start(tmp_path, units, resume=True, force=True).id == run.id


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    units = [unit_of(vocabulary_of())]
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(UserError, match="not empty and holds no run"):
        start(tmp_path, units)
    with pytest.raises(UserError, match="is a file"):
        start(tmp_path / "thesis.txt", units)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_files_of_other_runs_are_not_counted(tmp_path):
    vocabulary = vocabulary_of()
    run = start(tmp_path, [unit_of(vocabulary)])
    write(tmp_path, vocabulary, run="another")
    with pytest.raises(UserError, match="belongs to run another"):
        run.finished()


def test_what_a_killed_process_left_is_swept(tmp_path):
    vocabulary = vocabulary_of()
    units = [unit_of(vocabulary)]
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "._run.json.77.part").write_text("{")  # killed while naming the run
    run = start(folder, units)
    path = write(folder, vocabulary, units[0], run=run.id)
    left = path.with_name(f".{path.name}.4242.part")
    left.write_bytes(b"PAR1")
    (folder / "_README.md").unlink()  # killed before it stood there
    start(folder, units, resume=True)
    assert not left.exists()
    assert (folder / "_README.md").exists()
    assert list(run.finished()) == [units[0].id]


def test_two_processes_cannot_run_into_one_folder(tmp_path):
    units = [unit_of(vocabulary_of())]
    folder = tmp_path / "run"
    run = start(folder, units)
    script = (
        "import sys, filelock\n"
        "with filelock.FileLock(sys.argv[1]):\n"
        "    print('held', flush=True)\n"
        "    input()\n"
    )
    command = [sys.executable, "-c", script, str(folder / run_folder.LOCK_FILE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(UserError, match=r"another process is running into .*: wait for it"):
            start(folder, units, resume=True)
        other.kill()  # and the lock ends with it
    assert start(folder, units, resume=True) == run
    with (
        taken(folder, units, resume=True, command=""),
        pytest.raises(UserError, match="another process"),
    ):
        start(folder, units, resume=True)


def test_a_folder_that_cannot_be_locked(tmp_path):
    units = [unit_of(vocabulary_of())]
    (tmp_path / run_folder.LOCK_FILE).mkdir()
    with pytest.raises(UserError, match=r"cannot be written .*: mend its permissions") as caught:
        start(tmp_path, units)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 4}', '{"format": 4, "units": [3]}'])
def test_a_damaged_run_file_is_one_line(tmp_path, text):
    (tmp_path / run_folder.RUN_FILE).write_text(text)
    with pytest.raises(UserError, match="is damaged"):
        Run.open(tmp_path)


def test_no_run_is_one_line(tmp_path):
    with pytest.raises(UserError, match="holds no run"):
        Run.open(tmp_path)
    with pytest.raises(UserError, match="is not a folder"):
        Run.open(tmp_path / "nowhere")
    (tmp_path / run_folder.RUN_FILE).write_text('{"format": 99}')
    with pytest.raises(UserError, match="format 99"):
        Run.open(tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    def refuse(path, *args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    with pytest.raises(UserError, match="cannot be made"):
        start(tmp_path / "run", [unit_of(vocabulary_of())])


@pytest.mark.parametrize(
    "refusal",
    [OSError(errno.ENOLCK, "No locks available"), NotImplementedError("no flock here")],
    ids=["ENOLCK", "filelock"],
)
def test_a_file_system_without_locks_is_said_and_used(tmp_path, monkeypatch, refusal):
    """What another process may be writing there, which cannot be known, is left alone."""

    def acquire(self, **asked):
        raise refusal

    monkeypatch.setattr(run_folder.FileLock, "acquire", acquire)
    unit = unit_of(vocabulary_of())
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".other.part").write_text("half")
    with (
        pytest.warns(RuntimeWarning, match="has no locks: see to it that no other process") as said,
        taken(folder, [unit], resume=False, command=""),
    ):
        pass
    assert len(said) == 1
    assert (folder / "_run.json").exists()
    assert (folder / ".other.part").exists()


def test_a_lock_that_may_not_be_made_is_an_error(tmp_path, monkeypatch):
    def acquire(self, **asked):
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(run_folder.FileLock, "acquire", acquire)
    with (
        pytest.raises(UserError, match=r"cannot be written \(Permission denied\)"),
        taken(tmp_path / "run", [unit_of(vocabulary_of())], resume=False, command=""),
    ):
        pass


def test_two_files_of_one_unit_are_refused(tmp_path):
    vocabulary = vocabulary_of()
    unit = unit_of(vocabulary)
    with taken(tmp_path / "run", [unit], resume=False, command="") as held:
        path = write_games(
            held.folder,
            held.id,
            unit,
            vocabulary,
            games_of(vocabulary),
            seconds=1.0,
            provenance=PROVENANCE,
        )
    path.with_name("copy.parquet").write_bytes(path.read_bytes())
    with pytest.raises(UserError, match=r"copy.parquet and .* hold the same games: move one out"):
        Run.open(tmp_path / "run").finished()
