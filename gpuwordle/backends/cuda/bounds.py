"""What no guess can beat, by the entropies of its letter rows, and which guesses that leaves.

H(code) <= sum of H(letter row), and rows are few (``bounds.cu``). Min-entropy <= collision entropy
<= Shannon entropy, so that sum bounds the largest bucket, the sum of squares and the entropy alike;
it says nothing of the number of buckets.
"""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.groups import on_device
from gpuwordle.backends.cuda.rows import padded
from gpuwordle.backends.cuda.scoring import Form, Pairs, Scorer
from gpuwordle.backends.narrowing import (
    PARTS_OF_LARGEST,
    PARTS_OF_SQUARES,
    PILOTS,
    Count,
    Keys,
    Narrowed,
    narrow,
    rare_letters_first,
)
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import LOG_SCALE, log_table
from gpuwordle.scoring.statistics import Key
from gpuwordle.words.vocabulary import Vocabulary

ANY_KEY = int(np.iinfo(np.int64).max)
SLACK = 1e-6
"""Bits by which a sum of entropies may be wrong: far more than rounded logarithms add up to."""
LEAST_PAIRS = 1 << 28
"""Pairs of guess and answer below which all are scored in the time of a few round trips."""
ROW_THREADS, GUESS_THREADS = 128, 128

LARGEST, SQUARES, LOGS = (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)
_PARTS: dict[tuple[int, ...] | None, tuple[Fraction, ...]] = {
    LARGEST: PARTS_OF_LARGEST,
    SQUARES: PARTS_OF_SQUARES,
}


def is_bounded(key: Key) -> bool:
    """Whether a sum of entropies says anything of a key: of the largest bucket, squares or logs."""
    return _statistic(key) is not None


def _statistic(key: Key) -> tuple[int, ...] | None:
    """Name the one statistic that a key weighs, as a cost, if it is a bounded one."""
    positive = tuple(int(weight > 0) for weight in key.weights)
    pure = positive == tuple(int(weight != 0) for weight in key.weights)
    return positive if pure and positive in (LARGEST, SQUARES, LOGS) else None


def least_bits(key: Key, answers: int, bar: int) -> float:
    """Bits that guesses must tell for a key not above a bar; -inf where that is not known."""
    weight, statistic = max(key.weights), _statistic(key)
    if bar == ANY_KEY or statistic is None:
        return -np.inf
    if statistic == LOGS:
        return (int(log_table(answers)[answers]) - bar / weight) / (answers * LOG_SCALE)
    most = answers if statistic == LARGEST else answers * answers
    return float(np.log2(most * weight / bar))


def least_keys(key: Key, answers: int, bits: npt.NDArray[np.float64]) -> Keys:
    """Bound a bounded key from below, for guesses that tell no more than so many bits each."""
    weight, statistic = max(key.weights), _statistic(key)
    most = bits + SLACK
    if statistic == LOGS:
        least = int(log_table(answers)[answers]) - most * (answers * LOG_SCALE)
    else:
        least = (answers if statistic == LARGEST else answers * answers) * np.exp2(-most)
    return np.floor(least * weight).astype(np.int64)


def most_told(scorer: Scorer) -> Any:
    """Add up the entropies of each guess's letter rows over all answers.

    Returns
    -------
    device array of int64, shape (guesses,)
        Bits, times the answers, in units of 1 / `gpuwordle.scoring.logs.LOG_SCALE`.
    """
    device, rows = scorer.device, scorer.rows
    guesses = int(rows.slots.shape[0])
    entropies = device.xp.empty(rows.count, np.int64)
    sums = device.xp.empty(guesses, np.int64)
    device.launch(
        source.BOUNDS,
        "row_entropies",
        (rows.count,),
        ROW_THREADS,
        (rows.rows, np.uint32(rows.stride), np.int32(rows.answers), scorer.n_log_n, entropies),
    )
    device.launch(
        source.BOUNDS,
        "sum_entropies",
        (padded(guesses, GUESS_THREADS) // GUESS_THREADS,),
        GUESS_THREADS,
        (rows.slots, np.int32(guesses), np.int32(rows.planes), entropies, sums),
    )
    return sums


def narrowing_steps(
    scorer: Scorer,
    vocabulary: Vocabulary,
    key: Key,
    top: int,
    pool: npt.NDArray[np.int32] | None,
) -> Generator[None, None, npt.NDArray[np.int32]]:
    """Find the guesses that may have the smallest keys on all answers, step by step.

    Each step queues work, and the next one waits for it.

    Parameters
    ----------
    scorer
        With the rows of all guesses.
    vocabulary
        The words.
    key
        A bounded one.
    top
        How many of the best are wanted.
    pool
        Guesses to choose from, rising; all when None.

    Returns
    -------
    ndarray of int32
        Guess indices, rising.
    """
    device, answers = scorer.device, len(vocabulary.answers)
    arrived = device.fetch(most_told(scorer))
    yield
    bits = arrived() / (answers * LOG_SCALE)
    guesses = np.arange(len(bits), dtype=np.int32) if pool is None else pool
    bits, top = bits[guesses], min(top, len(guesses))
    pilots = np.sort(np.argsort(-bits, kind="stable")[: max(PILOTS, top)])
    everything = on_device(device, Groups.whole(answers))
    rarest: list[npt.NDArray[np.intp]] = []

    def count(asked: Count) -> Any:
        group = everything
        if asked.size < answers:
            if not rarest:
                rarest.append(rare_letters_first(letters_of(vocabulary)))
            group = on_device(device, Groups.of([rarest[0][: asked.size]]))
        chosen = device.to_device(guesses[asked.places], np.int32)
        pairs = Pairs(np.array([0, len(asked.places)]), chosen)
        return scorer.score(group, pairs, Form.KEYS, key.weights)

    parts = _PARTS.get(_statistic(key), ())
    narrowing = narrow(least_keys(key, answers, bits), pilots, answers, parts, top)
    keys: Keys | None = None
    while True:
        try:
            asked = next(narrowing) if keys is None else narrowing.send(keys)
        except StopIteration as end:
            found = cast(Narrowed, end.value)
            return guesses[np.sort(np.append(found.places, found.left))]
        arrived = device.fetch(count(asked))
        yield
        keys = arrived()


def letters_of(vocabulary: Vocabulary) -> npt.NDArray[np.float32]:
    """Tell which answer has which letter by ones: shape (answers, letters)."""
    letters = vocabulary.answer_letters
    has = np.zeros((len(letters), len(vocabulary.alphabet)), np.float32)
    has[np.arange(len(letters))[:, None], letters] = 1
    return has
