"""What ``verify`` says of a run's folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuwordle.cli.options import load_words
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError, counted, printable

if TYPE_CHECKING:
    from gpuwordle.results.run_folder import Run
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

SHOWN = 20
"""Problems that are printed for the eye."""


def verdict_on_run(path: Path, words: WordList | None) -> dict[str, Any]:
    """Check a run's folder.

    Parameters
    ----------
    path
        The folder.
    words
        The list that it should be of; the one that the run itself names when None.

    Returns
    -------
    dict
        What ``--format json`` prints.

    Raises
    ------
    UserError
        If the folder holds no run, or the words of the run are not known.
    """
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


def lines_of_run(found: Mapping[str, Any]) -> list[str]:
    """Say a verdict in words: the first line is the verdict itself."""
    problems = found["problems"]
    lines = [
        f"accepted: run {found['path']}"
        if found["accepted"]
        else f"refused: run {found['path']}: {counted(len(problems), 'problem')}"
    ]
    lines.append(
        f"right: {counted(found['games'], 'game')} in {found['files']} of "
        f"{counted(found['units'], 'unit')}, played again by the rules"
    )
    lines += problems[:SHOWN]
    if len(problems) > SHOWN:
        lines.append(f"and {len(problems) - SHOWN} more (--format json has all)")
    return [printable(line) for line in lines]


def _words_of(run: Run) -> WordList:
    """Load the words that a run says it was asked to play."""
    from gpuwordle.words import sources
    from gpuwordle.words.pinned import SOURCES

    asked = run.asked
    named = {unit.vocabulary for unit in run.units}
    if "vocabulary" not in asked:
        known = [name for name in named if name in SOURCES]
        if len(named) == 1 and known:
            return sources.load(known[0])
        raise UserError(
            f"{run.folder} does not say where its words came from: give --vocabulary LIST"
        )
    for name in ("answers", "exclude", "vocabulary"):
        given = asked.get(name)
        if "-" in (given if isinstance(given, list) else [given]):
            raise UserError(
                f"the words of {run.folder} came from standard input: give them again, with "
                f"--{name}"
            )
    return load_words(
        list(asked["vocabulary"]),
        asked.get("answers"),
        exclude=asked.get("exclude"),
        strict=bool(asked.get("strict")),
        fold_accents=bool(asked.get("fold_accents")),
    )
