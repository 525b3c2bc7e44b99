"""The folder of a run: whose it is, what of it is finished, and one clear line otherwise."""

import errno
import json
from dataclasses import replace

import pytest
from helpers.errors import one_line_error, refused
from helpers.run_files import flipped, unit_of, vocabulary_of, write

from gpuwordle.errors import counted
from gpuwordle.results import run_folder
from gpuwordle.results.games_file import record_of
from gpuwordle.results.run_folder import Run, finished_in, sweep, taken


def start(folder, units, resume=False, **how):
    with taken(folder, units, resume=resume, command="the command", **how) as run:
        return run


WORDS = vocabulary_of()
UNIT = unit_of(WORDS)
OTHER = unit_of(WORDS, strategy="entropy")


def no_lock_is_taken(monkeypatch, error):
    def acquire(self, **asked):
        raise error

    monkeypatch.setattr(run_folder.FileLock, "acquire", acquire)


def test_a_folder_holds_one_run(tmp_path):
    units = [UNIT, OTHER]
    folder = tmp_path / "deep" / "run"
    assert finished_in(folder, units, resume=True) == set()
    assert not folder.exists(), "nothing is written"
    run = start(folder, units)
    assert Run.open(folder) == run
    assert run.finished() == {}
    write(folder, WORDS, OTHER, run=run.id)
    assert list(run.finished()) == [OTHER.id]
    assert finished_in(folder, units, resume=True) == {OTHER.id}
    for ask in (start, finished_in):
        message = r"holds this run already .*1 of 2 units finished.*--resume"
        refused(message, ask, folder, units, resume=False)
    assert start(folder, units, resume=True) == run
    assert start(folder, units[:1], resume=True) == run
    refused(rf"holds another run \(run {run.id} of .*minimax, entrop", start, folder, units[:1])


def test_options_of_a_run_are_those_of_its_command(tmp_path):
    run = start(tmp_path, [UNIT], asked={"vocabulary": "birds.txt", "pool": "all"})
    assert run.asked_again(["pool"]) == {"pool": "all"}
    refused("_run.json is damaged: it lacks hard; move", run.asked_again, ["pool", "hard"])


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
    begun = {"hard": False, "allowed": None}
    start(tmp_path, [UNIT], asked=begun)
    before = (tmp_path / run_folder.RUN_FILE).read_bytes()
    with one_line_error(message):
        start(tmp_path, [UNIT, replace(UNIT, **change)], resume=True, asked={**begun, **asked})
    assert (tmp_path / run_folder.RUN_FILE).read_bytes() == before


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    refused("not empty and holds no run", start, tmp_path, [UNIT])
    refused("is a file", start, tmp_path / "thesis.txt", [UNIT])
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_files_of_other_runs_and_second_files_are_refused(tmp_path):
    run = start(tmp_path, [UNIT])
    path = write(tmp_path, WORDS, run="another")
    refused("belongs to run another", run.finished)
    write(tmp_path, WORDS, run=run.id)
    path.with_name("copy.parquet").write_bytes(path.read_bytes())
    refused(r"copy.parquet and .* hold the same games: move one out", run.finished)
    path.unlink()
    refused(r"copy.parquet was moved: move it back to .*minimax", run.finished)


def test_what_a_killed_process_left_is_swept(tmp_path):
    (tmp_path / "._run.json.77.part").write_text("{")  # killed while naming the run
    run = start(tmp_path, [UNIT])
    path = write(tmp_path, WORDS, run=run.id)
    left = path.with_name(f".{path.name}.4242.part")
    left.write_bytes(b"PAR1")
    (tmp_path / "_README.md").unlink()  # killed before it stood there
    start(tmp_path, [UNIT], resume=True)
    assert not left.exists()
    assert (tmp_path / "_README.md").exists()
    assert list(run.finished()) == [UNIT.id]


