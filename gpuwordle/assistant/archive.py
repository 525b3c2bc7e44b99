"""Archives of played games: whether each can have happened as it is recorded.

A CSV file has a heading: ``guesses``, and ``answer`` where it is known. A JSONL file has an object
a line with the same two. Guesses are clues such as ``CRANE=c.A..``, or words alone where the answer
is known; in CSV they stand between blanks, in JSONL in a list as well. Other fields are left alone.

Reilly ("Exploring Wordle") runs through the games that he has recorded in this way: after the
guesses of each the answer has to be among the words that are left.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from gpuwordle.assistant.moves import clues_of_moves
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError, shortened
from gpuwordle.rules.hard_mode import legal
from gpuwordle.words import sources
from gpuwordle.words.letters import normalise, without_marks
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary

FIELDS = ("answer", "guesses")
"""What is read of each game."""


@dataclass(frozen=True)
class RecordedGame:
    """A game as a file has it.

    Attributes
    ----------
    place : str
        Where it stands, such as ``line 3``.
    answer : str or None
        The hidden word, where it is told.
    guesses : tuple of str
        Clues, or words alone.
    """

    place: str
    answer: str | None
    guesses: tuple[str, ...]


@dataclass(frozen=True)
class CheckedGame:
    """A recorded game, and whether it can have happened.

    Attributes
    ----------
    place, answer, guesses
        As recorded; the guesses as clues where they can be read.
    solved : bool
        Whether the last guess was the answer.
    consistent : bool
        Whether some word of the list, the answer where it is told, gives all the patterns.
    remaining : int
        Words that can be hidden after all guesses but the one that solves.
    hard_mode : bool
        Whether every guess is legal in hard mode.
    listed : bool
        Whether every guess is among the words that may be played.
    problem : str
        What is wrong, in a line; empty where nothing is.
    """

    place: str
    answer: str | None
    guesses: tuple[str, ...]
    solved: bool = False
    consistent: bool = False
    remaining: int = 0
    hard_mode: bool = False
    listed: bool = False
    problem: str = ""

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values."""
        return {**asdict(self), "guesses": list(self.guesses)}


def read_archive(path: Path, *, fold_accents: bool = False) -> list[RecordedGame]:
    """Read the games of a CSV or JSONL file.

    Parameters
    ----------
    path
        A file whose name ends in ``.csv`` or ``.jsonl``.
    fold_accents
        Drop accents, as those of the list were.

    Raises
    ------
    UserError
        If it cannot be read, has another ending, no heading, no game, or a line that is no game.
    """
    kind = path.suffix.lower()
    if kind not in (".csv", ".jsonl"):
        raise UserError(f"{path} is no archive of games: give a file .csv or .jsonl")
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}): give another file") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text in UTF-8: convert it, or give another file") from None
    games = list(_of_csv(path, text) if kind == ".csv" else _of_jsonl(path, text))
    if not games:
        raise UserError(f"{path} has no game: give one a line")
    return [_without_marks(game) for game in games] if fold_accents else games


def _without_marks(game: RecordedGame) -> RecordedGame:
    answer = None if game.answer is None else without_marks(game.answer)
    return replace(game, answer=answer, guesses=tuple(map(without_marks, game.guesses)))


def check_archive(
    games: list[RecordedGame],
    vocabulary: VocabularyLike = "wordle",
) -> Iterator[CheckedGame]:
    """Check games one after another.

    Parameters
    ----------
    games
        As `read_archive` reads them; they may be of several lengths where a list is given.
    vocabulary
        The name of a list or a file, a list, or the words of one length.

    Yields
    ------
    CheckedGame
        In their order; what is wrong with one does not keep the others from being checked.
    """
    if isinstance(vocabulary, str):
        vocabulary = sources.load(vocabulary)
    by_length: dict[int, Vocabulary] = {}
    for game in games:
        try:
            clues = clues_of_moves(game.guesses, game.answer)
            if not clues:
                raise UserError("it has no guess")
            length = len(clues[0].guess)
            if length not in by_length:
                by_length[length] = vocabulary_of(vocabulary, length)
            yield _checked(game, clues, by_length[length])
        except UserError as error:
            yield CheckedGame(game.place, game.answer, game.guesses, problem=str(error))


def _checked(game: RecordedGame, clues: tuple[Clue, ...], words: Vocabulary) -> CheckedGame:
    solved = clues[-1].pattern.solved
    told = clues[:-1] if solved else clues
    eligible = Clues(told).eligible(words) if told else words.answers
    hidden = clues[-1].guess if solved else None
    if game.answer is not None:
        hidden = normalise(game.answer, "answer")
    problem = ""
    if hidden is not None and hidden not in eligible:
        problem = f"{hidden} is not among the words of {words.name!r} that may be hidden"
    elif not eligible:
        problem = f"no word of {words.name!r} gives these patterns"
    past: list[tuple[str, tuple[int, ...]]] = []
    hard_mode = True
    for clue in clues:
        hard_mode &= legal(clue.guess, past)
        past.append((clue.guess, clue.pattern.colours))
    strange = [clue.guess for clue in clues if clue.guess not in words.guess_index]
    if strange and not problem:
        problem = f"{strange[0]} is no word of {words.name!r}"
    return CheckedGame(
        game.place,
        game.answer,
        tuple(map(str, clues)),
        solved,
        bool(eligible) if hidden is None else hidden in eligible,
        len(eligible),
        hard_mode,
        not strange,
        problem,
    )


def _of_csv(path: Path, text: str) -> Iterator[RecordedGame]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    heading = [name.strip().lower() for name in reader.fieldnames or ()]
    if "guesses" not in heading:
        raise UserError(
            f"{path} has no column 'guesses' in its first line: name its columns answer and guesses"
        )
    reader.fieldnames = heading
    try:
        for row in reader:
            guesses = (row["guesses"] or "").split()
            answer = (row.get("answer") or "").strip() or None
            yield RecordedGame(f"line {reader.line_num}", answer, tuple(guesses))
    except csv.Error as error:
        raise UserError(f"{path} is no CSV at line {reader.line_num}: {error}") from None


def _of_jsonl(path: Path, text: str) -> Iterator[RecordedGame]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        place = f"line {number} of {path}"
        try:
            game = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            raise UserError(f"{place} is no JSON: {shortened(line)!r}") from None
        guesses = game.get("guesses") if isinstance(game, dict) else None
        if isinstance(guesses, str):
            guesses = guesses.split()
        if not isinstance(guesses, list) or not all(isinstance(one, str) for one in guesses):
            raise UserError(
                f'{place} is no game: give it as {{"answer": "floss", "guesses": ["crane", ...]}}'
            )
        answer = game.get("answer")
        if answer is not None and not isinstance(answer, str):
            raise UserError(f"{place} has an answer that is no word: {shortened(str(answer))}")
        yield RecordedGame(f"line {number}", answer, tuple(guesses))
