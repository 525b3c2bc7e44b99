"""The ``solve`` command: what to guess next, once or turn by turn."""

from __future__ import annotations

from typing import Annotated

import typer

from gpuwordle.cli import completion
from gpuwordle.cli.game_options import HardOption
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    FormatOption,
    MemoryOption,
    OutputOption,
    StrictOption,
    VocabularyOption,
    as_read,
    load_vocabulary,
)
from gpuwordle.cli.parsers import (
    LONGEST,
    MOST_BOARDS,
    at_least,
    parse_length,
    parse_seconds,
    strategy_name,
)
from gpuwordle.cli.progress import COMPILED, progress_bar
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import Conditions

SHOWN = 20
"""Remaining words that are listed unless it is said otherwise."""

ALL = 1 << 30

FIVE = 5


def parse_shown(text: str | int) -> int:
    """Read how many words to list: a number, or all."""
    return ALL if text == "all" else at_least(0)(str(text))


GameLengthOption = Annotated[
    int | None,
    typer.Option(
        *("--length", "-l", "--lengths"),
        metavar="N",
        parser=parse_length,
        show_default="as the clues, or 5",
        help=f"Letters in a word, 1 to {LONGEST}.",
    ),
]
RankingOption = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        parser=strategy_name,
        autocompletion=completion.strategies,
        show_default="least expected guesses first",
        help="Rank the guesses by a score instead, such as entropy: a name from `gpuwordle "
        "strategies`, or module:Class for a class of your own.",
    ),
]
RemainingOption = Annotated[
    int,
    typer.Option(
        "--show",
        metavar="N",
        parser=parse_shown,
        show_default=str(SHOWN),
        help="How many of the words that are left to list: a number, or all.",
    ),
]


def solve(
    clues: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLUE",
            help="Guesses with their scores: CRANE=c.A.. (upper green, lower yellow, dot grey), "
            "CRANE=10200 or CRANE=🟨⬜🟩⬜⬜.",
            show_default=False,
        ),
    ] = None,
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: GameLengthOption = None,
    strategy: RankingOption = None,
    hard: HardOption = False,
    allowed: Annotated[
        int | None,
        typer.Option(
            "--allowed",
            "-m",
            metavar="M",
            parser=at_least(1),
            show_default="6",
            help="Guesses in a game; after so many it is lost.",
        ),
    ] = None,
    top: Annotated[
        int,
        typer.Option("--top", metavar="K", parser=at_least(1), help="How many guesses to suggest."),
    ] = 5,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="S",
            parser=parse_seconds,
            show_default="1.0",
            help="How long to search for perfect play; bounds are printed for what takes longer.",
        ),
    ] = None,
    boards: Annotated[
        int,
        typer.Option(
            "--boards",
            metavar="N",
            parser=at_least(1, MOST_BOARDS),
            help="Boards that every guess is played on. A clue then has one pattern a board, "
            "CRANE=c.A../...../=, and = for one that is finished.",
        ),
    ] = 1,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    show: RemainingOption = SHOWN,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """Say what clues leave and what to guess next; without clues, guide a game to its end.

    For each guess: the guesses still expected with it and those of the longest game, by perfect
    play, its own counted; the chance to find the word within --allowed; the four scores. What
    cannot be searched within --seconds stands between bounds, as 2.80 to 2.95.

    Examples: gpuwordle solve crane=01200 -v wordle;
    gpuwordle solve CRANE=..a.. SPLIT=s.... -v wordle --hard --show all;
    gpuwordle solve -v wordle;
    gpuwordle solve --boards 4 CRANE=c.A../...../..A../CRANE -v wordle
    """
    from gpuwordle.assistant.moves import clues_of_moves, unlisted_note
    from gpuwordle.assistant.suggest import ALLOWED, SECONDS

    clues = [as_read(clue, fold_accents) for clue in clues or ()]
    if boards > 1:
        from gpuwordle.assistant.boards import parse_boards
        from gpuwordle.games.boards import check_conditions

        check_conditions(strategy or "entropy", hard)
        if (allowed, seconds) != (None, None):
            option = "--seconds" if allowed is None else "--allowed"
            raise UserError(
                f"several boards are not searched for the chance to win: leave {option} out"
            )
    read = clues_of_moves(clues) if boards == 1 else ()
    played = read if boards == 1 else parse_boards(clues, boards)
    if played:
        own = len(played[0].guess)
        if length not in (None, own):
            raise UserError(
                f"clue {played[0]} has {own} letters and --length is {length}: leave --length out"
            )
        length = own
    allowed = ALLOWED if allowed is None else allowed
    seconds = SECONDS if seconds is None else seconds
    words = load_vocabulary(
        vocabulary,
        answers,
        length or FIVE,
        distinct_letters,
        output,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )
    if boards > 1:
        from gpuwordle.cli.boards import solve_boards

        solve_boards(
            *(words, clues, boards, top, backend, show, format, output), fold_accents=fold_accents
        )
        return
    if not read and format == "table" and output is None:
        from gpuwordle.cli.session import Session

        Session(
            words,
            strategy=strategy,
            hard=hard,
            allowed=allowed,
            top=top,
            seconds=seconds,
            show=show,
            backend=backend,
            fold_accents=fold_accents,
        ).run()
        return
    from gpuwordle.assistant.suggest import suggest
    from gpuwordle.cli.suggested import print_suggestions

    with progress_bar("searching", COMPILED):
        found = suggest(
            words,
            read,
            Conditions(hard=hard, allowed=allowed),
            strategy=strategy,
            top=top,
            seconds=seconds,
            backend=backend,
        )
    for one in found.unlisted:
        say(unlisted_note(one.guess, words))
    print_suggestions(found, show, format, output)
