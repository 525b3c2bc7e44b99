"""Wrappers that turn observations into planes of letters and tiles, as a network takes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import Env, ObservationWrapper, spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import VectorEnv, VectorObservationWrapper
from gymnasium.vector.utils import batch_space

from gpuwordle.environment.game_arrays import NO_GUESS
from gpuwordle.errors import UserError
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.words.vocabulary import Vocabulary

COLOURS = 3


def planes_of(
    observation: dict[str, npt.NDArray[Any]], vocabulary: Vocabulary
) -> npt.NDArray[np.uint8]:
    """Return an observation as planes of zeros and ones.

    Parameters
    ----------
    observation
        Of one game or of many; ``guesses`` and ``codes`` have the shape (..., allowed).
    vocabulary
        The words.

    Returns
    -------
    ndarray of uint8, shape (..., allowed, length, letters + 3)
        For each letter of each guess, which letter of the alphabet it is, and whether it is grey,
        yellow or green. All zeros where no guess is played.
    """
    guesses, letters = np.asarray(observation["guesses"]), len(vocabulary.alphabet)
    played = guesses != NO_GUESS
    planes = np.zeros((*guesses.shape, vocabulary.length, letters + COLOURS), np.uint8)
    words = vocabulary.guess_letters[np.where(played, guesses, 0)]
    colours = colours_of_codes(observation["codes"], vocabulary.length)
    for plane, number in ((words, 0), (colours, letters)):
        numbers = plane.astype(np.int64)[..., None] + number
        np.put_along_axis(planes, numbers, played[..., None, None].astype(np.uint8), axis=-1)
    return planes


def _space(env: Env | VectorEnv, observation: Any) -> tuple[Vocabulary, spaces.Box]:
    """Return the vocabulary of an environment and the space of one game's planes."""
    vocabulary = env.unwrapped.vocabulary  # type: ignore[union-attr]
    if not vocabulary.rule.has_colours:
        raise UserError(f"rule {vocabulary.rule.name!r} has no colours, so there are no planes")
    shape = *observation["guesses"].shape, vocabulary.length, len(vocabulary.alphabet) + COLOURS
    return vocabulary, spaces.Box(0, 1, shape, np.uint8)


class Planes(ObservationWrapper, RecordConstructorArgs):
    """Observations of `WordleEnv` as planes: uint8 (allowed, length, letters + 3).

    Raises UserError if the rule has no colours.
    """

    def __init__(self, env: Env) -> None:
        RecordConstructorArgs.__init__(self)
        ObservationWrapper.__init__(self, env)
        self._vocabulary, self.observation_space = _space(env, env.observation_space)

    def observation(self, observation: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.uint8]:
        """Return the planes of an observation; see `planes_of`."""
        return planes_of(observation, self._vocabulary)


class VectorPlanes(VectorObservationWrapper):
    """Observations of `WordleVectorEnv` as planes: uint8 (num_envs, allowed, length, letters + 3).

    Raises UserError if the rule has no colours; gymnasium's ValueError in the mode "same step".
    """

    def __init__(self, env: VectorEnv) -> None:
        super().__init__(env)
        self._vocabulary, one = _space(env, env.single_observation_space)
        self.single_observation_space = one
        self.observation_space = batch_space(one, env.num_envs)

    def observations(self, observations: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.uint8]:
        """Return the planes of observations; see `planes_of`."""
        return planes_of(observations, self._vocabulary)
