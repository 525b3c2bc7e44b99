"""The ``verify`` command: checks a run, a certificate or a tree by the rules of the game alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpuwordle.cli.messages import REFUSED
from gpuwordle.cli.options import RuleOptions, WordOptions, offered_vocabularies
from gpuwordle.cli.output import TextOptions
from gpuwordle.cli.parsers import file_to_read, list_name
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError, counted, printable
from gpuwordle.files import check_not_input

if TYPE_CHECKING:
    from gpuwordle.proofs.played_tree import Played
    from gpuwordle.results.run_folder import Run
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

SHOWN_DIGEST = 12
"""Digits of a digest that are printed in text."""

SHOWN_PROBLEMS = 20
"""Problems of a run that are printed in text."""


@dataclass(frozen=True)
class CheckedWordOptions(WordOptions):
    """The words of a tree, or those that a run or a certificate should have."""

    vocabulary: Annotated[
        list[str] | None,
        typer.Option(
            "--vocabulary",
            "-v",
            metavar="LIST",
            parser=list_name,
            autocompletion=offered_vocabularies,
            show_default="named in PATH",
            help="Word list of a tree, or the list that a run or a certificate should have: a name "
            "from `gpuwordle vocabularies`, or a file. Repeat to join lists.",
        ),
    ] = None


def verify(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", parser=file_to_read, help="A run, a certificate, or a tree."
        ),
    ],
    lists: CheckedWordOptions,
    rules: RuleOptions,
    out: TextOptions,
) -> None:
    """Check a run, a certificate or a decision tree by the rules of the game alone.

    The kind of PATH is detected from its content. In a folder of benchmark, every game is replayed.
    In a certificate of an optimal tree, which contains its words, every bound is computed again. A
    tree, written by tree --format json or as lines of words and colours such as salet BBBBB1 courd
    BYBYG2 crowd GGGGG3, is played against every answer of --vocabulary: it must find each with
    words of the list, within --allowed guesses, and in hard mode with --hard. The exit code is 0 if
    PATH is accepted, 1 if it is refused, and 2 if it cannot be used.

    Examples: gpuwordle verify runs/wordle;
    gpuwordle verify wordle.certificate;
    gpuwordle verify salet.tree -v wordle --hard
    """
    from gpuwordle.proofs.certificate import is_certificate

    if out.output is not None:
        from gpuwordle.results.read import own_files

        check_not_input(out.output, [path, *own_files(path)])
    words = None
    if (lists.vocabulary, lists.answers, lists.exclude) != (None, None, None):
        words = lists.load(out.output)
    try:
        if path.is_dir():
            if rules.hard or rules.allowed is not None:
                raise UserError(f"{path} is a run with rules of its own: drop --hard and --allowed")
            found = _of_run(path, words)
        elif is_certificate(path):
            found = _of_certificate(path, words, rules.hard, rules.allowed)
        else:
            found = _of_tree(path, words, rules.hard, rules.allowed)
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror})") from None
    if out.format == "json":
        out.write_json(found)
    else:
        lines = _lines_of_run(found) if found["kind"] == "run" else _lines(found)
        out.write_prose("\n".join(lines))
    if not found["accepted"]:
        raise typer.Exit(REFUSED)


def _of_run(path: Path, words: WordList | None) -> dict[str, Any]:
    from gpuwordle.results.run_folder import Run
    from gpuwordle.results.verify import verify_run

    run = Run.open(path)
    known = _words_of(run) if words is None else words

    @cache
    def words_of(name: str, length: int) -> Vocabulary:
        return known.of_length(length, distinct_letters=bool(run.asked.get("distinct_letters")))

    with progress_bar("verifying") as bar:
        verdict = verify_run(path, words_of, bar.part(str(path), 0.0, 1.0))
    return {
        "path": str(path),
        "kind": "run",
        "accepted": verdict.accepted,
        "reason": verdict.problems[0] if verdict.problems else None,
        "run": run.id,
        "units": len(run.units),
        "files": verdict.files,
        "games": verdict.games,
        "problems": list(verdict.problems),
    }


def _lines_of_run(found: Mapping[str, Any]) -> list[str]:
    """Format the verdict on a run; the first line is the verdict itself."""
    problems = found["problems"]
    lines = [
        f"accepted: run {found['path']}"
        if found["accepted"]
        else f"refused: run {found['path']}: {counted(len(problems), 'problem')}"
    ]
    lines.append(
        f"correct: {counted(found['games'], 'game')} in {found['files']} of "
        f"{counted(found['units'], 'unit')}, replayed by the rules"
    )
    lines += problems[:SHOWN_PROBLEMS]
    if len(problems) > SHOWN_PROBLEMS:
        lines.append(f"and {len(problems) - SHOWN_PROBLEMS} more (--format json has all)")
    return [printable(line) for line in lines]


def _words_of(run: Run) -> WordList:
    """Load the words that a run names."""
    from gpuwordle.words import sources
    from gpuwordle.words.pinned import SOURCES

    asked = run.asked
    named = {unit.vocabulary for unit in run.units}
    if "vocabulary" not in asked:
        known = [name for name in named if name in SOURCES]
        if len(named) == 1 and known:
            return sources.load(known[0])
        raise UserError(f"{run.folder} does not name its word list: add --vocabulary LIST")
    for name in ("answers", "exclude", "vocabulary"):
        given = asked.get(name)
        if "-" in (given if isinstance(given, list) else [given]):
            raise UserError(
                f"the words of {run.folder} came from standard input: give them again with --{name}"
            )
    return WordOptions(
        vocabulary=list(asked["vocabulary"]),
        answers=asked.get("answers"),
        exclude=asked.get("exclude"),
        strict=bool(asked.get("strict")),
        fold_accents=bool(asked.get("fold_accents")),
    ).load()


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
                f"{path} does not match {words.name}: it has {len(given.guesses):,} guesses and "
                f"{len(given.answers):,} answers of {given.name}; drop --vocabulary, or give its "
                "lists"
            )
    mode = "hard" if given.hard else "easy"
    if hard and not given.hard:
        raise UserError(f"{path} is about {mode} mode: drop --hard, or prove it in hard mode")
    if allowed is not None and allowed != given.allowed:
        limit = "no limit" if given.allowed is None else f"{given.allowed} guesses allowed"
        raise UserError(f"{path} is about {limit}: drop --allowed {allowed}")
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
    stated = given.said
    if words is None:
        words = _words_named(stated.get("vocabulary"), path)
    known = words.of_length(given.length)
    if stated.get("digest", known.digest) != known.digest:
        raise UserError(
            f"{path} does not match {words.name}: it has {stated.get('games')} games of "
            f"{stated.get('vocabulary')}; give its lists with --vocabulary"
        )
    hard = hard or stated.get("hard") is True
    limits = [most for most in (allowed, stated.get("allowed")) if type(most) is int]
    allowed = min(limits, default=None)
    found = _described(path, "tree", words.name, known.digest, known.guesses, known.answers)
    found |= {"hard": hard, "allowed": allowed}
    try:
        games = play(given.tree, known.answers, known.guesses, hard=hard, allowed=allowed)
    except WrongTree as error:
        return found | {"reason": str(error)}
    found |= _scored(str(given.tree.guesses[0]), games)
    for name in ("total", "worst", "distribution"):
        if stated.get(name, found[name]) != found[name]:
            return found | {"reason": f"it states {name} {stated[name]}, but plays {found[name]}"}
    return found | {"accepted": True}


def _words_named(name: object, path: Path) -> WordList:
    """Load the list that a tree names, if it is a known one."""
    from gpuwordle.words import sources
    from gpuwordle.words.pinned import SOURCES

    if not isinstance(name, str):
        raise UserError(f"{path} does not name its word list: add --vocabulary LIST")
    if name not in SOURCES:
        raise UserError(f"{path} names the list {name!r}, which is unknown: add --vocabulary LIST")
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
    """Format the verdict on a certificate or a tree; the first line is the verdict itself."""
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
        lines.append(f"nodes that no answer reaches: {found['unused_nodes']}")
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
