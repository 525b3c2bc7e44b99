"""How reviews are printed: a game move by move, or the games of an archive line by line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuwordle.assistant.interval import percent
from gpuwordle.cli.options import Format
from gpuwordle.cli.output import emit, is_plain, json_text, write_text
from gpuwordle.cli.suggested import flat, words_left
from gpuwordle.cli.tables import piped_width, table_text, wrapped
from gpuwordle.errors import counted
from gpuwordle.rules.case import isolated
from gpuwordle.words.letters import abridged

if TYPE_CHECKING:
    from gpuwordle.assistant.archive import CheckedGame
    from gpuwordle.assistant.review import Review

SHOWN_BEST = 3
"""Best moves that a table names."""

SHOWN_WORDS = 20
"""Words that are named where a game was not solved."""


def print_review(review: Review, format: Format, output: Path | None) -> None:
    """Print the review of a game; CSV has a row for each move."""
    if format == "json":
        write_text(json_text(review.to_json(), output), output)
    elif format == "csv":
        emit([_row_of_csv(move) for move in review.to_json()["moves"]], format, output, {})
    else:
        write_text(text_of_review(review, plain=is_plain(output)), output)


def text_of_review(review: Review, *, plain: bool) -> str:
    """Lay a review out for the eye.

    Parameters
    ----------
    review
        The game.
    plain
        Whether colours and other escapes are left out.
    """
    limited = review.allowed is not None
    rows: list[dict[str, Any]] = [
        {
            "move": str(move.clue),
            "words before": move.before,
            "after": move.after,
            "expected": str(move.play.expected),
            **({"chance to win": percent(move.play.chance)} if limited else {}),
            "regret": str(move.regret),
            "luck": str(move.luck),
            "best moves": _best(move.best, move.best_complete),
        }
        for move in review.moves
    ]
    table = table_text(rows, "Moves", piped_width() if plain else None, plain=plain)
    lines = []
    for number, move in enumerate(review.moves, start=1):
        lines.append(f"{number}. {move.reason}")
        if move.trap:
            lines.append(f"   {move.trap}")
    end = counted(len(review), "guess", "guesses")
    if not review.solved:
        end += f" and {review.expected_left} to go"
    lines.append("")
    lines.append(f"expected {review.expected}, regret {review.regret}, luck {review.luck}: {end}")
    if not review.solved:
        lines.append(f"not solved; {words_left(review.remaining, SHOWN_WORDS)}")
    if not review.hard_mode:
        first = next(move for move in review.moves if not move.legal)
        lines.append(f"hard mode would have forbidden {first.clue.guess.upper()}")
    text = wrapped("\n".join(lines), plain=plain)
    return f"{table}\n{text if plain else isolated(text)}\n"


def print_archive(games: Iterable[CheckedGame], format: Format, output: Path | None) -> None:
    """Print what was found of each game of an archive, and how many are sound."""
    checked = list(games)
    data = [game.to_json() for game in checked]
    if format == "csv":
        data = [{**row, "guesses": " ".join(row["guesses"])} for row in data]
    table = [
        {
            "game": game.place,
            "answer": game.answer or "",
            "guesses": " ".join(game.guesses),
            "solved": game.solved,
            "consistent": game.consistent,
            "hard mode": game.hard_mode,
            "in the list": game.listed,
            "what is wrong": game.problem,
        }
        for game in checked
    ]
    emit(data, format, output, {"Games": table})


def _best(words: tuple[str, ...], complete: bool) -> str:
    listed = abridged(words, SHOWN_BEST)
    return listed if complete or not words else f"{listed}, perhaps more"


def _row_of_csv(move: dict[str, Any]) -> dict[str, Any]:
    return {**flat(move), "best": " ".join(move["best"])}
