"""The ``verify`` command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

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
from gpuwordle.cli.verify_run import lines_of_run, verdict_on_run
from gpuwordle.errors import UserError
from gpuwordle.files import check_not_input
from gpuwordle.rules.case import isolated

if TYPE_CHECKING:
    from gpuwordle.proofs.played_tree import Played
    from gpuwordle.words.word_list import WordList

SHOWN_DIGEST = 12
"""Digits of a digest that are shown for the eye."""


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
    from gpuwordle.proofs.certificate import is_certificate

    if output is not None:
        from gpuwordle.results.read import own_files

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
    try:
        if path.is_dir():
            if hard or allowed is not None:
                raise UserError(f"{path} is a run, which has its rules in it: leave them out")
            found = verdict_on_run(path, words)
        elif is_certificate(path):
            found = _of_certificate(path, words, hard, allowed)
        else:
            found = _of_tree(path, words, hard, allowed)
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}): give another file") from None
    if format == "json":
        text = json_text(found, output)
    else:
        lines = lines_of_run(found) if found["kind"] == "run" else _lines(found)
        plain = is_plain(output)
        text = wrapped("\n".join(lines), plain=plain) + "\n"
        if not plain:
            text = isolated(text)
    write_text(text, output)
    if not found["accepted"]:
        raise typer.Exit(REFUSED)


def _of_certificate(
    path: Path, words: WordList | None, hard: bool, allowed: int | None
) -> dict[str, Any]:
    from gpuwordle.proofs.certificate import Unreadable, read
    from gpuwordle.proofs.checker import check
    from gpuwordle.proofs.verdict import Refused

    try:
        given = read(path)
    except Unreadable as error:
        raise UserError(str(error)) from None
    if words is not None:
        expected = words.of_length(len(given.answers[0]))
        if expected.digest != given.digest:
            raise UserError(
                f"{path} is of other lists than {words.name}: {len(given.guesses):,} guesses and "
                f"{len(given.answers):,} answers of {given.name}; leave --vocabulary out, or name "
                "its lists"
            )
    mode = "hard" if given.hard else "easy"
    if hard and not given.hard:
        raise UserError(f"{path} is of {mode} mode: leave --hard out, or prove it in hard mode")
    if allowed is not None and allowed != given.allowed:
        limit = "no limit" if given.allowed is None else f"{given.allowed} guesses allowed"
        raise UserError(f"{path} is of {limit}: leave --allowed {allowed} out")
    found = _described(path, "certificate", given.name, given.digest, given.guesses, given.answers)
    found |= {
        "hard": given.hard,
        "allowed": given.allowed,
        "objective": given.objective,
        "optimal": False,
        "bounds": [],
        "checked": {},
    }
    try:
        with progress_bar("checking") as bar:
            verdict = check(given, bar.part(f"certificate of {given.name}", 0.0, 1.0))
    except Refused as error:
        return found | {"reason": str(error)}
    if verdict.games is not None and given.tree is not None:
        opener = given.guesses[int(given.tree.guesses[0])]
        found |= _scored(opener, verdict.games)
    bounds = [asdict(bound) for bound in verdict.bounds]
    return found | {
        "accepted": True,
        "optimal": verdict.optimal,
        "bounds": bounds,
        "checked": verdict.work,
    }


def _of_tree(path: Path, words: WordList | None, hard: bool, allowed: int | None) -> dict[str, Any]:
    from gpuwordle.proofs.played_tree import WrongTree, play
    from gpuwordle.proofs.tree_files import read_tree

    given = read_tree(path)
    said = given.said
    if words is None:
        words = _words_named(said.get("vocabulary"), path)
    known = words.of_length(given.length)
    if said.get("digest", known.digest) != known.digest:
        raise UserError(
            f"{path} is of other lists than {words.name}: {said.get('games')} games of "
            f"{said.get('vocabulary')}; name its lists by --vocabulary"
        )
    hard = hard or said.get("hard") is True
    limits = [most for most in (allowed, said.get("allowed")) if type(most) is int]
    allowed = min(limits, default=None)
    found = _described(path, "tree", words.name, known.digest, known.guesses, known.answers)
    found |= {"hard": hard, "allowed": allowed}
    try:
        games = play(given.tree, known.answers, known.guesses, hard=hard, allowed=allowed)
    except WrongTree as error:
        return found | {"reason": str(error)}
    found |= _scored(str(given.tree.guesses[0]), games)
    for name in ("total", "worst", "distribution"):
        if said.get(name, found[name]) != found[name]:
            return found | {"reason": f"it says {name} {said[name]}, but plays {found[name]}"}
    return found | {"accepted": True}


def _words_named(name: object, path: Path) -> WordList:
    """Load the list that a tree says it is of, where it is a known one."""
    from gpuwordle.words import sources
    from gpuwordle.words.pinned import SOURCES

    if not isinstance(name, str):
        raise UserError(f"{path} does not say of which list it is: give --vocabulary LIST")
    if name not in SOURCES:
        raise UserError(f"{path} is of {name!r}, which is no named list: give --vocabulary LIST")
    return sources.load(name)


def _described(
    path: Path,
    kind: str,
    name: str,
    digest: str,
    guesses: tuple[str, ...],
    answers: tuple[str, ...],
) -> dict[str, Any]:
    return {
        "path": str(path),
        "kind": kind,
        "accepted": False,
        "reason": None,
        "vocabulary": name,
        "digest": digest,
        "length": len(answers[0]),
        "guesses": len(guesses),
        "answers": len(answers),
        "opener": None,
        "total": None,
        "mean": None,
        "worst": None,
        "distribution": None,
        "unused_nodes": None,
    }


def _scored(opener: str, games: Played) -> dict[str, Any]:
    return {
        "opener": opener,
        "total": games.total,
        "mean": games.mean,
        "worst": games.worst,
        "distribution": games.distribution,
        "unused_nodes": games.unused,
    }


def _lines(found: Mapping[str, Any]) -> list[str]:
    """Say a verdict in words: the first line is the verdict itself."""
    kind, reason = found["kind"], found["reason"]
    verdict = "accepted" if found["accepted"] else "refused"
    lines = [f"{verdict}: {kind} {found['path']}" + (f": {reason}" if reason else "")]
    lines.append(
        f"words: {found['vocabulary']}, {found['guesses']:,} guesses, {found['answers']:,} "
        f"answers, sha256 {found['digest'][:SHOWN_DIGEST]}"
    )
    mode = "hard mode" if found["hard"] else "easy mode"
    lines.append(f"rules: {mode}, {_limit(found['allowed'])}")
    if found["total"] is not None:
        lines.append(
            f"tree: {found['opener']}, {found['total']} guesses for {found['answers']} words, "
            f"average {found['mean']:.4f}, at most {found['worst']}"
        )
    if found["unused_nodes"]:
        lines.append(f"nodes to which no answer comes: {found['unused_nodes']}")
    for bound in found.get("bounds", []):
        if bound["bound"] is None:
            lines.append(f"proven: no tree finds all words in {bound['allowed']} guesses")
        else:
            limit = _limit(bound["allowed"])
            lines.append(f"proven: no tree takes fewer than {bound['bound']} guesses, {limit}")
    if found.get("optimal"):
        lines.append(f"proven: no tree is better than this one, by {found['objective']}")
    if found.get("checked"):
        parts = [f"{count:,} {what}" for what, count in found["checked"].items() if count]
        lines.append(f"checked: {', '.join(parts)}")
    return lines


def _limit(allowed: int | None) -> str:
    return "no limit" if allowed is None else f"{allowed} guesses allowed"
