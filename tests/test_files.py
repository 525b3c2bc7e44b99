"""What stands where output goes: files, links, pipes, devices, and who may write them."""

import os
import shutil
import stat
import tempfile
import threading
from pathlib import Path

import pytest
from helpers.errors import refused
from helpers.noted import noted

from gpuwordle.files import check_not_input, check_place, is_standard_output, opened, written_aside

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX nodes, links and modes")


def write(path, text="new"):
    with opened(Path(path)) as stream:
        stream.write(text.encode())


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def ordinary():
    """A folder of a user without privileges, as whom this process runs for now."""
    folder, privileged = Path(tempfile.mkdtemp()), os.geteuid() == 0
    if privileged:
        os.chown(folder, 65534, 65534)
        os.setresgid(65534, 65534, 0)
        os.setresuid(65534, 65534, 0)
    yield folder
    if privileged:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
    folder.chmod(0o700)
    shutil.rmtree(folder)


def test_a_new_file_gets_the_mode_that_the_umask_leaves(tmp_path):
    before = os.umask(0o027)
    try:
        write(tmp_path / "new")
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "new") == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["new"]


@pytest.fixture
def target(tmp_path):
    """A file that is to be replaced."""
    path = tmp_path / "target"
    path.write_text("old")
    return path


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755, 0o4750])
def test_a_file_keeps_its_mode_and_what_replaces_it_is_no_more_public(target, mode):
    target.chmod(mode)
    with written_aside(target) as aside:
        assert not mode_of(aside) & ~mode
        aside.write_text("new")
    assert (target.read_text(), mode_of(target)) == ("new", mode)


def test_other_hard_links_keep_the_old_content(target):
    other = target.with_name("other")
    other.hardlink_to(target)
    write(target)
    assert (target.read_text(), other.read_text()) == ("new", "old")


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed(tmp_path, there):
    (tmp_path / "far").mkdir()
    target, middle, link = (tmp_path / name for name in ("far/target", "far/middle", "link"))
    if there:
        target.write_text("old")
        target.chmod(0o600)
    middle.symlink_to("target")
    link.symlink_to("far/middle")
    with written_aside(link) as aside:
        assert aside.parent == tmp_path / "far"
        aside.write_text("new")
    assert link.is_symlink() and middle.is_symlink()
    assert target.read_text() == "new"
    assert not there or mode_of(target) == 0o600


def test_an_error_leaves_what_stood_there(target):
    with pytest.raises(KeyboardInterrupt), opened(target) as stream:
        stream.write(b"half")
        raise KeyboardInterrupt
    assert target.read_text() == "old"
    assert [*target.parent.iterdir()] == [target]


def test_side_files_are_new_and_cannot_be_foreseen(tmp_path, monkeypatch):
    target, victim = tmp_path / "target", tmp_path / "victim"
    victim.write_text("untouched")
    with written_aside(target) as first, written_aside(target) as second:
        assert first != second
    target.unlink()
    monkeypatch.setattr("secrets.token_hex", lambda _: "guessed")
    trap = tmp_path / ".target.guessed.part"
    trap.symlink_to(victim)
    refused("cannot be written", write, target)
    assert trap.is_symlink()
    assert victim.read_text() == "untouched"
    assert not target.exists()


def test_file_and_folder_reach_the_disk_in_order(tmp_path, monkeypatch):
    synced = noted(monkeypatch, os, "fsync", lambda _, file: os.readlink(f"/proc/self/fd/{file}"))
    write(tmp_path / "target")
    assert len(synced) == 2
    assert synced[0].endswith(".part")
    assert synced[1] == str(tmp_path)


def test_file_systems_without_fsync_will_do(tmp_path, monkeypatch):
    def missing(_descriptor):
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr("os.fsync", missing)
    write(tmp_path / "target")
    assert (tmp_path / "target").read_text() == "new"


@pytest.mark.parametrize("name", ["n" * 255, "é" * 127])
def test_the_longest_names(tmp_path, name):
    write(tmp_path / name)
    assert (tmp_path / name).read_text() == "new"


def test_a_pipe_is_streamed_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    check_place(pipe)  # without waiting for a reader
    found = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()), daemon=True)
    reader.start()
    write(pipe, "through")
    reader.join(30)
    assert found == ["through"]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    refused("is a stream: give the path of a file", written_aside(pipe).__enter__)


def test_the_null_device_stays_what_it_is(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(os.devnull)
    before = os.stat(os.devnull)
    write(os.devnull)
    write(link)
    after = os.stat(os.devnull)
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert link.is_symlink()


@pytest.mark.parametrize("kind", [stat.S_IFCHR, stat.S_IFBLK])
def test_devices_are_refused(tmp_path, kind):
    node = tmp_path / "node"
    try:
        os.mknod(node, kind | 0o600, os.makedev(1, 7))
    except OSError:
        pytest.skip("nodes cannot be made here")
    link = tmp_path / "link"
    link.symlink_to(node)
    for path in (node, link):
        refused(r"is a device: give the path of a file, or - for", check_place, path)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("circle", "link that leads nowhere: remove it"),
        ("", "is a folder: give the path of a file"),
        ("no/file", "does not exist: create it"),
        ("n" * 300, r"cannot be written \(File name too long\): choose a shorter name"),
        ("/dev/fd/98765", "output /dev/fd/98765 is not open"),
    ],
    ids=["circle", "folder", "no folder", "long name", "closed stream"],
)
def test_places_that_are_none_are_refused(tmp_path, place, message):
    (tmp_path / "circle").symlink_to("circle")
    refused(message, check_place, tmp_path / place)


def test_an_open_stream_is_written_to_where_it_stands(tmp_path):
    target = tmp_path / "target"
    with open(target, "wb") as file:
        file.write(b"first ")
        file.flush()
        write(f"/dev/fd/{file.fileno()}")
        file.write(b" last")
    assert target.read_text() == "first new last"


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
def test_standard_output(tmp_path, capfdbinary, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert is_standard_output(Path(name)) and not is_standard_output(tmp_path / "-")
    write(name)
    assert capfdbinary.readouterr().out == b"new"
    assert not list(tmp_path.iterdir())


def test_an_input_is_known_by_any_name(tmp_path):
    words, link = tmp_path / "words", tmp_path / "link"
    words.write_text("crane")
    link.symlink_to(words)
    for output in (words, link):
        refused("is what this command reads", check_not_input, output, [tmp_path / "no", words])
    with words.open() as file:
        refused("as standard input", check_not_input, words, [file.fileno()])
    check_not_input(tmp_path / "other", [words])


def test_a_file_or_a_folder_that_may_not_be_written(ordinary):
    target = ordinary / "target"
    target.write_text("old")
    target.chmod(0o400)
    refused("may not be written: fix its permissions", check_place, target)
    target.chmod(0o200)
    write(target)
    assert mode_of(target) == 0o200
    target.chmod(0o600)
    ordinary.chmod(0o500)
    for path in (target, ordinary / "new"):
        refused("cannot be written: fix its permissions", check_place, path)
    assert target.read_text() == "new"
