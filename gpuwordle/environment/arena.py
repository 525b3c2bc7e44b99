"""Players against each other: the same games for all of them, and every move judged.

The answers are those of episode 0 of `WordleVectorEnv` with the same seed, one per environment.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.adviser import conditions_of_player
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_under
from gpuwordle.environment.answers import drawn_answers
from gpuwordle.environment.judge import SECONDS, Judge
from gpuwordle.environment.judged import Judged
from gpuwordle.environment.players import Conversation, Faults, Function, Program, Turn
from gpuwordle.environment.records import read_records
from gpuwordle.errors import UserError, checked_seconds, whole_number
from gpuwordle.files import opened
from gpuwordle.games.choices import checked_seed
from gpuwordle.games.play import play
from gpuwordle.progress import Progress, part
from gpuwordle.rules.conditions import ALLOWED, Conditions
from gpuwordle.rules.hard_mode import legal
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_for
from gpuwordle.words.sources import VocabularyLike

Player = str | Strategy | Program | Function
"""A strategy by name or as an object, a program, or a function that returns a word for a `Turn`."""

GAMES = 500
"""Games of each player by default."""

Record = dict[str, Any]
"""A game as `judge` reads it: player, answer and guesses."""


@dataclass(frozen=True, repr=False)
class Arena:
    """The games of players, judged."""

    judged: Judged  # their games, with what each move cost
    faults: tuple[Faults, ...]  # how often each player gave no valid guess
    games: list[Record]  # as `gpuwordle.judge` reads them

    def __repr__(self) -> str:
        return f"Arena({repr(self.judged).removeprefix('Judged(')}"

    @property
    def players(self) -> tuple[dict[str, Any], ...]:
        """One row for each player; see docs/json.md."""
        rows = zip(self.judged.players, self.faults, strict=True)
        return tuple(row | asdict(faults) for row, faults in rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the table of players, as values that JSON can hold: see docs/json.md."""
        return self.judged.to_dict() | {"players": list(self.players)}


def arena(
    vocabulary: VocabularyLike,
    players: Player | Sequence[Player],
    conditions: Conditions | None = None,
    *,
    games: int = GAMES,
    length: int | None = None,
    seconds: float | None = SECONDS,
    backend: str | Backend = "auto",
    seed: int = 0,
    memory: int | None = None,
    record: Path | str | None = None,
    progress: Progress | None = None,
) -> Arena:
    """Let players play the same games, and judge every move.

    If a player gives no word of the list, or in hard mode no legal one, the turn passes without a
    guess.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList` or a `Vocabulary`.
    players
        One or more: a strategy by name or as an object; a
        `gpuwordle.environment.players.Program`; or a function that is called with a
        `gpuwordle.environment.players.Turn` and returns a word. A function has no time limit.
    conditions
        Hard mode, a limit on guesses, and excluded words; by default six guesses.
    games
        Games of each player.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    seconds
        Seconds to search for optimal play in total when the games are judged; None for no limit.
    backend
        Where to compute.
    seed
        Seed of the answers and of what strategies draw at random.
    memory
        Bytes that tables and results may take; see `gpuwordle.memory.ceiling`.
    record
        A file that gets the games, which `gpuwordle.judge` reads: a line of JSON for each. If the
        games are interrupted, it gets those that are finished.
    progress
        Called with the fraction done.

    Returns
    -------
    Arena

    Raises
    ------
    UserError
        If a program cannot be started or fails three times in a row, or a strategy cannot play
        under the conditions.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> def stubborn(turn):
    ...     return "dog"
    >>> found = arena(pets, ["entropy", stubborn], games=20, seed=1, backend="numpy")
    >>> [(row["player"], row["won"], row["repeated"]) for row in found.players]
    [('entropy', 20, 0), ('stubborn', 6, 70)]
    """
    rules = conditions_of_player(conditions, ALLOWED)
    if rules.allowed is None:
        raise UserError("an arena needs a limit on guesses: give Conditions(allowed=6)")
    seconds = None if seconds is None else checked_seconds(seconds)
    count, seed = whole_number("games", games, 1), checked_seed(seed)
    one = isinstance(players, str | Strategy | Program) or callable(players)
    several: list[Player] = [players] if one else list(players)  # type: ignore[list-item, arg-type]
    if not several:
        raise UserError("there is no player: give at least one")
    engine, _ = engine_under(vocabulary, rules, length, backend, memory)
    judge = Judge(engine, hard=rules.hard, memory=memory)
    answers = drawn_answers(engine.vocabulary, seed, np.arange(count), 0)
    host = _Host(engine, Conditions(hard=rules.hard, allowed=rules.allowed), answers, seed)
    records: list[Record] = []
    faults: list[Faults] = []
    names = _names(several)
    several = [strategy_for(one) if isinstance(one, str | Strategy) else one for one in several]
    for player in several:  # before any plays for hours
        if isinstance(player, Strategy):
            player.settle_for(engine.vocabulary, host.rules)
    try:
        for place, (name, player) in enumerate(zip(names, several, strict=True)):
            faults.append(Faults())
            share = part(progress, place, 1, 2 * len(several))
            for game in host.games_of(player, faults[-1], share):
                records.append({"player": name} | game)
    finally:
        if record is not None and records:
            with opened(Path(record)) as file:
                file.writelines(json.dumps(game).encode() + b"\n" for game in records)
    judged = judge.of(read_records(engine, records), seconds, part(progress, 1, 1, 2))
    return Arena(judged, tuple(faults), records)


