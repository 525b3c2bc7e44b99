"""A vocabulary on a CUDA device: its letters go over once, and what follows is made there."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from gpuwordle.backends.cuda import plan
from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.plan import PlannedRows
from gpuwordle.backends.cuda.rows import LetterRows, build_rows, row_stride
from gpuwordle.words.vocabulary import Vocabulary


class DeviceWords:
    """The words of a vocabulary on a device.

    Parameters
    ----------
    device
        Where.
    vocabulary
        Whose words.
    """

    def __init__(self, device: Device, vocabulary: Vocabulary) -> None:
        self.device, self.vocabulary = device, vocabulary

    @cached_property
    def guess_letters(self) -> Any:
        """Letters of the guesses: device array of uint8, shape (guesses, length)."""
        return self.device.to_device(self.vocabulary.guess_letters, np.uint8)

    @cached_property
    def answer_letters(self) -> Any:
        """Letters of the answers place by place: device array of uint8, shape (length, stride)."""
        words = self.vocabulary
        chosen = None if words.answers is words.guesses else words.answer_guess
        stride = row_stride(len(words.answers))
        return plan.spread_letters(self.device, self.guess_letters, chosen, stride)

    @cached_property
    def guess_answer(self) -> Any:
        """The answer that each guess is, or -1: device array of int32, shape (guesses,)."""
        return self.device.to_device(self.vocabulary.guess_answer, np.int32)

    @cached_property
    def answer_guess(self) -> Any:
        """The guess that each answer is: device array of int32, shape (answers,)."""
        return self.device.to_device(self.vocabulary.answer_guess, np.int32)

    def can_plan(self, budget: int) -> bool:
        """Whether a bit for every row that there could be fits into so many bytes."""
        words = self.vocabulary
        return plan.bytes_needed(len(words.alphabet), words.length) <= budget

    def plan(self) -> PlannedRows:
        """Plan the rows of all guesses on the device."""
        return plan.plan_rows(self.device, self.guess_letters, len(self.vocabulary.alphabet))

    def build(self, planned: PlannedRows, count: int) -> LetterRows:
        """Build so many planned rows for all answers."""
        answers = len(self.vocabulary.answers)
        return build_rows(self.device, planned, count, self.answer_letters, answers)

    def row_bytes(self, rows: int) -> int:
        """Return what so many rows and the zero row take."""
        return (rows + 1) * row_stride(len(self.vocabulary.answers))
