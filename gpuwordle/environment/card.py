"""The card of a data set of judged games: its words, columns and players."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gpuwordle import __version__
from gpuwordle.columns import table_of
from gpuwordle.environment.judged import COLUMNS, Judged
from gpuwordle.errors import counted, percent
from gpuwordle.report.markdown import markdown_table, plain
from gpuwordle.results.judged_file import DESCRIPTIONS, FORMAT, SCHEMA


def card(judged: Judged) -> str:
    """Return the card of what `Judged.write` writes, in Markdown, with the usual front matter."""
    return "\n".join(_lines(judged)) + "\n"


def _lines(judged: Judged) -> Iterator[str]:
    words = judged.records.vocabulary
    title = f"Judged games of {words.name}"
    yield from ("---", f"pretty_name: {json.dumps(title)}", "tags: [wordle, games]", "---", "")
    yield f"# {plain(title)}"
    yield ""
    moves = counted(len(judged.before), "move")
    yield f"{counted(len(judged), 'game')} with {moves}, one row for each move."
    yield "A row says what its move cost compared with optimal play. Games can be compared with"
    yield "those of other files if these are equal:"
    yield ""
    yield f"- sha256 of the words ({len(words.guesses):,} guesses, {len(words.answers):,} answers):"
    yield f"  `{words.digest}`"
    yield f"- mode: {'hard' if judged.hard else 'easy'}"
    yield f"- rule: {plain(words.rule.name)}"
    if words.weights is not None:
        yield "- answers have weights, by which they count in expected numbers of guesses"
    yield ""
    yield f"The regret of {percent(float(judged.exact.mean()), 1)} % of the moves is exact."
    yield f"Made by gpuwordle {__version__}, format {FORMAT}."
    yield "`gpuwordle judge FILE... -v LIST` makes one table of several such files."
    yield ""
    yield markdown_table(table_of(judged.players, COLUMNS))
    yield from ("## Columns", "", "| column | type | meaning |", "| --- | --- | --- |")
    for column in SCHEMA:
        kind = f"{column.type} or null" if column.nullable else f"{column.type}"
        yield f"| `{column.name}` | {kind} | {DESCRIPTIONS[column.name]} |"
