"""What searches of one vocabulary share: tables, keys, memos, workspaces and threads."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError, whole_number
from gpuwordle.memory import ceiling
from gpuwordle.optimal.cancellation import STOP, Deadline, run_all
from gpuwordle.optimal.code_tables import Numbering, tables_of
from gpuwordle.optimal.legality import add_clue, hash_of_demands
from gpuwordle.optimal.memo import DEEPEST, ENTRY_BYTES, FIRST_SLOTS, Memo, grown, limit_key
from gpuwordle.optimal.question import TOO_DEEP, Clue, check_limit
from gpuwordle.optimal.workspace import (
    FIRST_DEPTH,
    FIRST_LEGAL_CODES,
    Workspace,
    workspace_for,
)
from gpuwordle.rules.conditions import NO_LIMIT, Conditions
from gpuwordle.scoring.groups import Indices, checked_index, checked_indices
from gpuwordle.threads import default_threads, pieces
from gpuwordle.words.vocabulary import Vocabulary, check_unweighted

Item = TypeVar("Item")

WORK_BYTES = 3 << 29
"""Most bytes that openers' buckets and lists of supersets take in addition to a memo."""

PIECES_PER_THREAD = 8
"""Slices into which work is cut for each thread, so that all end at about the same time."""


def checked_candidates(vocabulary: Vocabulary, candidates: Indices) -> Indices:
    """Return candidates as indices of answers; UserError if there is none, or one twice."""
    found = checked_indices(candidates, len(vocabulary.answers), "answer")
    if not len(found):
        raise UserError("there is no candidate: give the indices of one answer or more")
    ascending = np.sort(found)
    twice = ascending[1:][ascending[1:] == ascending[:-1]]
    if len(twice):
        raise UserError(f"candidate {twice[0]} is given twice: give each once")
    return found


