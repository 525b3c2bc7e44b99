"""What a search works in: its stack and its counters, of one thread.

A search leaves every counter at zero, and what it says of itself in the frame at the bottom of the
stack.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.counting import BIT_TILE, GATHERED, LARGEST_OF_BITS, LARGEST_OF_PAIRS
from gpuwordle.optimal.deficits import Deficits, deficits_for
from gpuwordle.optimal.falling import Falling, falling_for
from gpuwordle.optimal.letter_sets import LetterSets, letter_sets_for
from gpuwordle.optimal.tables import Tables

(
    FIRST,
    SIZE,
    LEFT,
    BETA,
    BEST,
    BEST_GUESS,
    BEST_DEPTH,
    LOWER,
    LEVEL,
    TRIED,
    WAITING,
    SORTED,
    LEGAL,
    TOTAL,
    DEPTH,
    PARTS,
    PART,
    PARTITIONS,
    GUESS,
    MEMBERS_END,
    GATHERED_END,
    SPLITTING,
    MOST,
) = range(23)
"""Columns of a frame: where its set begins and its size; guesses left; what a total must stay
below; the best total, guess and depth found; the lower bound; the patterns (and one for a member)
of the guesses being tried, how many of them were tried and how many there are; groups sorted so
far; legal guesses; of the guess being tried its total so far, depth, parts that wait and the part
being searched; partitions remembered; the guess; ends of the arenas; whether guesses are tried; the
most patterns, and one for a member, that a guess has on the set."""

FRAME_COLUMNS = 23

PART_FIRST, PART_SIZE, PART_BOUND, PART_ANSWER = range(4)
"""Columns of a part that waits to be searched."""

REMEMBERED = 512
"""Partitions that a frame remembers, so as not to try the same one again."""

FIRST_DEPTH = 24
FIRST_GATHERED = 1 << 20


class Scratch(NamedTuple):
    """The stack and the counters of a search; see `scratch_for`."""

    members: npt.NDArray[np.int32]
    frames: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    demands: npt.NDArray[np.uint8]
    legal: npt.NDArray[np.int32]
    legal_bits: npt.NDArray[np.uint64]
    gathered: npt.NDArray[np.unsignedinteger]
    counts: npt.NDArray[np.unsignedinteger]
    candidates: npt.NDArray[np.int32]
    parts: npt.NDArray[np.int64]
    part_keys: npt.NDArray[np.uint64]
    partitions: npt.NDArray[np.uint64]
    sizes: npt.NDArray[np.int64]
    code_keys: npt.NDArray[np.uint64]
    codes_used: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.uint32]
    tile: npt.NDArray[np.unsignedinteger]
    bits: npt.NDArray[np.uint64]
    marks: npt.NDArray[np.uint8]
    stamps: npt.NDArray[np.int64]
    clock: npt.NDArray[np.int64]
    control: npt.NDArray[np.int64]
    deficits: Deficits
    falling: Falling
    letter_sets: LetterSets
    code_bounds: npt.NDArray[np.int64]
    large: npt.NDArray[np.int64]


def scratch_for(
    tables: Tables,
    *,
    hard: bool,
    depth: int = FIRST_DEPTH,
    gathered: int = FIRST_GATHERED,
    control: npt.NDArray[np.int64] | None = None,
) -> Scratch:
    """Make what a search works in.

    Parameters
    ----------
    tables
        The vocabulary.
    hard
        Whether hard mode is played, which needs lists of legal guesses.
    depth
        Frames of the stack.
    gathered
        Codes of legal guesses that can be gathered at a time.
    control
        What the search is told and tells while it runs; made anew when None.
    """
    answers = tables.codes.shape[1]
    padded = len(tables.columns) // answers
    dtype = tables.codes.dtype
    codes = code_count(tables)
    length = tables.letters.shape[1]
    letters = (len(tables.legal_rows) - 1) // (2 * length)
    if control is None:
        control = np.zeros(3, np.int64)
    return Scratch(
        members=np.empty((depth + 1) * answers, np.int32),
        frames=np.zeros((depth, FRAME_COLUMNS), np.int64),
        keys=np.zeros((depth, 2), np.uint64),
        demands=np.zeros((depth, length + letters), np.uint8),
        legal=np.empty((depth if hard else 1, padded), np.int32),
        legal_bits=np.empty(tables.legal_rows.shape[1], np.uint64),
        gathered=np.empty(gathered if hard else 1, dtype),
        counts=np.zeros((depth, padded), dtype),
        candidates=np.empty((depth, padded), np.int32),
        parts=np.empty((depth, answers // 3 + 2, 4), np.int64),
        part_keys=np.empty((depth, answers // 3 + 2, 2), np.uint64),
        partitions=np.empty((depth, REMEMBERED), np.uint64),
        sizes=np.zeros(codes, np.int64),
        code_keys=np.zeros((codes, 2), np.uint64),
        codes_used=np.empty(codes, np.int64),
        ends=np.zeros(codes, np.int64),
        starts=np.empty(answers, np.int64),
        chosen=np.empty(GATHERED, np.uint32),
        tile=np.empty(answers * (GATHERED + 64), dtype),
        bits=np.empty((4, BIT_TILE + 16), np.uint64),
        marks=np.zeros(-(-codes // 128) * 128, np.uint8),
        stamps=np.zeros(codes, np.int64),
        clock=np.zeros(1, np.int64),
        control=control,
        deficits=deficits_for(answers),
        falling=falling_for(tables),
        letter_sets=letter_sets_for(tables),
        code_bounds=np.zeros(codes, np.int64),
        large=np.zeros(codes, np.int64),
    )


def code_count(tables: Tables) -> int:
    """Return one more than the largest code that the tables can hold."""
    if tables.codes.dtype == np.uint8:
        return LARGEST_OF_BITS
    return max(LARGEST_OF_PAIRS, tables.codes.shape[1])