def test_two_cannot_run_into_one_folder(tmp_path):
    """Whether in one process or in two: what is locked is the open file."""
    folder = tmp_path / "run"
    with taken(folder, [UNIT], resume=False, command="") as run:
        message = r"another process is writing into .*: wait for it"
        refused(message, start, folder, [UNIT], resume=True)
    (folder / run_folder.LOCK_FILE).touch()  # as a killed process leaves it, whose lock is gone
    assert start(folder, [UNIT], resume=True) == run


def test_a_folder_is_let_go_at_once(tmp_path, monkeypatch):
    """Not only when nothing holds the lock any more."""
    held, usual = [], run_folder.FileLock
    monkeypatch.setattr(run_folder, "FileLock", lambda path: held.append(usual(path)) or held[-1])
    run = start(tmp_path, [UNIT])
    with pytest.raises(ZeroDivisionError), taken(tmp_path, [UNIT], resume=True, command=""):
        _ = 1 / 0
    assert start(tmp_path, [UNIT], resume=True) == run
    assert len(held) == 3


def test_no_run_is_one_line(tmp_path):
    refused("holds no run", Run.open, tmp_path)
    refused("is not a folder", Run.open, tmp_path / "nowhere")
    path = tmp_path / run_folder.RUN_FILE
    for text in ("", "{", "[]", '{"format": 5}', '{"format": 5, "units": [3]}'):
        path.write_text(text)
        refused("is damaged", Run.open, tmp_path)
    path.write_text('{"format": 99}')
    refused("format 99", Run.open, tmp_path)
    refused(r"_run\.json is a file, not the folder of a run: name a", Run.open, path)
    path.unlink()
    path.mkdir()
    refused(r"_run.json cannot be read \(.*\): check it", Run.open, tmp_path)


WRONG = [
    *({"asked": {name: 3}} for name in ("seeds", "pool", "exclude", "filter")),
    *({"asked": {name: ["pets", 5]}} for name in ("vocabulary", "opener")),
    *({"asked": {name: "6"}} for name in ("sample", "allowed", "hard")),
    {"asked": ["pool"]},
    *({name: 5} for name in ("run", "command", "started", "version")),
    *({"units": units} for units in ([], {}, None)),
]


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_what_a_run_file_says_has_its_types(tmp_path, change):
    start(tmp_path, [UNIT])
    path = tmp_path / run_folder.RUN_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    refused("is damaged: move the folder away", Run.open, tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / run_folder.LOCK_FILE).mkdir()
    refused(r"cannot be written .*: fix its permissions", start, tmp_path, [UNIT])
    no_lock_is_taken(monkeypatch, OSError(errno.EACCES, "Permission denied"))
    refused(r"cannot be written \(Permission denied\)", start, tmp_path / "run", [UNIT])
    (tmp_path / "file").write_text("a file")
    refused("cannot be made", start, tmp_path / "file" / "run", [UNIT])


@pytest.mark.parametrize(
    "refusal",
    [OSError(errno.ENOLCK, "No locks available"), NotImplementedError("no flock here")],
    ids=["ENOLCK", "filelock"],
)
def test_a_file_system_without_locks_is_said_and_used(tmp_path, monkeypatch, refusal):
    """What another process may be writing there, which cannot be known, is left alone."""
    no_lock_is_taken(monkeypatch, refusal)
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".other.part").write_text("half")
    with pytest.warns(RuntimeWarning, match="has no locks: make sure that no other") as said:
        start(folder, [UNIT])
    assert [one.filename for one in said] == [run_folder.__file__], "who wanted the lock"
    assert (folder / "_run.json").exists()
    assert (folder / ".other.part").exists()


