"""``solve --boards``: several boards, once or turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuwordle.cli.options import Format, as_read
from gpuwordle.cli.output import (
    emit,
    is_plain,
    json_text,
    print_now,
    standard_input,
    standard_output,
    write_text,
)
from gpuwordle.cli.suggested import flat, words_left
from gpuwordle.cli.tables import piped_width, table_text, wrapped
from gpuwordle.errors import UserError
from gpuwordle.rules.case import isolated

if TYPE_CHECKING:
    from gpuwordle.assistant.boards import BoardsSuggestions
    from gpuwordle.words.vocabulary import Vocabulary

HELP = """\
WORD=SCORE/SCORE/...   what a guess got on each board, = for one that is finished
undo                   take the last clue back
new                    begin another game
quit                   leave (or Ctrl-D)"""


def solve_boards(
    words: Vocabulary,
    clues: Sequence[str],
    boards: int,
    top: int,
    backend: str,
    show: int,
    format: Format,
    output: Path | None,
    *,
    fold_accents: bool = False,
) -> None:
    """Say what clues of several boards leave and what to guess; without clues guide a game.

    Parameters
    ----------
    words
        The vocabulary.
    clues, boards, top
        As for `gpuwordle.assistant.boards.suggest_boards`.
    backend
        Where to compute.
    show
        How many of the words that are left to list, on each board.
    format, output
        How to print, and where.
    fold_accents
        Drop the accents of clues that are typed, as those of the words were.

    Raises
    ------
    UserError
        As `gpuwordle.assistant.boards.suggest_boards`.
    """
    from gpuwordle.assistant.boards import suggest_boards
    from gpuwordle.backends.table import choose

    engine = choose(backend)(words)
    asking = not clues and format == "table" and output is None
    played = list(clues)
    found = suggest_boards(played, words, boards=boards, top=top, backend=engine)
    if not asking:
        _print(found, show, format, output)
        return
    print_now(f"{boards} boards of {words.name}. Type what a guess got:\n{HELP}\n\n")
    print_now(_text(found, show))
    for line in _lines():
        try:
            if line == "undo":
                if not played:
                    raise UserError("there is no clue to take back")
                played.pop()
            elif line == "new":
                played.clear()
            elif "=" in line:
                clue = as_read(line, fold_accents)
                suggest_boards([*played, clue], words, boards=boards, top=1, backend=engine)
                played.append(clue)
            else:
                print_now(f"{HELP}\n")
                continue
            found = suggest_boards(played, words, boards=boards, top=top, backend=engine)
            print_now(_text(found, show))
        except UserError as error:
            print_now(f"{error}\n")


def _lines() -> Iterable[str]:
    """Yield what is typed until the input ends or the user leaves."""
    typed = standard_input("the clues as arguments")
    while True:
        print_now("> ")
        line = typed.readline()
        if not line:
            print_now("\n")
            return
        if line.strip() == "quit":
            return
        if line.strip():
            yield line.strip()


def _print(found: BoardsSuggestions, show: int, format: Format, output: Path | None) -> None:
    data = found.to_json()
    if format == "csv":
        rows = [
            {
                **flat(one),
                "entropies": " ".join(map(str, one["entropies"])),
                "candidate_of": " ".join(map(str, one["candidate_of"])),
            }
            for one in data["guesses"]
        ]
        emit(rows, format, output, {})
        return
    if format == "json":
        for board in data["remaining"]:
            board["words"] = board["words"][:show]
        write_text(json_text(data, output), output)
        return
    write_text(_text(found, show, plain=is_plain(output)), output)


def _text(found: BoardsSuggestions, show: int, *, plain: bool | None = None) -> str:
    """Lay suggestions out for the eye."""
    if plain is None:
        plain = not standard_output().isatty()
    lines = [
        wrapped(f"board {number}: {words_left(words, show) if words else 'finished'}", plain=plain)
        for number, words in enumerate(found.remaining, start=1)
    ]
    text = "".join(f"{line if plain else isolated(line)}\n" for line in lines)
    if found.solved:
        return text
    title = "Guesses on all boards" + (", the first proven best" if found.exact else "")
    rows: list[dict[str, Any]] = [
        {
            "guess": one.guess,
            "may be hidden on": " ".join(map(str, one.candidate_of)),
            **({"expected guesses": _average(one.expected)} if found.exact else {}),
            "entropy (bits)": f"{one.entropy:.4f}",
            **{
                f"board {number}": f"{bits:.4f}" if found.remaining[number - 1] else ""
                for number, bits in enumerate(one.entropies, start=1)
            },
        }
        for one in found.guesses
    ]
    return f"{text}\n{table_text(rows, title, piped_width() if plain else None, plain=plain)}"


def _average(expected: Any) -> str:
    return "" if expected is None else f"{float(expected):.4f}"
