"""Output: files that appear whole or not at all, and streams.

A regular file is replaced only by a complete new file, which takes over its mode. A symbolic link
is followed, a pipe or the null device is written to directly, and any other device is refused.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gpuwordle.errors import UserError, shortened

STANDARD_OUTPUT = 1

_STREAMS = {"/dev/stdout": STANDARD_OUTPUT, "/dev/stderr": 2}

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/([0-9]{1,9})")

_MOST_LINKS = 40
"""Symbolic links in a chain that are followed, as on Linux."""

_SHOWN_NAME = 40
"""Characters of a file's name that its temporary file takes over: names end at 255 bytes."""


@dataclass(frozen=True)
class _Place:
    """Where output goes, and what is there now."""

    path: Path  # with symbolic links of the last part followed
    before: os.stat_result | None  # None if nothing is there
    descriptor: int | None = None  # the open stream of this process that the path names

    @property
    def streamed(self) -> bool:
        """Whether it is written to directly, because it cannot be replaced."""
        there = self.before is not None and not stat.S_ISREG(self.before.st_mode)
        return self.descriptor is not None or there


def check_place(path: Path) -> None:
    """Check that output can go to a path, before long work is done for it.

    Raises UserError if its folder does not exist or cannot be written, or it is a folder, a device,
    a socket, a stream that is not open, or a file that may not be written.
    """
    _place(path)


def check_not_input(path: Path | None, inputs: Iterable[Path | int]) -> None:
    """Raise UserError if output to a path would replace an input file, under any name.

    ``inputs`` are paths or numbers of open streams. Files that do not exist are ignored. None is no
    output.
    """
    if path is None:
        return
    place = _place(path)
    if place.before is None or place.streamed:
        return
    for given in inputs:
        with suppress(OSError):
            if os.path.samestat(place.before, os.stat(given)):
                read = "standard input" if isinstance(given, int) else f"{given}"
                same = "" if read == str(path) else f" (as {read})"
                raise UserError(
                    f"output {path} is what this command reads{same}: choose another name"
                )


def check_different(*outputs: Path | None) -> None:
    """Raise UserError if two outputs of a command are one file; None is no output."""
    places = [path.resolve() for path in outputs if path is not None]
    for place in places:
        if places.count(place) > 1:
            raise UserError(f"two outputs go to {place.name}: give them different names")


def is_standard_output(path: Path | None) -> bool:
    """Whether a path is standard output: None, ``-``, ``/dev/stdout`` or ``/dev/fd/1``."""
    return path is None or _descriptor(path) == STANDARD_OUTPUT


