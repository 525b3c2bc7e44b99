"""Games of several boards, drawn by a seed: how many are won, and how sure that is."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.games.boards import SPARE, BoardGames, play_boards
from gpuwordle.progress import Progress
from gpuwordle.words.samples import below, mixed
from gpuwordle.words.vocabulary import Vocabulary, check_vocabulary

NORMAL = 1.959963984540054
"""The standard normal distribution is farther from 0 than this in 5 % of cases."""

_BOARDS = 3
"""What tells this draw from those of `gpuwordle.words.samples`."""


@dataclass(frozen=True, eq=False)
class BoardsOutcome:
    """What games of several boards came to.

    Attributes
    ----------
    games : BoardGames
        The games.
    allowed : int
        Guesses that each allowed.
    seconds : float
        How long they were played; compiling is not counted.
    """

    games: BoardGames
    allowed: int
    seconds: float

    @property
    def won(self) -> int:
        """Games in which all boards were finished."""
        return int(self.games.won.sum())

    @property
    def win_percent(self) -> float:
        """The same in percent."""
        return 100 * self.won / len(self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the percentage, by Wilson's score."""
        low, high = wilson(self.won, len(self.games))
        return 100 * low, 100 * high

    @property
    def mean(self) -> float:
        """Guesses of a game that was won; nan when none was."""
        won = self.games.won
        return float(self.games.counts[won].mean()) if won.any() else float("nan")


def drawn_boards(
    vocabulary: Vocabulary, games: int, boards: int, seed: int
) -> npt.NDArray[np.int64]:
    """Draw the hidden words of some games, each word on its own.

    Returns
    -------
    ndarray of int64, shape (games, boards)
        Answer indices. Fewer games of the same seed are the first of these.
    """
    game, board = np.indices((games, boards))
    bits = mixed(seed % 2**64, _BOARDS, vocabulary.length, game, board)
    return below(bits, np.array([len(vocabulary.answers)]))


def play_drawn(
    vocabulary: Vocabulary,
    *,
    boards: int,
    games: int,
    seed: int = 0,
    allowed: int | None = None,
    opener: str | None = None,
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> BoardsOutcome:
    """Play games of several boards with words drawn by a seed.

    Parameters
    ----------
    vocabulary
        The words.
    boards
        Boards of a game.
    games
        How many games.
    seed
        Any integer.
    allowed
        Guesses in a game; five more than boards when None.
    opener
        The first guess of every game; the player's own when None.
    backend
        Where to compute.
    progress
        Called with the fraction of boards that are finished.

    Raises
    ------
    UserError
        If there is no board or no game, or the opener is not a guess.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> outcome = play_drawn(pets, boards=2, games=50, allowed=4)
    >>> outcome.won, [round(bound, 1) for bound in outcome.interval]
    (50, [92.9, 100.0])
    """
    check_vocabulary(vocabulary)
    for count, what in ((boards, "boards"), (games, "games")):
        if count < 1:
            raise UserError(f"{count} {what} is too few: give at least 1")
    engine = engine_for(vocabulary, backend)
    first = None if opener is None else vocabulary.find(opener)
    limit = boards + SPARE if allowed is None else allowed
    answers = drawn_boards(vocabulary, games, boards, seed)
    play_boards(engine, answers[:1], allowed=limit, opener=first)  # compiles what is not yet
    began = time.perf_counter()
    played = play_boards(engine, answers, allowed=limit, opener=first, progress=progress)
    return BoardsOutcome(played, limit, time.perf_counter() - began)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by the score method (Wilson 1927).

    It stays within 0 and 1, and has some width where all or none succeeded.

    Examples
    --------
    >>> [round(bound, 4) for bound in wilson(81, 263)]
    [0.2553, 0.3662]
    """
    share, z2 = successes / trials, NORMAL**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = share * (1 - share) / trials + z2 / (4 * trials**2)
    half = NORMAL * float(np.sqrt(spread)) / (1 + z2 / trials)
    low = 0.0 if successes == 0 else middle - half
    return low, 1.0 if successes == trials else middle + half
