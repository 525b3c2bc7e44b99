"""Finished games as columns, from arrays, runs, archives and lines of JSON."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.archive import NO_GUESS as NOTHING
from gpuwordle.assistant.archive import RecordedGame, guesses_in, read_archive
from gpuwordle.assistant.moves import clues_of_moves
from gpuwordle.backends.backend import Backend
from gpuwordle.environment.game_arrays import NO_ANSWER, NO_GUESS
from gpuwordle.errors import UserError, shortened
from gpuwordle.games.games import Games
from gpuwordle.results.games_file import GamesFile, files_of, read_games_file
from gpuwordle.results.judged_file import read_judged
from gpuwordle.results.played_run import PlayedRun
from gpuwordle.words.vocabulary import Vocabulary

_LOG = logging.getLogger(__name__)

Played = (
    str
    | Path
    | PlayedRun
    | Games
    | RecordedGame
    | Mapping[str, Any]
    | tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]]
)
"""Finished games: a run's folder or one of its files, an archive of games (.csv, .jsonl), a file
of judged moves, a run, games of `play`, a recorded game (also as a dictionary, as in an archive),
or the arrays (guesses, answers) of an environment, shapes (games, allowed) and (games,)."""


@dataclass(frozen=True, eq=False)
class Records:
    """Finished games as columns; game ``i`` owns the turns ``offsets[i]:offsets[i + 1]``."""

    vocabulary: Vocabulary
    players: tuple[str, ...]
    player: npt.NDArray[np.int32]  # (games,): index of the player of each game
    answers: npt.NDArray[np.int32]  # (games,): answer indices, -1 where none is recorded
    offsets: npt.NDArray[np.int64]  # (games + 1,)
    # (turns,): guess indices; `NO_GUESS` for none; from len(vocabulary) on those of `unlisted`
    guesses: npt.NDArray[np.int32]
    codes: npt.NDArray[np.int64]  # (turns,): their codes, 0 for no guess
    unlisted: tuple[str, ...]

    def word(self, guess: int) -> str | None:
        """Return the word of a guess; None if there was none."""
        if guess == NO_GUESS:
            return None
        listed = len(self.vocabulary)
        return self.vocabulary.guesses[guess] if guess < listed else self.unlisted[guess - listed]


def read_records(engine: Backend, played: Played | Iterable[Played]) -> Records:
    """Read finished games of a backend's vocabulary.

    Raises UserError if a file is not understood, or a game has other words.
    """
    if hasattr(played, "columns"):
        raise UserError("games are a table: give its rows, such as table.to_dict('records')")
    reader = _Reader(engine)
    one = isinstance(played, str | Path | PlayedRun | Games | RecordedGame | Mapping)
    if isinstance(played, tuple) and len(played) == 2:
        one = isinstance(played[0], np.ndarray)
    for number, part in enumerate([played] if one else played, start=1):  # type: ignore[arg-type]
        reader.read(part, number)  # type: ignore[arg-type]
    return reader.records()


class _Reader:
    """Collects games from several sources."""

    def __init__(self, engine: Backend) -> None:
        self.engine, self.words = engine, engine.vocabulary
        self.players: dict[str, int] = {}
        self.unlisted: dict[str, int] = {}
        self.parts: list[tuple[npt.NDArray[Any], ...]] = []

    def read(self, part: Played, number: int) -> None:
        """Add the games of one source, the ``number``-th."""
        if isinstance(part, PlayedRun):
            part = part.run.folder
        if isinstance(part, str | Path):
            self._path(Path(part))
        elif isinstance(part, Games):
            self._games(part, "" if number == 1 else f"games {number}")
        elif isinstance(part, RecordedGame):
            self._recorded([part], "the archive")
        elif isinstance(part, Mapping):
            self._recorded([_of_mapping(part, number)], "those given")
        elif isinstance(part, tuple) and len(part) == 2:
            self._arrays(*map(np.asarray, part))
        else:
            raise UserError(f"{part!r:.40} holds no games: give a file, arrays or records of games")

    def records(self) -> Records:
        """Return all games read."""
        if not self.parts:
            raise UserError("there is no game: give at least one")
        player, answers, counts, guesses, codes = map(np.concatenate, zip(*self.parts, strict=True))
        offsets = np.append(0, np.cumsum(counts)).astype(np.int64)
        names, unlisted = tuple(self.players), tuple(self.unlisted)
        return Records(self.words, names, player, answers, offsets, guesses, codes, unlisted)

    def _player(self, name: str) -> int:
        return self.players.setdefault(name, len(self.players))

    def _add(self, player: Any, answers: Any, counts: Any, guesses: Any, codes: Any) -> None:
        kinds = np.int32, np.int32, np.int64, np.int32, np.int64
        columns = (player, answers, counts, guesses, codes)
        self.parts.append(tuple(np.asarray(c, k) for c, k in zip(columns, kinds, strict=True)))

    def _arrays(self, guesses: npt.NDArray[Any], answers: npt.NDArray[Any]) -> None:
        """Add the arrays of an environment."""
        words = self.words
        fits = guesses.ndim == 2 and guesses.shape[1] and answers.shape == guesses.shape[:1]
        if not fits or guesses.dtype.kind not in "iu" or answers.dtype.kind not in "iu":
            raise UserError(
                f"guesses are {guesses.dtype} {guesses.shape} and answers {answers.dtype} "
                f"{answers.shape}: give integers of the shapes (games, allowed) and (games,)"
            )
        if not len(answers):
            return
        low, high = int(guesses.min(initial=0)), int(guesses.max(initial=0))
        if low < NO_GUESS or high >= len(words):
            raise UserError(f"guess index {low if low < NO_GUESS else high} is out of range")
        if int(answers.min()) < 0 or int(answers.max()) >= len(words.answers):
            raise UserError("an answer index is out of range: give those of the vocabulary")
        right = guesses == words.answer_guess[answers][:, None]
        found, allowed = right.any(axis=1), guesses.shape[1]
        counts = np.where(found, right.argmax(axis=1) + 1, allowed)
        made = np.arange(allowed) < counts[:, None]
        played, hidden = guesses[made], np.repeat(answers, counts)
        self._add(
            np.full(len(answers), self._player("")), answers, counts, played,
            self._codes(played, hidden),
        )  # fmt: skip

    def _codes(
        self, guesses: npt.NDArray[np.integer], answers: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.int64]:
        """Return the codes of listed guesses, 0 for no guess."""
        codes = np.zeros(len(guesses), np.int64)
        some = np.flatnonzero(guesses != NO_GUESS)
        if len(some):
            codes[some] = self.engine.told_codes(guesses[some], answers[some])
        return codes

    def _games(self, games: Games, player: str) -> None:
        """Add games of a strategy."""
        given, words = games.vocabulary, self.words
        if given is not None and given.without_weights() != words.without_weights():
            raise UserError(
                f"these games were played with words or a rule that differ from {words.name!r}: "
                "give the vocabulary that was played, and leave no word out"
            )
        if given is not None and given != words:
            self._warn(f"a strategy's game of {given.name!r}")
        number = np.full(len(games), self._player(player))
        self._add(number, games.answers, games.counts, games.guesses, games.codes)

    def _path(self, path: Path) -> None:
        """Add the games of a file, or of a run's folder."""
        if path.suffix.lower() in (".csv", ".jsonl"):
            self._recorded(read_archive(path), str(path))
            return
        if not path.exists():
            raise UserError(f"{path} does not exist: check its path")
        files = files_of(path) if path.is_dir() else [path]
        if not files or not (path.is_dir() or path.suffix.lower() == ".parquet"):
            raise UserError(
                f"{path} holds no games: give a run's folder or file, or games in .csv or .jsonl"
            )
        if not path.is_dir():
            moves = read_judged(path)
            if moves is not None:
                self._moves(path, *moves)
                return
        own = [file for file in map(GamesFile.open, files) if file.unit.length == self.words.length]
        for file in own:
            if file.unit.rule != self.words.rule.name:
                raise UserError(
                    f"{file.path} has games of rule {file.unit.rule!r}, and the words are given "
                    f"with rule {self.words.rule.name!r}: give the rule that was played"
                )
            rows = read_games_file(file, ["strategy", "answer", "guesses"]).to_pylist()
            self._recorded(
                [RecordedGame(f"game {n}", r["answer"], tuple(r["guesses"]), r["strategy"])
                 for n, r in enumerate(rows)],
                str(file.path),
            )  # fmt: skip
        if any(file.unit.digest != self.words.digest for file in own):
            self._warn(str(path))

    def _warn(self, games: str) -> None:
        """Warn that games were played with other answers or weights."""
        name = repr(self.words.name)
        _LOG.warning(
            f"{games} was played with other words, answers or weights than {name}; its moves "
            f"are compared with optimal play of {name}"
        )

    def _moves(self, path: Path, digest: str, moves: list[dict[str, Any]]) -> None:
        """Add the games of a file of judged moves."""
        if digest != self.words.digest:
            raise UserError(
                f"{path} has games of other words than {self.words.name!r}: give the list, rule "
                f"and weights that they were judged with, whose sha256 is {digest[:10]}..."
            )
        texts = self.words.codes_as_text([move["code"] or 0 for move in moves])
        played: list[tuple[str, str | None, list[str]]] = []
        for move, text in zip(moves, texts, strict=True):
            if move["turn"] == 1:
                played.append((move["player"], move["answer"], []))
            guess = NOTHING if move["guess"] is None else move["guess"]
            known = move["answer"] is not None or move["guess"] is None
            played[-1][2].append(guess if known else f"{guess}={text}")
        games = [
            RecordedGame(f"game {number}", answer, tuple(guesses), player)
            for number, (player, answer, guesses) in enumerate(played)
        ]
        self._recorded(games, str(path))

    def _recorded(self, games: Sequence[RecordedGame], where: str) -> None:
        """Add recorded games; listed guesses of a listed answer all at once."""
        if not games:
            return
        players, answers, counts = [], [], []
        listed: list[int] = []
        told: list[int] = []
        for game in games:
            try:
                answer, guesses, codes = self._of_game(game)
            except UserError as error:
                raise UserError(f"{game.place} of {where}: {error}") from None
            players.append(self._player(game.player))
            answers.append(answer)
            counts.append(len(guesses))
            listed += guesses
            told += codes
        played, codes_told = np.array(listed, np.int32), np.array(told, np.int64)
        open_ = np.flatnonzero(codes_told < 0)
        hidden = np.repeat(np.array(answers, np.int32), counts)
        codes_told[open_] = self._codes(played[open_], hidden[open_])
        self._add(players, answers, counts, played, codes_told)

    def _of_game(self, game: RecordedGame) -> tuple[int, list[int], list[int]]:
        """Return the answer, the guesses and their codes, -1 where a code is still to be found."""
        words = self.words
        answer = NO_ANSWER
        if game.answer is not None:
            hidden = words.language.normalise(game.answer, "answer")
            place = words.guess_index.get(hidden)
            answer = NO_ANSWER if place is None else int(words.guess_answer[place])
            if answer == NO_ANSWER:
                raise UserError(
                    f"{hidden!r} is not a possible answer of {words.name!r}: give the list that "
                    "was played, with --vocabulary"
                )
        if not game.guesses:
            raise UserError("it has no guess")
        listed = [self._index(guess) for guess in game.guesses]
        if answer != NO_ANSWER and None not in listed:
            right = int(words.answer_guess[answer])
            if right in listed[:-1]:
                raise UserError("it continues after the answer was found")
            return answer, listed, [0 if guess == NO_GUESS else -1 for guess in listed]  # type: ignore[return-value]
        moves = [guess for guess in game.guesses if guess != NOTHING]
        clues = iter(clues_of_moves(moves, game.answer, language=words.language, rule=words.rule))
        guesses, codes = [], []
        for guess in game.guesses:
            if guess == NOTHING:
                guesses.append(NO_GUESS)
                codes.append(0)
                continue
            clue = next(clues)
            if len(clue.guess) != words.length:
                raise UserError(f"{clue.guess!r} does not have {words.length} letters")
            number = words.guess_index.get(clue.guess)
            if number is None:
                number = len(words) + self.unlisted.setdefault(clue.guess, len(self.unlisted))
            guesses.append(number)
            codes.append(clue.pattern.code)
        if words.win in codes[:-1]:
            raise UserError("it continues after the answer was found")
        listed_last = NO_GUESS < guesses[-1] < len(words)
        if answer == NO_ANSWER and listed_last and codes[-1] == words.win:
            answer = int(words.guess_answer[guesses[-1]])
        return answer, guesses, codes

    def _index(self, guess: str) -> int | None:
        """Return the index of a listed word, `NO_GUESS` if there was no guess, or None."""
        if guess == NOTHING:
            return NO_GUESS
        return self.words.guess_index.get(self.words.language.read(guess))


def _of_mapping(game: Mapping[str, Any], number: int) -> RecordedGame:
    guesses = game.get("guesses")
    if isinstance(guesses, str):
        guesses = guesses_in(guesses)
    if not isinstance(guesses, Iterable):
        raise UserError(f"{shortened(str(dict(game)))} is not a game: give answer and guesses")
    listed = tuple(NOTHING if one is None else str(one) for one in guesses)
    return RecordedGame(f"game {number}", game.get("answer"), listed, str(game.get("player") or ""))