def _names(players: Sequence[Player]) -> list[str]:
    """Name the players; a name that is taken gets a number."""
    names: list[str] = []
    for player in players:
        name = player if isinstance(player, str) else getattr(player, "name", None)
        name = str(name or getattr(player, "__name__", type(player).__name__))
        numbered = (f"{name} {number}" for number in itertools.count(2))
        names.append(next(one for one in itertools.chain([name], numbered) if one not in names))
    return names


class _Host:
    """Plays the games of one player after another."""

    def __init__(
        self, engine: Backend, rules: Conditions, answers: npt.NDArray[np.int32], seed: int
    ) -> None:
        self.engine, self.words, self.rules = engine, engine.vocabulary, rules
        self.answers, self.seed = answers, seed

    def games_of(
        self, player: Player, faults: Faults, progress: Progress | None
    ) -> Iterator[Record]:
        """Yield the games of a player, and count in ``faults`` how often it was wrong."""
        if isinstance(player, Strategy):
            yield from self._of_strategy(player, progress)
        elif isinstance(player, Program):
            with Conversation(player, self._opening(), faults) as conversation:
                yield from self._of_asking(conversation.ask, faults, progress)
        elif callable(player):
            yield from self._of_asking(player, faults, progress)
        else:
            raise TypeError(f"{player!r:.40} is not a player: give a strategy, Program or function")

    def _opening(self) -> dict[str, Any]:
        """Return the first line of a program's input."""
        words = self.words
        return {
            "vocabulary": words.name,
            "digest": words.digest,
            "length": words.length,
            "language": words.language.name or None,
            "rule": words.rule.name,
            "hard": self.rules.hard,
            "allowed": self.rules.allowed,
            "guesses": words.written_guesses,
            "answers": words.written_answers,
            "weights": None if words.weights is None else words.weights.tolist(),
        }

    def _of_strategy(self, strategy: Strategy, progress: Progress | None) -> list[Record]:
        """Play a strategy, which draws again if an answer is hidden again."""
        times = np.zeros(len(self.words.answers), np.int64)
        again = np.empty(len(self.answers), np.int64)
        for game, answer in enumerate(self.answers.tolist()):
            again[game] = times[answer]
            times[answer] += 1
        if strategy.deterministic:
            again[:] = 0
        records: list[Record] = [{}] * len(self.answers)
        for time in range(int(again.max()) + 1):
            some = np.flatnonzero(again == time)
            played = play(
                self.words,
                strategy,
                self.rules,
                answers=self.answers[some],
                seed=self.seed + time,
                backend=self.engine,
            )
            for game, record in zip(some.tolist(), played.to_dict()["games"], strict=True):
                records[game] = {name: record[name] for name in ("answer", "guesses")}
            if progress is not None:
                progress(float((again <= time).mean()))
        return records

    def _of_asking(
        self, ask: Callable[[Turn], object], faults: Faults, progress: Progress | None
    ) -> Iterator[Record]:
        """Play a player that is asked turn by turn."""
        allowed, win = self.rules.allowed, self.words.win
        assert allowed is not None
        for game, answer in enumerate(self.answers.tolist()):
            words: list[str | None] = []
            patterns: list[str | None] = []
            clues: list[tuple[str, tuple[int, ...]]] = []
            found = False
            while not found and len(words) < allowed:
                # The player gets lists of its own, which it may change.
                turn = Turn(game=game, turn=1 + len(words), guesses=[*words], patterns=[*patterns])
                failed = faults.late + faults.ended
                guess = self.words.guess_index.get(self.words.language.read(ask(turn)))
                faults.bad += guess is None and failed == faults.late + faults.ended
                if self.rules.hard and guess is not None:
                    guess = guess if legal(self.words.guesses[guess], clues) else None
                word = pattern = None
                if guess is not None:
                    (code,) = self.engine.told_codes(np.array([guess]), np.array([answer]))
                    listed, found = self.words.guesses[guess], int(code) == win
                    if self.rules.hard:
                        clues.append((listed, self.words.pattern(int(code)).colours))
                    word = self.words.written_guesses[guess]
                    (pattern,) = self.words.codes_as_text(np.array([code]))
                words.append(word)
                patterns.append(pattern)
            yield {"answer": self.words.written_answers[answer], "guesses": words}
            if progress is not None:
                progress((game + 1) / len(self.answers))
