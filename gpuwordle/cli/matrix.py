"""The ``matrix`` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    LengthOption,
    MemoryOption,
    StrictOption,
    VocabularyOption,
    load_vocabulary,
)
from gpuwordle.cli.output import say_wrote
from gpuwordle.cli.parsers import place_of_file
from gpuwordle.cli.progress import progress_bar


def matrix(
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.npy",
            parser=place_of_file,
            help="Where to write the matrix.",
        ),
    ],
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: LengthOption = 5,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
) -> None:
    """Write the pattern matrix of a word length: the code of every guess against every answer.

    FILE.npy is a NumPy array of shape (guesses, answers), written tile by tile, so it may be larger
    than memory. FILE.words.json beside it names the words of its rows and columns. A code is a
    base-3 number, first letter most significant: 0 grey, 1 yellow, 2 green.

    Example: gpuwordle matrix -v wordle -o wordle.npy
    """
    from gpuwordle.backends.table import choose
    from gpuwordle.matrix import pattern_matrix, words_path

    engine = choose(backend)
    words = load_vocabulary(
        vocabulary,
        answers,
        length,
        distinct_letters,
        output,
        output.with_suffix(".words.json"),
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )
    with progress_bar("pattern matrix", engine.name) as bar:
        progress = bar.part(f"{words.length} letters", 0.0, 1.0)
        pattern_matrix(words, path=output, backend=backend, progress=progress)
    say_wrote(output, f"{len(words.guesses)} guesses x {len(words.answers)} answers")
    say_wrote(words_path(output))
