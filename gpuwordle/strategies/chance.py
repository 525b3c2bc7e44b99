"""Candidates drawn by chance, one for each game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.chance import below
from gpuwordle.strategies.state import States


def random_candidates(
    states: States, state: npt.NDArray[np.integer], streams: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int32]:
    """Draw one candidate for each game; see `Strategy.draw`."""
    groups = states.candidates
    entry = groups.offsets[state] + below(streams, groups.sizes[state])
    return states.vocabulary.answer_guess[groups.candidates[entry]]
