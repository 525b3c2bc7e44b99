"""Games in progress as arrays, and their step, compiled: all games at once, none in Python.

A game takes ``allowed`` guesses of 2 bytes (4 from 32,768 words on), as many codes of 1 to 4 bytes,
and 25 bytes more: its answer, episode, turn, candidates left and whether it is over. The reward
`bits` needs 73 bytes more (81 from 15,873 answers on); see `candidates`.
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
"""Guesses from which indices take 4 bytes."""


class GameArrays(NamedTuple):
    """Games in progress, one for each environment."""

    answers: npt.NDArray[np.int32]  # (games,): answer indices
    episodes: npt.NDArray[np.int64]  # (games,): number of the game in its environment
    turns: npt.NDArray[np.int64]  # (games,): guesses that were made
    guesses: npt.NDArray[np.signedinteger]  # (games, allowed): guess indices; see `NO_GUESS`
    codes: npt.NDArray[np.unsignedinteger]  # (games, allowed): their codes, 0 without a guess
    left: npt.NDArray[np.int32]  # (games,): weight of the candidates left, if it is counted
    over: npt.NDArray[np.bool_]  # (games,): whether the game has ended

    @classmethod
    def of(cls, games: int, allowed: int, guesses: int, codes: np.dtype) -> GameArrays:
        """Make arrays for games that have not begun, for a list of ``guesses`` words."""
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
    """Return the first game that plays, and whose action is not a guess index; -1 if none is."""
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


@kernel(internal=True)
def allows(word, guess, answer):
    """Return whether a clue allows a word in hard mode; see `gpuwordle.clues.hard_mode`.

    All are letters. What the guess and the answer both meet is demanded of the word.
    """
    for place in range(len(word)):
        letter = guess[place]
        if letter == answer[place] and word[place] != letter:
            return False
        in_guess = in_answer = in_word = 0
        for other in range(len(word)):
            in_guess += guess[other] == letter
            in_answer += answer[other] == letter
            in_word += word[other] == letter
        if in_word < min(in_guess, in_answer):
            return False
    return True


@kernel
def check_legal(games, actions, letters, answer_guess, waiting, legal):
    """Write which guesses hard mode allows: bool (games,), True for games that wait.

    letters: of the guesses, uint8 (guesses, length).
    """
    for game in range(len(legal)):
        legal[game] = True
        if not waiting[game]:
            word = letters[np.uint64(actions[game])]
            answer = letters[np.uint64(answer_guess[np.uint64(games.answers[game])])]
            for turn in range(games.turns[game]):
                guess = games.guesses[game, turn]
                if guess >= 0 and not allows(word, letters[np.uint64(guess)], answer):
                    legal[game] = False
                    break


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
