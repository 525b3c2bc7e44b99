"""The pattern matrix: the code of every guess against every answer, in memory or on disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.files import is_standard_output, written_aside
from gpuwordle.memory import SHARE_OF_TABLES, check
from gpuwordle.progress import Progress
from gpuwordle.rules.codes import code_dtype
from gpuwordle.rules.pattern import Pattern
from gpuwordle.words.vocabulary import Vocabulary

TILE_BYTES = 32 << 20
"""Codes that are written at a time, unless less memory is given."""


@dataclass(frozen=True, eq=False)
class PatternMatrix:
    """Codes with the words of their rows and columns.

    Attributes
    ----------
    codes : ndarray of the code dtype, shape (guesses, answers)
        Base-3 codes, the first letter most significant.
    vocabulary : Vocabulary
        Whose guesses name the rows and whose answers name the columns.

    Examples
    --------
    >>> matrix = pattern_matrix(Vocabulary("three", ["cat", "cot", "dog"]))
    >>> matrix["cot", "cat"]
    Pattern('202')
    """

    codes: npt.NDArray[np.unsignedinteger]
    vocabulary: Vocabulary

    def __getitem__(self, words: tuple[str, str]) -> Pattern:
        guess, answer = (self.vocabulary.find(word) for word in words)
        column = int(self.vocabulary.guess_answer[answer])
        if column < 0:
            raise UserError(f"word {words[1]!r} is a guess but not an answer: choose an answer")
        return Pattern(int(self.codes[guess, column]), self.vocabulary.length)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        """Give NumPy the codes; see `numpy.asarray`.

        Raises
        ------
        ValueError
            If ``copy`` is False and another dtype needs a copy.
        """
        kind = self.codes.dtype if dtype is None else np.dtype(dtype)
        if copy is False and kind != self.codes.dtype:
            raise ValueError(
                f"codes of {self.codes.dtype} cannot become {kind} without a copy: leave out copy"
            )
        return self.codes.astype(kind, copy=bool(copy))

    def __repr__(self) -> str:
        rows, columns = self.codes.shape
        return f"PatternMatrix({self.vocabulary.name!r}: {rows} guesses x {columns} answers)"


def pattern_matrix(
    vocabulary: Vocabulary,
    *,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> PatternMatrix:
    """Compute the pattern matrix in memory.

    Parameters
    ----------
    vocabulary
        The words of its rows (guesses) and columns (answers).
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    memory
        Bytes that matrix and tables may take; see `gpuwordle.memory.ceiling`.
    progress
        Called with the fraction done.

    Raises
    ------
    UserError
        If the matrix would take more.
    """
    engine = engine_for(vocabulary, backend, memory=memory)
    guesses, answers = _shape(vocabulary)
    dtype = np.dtype(code_dtype(vocabulary.length))
    check(
        guesses * answers * dtype.itemsize,
        engine.memory,
        f"the codes of {guesses:,} guesses and {answers:,} answers",
        "write them to a file (write_matrix, gpuwordle matrix)",
    )
    codes = np.empty((guesses, answers), dtype)
    for some in _tiles(engine, dtype, progress):
        engine.codes(np.arange(some.start, some.stop, dtype=np.int32), out=codes[some])
    return PatternMatrix(codes, vocabulary)


def write_matrix(
    vocabulary: Vocabulary,
    path: Path | str,
    *,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> Path:
    """Write the pattern matrix to a ``.npy`` file, tile by tile.

    Parameters
    ----------
    vocabulary
        The words of its rows and columns.
    path
        Where the matrix shall appear; ``numpy.load(path, mmap_mode="r")`` reads it.
    backend, memory, progress
        As for `pattern_matrix`; the matrix itself may be larger than the memory.

    Returns
    -------
    Path
        The side file, ``NAME.words.json``, which names the vocabulary, its digest, and the words
        of rows and columns in order.

    Raises
    ------
    UserError
        If the files cannot be written; nothing is left behind then.
    """
    engine = engine_for(vocabulary, backend, memory=memory)
    path = Path(path)
    if is_standard_output(path):
        raise UserError("a matrix is a file with another beside it: give --output NAME.npy")
    if path.suffix != ".npy":
        raise UserError(f"matrix file {path} should end with .npy: rename it")
    words = path.with_suffix(".words.json")
    about = {
        "vocabulary": vocabulary.name,
        "digest": vocabulary.digest,
        "length": vocabulary.length,
        "code": "base-3 digits, first letter most significant; 0 grey, 1 yellow, 2 green",
        "guesses": vocabulary.guesses,
        "answers": vocabulary.answers,
    }
    with written_aside(words) as words_aside, written_aside(path) as matrix_aside:
        words_aside.write_text(json.dumps(about, ensure_ascii=False) + "\n", encoding="utf-8")
        dtype = np.dtype(code_dtype(vocabulary.length))
        header = {
            "descr": np.lib.format.dtype_to_descr(dtype),
            "fortran_order": False,
            "shape": _shape(vocabulary),
        }
        # Not through a memory map, whose pages stay in memory until the system wants them.
        with matrix_aside.open("wb") as file:
            np.lib.format.write_array_header_1_0(file, header)
            for some in _tiles(engine, dtype, progress):
                file.write(engine.codes(np.arange(some.start, some.stop, dtype=np.int32)).data)
    return words


def _shape(vocabulary: Vocabulary) -> tuple[int, int]:
    return len(vocabulary.guesses), len(vocabulary.answers)


def _tiles(
    engine: Backend, dtype: np.dtype[np.unsignedinteger], progress: Progress | None
) -> Iterator[slice]:
    """Cut the guesses into tiles of a bounded number of codes; report each that is done with."""
    guesses, answers = _shape(engine.vocabulary)
    most = min(TILE_BYTES, engine.memory // SHARE_OF_TABLES)
    tile = max(1, most // (answers * dtype.itemsize))
    for start in range(0, guesses, tile):
        stop = min(start + tile, guesses)
        yield slice(start, stop)
        if progress is not None:
            progress(stop / guesses)
