"""Per-thread workspace of a search: its explicit stack, its scratch arrays and its counters.

A search leaves every counter at zero. The frame at the bottom of the stack says how far it got.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.bounds import (
    Deficits,
    GuessOrder,
    LetterSets,
    alphabet_of,
    deficits_for,
    guess_order_for,
    letter_sets_for,
)
from gpuwordle.optimal.bucket_counts import (
    GATHERED,
    LARGEST_OF_BITS,
    LARGEST_OF_PAIRS,
    Sorting,
    pattern_marks_for,
)
from gpuwordle.optimal.cancellation import CONTROLS
from gpuwordle.optimal.code_tables import Tables
from gpuwordle.optimal.counted_sets import CountedSets, counted_sets_for

FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            "first",  # where the candidates begin in `Workspace.candidates`
            "size",  # how many candidates
            "left",  # guesses left
            "beta",  # the total is wanted if it is below this
            "best",  # best total found; beta before one is found
            "best_guess",  # its guess, or -1
            "best_depth",  # the depth of its tree
            "lower",  # lower bound of the total
            "most",  # the most buckets, and one for a candidate, that any guess makes
            "tried_buckets",  # buckets, and one for a candidate, of the guesses being tried
            "tried",  # how many of the waiting guesses were tried
            "waiting",  # number of guesses with that many buckets
            "sorted",  # how often waiting guesses were sorted
            "legal",  # number of legal guesses
            "guess",  # the guess being tried
            "total",  # sum of the bounds of its buckets, which become totals one by one
            "depth",  # depth of its tree so far
            "buckets",  # its buckets that have to be searched
            "bucket",  # the bucket being searched
            "partitions",  # partitions remembered
            "candidates_end",  # end of the candidates in use
            "trying",  # whether guesses are being tried
        )
    ]
)
"""One entry of the stack: a candidate set and the guess that is tried on it.

