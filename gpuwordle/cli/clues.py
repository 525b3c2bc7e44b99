"""Commands that list and explain words: ``eligible``, ``explain`` and ``challenge``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import CluesArgument, ListOptions, WordOptions
from gpuwordle.cli.output import ListedOptions, TableOptions
from gpuwordle.cli.parsers import at_least, parse_letters, read_clues
from gpuwordle.errors import counted
from gpuwordle.rules.conditions import ClueFilter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuwordle.clues.clues import Explanation
    from gpuwordle.clues.demands import Demands

ClueFilterOption = Annotated[
    ClueFilter,
    typer.Option(
        "--filter",
        help="How clues rule words out: pattern (exactly), letters (as in Lahiri et al.), counts "
        "(Van Fleet et al.), bounds (Haag), colours (Sreekala et al.), or naive, first-fix and "
        "two-pass (the three stages of Reilly).",
    ),
]


def eligible(
    clues: CluesArgument,
    lists: WordOptions,
    out: ListedOptions,
    among: Annotated[
        Literal["answers", "guesses"],
        typer.Option("--among", help="List possible answers, or all words that may be guessed."),
    ] = "answers",
    filter: ClueFilterOption = "pattern",
) -> None:
    """List the words that fit the clues, one a line.

    Examples: gpuwordle eligible JUDGE=....e CHEST=c.E.. -v wordle-nyt;
    gpuwordle eligible CRANE=c.A.. --among guesses --format json
    """
    from gpuwordle.assistant.moves import elsewhere, unlisted, unlisted_note
    from gpuwordle.clues.clues import Clues

    read = Clues.parse(read_clues([lists.as_read(clue) for clue in clues]))
    words = lists.load(out.output).of_length(read.length)
    for one in unlisted(read.clues, words):
        say(unlisted_note(one.guess, words))
    found = read.eligible(words, filter, among=among)
    out.print_words(found)
    if not found:
        say(f"no word of {words.name!r} fits these clues{elsewhere(words, read, filter)}")


def explain(
    clues: CluesArgument,
    out: TableOptions,
    *,
    words: Annotated[
        list[str],
        typer.Option(
            "--word",
            "-w",
            metavar="WORD",
            help="Word to explain, in a list or not. Repeat for more.",
            show_default=False,
        ),
    ],
    filter: ClueFilterOption = "pattern",
) -> None:
    """Explain, clue by clue, why a word cannot be the answer.

    Example: gpuwordle explain JUDGE=....e CHEST=c.E.. --word ROMEO --word PROSE
    """
    from gpuwordle.clues.clues import Clues

    read = Clues.parse(read_clues(clues))
    explained = [read.explain(word, filter) for word in words]
    if out.format == "json":
        out.write_json(
            [
                {
                    "word": one.word,
                    "eligible": one.eligible,
                    "reasons": list(one.reasons),
                    "clues": [{"clue": clue, "reasons": list(why)} for clue, why in one.by_clue],
                }
                for one in explained
            ]
        )
        return
    demands = [read.demands(filter), *read.demands_by_clue(filter)]
    rows = [row for one in explained for row in _rows(one)]
    plain = [why for one in explained for why in _plain_reasons(one.word, demands)]
    table = [
        {**row, "word": row["word"] if row["clue"] == "all" else "", "why": why}
        for row, why in zip(rows, plain, strict=True)
    ]
    out.emit(rows, {"Why words are out": table})


def _rows(explanation: Explanation) -> list[dict[str, Any]]:
    """Return one row for all clues together, and one for each clue."""
    rows = [{"word": explanation.word, "clue": "all", "why": str(explanation)}]
    rows += [
        {"word": explanation.word, "clue": clue, "why": "; ".join(why) or "fits"}
        for clue, why in explanation.by_clue
    ]
    return rows


def _plain_reasons(word: str, demands: Sequence[Demands]) -> list[str]:
    """Say in a player's words what all clues together, and each of them, have against a word."""
    from gpuwordle.assistant.reasons import against

    alone = ["can be the answer", *["fits"] * (len(demands) - 1)]
    return [against(word, each) or fits for each, fits in zip(demands, alone, strict=True)]


def challenge(
    letters: Annotated[
        str,
        typer.Argument(
            metavar="LETTERS",
            parser=parse_letters,
            help="The letters; each may be used as often as it occurs.",
            show_default=False,
        ),
    ],
    lists: ListOptions,
    out: ListedOptions,
    shortest: Annotated[
        int,
        typer.Option("--min", metavar="N", parser=at_least(1), help="Minimum length of a word."),
    ] = 1,
    longest_first: Annotated[
        bool, typer.Option("--longest-first", help="List the longest words first.")
    ] = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="Report how many nodes of the trie were visited.")
    ] = False,
) -> None:
    """List the words that can be formed from letters (Haag's Word Challenge).

    They are sorted by length, then alphabetically, as in the paper.

    Examples: gpuwordle challenge abracadabra -v words-alpha --min 3 --stats;
    gpuwordle challenge abracadabra -v words-alpha --longest-first --show 10
    """
    from gpuwordle.clues.trie import Trie
    from gpuwordle.words.letters import normalise

    words = lists.load(out.output)
    trie = Trie(words)
    strange = sorted(set(normalise(letters)).difference(trie.alphabet))
    if strange:
        named = ", ".join(map(repr, strange))
        say(f"ignored: no word of {words.name!r} has {named}")
    found = trie.challenge(letters, shortest, longest_first=longest_first)
    out.print_words(found.words)
    if not found.words:
        say(f"no word of {words.name!r} can be formed from {letters!r}")
    if stats:
        count = len(found.words)
        say(f"{counted(count, 'word')}; {found.visited:,} of {trie.nodes:,} nodes visited")
