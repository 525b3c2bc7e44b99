"""How suggestions are printed: the words that are left, and the guesses as a table, JSON or CSV."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuwordle.assistant.interval import percent, whole
from gpuwordle.cli.options import Format
from gpuwordle.cli.output import emit, is_plain, json_text, write_text
from gpuwordle.cli.tables import piped_width, table_text, wrapped
from gpuwordle.errors import counted
from gpuwordle.rules.case import isolated
from gpuwordle.words.letters import abridged

if TYPE_CHECKING:
    from gpuwordle.assistant.suggest import Play, Suggestions


def print_suggestions(found: Suggestions, show: int, format: Format, output: Path | None) -> None:
    """Print suggestions.

    Parameters
    ----------
    found
        What is left, and the guesses.
    show
        How many of the words that are left to list.
    format
        How to print; CSV has the guesses alone.
    output
        Where to write instead of standard output.
    """
    if format == "csv":
        emit(list(map(flat, found.to_json()["guesses"])), format, output, {})
        return
    if format == "json":
        data = found.to_json()
        data["remaining"]["words"] = data["remaining"]["words"][:show]
        write_text(json_text(data, output), output)
        return
    write_text(text_of(found, show, plain=is_plain(output)), output)


def text_of(found: Suggestions, show: int, *, plain: bool) -> str:
    """Lay suggestions out for the eye.

    Parameters
    ----------
    found, show
        As for `print_suggestions`.
    plain
        Whether colours and other escapes are left out.
    """
    left = wrapped(words_left(found.remaining, show), plain=plain)
    lines = [left if plain else isolated(left)]
    if found.solved:
        return f"solved: {found.clues[-1].guess}\n"
    lines.append(wrapped(_perfect(found.play, found.best), plain=plain))
    table = table_text(
        _rows(found), f"Guesses by {found.strategy}", piped_width() if plain else None, plain=plain
    )
    why = "".join(f"{one.guess}: {one.reason}\n" for one in found.guesses)
    why = wrapped(why, plain=plain)
    return "\n".join(lines) + f"\n\n{table}\n{why if plain else isolated(why)}"


def words_left(remaining: tuple[str, ...], show: int) -> str:
    """Write how many words are left, and the first of them."""
    count = len(remaining)
    listed = f": {abridged(remaining, show)}" if remaining[:show] else ""
    return f"{counted(count, 'word')} left{listed}"


def _perfect(play: Play, best: str | None) -> str:
    first = "" if best is None else f" from {best}"
    text = f"perfect play{first}: {play.expected} guesses on average, {whole(play.worst)} at most"
    if play.chance is not None and play.chance.low < 1:
        text += f", chance to win {percent(play.chance)}"
    return text


def _rows(found: Suggestions) -> list[dict[str, Any]]:
    limited = found.allowed is not None
    return [
        {
            "guess": one.guess,
            "may be hidden": one.candidate,
            **({} if found.hard else {"hard mode": "yes" if one.legal else "no"}),
            "expected guesses": str(one.play.expected),
            "at most": whole(one.play.worst),
            **({"chance to win": percent(one.play.chance)} if limited else {}),
            "largest bucket": one.largest,
            "expected size": f"{one.expected_size:.2f}",
            "entropy (bits)": f"{one.entropy:.4f}",
            "buckets": one.buckets,
        }
        for one in found.guesses
    ]


def flat(guess: dict[str, Any]) -> dict[str, Any]:
    """Spread what is nested over columns of its own."""
    flat: dict[str, Any] = {}
    for name, value in guess.items():
        if name == "partition":
            continue
        if isinstance(value, dict):
            flat |= {f"{name}_{part}": number for part, number in value.items()}
        else:
            flat[name] = value
    return flat
