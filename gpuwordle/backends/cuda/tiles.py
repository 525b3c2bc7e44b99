"""What fits into a CUDA device's memory, and how the rest is cut into tiles.

A table of rows that is too large is made for some of the guesses at a time; many groups are scored
some groups at a time. Where memory runs out all the same, tiles are halved and the work starts
again.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Indices
from gpuwordle.backends.cuda import most, scoring
from gpuwordle.backends.cuda import rows as cuda_rows
from gpuwordle.backends.cuda.groups import DeviceGroups, is_whole
from gpuwordle.backends.cuda.plan import PlannedRows, sent_over
from gpuwordle.backends.cuda.scoring import Form, Scorer
from gpuwordle.backends.cuda.words import DeviceWords
from gpuwordle.errors import UserError
from gpuwordle.scoring.contributions import DIGITS_PER_PLANE, RowPlan, plane_count
from gpuwordle.scoring.groups import Groups

SHARE_OF_FREE_MEMORY = 0.8
LEAST_MEMORY = 1 << 20
"""Bytes below which smaller tiles are not tried any more."""

Result = TypeVar("Result")


class Tiles:
    """Cuts the work of a vocabulary into what fits the device, and keeps the rows that fit whole.

    Parameters
    ----------
    words
        The vocabulary on its device.
    memory
        Bytes that may be taken on the device; most of what is free there when None.
    """

    def __init__(self, words: DeviceWords, memory: int | None) -> None:
        self._device, self._words, self._vocabulary = words.device, words, words.vocabulary
        self._memory = memory
        self._largest: int | None = None
        self._whole: Scorer | None = None
        self._planned: PlannedRows | None = None
        self._count = 0
        self._columns: most.Columns | None = None

    @cached_property
    def plan(self) -> RowPlan:
        """The letter rows of all guesses, planned on the host."""
        return RowPlan.of(self._vocabulary.guess_letters)

    @cached_property
    def _restarts(self) -> Any:
        return self._device.xp.zeros(1, np.uint32)

    def budget(self) -> int:
        """Bytes of the device that may be taken now."""
        budget = self._memory
        if budget is None:
            budget = int(self._device.free_bytes() * SHARE_OF_FREE_MEMORY)
        return budget if self._largest is None else min(budget, self._largest)

    def within_memory(self, compute: Callable[[int], Result]) -> Result:
        """Compute with a budget of bytes; where the device refuses, with half of it, and so on.

        Raises
        ------
        UserError
            If the device refuses what is least.
        """
        name, words = self._device.name, self._vocabulary
        free, budget = self._device.free_bytes(), self.budget()
        while True:
            try:
                return compute(budget)
            except self._device.out_of_memory:
                self._whole = self._columns = self._planned = None
                self._device.release()
                if budget // 2 < LEAST_MEMORY:
                    raise UserError(
                        f"{name} has too little free memory ({free >> 20} MiB) for "
                        f"{len(words.answers)} answers of {words.length} letters; close other "
                        "programs that use it, or choose --backend numba"
                    ) from None
                budget //= 2
                self._largest = budget
                warnings.warn(
                    f"{name} ran out of memory; going on with tiles of {budget >> 20} MiB",
                    RuntimeWarning,
                    stacklevel=3,
                )

    def whole_scorer(self, budget: int) -> Scorer | None:
        """Rows of all guesses, built once and kept; None if they take more than the budget."""
        if self._whole is None:
            count = self._row_count(budget)
            if self._words.row_bytes(count) <= budget:
                planned = self._planned or sent_over(self._device, self.plan)
                self._whole = self._scorer(planned, count)
        return self._whole

    def columns(self, groups: Groups, budget: int) -> most.Columns | None:
        """Codes column by column, made once and kept; None where they cannot be or do not pay.

        They take what scoring as many candidates takes as there are answers.
        """
        if len(groups.candidates) < len(self._vocabulary.answers):
            return None
        if self._columns is None and self.columns_fit(budget):
            whole = self.whole_scorer(budget // 2)
            if whole is not None:
                self._columns = most.columns_of(self._device, whole.rows)
        return self._columns

    def columns_fit(self, budget: int) -> bool:
        """Whether codes column by column can be made: words of up to five letters, and not many."""
        if self._columns is not None:
            return True
        guesses, answers = len(self._vocabulary.guesses), len(self._vocabulary.answers)
        one_plane = plane_count(self._vocabulary.length) == 1
        return one_plane and most.bytes_needed(guesses, answers) <= budget // 2

    def of_guesses(self, guesses: Indices, budget: int) -> Iterator[tuple[slice, Scorer]]:
        """Cut guesses into runs whose rows fit: which guesses, and a scorer for these."""
        whole = self.whole_scorer(budget)
        if whole is not None:
            if is_whole(guesses, len(self._vocabulary.guesses)):
                yield slice(0, len(guesses)), whole
            else:
                slots = whole.rows.slots[self._device.to_device(guesses, np.int64)]
                yield slice(0, len(guesses)), whole.with_slots(slots)
            return
        first = 0
        while first < len(guesses):
            count = self._run_that_fits(guesses[first:], budget)
            some = self.plan.of_guesses(guesses[first : first + count])
            planned = sent_over(self._device, some)
            yield slice(first, first + count), self._scorer(planned, len(some))
            first += count

    def of_groups(
        self,
        groups: Groups | DeviceGroups,
        counts: npt.NDArray[np.integer],
        form: Form,
        budget: int,
    ) -> Iterator[slice]:
        """Cut groups into runs whose tables and results fit; at least one group each.

        Parameters
        ----------
        groups
            Each scored by so many guesses of ``counts``.
        form
            What is kept of a score.
        """
        if self._whole is not None:
            rows = self._whole.rows.count
        else:
            each = plane_count(self._vocabulary.length) * DIGITS_PER_PLANE
            rows = min(len(self.plan), each * int(counts.max())) + 1
        taken = cuda_rows.table_bytes(rows, groups.sizes) + counts * scoring.FORM_BYTES[form]
        ends = np.cumsum(taken)
        first = 0
        while first < len(groups):
            before = ends[first - 1] if first else 0
            last = int(np.searchsorted(ends, before + budget, side="right"))
            last = max(last, first + 1)
            yield slice(first, last)
            first = last

    def _row_count(self, budget: int) -> int:
        """How many rows all guesses need; planned on the device if that fits the budget."""
        if self._planned is None:
            if not self._words.can_plan(budget):
                return len(self.plan)
            planned = self._words.plan()
            self._count = int(self._device.to_host(planned.count)[0])
            self._planned = planned
        return self._count

    def _scorer(self, planned: PlannedRows, count: int) -> Scorer:
        logs = self._device.n_log_n(len(self._vocabulary.answers))
        return Scorer(self._device, self._words.build(planned, count), logs, self._restarts)

    def _run_that_fits(self, guesses: Indices, budget: int) -> int:
        """How many of the first guesses have rows that fit together; at least one."""
        slots = self.plan.slots[guesses].reshape(len(guesses), -1)
        # Every row counts where a guess is the first to need it.
        rows, first_needed = np.unique(slots, return_index=True)
        new = np.bincount(
            first_needed[rows < len(self.plan)] // slots.shape[1], minlength=len(guesses)
        )
        room = budget // cuda_rows.row_stride(len(self._vocabulary.answers)) - 1
        return max(1, int(np.searchsorted(np.cumsum(new), room, side="right")))
