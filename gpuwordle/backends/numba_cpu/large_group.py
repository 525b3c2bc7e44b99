"""The best guess of one large group: branch and bound over guesses and over candidates.

Best openers, mostly. Every guess gets a lower bound on its key from the all-grey bucket and from
the entropy of its letters (`bounds`); guesses are taken by rising bound, so that a good one
is found at once and the search ends where the bounds pass it.

Bounds weaken as words grow: from eight letters on, most of the work is to abandon guesses early.
The candidates are counted rare letters first, since words of rare letters share little with any
guess and crowd into its greyest buckets. Most guesses show within an eighth of the candidates that
they cannot win, so letter rows are first built for that eighth alone, for all guesses; those that
survive are counted again on a half, then on all, the most promising first. Threads take blocks of
guesses and tell each other the best value so far, which prunes more but cannot change the result:
a guess is dropped only when another one is known to be strictly better, or equal and before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint64

from gpuwordle.backends.numba_cpu.bounds import (
    BUCKETS,
    FALLING,
    LARGEST,
    LOGS,
    NEVER,
    SQUARES,
    KeyTable,
    least_key_with_bucket,
    row_entropy,
)
from gpuwordle.backends.numba_cpu.contributions import Contributions
from gpuwordle.backends.numba_cpu.popcount import popcount
from gpuwordle.backends.numba_cpu.pruned_counting import CHUNK, Scratch, count_guesses
from gpuwordle.backends.numba_cpu.rows import build_rows
from gpuwordle.backends.numba_cpu.workers import Workers
from gpuwordle.scoring.logs import LOG_SCALE
from gpuwordle.scoring.rows import RowPlan

DIRECT_LENGTH = 13
"""Up to this word length every code has its own counter; beyond, codes are renumbered first."""

_DIVISORS = (2,)
_MINIMUM_PREFIX = 256
_PILOTS = 24
# Nanoseconds on one core, about, that decide how work is cut: a word of a letter's bitset, a byte
# of a letter row, a pair that is counted; and the longest block of guesses, which is short because
# some guesses are abandoned at once.
_PRESENCE_WORD, _ROW_BYTE, _COUNTED_PAIR, _BLOCK = 0.15, 0.3, 0.3, 3_000_000.0
# From this length nearly every sum of squares or entropy would be counted to the end.
_SCORED_LENGTH = 11


@njit("void(uint8[:, ::1], int32[::1], int64, int64[::1])", cache=True, nogil=True)
def sum_letter_counts(answer_letters, candidates, letter_count, rarity):  # type: ignore[no-untyped-def]
    """Sum over each candidate's distinct letters how many candidates have them."""
    counts = np.zeros(letter_count, np.int64)
    last = np.full(letter_count, -1, np.int64)
    length = answer_letters.shape[1]
    for i in range(len(candidates)):
        for place in range(length):
            letter = answer_letters[candidates[i], place]
            if last[letter] != i:
                last[letter] = i
                counts[letter] += 1
    last[:] = -1
    for i in range(len(candidates)):
        rarity[i] = 0
        for place in range(length):
            letter = answer_letters[candidates[i], place]
            if last[letter] != i:
                last[letter] = i
                rarity[i] += counts[letter]


@njit("void(uint8[:, ::1], int64, uint64[:, ::1])", cache=True, nogil=True)
def fill_presence(columns, size, presence):  # type: ignore[no-untyped-def]
    """Set bit j of a letter's bitset when candidate j has the letter; bitsets come in as zeros."""
    for place in range(len(columns)):
        for j in range(size):
            presence[columns[place, j], j >> 6] |= uint64(1) << uint64(j & 63)


@njit(
    "void(int32[::1], int64, int64, uint8[:, ::1], uint64[:, ::1], int64, int64[::1])",
    cache=True,
    nogil=True,
)
def count_all_grey(guesses, first, last, guess_letters, presence, size, grey):  # type: ignore[no-untyped-def]
    """Count the candidates that share no letter with each guess."""
    length = guess_letters.shape[1]
    words = presence.shape[1]
    union = np.empty(words, np.uint64)
    for index in range(first, last):
        letters = guess_letters[guesses[index]]
        union[:] = presence[letters[0]]
        place = 1
        while place + 1 < length:
            a = presence[letters[place]]
            b = presence[letters[place + 1]]
            for word in range(words):
                union[word] |= a[word] | b[word]
            place += 2
        if place < length:
            a = presence[letters[place]]
            for word in range(words):
                union[word] |= a[word]
        shared = uint64(0)
        for word in range(words):
            shared += popcount(union[word])
        grey[index] = size - int64(shared)


