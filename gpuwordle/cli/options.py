"""Options that several commands share, spelled and explained once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gpuwordle.cli import completion
from gpuwordle.cli.messages import say
from gpuwordle.cli.parsers import (
    LONGEST,
    Lengths,
    at_least,
    list_name,
    parse_length,
    parse_lengths,
    parse_memory,
    place_of_file,
)
from gpuwordle.errors import UserError
from gpuwordle.files import check_not_input
from gpuwordle.memory import MEMORY_VARIABLE
from gpuwordle.rules.conditions import PoolName

if TYPE_CHECKING:
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

WHOLE_RANGE = f"3-{LONGEST}"
"""All lengths of interest: nobody expects every list to have them all."""

FIVE_LETTERS = parse_lengths("5")

VocabularyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--vocabulary",
        "-v",
        metavar="LIST",
        parser=list_name,
        autocompletion=completion.vocabularies,
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
        parser=list_name,
        autocompletion=completion.vocabularies,
        show_default="the list's own",
        help="List of the words that may be hidden, where it is another one.",
    ),
]
ExcludeOption = Annotated[
    str | None,
    typer.Option(
        "--exclude",
        metavar="FILE",
        parser=list_name,
        help="Words that can no longer be hidden, such as past answers; they may still be guessed.",
    ),
]
StrictOption = Annotated[
    bool,
    typer.Option(
        "--strict", help="Refuse files with a line that is no word; otherwise it is skipped."
    ),
]
FoldAccentsOption = Annotated[
    bool,
    typer.Option("--fold-accents", help="Drop accents: é is e. Otherwise they are other letters."),
]
LengthOption = Annotated[
    int,
    typer.Option(
        *("--length", "-l", "--lengths"),
        metavar="N",
        parser=parse_length,
        help=f"Letters in a word, 1 to {LONGEST}.",
    ),
]
LengthsOption = Annotated[
    Lengths,
    typer.Option(
        *("--length", "-l", "--lengths"),
        metavar="N",
        parser=parse_lengths,
        help="Letters in a word: 5, 3-20 or 4,6-8.",
    ),
]
DistinctOption = Annotated[
    bool, typer.Option("--distinct-letters", help="Keep only words in which no letter repeats.")
]
PoolOption = Annotated[
    PoolName,
    typer.Option(
        "--pool", help="What may be guessed: all words, or candidates (words that may be hidden)."
    ),
]
BackendOption = Annotated[
    str,
    typer.Option(
        "--backend",
        "-b",
        metavar="NAME",
        autocompletion=completion.backends,
        help="Where to compute: auto, or a name from `gpuwordle backends`.",
    ),
]


def allow_memory(memory: int | None) -> int | None:
    """Make an amount of memory the ceiling of this process and of those that it starts."""
    if memory is not None:
        os.environ[MEMORY_VARIABLE] = str(memory)
    return memory


MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--memory",
        metavar="BYTES",
        parser=parse_memory,
        callback=allow_memory,
        show_default="GPUWORDLE_MEMORY, or half of what is free",
        help="Memory that tables and results may take at a time: 500M, 8G. Results do not change.",
    ),
]
Format = Literal["table", "json", "csv"]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How to print.")]
ShowOption = Annotated[
    int | None,
    typer.Option(
        "--show",
        metavar="N",
        parser=at_least(1),
        show_default="all",
        help="How many to list.",
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        parser=place_of_file,
        help="Write to a file or a pipe instead of standard output (-).",
    ),
]


def as_read(written: str, fold_accents: bool) -> str:
    """Write a word or a clue that stands beside a list as the words of the list were read."""
    if not fold_accents or written.isascii():
        return written
    from gpuwordle.words.letters import without_marks

    return without_marks(written)


def load_words(
    vocabulary: list[str] | None,
    answers: str | None,
    *outputs: Path | None,
    exclude: str | None = None,
    strict: bool = False,
    fold_accents: bool = False,
) -> WordList:
    """Load what ``--vocabulary`` and ``--answers`` name, less the answers of ``--exclude``.

    What was skipped in files, and words to exclude that are no answers, are counted on standard
    error.

    Raises
    ------
    UserError
        If an output would replace a list that is read, or a list cannot be read.
    """
    from gpuwordle.words import sources

    names = vocabulary or [sources.DEFAULT]
    read = list(_files_of([*names, *(name for name in (answers, exclude) if name is not None)]))
    for output in outputs:
        if output is not None:
            check_not_input(output, read)
    words = sources.load(*names, answers=answers, strict=strict, fold_accents=fold_accents)
    _say_what_was_skipped(words)
    if exclude is None:
        return words
    past = sources.load(exclude, strict=strict, fold_accents=fold_accents)
    _say_what_was_skipped(past)
    left = words.without(past)
    hidden = set(words.hidden)
    others = [word for word in past if word not in hidden]
    if others:
        say(
            f"{len(others):,} of {len(past):,} words of --exclude {exclude} are no answers, "
            f"the first: {others[0]}"
        )
    return left


def _files_of(names: list[str]) -> Iterator[Path | int]:
    """Yield the files that lists may be read from; some may not exist."""
    from gpuwordle.words.pinned import SOURCES
    from gpuwordle.words.sources import DATA_VARIABLE

    folder = os.environ.get(DATA_VARIABLE)
    for name in names:
        if name in SOURCES:
            parts = SOURCES[name].parts if folder else ()
            yield from (Path(folder or "", part.file) for part in parts)
        elif name == "-":
            yield 0
        else:
            yield from (Path(name), Path(name.rpartition(":")[0] or name))


def load_vocabulary(
    vocabulary: list[str] | None,
    answers: str | None,
    length: int,
    distinct_letters: bool,
    *outputs: Path | None,
    exclude: str | None = None,
    strict: bool = False,
    fold_accents: bool = False,
) -> Vocabulary:
    """Load one word length of what `load_words` loads.

    Raises
    ------
    UserError
        As `load_words`, or if the list has no such word.
    """
    words = load_words(
        vocabulary, answers, *outputs, exclude=exclude, strict=strict, fold_accents=fold_accents
    )
    return words.of_length(length, distinct_letters=distinct_letters)


def load_vocabularies(
    vocabulary: list[str] | None,
    answers: str | None,
    lengths: Lengths,
    distinct_letters: bool,
    *outputs: Path | None,
    exclude: str | None = None,
    strict: bool = False,
    fold_accents: bool = False,
) -> list[Vocabulary]:
    """Load the lengths that ``--lengths`` names of what `load_words` loads, shortest first.

    Raises
    ------
    UserError
        As `load_words`, or if the list lacks a length that is named by itself, or every length of
        the ranges.
    """
    words = load_words(
        vocabulary, answers, *outputs, exclude=exclude, strict=strict, fold_accents=fold_accents
    )
    chosen = {
        length: words.of_length(length, distinct_letters=distinct_letters)
        for length in lengths.named
    }
    hidden = words.lengths if words.answers is None else set(map(len, words.answers))
    missing: list[int] = []
    first: UserError | None = None
    for length in lengths.ranged:
        try:
            chosen.setdefault(length, words.of_length(length, distinct_letters=distinct_letters))
        except UserError as error:
            if length in hidden and not distinct_letters:
                raise  # there are such words, and something is wrong with them
            first = first or error
            missing.append(length)
    if not chosen and first is not None:
        raise first
    if missing and lengths.text != WHOLE_RANGE:
        say(f"{words.name} has no words of {', '.join(map(str, missing))} letters: left out")
    return [chosen[length] for length in sorted(chosen)]


def _say_what_was_skipped(words: WordList) -> None:
    if words.skipped:
        from gpuwordle.words.readers import skipped_line

        say(skipped_line(words.lines, words.skipped, words.first_skipped))
