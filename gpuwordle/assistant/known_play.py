"""Results of optimal play that come with the package, so that they are not searched.

Chess engines have tables of endgames; these are tables of positions after poor first guesses. If
every guess is legal and there is no limit on guesses, optimal play of a position depends on the
legal guesses and on the candidates alone: the digest of the guesses names a table, and a hash of
the candidates' guess indices names a position. So a table holds for every list with these guesses,
whichever of them may be hidden, and however a position was reached. `scripts/known_positions.py`
writes the files by the exact solver. Proofs and trees never read these tables.

Optimal play from first guesses of named lists, in easy and hard mode, is in
`gpuwordle.proofs.known_openers`: the set of all answers is the largest of a game, and a search
after a poor first guess may take minutes.
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
from gpuwordle.proofs.known_openers import ProvenOpener, known_openers
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words.letters import digest_of
from gpuwordle.words.vocabulary import Vocabulary

FEWEST = 200
"""Candidates of the smallest packaged positions: smaller ones are searched quickly."""

VERSION = 3

FORMAT = "gpuwordle known positions"

COLUMNS = tuple(map(np.dtype, ("<u8", "<u4", "<u2", "<u1")))
"""Dtypes of the columns of a file, one after another: the difference of each key from the one
before, in ascending order, and the fields of `KnownPosition`. The first bytes of all numbers of a
column stand together, then the second bytes, and so on, so that a wheel compresses them better.
"""

KEY_BYTES = 6
"""Another position has the key of one of 4,900 with a chance of 2e-11."""


class Worth(NamedTuple):
    """What optimal play takes from a position.

    ``low`` and ``high`` bound the least total of guesses over all candidates. ``shortest`` and
    ``longest`` bound the longest game of optimal play that begins with ``guess``; if there are
    several ways to play, of the one whose longest game is shortest. If the total is not known,
    ``longest`` and ``guess`` are those of the best play found. ``guess`` is an index, -1 if none is
    known.
    """

    low: int
    high: int
    shortest: int
    longest: int
    guess: int = -1

    @property
    def exact(self) -> bool:
        """Whether the total is known."""
        return self.low == self.high

    def bounded_by(self, after: Worth) -> Worth:
        """Lower the upper bound to what play after some guess takes, if that is less."""
        if after.high >= self.high:
            return self
        shortest = min(self.shortest, after.longest)
        return Worth(self.low, after.high, shortest, after.longest, after.guess)

    @classmethod
    def exactly(cls, candidates: int, total: int, longest: int, guess: int) -> Worth:
        """Make it from a known total and the longest game of one best way to play."""
        # At most one word is found by the first guess, and no other before the second.
        return cls(total, total, min(longest, 2 if total <= 2 * candidates else 3), longest, guess)


def first_worth(vocabulary: Vocabulary, *, hard: bool) -> Worth | None:
    """Return what optimal play of a whole list takes, if it is known."""
    known = known_openers(vocabulary, Conditions(hard=hard))
    return None if known is None else _worth(vocabulary, known.best()[0][0])


def opener_worth(vocabulary: Vocabulary, guess: int, *, hard: bool) -> Worth | None:
    """Return what optimal play takes after a first guess, if it is known."""
    known = known_openers(vocabulary, Conditions(hard=hard))
    opener = None if known is None else known.openers.get(vocabulary.guesses[guess])
    return None if opener is None else _worth(vocabulary, opener)


def tied_openers(vocabulary: Vocabulary, *, hard: bool) -> tuple[list[int], bool] | None:
    """Return known first guesses of optimal play, candidates first, and whether these are all."""
    known = known_openers(vocabulary, Conditions(hard=hard))
    if known is None:
        return None
    best, whole = known.best()
    return [vocabulary.guess_index[opener.guess] for opener in best], whole


def _worth(vocabulary: Vocabulary, opener: ProvenOpener) -> Worth:
    assert opener.total is not None
    guess = vocabulary.guess_index[opener.guess]
    return Worth(opener.total, opener.total, opener.worst, opener.worst, guess)


class KnownPosition(NamedTuple):
    """What optimal play of a position takes, without a limit on guesses."""

    total: int  # least total of guesses over all candidates
    guess: int  # guess index; the choice of `Solver.choose`
    longest: int  # shortest possible longest game of optimal play that begins with it


class KnownPositions:
    """A table of positions by key, for lists of guesses with one digest.

    ``lists`` names, for information, the lists whose first guesses lead to the positions.
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
        """Return the position of guess indices, int32 (candidates,); None if it is not there."""
        return self.positions.get(hash_of(guesses))

    def to_bytes(self) -> bytes:
        """Return the table as a line of JSON and columns; ValueError if a number is too large."""
        keys = sorted(self.positions)
        rows = [self.positions[key] for key in keys]
        for row in rows:
            if row.guess >> 16 or row.longest >> 8 or row.total >> 32:
                raise ValueError(f"{row} does not fit the columns of a table")
        steps = [after - before for before, after in zip([0, *keys], keys, strict=False)]
        data = b"".join(
            np.array(column, dtype).view(np.uint8).reshape(-1, dtype.itemsize).T.tobytes()
            for column, dtype in zip([steps, *zip(*rows, strict=True)], COLUMNS, strict=False)
        )
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
"""An empty table, with which every position is searched."""


