"""Certificates: a tree, and the bounds that prove that none is better.

A certificate contains its words, so that it can be checked without anything else.
``docs/certificates.md`` says what it states and how that is checked.

The file is a ZIP archive without compression: a header in JSON, the words as text, and the columns
of the tables below as NumPy writes them. The same certificate has the same bytes everywhere.
Neither this module nor the checker imports anything from the package that scores or searches.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.graphemes import PRIVATE, letter, written
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.conditions import OBJECTIVES, Objective
from gpuwordle.rules.wordle import WORDLE

SIZES, ONE_PLY, SEARCHED, ALIKE = 0, 1, 2, 3
"""How an opener is refuted: by the sizes of its buckets, by one-ply bounds, by claims, or
because it is equivalent to one that is refuted."""

IMPOSSIBLE = -1
"""The bound of a set that no tree finds in the guesses that are left."""

Integers = npt.NDArray[np.integer]


@dataclass(frozen=True)
class TreeTable:
    """A decision tree, nodes before their children; see `gpuwordle.proofs.replay`."""

    parents: Integers  # int32 (nodes,): the node before; -1 at node 0, the root
    codes: Integers  # int64 (nodes,): pattern code that leads from there to here; 0 at the root
    guesses: Integers  # int32 (nodes,): index of the guess


@dataclass(frozen=True)
class Claims:
    """Lower bounds of sets of answers, each the set that a path of clues leaves."""

    steps: Integers  # int32 (claims,): clues of each path
    # int32 and int64 (sum of steps,): the clues, one path after another: guess index and pattern
    # code
    path_guesses: Integers
    path_codes: Integers
    # int32 (claims,): no tree finds the words of the set in fewer guesses in all; `IMPOSSIBLE`
    # where none finds them all in the guesses that are left
    bounds: Integers
    # int32 (claims,): guesses that are left for each word of the set; 0 for no limit
    left: Integers
    # bool (claims,): whether hard mode binds the guesses by the clues of the path; otherwise
    # nothing is asked of them yet, and the claim holds after any clues
    legal: npt.NDArray[np.bool_]

    @classmethod
    def none(cls) -> Claims:
        """Return an empty list of claims."""
        no = np.zeros(0, np.int64)
        return cls(no, no, no, no, no, no.astype(bool))

    def __len__(self) -> int:
        return len(self.steps)


@dataclass(frozen=True)
class Alike:
    """Openers that a permutation of the guesses maps to each other, codes unchanged."""

    # int32 (permutations * guesses,): the image of each guess, one permutation after another
    images: Integers
    # int32 (guesses,): the permutation that maps an opener to another, refuted one; -1 for those
    # that are refuted by themselves
    by: Integers


@dataclass(frozen=True)
class Refutations:
    """Every opener is refuted by itself, or equivalent to one that is."""

    # uint8 (guesses,): `SIZES`, `ONE_PLY`, `SEARCHED` or `ALIKE` for each guess of the list
    methods: Integers
    # what the searched ones rest on, in any order
    claims: Claims = field(default_factory=Claims.none)
    alike: Alike | None = None  # the permutations, if there are any


@dataclass(frozen=True)
class CoreProof:
    """Sets of answers that cannot be found in given numbers of guesses; the last is all answers."""

    sizes: Integers  # int32 (cores,): words of each
    words: Integers  # int32 (sum of sizes,): their answer indices
    guesses: Integers  # int32 (cores,): guesses that do not suffice: 2 or more


@dataclass(frozen=True)
class FamilyProof:
    """A family of answers so similar that a few guesses always leave two of them together."""

    words: Integers  # int32 (words,): answer indices


COLUMNS: dict[type, dict[str, str]] = {
    TreeTable: {"parents": "<i4", "codes": "<i8", "guesses": "<i4"},
    Claims: {
        "steps": "<i4",
        "path_guesses": "<i4",
        "path_codes": "<i8",
        "bounds": "<i4",
        "left": "<i4",
        "legal": "|b1",
    },
    Alike: {"images": "<i4", "by": "<i4"},
    Refutations: {"methods": "|u1"},
    CoreProof: {"sizes": "<i4", "words": "<i4", "guesses": "<i4"},
    FamilyProof: {"words": "<i4"},
}
"""The columns of each table in the file, in this order and with these dtypes."""


def paths_of(claims: Claims) -> Sequence[slice]:
    """Return the place of each claim's path among the clues."""
    ends = np.cumsum(claims.steps, dtype=np.int64).tolist()
    return [slice(end - steps, end) for end, steps in zip(ends, claims.steps.tolist(), strict=True)]


