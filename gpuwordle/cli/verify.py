"""The ``verify`` command: checks a run, a certificate or a tree against the game's rules alone."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import typer

from gpuwordle.cli.messages import REFUSED
from gpuwordle.cli.options import (
    MEMORY,
    RuleOptions,
    WordOptions,
    argument,
    list_option,
    refuse,
    time_limit,
)
from gpuwordle.cli.output import TextOptions
from gpuwordle.cli.parsers import file_to_read
from gpuwordle.cli.progress import progress_bar
from gpuwordle.files import check_not_input
from gpuwordle.proofs.limits import SECONDS


class CheckedWordOptions(WordOptions):
    """The words of a tree, or those that a run or a certificate should have."""

    vocabulary: list[str] | None = list_option(
        "Word list of a tree, or the list that a run or a certificate should have: a name from "
        "`gpuwordle vocabularies`, or a file. Repeat to join lists.",
        "-v",
        show_default="named in PATH",
    )


def verify(
    *,
    path: Path = argument("A run, a certificate, or a tree.", "PATH", parser=file_to_read),
    lists: CheckedWordOptions,
    rules: RuleOptions,
    out: TextOptions,
    seconds: float = time_limit(
        "Time limit of a check; what takes longer is neither accepted nor refused.", default=SECONDS
    ),
    memory: int | None = MEMORY,
) -> None:
    """Check a run, a certificate or a decision tree against the game's rules alone.

    The kind of PATH is detected from its content. In a benchmark folder, every game is replayed.
    In a certificate of an optimal tree, which contains its words, every bound is computed again. A
    tree, written by tree --format json or as lines of words and colours such as salet BBBBB1 courd
    BYBYG2 crowd GGGGG3, is played against every answer of --vocabulary: it has to find each answer
    with words of the list, within --allowed guesses, and with legal guesses if --hard is given. The
    exit code is 0 if PATH is accepted, 1 if it is refused, and 2 if it cannot be used, for example
    because checking takes more than --memory or --seconds.

    Examples: gpuwordle verify runs/wordle;
    gpuwordle verify wordle.certificate;
    gpuwordle verify salet.json -v wordle --hard
    """
    from gpuwordle.results.games_file import own_files
    from gpuwordle.results.verdict import verify as verdict_on

    if lists.vocabulary is None:
        given = {name for name, value in vars(lists).items() if value}
        refuse(given, "only applies to a word list that is given: add --vocabulary LIST")
    check_not_input(out.output, chain([path], own_files(path)))
    words = None if lists.vocabulary is None else lists.load(out.output)
    with progress_bar("verifying") as bar:
        part = bar.part(str(path))
        found = verdict_on(path, words, rules.conditions(), seconds=seconds, progress=part)
    if out.format == "json":
        out.write_json(found.to_dict())
    else:
        out.write_prose("\n".join(found.lines))
    if not found:
        raise typer.Exit(REFUSED)