class SearchedWords(ABC):
    """A vocabulary and the conditions of its games as exact searches read them.

    ``allowed`` are the guesses allowed in a game, None for no limit; ``memory`` are the bytes that
    codes may take (see `gpuwordle.memory.ceiling`). Raises UserError if fewer guesses are allowed
    than the search takes as a limit, the words have weights that it does not support, or the codes
    do not fit in memory.
    """

    weighs = False

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        hard: bool,
        allowed: int | None,
        backend: str | Backend,
        memory: int | None,
    ) -> None:
        if not isinstance(vocabulary, Vocabulary):
            raise TypeError(f"{vocabulary!r:.40} is not a Vocabulary: give one")
        rules = Conditions(hard=hard, allowed=allowed)
        rules.check_rule(vocabulary.rule)
        check_limit(rules.allowed)
        if not self.weighs:
            check_unweighted(vocabulary, "optimal play")
        self.hard, self.allowed = rules.hard, rules.allowed
        self.vocabulary, self.numbering = vocabulary, Numbering.of(vocabulary)
        self.engine = engine_for(vocabulary, backend)
        self.tables = tables_of(vocabulary, self.numbering, backend=self.engine, memory=memory)

    def left_after(self, played: int) -> int:
        """Return the guesses left after a number of guesses."""
        if self.allowed is None or self.allowed >= DEEPEST:
            return NO_LIMIT
        return self.allowed - played

    def key(self, candidates: Indices) -> tuple[np.uint64, np.uint64]:
        """Return the bare key of a candidate set."""
        words = self.tables.hash_words[self.numbering.answer_number[candidates]]
        one, two = np.bitwise_xor.reduce(words, axis=0)
        return one, two

    def key_under(
        self, key1: np.uint64, key2: np.uint64, left: int, demands: npt.NDArray[np.uint8]
    ) -> tuple[np.uint64, np.uint64]:
        """Return the key of a set with its guesses left and, in hard mode, what is demanded."""
        one, two = map(np.uint64, limit_key(left))
        if self.hard:
            a, b = hash_of_demands(demands, self.vocabulary.length, self.tables.legal_hash_words)
            one, two = one ^ np.uint64(a), two ^ np.uint64(b)
        return key1 ^ one, key2 ^ two

    def demands_of(self, candidates: Indices, clues: Sequence[Clue]) -> npt.NDArray[np.uint8]:
        """Return what clues demand in hard mode, in the form of `gpuwordle.optimal.legality`.

        Any candidate determines it: each clue is what its guess gets if the candidate is hidden.
        """
        length = self.vocabulary.length
        demands = np.zeros(length + len(self.vocabulary.alphabet), np.uint8)
        tables, numbering = self.tables, self.numbering
        if self.hard and clues:
            answer = int(numbering.answer_number[candidates[0]])
            for guess, _ in clues:
                number = int(numbering.guess_number[guess])
                add_clue(demands, number, answer, tables.letters, tables.legal_rows, demands)
        return demands

    def after(self, guess: int, candidates: Indices) -> list[npt.NDArray[np.int32]]:
        """Return the buckets of a guess as answer indices, without the one that ends the game."""
        words = self.numbering.answer_number[candidates]
        number = self.numbering.guess_number[guess]
        words = words[words != number]
        codes = self.tables.codes[number, words]
        return [self.numbering.answers[words[codes == code]] for code in np.unique(codes)]

    @abstractmethod
    def proven_bound(
        self, candidates: Indices, clues: Sequence[Clue] = (), left: int | None = None
    ) -> int:
        """Return the lower bound of the total that is proven so far, without searching.

        Nothing is checked. ``left`` guesses are left, those that the clues leave if None.
        """

    def bucket_bounds(
        self, guess: int, left: int | None = None
    ) -> list[tuple[int, npt.NDArray[np.int32], int]]:
        """Return code, answers and proven bound of each bucket of a first guess, the largest first.

        ``left`` guesses are left after it, those allowed if None. The bucket that ends the game is
        left out.
        """
        guess = checked_index(guess, len(self.vocabulary.guesses), "guess")
        left, buckets = checked_left(left), []
        for bucket in self.after(guess, np.arange(len(self.vocabulary.answers))):
            code = int(self.engine.told_codes(np.array([guess]), bucket[:1])[0])
            buckets.append((code, bucket, self.proven_bound(bucket, [(guess, code)], left)))
        return sorted(buckets, key=lambda bucket: (-len(bucket[1]), bucket[0]))


def checked_left(left: int | None) -> int | None:
    """Return a number of guesses left; UserError if it is not valid."""
    return None if left is None else whole_number("left", left, 0, NO_LIMIT)