FORMAT = "gpuwordle certificate"
VERSION = 1

HEADER = "certificate.json"

SHOWN = 4
"""Statements that a repr shows."""

LARGEST_BOUND = 2**31 - 1
"""The largest number of guesses: columns of bounds are int32."""

MOST_LETTERS = 255
"""Most different letters of all words together: a letter is a byte, and one value is none."""

_DAMAGE = (
    *(zipfile.BadZipFile, EOFError, OSError, RuntimeError),  # zipfile; the last if encrypted
    *(ValueError, TypeError, MemoryError),
    *(OverflowError, SyntaxError, TokenError),  # NumPy: a bad header or shape
)
"""What reading a damaged archive, header or array raises."""

_OLDEST_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every member: the oldest date of the format."""


class Unreadable(ValueError):
    """A file is not a certificate, or has another version."""


@dataclass(frozen=True)
class Statement:
    """No tree that finds every answer within the guesses allowed takes fewer than ``bound``."""

    allowed: int | None  # guesses allowed in a game; None for no limit
    bound: int | None  # fewest guesses over all answers; None if no tree finds all of them
    proof: Refutations | CoreProof | FamilyProof  # why


@dataclass(frozen=True, eq=False, repr=False)
class Certificate:
    """A tree and the bounds that prove that none is better.

    Attributes
    ----------
    name : str
        Name of the word list.
    guesses, answers : tuple of str
        Words that may be guessed, and those of them that may be hidden.
    hard : bool
        Whether guesses have to be legal in hard mode.
    allowed : int or None
        Guesses allowed in a game; None for no limit.
    objective : str
        What the tree minimises: ``total`` guesses, the ``worst`` case, or ``worst-then-total``.
    optimal : bool
        Whether the statements claim to prove that no tree is better; otherwise they are bounds, and
        the best total may lie between.
    tree : TreeTable or None
        The tree; None if there are only bounds.
    statements : tuple of Statement
        The bounds.
    language : str
        How the words are read; empty if letter for letter.
    rule : str
        The rule of feedback, one of gpuwordle's own.
    weights : tuple of int or None
        The weight of each answer, with which its guesses are counted; None if all are 1.
    """

    name: str
    guesses: tuple[str, ...]
    answers: tuple[str, ...]
    hard: bool
    allowed: int | None
    objective: Objective
    optimal: bool
    tree: TreeTable | None
    statements: tuple[Statement, ...]
    language: str = ""
    rule: str = WORDLE.name
    weights: tuple[int, ...] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Certificate):
            return NotImplemented
        return encode(self) == encode(other)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        bounds = "; ".join(f"bound {s.bound} in {s.allowed}" for s in self.statements[:SHOWN])
        return (
            f"Certificate({self.name!r:.80}: {len(self.guesses):,} guesses, "
            f"{len(self.answers):,} answers, {'hard' if self.hard else 'easy'}, "
            f"{self.objective}, {bounds})"
        )

    @property
    def digest(self) -> str:
        """Sha256 of the newline-joined guesses and, if unusual, of answers, language and so on."""
        lines = self.guesses
        if self.answers != self.guesses:
            lines = (*lines, "", *self.answers)
        if self.language:
            lines = (*lines, "", f"language {self.language}")
        if self.rule != WORDLE.name:
            lines = (*lines, "", f"rule {self.rule}")
        if self.weights is not None:
            lines = (*lines, "", " ".join(["weights", *map(str, self.weights)]))
        return hashlib.sha256(written("\n".join(lines)).encode()).hexdigest()


_KINDS: dict[str, type] = {"openers": Refutations, "cores": CoreProof, "family": FamilyProof}


def encode(certificate: Certificate) -> bytes:
    """Write a certificate as bytes; equal certificates have equal bytes.

    Raises OverflowError if a number is too large for its column.
    """
    members: dict[str, bytes] = {}
    statements = []
    for number, statement in enumerate(certificate.statements):
        kind = next(kind for kind, of in _KINDS.items() if isinstance(statement.proof, of))
        place = f"statements/{number}"
        members.update(_arrays(place, statement.proof))
        if isinstance(statement.proof, Refutations):
            members.update(_arrays(f"{place}/claims", statement.proof.claims))
        said = {"allowed": statement.allowed, "bound": statement.bound, "proof": kind}
        if isinstance(statement.proof, Refutations) and statement.proof.alike is not None:
            said["alike"] = True
            members.update(_arrays(f"{place}/alike", statement.proof.alike))
        statements.append(said)
    if certificate.tree is not None:
        members.update(_arrays("tree", certificate.tree))
    header = {
        "format": FORMAT,
        "version": VERSION,
        "name": certificate.name,
        "digest": certificate.digest,
        "guesses": len(certificate.guesses),
        "answers": len(certificate.answers),
        "hard": certificate.hard,
        "allowed": certificate.allowed,
        "objective": certificate.objective,
        "optimal": certificate.optimal,
        "tree": certificate.tree is not None,
        "statements": statements,
    }
    text = "".join(certificate.guesses)
    apart = written(text) != text
    if apart:
        header["apart"] = True
    if certificate.language:
        header["language"] = certificate.language
    if certificate.rule != WORDLE.name:
        header["rule"] = certificate.rule
    if certificate.weights is not None:
        header["weights"] = sum(certificate.weights)
        members["weights.txt"] = "".join(f"{weight}\n" for weight in certificate.weights).encode()
    texts = {
        HEADER: json.dumps(header, ensure_ascii=False, indent=1) + "\n",
        "guesses.txt": _lines(certificate.guesses, apart),
        "answers.txt": _lines(certificate.answers, apart),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in [*((n, t.encode()) for n, t in texts.items()), *members.items()]:
            entry = zipfile.ZipInfo(name, _OLDEST_DATE)
            entry.create_system = 3  # the same bytes on Windows
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def _lines(words: tuple[str, ...], apart: bool) -> str:
    """Write one word per line, with its letters separated if they are ``apart``."""
    if apart:
        return "".join(" ".join(map(written, word)) + "\n" for word in words)
    return "\n".join(words) + "\n"


def _words(text: str, apart: bool) -> tuple[str, ...]:
    """Read the lines that `_lines` wrote."""
    if PRIVATE.search(text):
        raise ValueError("its words have characters for private use")
    lines = text.removesuffix("\n").split("\n")
    if not apart:
        return tuple(lines)
    if len(set(text.split())) > MOST_LETTERS:
        raise ValueError(f"its words have more than {MOST_LETTERS} letters")
    return tuple("".join(letter(each, each) for each in line.split()) for line in lines)


def _weights(text: str) -> tuple[int, ...]:
    """Read one weight per line."""
    found = tuple(map(int, text.splitlines()))
    if "".join(f"{weight}\n" for weight in found) != text:
        raise ValueError("weights.txt does not hold one number per line")
    return found


def is_certificate(path: Path) -> bool:
    """Return whether a file begins like a certificate: a ZIP archive whose first member says so."""
    with open(path, "rb") as file:
        start = file.read(30 + len(HEADER))
    return start[:4] == b"PK\x03\x04" and start[30:] == HEADER.encode()


def read(path: Path, most: int | None = None) -> Certificate:
    """Read a certificate of at most `most` bytes, or of any size if None; see `decode`."""
    size = Path(path).stat().st_size
    if most is not None and size > most:
        raise Unreadable(f"{path} has {size:,} bytes, and {most:,} are allowed")
    return decode(Path(path).read_bytes(), str(path))


def decode(content: bytes, where: str = "certificate") -> Certificate:
    """Read a certificate from its bytes, which an error calls ``where``.

    What it says is not checked here, only that it can be read: members, kinds and shapes of arrays.
    Raises Unreadable if it is damaged, of another version, or no certificate.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = _members(archive, len(content))
        return _certificate(members)
    except KeyError as error:
        raise Unreadable(f"{where} is damaged: it lacks {error.args[0]}") from None
    except _DAMAGE as error:
        raise Unreadable(f"{where} is damaged: {error}") from None


