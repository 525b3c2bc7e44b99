"""Games in progress as arrays, and their step, compiled: all games at once, none in Python.

A game takes ``allowed`` guesses of 2 bytes (4 from 32,768 words on), as many codes of 1 to 4 bytes,
and 25 bytes more: its answer, episode, turn, candidates left and whether it is over.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.environment.answers import drawn, round_of

NO_GUESS = -1
"""The guess of a turn in which none was played."""

NO_ANSWER = -1
"""The answer of a game that is not over."""

SHORT = 1 << 15
"""Guesses from which their indices take 4 bytes."""

SORTED_AT_ONCE = 256
"""Guesses whose buckets are sorted at a time."""


class Games(NamedTuple):
    """Games in progress, one for each environment."""

    answers: npt.NDArray[np.int32]  # (games,): answer indices
    episodes: npt.NDArray[np.int64]  # (games,): number of the game in its environment
    turns: npt.NDArray[np.int64]  # (games,): guesses that were made
    guesses: npt.NDArray[np.signedinteger]  # (games, allowed): guess indices; see `NO_GUESS`
    codes: npt.NDArray[np.unsignedinteger]  # (games, allowed): their codes, 0 without a guess
    left: npt.NDArray[np.int32]  # (games,): weight of the candidates left, if it is counted
    over: npt.NDArray[np.bool_]  # (games,): whether the game has ended

    @classmethod
    def of(cls, games: int, allowed: int, guesses: int, codes: np.dtype) -> Games:
        """Make arrays for games that have not begun, of a list with a number of guesses."""
        kind = np.int16 if guesses < SHORT else np.int32
        return cls(
            np.zeros(games, np.int32),
            np.full(games, -1, np.int64),
            np.zeros(games, np.int64),
            np.full((games, allowed), NO_GUESS, kind),
            np.zeros((games, allowed), codes),
            np.zeros(games, np.int32),
            np.ones(games, bool),
        )


@kernel
def first_out_of_range(actions, waiting, guesses):
    """Return the first game whose action is no guess index; games that wait are passed over."""
    for game in range(len(actions)):
        if not 0 <= actions[game] < guesses and not waiting[game]:
            return game
    return -1


@kernel
def gather(matrix, actions, answers, waiting, codes):
    """Look up the code of each game's guess in the pattern matrix (guesses, answers)."""
    for game in range(len(answers)):
        if not waiting[game]:
            # Unsigned, so that numba does not provide for negative indices.
            codes[game] = matrix[np.uint64(actions[game]), np.uint64(answers[game])]


@kernel
def play(games, actions, codes, legal, waiting, answer_guess, rewards, ended, answers):
    """Play a guess in each game that does not wait.

    actions, codes: (games,). answer_guess: the guess index of each answer. legal: bool (games,), or
    empty if every guess is legal; a turn without a legal guess passes without a clue. Writes the
    reward 1.0 for the answer found, else 0.0; whether the game ended; and its answer if it did.
    """
    allowed = games.guesses.shape[1]
    for game in range(len(answers)):
        if waiting[game]:
            rewards[game], ended[game], answers[game] = 0.0, False, NO_ANSWER
            continue
        turn, found = games.turns[game], False
        if len(legal) == 0 or legal[game]:
            games.guesses[game, turn] = actions[game]
            games.codes[game, turn] = codes[game]
            found = actions[game] == answer_guess[np.uint64(games.answers[game])]
        games.turns[game] = turn + 1
        over = found or turn + 1 == allowed
        rewards[game] = 1.0 if found else 0.0
        ended[game] = games.over[game] = over
        answers[game] = games.answers[game] if over else NO_ANSWER


