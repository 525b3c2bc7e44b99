"""The pattern matrix: the code of every guess against every answer, in memory or on disk."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_under
from gpuwordle.data_frames import data_frame
from gpuwordle.errors import UserError
from gpuwordle.files import is_standard_output, written_aside
from gpuwordle.memory import SHARE_OF_TABLES, check
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import Markup, notebook_table, notebook_tiles
from gpuwordle.threads import pieces
from gpuwordle.words.sources import VocabularyLike
from gpuwordle.words.vocabulary import Vocabulary

TILE_BYTES = 32 << 20
"""Bytes of codes that are computed at a time, unless less memory is given."""

SHOWN_ROWS, SHOWN_COLUMNS = 8, 6
"""Guesses and answers that a notebook shows."""


@dataclass(frozen=True, eq=False)
class PatternMatrix:
    """The code of every guess against every answer.

    Attributes
    ----------
    codes : ndarray of the code dtype, shape (guesses, answers)
        Base-3 codes, first letter most significant; under another rule, the rule's codes.
    vocabulary : Vocabulary
        The words: rows are its guesses, columns its answers.

    Examples
    --------
    >>> matrix = pattern_matrix(Vocabulary("three", ["cat", "cot", "dog"]))
    >>> matrix["cot", "cat"]
    Pattern('202')
    """

    codes: npt.NDArray[np.unsignedinteger]
    vocabulary: Vocabulary

    def __getitem__(self, words: tuple[str, str]) -> Pattern:
        if not isinstance(words, tuple) or len(words) != 2:
            raise TypeError(
                f'{words!r:.40} is not a guess and an answer: give matrix["cot", "cat"]'
            )
        guess, answer = (self.vocabulary.find(word) for word in words)
        column = int(self.vocabulary.guess_answer[answer])
        if column < 0:
            raise UserError(f"word {words[1]!r} is a guess but not an answer: choose an answer")
        return self.vocabulary.pattern(int(self.codes[guess, column]))

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        """Give NumPy the codes; ValueError if ``copy`` is False and another dtype needs a copy."""
        kind = self.codes.dtype if dtype is None else np.dtype(dtype)
        if copy is False and kind != self.codes.dtype:
            raise ValueError(
                f"codes of {self.codes.dtype} cannot become {kind} without a copy: leave out copy"
            )
        return self.codes.astype(kind, copy=bool(copy))

    def to_pandas(self) -> Any:
        """Return a DataFrame of the codes, with guesses as rows and answers as columns.

        Raises
        ------
        UserError
            If pandas is not installed.
        """
        words = self.vocabulary
        return data_frame(self.codes, index=words.written_guesses, columns=words.written_answers)

    def __repr__(self) -> str:
        rows, columns = self.codes.shape
        return f"PatternMatrix({self.vocabulary.name!r}: {rows} guesses x {columns} answers)"

    def _repr_html_(self) -> str:
        words = self.vocabulary
        guesses, answers = words.guesses[:SHOWN_ROWS], words.written_answers[:SHOWN_COLUMNS]
        rows: list[dict[str, Any]] = [
            {"guess / answer": Markup(f"<b>{html.escape(words.written_guesses[row])}</b>")}
            | {
                answer: notebook_tiles(guess, Pattern(int(code), words.length))
                if words.rule.has_colours
                else int(code)
                for answer, code in zip(answers, self.codes[row], strict=False)
            }
            for row, guess in enumerate(guesses)
        ]
        size = f"{len(words.guesses):,} guesses x {len(words.answers):,} answers"
        return notebook_table(rows, title=f"{words.name}: {size}")


def pattern_matrix(
    vocabulary: VocabularyLike,
    conditions: Conditions | None = None,
    *,
    path: Path | str | None = None,
    length: int | None = None,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> PatternMatrix:
    """Compute the pattern matrix, in memory or into a ``.npy`` file.

    Parameters
    ----------
    vocabulary
        The words of its rows (guesses) and columns (answers): the name of a list, the path of a
        file, a `WordList` or a `Vocabulary`.
    conditions
        The excluded words have no column; the rest does not matter.
    path
        The file to write, tile by tile, so that the matrix may be larger than the memory. A file
        ``NAME.words.json`` next to it names the vocabulary, its digest, and the words of rows and
        columns in order. If None, the matrix is computed in memory.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary.
    memory
        Bytes that matrix and tables may take; see `gpuwordle.memory.ceiling`.
    progress
        Called with the fraction done.

    Returns
    -------
    PatternMatrix
        If it was written to a file, its codes are a read-only memory map of the file.

    Raises
    ------
    UserError
        If a matrix in memory would take more than the memory, or the files cannot be written;
        nothing is left behind then.
    """
    engine, _ = engine_under(vocabulary, conditions, length, backend, memory)
    words = engine.vocabulary
    if path is not None:
        _write(engine, Path(path), progress)
        return PatternMatrix(np.load(path, mmap_mode="r"), words)
    guesses, answers = _shape(words)
    dtype = words.code_dtype
    check(
        guesses * answers * dtype.itemsize,
        engine.memory,
        f"the codes of {guesses:,} guesses and {answers:,} answers",
        "write them to a file (path=, gpuwordle matrix)",
    )
    codes = np.empty((guesses, answers), dtype)
    for some in _tiles(engine, progress):
        _compute(engine, some, codes[some])
    return PatternMatrix(codes, words)


def words_path(path: Path | str) -> Path:
    """Return the file that names the words of a matrix file: ``NAME.words.json``."""
    return Path(path).with_suffix(".words.json")


def _write(engine: Backend, path: Path, progress: Progress | None) -> None:
    """Write the codes and the words of rows and columns, both files or none."""
    vocabulary = engine.vocabulary
    if is_standard_output(path):
        raise UserError("a matrix is written to two files: give --output NAME.npy")
    if path.suffix != ".npy":
        raise UserError(f"matrix file {path} should end with .npy: rename it")
    words = words_path(path)
    about = {
        "vocabulary": vocabulary.name,
        "digest": vocabulary.digest,
        "length": vocabulary.length,
        "code": vocabulary.rule.meaning,
        "rule": vocabulary.rule.name,
        "guesses": vocabulary.written_guesses,
        "answers": vocabulary.written_answers,
    }
    with written_aside(words) as words_aside, written_aside(path) as matrix_aside:
        words_aside.write_text(json.dumps(about, ensure_ascii=False) + "\n", encoding="utf-8")
        header = {
            "descr": np.lib.format.dtype_to_descr(vocabulary.code_dtype),
            "fortran_order": False,
            "shape": _shape(vocabulary),
        }
        # Not through a memory map, whose pages stay in memory until the system reclaims them.
        with matrix_aside.open("wb") as file:
            np.lib.format.write_array_header_1_0(file, header)
            for some in _tiles(engine, progress):
                file.write(_compute(engine, some).data)


def _compute(
    engine: Backend, rows: slice, out: npt.NDArray[np.unsignedinteger] | None = None
) -> npt.NDArray[np.unsignedinteger]:
    """Compute what a player is told after some guesses: codes (rows, answers)."""
    guesses = np.arange(rows.start, rows.stop, dtype=np.int32)
    answers = np.arange(len(engine.vocabulary.answers))
    return engine.told(engine.codes(guesses, out=out), guesses[:, None], answers)


def _shape(vocabulary: Vocabulary) -> tuple[int, int]:
    return len(vocabulary.guesses), len(vocabulary.answers)


def _tiles(engine: Backend, progress: Progress | None) -> Iterator[slice]:
    """Cut the guesses into tiles of bounded size, and report the progress after each."""
    guesses, answers = _shape(engine.vocabulary)
    most = min(TILE_BYTES, engine.memory // SHARE_OF_TABLES)
    each = answers * engine.vocabulary.code_dtype.itemsize
    for start, stop in pieces(guesses, max(1, most // each)):
        yield slice(start, stop)
        if progress is not None:
            progress(stop / guesses)
