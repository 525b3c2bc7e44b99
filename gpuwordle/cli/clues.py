"""Commands that read clues: ``eligible`` and ``explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    AnswersOption,
    ExcludeOption,
    FoldAccentsOption,
    FormatOption,
    OutputOption,
    ShowOption,
    StrictOption,
    VocabularyOption,
    as_read,
    load_words,
)
from gpuwordle.rules.conditions import ClueFilter

if TYPE_CHECKING:
    from gpuwordle.clues.clues import Clues, Explanation
    from gpuwordle.words.vocabulary import Vocabulary

CluesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="CLUE",
        help="Guesses with their scores: CRANE=c.A.. (upper green, lower yellow, dot grey), "
        "CRANE=10200 or CRANE=🟨⬜🟩⬜⬜.",
        show_default=False,
    ),
]
ClueFilterOption = Annotated[
    ClueFilter,
    typer.Option(
        "--filter",
        help="How clues are read: pattern (the game's truth), letters (Lahiri et al.), counts (Van "
        "Fleet et al.), bounds (Haag), colours (Sreekala et al.), or naive, first-fix and two-pass "
        "(Reilly's three stages).",
    ),
]


def eligible(
    clues: CluesArgument,
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    among: Annotated[
        Literal["answers", "guesses"],
        typer.Option("--among", help="List words that may be hidden, or all that may be played."),
    ] = "answers",
    filter: ClueFilterOption = "pattern",
    show: ShowOption = None,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """List the words that can still be hidden after clues, one a line.

    Examples: gpuwordle eligible JUDGE=....e CHEST=c.E.. -v wordle-nyt;
    gpuwordle eligible CRANE=c.A.. --among guesses --format json
    """
    from gpuwordle.cli.word_lines import print_words
    from gpuwordle.clues.clues import Clues

    read = Clues.parse([as_read(clue, fold_accents) for clue in clues])
    words = load_words(
        vocabulary, answers, output, exclude=exclude, strict=strict, fold_accents=fold_accents
    ).of_length(read.length)
    _warn_of_strangers(read, words)
    found = read.eligible(words, filter, among=among)
    print_words(found, show, format, output)
    if not found:
        from gpuwordle.assistant.nothing_left import elsewhere

        say(f"no word of {words.name!r} fits these clues{elsewhere(words, read, filter)}")


def _warn_of_strangers(clues: Clues, words: Vocabulary) -> None:
    for clue in clues.clues:
        if clue.guess in words.guess_index:
            continue
        strange = sorted(set(clue.guess).difference(words.alphabet))
        letters = f", which has no word with {', '.join(map(repr, strange))}" if strange else ""
        say(f"guess {clue.guess!r} is not in {words.name!r}{letters}: its clue counts all the same")


def explain(
    clues: CluesArgument,
    words: Annotated[
        list[str],
        typer.Option(
            "--word",
            "-w",
            metavar="WORD",
            help="A word, in the list or not. Give it again for more.",
            show_default=False,
        ),
    ],
    filter: ClueFilterOption = "pattern",
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """Say for words, and for every clue, why they cannot be hidden.

    Example: gpuwordle explain JUDGE=....e CHEST=c.E.. --word ROMEO --word PROSE
    """
    from gpuwordle.cli.output import emit
    from gpuwordle.clues.clues import Clues

    read = Clues.parse(clues)
    explained = [read.explain(word, filter) for word in words]
    rows = [row for one in explained for row in _rows(one)]
    data: list[dict[str, Any]] = [
        {key: value for key, value in row.items() if key != "shown"} for row in rows
    ]
    if format == "json":
        data = [
            {
                "word": one.word,
                "eligible": one.eligible,
                "reasons": list(one.reasons),
                "clues": [{"clue": clue, "reasons": list(why)} for clue, why in one.by_clue],
            }
            for one in explained
        ]
    table = [{"word": row["shown"], "clue": row["clue"], "why": row["why"]} for row in rows]
    emit(data, format, output, {"Why words are out": table})


def _rows(explanation: Explanation) -> list[dict[str, str]]:
    """One row for all clues together, and one for each that has something against the word."""
    rows = [
        {
            "word": explanation.word,
            "shown": explanation.word,
            "clue": "all",
            "why": str(explanation),
        }
    ]
    rows += [
        {"word": explanation.word, "shown": "", "clue": clue, "why": "; ".join(why) or "fits"}
        for clue, why in explanation.by_clue
    ]
    return rows
