"""The answer of each game: a random draw that its seed, environment and episode alone decide.

Nothing else matters, so environment i plays the same games on every backend and next to any number
of other environments, and three integers replay a game. The random bits are those of
`gpuwordle.words.samples.mixed` for (seed, environment, episode, attempt), rounds of splitmix64
(Steele, Lea and Flood, 2014). The upper 32 bits are multiplied by the number of answers, and the
upper half of the product is the answer. If the lower half is below 2**32 modulo the number of
answers, it is rejected and the next attempt is made, so that every answer is exactly as likely as
any other (Lemire, "Fast Random Integer Generation in an Interval", 2019). With weights, a unit of
weight is drawn in this way instead of an answer.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.words.samples import mixed
from gpuwordle.words.vocabulary import Vocabulary

SEEDS = 1 << 64
"""Seeds are taken modulo this."""

MOST_FIRST = 1 << 62
"""Largest number of the first environment: games are numbered by 64 bits."""


def ends_of(vocabulary: Vocabulary) -> npt.NDArray[np.uint64]:
    """Return where each answer's units of weight end: uint64 (answers,)."""
    weights = vocabulary.weights_of(np.arange(len(vocabulary.answers)))
    return np.cumsum(weights).astype(np.uint64)


def drawn_answers(
    vocabulary: Vocabulary,
    seed: int,
    environments: npt.ArrayLike,
    episodes: npt.ArrayLike,
) -> npt.NDArray[np.int32]:
    """Return the answers of games, as an environment draws them.

    Parameters
    ----------
    vocabulary
        The words.
    seed
        The environment's seed; it is taken modulo 2**64.
    environments, episodes
        Numbers of environments and of games in each, both from 0: integers that broadcast.

    Returns
    -------
    ndarray of int32, of the broadcast shape, with at least one axis
        Answer indices.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> [pets.answers[answer] for answer in drawn_answers(pets, 7, 0, [0, 1, 2, 3])]
    ['cat', 'cat', 'cat', 'dog']
    """
    ends = ends_of(vocabulary)
    total = int(ends[-1])
    least = np.uint64((1 << 32) % total)
    where = np.broadcast_arrays(np.atleast_1d(environments), np.atleast_1d(episodes))
    units = np.empty(where[0].shape, np.uint64)
    waiting, attempt = np.ones(units.shape, bool), 0
    while waiting.any():
        bits = mixed(int(seed) % SEEDS, where[0][waiting], where[1][waiting], attempt)
        products = (bits >> np.uint64(32)) * np.uint64(total)
        units[waiting] = products >> np.uint64(32)
        waiting[waiting] = (products & np.uint64(0xFFFFFFFF)) < least
        attempt += 1
    return np.searchsorted(ends, units, side="right").astype(np.int32)


@kernel(internal=True)
def round_of(bits, number):
    """Mix a number into random bits, as `mixed` does."""
    bits = (bits ^ np.uint64(number)) + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@kernel(internal=True)
def drawn(seeded, environment, episode, ends, least):
    """Draw the answer of one game; see `drawn_answers`.

    seeded: the random bits of the seed, `round_of` zero. least: 2**32 modulo the last end.
    """
    start = round_of(round_of(seeded, environment), episode)
    attempt, low = np.uint64(0), np.uint64(0)
    product = np.uint64(0)
    while attempt == np.uint64(0) or low < least:
        product = (round_of(start, attempt) >> np.uint64(32)) * ends[-1]
        low = product & np.uint64(0xFFFFFFFF)
        attempt += np.uint64(1)
    unit = product >> np.uint64(32)
    if ends[-1] == np.uint64(len(ends)):
        return np.int64(unit)
    return np.searchsorted(ends, unit, "right")
