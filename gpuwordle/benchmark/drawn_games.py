"""Random games of several boards: the share that is won, with its confidence interval."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_under
from gpuwordle.errors import whole_number
from gpuwordle.games.board_games import SPARE, BoardGames, play_boards
from gpuwordle.games.choices import checked_seed
from gpuwordle.progress import Progress
from gpuwordle.results.confidence import wilson
from gpuwordle.rules.conditions import MOST_BOARDS, Conditions
from gpuwordle.words.samples import drawn_by_weight, mixed
from gpuwordle.words.sources import VocabularyLike
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import check_colours

_BOARDS = 3
"""Stream number that separates this draw from those of `gpuwordle.words.samples`."""


@dataclass(frozen=True, eq=False)
class BoardsOutcome:
    """The result of games of several boards: ``seconds`` is their time without compilation."""

    vocabulary: Vocabulary
    seed: int
    games: BoardGames
    allowed: int
    seconds: float

    @property
    def won(self) -> int:
        """Number of games in which all boards were finished."""
        return int(self.games.won.sum())

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the percentage of games won, by Wilson's score method."""
        low, high = wilson(self.won, len(self.games))
        return 100 * low, 100 * high

    @property
    def mean(self) -> float:
        """Mean number of guesses of the games won; nan if none was."""
        won = self.games.won
        return float(self.games.counts[won].mean()) if won.any() else float("nan")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each game: its answers and guesses, and the turn that finished each board."""
        words, games = self.vocabulary, self.games
        return [
            {
                "vocabulary": words.name,
                "length": words.length,
                "seed": self.seed,
                "game": number,
                "answers": [words.answers[answer] for answer in hidden],
                "guesses": [words.guesses[guess] for guess in games.guesses[number]],
                "turns": games.finished[number].tolist(),
                "won": bool(games.won[number]),
            }
            for number, hidden in enumerate(games.answers.tolist())
        ]


def drawn_boards(
    vocabulary: Vocabulary, games: int, boards: int, seed: int
) -> npt.NDArray[np.int64]:
    """Draw the hidden words of games: int64, shape (games, boards).

    The first games are the same, however many are drawn. If words have weights, a unit of weight
    is drawn instead of an answer.
    """
    game, board = np.indices((games, boards))
    bits = mixed(seed % 2**64, _BOARDS, vocabulary.length, game, board)
    return drawn_by_weight(vocabulary, bits)


def play_drawn(
    vocabulary: VocabularyLike,
    boards: int,
    conditions: Conditions | None = None,
    *,
    games: int,
    opener: str | None = None,
    length: int | None = None,
    backend: str | Backend = "auto",
    seed: int = 0,
    progress: Progress | None = None,
) -> BoardsOutcome:
    """Play a number of games of several boards with randomly drawn words.

    By default five more guesses are allowed than there are boards; the conditions may change that
    and exclude words; nothing else in them applies. The player chooses the first guess if no
    opener is given. ``progress`` is called with the fraction of boards that are finished. Raises
    UserError if there are no boards, more than `MOST_BOARDS`, or no games, or the opener is not a
    guess.

    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> outcome = play_drawn(pets, 2, Conditions(allowed=4), games=50)
    >>> outcome.won, [round(bound, 1) for bound in outcome.interval]
    (50, [92.9, 100.0])
    """
    boards = whole_number("boards", boards, 1, MOST_BOARDS)
    games, seed = whole_number("games", games, 1), checked_seed(seed)
    engine, conditions = engine_under(vocabulary, conditions, length, backend)
    check_colours(engine.vocabulary, "play on several boards")
    words = engine.vocabulary
    first = None if opener is None else words.find(opener)
    limit = boards + SPARE if conditions.allowed is None else conditions.allowed
    answers = drawn_boards(words, games, boards, seed)
    # One game compiles what is not compiled yet.
    play_boards(engine, answers[:1], allowed=limit, opener=first)
    began = time.perf_counter()
    played = play_boards(engine, answers, allowed=limit, opener=first, progress=progress)
    return BoardsOutcome(words, seed, played, limit, time.perf_counter() - began)
