"""The rows of rules other than Wordle's, made on the device from the table of contributions.

Under a rule that is a sum over letters, words of up to five letters have letter rows as under
Wordle's. All other guesses have separate rows, which hold their codes: one byte, or a byte for
each digit of base 243 where a rule has more than 256 codes. The kernels that add rows up read all
of them in the same way (``rule_rows.cu``).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.rows import Coded, LetterRows, row_stride, slots_in_reading_order
from gpuwordle.rules.planes import DIGITS_PER_PLANE, PLANE_BASE, plane_count
from gpuwordle.scoring.contributions import Contributions, Placements, RowPlan, plane_base
from gpuwordle.words.vocabulary import Vocabulary

TABLE_THREADS = 128
BYTE_CODES = 256


class RuleRows:
    """Rows of guesses of a vocabulary whose rule is not Wordle's."""

    def __init__(self, device: Device, vocabulary: Vocabulary) -> None:
        self._device, self._vocabulary = device, vocabulary
        rule, length = vocabulary.rule, vocabulary.length
        self._by_letter = rule.is_sum and plane_count(length) == 1
        codes, planes = rule.codes(length), 1
        while codes > BYTE_CODES and PLANE_BASE**planes < codes:
            planes += 1
        self._coded = Coded(planes, codes)

    def count(self, plan: RowPlan) -> int:
        """Return the number of rows of the guesses of a plan, without the zero row."""
        return len(plan) if self._by_letter else len(plan.slots) * self._coded.planes

    def most(self, guesses: int) -> int:
        """Return the most rows that some guesses have."""
        return guesses * (DIGITS_PER_PLANE if self._by_letter else self._coded.planes)

    def bytes_of(self, plan: RowPlan) -> int:
        """Return the bytes that the rows of a plan take, and what they are made from."""
        rows = (self.count(plan) + 1) * row_stride(len(self._vocabulary.answers))
        made_from = Contributions.bytes_needed(plan, self._placements)
        return rows + made_from + 4 * self._placements.numbers.size

    def build(self, plan: RowPlan) -> LetterRows:
        """Make the rows of the guesses of a plan."""
        device, rule = self._device, self._vocabulary.rule
        answers, count, planes = len(self._vocabulary.answers), self.count(plan), self._coded.planes
        table = Contributions.of(plan, self._placements, rule)
        if self._by_letter:
            terms = np.arange(count, dtype=np.int32)[:, None]
            slots = slots_in_reading_order(plan)
        else:
            terms = np.ascontiguousarray(plan.slots.reshape(len(plan.slots), -1))
            slots = np.full((len(plan.slots), planes, DIGITS_PER_PLANE), count, np.int32)
            slots[:, :, 0] = np.arange(count).reshape(-1, planes)
        numbers = np.ascontiguousarray(self._placements.numbers.T, np.uint32)
        given = device.all_to_device([table.table.ravel(), table.base, table.letters, numbers])
        stride = row_stride(answers)
        rows = device.empty((count + 1, stride), np.uint8)
        device.launch(
            source.RULE_ROWS,
            "rows_by_table",
            (len(terms) + 1, -(-stride // TABLE_THREADS)),
            TABLE_THREADS,
            (
                *given,
                np.int32(answers),
                device.to_device(terms, np.int32),
                np.int32(len(terms)),
                np.int32(terms.shape[1]),
                np.uint32(plane_base(rule)),
                np.int32(planes),
                np.uint32(stride),
                rows,
            ),
        )
        there = device.to_device(slots, np.int32)
        return LetterRows(rows, there, answers, plan.length, planes, other=self._coded)

    @cached_property
    def _placements(self) -> Placements:
        words = self._vocabulary
        return Placements.under(words.rule, words.answer_letters, words.alphabet)
