"""Options that several commands share, spelled and explained once, and how their values are read.

Parsers raise `typer.BadParameter` with the value and the remedy; typer adds the option's name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gpuwordle.errors import UserError
from gpuwordle.files import check_place
from gpuwordle.rules.conditions import PoolName

if TYPE_CHECKING:
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

LONGEST = 20
"""Letters of the longest words that can be played."""


def at_least(low: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from a bound on.

    Typer's own ``min`` does not say which value was too small.
    """

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise typer.BadParameter(f"{text!r} is no whole number: give {low} or more") from None
        if number < low:
            raise typer.BadParameter(f"{number} is too small: give {low} or more")
        return number

    return parse


def place_of_file(text: str) -> Path:
    """Read where a file shall appear, and refuse a place where none can before long work is done.

    Raises
    ------
    UserError
        If its folder does not exist or cannot be written, or it is a folder itself.
    """
    path = Path(text)
    check_place(path)
    return path


@dataclass(frozen=True)
class Lengths:
    """Word lengths, such as ``5``, ``3-20`` or ``4,6-8``.

    Attributes
    ----------
    text : str
        What the user wrote.
    named : tuple of int
        Lengths that are named one by one, which a list must have.
    ranged : tuple of int
        Lengths that come from a range, which a list may lack.
    """

    text: str
    named: tuple[int, ...]
    ranged: tuple[int, ...]

    def __str__(self) -> str:
        return self.text


def parse_lengths(given: str | Lengths) -> Lengths:
    """Read word lengths; a default comes as it is."""
    text, remedy = str(given), "give lengths as 5, 3-20 or 4,6-8"
    named: list[int] = []
    ranged: list[int] = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        numbers = [first, last] if dash else [first]
        if not all(number.isascii() and number.isdigit() for number in numbers):
            raise typer.BadParameter(f"{text!r} is not understood at {part!r}: {remedy}")
        low, high = int(numbers[0]), int(numbers[-1])
        for length in (low, high):
            if not 1 <= length <= LONGEST:
                raise typer.BadParameter(f"length {length} is not 1 to {LONGEST}: {remedy}")
        if low > high:
            raise typer.BadParameter(f"{part!r} runs backwards: write {high}-{low}")
        if dash:
            ranged.extend(range(low, high + 1))
        else:
            named.append(low)
    return Lengths(text, tuple(named), tuple(ranged))


def parse_length(given: str | int) -> int:
    """Read the word length of a command that plays one at a time."""
    lengths = parse_lengths(str(given))
    several = {*lengths.named, *lengths.ranged}
    if len(several) > 1:
        raise typer.BadParameter(
            f"{lengths.text!r} names {len(several)} lengths: give one, such as {min(several)}"
        )
    return several.pop()


FIVE_LETTERS = parse_lengths("5")

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
        "--backend", "-b", help="Where to compute: auto, or a name from `gpuwordle backends`."
    ),
]
Format = Literal["table", "json", "csv"]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How to print.")]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        parser=place_of_file,
        help="Write to a file instead of standard output.",
    ),
]


def load_words(vocabulary: list[str] | None, answers: str | None) -> WordList:
    """Load what ``--vocabulary`` and ``--answers`` name."""
    from gpuwordle.words import sources

    return sources.load(*(vocabulary or [sources.DEFAULT]), answers=answers)


def load_vocabulary(
    vocabulary: list[str] | None, answers: str | None, length: int, distinct_letters: bool
) -> Vocabulary:
    """Load one word length of what ``--vocabulary`` and ``--answers`` name."""
    words = load_words(vocabulary, answers)
    return words.of_length(length, distinct_letters=distinct_letters)


def load_vocabularies(
    vocabulary: list[str] | None, answers: str | None, lengths: Lengths, distinct_letters: bool
) -> list[Vocabulary]:
    """Load the word lengths that ``--lengths`` names, shortest first.

    Raises
    ------
    UserError
        If the list lacks a length that is named by itself, or every length of the ranges.
    """
    words = load_words(vocabulary, answers)
    chosen = {
        length: words.of_length(length, distinct_letters=distinct_letters)
        for length in lengths.named
    }
    missing: UserError | None = None
    for length in lengths.ranged:
        try:
            chosen.setdefault(length, words.of_length(length, distinct_letters=distinct_letters))
        except UserError as error:
            missing = missing or error
    if not chosen and missing is not None:
        raise missing
    return [chosen[length] for length in sorted(chosen)]
