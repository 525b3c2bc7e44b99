"""What a backend keeps of its vocabulary, and how much memory it may take for it."""

from __future__ import annotations

import os
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.memory import LEAST, MEMORY_VARIABLE, SHARE_OF_TABLES, ceiling, check
from gpuwordle.scoring.contributions import Contributions, Placements, paired_codes_in_parts
from gpuwordle.scoring.rows import RowPlan
from gpuwordle.words.vocabulary import Vocabulary

MOST_CONTRIBUTIONS = 256 << 20
"""Bytes that the table of contributions may take unless memory is given."""


class KeptTables:
    """A vocabulary with the tables that are made of it once, when they are first needed.

    Parameters
    ----------
    vocabulary
        The words to compute with.
    memory
        Bytes that tables and results may take at a time; see `gpuwordle.memory.ceiling`.

    Raises
    ------
    UserError
        If memory is no positive number.
    """

    def __init__(self, vocabulary: Vocabulary, *, memory: int | None = None) -> None:
        self.vocabulary = vocabulary
        self._memory_is_given = memory is not None
        if self._memory_is_given or os.environ.get(MEMORY_VARIABLE):
            self.memory = ceiling(memory)  # says at once what is wrong with it

    @cached_property
    def memory(self) -> int:
        """Bytes that tables and results may take at a time."""
        return ceiling()  # asks the system, which takes longer than to score a few words

    @cached_property
    def plan(self) -> RowPlan:
        """The letter rows of all guesses."""
        return RowPlan.of(self.vocabulary.guess_letters)

    @cached_property
    def contributions(self) -> Contributions | None:
        """The table of contributions of the whole vocabulary, or None where it would not fit.

        It takes kilobytes for most lists. Where words are long and letters are two or three,
        nearly every word is a new way for a letter to stand; then tables are made for some guesses
        and answers at a time.
        """
        placements = Placements.of(self.vocabulary.answer_letters, len(self.vocabulary.alphabet))
        room = self._table_bytes(MOST_CONTRIBUTIONS)
        if placements.numbers.dtype != np.uint16:
            return None
        if Contributions.bytes_needed(self.plan, placements) > room:
            return None
        return Contributions.of(self.plan, placements)

    def _table_bytes(self, usual: int) -> int:
        """Bytes that tables may take: no more than is usual, unless more was given."""
        most = self.memory // SHARE_OF_TABLES
        return most if self._memory_is_given else min(most, usual)

    def _check_result(self, what: str, shape: tuple[int, int], columns: str, each: int) -> None:
        """Refuse a result that does not fit the memory."""
        needed = shape[0] * shape[1] * each
        if needed <= LEAST:
            return  # without asking the system, which takes longer than a small result
        check(
            needed,
            max(self.memory, LEAST),
            f"the {what} of {shape[0]:,} guesses on {shape[1]:,} {columns}",
            f"give fewer guesses or {columns} at a time",
        )

    def _paired_codes(
        self, guesses: npt.NDArray[np.integer], answers: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.unsignedinteger]:
        """Compute the code of each pair; see `Backend.paired_codes`."""
        if self.contributions is not None:
            return self.contributions.paired_codes(guesses, answers)
        words = self.vocabulary
        letters = words.guess_letters, words.answer_letters, len(words.alphabet)
        return paired_codes_in_parts(*letters, guesses, answers)
