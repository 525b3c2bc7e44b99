"""The ``review`` command: what each move of a game cost, or whether an archive is sound."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gpuwordle.cli.exit_codes import REFUSED
from gpuwordle.cli.game_options import GuessesOption, HardOption
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    ExcludeOption,
    FoldAccentsOption,
    FormatOption,
    MemoryOption,
    OutputOption,
    StrictOption,
    VocabularyOption,
    as_read,
    load_words,
)
from gpuwordle.cli.output import standard_input
from gpuwordle.cli.parsers import parse_seconds
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError, counted, shortened
from gpuwordle.files import check_not_input
from gpuwordle.rules.conditions import Conditions

ARCHIVES = (".csv", ".jsonl")


def review(
    moves: Annotated[
        list[str],
        typer.Argument(
            metavar="MOVE",
            help="The guesses in order with their scores, such as CRANE=c.A..; guesses alone with "
            "--answer or --share; or a file .csv or .jsonl of games.",
            show_default=False,
        ),
    ],
    answer: Annotated[
        str | None,
        typer.Option("--answer", metavar="WORD", help="The hidden word, which scores the guesses."),
    ] = None,
    share: Annotated[
        str | None,
        typer.Option(
            "--share",
            metavar="TEXT",
            help="A shared result, whose rows of tiles score the guesses: the text, a file, or - "
            "for standard input.",
        ),
    ] = None,
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    hard: HardOption = False,
    allowed: GuessesOption = 6,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="S",
            parser=parse_seconds,
            help="How long to search for perfect play at each move; bounds are printed for what "
            "takes longer.",
        ),
    ] = 2.0,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """Say of every move of a game what it cost against perfect play, and what luck did.

    Regret is what a move added to the expected number of guesses, 0 for a best move. Luck is what
    its pattern added, below zero where the game became shorter than expected. Expected guesses at
    the start, regret and luck add up to the guesses of the game.

    Of a file of games: whether each can have happened, whether its guesses are legal in hard mode,
    and whether they are in the list. Exit code 1 where something is wrong.

    Examples: gpuwordle review CRANE=..... MOIST=.o.S. SPOIL=s.O.l FLOSS=FLOSS -v wordle;
    gpuwordle review crane moist spoil floss --answer floss -v wordle --hard;
    gpuwordle review games.csv -v wordle
    """
    file = Path(moves[0]) if len(moves) == 1 and moves[0].lower().endswith(ARCHIVES) else None
    if file is not None:
        _refuse(file, answer=answer, share=share)
        if output is not None:
            check_not_input(output, [file])
    if share is not None and output is not None:
        check_not_input(output, [Path(share)])
    words = load_words(
        vocabulary, answers, output, exclude=exclude, strict=strict, fold_accents=fold_accents
    )
    if file is not None:
        from gpuwordle.assistant.archive import check_archive, read_archive
        from gpuwordle.cli.reviewed import print_archive

        checked = list(check_archive(words, read_archive(file, fold_accents=fold_accents)))
        print_archive(checked, format, output)
        wrong = [game for game in checked if game.problem]
        say(f"{counted(len(checked), 'game')}, {len(wrong):,} with something wrong")
        if wrong:
            raise typer.Exit(REFUSED)
        return
    from gpuwordle.assistant.review import review as reviewed
    from gpuwordle.backends.table import choose
    from gpuwordle.cli.reviewed import print_review
    from gpuwordle.words.letters import normalise

    text = None if share is None else _shared(share)
    hidden = None if answer is None else normalise(as_read(answer, fold_accents), "answer")
    with progress_bar("reviewing", choose(backend).name):
        found = reviewed(
            words,
            [as_read(move, fold_accents) for move in moves],
            Conditions(hard=hard, allowed=allowed),
            answer=hidden,
            share=text,
            seconds=seconds,
            backend=backend,
        )
    print_review(found, format, output)
    if hidden is not None and hidden not in found.vocabulary.answers:
        say(
            f"answer {hidden!r} is no word of {found.vocabulary.name!r} that may be hidden: check "
            "its spelling, or give another list"
        )


def _refuse(file: Path, **options: str | None) -> None:
    for name, value in options.items():
        if value is not None:
            raise UserError(f"--{name} is for one game, and {file} has many: leave it out")


def _shared(given: str) -> str:
    """Return the text of a shared result: itself, of a file, or of standard input."""
    if given == "-":
        return standard_input("the shared result as text").read()
    try:
        there = "\n" not in given and Path(given).is_file()
    except OSError:  # too long for a name
        there = False
    if not there:
        return given
    try:
        return Path(given).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{shortened(given)} cannot be read ({error}): give the text") from None