@njit(
    "void(int32[::1], uint16[:, ::1], int32[:, :, ::1], int32[::1], int64[::1], uint8[::1],"
    "int32[::1], int64, int64[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def sum_row_entropies(  # type: ignore[no-untyped-def]
    candidates, answer_numbers, slots, row_letters, row_base, table, guesses, kind, logs, sums
):
    """Sum the entropies of each guess's letter rows over the group (see `bounds`)."""
    letter_count = answer_numbers.shape[1]
    most = int64(0)
    for i in range(len(candidates)):
        for letter in range(letter_count):
            most = max(most, int64(answer_numbers[candidates[i], letter]))
    counts = np.zeros((letter_count, most + 1), np.int64)
    for i in range(len(candidates)):
        for letter in range(letter_count):
            counts[letter, answer_numbers[candidates[i], letter]] += 1
    seen_ways = np.empty((letter_count, most + 1), np.uint16)
    seen_counts = np.empty((letter_count, most + 1), np.int64)
    seen = np.zeros(letter_count, np.int64)
    for letter in range(letter_count):
        for way in range(most + 1):
            if counts[letter, way] or way == 0:
                seen_ways[letter, seen[letter]] = way
                seen_counts[letter, seen[letter]] = counts[letter, way]
                seen[letter] += 1
    entropies = np.zeros(len(row_base), np.int64)
    byte_counts = np.zeros(256, np.int64)
    for row in range(len(row_base)):
        letter = row_letters[row]
        if seen[letter] > 1:
            entropies[row] = row_entropy(
                row,
                seen_ways[letter, : seen[letter]],
                seen_counts[letter, : seen[letter]],
                row_base,
                table,
                kind,
                logs,
                byte_counts,
            )
    planes = slots.shape[1]
    for index in range(len(guesses)):
        guess = guesses[index]
        total = int64(0)
        for plane in range(planes):
            for i in range(5):
                total += entropies[slots[guess, plane, i]]
        sums[index] = total


@njit(
    "void(int64[::1], int64[::1], int64, int64, int64[::1], int64[::1], int64[::1], int64, int64,"
    "int64[::1])",
    cache=True,
    nogil=True,
)
def lower_bounds(grey, entropy_sums, size, length, prefix, sag, logs, largest_weight, kind, bounds):  # type: ignore[no-untyped-def]
    """Bound each guess's key from below; ``entropy_sums`` may be empty."""
    patterns = int64(3) ** length
    n = float(size)
    slack = n * 256.0 + n * np.log2(n + 1.0) * 4096.0
    for index in range(len(grey)):
        if kind == LARGEST:
            # The grey bucket says nothing of the others, of which there is at least one.
            bound = max(grey[index], int64(1))
        elif patterns < 4:
            bound = int64(0)
        else:
            bound = least_key_with_bucket(size, grey[index], patterns, prefix, sag, largest_weight)
        if len(entropy_sums):
            total = float(entropy_sums[index]) + slack
            if kind == LOGS:
                bound = max(bound, int64(float(logs[size]) - total))
            elif kind == SQUARES:
                bound = max(bound, int64(n * n * 2.0 ** (-total / (n * LOG_SCALE))))
            elif kind == LARGEST:
                bound = max(bound, int64(np.ceil(n * 2.0 ** (-total / (n * LOG_SCALE)))))
            elif kind == BUCKETS:
                bound = max(bound, int64(n - 2.0 ** (total / (n * LOG_SCALE))))
        bounds[index] = bound