def _members(archive: zipfile.ZipFile, size: int) -> dict[str, bytes]:
    """Read all members of an archive of `size` bytes; zipfile compares each with its checksum."""
    for entry in archive.infolist():
        if entry.compress_type != zipfile.ZIP_STORED:
            raise ValueError(f"member {entry.filename} is compressed")
    if sum(entry.file_size for entry in archive.infolist()) > size:
        raise ValueError("its members overlap")
    return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def _certificate(members: Mapping[str, bytes]) -> Certificate:
    header = json.loads(members[HEADER])
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"{HEADER} does not say {FORMAT!r}")
    if header["version"] != VERSION:
        raise ValueError(
            f"it is of version {header['version']}, and only {VERSION} can be read: "
            "use the release that wrote it, or prove it again"
        )
    language = _typed({"language": "", **header}, "language", str)
    apart = _typed({"apart": False, **header}, "apart", bool)
    if apart and not language:
        # The digest does not depend on where a letter ends; only the language decides that.
        raise ValueError("its words are divided into letters, and it names no language")
    guesses, answers = (
        _words(members[f"{name}.txt"].decode(), apart) for name in ("guesses", "answers")
    )
    if header["objective"] not in OBJECTIVES:
        raise ValueError(f"objective {header['objective']!r} is not one of {', '.join(OBJECTIVES)}")
    certificate = Certificate(
        name=_typed(header, "name", str),
        guesses=guesses,
        answers=answers,
        hard=_typed(header, "hard", bool),
        allowed=_count(header, "allowed"),
        objective=header["objective"],
        optimal=_typed(header, "optimal", bool),
        tree=_table(members, "tree", TreeTable) if header["tree"] else None,
        statements=tuple(
            _statement(members, f"statements/{number}", said)
            for number, said in enumerate(_typed(header, "statements", list))
        ),
        language=language,
        rule=_typed({"rule": WORDLE.name, **header}, "rule", str),
        weights=_weights(members["weights.txt"].decode()) if "weights" in header else None,
    )
    if certificate.rule not in RULES:
        raise ValueError(f"its rule {certificate.rule!r:.40} is not one of {', '.join(RULES)}")
    for name, words in (("guesses", guesses), ("answers", answers)):
        if header[name] != len(words):
            raise ValueError(f"{name}.txt has {len(words)} words, not {header[name]}")
    if certificate.weights is not None and _typed(header, "weights", int) != sum(
        certificate.weights
    ):
        raise ValueError(f"weights.txt adds up to {sum(certificate.weights)}")
    if header["digest"] != certificate.digest:
        raise ValueError("the digest of its words is not the one it states")
    return certificate


