"""Many games at once on an NVIDIA GPU, whose arrays stay there, for players on the same GPU.

A step is one kernel (``games.cu``): patterns, rewards, ends, and the answers of the games that
begin. A second one (``wins.cu``) tells wins if the rule does not. A step copies nothing, allocates
nothing and waits for nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuwordle.assistant.adviser import conditions_of_player
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.table import engine_under
from gpuwordle.environment.answers import MOST_FIRST, SEEDS, ends_of
from gpuwordle.errors import UserError, whole_number
from gpuwordle.memory import check
from gpuwordle.rules.conditions import ALLOWED, Conditions
from gpuwordle.words.samples import mixed
from gpuwordle.words.sources import VocabularyLike

THREADS = 256
GAME_BYTES, TURN_BYTES = 38, 8
"""Bytes of a game, and of each of its turns."""


class GpuGames:
    """Games on a GPU as arrays of CuPy, which other libraries take by DLPack without a copy.

    They are those of `gpuwordle.environment.vector.WordleVectorEnv` in easy mode, with the reward
    ``sparse`` and autoreset in the next step: equal seeds, numbers and actions give equal games.
    Each step overwrites the arrays. Their shape is (games,) unless another is given.

    Attributes
    ----------
    guesses : int32, shape (games, allowed)
        The guesses so far, -1 where none is played.
    codes : uint32, shape (games, allowed)
        Their codes, 0 where none is played.
    turns : int64
        Guesses that were made.
    rewards : float64
        1.0 where the answer has just been found, otherwise 0.0.
    ended : bool
        Whether the game has just ended.
    answers : int32
        The answer of a game that has just ended, otherwise -1.
    episodes : int64
        Number of the game in its environment.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList` or a `Vocabulary`.
    games
        Games that are played at once.
    conditions
        Guesses allowed and excluded words; by default six guesses.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    seed
        Seed of the answers.
    first
        Number of the first environment.
    backend
        ``cupy``, or such a backend made for the vocabulary.

    Raises
    ------
    UserError
        If a condition or the backend is not supported, a number is out of range, or words or games
        do not fit the device.
    """

    def __init__(
        self,
        vocabulary: VocabularyLike = "wordle",
        games: int = 1,
        conditions: Conditions | None = None,
        *,
        length: int | None = None,
        seed: int = 0,
        first: int = 0,
        backend: str | Backend = "cupy",
    ) -> None:
        rules = conditions_of_player(conditions, ALLOWED)
        if rules.allowed is None or rules.hard:
            raise UserError(
                "games on a GPU need easy mode and a limit on guesses: give Conditions(allowed=6)"
            )
        games = whole_number("games", games, 1)
        first = whole_number("first", first, 0, MOST_FIRST)
        engine, _ = engine_under(vocabulary, rules, length, backend)
        if not isinstance(engine, CupyBackend):
            raise UserError(f"backend {engine.name!r} plays no games on a GPU: choose 'cupy'")
        words, tiles = engine.vocabulary, engine.tiles
        self.vocabulary, self.conditions, self.games = words, rules, int(games)
        self._allowed, self._first, self._seed = rules.allowed, first, seed
        room = tiles.memory.available() // 2
        needed = self.games * (GAME_BYTES + TURN_BYTES * self._allowed)
        check(needed, room, f"{self.games:,} games", "play fewer at once")
        whole = tiles.whole_scorer(room)
        if whole is None:
            raise UserError(
                f"the letter rows of {len(words.guesses):,} guesses do not fit in the memory of "
                f"{engine.device}: play a shorter list"
            )
        self._device, self._rows = whole.device, whole.rows
        self._answer_guess = tiles.words.answer_guess
        self._ends = self._device.to_device(ends_of(words), np.int64)
        shape = self.games, self._allowed
        self.guesses = self._device.empty(shape, np.int32)
        self.codes = self._device.empty(shape, np.uint32)
        self.turns = self._device.empty(self.games, np.int64)
        self.rewards = self._device.empty(self.games, np.int64).view(np.float64)
        self.ended = self._device.empty(self.games, np.uint8).view(np.bool_)
        self.answers = self._device.empty(self.games, np.int32)
        self._hidden = self._device.empty(self.games, np.int32)
        self._nobody = self._device.zeros(self.games, np.int32)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin the first episode of every environment, by another seed if it is given."""
        self._seed = self._seed if seed is None else seed
        bits = mixed(int(self._seed) % SEEDS)
        self._seeded = np.int64(bits.view(np.int64)[0])
        self.episodes = self._device.to_device(np.full(self.games, -1), np.int64)
        self._over = self._device.to_device(np.ones(self.games), np.uint8)
        self._wrong = self._device.zeros(1, np.uint32)
        self._launch(self._nobody)

    def step(self, actions: Any) -> None:
        """Play a guess in each game, and begin the next game where one was over.

        ``actions`` are guess indices on the device: int32 (games,), contiguous, of CuPy or of any
        library with DLPack. A game whose index is not a guess does not advance; see `wrong`.

        Raises
        ------
        UserError
            If the actions are of another shape or dtype.
        """
        given = self._device.xp.from_dlpack(actions)
        if given.shape != (self.games,) or given.dtype != np.int32 or not given.flags.c_contiguous:
            raise UserError(
                f"actions are {given.dtype} {given.shape}: give contiguous int32 ({self.games},)"
            )
        self._launch(given)

    def wrong(self) -> int:
        """Wait for all steps, and return how many actions since `reset` were not guesses."""
        return int(self._device.to_host(self._wrong)[0])

    def _launch(self, actions: Any) -> None:
        rows, words, grid = self._rows, self.vocabulary, (-(-self.games // THREADS),)
        rewards = self.rewards.view(np.int64)
        self._device.launch(
            source.GAMES,
            "step_games",
            grid,
            THREADS,
            (
                rows.rows,
                np.uint32(rows.stride),
                rows.slots,
                np.int32(rows.planes),
                self._answer_guess,
                self._ends,
                np.int32(len(words.guesses)),
                np.int32(len(words.answers)),
                self._seeded,
                np.int64(self._first),
                np.int32(self.games),
                np.int32(self._allowed),
                actions,
                self._hidden,
                self.episodes,
                self.turns,
                self._over,
                self.guesses,
                self.codes,
                rewards,
                self.ended.view(np.uint8),
                self.answers,
                self._wrong,
            ),
        )
        if not words.rule.tells_wins:
            games = np.int32(self.games), np.int32(self._allowed)
            told = rewards, self.turns, np.uint32(words.win), *games, self.codes
            self._device.launch(source.WINS, "tell_wins", grid, THREADS, told)