@njit("int64(int32[::1], int64, int32[:, :, ::1], int32[::1], int64)", cache=True, nogil=True)
def gather_rows(guesses, first, slots, compact, room):  # type: ignore[no-untyped-def]
    """Give numbers to the rows of guesses ``first``, ``first`` + 1, … until there are ``room``.

    ``compact`` (-1 for every row at first) receives the numbers. Returns the end of the guesses
    whose rows are all numbered.
    """
    used = 0
    planes = slots.shape[1]
    zero_row = len(compact) - 1
    for index in range(first, len(guesses)):
        guess = guesses[index]
        if used + 5 * planes > room and index > first:
            return index
        for plane in range(planes):
            for i in range(5):
                row = slots[guess, plane, i]
                if row != zero_row and compact[row] < 0:
                    compact[row] = used
                    used += 1
    return len(guesses)


def _build_part(
    build: Callable[..., None], rows: npt.NDArray[np.uint8], first: int, last: int
) -> None:
    """Build one thread's share of the rows."""
    build(first, last, rows)


def _count_part(
    guesses: tuple[Any, ...],
    words: tuple[Any, ...],
    scratch: list[Scratch],
    key: tuple[Any, ...],
    results: tuple[Any, ...],
    first: int,
    last: int,
) -> None:
    """Count a block of guesses with scratch that no other thread uses at the time."""
    mine = scratch.pop()
    counters = mine.counts, mine.touched, mine.hashed, mine.stamps
    count_guesses(*guesses, first, last, *words, *counters, *key, *results)
    scratch.append(mine)


