"""Many games at once as a vector environment of gymnasium.

Every wrong action has one outcome:

- another shape, a dtype that is not an integer, or an index that is not a guess: `UserError`, and
  no game advances;
- in hard mode, a guess that is not legal: the turn passes without a clue (its guess stays
  `NO_GUESS`), and ``infos["illegal"]`` names the game;
- a step of a game that is over, without autoreset: `UserError`, and no game advances. In the mode
  "next step" the action of such a game is ignored, and the next game begins.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gpuwordle.assistant.adviser import conditions_of_player
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_under
from gpuwordle.clues.hard_mode import LegalGuesses
from gpuwordle.environment.answers import MOST_FIRST, SEEDS, ends_of
from gpuwordle.environment.candidates import Kept, Scratch, pay_bits
from gpuwordle.environment.game_arrays import (
    NO_ANSWER,
    NO_GUESS,
    GameArrays,
    begin,
    check_legal,
    first_out_of_range,
    play,
)
from gpuwordle.environment.judge import Judge
from gpuwordle.environment.pattern_codes import PatternCodes
from gpuwordle.environment.records import read_records
from gpuwordle.errors import UserError, check_known, checked_seconds, whole_number
from gpuwordle.memory import check
from gpuwordle.rules.conditions import ALLOWED, Conditions
from gpuwordle.rules.tiles import text_tiles
from gpuwordle.words.sources import VocabularyLike

Reward = Literal["sparse", "bits", "regret"]
REWARDS: tuple[Reward, ...] = get_args(Reward)
"""The reward: 1.0 for the answer, the bits of each pattern, or minus the regret of a game."""

SECONDS = 1.0
"""Seconds that a step may search for optimal play by default."""

RENDER_MODES = ["ansi", "human"]
METADATA = {"render_modes": RENDER_MODES, "render_fps": 1}

Observation = dict[str, npt.NDArray[np.integer]]


class WordleVectorEnv(VectorEnv):
    """Many games at once: a vector environment of gymnasium, whose step is one compiled loop.

    An action is the index of a guess. An observation has the guesses of the game so far, int16
    (int32 from 32,768 guesses on) of shape (num_envs, allowed), -1 where none is played; their
    ``codes`` in the dtype of the vocabulary's codes and the same shape; and ``turn``, the guesses
    that were made: int64 (num_envs,). A game terminates when its answer is found or its guesses are
    used up; no game is truncated.

    ``infos`` has arrays of shape (num_envs,): ``episode``, the number of the game in its
    environment; ``answer``, an answer index where a game has just ended, otherwise -1; in hard mode
    ``illegal``, where a guess was not legal and the turn passed without a clue; for the reward
    ``regret``, ``exact``, where a game has just ended and its regret is known. Each has a mask with
    ``_`` before its name, as usual in gymnasium. In the mode "same step" the arrays ``final_obs``
    and ``final_info`` are those of the ended games before their reset.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList` or a `Vocabulary`.
    num_envs
        Games that are played at once.
    conditions
        Hard mode, a limit on guesses, and excluded words; by default six guesses.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    reward
        ``sparse``: 1 for the answer, otherwise 0. ``bits``: the binary logarithm of the factor by
        which the guess has reduced the candidates (their weight, if they have weights); over a
        solved game these sum to the logarithm of the number of answers. ``regret``: when a game
        ends, minus the regret of all its guesses (`gpuwordle.judge`), otherwise 0.
        ``infos["exact"]`` says whether the regret is known; if not, the reward is the middle of
        its bounds.
    seconds
        Seconds that a step may search for optimal play, for the reward ``regret``. With None there
        is no limit, and equal games get equal rewards. What was found is remembered.
    seed
        Seed of the answers if `reset` is given none. Answers depend on the seed, the number of the
        environment and that of the episode only: `gpuwordle.environment.answers`.
    first
        Number of the first environment.
    autoreset_mode
        ``NextStep``, ``SameStep`` or ``Disabled``, or gymnasium's enum.
    action_mask
        Whether ``infos["action_mask"]`` marks the legal guesses: int8 (num_envs, guesses).
    copy
        Whether `step` returns copies. If not, later steps write into the same arrays, which is
        faster.
    backend
        Where the pattern matrix is computed. If the matrix takes more than a quarter of the memory,
        the backend computes the codes in each step.
    memory
        Bytes that tables may take; see `gpuwordle.memory.ceiling`.
    render_mode
        ``ansi``: `render` returns a string for each game. ``human``: every game is printed.

    Raises
    ------
    UserError
        If an argument is unknown or out of range, or the games do not fit in memory.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> games = WordleVectorEnv(pets, 2, seed=7, backend="numpy")
    >>> observation, infos = games.reset()
    >>> observation, rewards, ended, _, infos = games.step(np.array([3, 0]))
    >>> rewards.tolist(), ended.tolist(), infos["answer"].tolist()
    ([0.0, 1.0], [False, True], [-1, 0])
    """

    def __init__(
        self,
        vocabulary: VocabularyLike = "wordle",
        num_envs: int = 1,
        conditions: Conditions | None = None,
        *,
        length: int | None = None,
        reward: Reward = "sparse",
        seconds: float | None = SECONDS,
        seed: int | None = None,
        first: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        action_mask: bool = False,
        copy: bool = True,
        backend: str | Backend = "auto",
        memory: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules = conditions_of_player(conditions, ALLOWED)
        if rules.allowed is None:
            raise UserError("an environment needs a limit on guesses: give Conditions(allowed=6)")
        check_known("reward", reward, REWARDS)
        if not isinstance(autoreset_mode, AutoresetMode):
            check_known("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        if render_mode is not None:
            check_known("render_mode", render_mode, RENDER_MODES)
        engine, _ = engine_under(vocabulary, rules, length, backend, memory)
        words = engine.vocabulary
        rules.check_rule(words.rule)
        self.vocabulary, self.conditions, self.reward = words, rules, reward
        self.num_envs = whole_number("num_envs", num_envs, 1)
        self.first, self.seed = whole_number("first", first, 0, MOST_FIRST), seed
        self.copy, self.action_mask, self.render_mode = copy, action_mask, render_mode
        self.autoreset = AutoresetMode(autoreset_mode)
        self.metadata = METADATA | {"autoreset_mode": self.autoreset}
        self._patterns = PatternCodes.of(engine, memory)
        self._ends, win = ends_of(words), words.rule.win(words.length)
        each = GameArrays.of(1, rules.allowed, len(words), words.code_dtype)
        kept = Kept.of(1, len(words.answers)) if reward == "bits" else ()
        self.bytes_per_game = sum(array.nbytes for array in (*each, *kept))
        needed = self.num_envs * self.bytes_per_game
        check(needed, engine.memory, f"{num_envs:,} games", "play fewer at once")
        self._games = GameArrays.of(self.num_envs, rules.allowed, len(words), words.code_dtype)
        self._nobody = np.zeros(self.num_envs, bool)
        self._scratch = np.empty(self.num_envs, bool), np.empty(self.num_envs, each.codes.dtype)
        self._results = (
            np.empty(self.num_envs),
            np.empty(self.num_envs, bool),
            np.empty(self.num_envs, np.int32),
        )
        self._exact = np.zeros(self.num_envs, bool)
        self.seconds = None if seconds is None else checked_seconds(seconds)
        if reward == "bits":
            self._kept = Kept.of(self.num_envs, len(words.answers))
            self._batch = Scratch.of(self._patterns.rows, rules.allowed)
            self._logs = np.log2(np.maximum(np.arange(len(words.answers) + 1), 1))
        elif reward == "regret":
            self._judge = Judge(engine, hard=rules.hard, memory=memory)
        self.single_action_space = spaces.Discrete(len(words))
        self.single_observation_space = spaces.Dict(
            {
                "guesses": spaces.Box(
                    NO_GUESS, len(words) - 1, (rules.allowed,), self._games.guesses.dtype.type
                ),
                "codes": spaces.Box(0, win, (rules.allowed,), self._games.codes.dtype.type),
                "turn": spaces.Discrete(rules.allowed + 1),
            }
        )

    @cached_property
    def action_space(self) -> spaces.Space:  # type: ignore[override]
        """A guess index for each game."""
        return batch_space(self.single_action_space, self.num_envs)

    @cached_property
    def observation_space(self) -> spaces.Space:  # type: ignore[override]
        """The observations of all games."""
        return batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Restart the games.

        Parameters
        ----------
        seed
            Seed of the answers: every environment begins with its episode 0. Without one, the next
            episodes are played; the first time, by the seed of the environment, or at random.
        options
            ``reset_mask``: bool (num_envs,), the games to restart; not together with a seed.

        Returns
        -------
        tuple of (dict of ndarray, dict of ndarray)
            Observation and infos.

        Raises
        ------
        UserError
            If the mask has another shape or dtype, selects no game, or is given with a seed.
        """
        chosen = self._chosen(options, seed)
        if seed is None and self._np_random_seed is None:
            seed = self.seed
            if seed is None:
                seed = self.np_random_seed
        if seed is not None:
            super().reset(seed=seed)
            self._games.episodes[:] = -1
            chosen = np.ones(self.num_envs, bool)
        self._begin(chosen)
        self._exact[:] = False
        if self.render_mode == "human":
            self.render()
        answers = np.full(self.num_envs, NO_ANSWER, np.int32)
        infos = self._infos(answers, self._nobody, ~self._nobody)
        return self._observation(), infos

    def step(  # type: ignore[override]
        self, actions: npt.ArrayLike
    ) -> tuple[
        Observation,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play a guess in each game.

        Parameters
        ----------
        actions
            Guess indices: integers, shape (num_envs,).

        Returns
        -------
        tuple of (dict of ndarray, ndarray, ndarray, ndarray, dict of ndarray)
            Observation, rewards (float64), which games terminated, which were truncated (none),
            infos.

        Raises
        ------
        UserError
            If the actions have another shape or are not guess indices, the games have not begun, or
            one is over and there is no autoreset. Then no game advances.
        """
        games, (waiting, codes) = self._games, self._scratch
        np.copyto(waiting, games.over)
        played = self._checked(actions, waiting)
        self._patterns.played(played, games.answers, waiting, codes)
        rewards, ended, answers = self._results
        answer_guess = self.vocabulary.answer_guess
        legal = np.empty(self.num_envs if self.conditions.hard else 0, bool)
        if self.conditions.hard:
            letters = self.vocabulary.guess_letters
            check_legal(games, played, letters, answer_guess, waiting, legal)
        play(games, played, codes, legal, waiting, answer_guess, rewards, ended, answers)
        if self.reward == "bits":
            given = self._kept, self._patterns.rows, self._batch, self._ends, self._logs
            pay_bits(games, *given, waiting, rewards)
        elif self.reward == "regret":
            self._pay_regret(ended, rewards)
        if self.action_mask and self.conditions.hard:
            some = np.flatnonzero(~waiting & legal)
            bits = self._legal_bits[some]
            self._legal_bits[some] = self._hard_mode.after(bits, played[some], codes[some])
        final: dict[str, Any] = {}
        shown = ended
        if self.autoreset is AutoresetMode.SAME_STEP and ended.any():
            final = self._final(self._infos(answers, ended, legal))
            self._begin(ended)
            answers[ended], self._exact[ended], shown = NO_ANSWER, False, self._nobody
            legal |= ended[: len(legal)]
        elif waiting.any():
            self._begin(waiting)
        infos = self._infos(answers, shown, legal) | final
        if self.render_mode == "human":
            self.render()
        return (
            self._observation(),
            self._given(rewards),
            self._given(ended),
            self._given(self._nobody),
            infos,
        )

    def render(self) -> tuple[str, ...] | None:  # type: ignore[override]
        """Draw every game as text, or print it if the render mode is ``human``."""
        if self.render_mode is None:
            return None
        texts = tuple(map(self._text, range(self.num_envs)))
        if self.render_mode == "ansi":
            return texts
        print("\n\n".join(texts), flush=True)
        return None

    def _checked(
        self, actions: npt.ArrayLike, waiting: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.integer]:
        """Return the actions as an array of guess indices; see `step`."""
        if self._np_random_seed is None:
            raise UserError("no game has begun: call reset first")
        try:
            played = np.asarray(actions)
            given = f"{played.dtype} of shape {played.shape}"
        except (TypeError, ValueError):  # nested lists of unequal lengths, or arrays on a GPU
            played, given = np.empty(0), f"of type {type(actions).__name__}, not an array"
        if played.shape != (self.num_envs,) or played.dtype.kind not in "iu":
            raise UserError(
                f"actions are {given}: give a guess index for each of {self.num_envs:,} games, "
                f"integers of shape ({self.num_envs},)"
            )
        if self.autoreset is AutoresetMode.DISABLED and waiting.any():
            over = int(np.flatnonzero(waiting)[0])
            raise UserError(
                f"game {over} is over, and there is no autoreset: reset it with reset_mask"
            )
        wrong = first_out_of_range(played, waiting, len(self.vocabulary))
        if wrong >= 0:
            raise UserError(
                f"action {int(played[wrong])} of game {wrong} is not a guess index: give 0 to "
                f"{len(self.vocabulary) - 1}"
            )
        return played

    def _chosen(self, options: dict[str, Any] | None, seed: int | None) -> npt.NDArray[np.bool_]:
        """Return which games are restarted."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, bool)
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
            raise UserError(
                f"reset_mask is {mask.dtype} of shape {mask.shape}, {int(mask.sum())} set: "
                f"give bool of shape ({self.num_envs},), at least one game"
            )
        if seed is not None or self._np_random_seed is None:
            raise UserError(
                "reset_mask is given with a seed, or before any game has begun: reset all games "
                "first, then some of them without a seed"
            )
        return mask

    def _begin(self, chosen: npt.NDArray[np.bool_]) -> None:
        assert self._np_random_seed is not None
        seed = np.uint64(self._np_random_seed % SEEDS)
        begin(self._games, chosen, seed, np.int64(self.first), self._ends)
        if self.action_mask and self.conditions.hard:
            some = np.flatnonzero(chosen)
            self._legal_bits[some] = self._hard_mode.without_clues(len(some))

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return an array for the caller: a copy, unless later steps may overwrite it."""
        return array.copy() if self.copy else array

    def _observation(self) -> Observation:
        games = self._games
        arrays = {"guesses": games.guesses, "codes": games.codes, "turn": games.turns}
        return {name: self._given(array) for name, array in arrays.items()}

    def _infos(
        self,
        answers: npt.NDArray[np.int32],
        ended: npt.NDArray[np.bool_],
        legal: npt.NDArray[np.bool_],
    ) -> dict[str, Any]:
        """Return the infos: the answers of games that have ended, and where guesses were legal."""
        everyone = ~self._nobody
        infos: dict[str, Any] = {
            "episode_number": self._given(self._games.episodes),
            "_episode_number": everyone,
            "answer": self._given(answers),
            "_answer": self._given(ended),
        }
        if self.reward == "regret":
            infos |= {"exact": self._given(self._exact), "_exact": self._given(ended)}
        if self.conditions.hard:
            infos |= {"illegal": ~legal, "_illegal": everyone}
        if self.action_mask:
            infos |= {"action_mask": self._mask(), "_action_mask": everyone}
        return infos

    def _final(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Return observation and infos of ended games before their reset, for "same step"."""
        ended = infos["_answer"].copy()
        observation = {name: array.copy() for name, array in self._observation().items()}
        infos = {name: array.copy() for name, array in infos.items()}
        return {
            "final_obs": observation,
            "_final_obs": ended,
            "final_info": infos,
            "_final_info": ended,
        }

    def _pay_regret(self, ended: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float64]) -> None:
        """Pay minus the regret of games that have ended, and mark those whose regret is exact."""
        games, some = self._games, np.flatnonzero(ended)
        rewards[:], self._exact[:] = 0.0, False
        if len(some):
            records = read_records(self._judge.engine, (games.guesses[some], games.answers[some]))
            judged = self._judge.of(records, self.seconds)
            rewards[some] = -judged.of_games(judged.regret)
            self._exact[some] = judged.of_games(~judged.exact) == 0

    # Hard mode

    @cached_property
    def _hard_mode(self) -> LegalGuesses:
        return LegalGuesses(self.vocabulary)

    @cached_property
    def _legal_bits(self) -> npt.NDArray[np.uint8]:
        """The legal guesses of each game as packed bits: uint8 (games, bytes)."""
        return self._hard_mode.without_clues(self.num_envs)

    def _mask(self) -> npt.NDArray[np.int8]:
        shape = self.num_envs, len(self.vocabulary)
        if not self.conditions.hard:
            return np.ones(shape, np.int8)
        return np.unpackbits(self._legal_bits, axis=1, count=shape[1]).astype(np.int8)

    def _text(self, game: int) -> str:
        """Draw one game: a line for each turn."""
        games, words = self._games, self.vocabulary
        lines = [f"game {self.first + game}, episode {games.episodes[game]}"]
        for turn in range(int(games.turns[game])):
            guess, code = int(games.guesses[game, turn]), int(games.codes[game, turn])
            if guess == NO_GUESS:
                lines.append("no guess")
            else:
                lines.append(text_tiles(words.guesses[guess], words.pattern(code)))
        return "\n".join(lines)