@kernel
def begin(games, chosen, seed, first, ends):
    """Begin the next episode of the games that are chosen: bool (games,).

    first: number of the first environment. ends: see `ends_of`.
    """
    seeded, least = round_of(np.uint64(0), seed), np.uint64(1 << 32) % ends[-1]
    for game in range(len(chosen)):
        if chosen[game]:
            games.episodes[game] += 1
            episode = games.episodes[game]
            games.answers[game] = drawn(seeded, first + game, episode, ends, least)
            games.turns[game], games.over[game] = 0, False
            games.left[game] = ends[-1]
            for turn in range(games.guesses.shape[1]):
                games.guesses[game, turn] = NO_GUESS
                games.codes[game, turn] = 0


class Buckets(NamedTuple):
    """The buckets of every guess, to count the candidates of a game without looking at all answers.

    All arrays have the shape (guesses, answers) and the smallest dtype for an answer index.
    """

    order: npt.NDArray[np.unsignedinteger]  # answers by code
    firsts: npt.NDArray[np.unsignedinteger]  # where the bucket of each answer begins in ``order``
    sizes: npt.NDArray[np.unsignedinteger]  # how many answers are in it

    @staticmethod
    def bytes_needed(guesses: int, answers: int) -> int:
        """Return the bytes of the three arrays."""
        return 3 * guesses * answers * _index_dtype(answers).itemsize

    @classmethod
    def of(cls, matrix: npt.NDArray[np.unsignedinteger]) -> Buckets:
        """Sort the answers of every guess by their codes in the pattern matrix."""
        kind = _index_dtype(matrix.shape[1])
        buckets = cls(*(np.empty(matrix.shape, kind) for _ in cls._fields))
        for start in range(0, len(matrix), SORTED_AT_ONCE):
            some = slice(start, start + SORTED_AT_ONCE)
            buckets.order[some] = np.argsort(matrix[some], axis=1, kind="stable")
        measure(matrix, buckets)
        return buckets


def _index_dtype(answers: int) -> np.dtype[np.unsignedinteger]:
    return np.dtype(np.uint16 if answers <= 1 << 16 else np.uint32)


@kernel
def measure(matrix, buckets):
    """Fill in where each answer's bucket begins and how large it is."""
    for guess in range(len(matrix)):
        order, start = buckets.order[guess], 0
        for end in range(1, len(order) + 1):
            if end == len(order) or matrix[guess, order[end]] != matrix[guess, order[start]]:
                for place in range(start, end):
                    buckets.firsts[guess, order[place]] = start
                    buckets.sizes[guess, order[place]] = end - start
                start = end


@kernel
def pay_bits(games, matrix, buckets, ends, answer_guess, alone, waiting, rewards):
    """Count the candidates that are left in each game, and pay the bits that its last clue told.

    The smallest bucket of a game's clues is gone through. With weights, their sum is taken instead
    of the number of candidates. ``alone``: only the answer gets the winning code. If not, a player
    is told whether a guess was right.
    """
    for game in range(len(rewards)):
        if waiting[game]:
            continue
        guesses, answer = games.guesses[game], games.answers[game]
        turns, best, base = games.turns[game], np.int64(1 << 62), -1
        for turn in range(turns):
            guess = guesses[turn]
            if guess >= 0 and buckets.sizes[guess, answer] < best:
                best, base = np.int64(buckets.sizes[guess, answer]), turn
        left = np.uint64(0)
        if base < 0:
            left = ends[-1]
        elif turns == 1 and alone and ends[-1] == np.uint64(len(ends)):
            left = np.uint64(best)
        else:
            first = np.int64(buckets.firsts[guesses[base], answer])
            for place in range(first, first + best):
                candidate = buckets.order[guesses[base], place]
                fits = True
                for turn in range(turns):
                    guess = guesses[turn]
                    if guess < 0:
                        continue
                    right = guess == answer_guess[answer]
                    fits = matrix[guess, candidate] == games.codes[game, turn]
                    if not fits or (guess == answer_guess[candidate]) != right:
                        fits = False
                        break
                if fits:
                    before = ends[candidate - 1] if candidate > 0 else np.uint64(0)
                    left += ends[candidate] - before
        rewards[game] = np.log2(games.left[game] / left)
        games.left[game] = left