def _statement(members: Mapping[str, bytes], place: str, said: Any) -> Statement:
    kind = _KINDS.get(_typed(said, "proof", str))
    if kind is None:
        raise ValueError(f"{place} has a proof of unknown kind {said['proof']!r}")
    if kind is Refutations:
        claims = _table(members, f"{place}/claims", Claims)
        alike = None
        if _typed({"alike": False, **said}, "alike", bool):
            alike = _table(members, f"{place}/alike", Alike)
        proof = _table(members, place, Refutations, claims=claims, alike=alike)
    else:
        proof = _table(members, place, kind)
    return Statement(_count(said, "allowed"), _count(said, "bound"), proof)


def _typed(said: Any, key: str, kind: type) -> Any:
    if not isinstance(said, dict) or type(said[key]) is not kind:
        raise ValueError(f"{key} in {HEADER} is not of type {kind.__name__}")
    return said[key]


def _count(said: Any, key: str) -> int | None:
    value = said[key]
    if value is not None and (type(value) is not int or not 0 <= value <= LARGEST_BOUND):
        raise ValueError(f"{key} in {HEADER} is {value!r}, not a number of guesses")
    return value


def _arrays(place: str, table: object) -> dict[str, bytes]:
    """Write the arrays of a table as members of the archive."""
    found = {}
    for name, dtype in COLUMNS[type(table)].items():
        given = np.asarray(getattr(table, name))
        column = given.astype(dtype)
        if not np.array_equal(column, given):
            raise OverflowError(f"{place}/{name} has a number too large for {dtype}")
        buffer = io.BytesIO()
        np.lib.format.write_array(buffer, np.ascontiguousarray(column), (1, 0), allow_pickle=False)
        found[f"{place}/{name}.npy"] = buffer.getvalue()
    return found


def _table(members: Mapping[str, bytes], place: str, kind: type, **others: object) -> Any:
    """Read the arrays of a table."""
    columns = {}
    for name, dtype in COLUMNS[kind].items():
        member = f"{place}/{name}.npy"
        column = np.lib.format.read_array(io.BytesIO(members[member]), allow_pickle=False)
        if column.ndim != 1 or column.dtype != np.dtype(dtype):
            raise ValueError(f"{member} is {column.dtype} of shape {column.shape}, not a {dtype}")
        columns[name] = column
    return kind(**columns, **others)
