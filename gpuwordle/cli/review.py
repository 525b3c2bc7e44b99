"""The ``review`` command: what each guess of a game cost, or whether an archive has errors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gpuwordle.cli.messages import REFUSED, say
from gpuwordle.cli.options import (
    ANSWER,
    ComputeOptions,
    LimitedRuleOptions,
    WordOptions,
    argument,
    given_options,
    option,
    refuse,
    time_limit,
)
from gpuwordle.cli.output import TableOptions, standard_input, table_for
from gpuwordle.cli.progress import progress_bar
from gpuwordle.cli.tables import flat, wrapped
from gpuwordle.columns import Column, table_of
from gpuwordle.errors import UserError, counted, shortened

if TYPE_CHECKING:
    from gpuwordle.assistant.review import Review
    from gpuwordle.words.word_list import WordList

ARCHIVES = (".csv", ".jsonl")

OF_ONE_GAME = {"allowed", "answer", "backend", "hard", "seconds", "share"}
"""Options that do not apply to a file of games."""

ARCHIVED = (
    Column("game", lambda game: game.place),
    Column("answer", lambda game: game.answer or ""),
    Column("guesses", lambda game: " ".join(game.guesses)),
    Column("solved", lambda game: game.solved),
    Column("consistent", lambda game: game.consistent),
    Column("hard mode", lambda game: game.hard_mode),
    Column("in the list", lambda game: game.listed),
    Column("what is wrong", lambda game: game.problem),
)


def review(
    context: typer.Context,
    *,
    moves: list[str] = argument(
        "The guesses in order with their colours, such as CRANE=c.A..; guesses alone with --answer "
        "or --share; or a .csv or .jsonl file of games.",
        "MOVE",
    ),
    lists: WordOptions,
    rules: LimitedRuleOptions,
    compute: ComputeOptions,
    out: TableOptions,
    answer: str | None = ANSWER,
    share: str | None = option(
        "Shared result with the colours of the guesses: its text, a file, or - for standard input.",
        metavar="TEXT",
    ),
    seconds: float = time_limit(
        "Time limit of the search for optimal play at each guess; if it is not enough, a lower and "
        "an upper bound are shown.",
        default=2.0,
    ),
) -> None:
    """Show what each guess cost compared with optimal play, and how lucky it was.

    Regret is what a guess added to the expected number of guesses; it is 0 for a best guess. Luck
    is what its pattern added, negative if the game became shorter than expected. The expected
    number at the start, regret and luck sum to the guesses of the game.

    For a file of games, check whether each game is possible, whether its guesses are legal in hard
    mode, and whether they are in the list. The exit code is 1 if a game has an error.

    Examples: gpuwordle review CRANE=..... MOIST=.o.S. SPOIL=s.O.l FLOSS=FLOSS -v wordle;
    gpuwordle review crane moist spoil floss --answer floss -v wordle --hard;
    gpuwordle review games.csv -v wordle
    """
    file = Path(moves[0]) if len(moves) == 1 and moves[0].lower().endswith(ARCHIVES) else None
    named = [move for move in moves if move.lower().endswith(ARCHIVES)]
    if named and file is None:
        raise UserError(f"{named[0]} is a file of games: give it alone")
    if file is not None:
        why = f"applies to one game, and {file} has many: drop it"
        refuse(given_options(context) & OF_ONE_GAME, why)
    also_read = [Path(name) for name in (file, share) if name is not None]
    words = lists.load(out.output, also_read=also_read)
    if file is not None:
        _check_archive(file, words, lists, out)
        return
    from gpuwordle.assistant.review import review as reviewed
    from gpuwordle.clues.typed_clues import clues_about

    text = None if share is None else _shared(share)
    hidden = None if answer is None else words.language.normalise(answer, "answer")
    with progress_bar("reviewing"):
        found = reviewed(
            words,
            clues_about(words, moves, alone=True),
            rules.conditions(),
            answer=hidden,
            share=text,
            seconds=seconds,
            backend=compute.backend,
        )
    if out.format == "json":
        out.write_json(found.to_dict())
    elif out.one_table:
        out.emit(list(map(flat, found.to_dict()["moves"])), {})
    else:
        out.write(text_of_review(found, plain=out.plain))
    if hidden is not None and hidden not in found.vocabulary.answers:
        say(
            f"{hidden!r} is not a possible answer in {found.vocabulary.name!r}: check its "
            "spelling, or use another list"
        )


def _check_archive(file: Path, words: WordList, lists: WordOptions, out: TableOptions) -> None:
    """Check the games of a file, print the findings, and exit with 1 if a game has an error."""
    from gpuwordle.assistant.archive import check_archive, read_archive

    games = list(check_archive(words, read_archive(file)))
    out.emit([game.to_dict() for game in games], {"Games": table_of(games, ARCHIVED)})
    wrong = sum(bool(game.problem) for game in games)
    say(f"{counted(len(games), 'game')}, {wrong:,} with errors")
    if wrong:
        raise typer.Exit(REFUSED)


def _shared(given: str) -> str:
    """Return the text of a shared result: as given, from a file, or from standard input."""
    if given == "-":
        return standard_input("the shared result as text").read()
    try:
        there = "\n" not in given and Path(given).is_file()
    except OSError:  # too long for a name
        there = False
    if not there:
        if "\n" not in given and os.path.isdir(given):
            raise UserError(f"{shortened(given)!r} is a folder: give a file, or the text")
        if ("/" in given or Path(given).suffix) and given.isascii() and len(given.split()) == 1:
            raise UserError(f"there is no file {shortened(given)!r}: check its name")
        return given
    try:
        return Path(given).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{shortened(given)} cannot be read ({error}): give the text") from None


def text_of_review(review: Review, *, plain: bool) -> str:
    """Format a review as text: a table of the guesses, the reasons, and the sums."""
    table = table_for(review.rows, "Moves", plain=plain)
    text = wrapped("\n".join(review.lines), plain=plain)
    return f"{table}\n{text}\n"