class Resources(SearchedWords):
    """Memos and workspaces of a vocabulary; several threads may use them at once.

    ``memory`` is for codes, memo and work.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        hard: bool,
        allowed: int | None,
        backend: str | Backend,
        memory: int | None,
    ) -> None:
        left = ceiling(memory)
        super().__init__(vocabulary, hard=hard, allowed=allowed, backend=backend, memory=left)
        left -= self.tables.code_bytes()
        # For openers' buckets and lists of supersets.
        self.work_bytes = min(left // 2, WORK_BYTES)
        left -= self.work_bytes
        # Growing needs the old memo and the new one.
        self._most_slots = max(1 << 10, 1 << int(np.log2(max(1, left * 2 / 3 / ENTRY_BYTES))))
        self.memos: dict[bool, Memo] = {}
        self._free: list[Workspace] = []
        self._lock = threading.Lock()
        self._shape = (FIRST_DEPTH, FIRST_LEGAL_CODES)

    def memo(self, any_tree: bool) -> Memo:
        """Return the memo of totals, or the memo of whether any tree exists."""
        with self._lock:
            if any_tree not in self.memos:
                if self.memos:  # the two share the memory
                    self._most_slots = max(1 << 10, self._most_slots // 2)
                slots = min(FIRST_SLOTS, self._most_slots)
                self.memos[any_tree] = Memo.of(slots, growing=slots < self._most_slots)
            return self.memos[any_tree]

    def grow_memo(self, full: Memo, any_tree: bool = False) -> None:
        """Grow a memo, unless another thread has done so already."""
        with self._lock:
            if self.memos[any_tree] is full:
                most = max(self._most_slots, len(full.entries))
                self.memos[any_tree] = grown(full, most=most)

    def roomy_memo(self) -> Memo:
        """Return the memo of totals, grown if it is nearly full."""
        memo = self.memo(False)
        if memo.used[0] > memo.limit[0]:
            self.grow_memo(memo)
        return self.memo(False)

    def give_back(self, workspace: Workspace) -> None:
        """Keep a workspace for the next search."""
        with self._lock:
            self._free.append(workspace)

    def take_workspace(self) -> Workspace:
        """Return a workspace that no other thread has."""
        with self._lock:
            if self._free:
                return self._free.pop()
            depth, legal_codes = self._shape
        return workspace_for(self.tables, hard=self.hard, depth=depth, legal_codes=legal_codes)

    def larger_workspace(self, workspace: Workspace, status: int) -> Workspace:
        """Make a workspace with a deeper stack, or with more space for legal guesses' codes."""
        depth, legal_codes = len(workspace.frames), len(workspace.legal_codes)
        if status == TOO_DEEP:
            depth *= 2
        else:
            legal_codes *= 4
        with self._lock:
            self._shape = max(depth, self._shape[0]), max(legal_codes, self._shape[1])
            depth, legal_codes = self._shape
        control = workspace.control
        return workspace_for(
            self.tables, hard=self.hard, depth=depth, legal_codes=legal_codes, control=control
        )


class ThreadPool:
    """Threads that share the tasks of a search, each with a workspace, until they are stopped.

    ``count`` is their number, GPUWORDLE_THREADS or all processors if None.
    """

    def __init__(self, resources: Resources, count: int | None = None) -> None:
        self.resources = resources
        self.count = count or default_threads()
        self.workspaces: list[Workspace] = []
        self._deadline: Deadline | None = None
        self._report: Callable[[], None] | None = None

    @contextmanager
    def at_work(self, deadline: Deadline | None, report: Callable[[], None]) -> Iterator[None]:
        """Give each thread a workspace inside the with-block.

        ``deadline`` says when all are stopped; ``report`` is called from time to time while they
        work.
        """
        self._deadline, self._report = deadline, report
        self.workspaces = [self.resources.take_workspace() for _ in range(self.count)]
        for workspace in self.workspaces:
            workspace.control[STOP] = deadline is not None and deadline.is_over()
        try:
            yield
        finally:
            for workspace in self.workspaces:
                self.resources.give_back(workspace)
            self._report = None  # it holds the search, which holds this pool

    def enlarge(self, thread: int, status: int) -> None:
        """Give a thread a larger workspace; see `Resources.larger_workspace`."""
        self.workspaces[thread] = self.resources.larger_workspace(self.workspaces[thread], status)

    def stopped(self) -> bool:
        """Return whether a search was stopped."""
        return any(workspace.control[STOP] for workspace in self.workspaces)

    def share(self, work: Callable[[int, Item], None], items: Sequence[Item]) -> None:
        """Call ``work`` for every item on all threads, with the number of the thread first."""
        waiting = deque(items)

        def run(thread: int) -> None:
            while not self.stopped():
                try:
                    item = waiting.popleft()
                except IndexError:
                    return
                work(thread, item)

        works = [partial(run, thread) for thread in range(min(self.count, len(items)))]
        if works:
            controls = [workspace.control for workspace in self.workspaces]
            run_all(works, controls, self._deadline, self._report)

    def share_slices(self, work: Callable[[int, slice], None], count: int, least: int = 1) -> None:
        """Share 0 to count - 1 in slices of ``least`` or more."""
        step = max(least, -(-count // (PIECES_PER_THREAD * self.count)))
        self.share(work, [slice(first, last) for first, last in pieces(count, step)])