def is_endless(there: os.stat_result) -> bool:
    """Return whether a file is a device other than the null device and the user's terminal."""
    if not stat.S_ISCHR(there.st_mode):
        return stat.S_ISBLK(there.st_mode)
    if there.st_rdev == os.stat(os.devnull).st_rdev:
        return False
    typed = sys.stdin is not None and sys.stdin.isatty()
    return not (typed and os.fstat(0).st_rdev == there.st_rdev)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a path for output of any kind.

    A file appears whole or not at all. ``-`` is standard output; a named pipe, ``/dev/null`` and
    ``/dev/fd/N`` receive the bytes as they are written. Raises UserError as `check_place` does or
    if the disk is full, and BrokenPipeError if the reader of a pipe has closed it.
    """
    place = _place(path)
    if not place.streamed:
        with written_aside(path) as aside, open(aside, "wb") as file:
            yield file
        return
    with _explained(path):
        if place.descriptor == STANDARD_OUTPUT and sys.stdout is not None:
            sys.stdout.flush()
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
            return
        target = place.path if place.descriptor is None else os.dup(place.descriptor)
        with open(target, "wb") as stream:
            yield stream


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """Yield a temporary path, and rename what was written there if the block succeeds.

    The new file is in the same folder, under an unpredictable name. On any error, Ctrl-C included,
    it is removed, and ``path`` is left as it was. A symbolic link is followed; the new file takes
    over the mode of an existing one, whose other hard links keep the old content. Raises UserError
    as `check_place` does, if the path is a stream, or if the disk is full.
    """
    place = _place(path)
    if place.streamed:
        raise UserError(f"output {path} is a stream: give the path of a file")
    with _explained(path):
        name = f".{place.path.name[:_SHOWN_NAME]}.{secrets.token_hex(8)}.part"
        aside, ours = place.path.with_name(name), True
        try:
            try:
                _create(aside, private=place.before is not None)
            except FileExistsError:
                ours = False
                raise
            yield aside
            _settle(aside)
            _keep_mode(place, aside)
            aside.replace(place.path)
        finally:
            if ours:
                aside.unlink(missing_ok=True)
        _settle_folder(place.path.parent)


def _place(path: Path) -> _Place:
    """Find out what is at a path, and refuse anything that cannot take output."""
    with _explained(path):
        end = _followed(path)
        descriptor = _descriptor(end)
        if descriptor is not None:
            try:
                return _Place(end, os.fstat(descriptor), descriptor)
            except OSError:
                name = "standard output" if descriptor == STANDARD_OUTPUT else f"output {path}"
                raise UserError(f"{name} is not open: open it, or give --output FILE") from None
        if not end.parent.is_dir():
            raise UserError(
                f"output folder {end.parent} does not exist: create it or choose another"
            )
        try:
            before = end.stat()
        except FileNotFoundError:
            before = None
    if before is not None:
        _check_kind(path, before)
        if not os.access(end, os.W_OK):
            raise UserError(
                f"output {path} may not be written: fix its permissions or choose another name"
            )
    place = _Place(end, before)
    if not place.streamed and not os.access(end.parent, os.W_OK):
        raise UserError(f"output folder {end.parent} cannot be written: fix its permissions")
    return place


def _check_kind(path: Path, before: os.stat_result) -> None:
    mode = before.st_mode
    if stat.S_ISDIR(mode):
        raise UserError(f"output {path} is a folder: give the path of a file")
    if stat.S_ISREG(mode) or stat.S_ISFIFO(mode):
        return
    if stat.S_ISCHR(mode) and before.st_rdev == os.stat(os.devnull).st_rdev:
        return
    kind = "socket" if stat.S_ISSOCK(mode) else "device"
    raise UserError(f"output {path} is a {kind}: give the path of a file, or - for standard output")


def _followed(path: Path) -> Path:
    """Follow symbolic links, except those of the open streams of this process."""
    end = path
    for _ in range(_MOST_LINKS):
        if _descriptor(end) is not None or not end.is_symlink():
            return end
        end = end.parent / os.readlink(end)
    raise UserError(f"output {path} is a link that leads nowhere: remove it or choose another name")


def _descriptor(path: Path) -> int | None:
    if str(path) == "-":
        return STANDARD_OUTPUT
    if os.name != "posix":
        return None
    text = path.as_posix()
    found = _DESCRIPTOR.fullmatch(text)
    return int(found[1]) if found else _STREAMS.get(text)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn errors of the system into errors with a remedy."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise UserError(
                f"output {shortened(str(path))} cannot be written ({error.strerror}): choose a "
                "shorter name"
            ) from None
        raise UserError(
            f"output {path} cannot be written ({error.strerror or error}): free the disk, "
            "fix the permissions or choose another place"
        ) from None


def _create(path: Path, *, private: bool) -> None:
    """Create an empty file that no other process can have made or linked.

    The successor of a private file must not be readable by others while it is written.
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
    os.close(os.open(path, flags, 0o600 if private else 0o666))


def _keep_mode(place: _Place, aside: Path) -> None:
    if place.before is None:
        return
    made = aside.stat()
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (
        place.before.st_uid,
        place.before.st_gid,
    ):
        with suppress(PermissionError):  # only the superuser may give files away
            os.chown(aside, place.before.st_uid, place.before.st_gid)
    aside.chmod(stat.S_IMODE(place.before.st_mode))


def _settle(aside: Path) -> None:
    """Flush a file to disk before it is renamed: a power cut could otherwise leave it broken."""
    descriptor = os.open(aside, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems without it
            raise
    finally:
        os.close(descriptor)


def _settle_folder(folder: Path) -> None:
    """Flush a rename to disk, if folders can be synchronised."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
