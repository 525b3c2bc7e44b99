"""The ``challenge`` command: words that can be formed of letters."""

from __future__ import annotations

from typing import Annotated

import typer

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    FoldAccentsOption,
    FormatOption,
    OutputOption,
    ShowOption,
    StrictOption,
    VocabularyOption,
    load_words,
)
from gpuwordle.cli.parsers import at_least, parse_letters
from gpuwordle.errors import counted


def challenge(
    letters: Annotated[
        str,
        typer.Argument(
            metavar="LETTERS",
            parser=parse_letters,
            help="The letters, each to be used as often as it stands there.",
            show_default=False,
        ),
    ],
    vocabulary: VocabularyOption = None,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    shortest: Annotated[
        int,
        typer.Option("--min", metavar="N", parser=at_least(1), help="Fewest letters of a word."),
    ] = 1,
    stats: Annotated[
        bool, typer.Option("--stats", help="Say how many nodes of the trie were visited.")
    ] = False,
    show: ShowOption = None,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """List the words that can be formed of letters, the longest first (Haag's Word Challenge).

    Example: gpuwordle challenge abracadabra -v words-alpha --min 3 --stats
    """
    from gpuwordle.cli.word_lines import print_words
    from gpuwordle.clues.trie import Trie
    from gpuwordle.words.letters import normalise

    words = load_words(vocabulary, None, output, strict=strict, fold_accents=fold_accents)
    trie = Trie(words)
    strange = sorted(set(normalise(letters)).difference(trie.alphabet))
    if strange:
        named = ", ".join(map(repr, strange))
        say(f"no word of {words.name!r} has {named}: the other letters are used")
    found = trie.challenge(letters, shortest)
    print_words(found.words, show, format, output)
    if not found.words:
        say(f"no word of {words.name!r} can be formed of {letters!r}")
    if stats:
        count = len(found.words)
        say(f"{counted(count, 'word')}; {found.visited:,} of {trie.nodes:,} nodes visited")
