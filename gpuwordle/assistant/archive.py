"""Archives of played games: whether each is possible as recorded.

A CSV file (with commas, semicolons or tabs) has a heading: ``guesses``, and ``answer`` and
``player`` if they are known. A JSONL file has the same fields, one object per line. Guesses are
clues such as ``CRANE=c.A..``, or words alone if the answer is known, and ``-`` for a turn without a
guess; they are separated by blanks or, in JSONL, in a list. Other fields are ignored.

Reilly ("Exploring Wordle") checks his recorded games in this way: after the guesses of each game
the answer must be among the remaining words.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gpuwordle.assistant.display import Plain
from gpuwordle.assistant.moves import clues_of_moves
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError, shortened
from gpuwordle.rules.hard_mode import legal
from gpuwordle.words.readers import without_quote
from gpuwordle.words.sources import VocabularyLike, loaded, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary

FIELDS = ("answer", "guesses", "player")
"""The fields of a game that are read."""

REST = "\n"
"""Key of the cells beyond the last column: no name of a column."""

NO_GUESS = ""
"""A turn that passed without a guess: null in JSON, ``-`` in text."""


@dataclass(frozen=True)
class RecordedGame:
    """A game as it is recorded in a file."""

    place: str  # such as "line 3"
    answer: str | None  # if it is recorded
    guesses: tuple[str, ...]  # clues, or words alone
    player: str = ""  # if it is recorded


@dataclass(frozen=True)
class CheckedGame(Plain):
    """A recorded game, and whether it is possible.

    Fields that need the clues are None if these cannot be read.
    """

    place: str
    answer: str | None
    guesses: tuple[str, ...]  # clues if they can be read
    solved: bool | None = None  # whether the last guess was the answer
    # whether a word of the list (the answer if it is recorded) gives all the patterns
    consistent: bool | None = None
    remaining: int | None = None  # words left after all guesses but the one that solves
    # whether every guess is legal in hard mode, as all are under a rule without colours
    hard_mode: bool | None = None
    listed: bool | None = None  # whether every guess is in the list
    problem: str = ""  # what is wrong, in a line; empty if nothing is


def read_archive(path: Path) -> list[RecordedGame]:
    """Read the games of a CSV or JSONL file, named ``.csv`` or ``.jsonl``.

    Raises UserError if the file cannot be read, or has no heading, no game, or a line that is not a
    game.
    """
    kind = path.suffix.lower()
    if kind not in (".csv", ".jsonl"):
        raise UserError(f"{path} is not an archive of games: give a .csv or .jsonl file")
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}): give another file") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is not text in UTF-8: convert it, or give another file") from None
    games = list(_of_csv(path, text) if kind == ".csv" else _of_jsonl(path, text))
    if not games:
        raise UserError(f"{path} has no game: give one on each line")
    return games


def check_archive(vocabulary: VocabularyLike, games: list[RecordedGame]) -> Iterator[CheckedGame]:
    """Check games one after another, in order; a wrong game does not stop the check.

    The games may have several lengths unless the vocabulary is a `Vocabulary`.
    """
    vocabulary = loaded(vocabulary)
    by_length: dict[int, Vocabulary] = {}
    for game in games:
        try:
            guesses = [guess for guess in game.guesses if guess != NO_GUESS]
            clues = clues_of_moves(
                guesses, game.answer, language=vocabulary.language, rule=vocabulary.rule
            )
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
    before = clues[:-1] if solved else clues
    eligible = Clues(before).eligible(words) if before else words.answers
    hidden = clues[-1].guess if solved else None
    if game.answer is not None:
        hidden = words.language.normalise(game.answer, "answer")
    problem = ""
    if hidden is not None and hidden not in eligible:
        problem = f"{hidden} is not a possible answer of {words.name!r}"
    elif not eligible:
        problem = f"no word of {words.name!r} gives these patterns"
    past = [(clue.guess, clue.pattern.colours) for clue in clues] if words.rule.has_colours else []
    unlisted = [clue.guess for clue in clues if clue.guess not in words.guess_index]
    if unlisted and not problem:
        problem = f"{unlisted[0]} is not in {words.name!r}"
    return CheckedGame(
        game.place,
        None if game.answer is None else hidden,
        tuple(map(str, clues)),
        solved,
        bool(eligible) if hidden is None else hidden in eligible,
        len(eligible),
        all(legal(clue.guess, past[:turn]) for turn, clue in enumerate(clues)),
        not unlisted,
        problem,
    )


def guesses_in(text: str) -> list[str]:
    """Return the guesses that stand in a text, `NO_GUESS` for ``-``."""
    return [NO_GUESS if guess == "-" else guess for guess in text.split()]


def _is_unicode(text: str) -> bool:
    """Return whether UTF-8 can write a text: an escape of JSON may name half a character."""
    return text.encode("utf-8", "ignore").decode() == text


def _of_csv(path: Path, text: str) -> Iterator[RecordedGame]:
    rows, begin = io.StringIO(text, newline=""), text.partition("\n")[0].lower()
    begun = {one: [name.strip(' "\r') for name in begin.split(one)] for one in "\t;"}
    separator = next((one for one in begun if "guesses" in begun[one] and one in begin), ",")
    reader = csv.DictReader(rows, strict=True, restkey=REST, delimiter=separator)
    try:
        heading = [name.strip().lower() for name in reader.fieldnames or ()]
        if heading.count("guesses") != 1:
            several = "has several columns" if "guesses" in heading else "has no column"
            raise UserError(
                f"{path} {several} 'guesses' in its first line: name its columns answer and guesses"
            )
        reader.fieldnames = heading
        for row in reader:
            if any(row.get(REST) or ()):
                raise UserError(
                    f"{path} has more cells in line {reader.line_num} than its heading has columns:"
                    " put all guesses in one cell, with blanks between them"
                )
            answer, guesses, player = (
                without_quote(row.get(name) or "").strip() for name in FIELDS
            )
            place = f"line {reader.line_num}"
            yield RecordedGame(place, answer or None, tuple(guesses_in(guesses)), player)
    except csv.Error as error:
        raise UserError(f"{path} is not CSV at line {reader.reader.line_num}: {error}") from None


def _of_jsonl(path: Path, text: str) -> Iterator[RecordedGame]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"line {number} of {path}"
        try:
            game = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            raise UserError(f"{place} is not JSON: {shortened(line)!r}") from None
        guesses = game.get("guesses") if isinstance(game, dict) else None
        if isinstance(guesses, str):
            guesses = guesses_in(guesses)
        if isinstance(guesses, list):
            guesses = [NO_GUESS if one is None else one for one in guesses]
        if not isinstance(guesses, list) or not all(isinstance(one, str) for one in guesses):
            raise UserError(
                f'{place} is not a game: give it as {{"answer": "floss", "guesses": ["crane"]}}'
            )
        answer = game.get("answer")
        if answer is not None and not isinstance(answer, str):
            raise UserError(f"{place} has an answer that is not a word: {shortened(str(answer))}")
        player = game.get("player")
        if player is not None and not (isinstance(player, str) and _is_unicode(player)):
            raise UserError(f"{place} has a player that is not text: {shortened(str(player))}")
        yield RecordedGame(f"line {number}", answer, tuple(guesses), player or "")
