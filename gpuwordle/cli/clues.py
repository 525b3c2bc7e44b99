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
    from collections.abc import Sequence

    from gpuwordle.clues.demands import Demands
    from gpuwordle.clues.explanations import Explanation

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
    from gpuwordle.assistant.moves import elsewhere, unlisted, unlisted_note

    for one in unlisted(read.clues, words):
        say(unlisted_note(one.guess, words))
    found = read.eligible(words, filter, among=among)
    print_words(found, show, format, output)
    if not found:
        say(f"no word of {words.name!r} fits these clues{elsewhere(words, read, filter)}")


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
    demands = [read.demands(filter), *read.demands_by_clue(filter)]
    rows = [row for one in explained for row in _rows(one, demands)]
    data: list[dict[str, Any]] = [
        {key: value for key, value in row.items() if key not in ("shown", "plain")} for row in rows
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
    table = [{"word": row["shown"], "clue": row["clue"], "why": row["plain"]} for row in rows]
    emit(data, format, output, {"Why words are out": table})


def _rows(explanation: Explanation, demands: Sequence[Demands]) -> list[dict[str, str]]:
    """One row for all clues together, and one for each clue.

    ``demands`` are those of all clues together, then those of each.
    """
    from gpuwordle.assistant.reasons import against

    word = explanation.word
    why = [str(explanation), *("; ".join(why) or "fits" for _, why in explanation.by_clue)]
    clues = ["all", *(clue for clue, _ in explanation.by_clue)]
    return [
        {
            "word": word,
            "shown": "" if number else word,
            "clue": clue,
            "why": why[number],
            "plain": against(word, demands[number]) or ("fits" if number else "can be the answer"),
        }
        for number, clue in enumerate(clues)
    ]
