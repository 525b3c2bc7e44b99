"""The pattern matrix, scores and best guesses of groups, and how they are cut to fit the device.

Scoring has four kernels; `kernel_choice` decides which one a group gets:

==============  ======================================  ==================================
kernel          groups                                  counts
==============  ======================================  ==================================
score_small     up to 32 candidates                     by comparing codes in registers
score_digits    all answers, 6 to 10 letters, if many   3^L counters in shared memory
score_counters  up to 5 letters; 6 to 10, if many       the same
score_hash      all others                              a hash table in shared memory
==============  ======================================  ==================================

Many are 3^L / 16 or more. ``score_digits`` reads digit rows, all others letter rows.
``score_weighted`` takes the place of all four if candidates have weights and the requested numbers
depend on them.

All of them find the candidates' letter rows in a table (`Tables`) and write one result per pair of
a group and a guess. A `Scorer` launches them; `Tiles` keeps the rows of all guesses if they fit the
device, and otherwise makes them for some guesses, and scores some groups, at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import MOST_BLOCKS, NULL, WARP, Device, MemoryBudget, padded
from gpuwordle.backends.cuda.rows import (
    MOST_POSITIONS,
    PIECE,
    SMALL_WIDTHS,
    Coded,
    DeviceGroups,
    DeviceWords,
    LetterRows,
    PlannedRows,
    Tables,
    is_whole,
    on_device,
    one_by_one,
    sent_over,
    side_by_side,
    table_widths,
    whole_tables,
)
from gpuwordle.backends.cuda.rule_rows import RuleRows
from gpuwordle.rules.planes import DIGITS_PER_PLANE, plane_count
from gpuwordle.scoring.contributions import RowPlan, parts_that_fit
from gpuwordle.scoring.groups import Groups, Indices, runs
from gpuwordle.scoring.statistics import Key

STATIC_SHARED = 2 * 1024
"""Static shared memory of a block, rounded up."""
MOST_THREADS = 1024
"""Threads of a multiprocessor, and so of a block: each takes up to 64 registers."""
WEIGHTED_THREADS = 256
WEIGHTED_SLOT = 12
"""Bytes of a slot of the hash table: a code, a number of candidates and a weight."""
COUNTER_LIMIT = 65_535
"""Largest group for counters of 16 bits."""
MATRIX_THREADS = 128
MATRIX_DTYPES = (np.uint8, np.uint16, np.uint32, np.uint32)
"""Dtypes of codes in matrices, by planes."""
TRANSPOSE_SIDE, TRANSPOSE_THREADS = 32, 256
COLUMN_GUESSES = 4
"""Codes in columns are padded to a multiple of this number of guesses."""


class Form(IntEnum):
    """What a scoring kernel writes for a pair: see totals.cuh."""

    STATISTICS = 0
    KEYS = 1
    BUCKETS = 2


FORM_BYTES = {Form.STATISTICS: 40, Form.KEYS: 8, Form.BUCKETS: 4}


class Pairs(NamedTuple):
    """The (group, guess) pairs to score."""

    offsets: npt.NDArray[np.int64]  # (groups + 1,): where the pairs of each group begin
    pool: Any  # device int32 (pairs,): the guess of each pair; None for all guesses in their order

    @classmethod
    def all_guesses(cls, groups: int, guesses: int) -> Pairs:
        """Every group with every guess."""
        return cls(np.arange(groups + 1, dtype=np.int64) * guesses, None)


class Segments(NamedTuple):
    """Groups of one launch: where their columns begin, their sizes, and their pairs."""

    on_device: Any  # device int64 (groups, 4)
    groups: int
    largest: int
    most_pairs: int  # of a group

    @classmethod
    def of(cls, device: Device, segments: npt.NDArray[np.int64]) -> Segments:
        """Copy segments to the device: int64 (groups, 4)."""
        return cls(
            device.to_device(segments, np.int64),
            len(segments),
            int(segments[:, 1].max()),
            int((segments[:, 3] - segments[:, 2]).max()),
        )


def whole_segment(answers: int, guesses: int) -> npt.NDArray[np.int64]:
    """Return the segment of all answers and some guesses: int64 (1, 4)."""
    return np.array([[0, answers, 0, guesses]])


class Choice(NamedTuple):
    """A kernel and how to launch it."""

    variant: source.Variant
    kernel: str
    threads: int
    shared: int
    pairs_per_block: int
    extra: tuple[Any, ...] = ()


def kernel_choice(
    device: Device,
    length: int,
    size: int,
    other: Coded | None = None,
    *,
    digits: bool = False,
) -> Choice:
    """Choose the kernel for groups of up to ``size`` candidates, and its launch.

    ``other`` are the codes of a rule other than Wordle's; ``digits`` says whether there are digit
    rows.
    """
    planes, codes = (plane_count(length), 3**length) if other is None else other
    room = device.shared_bytes - STATIC_SHARED
    if size <= SMALL_WIDTHS[-1]:
        return Choice(source.small(planes), "score_small", 128, 0, 128)
    if planes <= 2:
        bits = 16 if codes == 3**10 else 32
        words = padded(-(-codes * bits // 32), 4)
        shared = 4 * (words + (WARP if bits == 16 else 0))
        dense = shared <= room and codes <= 16 * size and (bits == 32 or size <= COUNTER_LIMIT)
        if planes == 1 or dense:
            # Longer words leave more of the shared memory to the cache, where their rows are.
            share, most_blocks = (1.0, 32) if planes == 1 else (0.75, 8)
            threads = threads_that_fit(int(share * device.shared_bytes), shared, most_blocks)
            extra = (np.int32(words),)
            if digits:
                variant = source.digit_counters(length)
                return Choice(variant, "score_digits", threads, shared, 1, extra)
            variant = source.counters(planes, bits)
            return Choice(variant, "score_counters", threads, shared, 1, extra)
    # One and a half times as many slots as candidates hardly fill up; a smaller table may restart.
    slots = min(padded(3 * size // 2, 4), room // 32 * 4)
    threads = threads_that_fit(device.shared_bytes, 8 * slots, 32)
    # No more threads than that number of rounds through the candidates needs.
    pieces = -(-size // PIECE)
    threads = padded(-(-pieces // -(-pieces // threads)), WARP)
    return Choice(source.hashed(planes), "score_hash", threads, 8 * slots, 1, (np.int32(slots),))


def weighted_choice(device: Device, planes: int, size: int) -> Choice:
    """Choose the launch for groups of up to ``size`` candidates with weights."""
    slots = min(size * 3 // 2 + 1, (device.shared_bytes - STATIC_SHARED) // WEIGHTED_SLOT)
    threads = min(padded(-(-size // PIECE), WARP), WEIGHTED_THREADS)
    variant, extra = source.weighted(planes), (np.uint32(slots),)
    return Choice(variant, "score_weighted", threads, WEIGHTED_SLOT * slots, 1, extra)


def threads_that_fit(room: int, shared: int, most_blocks: int) -> int:
    """Choose the threads of a block so that a multiprocessor has as many as its registers allow.

    ``room`` is the multiprocessor's shared memory for blocks, ``shared`` what a block takes of it
    by its launch (both in bytes); more than ``most_blocks`` blocks do worse than larger ones.
    """
    blocks = max(1, min(room // (shared + STATIC_SHARED), most_blocks))
    return padded(-(-MOST_THREADS // blocks), WARP)


def matrix(device: Device, rows: LetterRows, tables: Tables, first: int, last: int) -> Any:
    """Compute the codes of guesses ``first`` to ``last - 1`` against a table's answers.

    Returns a device array of uint8, uint16 or uint32, shape (last - first, stride).
    """
    out = device.empty((last - first, tables.stride), MATRIX_DTYPES[rows.planes - 1])
    device.launch(
        source.matrix(rows.planes),
        "pattern_matrix",
        (
            -(-(last - first) // source.MATRIX_GUESSES),
            -(-tables.stride // (PIECE * MATRIX_THREADS)),
        ),
        MATRIX_THREADS,
        (
            tables.rows,
            np.uint32(tables.stride),
            np.uint32(rows.count - 1),
            rows.slots[first:last],
            np.int32(last - first),
            out,
            np.int64(tables.stride),
        ),
    )
    return out


class Columns(NamedTuple):
    """The codes of all guesses, one row for each answer: words of up to five letters."""

    codes: Any  # device uint8 (answers, guesses and padding)
    guesses: int
    all_green: int


def column_bytes(guesses: int, answers: int) -> int:
    """Bytes that columns take while they are made: themselves, and the matrix."""
    return 2 * padded(guesses, COLUMN_GUESSES) * padded(answers, TRANSPOSE_SIDE)


def columns_of(device: Device, rows: LetterRows) -> Columns:
    """Compute the columns of all guesses."""
    guesses = int(rows.slots.shape[0])
    codes = matrix(device, rows, whole_tables(rows), 0, guesses)
    columns = device.empty((rows.answers, padded(guesses, COLUMN_GUESSES)), np.uint8)
    device.launch(
        source.MOST,
        "transpose_codes",
        (-(-columns.shape[1] // TRANSPOSE_SIDE), -(-rows.answers // TRANSPOSE_SIDE)),
        TRANSPOSE_THREADS,
        (
            codes,
            np.int64(codes.shape[1]),
            np.int32(guesses),
            np.int32(rows.answers),
            columns,
            np.int64(columns.shape[1]),
        ),
    )
    return Columns(columns, guesses, 3**rows.length - 1)


@dataclass(frozen=True, eq=False)
class Scorer:
    """Scores groups with the letter rows of some guesses."""

    device: Device
    rows: LetterRows
    n_log_n: Any  # device int64 (largest group + 1,): see gpuwordle.scoring.logs.log_table
    restarts: Any  # device uint32 (1,): how often a guess overflowed its hash table and restarted
    weights: Any = None  # device uint32 (answers,); None if all weights are 1

    def score(
        self,
        groups: DeviceGroups,
        pairs: Pairs,
        form: Form,
        key: Key | None = None,
    ) -> Any:
        """Score pairs of a group and a guess; ``key`` is needed if ``form`` is `Form.KEYS`.

        Returns a device array: int64 (4, pairs) of statistics, or (5, pairs) if candidates have
        weights, int64 (pairs,) of keys or int32 (pairs,) of bucket counts.
        """
        device, total = self.device, int(pairs.offsets[-1])
        weighs = self.weights is not None and form != Form.BUCKETS
        weighs &= key is None or not key.ignores_weights
        if form == Form.STATISTICS:
            out = device.empty((5 if weighs else 4, total), np.int64)
        else:
            out = device.empty(total, np.int64 if form == Form.KEYS else np.int32)
        device_weights = NULL
        if key is not None:
            buckets, largest, squares, logs = key.weights
            largest, heaviest = (0, largest) if key.heaviest and weighs else (largest, 0)
            five = [buckets, largest, squares, logs, heaviest]
            device_weights = device.to_device(five, np.int64)
        for chosen, tables in self._tables(groups, weighs):
            sizes = groups.sizes[chosen]
            segments = np.stack(
                [tables.starts, sizes, pairs.offsets[chosen], pairs.offsets[chosen + 1]], axis=1
            )
            # One launch for each power of two: the kernel, and the size of its hash table.
            bins = np.where(sizes <= SMALL_WIDTHS[-1], 0, bit_lengths(sizes - 1))
            for which in np.flatnonzero(np.bincount(bins)):
                here = bins == which
                some = Segments.of(device, segments[here])
                places = tables.places[here] if weighs else None
                self._launch(tables, some, pairs.pool, form, out, total, device_weights, places)
        return out

    def score_whole(self, segment: Any, guesses: int, pool: Any) -> Any:
        """Score some guesses on all answers: device int64 (4, guesses).

        ``segment`` is their `whole_segment` on the device, ``pool`` is that of `Pairs`.
        """
        out = self.device.empty((4, guesses), np.int64)
        segments = Segments(segment, 1, self.rows.answers, guesses)
        whole = whole_tables(self.rows)
        self._launch(whole, segments, pool, Form.STATISTICS, out, guesses, NULL)
        return out

    def _tables(
        self, groups: DeviceGroups, weighs: bool
    ) -> Iterator[tuple[npt.NDArray[np.intp], Tables]]:
        """Yield groups with the tables that hold their rows, copied unless they are all answers."""
        sizes, rows = groups.sizes, self.rows
        if groups.counts_up and sizes[0] == rows.answers:
            yield np.zeros(1, np.intp), whole_tables(rows)
            return
        smallest = 1
        for width in () if weighs else SMALL_WIDTHS:  # with weights, whole pieces are read
            chosen = np.flatnonzero((sizes >= smallest) & (sizes <= width))
            if len(chosen):
                yield chosen, one_by_one(self.device, rows, groups, chosen, width)
            smallest = width + 1
        chosen = np.flatnonzero(sizes >= smallest)
        if len(chosen):
            yield chosen, side_by_side(self.device, rows, groups, chosen)

    def _launch(
        self,
        tables: Tables,
        segments: Segments,
        pool: Any,
        form: Form,
        out: Any,
        total: int,
        weights: Any,
        places: npt.NDArray[np.int64] | None = None,
    ) -> None:
        """Score pairs; ``places``, (groups,), is that of `Tables`, or None without weights."""
        device, rows, table = self.device, self.rows, tables.rows
        letters: tuple[Any, ...] = ()
        weighted: tuple[Any, ...] = ()
        if places is None:
            digits = rows.digits if tables.rows is rows.rows else None
            choice = kernel_choice(
                device, rows.length, segments.largest, rows.other, digits=digits is not None
            )
        else:
            choice = weighted_choice(device, rows.planes, segments.largest)
            answers = NULL if tables.answers is None else tables.answers
            weighted = device.to_device(places, np.int64), answers, self.weights
        extra = choice.extra
        if choice.kernel in ("score_hash", "score_weighted"):
            extra = (*extra, self.restarts)
        if choice.kernel == "score_digits":
            table, letters = digits, (rows.places,)
        batches = -(-segments.most_pairs // choice.pairs_per_block)
        share = -(-device.busy_blocks // segments.groups)
        device.launch(
            choice.variant,
            choice.kernel,
            (segments.groups, max(1, min(batches, share, MOST_BLOCKS))),
            choice.threads,
            (
                table,
                np.uint32(tables.stride),
                np.uint32(rows.count - 1),
                rows.slots,
                *letters,
                segments.on_device,
                *weighted,
                NULL if pool is None else pool,
                self.n_log_n,
                np.int32(form),
                out,
                np.int64(total),
                weights,
                *extra,
            ),
            choice.shared,
        )

    def best(self, keys: Any, groups: DeviceGroups, pairs: Pairs, guess_answer: Any) -> Any:
        """Choose the guess with the smallest key in each group: device int32 (groups,).

        ``keys`` is the result of `score` for these pairs; the candidates of each group are sorted;
        ``guess_answer``, device int32 (guesses,), is the answer that each guess is, or -1.
        """
        best = self.device.empty(len(groups), np.int32)
        most_pairs = int(np.diff(pairs.offsets).max())
        self.device.launch(
            source.BEST,
            "best_guesses",
            (len(groups),),
            min(padded(most_pairs, WARP), 1024 if len(groups) == 1 else 256),
            (
                keys,
                self.device.to_device(pairs.offsets, np.int64),
                NULL if pairs.pool is None else pairs.pool,
                guess_answer,
                groups.candidates,
                self.device.to_device(groups.offsets, np.int64),
                best,
            ),
        )
        return best

    def finest(self, keys: Any, pairs: Pairs, finest: npt.NDArray[np.int64]) -> Any:
        """Find the lowest guess of each group's pool that has the group's finest key; -1 for none.

        Returns a device array of int32 (groups,).
        """
        found = self.device.empty(len(finest), np.int32)
        self.device.launch(
            source.split(self.rows.planes),
            "finest_guesses",
            (len(finest),),
            WARP,
            (
                keys,
                self.device.to_device(pairs.offsets, np.int64),
                pairs.pool,
                self.device.to_device(finest, np.int64),
                found,
            ),
        )
        return found


class Tiles:
    """Cuts the work of a vocabulary into tiles that fit the device, and keeps what fits whole.

    ``memory`` is the bytes that may be taken on the device, None for most of what is free there.
    """

    def __init__(self, words: DeviceWords, memory: int | None) -> None:
        self._device, self.words, self._vocabulary = words.device, words, words.vocabulary
        device = self._device
        self.memory = MemoryBudget(
            device.name,
            words.vocabulary,
            memory,
            device.free_bytes,
            device.ran_out,
            self._forget,
        )
        coloured = self._vocabulary.rule.has_colours
        self._by_rule = None if coloured else RuleRows(device, self._vocabulary)
        self._whole: Scorer | None = None
        self._planned: PlannedRows | None = None
        self._count = 0
        self._columns: Columns | None = None

    def _forget(self) -> None:
        """Give back the rows, plan and columns; they are made again if they then fit."""
        self._whole = self._columns = self._planned = None
        self._device.release()

    @cached_property
    def plan(self) -> RowPlan:
        """The letter rows of all guesses, planned on the host."""
        words = self._vocabulary
        return RowPlan.under(words.rule, words.guess_letters, words.alphabet)

    @cached_property
    def _restarts(self) -> Any:
        return self._device.zeros(1, np.uint32)

    def whole_scorer(self, budget: int) -> Scorer | None:
        """Rows of all guesses, built once and kept; None if they take more than the budget."""
        if self._whole is None and self._by_rule is not None:
            if self._by_rule.bytes_of(self.plan) <= budget:
                self._whole = self._scorer(self._by_rule.build(self.plan))
        elif self._whole is None:
            count = self._row_count(budget)
            if self.words.row_bytes(count) <= budget:
                planned = self._planned or sent_over(self._device, self.plan)
                self._whole = self._scorer(self.words.build(planned, count))
        return self._whole

    def columns(self, groups: Groups, budget: int) -> Columns | None:
        """Codes column by column, made once and kept; None if they do not fit or do not pay.

        Making them takes as long as scoring as many candidates as there are answers.
        """
        if len(groups.candidates) < len(self._vocabulary.answers):
            return None
        if self._columns is None and self.columns_fit(budget):
            whole = self.whole_scorer(budget // 2)
            if whole is not None:
                self._columns = columns_of(self._device, whole.rows)
        return self._columns

    def columns_fit(self, budget: int) -> bool:
        """Whether codes column by column can be made: up to five letters, not many words."""
        if self._columns is not None:
            return True
        guesses, answers = len(self._vocabulary.guesses), len(self._vocabulary.answers)
        one_plane = self._by_rule is None and plane_count(self._vocabulary.length) == 1
        return one_plane and column_bytes(guesses, answers) <= budget // 2

    def of_guesses(self, guesses: Indices, budget: int) -> Iterator[tuple[slice, Scorer]]:
        """Cut guesses into runs whose rows fit; yields each run and a scorer for it."""
        whole = self.whole_scorer(budget)
        if whole is not None:
            if not is_whole(guesses, len(self._vocabulary.guesses)):
                chosen = self._device.to_device(guesses, np.int32)
                slots = self._device.take(whole.rows.slots, chosen)
                whole = replace(whole, rows=replace(whole.rows, slots=slots))
            yield slice(0, len(guesses)), whole
            return
        by_rule = self._by_rule

        def fits(plan: RowPlan) -> bool:
            needed = self.words.row_bytes(len(plan)) if by_rule is None else by_rule.bytes_of(plan)
            return needed <= budget

        for some, plan in parts_that_fit(self.plan.of_guesses(guesses), fits):
            if by_rule is None:
                rows = self.words.build(sent_over(self._device, plan), len(plan))
            else:
                rows = by_rule.build(plan)
            yield some, self._scorer(rows)

    def of_groups(
        self,
        groups: Groups | DeviceGroups,
        counts: npt.NDArray[np.integer],
        form: Form,
        budget: int,
    ) -> Iterator[slice]:
        """Cut groups into runs whose tables and results fit; at least one group each.

        ``counts``, (groups,), says how many guesses score each group. A run fits if its bytes are
        within the budget and its tables have no more columns than one launch can gather.
        """
        if self._whole is not None:
            rows = self._whole.rows.count
        elif self._by_rule is not None:
            rows = self._by_rule.most(int(counts.max())) + 1
        else:
            most = plane_count(self._vocabulary.length) * DIGITS_PER_PLANE * int(counts.max())
            rows = min(len(self.plan), most) + 1
        widths = table_widths(groups.sizes, weighs=self._vocabulary.weights is not None)
        each = rows * widths + counts * FORM_BYTES[form]
        for some in runs(widths, MOST_POSITIONS):
            for part in runs(each[some], budget):
                yield slice(some.start + part.start, some.start + part.stop)

    def best_of(
        self,
        whole: Scorer,
        groups: Groups | DeviceGroups,
        pools: Groups | DeviceGroups | None,
        key: Key,
        budget: int,
        finest: npt.NDArray[np.int64] | None = None,
    ) -> npt.NDArray[np.int32]:
        """Choose a guess of its pool for each group, whose candidates ascend: int32 (groups,).

        All guesses are the pool if ``pools`` is None. With ``finest`` keys of the groups, only
        guesses that reach them are chosen, and -1 if there is none.
        """
        device, guess_count = self._device, len(self._vocabulary.guesses)
        best = np.empty(len(groups), np.int32)
        counts = np.full(len(groups), guess_count) if pools is None else pools.sizes
        for some in self.of_groups(groups, counts, Form.KEYS, budget):
            here = on_device(device, groups.between(some.start, some.stop))
            if pools is None:
                pairs = Pairs.all_guesses(len(here), guess_count)
            else:
                pool = on_device(device, pools.between(some.start, some.stop))
                pairs = Pairs(pool.offsets, pool.candidates)
            keys = whole.score(here, pairs, Form.KEYS, key)
            if finest is None:
                found = whole.best(keys, here, pairs, self.words.guess_answer)
            else:
                found = whole.finest(keys, pairs, finest[some])
            best[some] = device.to_host(found)
        return best

    def _row_count(self, budget: int) -> int:
        """Count the rows of all guesses; they are planned on the device if that fits the budget."""
        if self._planned is None:
            if not self.words.can_plan(budget):
                return len(self.plan)
            planned = self.words.plan()
            self._count = int(self._device.to_host(planned.count)[0])
            self._planned = planned
        return self._count

    def _scorer(self, rows: LetterRows) -> Scorer:
        logs = self._device.n_log_n(self._vocabulary.total_weight)
        return Scorer(self._device, rows, logs, self._restarts, self.words.weights)


def bit_lengths(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Bits of positive integers below 2**53: exact, as `frexp` takes the exponent apart."""
    return np.frexp(numbers.astype(np.float64))[1].astype(np.int64)
