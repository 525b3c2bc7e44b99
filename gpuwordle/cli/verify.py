"""The ``verify`` command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from gpuwordle.cli import completion
from gpuwordle.cli.exit_codes import REFUSED
from gpuwordle.cli.game_options import AllowedOption, HardOption
from gpuwordle.cli.options import (
    AnswersOption,
    ExcludeOption,
    FoldAccentsOption,
    OutputOption,
    StrictOption,
    load_words,
)
from gpuwordle.cli.output import is_plain, json_text, write_text
from gpuwordle.cli.parsers import file_to_read, list_name
from gpuwordle.cli.progress import progress_bar
from gpuwordle.cli.tables import wrapped
from gpuwordle.files import check_not_input
from gpuwordle.rules.tiles import isolated


def verify(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", parser=file_to_read, help="A run, a certificate, or a tree."
        ),
    ],
    vocabulary: Annotated[
        list[str] | None,
        typer.Option(
            "--vocabulary",
            "-v",
            metavar="LIST",
            parser=list_name,
            autocompletion=completion.vocabularies,
            show_default="what PATH says",
            help="Word list of a tree: a name from `gpuwordle vocabularies`, or a file. Give it "
            "again to join lists. For a run or a certificate: the list that it should be of.",
        ),
    ] = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    hard: HardOption = False,
    allowed: AllowedOption = None,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    format: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="How to print.")
    ] = "text",
    output: OutputOption = None,
) -> None:
    """Check a run, a certificate or a decision tree by the rules of the game alone.

    PATH is told by its content: the folder of a benchmark, of which every row is played again; a
    certificate of an optimal tree; a tree that tree --format json wrote; or lines of words and
    scores such as salet BBBBB1 courd BYBYG2 crowd GGGGG3. A tree is played against every answer of
    --vocabulary: each must be found, by words of the list, with --hard by legal ones, within
    --allowed guesses. A certificate has its words in it, and every bound is computed again from
    them. Exit code 0: accepted; 1: refused; 2: unusable.

    Examples: gpuwordle verify runs/wordle;
    gpuwordle verify wordle.certificate;
    gpuwordle verify salet.tree -v wordle --hard
    """
    from gpuwordle.results.verdict import verify as verdict_on
    from gpuwordle.results.verdict import words_asked
    from gpuwordle.rules.conditions import Conditions

    if output is not None:
        from gpuwordle.results.games_file import own_files

        check_not_input(output, [path, *own_files(path)])
    words = None
    if vocabulary is not None or answers is not None or exclude is not None:
        words = load_words(
            vocabulary,
            answers,
            output,
            exclude=exclude,
            strict=strict,
            fold_accents=fold_accents,
        )
    conditions = Conditions(hard=hard, allowed=allowed)
    if words is None and path.is_dir() and conditions == Conditions():
        from gpuwordle.results.run_folder import Run

        asked = words_asked(Run.open(path))
        words = load_words(asked.pop("vocabulary"), asked.pop("answers"), **asked)
    with progress_bar("verifying") as bar:
        found = verdict_on(path, words, conditions, progress=bar.part(str(path), 0.0, 1.0))
    if format == "json":
        text = json_text(found.to_dict(), output)
    else:
        plain = is_plain(output)
        text = wrapped("\n".join(found.lines), plain=plain) + "\n"
        if not plain:
            text = isolated(text)
    write_text(text, output)
    if not found:
        raise typer.Exit(REFUSED)