def guesses_digest(words: Vocabulary) -> str:
    """Return what a table is known by: the sha256 of the newline-joined guesses."""
    return digest_of(words.guesses)


def hash_of(guesses: npt.NDArray[np.int32]) -> int:
    """Hash a position: the first six bytes, little-endian, of a sha256.

    It is taken of the candidates' guess indices as little-endian int32 in ascending order.

    guesses: int32 (candidates,), in any order.
    """
    data = np.sort(guesses).astype("<i4").tobytes()
    return int.from_bytes(hashlib.sha256(data).digest()[:KEY_BYTES], "little")


def file_of(digest: str) -> str:
    """Return the name of the file of a table, in the folder of this module."""
    return f"positions-{digest[:16]}.bin"


def read_positions(data: bytes, name: str) -> KnownPositions:
    """Read what `KnownPositions.to_bytes` has written; errors call it ``name``.

    Raises UserError if it is not such a table, has another version, or is damaged.
    """
    line, _, rest = data.partition(b"\n")
    try:
        head = json.loads(line)
        known = head["format"] == FORMAT
    except (ValueError, TypeError, KeyError):
        known = False
    if not known:
        raise UserError(f"{name} is not a table of known positions: reinstall gpuwordle")
    if head.get("version") != VERSION:
        raise UserError(
            f"{name} is a table of known positions of version {head.get('version')}, and this "
            f"gpuwordle reads version {VERSION}: reinstall gpuwordle"
        )
    if hashlib.sha256(rest).hexdigest() != head.get("sha256"):
        raise UserError(
            f"{name} is damaged: the sha256 of its columns is not the one in its first line; "
            "reinstall gpuwordle"
        )
    count = len(rest) // sum(dtype.itemsize for dtype in COLUMNS)
    columns, begin = [], 0
    for dtype in COLUMNS:
        size = count * dtype.itemsize
        planes = np.frombuffer(rest, np.uint8, size, begin).reshape(dtype.itemsize, -1)
        columns.append(np.frombuffer(planes.T.tobytes(), dtype))
        begin += size
    steps, *fields = columns
    positions = map(KnownPosition, *(field.tolist() for field in fields))
    keys = np.cumsum(steps).tolist()
    return KnownPositions(head["digest"], head["lists"], dict(zip(keys, positions, strict=True)))


def packaged_positions(words: Vocabulary) -> KnownPositions:
    """Return the packaged table for the guesses of a list, or `NOTHING` if there is none.

    There is none for other rules, nor for words with weights.
    """
    if words.rule != WORDLE or words.weights is not None:
        return NOTHING
    return _packaged(guesses_digest(words))


@cache
def _packaged(digest: str) -> KnownPositions:
    path = files("gpuwordle.assistant") / file_of(digest)
    if not path.is_file():
        return NOTHING
    table = read_positions(path.read_bytes(), str(path))
    if table.digest != digest:
        raise UserError(f"{path} does not have the words of its name: reinstall gpuwordle")
    return table