@pytest.mark.parametrize(
    ("lengths", "strategies", "told"),
    [
        ([5], 1, "random, lengths 5, strategies s0"),
        ([7, 5, 6], 2, "random, lengths 5-7, strategies s0, s1"),
        ([5, 7], 4, "random, lengths 5, 7, strategies s0, s1, s2, s3"),
        ([3, 5, 7, 8, 9], 5, "lengths 3, 5, 7, 8 and 1 more, strategies s0, s1, s2, s3 and 1 more"),
        ([5, 6], 7, "random, lengths 5-6, strategies s0, s1, s2, s3 and 3 more"),
    ],
)
def test_a_run_says_what_it_plays(tmp_path, lengths, strategies, told):
    units = [
        unit_of(vocabulary_of(length), strategy=f"s{number}")
        for length in lengths
        for number in range(strategies)
    ]
    run = Run.new(tmp_path, units, "")
    assert str(run).endswith(told)
    assert str(run).startswith(f"run {run.id} of {run.started[:16]}: random, ")
    assert repr(run).endswith(f"{told}, {counted(len(units), 'unit')})")


def test_names_stand_as_they_are_written(tmp_path):
    unit = unit_of(vocabulary_of(name="épée"))
    start(tmp_path, [unit])
    text = (tmp_path / run_folder.RUN_FILE).read_text(encoding="utf-8")
    assert '"vocabulary": "épée"' in text
    other = [replace(unit, vocabulary="mêlée")]
    refused("its vocabulary is épée, not mêlée;", start, tmp_path, other, resume=True)


def test_sweeping_leaves_what_another_process_may_be_writing(tmp_path, monkeypatch):
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    (stranger / ".notes.part").write_text("no run's")
    sweep(stranger)
    assert list(stranger.iterdir()) == [stranger / ".notes.part"], "no lock is left there"
    folder = tmp_path / "run"
    start(folder, [UNIT])
    left = [folder / ".a.part", folder / "random-5" / ".b.part"]
    left[1].parent.mkdir()
    for path in left:
        path.write_text("half")
    with taken(folder, [UNIT], resume=True, command=""):
        left[0].write_text("half, by this run")
        sweep(folder)
        assert left[0].exists()
    sweep(folder)
    assert not any(path.exists() for path in left)
    left[0].write_text("half")
    no_lock_is_taken(monkeypatch, OSError(errno.ENOLCK, "No locks available"))
    with pytest.warns(RuntimeWarning, match="has no locks"):
        sweep(folder)
    assert left[0].exists()


def test_a_side_file_that_is_gone_already_needs_no_sweeping(tmp_path, monkeypatch):
    start(tmp_path, [UNIT])
    monkeypatch.setattr("pathlib.Path.glob", lambda self, pattern: [self / ".gone.part"])
    start(tmp_path, [UNIT], resume=True)


def test_a_file_that_is_not_as_it_was_written_is_played_again(tmp_path):
    """A flipped bit is noticed wherever it is, and so is one in a file without a record."""
    units = [UNIT, OTHER]
    run = start(tmp_path / "run", units)
    paths = [write(run.folder, WORDS, unit, run=run.id) for unit in units]
    assert len(run.finished(checked=True, warn=True)) == 2
    whole = paths[0].read_bytes()
    for place in (60, len(whole) // 2, len(whole) - 30):
        paths[0].write_bytes(flipped(whole, place))
        again = r"is damaged \([^()]*\): its games are played again"
        with pytest.warns(RuntimeWarning, match=again) as said:
            assert list(run.finished(checked=True, warn=True)) == [units[1].id]
        assert [one.filename for one in said] == [__file__], "the line that asked"
        assert finished_in(run.folder, units, resume=True) == {units[1].id}
    write(run.folder, WORDS, units[0], run=run.id)
    assert len(run.finished(checked=True, warn=True)) == 2
    record_of(paths[0]).unlink()
    assert len(run.finished(checked=True, warn=True)) == 2
    paths[0].write_bytes(flipped(whole, 60))
    assert finished_in(run.folder, units, resume=True) == {units[1].id}
    paths[0].rename(paths[0].with_name("elsewhere.parquet"))
    refused("is damaged", run.finished, checked=True)
