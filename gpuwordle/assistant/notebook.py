"""How games, suggestions and reviews are shown in a notebook: tables of one screen, with tiles."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gpuwordle.assistant.interval import percent, whole
from gpuwordle.rules.tiles import notebook_board, notebook_tiles
from gpuwordle.words.letters import abridged_html

if TYPE_CHECKING:
    from gpuwordle.assistant.review import Review
    from gpuwordle.assistant.suggest import Suggestions
    from gpuwordle.clues.clues import Clue

SHOWN_WORDS = 24


def board(clues: Iterable[Clue], remaining: Sequence[str], *, solved: bool) -> str:
    """Show a game in progress: a row of tiles a guess, and the words that are left."""
    left = "" if solved else f"<p>{words_left(remaining)}</p>"
    return f"<div>{notebook_board(clues)}{left}</div>"


def words_left(remaining: Sequence[str]) -> str:
    """Write how many words are left, and the first of them."""
    words = "word" if len(remaining) == 1 else "words"
    return f"{len(remaining):,} {words} left: {abridged_html(remaining, SHOWN_WORDS)}"


def table_of_suggestions(found: Suggestions) -> str:
    """Show what is left and the guesses with their scores."""
    heads = (
        "guess",
        "may be hidden",
        "expected guesses",
        "longest game",
        "chance to win",
        "largest bucket",
        "expected size",
        "entropy (bits)",
        "buckets",
    )
    rows = [
        [
            notebook_tiles(one.guess, None),
            "yes" if one.candidate else "no",
            str(one.play.expected),
            whole(one.play.worst),
            percent(one.play.chance),
            f"{one.largest:,}",
            f"{one.expected_size:,.2f}",
            f"{one.entropy:.4f}",
            f"{one.buckets:,}",
        ]
        for one in found.guesses
    ]
    return board(found.clues, found.remaining, solved=found.solved) + _table(heads, rows)


def table_of_review(review: Review) -> str:
    """Show every move with what it cost."""
    heads = ("move", "words before", "after", "regret", "luck", "best moves", "why")
    rows = [
        [
            notebook_tiles(move.clue.guess, move.clue.pattern),
            f"{move.before:,}",
            f"{move.after:,}",
            str(move.regret),
            str(move.luck),
            html.escape(" ".join(move.best[:3])),
            html.escape("; ".join(filter(None, (move.reason, move.trap)))),
        ]
        for move in review.moves
    ]
    return _table(heads, rows)


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; cells are markup."""
    left = ' style="text-align:left"'
    head = "".join(f'<th scope="col"{left}>{name}</th>' for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td{left}>{cell}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
