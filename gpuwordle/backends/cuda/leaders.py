"""The best guesses on all answers, of several vocabularies.

All letters are copied to the device together, and so are the leaders back; in between, the kernels
of one vocabulary after another are queued, and the host waits only once, for the numbers of letter
rows. `choose_leaders` ranks the guesses on the device, so that a few rows of the statistics come
back and not all of them.

Bounds come first if the entropy alone is asked for: no guess tells more than the sum of the
entropies of its letter rows, H(code) <= sum of H(letter row), and rows are few (``bounds.cu``).
Min-entropy <= collision entropy <= Shannon entropy, so that the largest bucket and the sum of
squares are bounded as well, but too weakly to pay: scoring all guesses is faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Leaders, guesses_of
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import NULL, WARP, Device, padded
from gpuwordle.backends.cuda.rows import DeviceWords, PlannedRows
from gpuwordle.backends.cuda.scoring import FORM_BYTES, Form, Scorer, whole_segment
from gpuwordle.backends.narrowing import PILOTS
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.statistics import FIELDS, Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

THREADS = 256
PART = 8 * THREADS
"""Guesses that a block ranks."""
MOST_LEADERS = 64
"""More leaders than this are ranked on the host: on the device each takes a separate search."""
RANK_WORDS = 2
"""64-bit numbers of a leader of a part."""
RESULTS = 1 + len(FIELDS)
"""Numbers of a leader that come back: its guess and its statistics."""
ROW_THREADS, GUESS_THREADS = 128, 128
LEAST_PAIRS = 1 << 28
"""Pairs of guess and answer below which scoring all takes no longer than the bounds."""
SLACK = 1 << 12
"""Units by which the sum of logarithms of a guess may be wrong for each answer: 1e-6 bits, far more
than rounded logarithms add up to."""


# Ranking on the device


def choose_leaders(
    device: Device,
    statistics: Any,
    segment: Any,
    weights: Any,
    pool: Any,
    guess_answer: Any,
    found: Any,
    chosen: Any = None,
) -> None:
    """Choose the guesses with the smallest keys, by each key.

    ``statistics`` is device int64 (4, guesses), of which the first are ranked, as many as the last
    number of ``segment`` says (see `whole_segment`). ``weights`` is device int64 (keys, 4);
    ``pool``, device int32 (guesses,), says which guess each column is, None for all guesses in
    their order; ``guess_answer``, device int32, is the answer that each guess is, or -1, None if
    all are candidates. ``found``, device int64 (keys, top, 5), takes each leader, best first, and
    its four statistics; ``chosen``, device int32 (keys, top), takes the leaders alone.
    """
    guesses, (keys, top, _) = int(statistics.shape[1]), found.shape
    parts = -(-guesses // PART)
    ranks = device.empty((keys, parts * top, RANK_WORDS), np.int64)
    device.launch(
        source.LEADERS,
        "leaders_of_parts",
        (keys, parts),
        min(THREADS, padded(guesses, WARP)),
        (
            statistics,
            np.int32(guesses),
            segment,
            weights,
            NULL if pool is None else pool,
            NULL if guess_answer is None else guess_answer,
            np.int32(PART),
            np.int32(top),
            ranks,
        ),
    )
    device.launch(
        source.LEADERS,
        "rank_leaders",
        (keys,),
        min(THREADS, padded(parts * top, WARP)),
        (
            ranks,
            np.int32(parts * top),
            statistics,
            np.int32(guesses),
            np.int32(top),
            found,
            NULL if chosen is None else chosen,
        ),
    )


# Bounds by the entropies of letter rows


def is_bounded(key: Key) -> bool:
    """Whether a key weighs only the sum of logarithms, whose bounds are worth their time."""
    *others, logs = key.weights
    return logs > 0 and not any(others)


def least_logs(scorer: Scorer, pool: Any, count: int) -> Any:
    """Compute lower bounds of the sums of logarithms of guesses on all answers.

    Returns statistics whose other numbers are 0: device int64 (4, count). ``pool`` is that of
    `choose_leaders`.
    """
    device, rows = scorer.device, scorer.rows
    entropies = device.empty(rows.count, np.int64)
    device.launch(
        source.BOUNDS,
        "row_entropies",
        (rows.count,),
        ROW_THREADS,
        (rows.rows, np.uint32(rows.stride), np.int32(rows.answers), scorer.n_log_n, entropies),
    )
    least = device.zeros((len(FIELDS), count), np.int64)
    device.launch(
        source.BOUNDS,
        "bound_logs",
        (padded(count, GUESS_THREADS) // GUESS_THREADS,),
        GUESS_THREADS,
        (
            rows.slots,
            NULL if pool is None else pool,
            np.int32(count),
            np.int32(rows.planes),
            entropies,
            scorer.n_log_n,
            np.int32(rows.answers),
            np.int32(SLACK),
            least[-1],
        ),
    )
    return least


def survivors(
    scorer: Scorer, pool: Any, count: int, weights: Any, top: int, segments: Sequence[Any]
) -> Any:
    """Choose the guesses that may have the ``top`` smallest sums of logarithms: device int32.

    ``pool`` is that of `choose_leaders`, for ``count`` guesses. The first of the ``segments`` is
    that of all of them, the second that of no guess, and gets the number of survivors; the third is
    that of the pilots: guesses with the lowest bounds, which are scored first.
    """
    device = scorer.device
    least, pilots = least_logs(scorer, pool, count), _pilots(count, top)
    everything, surviving, of_pilots = segments
    found = device.empty((1, pilots, RESULTS), np.int64)
    chosen = device.empty((1, pilots), np.int32)
    choose_leaders(device, least, everything, weights, pool, None, found, chosen)
    scored = scorer.score_whole(of_pilots, pilots, chosen)
    survived = device.empty(count, np.int32)
    device.launch(
        source.BOUNDS,
        "choose_survivors",
        (padded(count, GUESS_THREADS) // GUESS_THREADS,),
        GUESS_THREADS,
        (
            least[-1],
            NULL if pool is None else pool,
            np.int32(count),
            scored[-1],
            np.int32(pilots),
            np.int32(min(top, count)),
            survived,
            surviving,
        ),
    )
    return survived


def _pilots(count: int, top: int) -> int:
    return min(max(PILOTS, top), count)


# Several vocabularies


class _Request(NamedTuple):
    """A vocabulary, and which of its guesses may be chosen."""

    number: int
    words: DeviceWords
    chosen: npt.NDArray[np.int32] | None  # ascending, None for all guesses
    outside: bool  # whether some of them cannot be hidden
    bounded: bool  # whether bounds come first

    @classmethod
    def of(cls, number: int, words: DeviceWords, keys: Sequence[Key], pool: PoolName) -> _Request:
        vocabulary = words.vocabulary
        some = len(vocabulary.answers) < len(vocabulary.guesses)
        bounded = len(keys) == 1 and is_bounded(keys[0]) and _work(words) >= LEAST_PAIRS
        chosen = guesses_of(vocabulary, pool) if some and pool != "all" else None
        return cls(number, words, chosen, some and pool == "all", bounded)

    @property
    def guesses(self) -> int:
        """How many guesses may be chosen."""
        return len(self.words.vocabulary.guesses if self.chosen is None else self.chosen)

    def choice(self, top: int) -> dict[str, npt.NDArray[Any]]:
        """Return what the device needs to choose guesses, by name: the pool, and segments."""
        found = {} if self.chosen is None else {"pool": self.chosen}
        counts = {"everything": self.guesses}
        if self.bounded:
            counts |= {"surviving": 0, "of_pilots": _pilots(self.guesses, top)}
        answers = len(self.words.vocabulary.answers)
        return found | {name: whole_segment(answers, n) for name, n in counts.items()}


def _work(words: DeviceWords) -> int:
    return len(words.vocabulary.guesses) * len(words.vocabulary.answers)


def leaders_of_all(
    device: Device,
    vocabularies: Sequence[Vocabulary],
    keys: Sequence[Key],
    top: int,
    pool: PoolName,
    budget: int,
) -> list[list[Leaders] | None]:
    """Find the leaders of vocabularies by each key; None for one that takes too much memory.

    The work may take ``budget`` bytes on the device.
    """
    results: list[list[Leaders] | None] = [None] * len(vocabularies)
    requests = [
        _Request.of(number, words, keys, pool)
        for number, words in enumerate(DeviceWords(device, each) for each in vocabularies)
        if words.is_usual and words.can_plan(budget // 2)
    ]
    if not requests:
        return results
    # The longest lists come first: memory for them is enough for those that follow.
    requests.sort(key=lambda request: _work(request.words), reverse=True)
    arrays = [request.words.arrays(outside=request.outside) for request in requests]
    arrays += [request.choice(top) for request in requests]
    weights, *sent = device.all_to_device(
        [
            np.array([key.weights for key in keys], np.int64),
            *(array for each in arrays for array in each.values()),
        ]
    )
    arrived = iter(sent)
    placed = [{name: next(arrived) for name in each} for each in arrays]
    for request, each in zip(requests, placed, strict=False):
        request.words.keep(each)
    counts = device.empty(len(requests), np.uint32)
    plans = [request.words.plan(counts[n : n + 1]) for n, request in enumerate(requests)]
    found = device.empty((len(requests), len(keys) * top * RESULTS), np.int64)
    places = [
        found[n, : len(keys) * best * RESULTS].reshape(len(keys), best, RESULTS)
        for n, best in enumerate(min(top, request.guesses) for request in requests)
    ]
    scored = [
        _queue_leaders(request, plan, rows, each, weights, place, budget // 2)
        for request, plan, rows, each, place in zip(
            requests,
            plans,
            device.to_host(counts).tolist(),
            placed[len(requests) :],
            places,
            strict=True,
        )
    ]
    here = device.to_host(found)
    for n, request in enumerate(requests):
        if scored[n]:
            rows = here[n, : places[n].size].reshape(places[n].shape)
            results[request.number] = _leaders_in(rows, len(request.words.vocabulary.answers))
    return results


def _queue_leaders(
    request: _Request,
    plan: PlannedRows,
    rows: int,
    placed: dict[str, Any],
    weights: Any,
    found: Any,
    budget: int,
) -> bool:
    """Queue the kernels that find the leaders of a vocabulary; False if they take too much memory.

    ``placed`` are the arrays of `_Request.choice` on the device; ``weights`` and ``found`` are
    those of `choose_leaders`.
    """
    words, count, pool = request.words, request.guesses, placed.get("pool")
    device, answers = words.device, len(words.vocabulary.answers)
    if words.row_bytes(rows) + count * FORM_BYTES[Form.STATISTICS] > budget:
        return False
    restarts = device.zeros(1, np.uint32)
    scorer = Scorer(device, words.build(plan, rows), device.n_log_n(answers), restarts)
    segment = placed["everything"]
    if request.bounded:
        segments = segment, placed["surviving"], placed["of_pilots"]
        pool = survivors(scorer, pool, count, weights, found.shape[1], segments)
        segment = placed["surviving"]
    statistics = scorer.score_whole(segment, count, pool)
    outside = words.guess_answer if request.outside else None
    choose_leaders(device, statistics, segment, weights, pool, outside, found)
    return True


def _leaders_in(found: npt.NDArray[np.int64], answers: int) -> list[Leaders]:
    """Read the result of `choose_leaders`: int64 (keys, top, 5)."""
    sizes = np.array([answers])
    return [
        Leaders(
            rows[:, 0].astype(np.int32),
            Statistics(sizes, np.ascontiguousarray(rows[:, 1:].T)[:, None]),
        )
        for rows in found
    ]
