"""Positions whose best play comes with the package: those of named lists need no search.

As chess engines have tables of endgames, there is one here of what poor first guesses leave. Where
every guess is legal and their number has no limit, best play of a position depends on the words
that may be guessed and on those that are left alone: a table is known by the digest of the guesses,
and a position by a hash of its candidates' places among them. So a table holds for every list with
these guesses, whichever of them may be hidden, and however a position was reached.

`scripts/known_positions.py` writes the files by the exact solver. Nothing that is proven
(`gpuwordle.proofs`) and no tree reads them: they stand on a floor above.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.words.letters import digest_of
from gpuwordle.words.vocabulary import Vocabulary

FEWEST = 128
"""Candidates of the smallest positions in the package: fewer take little to search."""

VERSION = 1

FORMAT = "gpuwordle known positions"

ROW = np.dtype(
    [("key", "<u8"), ("total", "<u4"), ("candidates", "<u2"), ("guess", "<u2"), ("longest", "<u1")]
)
"""A position in a file: rows follow each other without gaps, by rising key."""


class KnownPosition(NamedTuple):
    """What best play of a position takes, without a limit of guesses.

    Attributes
    ----------
    candidates : int
        How many are left.
    total : int
        Least total of guesses over all candidates.
    guess : int
        The guess that `gpuwordle.optimal.solver.Solver.choose` chooses, as a guess index.
    longest : int
        Guesses of the longest game of best play that begins with it; of several such ways, of the
        one where it is shortest.
    """

    candidates: int
    total: int
    guess: int
    longest: int


class KnownPositions:
    """A table of positions.

    Parameters
    ----------
    digest
        Of the words that may be guessed; see `guesses_digest`.
    lists
        Names of the lists whose first guesses leave the positions, for who reads the file.
    positions
        What is known, by the positions' keys; see `key_of`.
    """

    def __init__(
        self,
        digest: str,
        lists: Iterable[str] = (),
        positions: Mapping[int, KnownPosition] | None = None,
    ) -> None:
        self.digest, self.lists = digest, tuple(lists)
        self.positions = dict(positions or {})

    def __len__(self) -> int:
        return len(self.positions)

    def find(self, guesses: npt.NDArray[np.int32]) -> KnownPosition | None:
        """Return what is known of a position; None where it is not in the table.

        Parameters
        ----------
        guesses
            The candidates, as guess indices.
        """
        found = self.positions.get(key_of(guesses))
        return found if found is not None and found.candidates == len(guesses) else None

    def to_bytes(self) -> bytes:
        """Write the table as a file has it: a line of JSON, then the rows.

        Raises
        ------
        ValueError
            If a number is too large for its column.
        """
        rows = np.zeros(len(self), ROW)
        for at, (key, known) in enumerate(sorted(self.positions.items())):
            if max(known.candidates, known.guess) >> 16 or known.longest >> 8 or known.total >> 32:
                raise ValueError(f"{known} does not fit the columns of a table")
            rows[at] = key, known.total, known.candidates, known.guess, known.longest
        data = rows.tobytes()
        head = {
            "format": FORMAT,
            "version": VERSION,
            "digest": self.digest,
            "lists": self.lists,
            "positions": len(self),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        return json.dumps(head).encode() + b"\n" + data


NOTHING = KnownPositions("")
"""A table for who wants every position searched."""


def guesses_digest(words: Vocabulary) -> str:
    """Return what a table is known by: the sha256 of the newline-joined guesses."""
    return digest_of(words.guesses)


def key_of(guesses: npt.NDArray[np.int32]) -> int:
    """Return what a position is known by.

    Parameters
    ----------
    guesses
        The candidates, as guess indices in any order.

    Returns
    -------
    int
        The first eight bytes of the sha256 of the indices: rising, int32, little-endian.
    """
    data = np.sort(guesses).astype("<i4").tobytes()
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "little")


def file_of(digest: str) -> str:
    """Name the file of a table, which stands beside this module."""
    return f"positions-{digest[:16]}.bin"


def read_positions(data: bytes, name: str) -> KnownPositions:
    """Read a table.

    Parameters
    ----------
    data
        What `KnownPositions.to_bytes` has written.
    name
        What an error calls it.

    Raises
    ------
    UserError
        If it is none, of another version, or damaged.
    """
    line, _, rows = data.partition(b"\n")
    try:
        head = json.loads(line)
        known = head["format"] == FORMAT
    except (ValueError, TypeError, KeyError):
        known = False
    if not known:
        raise UserError(f"{name} is no table of known positions: install gpuwordle again")
    if head.get("version") != VERSION:
        raise UserError(
            f"{name} is a table of known positions of version {head.get('version')}, and this "
            f"gpuwordle reads version {VERSION}: install gpuwordle again"
        )
    if hashlib.sha256(rows).hexdigest() != head.get("sha256"):
        raise UserError(
            f"{name} is damaged: its rows have another sha256 than its first line says; install "
            "gpuwordle again"
        )
    table = np.frombuffer(rows, ROW)
    columns = (table[column].tolist() for column in ("candidates", "total", "guess", "longest"))
    positions = map(KnownPosition, *columns)
    return KnownPositions(
        head["digest"], head["lists"], dict(zip(table["key"].tolist(), positions, strict=True))
    )


def packaged_positions(words: Vocabulary) -> KnownPositions:
    """Return the table that comes with the package for what may be guessed; `NOTHING` without.

    Raises
    ------
    UserError
        If there is one that cannot be read.
    """
    return _packaged(guesses_digest(words))


@cache
def _packaged(digest: str) -> KnownPositions:
    path = files("gpuwordle.assistant") / file_of(digest)
    if not path.is_file():
        return NOTHING
    table = read_positions(path.read_bytes(), str(path))
    if table.digest != digest:
        raise UserError(f"{path} is of other words than its name says: install gpuwordle again")
    return table
