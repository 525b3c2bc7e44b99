"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpuwordle.errors import UserError


def check_place(path: Path) -> None:
    """Check that a file could appear at a path, before long work is done for it.

    Raises
    ------
    UserError
        If its folder does not exist or cannot be written, or the path is a folder itself.
    """
    if not path.parent.is_dir():
        raise UserError(f"output folder {path.parent} does not exist: create it or choose another")
    if path.is_dir():
        raise UserError(f"output {path} is a folder: give the path of a file")
    if not os.access(path.parent, os.W_OK):
        raise UserError(f"output folder {path.parent} cannot be written: mend its permissions")


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """Give a path to write to, and rename what was written there when all went well.

    Parameters
    ----------
    path
        Where the file shall appear.

    Yields
    ------
    Path
        A file beside it. It is removed on any error, Ctrl-C included, and whatever stood at
        ``path`` before is left as it was.

    Raises
    ------
    UserError
        If the folder does not exist or cannot be written, or the disk is full.
    """
    if not path.parent.is_dir():
        raise UserError(f"output folder {path.parent} does not exist: create it or choose another")
    if path.is_dir():
        raise UserError(f"output {path} is a folder: give the path of a file")
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield aside
        aside.replace(path)
    except OSError as error:
        raise UserError(
            f"output {path} cannot be written ({error.strerror or error}): free the disk, "
            "mend the permissions or choose another place"
        ) from error
    finally:
        aside.unlink(missing_ok=True)