def search_large_group(
    plan: RowPlan,
    contributions: Contributions | None,
    guess_letters: npt.NDArray[np.uint8],
    answer_letters: npt.NDArray[np.uint8],
    candidates: npt.NDArray[np.int32],
    guesses: npt.NDArray[np.int32],
    is_candidate: npt.NDArray[np.bool_],
    key: KeyTable,
    workers: Workers,
    memory: int,
    score: Callable[[npt.NDArray[np.int32]], npt.NDArray[np.int64]] | None = None,
    progress: Callable[[float], None] | None = None,
) -> int:
    """Find the best guess of one group.

    Parameters
    ----------
    plan
        Rows of all guesses.
    contributions
        For the entropy of letters; None to do without it.
    guess_letters, answer_letters
        The vocabulary.
    candidates
        Answer indices of the group.
    guesses
        The pool: guess indices in rising order.
    is_candidate
        Which guesses of the pool are candidates of the group.
    key
        What to minimise.
    workers
        The threads.
    memory
        Bytes that letter rows may take.
    score
        Computes the keys of guesses on the group in full: faster, guess for guess, where words are
        long and keys can seldom be abandoned.
    progress
        Called with an estimate of the fraction done.

    Returns
    -------
    int
        Guess index.
    """
    size = len(candidates)
    letter_count = int(max(guess_letters.max(), answer_letters.max())) + 1

    def in_threads(count: int, each: float, work: Callable[[int, int], None]) -> None:
        workers.run((partial(work, *cut), 0.0) for cut in workers.cut(count, each, 1, _BLOCK))

    rarity = np.empty(size, np.int64)
    presence = np.zeros((letter_count, (size + 511) // 512 * 8), np.uint64)
    sum_letter_counts(answer_letters, candidates, letter_count, rarity)
    candidates = candidates[np.argsort(rarity, kind="stable")]
    # Padding repeats the first candidate; it is never counted.
    padded = np.append(candidates, np.full(-size % CHUNK, candidates[0]))
    columns = np.ascontiguousarray(answer_letters[padded].T)
    fill_presence(columns, size, presence)

    grey = np.empty(len(guesses), np.int64)
    in_threads(
        len(guesses),
        _PRESENCE_WORD * plan.length * presence.shape[1],
        lambda first, last: count_all_grey(
            guesses, first, last, guess_letters, presence, size, grey
        ),
    )
    entropy_sums = np.empty(0, np.int64)
    if contributions is not None:
        entropy_sums = np.empty(len(guesses), np.int64)
        sum_row_entropies(
            candidates,
            contributions.numbers,
            contributions.slots,
            contributions.row_letters,
            contributions.row_base,
            contributions.table,
            guesses,
            key.kind,
            key.logs,
            entropy_sums,
        )
    bounds = np.zeros(len(guesses), np.int64)
    if key.kind != FALLING:
        lower_bounds(
            grey,
            entropy_sums,
            size,
            plan.length,
            key.prefix,
            key.sag,
            key.logs,
            key.largest_weight,
            key.kind,
            bounds,
        )
    # Candidates win ties, then the lowest index.
    ranks = guesses + np.where(is_candidate, 0, len(guess_letters)).astype(np.int64)
    order = np.lexsort((ranks, bounds))
    guesses, ranks, bounds = guesses[order], ranks[order], bounds[order]

    scratch = [Scratch.of(plan.length, size, DIRECT_LENGTH) for _ in range(workers.threads)]
    shared = np.full(1, NEVER, np.int64)
    growing = key.kind != FALLING
    # All rows are built before guesses are counted, so what lazy building needs is left out.
    unused = (
        np.empty(0, np.int32),
        np.empty(0, np.int64),
        np.empty(0, np.uint8),
        np.empty((0, 0), np.uint16),
    )

    def evaluate(chosen: npt.NDArray[np.intp], prefix: int) -> npt.NDArray[np.int64]:
        """Keys of some of the guesses on the first candidates, NEVER where they cannot win."""
        some, some_bounds = guesses[chosen], bounds[chosen]
        values = np.empty(len(chosen), np.int64)
        width = -(-prefix // CHUNK) * CHUNK
        prefix_columns = np.ascontiguousarray(columns[:, :width])
        start = 0
        while start < len(chosen):
            compact = np.full(len(plan) + 1, -1, np.int32)
            stop = gather_rows(some, start, plan.slots, compact, max(memory // width, 1))
            # Rows of one letter must stand together to be built fast.
            used = np.flatnonzero(compact >= 0)
            compact[used] = np.arange(len(used))
            compact[-1] = len(used)
            rows = np.empty((len(used) + 1, width), np.uint8)
            rows[-1] = 0
            which = plan.letters[used], plan.positions[used], plan.row_planes[used]
            build = partial(build_rows, *which, prefix_columns)
            in_threads(len(used), _ROW_BYTE * width, partial(_build_part, build, rows))
            part = slice(start, stop)
            count = stop - start
            built = np.ones(len(used) + 1, np.bool_)
            in_threads(
                count,
                _COUNTED_PAIR * prefix,
                partial(
                    _count_part,
                    (np.arange(count, dtype=np.int32), some_bounds[part]),
                    (compact[plan.slots[some[part]]], *unused, built, rows, prefix),
                    scratch,
                    (key.growth, key.largest_weight, key.kind == LARGEST),
                    (growing and prefix == size, 0, -NEVER, shared, values[part]),
                ),
            )
            start = stop
        return values

    best, best_rank, best_guess = int(NEVER), int(NEVER), -1

    def complete(chosen: npt.NDArray[np.intp]) -> None:
        nonlocal best, best_rank, best_guess
        values = evaluate(chosen, size)
        winner = np.lexsort((ranks[chosen], values))[0]
        value, rank = int(values[winner]), int(ranks[chosen[winner]])
        if (value, rank) < (best, best_rank):
            best, best_rank, best_guess = value, rank, int(guesses[chosen[winner]])
            if growing:
                shared[0] = best

    # Guesses with the largest entropy of letters are hard to beat, whatever the key.
    promise = bounds if contributions is None else -entropy_sums[order]
    pilots = np.argsort(promise, kind="stable")[:_PILOTS]
    complete(pilots)
    left = np.delete(np.arange(len(guesses)), pilots)
    if score is not None and key.kind in (SQUARES, LOGS) and plan.length >= _SCORED_LENGTH:
        left = np.append(left[bounds[left] <= best], pilots)
        values = score(guesses[left])
        return int(guesses[left[np.lexsort((ranks[left], values))[0]]])
    # Squares and largest buckets show early that they are too large; others hardly before the end.
    divisors = () if key.kind in (FALLING, BUCKETS, LOGS) else _DIVISORS
    for step, divisor in enumerate(divisors):
        left = left[bounds[left] <= best]
        prefix = size // divisor
        if prefix >= _MINIMUM_PREFIX and len(left):
            values = evaluate(left, prefix)
            left = left[np.argsort(values, kind="stable")[: np.count_nonzero(values < NEVER)]]
        if progress is not None:
            progress((step + 1) / (len(divisors) + 1))
    if growing:
        left = left[bounds[left] <= best]
    if len(left):
        complete(left)
    if progress is not None:
        progress(1.0)
    return best_guess
