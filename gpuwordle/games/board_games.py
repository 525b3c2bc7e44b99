"""Games of several boards: every guess is played on all of them, until each word is found.

The boards are independent, so the information of a guess is the sum of its information on each
board: the player takes the guess with the largest sum of entropies. The only candidate of a board
is guessed immediately, and the last few candidates are played exactly
(`gpuwordle.games.last_words`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import STATISTICS_BYTES, Backend
from gpuwordle.errors import UserError
from gpuwordle.games.last_words import LastWords, few_enough
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.progress import Progress, part
from gpuwordle.scoring.groups import Groups, Indices, runs

Boards = Sequence[Indices]
"""The candidates of each unfinished board: answer indices."""

BOARDS_AT_ONCE = 256
"""Boards that are scored in one call."""

CANDIDATE_BYTES = 48
"""Bytes of a candidate of a board while its game is played."""

SPARE = 5
"""Guesses allowed beyond one per board: 6 for one board, 9 for four, 13 for eight."""


def check_conditions(strategy: str, hard: bool) -> None:
    """Raise UserError unless a strategy and a mode can play several boards."""
    if strategy != "entropy":
        raise UserError(
            f"several boards are played by strategy 'entropy' only, not by {strategy!r}: give "
            "entropy, because the entropies of boards add up"
        )
    if hard:
        raise UserError("several boards have no hard mode: play them in easy mode")


@dataclass(frozen=True, eq=False)
class BoardGames:
    """Games of several boards: int64 arrays (games, boards), and the guess indices of each game.

    ``answers`` are the answer indices of the hidden words; ``finished`` is the turn in which each
    board was finished, or 0.
    """

    answers: npt.NDArray[np.int64]
    guesses: list[list[int]]
    finished: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Whether all boards were finished: bool, shape (games,)."""
        return np.asarray((self.finished > 0).all(axis=1))

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Guesses in each game: int64, shape (games,)."""
        return np.array([len(played) for played in self.guesses], np.int64)


def information_left(backend: Backend, positions: Sequence[Boards]) -> npt.NDArray[np.int64]:
    """Return the information that every guess leaves unknown: int64, shape (positions, guesses).

    It is summed over the boards in units of 2**-32 bit, rounded down for each board, so that it is
    an integer. The guess with the least has the largest sum of entropies.
    """
    together = Groups.of([board for boards in positions for board in boards])
    owners = np.repeat(np.arange(len(positions)), [len(boards) for boards in positions])
    left = np.zeros((len(positions), len(backend.vocabulary.guesses)), np.int64)
    for groups, guesses, scored in backend.statistics_in_blocks(together):
        weights = scored.sizes if scored.weights is None else scored.weights
        each = scored.sum_n_log_n // weights[:, None]
        position, first = np.unique(owners[groups], return_index=True)
        left[position, guesses] += np.add.reduceat(each, first, axis=0)
    return left


def ranked_guesses(backend: Backend, boards: Boards) -> npt.NDArray[np.int64]:
    """Rank all guesses by the sum of entropies: guess indices, int64, shape (guesses,).

    Of equal guesses, those that are candidates on more boards are first, then the first in the
    vocabulary.
    """
    return _order(backend, boards, information_left(backend, [boards])[0])


def _order(backend: Backend, boards: Boards, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    fitting = np.zeros(len(left), np.int64)
    for candidates in boards:
        fitting[backend.vocabulary.answer_guess[candidates]] += 1
    return np.lexsort((np.arange(len(left)), -fitting, left))


def choose_guesses(backend: Backend, positions: Sequence[Boards]) -> npt.NDArray[np.int32]:
    """Choose a guess for each position: guess indices, int32, shape (positions,).

    A position is the unfinished boards of one game, at least one.
    """
    words = backend.vocabulary
    guesses = np.empty(len(positions), np.int32)
    scored: list[int] = []
    for number, boards in enumerate(positions):
        certain = next((board for board in boards if len(board) == 1), None)
        if certain is not None:
            guesses[number] = words.answer_guess[certain[0]]
        elif few_enough([len(board) for board in boards]):
            guesses[number] = LastWords(backend, boards).best()[0]
        else:
            scored.append(number)
    fitting = backend.memory // SHARE_OF_TABLES // (STATISTICS_BYTES * len(words.guesses))
    sizes = np.array([len(positions[number]) for number in scored], np.int64)
    for some in runs(sizes, min(BOARDS_AT_ONCE, fitting)):
        sums = information_left(backend, [positions[number] for number in scored[some]])
        for number, one in zip(scored[some], sums, strict=True):
            guesses[number] = _order(backend, positions[number], one)[0]
    return guesses


def play_boards(
    backend: Backend,
    answers: npt.NDArray[np.integer],
    *,
    allowed: int | None = None,
    opener: int | None = None,
    progress: Progress | None = None,
) -> BoardGames:
    """Play games of several boards.

    ``answers`` are answer indices of shape (games, boards); ``allowed`` is the number of guesses
    after which a game is lost (None: no limit); ``opener`` is a guess index, chosen by the player
    if None; ``progress`` is called with the fraction of boards that are finished.
    """
    hidden = np.asarray(answers, np.int64)
    games, boards = hidden.shape
    if opener is None and games and allowed != 0:
        everything = np.arange(len(backend.vocabulary.answers))
        opener = int(choose_guesses(backend, [[everything] * boards])[0])
    finished = np.zeros((games, boards), np.int64)
    played: list[list[int]] = []
    # Games are independent, and every board begins with all answers.
    begun = CANDIDATE_BYTES * max(boards, 1) * len(backend.vocabulary.answers)
    step = max(1, backend.memory // SHARE_OF_TABLES // begun)
    for start in range(0, games, step):
        there = slice(start, start + step)
        some = hidden[there]
        report = part(progress, start, len(some), games)
        guesses, finished[there] = _play_together(backend, some, allowed, opener, report)
        played += guesses
    return BoardGames(hidden, played, finished)


def _play_together(
    backend: Backend,
    hidden: npt.NDArray[np.int64],
    allowed: int | None,
    opener: int | None,
    progress: Progress | None,
) -> tuple[list[list[int]], npt.NDArray[np.int64]]:
    """Play games turn by turn; return their guesses and the turns in which boards finished."""
    words = backend.vocabulary
    games, boards = hidden.shape
    finished = np.zeros((games, boards), np.int64)
    played: list[list[int]] = [[] for _ in range(games)]
    # One group for each unfinished board, game by game.
    game, board = (place.ravel() for place in np.indices((games, boards)))
    left = Groups.of([np.arange(len(words.answers))] * (games * boards))
    turn = 0
    while len(game) and turn != allowed:
        turn += 1
        going, first = np.unique(game, return_index=True)
        if turn == 1:
            guesses = np.full(len(going), opener, np.int32)
        else:
            ends = [*first.tolist(), len(game)]
            guesses = choose_guesses(
                backend,
                [
                    [left.group(index) for index in range(start, stop)]
                    for start, stop in pairwise(ends)
                ],
            )
        for number, guess in zip(going.tolist(), guesses.tolist(), strict=True):
            played[number].append(guess)
        guess_here = guesses[np.searchsorted(going, game)]
        told = backend.told_codes(guess_here, hidden[game, board])
        codes = backend.told_codes(np.repeat(guess_here, left.sizes), left.candidates)
        left = left.select(codes == np.repeat(told, left.sizes))
        done = told == words.win
        finished[game[done], board[done]] = turn
        going_on = np.flatnonzero(~done)
        game, board, left = game[going_on], board[going_on], left.take(going_on)
        if progress is not None:
            progress(1 - len(game) / (games * boards))
    return played, finished
