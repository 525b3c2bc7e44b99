"""Commands that list and explain words: ``eligible``, ``explain`` and ``challenge``."""

from __future__ import annotations

from typing import Any, Literal

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    FILTERS_HELP,
    LANGUAGE,
    SYMBOLS,
    ListOptions,
    WordOptions,
    argument,
    clues_argument,
    flag,
    number_option,
    option,
)
from gpuwordle.cli.output import ListedOptions, TableOptions
from gpuwordle.errors import UserError, counted, shortened
from gpuwordle.rules.conditions import ClueFilter

FILTER = option(
    f"{FILTERS_HELP}, colours (Sreekala et al.), or naive, first-fix and two-pass (the three "
    "stages of Reilly).",
    metavar="FILTER",
    default="pattern",
)


def eligible(
    *,
    clues: list[str] = clues_argument(),
    lists: WordOptions,
    out: ListedOptions,
    among: Literal["answers", "guesses"] = option(
        "List possible answers, or all words that may be guessed.", default="answers"
    ),
    filter: ClueFilter = FILTER,
) -> None:
    """List the words that fit the clues, one per line.

    Examples: gpuwordle eligible JUDGE=....e CHEST=c.E.. -v wordle-nyt;
    gpuwordle eligible CRANE=c.A.. --among guesses --format json
    """
    from gpuwordle.assistant.moves import elsewhere, unlisted, unlisted_note
    from gpuwordle.clues.clues import Clues
    from gpuwordle.clues.typed_clues import clues_about
    from gpuwordle.words.word_list import check_colours

    loaded = lists.load(out.output)
    read = Clues.parse(clues_about(loaded, clues), language=loaded.language, rule=loaded.rule)
    words = loaded.of_length(read.length)
    if filter != "pattern":
        check_colours(words, f"filter {filter!r}")
    for one in unlisted((clue.guess for clue in read.clues), words):
        say(unlisted_note(one.guess, words))
    found = read.eligible(words, filter, among=among)
    if out.format == "json":
        state = read.state(filter)._asdict() if words.rule.has_colours else None
        out.write_json({"state": state, "count": len(found), "words": found[: out.show]})
    else:
        out.print_words(found)
    if not found:
        say(f"no word of {words.name!r} fits these clues{elsewhere(words, read, filter)}")


def explain(
    *,
    clues: list[str] = clues_argument(),
    out: TableOptions,
    words: list[str] | None = option(
        "Word to explain, in a list or not. Repeat for more.", "--word", "-w", metavar="WORD"
    ),
    state: bool = flag(
        "Show what the clues say: mask, valid and invalid letters, wrong spots, unused letters and "
        "the inferred mask, as Reilly prints them."
    ),
    filter: ClueFilter = FILTER,
    symbols: bool = SYMBOLS,
    language: str | None = LANGUAGE,
) -> None:
    """Explain, clue by clue, why a word cannot be the answer.

    Examples: gpuwordle explain JUDGE=....e CHEST=c.E.. --word ROMEO --word PROSE;
    gpuwordle explain JUDGE=....e CHEST=c.E.. --state
    """
    from gpuwordle.assistant.reasons import sentences_against
    from gpuwordle.clues.clues import Clues
    from gpuwordle.clues.typed_clues import read_clues
    from gpuwordle.words.orthography import language_of

    if not words and not state:
        raise UserError("nothing to explain: give --word WORD, or --state for what the clues say")
    reading = language_of(language, symbols=symbols)
    read = Clues.parse(read_clues(clues, language=reading), language=reading)
    told = read.state(filter)
    explained = [read.explain(word, filter, language=reading) for word in words or ()]
    if out.one_table and words and state:
        raise UserError(
            f"--format {out.format} holds one table: drop --word or --state, or use json"
        )
    rows = [row for one in explained for row in one.rows]
    plain = [why for one in explained for why in sentences_against(one.word, read, filter)]
    tables: dict[str, list[dict[str, Any]]] = {}
    if state:
        tables["What the clues say"] = told.rows
    if words:
        tables["Why words are out"] = [
            {**row, "word": row["word"] if row["clue"] == "all" else "", "why": why}
            for row, why in zip(rows, plain, strict=True)
        ]
    data = {"state": told._asdict(), "words": [one.to_dict() for one in explained]}
    out.emit(rows or told.rows, tables, data=data)


def challenge(
    *,
    letters: str = argument("The letters; each may be used as often as it occurs.", "LETTERS"),
    lists: ListOptions,
    out: ListedOptions,
    shortest: int = number_option("Minimum length of a word.", "--min", default=1),
    longest_first: bool = flag("List the longest words first."),
    stats: bool = flag("Report how many nodes of the trie were visited."),
) -> None:
    """List the words that can be formed from letters (Haag's Word Challenge).

    They are sorted by length, then alphabetically, as in the paper.

    Examples: gpuwordle challenge abracadabra -v words-alpha --min 3 --stats;
    gpuwordle challenge abracadabra -v words-alpha --longest-first --show 10
    """
    from gpuwordle.clues.trie import Trie
    from gpuwordle.words.word_list import check_colours

    words = lists.load(out.output)
    check_colours(words, "challenge")
    trie = Trie(words)
    letters = words.language.normalise(letters, "LETTERS")
    strange = sorted(set(letters).difference(trie.alphabet))
    if strange:
        named = ", ".join(map(repr, strange))
        say(f"ignored: no word of {words.name!r} has {named}")
    found = trie.challenge(letters, shortest, longest_first=longest_first)
    out.print_words(found.words)
    if not found.words:
        least = f" of {counted(shortest, 'letter')} or more" if shortest > 1 else ""
        say(f"no word{least} of {words.name!r} can be formed from {shortened(letters)!r}")
    if stats:
        count = len(found.words)
        say(f"{counted(count, 'word')}; {found.visited:,} of {trie.nodes:,} nodes visited")
