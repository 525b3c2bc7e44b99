"""What searches of one vocabulary share: tables, keys of sets, memos, and rooms to work in."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.memory import ceiling
from gpuwordle.optimal.legality import key_of
from gpuwordle.optimal.memo import ENTRY_BYTES, Memo, grown
from gpuwordle.optimal.objective import Clue
from gpuwordle.optimal.question import TOO_DEEP, limit_key
from gpuwordle.optimal.scratch import Scratch, scratch_for
from gpuwordle.optimal.tables import Numbering, tables_of
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY
from gpuwordle.words.vocabulary import Vocabulary

Indices = npt.NDArray[np.integer]
FIRST_SLOTS = 1 << 18

WORK_BYTES = 3 << 29
"""Bytes that openers' parts and lists of supersets take beside a memo, at most."""


class Resources:
    """Tables, memos and scratches of a vocabulary; several threads may take them at once.

    Parameters
    ----------
    vocabulary
        The words.
    hard
        Play hard mode.
    backend
        What computes the patterns.
    memory
        Bytes that codes, memo and work beside it may take; see `gpuwordle.memory.ceiling`.

    Attributes
    ----------
    engine : Backend
        What computes the patterns.
    work_bytes : int
        Bytes for openers' parts and lists of supersets.

    Raises
    ------
    UserError
        If the vocabulary does not fit the memory.
    """

    def __init__(
        self, vocabulary: Vocabulary, *, hard: bool, backend: str | Backend, memory: int | None
    ) -> None:
        self.vocabulary, self.hard = vocabulary, hard
        self.numbering = Numbering.of(vocabulary)
        room = ceiling(memory)
        engine = self.engine = engine_for(vocabulary, backend)
        self.contributions = engine.contributions
        self.tables = tables_of(vocabulary, self.numbering, backend=engine, memory=room)
        room -= self.tables.codes.nbytes + self.tables.columns.nbytes
        self.work_bytes = min(room // 2, WORK_BYTES)
        room -= self.work_bytes
        # Growing needs the old memo beside the new one.
        self._most_slots = max(1 << 10, 1 << int(np.log2(max(1, room * 2 / 3 / ENTRY_BYTES))))
        self.memos: dict[bool, Memo] = {}
        self._free: list[Scratch] = []
        self._lock = threading.Lock()
        self._shape = (24, 1 << 20)

    def key(self, candidates: Indices) -> tuple[np.uint64, np.uint64]:
        """Return the two words that know a set."""
        words = self.tables.hash_words[self.numbering.answer_number[candidates]]
        one, two = np.bitwise_xor.reduce(words, axis=0)
        return one, two

    def asked_key(
        self, key1: np.uint64, key2: np.uint64, clues: Sequence[Clue], left: int
    ) -> tuple[np.uint64, np.uint64]:
        """Return the key of a set with all that is asked of it."""
        one, two = map(np.uint64, limit_key(left))
        if self.hard:
            demands = self._demands_of(clues)
            a, b = key_of(demands, self.vocabulary.length, self.tables.legal_hash_words)
            one, two = one ^ np.uint64(a), two ^ np.uint64(b)
        return key1 ^ one, key2 ^ two

    def _demands_of(self, clues: Sequence[Clue]) -> npt.NDArray[np.uint8]:
        demands = np.zeros(self.vocabulary.length + len(self.vocabulary.alphabet), np.uint8)
        self.set_demands(demands, clues)
        return demands

    def set_demands(self, demands: npt.NDArray[np.uint8], clues: Sequence[Clue]) -> None:
        """Fill what clues ask for in hard mode, from their colours."""
        demands[:] = 0
        length = self.vocabulary.length
        for guess, code in clues if self.hard else ():
            letters = self.vocabulary.guess_letters[guess]
            colours = colours_of_codes(code, length)
            for place in np.flatnonzero(colours == GREEN):
                demands[place] = letters[place] + 1
            copies = np.bincount(letters[colours != GREY], minlength=len(demands) - length)
            np.maximum(demands[length:], copies.astype(np.uint8), out=demands[length:])

    def memo(self, any_tree: bool) -> Memo:
        """Return the memo of totals, or that of whether there is any tree at all."""
        with self._lock:
            if any_tree not in self.memos:
                if self.memos:  # the two share the memory
                    self._most_slots = max(1 << 10, self._most_slots // 2)
                slots = min(FIRST_SLOTS, self._most_slots)
                self.memos[any_tree] = Memo.of(slots, growing=slots < self._most_slots)
            return self.memos[any_tree]

    def grow_memo(self, full: Memo, any_tree: bool = False) -> None:
        """Double a memo, unless another thread has done so already."""
        with self._lock:
            if self.memos[any_tree] is full:
                most = max(self._most_slots, len(full.entries))
                self.memos[any_tree] = grown(full, most=most)

    def roomy_memo(self) -> Memo:
        """Return the memo of totals, grown if it is time."""
        memo = self.memo(False)
        if memo.used[0] > memo.limit[0]:
            self.grow_memo(memo)
        return self.memo(False)

    def give_back(self, scratch: Scratch) -> None:
        """Keep what a search worked in for the next one."""
        with self._lock:
            self._free.append(scratch)

    def take_scratch(self) -> Scratch:
        """Return something to work in that no other thread has."""
        with self._lock:
            if self._free:
                return self._free.pop()
            depth, gathered = self._shape
        return scratch_for(self.tables, hard=self.hard, depth=depth, gathered=gathered)

    def larger_scratch(self, scratch: Scratch, status: int) -> Scratch:
        """Make a scratch with a deeper stack, or with more room for gathered codes."""
        depth, gathered = len(scratch.frames), len(scratch.gathered)
        if status == TOO_DEEP:
            depth *= 2
        else:
            gathered *= 4
        with self._lock:
            self._shape = max(depth, self._shape[0]), max(gathered, self._shape[1])
            depth, gathered = self._shape
        control = scratch.control
        return scratch_for(
            self.tables, hard=self.hard, depth=depth, gathered=gathered, control=control
        )
