"""The lock of a run's folder: one process at a time writes into it, where locks are to be had."""

from __future__ import annotations

import errno
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from gpuwordle.errors import UserError

LOCK_FILE = "_lock"

_NO_LOCKS = {
    getattr(errno, name)
    for name in ("ENOLCK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP")
    if hasattr(errno, name)
}
"""What a file system without locks says."""


@contextmanager
def alone_in(folder: Path) -> Iterator[bool]:
    """Keep other processes from running into the same folder meanwhile, where that can be done.

    The lock is the operating system's: it ends with the process, however that ends. Some network
    file systems have none; that is said, and the run goes on, for its files are whole or not there
    with or without it.

    Yields
    ------
    bool
        Whether other processes are kept out.

    Raises
    ------
    UserError
        If another process holds it.
    """
    lock = FileLock(folder / LOCK_FILE)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise UserError(
            f"another process is running into {folder}: wait for it, or choose another name"
        ) from None
    except (OSError, NotImplementedError) as error:  # the latter from filelock, where there is none
        if isinstance(error, OSError) and error.errno not in _NO_LOCKS:
            raise UserError(
                f"output folder {folder} cannot be written ({error.strerror}): mend its "
                "permissions or choose another place"
            ) from None
        warnings.warn(
            f"the file system of {folder} has no locks: see to it that no other process runs into "
            "this folder",
            RuntimeWarning,
            stacklevel=3,  # `contextmanager` stands between
        )
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
