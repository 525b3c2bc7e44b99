"""Registers the environments with gymnasium: import this, then make ``gpuwordle/Wordle-v0``.

>>> import gymnasium
>>> import gpuwordle.environment.registration
>>> from gpuwordle import Vocabulary
>>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
>>> gymnasium.make_vec("gpuwordle/Wordle-v0", num_envs=8, vocabulary=pets, backend="numpy")
WordleVectorEnv(gpuwordle/Wordle-v0, num_envs=8)
"""

from __future__ import annotations

from gymnasium import register

NAME = "gpuwordle/Wordle-v0"

register(
    NAME,
    entry_point="gpuwordle.environment.single:WordleEnv",
    vector_entry_point="gpuwordle.environment.vector:WordleVectorEnv",
)