A workspace holds frames as rows of int64, and the search views them as records: numba needs less
time to recognise such an array when Python passes it."""

BUCKET_FIRST, BUCKET_SIZE, BUCKET_BOUND, BUCKET_ANSWER = range(4)
"""Columns of a bucket that waits to be searched: where it begins, its size, its lower bound, and
one of its answers."""

REMEMBERED = 512
"""Partitions that a frame remembers, so that the same one is not tried again."""

FIRST_DEPTH = 24
FIRST_LEGAL_CODES = 1 << 20


class Workspace(NamedTuple):
    """The stack, the scratch arrays and the counters of one thread; see `workspace_for`."""

    # By depth of the stack.
    candidates: npt.NDArray[np.int32]  # one stack for all depths
    frames: npt.NDArray[np.int64]  # (depth, fields of FRAME)
    keys: npt.NDArray[np.uint64]  # (depth, 2): keys of the candidates
    demands: npt.NDArray[np.uint8]  # (depth, length + letters): see `gpuwordle.optimal.legality`
    legal_guesses: npt.NDArray[np.int32]  # (depth, padded guesses)
    legal_codes: npt.NDArray[np.unsignedinteger]  # codes of legal guesses
    bucket_counts: npt.NDArray[np.unsignedinteger]  # (depth, padded guesses): buckets of each guess
    waiting_guesses: npt.NDArray[np.int32]  # (depth, padded guesses): in the order of trial
    pending: npt.NDArray[np.int64]  # (depth, buckets, 4): buckets that wait; see `BUCKET_FIRST`
    pending_keys: npt.NDArray[np.uint64]  # (depth, buckets, 2)
    partitions: npt.NDArray[np.uint64]  # (depth, REMEMBERED): hashes of partitions tried
    # By code, of the guess being split.
    bucket_sizes: npt.NDArray[np.int64]
    bucket_signs: npt.NDArray[np.int64]  # letters of its candidates; see `LetterSets.signs`
    bucket_bounds: npt.NDArray[np.int64]
    bucket_ends: npt.NDArray[np.int64]
    bucket_keys: npt.NDArray[np.uint64]  # (codes, 2)
    codes_seen: npt.NDArray[np.int64]
    large_codes: npt.NDArray[np.int64]
    # For counting; see `gpuwordle.optimal.bucket_counts`.
    opener_row: npt.NDArray[np.unsignedinteger]  # (answers,): codes of the opener at hand
    row_starts: npt.NDArray[np.int64]
    gathered_guesses: npt.NDArray[np.uint32]
    gathered_codes: npt.NDArray[np.unsignedinteger]
    pattern_marks: npt.NDArray[np.uint64]
    marks: npt.NDArray[np.uint8]
    own_places: npt.NDArray[np.int32]  # candidates of a small bucket, numbered in the whole set
    stamps: npt.NDArray[np.int64]
    clock: npt.NDArray[np.int64]
    legal_bits: npt.NDArray[np.uint64]
    sorting: Sorting
    # For bounds; see `gpuwordle.optimal.bounds`.
    deficits: Deficits
    guess_order: GuessOrder
    letter_sets: LetterSets
    counted_sets: CountedSets
    # How a running search is controlled and reports; see `gpuwordle.optimal.cancellation`.
    control: npt.NDArray[np.int64]


def workspace_for(
    tables: Tables,
    *,
    hard: bool,
    depth: int = FIRST_DEPTH,
    legal_codes: int = FIRST_LEGAL_CODES,
    control: npt.NDArray[np.int64] | None = None,
) -> Workspace:
    """Allocate a workspace.

    ``depth`` is the number of frames; ``legal_codes`` how many codes of legal guesses it holds in
    hard mode; ``control`` is new if None.
    """
    answers, padded = tables.codes.shape[1], tables.padded
    dtype = tables.codes.dtype
    codes = code_count(tables)
    length = tables.letters.shape[1]
    letters = alphabet_of(tables)
    letter_sets = letter_sets_for(tables)
    if control is None:
        control = np.zeros(CONTROLS, np.int64)
    return Workspace(
        candidates=np.empty((depth + 1) * answers, np.int32),
        frames=np.zeros((depth, FRAME.itemsize // 8), np.int64),
        keys=np.zeros((depth, 2), np.uint64),
        demands=np.zeros((depth, length + letters), np.uint8),
        legal_guesses=np.empty((depth if hard else 1, padded), np.int32),
        legal_codes=np.empty(legal_codes if hard else 1, dtype),
        bucket_counts=np.zeros((depth, padded), dtype),
        waiting_guesses=np.empty((depth, padded), np.int32),
        pending=np.empty((depth, answers // 3 + 2, 4), np.int64),
        pending_keys=np.empty((depth, answers // 3 + 2, 2), np.uint64),
        partitions=np.empty((depth, REMEMBERED), np.uint64),
        bucket_sizes=np.zeros(codes, np.int64),
        bucket_signs=np.zeros(codes, np.int64),
        bucket_bounds=np.zeros(codes, np.int64),
        bucket_ends=np.zeros(codes, np.int64),
        bucket_keys=np.zeros((codes, 2), np.uint64),
        codes_seen=np.empty(codes + 1, np.int64),
        large_codes=np.zeros(codes, np.int64),
        opener_row=np.empty(answers, dtype),
        row_starts=np.empty(answers, np.int64),
        gathered_guesses=np.empty(GATHERED, np.uint32),
        gathered_codes=np.empty(answers * (GATHERED + 64), dtype),
        pattern_marks=pattern_marks_for(codes, dtype),
        marks=np.zeros(-(-codes // 128) * 128, np.uint8),
        own_places=np.empty(answers, np.int32),
        stamps=np.zeros(codes, np.int64),
        clock=np.zeros(1, np.int64),
        legal_bits=np.empty(tables.legal_rows.shape[1], np.uint64),
        sorting=Sorting.of(padded, answers),
        deficits=deficits_for(answers),
        guess_order=guess_order_for(tables),
        letter_sets=letter_sets,
        counted_sets=counted_sets_for(answers, padded, used=len(letter_sets.buckets) > 1),
        control=control,
    )


def code_count(tables: Tables) -> int:
    """Return one more than the largest code that the tables can hold."""
    if tables.codes.dtype == np.uint8:
        return LARGEST_OF_BITS
    return max(LARGEST_OF_PAIRS, tables.most_codes)
