"""One game at a time as an environment of gymnasium: one game of `WordleVectorEnv`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import Env
from gymnasium.vector import AutoresetMode

from gpuwordle.environment.vector import METADATA, WordleVectorEnv

Observation = dict[str, Any]


class WordleEnv(Env):
    """One game at a time: an environment of gymnasium.

    Observations, actions, rewards and infos are those of one game of `WordleVectorEnv`, whose
    arguments it takes, except ``num_envs``, ``autoreset_mode`` and ``copy``. ``environment``, the
    number of the environment, replaces ``first``.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> game = WordleEnv(pets, seed=7, backend="numpy")
    >>> _ = game.reset()
    >>> observation, reward, ended, _, info = game.step(0)
    >>> reward, ended, int(info["answer"]), observation["guesses"].tolist()
    (1.0, True, 0, [0, -1, -1, -1, -1, -1])
    """

    metadata = METADATA

    def __init__(self, *arguments: Any, environment: int = 0, **keywords: Any) -> None:
        mode, keywords["autoreset_mode"] = keywords.pop("render_mode", None), AutoresetMode.DISABLED
        vocabulary, *others = arguments or (keywords.pop("vocabulary", "wordle"),)
        self._vector = WordleVectorEnv(
            vocabulary, 1, *others, first=environment, render_mode=mode, **keywords
        )
        self.vocabulary, self.render_mode = self._vector.vocabulary, mode
        self.action_space = self._vector.single_action_space
        self.observation_space = self._vector.single_observation_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next game, or the first one of a seed."""
        super().reset(seed=seed)
        observation, infos = self._vector.reset(seed=seed)
        return _first(observation), _first(infos)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a guess, by its index; see `WordleVectorEnv.step`."""
        observation, rewards, ended, _, infos = self._vector.step(np.atleast_1d(action))
        return _first(observation), float(rewards[0]), bool(ended[0]), False, _first(infos)

    def render(self) -> str | None:  # type: ignore[override]
        """Draw the game as text, or print it if the render mode is ``human``."""
        drawn = self._vector.render()
        return None if drawn is None else drawn[0]


def _first(arrays: dict[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """Return the entries of the first game, without masks."""
    return {name: array[0] for name, array in arrays.items() if not name.startswith("_")}
