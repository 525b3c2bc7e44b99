"""Which letter rows guesses need: planned on the device, from their letters alone.

`gpuwordle.scoring.contributions.RowPlan` is the same plan made on the host. It is sent over where
rows are made for some of the guesses at a time, and where words are of an alphabet so large that a
bit for every row that there could be is too much.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import NULL, Device
from gpuwordle.scoring.contributions import DIGITS_PER_PLANE, RowPlan, plane_count

THREADS = 128
MARK_BITS = 32
MARKS_PER_BLOCK = 64 * THREADS * MARK_BITS


class PlannedRows(NamedTuple):
    """The letter rows of some guesses, to be built: a plan on the device.

    Attributes
    ----------
    length : int
        Letters in a word.
    letters, places, planes : device arrays of uint8, uint32 and uint8, shape (at least rows,)
        Of each row, as in `gpuwordle.scoring.contributions.RowPlan`.
    slots : device array of int32, shape (guesses, planes, 5)
        The rows of each guess; in one plane in the order of their letters in the word, in several
        rising. Unused slots stand last and name the zero row, number ``rows``.
    count : device array of uint32, shape (1,)
        How many rows there are.
    """

    length: int
    letters: Any
    places: Any
    planes: Any
    slots: Any
    count: Any


def bytes_needed(alphabet: int, length: int) -> int:
    """Return what a plan takes on the device while it is made, beside what comes of it."""
    return 2 * 4 * _words(alphabet, length)


def plan_rows(device: Device, guess_letters: Any, alphabet: int) -> PlannedRows:
    """Plan the rows of guesses, given as a device array of uint8, shape (guesses, length)."""
    xp = device.xp
    guesses, length = guess_letters.shape
    planes, words = plane_count(length), _words(alphabet, length)
    blocks = -(-words * MARK_BITS // MARKS_PER_BLOCK)
    most = min(words * MARK_BITS, guesses * planes * DIGITS_PER_PLANE)
    marks, before = xp.zeros(words, np.uint32), xp.empty(words, np.uint32)
    of_block, count = xp.empty(blocks, np.uint32), xp.empty(1, np.uint32)
    planned = PlannedRows(
        length,
        xp.empty(most, np.uint8),
        xp.empty(most, np.uint32),
        xp.empty(most, np.uint8),
        xp.empty((guesses, planes, DIGITS_PER_PLANE), np.int32),
        count,
    )
    words_of, shape = np.int64(words), (np.int32(length), np.int32(planes))
    by_guess = (-(-guesses // THREADS),)
    given = (guess_letters, np.int32(guesses), *shape)
    device.launch(source.PLAN, "mark_rows", by_guess, THREADS, (*given, marks))
    device.launch(source.PLAN, "count_marks", (blocks,), THREADS, (marks, words_of, of_block))
    numbered = (before, planned.letters, planned.places, planned.planes, count)
    device.launch(
        source.PLAN,
        "number_rows",
        (blocks,),
        THREADS,
        (marks, words_of, of_block, *shape, *numbered),
    )
    looked_up = (*given, marks, before, count, planned.slots)
    device.launch(source.PLAN, "fill_slots", by_guess, THREADS, looked_up)
    return planned


def sent_over(device: Device, plan: RowPlan) -> PlannedRows:
    """Copy a plan of the host to the device."""
    # Longer words are scored one at a time: nothing is gained from their order.
    ordered = slots_in_reading_order(plan) if plan.planes == 1 else plan.slots
    return PlannedRows(
        plan.length,
        device.to_device(plan.letters, np.uint8),
        device.to_device(plan.positions, np.uint32),
        device.to_device(plan.row_planes, np.uint8),
        device.to_device(ordered, np.int32),
        device.to_device([len(plan)], np.uint32),
    )


def slots_in_reading_order(plan: RowPlan) -> npt.NDArray[np.int32]:
    """Sort the slots of each guess by the first place of their letter, unused ones last.

    Words that begin alike then share their leading slots, whose sums the kernels keep in registers
    from one guess to the next.
    """
    first_place = (plan.positions & -plan.positions).astype(np.int64)
    order = np.append(first_place << 32, np.int64(1) << 62) | np.arange(len(plan) + 1)
    slots = order[plan.slots]
    slots.sort(axis=2)
    return slots.astype(np.int32)  # the lower halves


def spread_letters(
    device: Device, letters: Any, words: npt.NDArray[np.integer] | None, stride: int
) -> Any:
    """Lay the letters of answers place by place.

    Parameters
    ----------
    device
        Where they are.
    letters : device array of uint8, shape (words, length)
    words
        The word that each answer is; None where the answers are the words.
    stride
        Bytes from one place to the next.

    Returns
    -------
    device array of uint8, shape (length, stride)
        255 beyond the last answer.
    """
    count, length = letters.shape
    out = device.xp.empty((length, stride), np.uint8)
    device.launch(
        source.PLAN,
        "spread_letters",
        (-(-stride // THREADS), length),
        THREADS,
        (
            letters,
            np.int32(length),
            NULL if words is None else device.to_device(words, np.int32),
            np.int32(count if words is None else len(words)),
            np.uint32(stride),
            out,
        ),
    )
    return out


def _words(alphabet: int, length: int) -> int:
    """Words of 32 marks: a mark for each letter, set of places and plane."""
    return -(-(alphabet << length) * plane_count(length) // MARK_BITS)
