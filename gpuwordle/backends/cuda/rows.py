"""What lies on the device: a vocabulary, its letter rows, groups, and the tables of groups.

- `DeviceWords`: the letters of a vocabulary, copied once; everything else is made from them there.
- `PlannedRows`, `LetterRows`: which letter rows the guesses need, and those rows for all answers.
- `DeviceGroups`: candidate sets in CSR form, and how they are laid out for the kernels.
- `Tables`: letter rows of groups, copied out of those of all answers. Large groups stand side by
  side in one table; each small group has a table of its own, which a block reads from its cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import MOST_BLOCKS, NULL, WARP, Device, padded
from gpuwordle.rules.planes import DIGITS_PER_PLANE, plane_count
from gpuwordle.scoring.contributions import RowPlan
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary

PLAN_THREADS = 128
MARK_BITS = 32
MARKS_PER_BLOCK = 64 * PLAN_THREADS * MARK_BITS
CACHE_LINE = 128
BUILD_THREADS = 64
GATHER_THREADS = 128
POSITIONS_PER_BLOCK = 4 * GATHER_THREADS
MOST_POSITIONS = MOST_BLOCKS * POSITIONS_PER_BLOCK
"""Columns of all tables of a launch together: more would need a larger grid than CUDA has."""
LAYOUT_THREADS = 256
PIECE = 16
"""Answers that a thread loads at once, at most: groups are padded to it."""
SMALL_WIDTHS = (4, 8, 16, 32)
"""Table widths of the groups that are scored by pairwise comparison."""


# The letter rows of guesses


class PlannedRows(NamedTuple):
    """A plan on the device of the letter rows that some guesses need."""

    length: int
    letters: Any  # device uint8 (at least rows,): as in gpuwordle.scoring.contributions.RowPlan
    places: Any  # device uint32 (at least rows,)
    planes: Any  # device uint8 (at least rows,)
    # Device int32 (guesses, planes, 5): the rows of each guess; in one plane in the order of their
    # letters in the word, in several planes ascending. Unused slots are last and hold the number of
    # rows, which is the number of the zero row.
    slots: Any
    count: Any  # device uint32 (1,): how many rows there are


def plan_bytes(alphabet: int, length: int) -> int:
    """Return the bytes that planning takes on the device, without the plan itself."""
    return 2 * 4 * _mark_words(alphabet, length)


def plan_rows(device: Device, guess_letters: Any, alphabet: int, count: Any = None) -> PlannedRows:
    """Plan the letter rows of guesses on the device, from their letters: uint8 (guesses, length).

    The plan is that of `RowPlan`, which the host makes and sends if rows are made for some of the
    guesses at a time, or if the alphabet is so large that a bit for each possible row is too much.
    ``count``, device uint32 (1,), is where the number of rows goes.
    """
    guesses, length = guess_letters.shape
    planes, words = plane_count(length), _mark_words(alphabet, length)
    blocks = -(-words * MARK_BITS // MARKS_PER_BLOCK)
    most = min(words * MARK_BITS, guesses * planes * DIGITS_PER_PLANE)
    planned = PlannedRows(
        length,
        device.empty(most, np.uint8),
        device.empty(most, np.uint32),
        device.empty(most, np.uint8),
        device.empty((guesses, planes, DIGITS_PER_PLANE), np.int32),
        device.empty(1, np.uint32) if count is None else count,
    )
    word_count, shape = np.int64(words), (np.int32(length), np.int32(planes))
    by_guess = (-(-guesses // PLAN_THREADS),)
    given = (guess_letters, np.int32(guesses), *shape)
    marks, before = device.zeros(words, np.uint32), device.empty(words, np.uint32)
    of_block = device.empty(blocks, np.uint32)
    counted = (marks, word_count, of_block)
    device.launch(source.PLAN, "mark_rows", by_guess, PLAN_THREADS, (*given, marks))
    device.launch(source.PLAN, "count_marks", (blocks,), PLAN_THREADS, counted)
    numbered = (before, planned.letters, planned.places, planned.planes, planned.count)
    device.launch(
        source.PLAN, "number_rows", (blocks,), PLAN_THREADS, (*counted, *shape, *numbered)
    )
    looked_up = (*given, marks, before, planned.count, planned.slots)
    device.launch(source.PLAN, "fill_slots", by_guess, PLAN_THREADS, looked_up)
    return planned


def sent_over(device: Device, plan: RowPlan) -> PlannedRows:
    """Copy a plan of the host to the device."""
    # Guesses of longer words are scored one at a time, so ordering their slots gains nothing.
    ordered = slots_in_reading_order(plan) if plan.planes == 1 else plan.slots
    return PlannedRows(
        plan.length,
        device.to_device(plan.letters, np.uint8),
        device.to_device(plan.places, np.uint32),
        device.to_device(plan.row_planes, np.uint8),
        device.to_device(ordered, np.int32),
        device.to_device([len(plan)], np.uint32),
    )


def slots_in_reading_order(plan: RowPlan) -> npt.NDArray[np.int32]:
    """Sort the slots of each guess by the first place of their letter, unused slots last.

    Words with the same beginning then share their leading slots, whose sums the kernels keep in
    registers from one guess to the next.
    """
    first_place = (plan.places & -plan.places).astype(np.int64)
    order = np.append(first_place << 32, np.int64(1) << 62) | np.arange(len(plan) + 1)
    slots = order[plan.slots]
    slots.sort(axis=2)
    return slots.astype(np.int32)  # the lower halves


def _mark_words(alphabet: int, length: int) -> int:
    """Words of 32 marks: a mark for each letter, set of places and plane."""
    return -(-(alphabet << length) * plane_count(length) // MARK_BITS)


def spread_letters(device: Device, letters: Any, words: Any, stride: int) -> Any:
    """Lay the letters of answers out place by place: device uint8 (length, stride), 255 after them.

    ``letters`` is device uint8 (words, length); ``words``, device int32 (answers,), says which word
    each answer is, None if the answers are the words.
    """
    count, length = letters.shape
    out = device.empty((length, stride), np.uint8)
    device.launch(
        source.PLAN,
        "spread_letters",
        (-(-stride // PLAN_THREADS), length),
        PLAN_THREADS,
        (
            letters,
            np.int32(length),
            NULL if words is None else words,
            np.int32(count if words is None else len(words)),
            np.uint32(stride),
            out,
        ),
    )
    return out


class Coded(NamedTuple):
    """The codes of a rule other than Wordle's: their bytes in rows, and how many there are."""

    planes: int
    codes: int


