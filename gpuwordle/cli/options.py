"""Options that several commands share, spelled and explained once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpuwordle.errors import UserError, nearest
from gpuwordle.files import check_place

if TYPE_CHECKING:
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

FORMATS = ("table", "json", "csv")

VocabularyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vocabulary",
        "-v",
        metavar="LIST",
        show_default="web2",
        help="Word list: a name from `gpuwordle vocabularies`, a text, CSV or Parquet file "
        "(FILE:COLUMN), or - for standard input. Give it again to join lists.",
    ),
]
AnswersOption = Annotated[
    str | None,
    typer.Option(
        "--answers",
        "-a",
        metavar="LIST",
        show_default="the list's own",
        help="List of the words that may be hidden, where it is another one.",
    ),
]
LengthOption = Annotated[
    int, typer.Option("--length", "-l", metavar="N", help="Letters in a word, 1 to 20.")
]
DistinctOption = Annotated[
    bool, typer.Option("--distinct-letters", help="Keep only words in which no letter repeats.")
]
PoolOption = Annotated[
    str,
    typer.Option(
        "--pool", help="What may be guessed: all words, or candidates (words that may be hidden)."
    ),
]
BackendOption = Annotated[
    str,
    typer.Option(
        "--backend", "-b", help="Where to compute: auto, or a name from `gpuwordle backends`."
    ),
]
FormatOption = Annotated[
    str, typer.Option("--format", "-f", help="How to print: table, json or csv.")
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to a file instead of standard output."
    ),
]


def parse_lengths(text: str) -> tuple[list[int], list[int]]:
    """Read word lengths such as ``5``, ``3-20`` or ``4,6-8``.

    Returns
    -------
    tuple of (list of int, list of int)
        The lengths that are named one by one, which a list must have, and those that come from a
        range, which it may lack.

    Raises
    ------
    UserError
        If the text is something else, a range runs backwards or a length is not 1 to 20.
    """
    remedy = "give lengths as 5, 3-20 or 4,6-8"
    single: list[int] = []
    ranged: list[int] = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not (first.isascii() and first.isdigit()) or (
            dash and not (last.isascii() and last.isdigit())
        ):
            raise UserError(f"--lengths {text!r} is not understood at {part!r}: {remedy}")
        low, high = int(first), int(last) if dash else int(first)
        for length in (low, high):
            if not 1 <= length <= 20:
                raise UserError(f"--lengths {text!r}: length {length} is not 1 to 20; {remedy}")
        if low > high:
            raise UserError(f"--lengths {text!r} runs backwards at {part!r}: write {high}-{low}")
        if dash:
            ranged.extend(range(low, high + 1))
        else:
            single.append(low)
    return single, ranged


def load_words(vocabulary: list[str] | None, answers: str | None) -> WordList:
    """Load what ``--vocabulary`` and ``--answers`` name."""
    from gpuwordle.words import sources

    return sources.load(*(vocabulary or [sources.DEFAULT]), answers=answers)


def load_vocabulary(
    vocabulary: list[str] | None, answers: str | None, length: int, distinct_letters: bool
) -> Vocabulary:
    """Load one word length of what ``--vocabulary`` and ``--answers`` name."""
    from gpuwordle.rules.codes import check_length

    check_length(length)
    words = load_words(vocabulary, answers)
    return words.of_length(length, distinct_letters=distinct_letters)


def load_vocabularies(
    vocabulary: list[str] | None, answers: str | None, lengths: str, distinct_letters: bool
) -> list[Vocabulary]:
    """Load the word lengths that ``--lengths`` names, shortest first.

    Raises
    ------
    UserError
        If the list lacks a length that is named by itself, or every length of the ranges.
    """
    single, ranged = parse_lengths(lengths)
    words = load_words(vocabulary, answers)
    chosen = {
        length: words.of_length(length, distinct_letters=distinct_letters) for length in single
    }
    missing: UserError | None = None
    for length in ranged:
        try:
            chosen.setdefault(length, words.of_length(length, distinct_letters=distinct_letters))
        except UserError as error:
            missing = missing or error
    if not chosen and missing is not None:
        raise missing
    return [chosen[length] for length in sorted(chosen)]


def check_output(format: str, output: Path | None) -> None:
    """Check where and how to print, before long work is done for it.

    Raises
    ------
    UserError
        If the format is not table, json or csv, or the file could not be written.
    """
    if format not in FORMATS:
        raise UserError(f"unknown format {format!r}: {nearest(format, FORMATS)}")
    if output is not None:
        check_place(output)