@dataclass(frozen=True, eq=False)
class LetterRows:
    """Letter rows of some guesses for a list of answers, on the device."""

    rows: Any  # device uint8 (count, stride): the last row is zero, as are columns after `answers`
    slots: Any  # device int32 (guesses, planes, 5): the rows of each guess
    answers: int
    length: int
    planes: int
    # Words of `DIGIT_LENGTHS` have digit rows, too, under Wordle's rule.
    digits: Any = None  # device uint32 (5 * (count - 1), stride / 16)
    places: Any = None  # device uint32 (at least count - 1,): as in PlannedRows
    other: Coded | None = None  # None under Wordle's rule

    @property
    def count(self) -> int:
        """Number of rows, with the zero row."""
        return int(self.rows.shape[0])

    @property
    def stride(self) -> int:
        """Bytes from one row to the next."""
        return int(self.rows.shape[1])


def row_stride(answers: int) -> int:
    """Bytes of a row for a number of answers: whole cache lines."""
    return padded(max(answers, 1), CACHE_LINE)


class DeviceWords:
    """The words of a vocabulary on a device: each array is copied when it is first asked for."""

    def __init__(self, device: Device, vocabulary: Vocabulary) -> None:
        self.device, self.vocabulary = device, vocabulary

    def arrays(self, *, outside: bool) -> dict[str, npt.NDArray[Any]]:
        """Return, by name, the arrays that openers need on the device.

        They are copied together with those of other lists. ``outside`` adds the answer that each
        guess is.
        """
        words = self.vocabulary
        found: dict[str, npt.NDArray[Any]] = {"guess_letters": words.guess_letters}
        if words.answers is not words.guesses:
            found["answer_guess"] = words.answer_guess
        if outside:
            found["guess_answer"] = words.guess_answer
        return found

    def keep(self, arrays: dict[str, Any]) -> None:
        """Keep arrays of `arrays` that have been copied to the device."""
        self.__dict__.update(arrays)

    @cached_property
    def guess_letters(self) -> Any:
        """Letters of the guesses: device uint8 (guesses, length)."""
        return self.device.to_device(self.vocabulary.guess_letters, np.uint8)

    @cached_property
    def weights(self) -> Any:
        """Weights of the answers: device uint32 (answers,); None if all are 1."""
        weights = self.vocabulary.weights
        return None if weights is None else self.device.to_device(weights, np.uint32)

    @property
    def is_usual(self) -> bool:
        """Whether the rule is Wordle's and all weights are 1."""
        return self.vocabulary.rule.has_colours and self.vocabulary.weights is None

    @cached_property
    def answer_letters(self) -> Any:
        """Letters of the answers, place by place: device uint8 (length, stride)."""
        words = self.vocabulary
        chosen = None if words.answers is words.guesses else self.answer_guess
        stride = row_stride(len(words.answers))
        return spread_letters(self.device, self.guess_letters, chosen, stride)

    @cached_property
    def guess_answer(self) -> Any:
        """The answer that each guess is, or -1: device int32 (guesses,)."""
        return self.device.to_device(self.vocabulary.guess_answer, np.int32)

    @cached_property
    def answer_guess(self) -> Any:
        """The guess that each answer is: device int32 (answers,)."""
        return self.device.to_device(self.vocabulary.answer_guess, np.int32)

    @cached_property
    def everything(self) -> DeviceGroups:
        """One group of all answers."""
        return on_device(self.device, Groups.whole(len(self.vocabulary.answers)))

    def can_plan(self, budget: int) -> bool:
        """Whether a bit for every possible row fits a budget of bytes."""
        words = self.vocabulary
        return plan_bytes(len(words.alphabet), words.length) <= budget

    def plan(self, count: Any = None) -> PlannedRows:
        """Plan the rows of all guesses on the device; see `plan_rows`."""
        return plan_rows(self.device, self.guess_letters, len(self.vocabulary.alphabet), count)

    def build(self, planned: PlannedRows, count: int) -> LetterRows:
        """Build the ``count`` rows of a plan for all answers."""
        letters = self.answer_letters
        stride = int(letters.shape[1])
        rows = self.device.empty((count + 1, stride), np.uint8)
        self.device.launch(
            source.ROWS,
            "build_rows",
            (-(-(count + 1) // source.ROWS_PER_BLOCK), -(-stride // (PIECE * BUILD_THREADS))),
            BUILD_THREADS,
            (
                letters,
                np.uint32(stride),
                np.int32(planned.length),
                planned.letters,
                planned.places,
                planned.planes,
                np.int32(count),
                rows,
            ),
        )
        return LetterRows(
            rows,
            planned.slots,
            len(self.vocabulary.answers),
            planned.length,
            plane_count(planned.length),
            self._digits(planned, rows) if planned.length in source.DIGIT_LENGTHS else None,
            planned.places,
        )

    def _digits(self, planned: PlannedRows, rows: Any) -> Any:
        """Take letter rows apart: device uint32 (5 * rows, stride / 16)."""
        count, stride = int(rows.shape[0]) - 1, int(rows.shape[1])
        digits = self.device.empty((DIGITS_PER_PLANE * count, stride // PIECE), np.uint32)
        self.device.launch(
            source.digit_rows(planned.length),
            "digits_of_rows",
            (count, -(-stride // (PIECE * BUILD_THREADS))),
            BUILD_THREADS,
            (rows, np.uint32(stride), planned.places, planned.planes, digits),
        )
        return digits

    def row_bytes(self, rows: int) -> int:
        """Return the bytes of a number of rows and the zero row, and of their digit rows."""
        stride = row_stride(len(self.vocabulary.answers))
        has_digits = self.vocabulary.length in source.DIGIT_LENGTHS
        digits = DIGITS_PER_PLANE * rows * stride // PIECE * 4 if has_digits else 0
        return (rows + 1) * stride + digits


# Groups


class DeviceGroups:
    """Candidate sets in CSR form, as in `gpuwordle.scoring.groups.Groups`, on the device.

    ``offsets``, int64 (groups + 1,), stays on the host. ``candidates``, device int32 (total,), are
    answer indices; None stands for one group of all answers in their order, whose candidates are
    copied to the device only if a kernel asks for them.
    """

    def __init__(
        self, device: Device, offsets: npt.NDArray[np.int64], candidates: Any = None
    ) -> None:
        self.device, self.offsets = device, offsets
        self.counts_up = candidates is None
        self._candidates = candidates

    @property
    def candidates(self) -> Any:
        """Answer indices, group after group: device int32 (total,)."""
        if self._candidates is None:
            counted = np.arange(int(self.offsets[-1]), dtype=np.int32)
            self._candidates = self.device.to_device(counted, np.int32)
        return self._candidates

    @property
    def total(self) -> int:
        """Candidates of all groups together."""
        return int(self.offsets[-1])

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates in each group: int64 (groups,)."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def between(self, first: int, last: int) -> DeviceGroups:
        """Return groups first to last - 1 (a view of their candidates)."""
        if last - first == len(self):
            return self
        offsets = self.offsets[first : last + 1]
        some = self.candidates[int(offsets[0]) : int(offsets[-1])]
        return DeviceGroups(self.device, offsets - offsets[0], some)


def on_device(device: Device, groups: Groups | DeviceGroups) -> DeviceGroups:
    """Copy groups to the device, unless they are there."""
    if isinstance(groups, DeviceGroups):
        return groups
    if len(groups) == 1 and is_whole(groups.candidates, len(groups.candidates)):
        return DeviceGroups(device, groups.offsets)
    return DeviceGroups(device, groups.offsets, device.to_device(groups.candidates, np.int32))


def is_whole(indices: npt.NDArray[np.integer], count: int) -> bool:
    """Whether indices are 0, 1, ... count - 1 in this order."""
    return len(indices) == count and bool((indices == np.arange(count)).all())


def laid_out(
    device: Device,
    planes: int,
    groups: DeviceGroups,
    chosen: npt.NDArray[np.integer],
    widths: npt.NDArray[np.int64],
) -> Any:
    """Copy the chosen groups to adjacent places: device int32 (sum of widths,).

    ``widths`` says how many places each chosen group gets, at least as many as it has candidates;
    places left over get answer -1. ``planes`` names the compiled kernels.
    """
    ends = np.cumsum(widths)
    places = np.stack(
        [groups.offsets[:-1][chosen], groups.sizes[chosen], ends - widths, widths], axis=1
    )
    out = device.empty(int(ends[-1]), np.int32)
    threads, shares = threads_for(int(widths.max()))
    device.launch(
        source.split(planes),
        "lay_out",
        (len(chosen), shares),
        threads,
        (groups.candidates, device.to_device(places, np.int64), out),
    )
    return out


def taken(
    device: Device, planes: int, groups: DeviceGroups, chosen: npt.NDArray[np.integer]
) -> DeviceGroups:
    """Copy the chosen groups, at least one, one after another; see `laid_out`."""
    if len(chosen) == len(groups):
        return groups
    sizes = groups.sizes[chosen]
    candidates = laid_out(device, planes, groups, chosen, sizes)
    return DeviceGroups(device, np.append(0, np.cumsum(sizes)), candidates)


def threads_for(largest: int) -> tuple[int, int]:
    """Choose the threads of a block, and how many blocks share a group of up to that size."""
    threads = min(LAYOUT_THREADS, padded(largest, WARP))
    return threads, min(-(-largest // threads), MOST_BLOCKS)


# The rows of groups


class Tables(NamedTuple):
    """Letter rows of groups: where they are, their stride, and where each group starts."""

    rows: Any  # device uint8
    stride: int
    starts: npt.NDArray[np.int64]  # (groups,)
    answers: Any  # device int32: the answers of the groups' columns; None for all answers
    places: npt.NDArray[np.int64]  # (groups,): where each group starts in `answers`


def whole_tables(rows: LetterRows) -> Tables:
    """Use the rows of all answers as the table of one group."""
    return Tables(rows.rows, rows.stride, np.zeros(1, np.int64), None, np.zeros(1, np.int64))


def gather(device: Device, rows: LetterRows, answers: Any, width: int) -> Any:
    """Copy the rows of answers (-1: zeros): device uint8 (answers / width, rows, width).

    ``answers`` is device int32, no longer than `MOST_POSITIONS`.
    """
    positions = len(answers)
    out = device.empty((positions // width, rows.count, width), np.uint8)
    device.launch(
        source.ROWS,
        "gather_rows",
        (rows.count, -(-positions // POSITIONS_PER_BLOCK)),
        GATHER_THREADS,
        (
            rows.rows,
            np.uint32(rows.stride),
            np.int32(rows.count),
            answers,
            np.int64(positions),
            np.int64(width),
            out,
        ),
    )
    return out


def side_by_side(
    device: Device, rows: LetterRows, groups: DeviceGroups, chosen: npt.NDArray[np.integer]
) -> Tables:
    """Copy the rows of the chosen large groups to one table, each padded to whole pieces."""
    widths = _widths(groups.sizes[chosen])
    answers = laid_out(device, rows.planes, groups, chosen, widths)
    table = gather(device, rows, answers, len(answers))
    starts = np.cumsum(widths) - widths
    return Tables(table, len(answers), starts, answers, starts)


def one_by_one(
    device: Device,
    rows: LetterRows,
    groups: DeviceGroups,
    chosen: npt.NDArray[np.integer],
    width: int,
) -> Tables:
    """Copy the rows of the chosen small groups to a table of ``width`` answers each."""
    widths = np.full(len(chosen), width, np.int64)
    answers = laid_out(device, rows.planes, groups, chosen, widths)
    table = gather(device, rows, answers, width)
    places = np.arange(len(chosen), dtype=np.int64) * width
    return Tables(table, width, places * rows.count, answers, places)


def table_widths(sizes: npt.NDArray[np.int64], *, weighs: bool = False) -> npt.NDArray[np.int64]:
    """Columns that the tables of groups take at most, by the sizes of the groups."""
    if weighs:
        return np.maximum(table_widths(sizes), _widths(sizes))
    small = np.asarray(SMALL_WIDTHS)[np.searchsorted(SMALL_WIDTHS[:-1], sizes)]
    return np.where(sizes <= SMALL_WIDTHS[-1], small, _widths(sizes))


def _widths(sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return -(-sizes // PIECE) * PIECE
