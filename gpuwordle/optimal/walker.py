"""Walks for the parts of all openers, round by round: which lists they need, who walks where."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.supersets import (
    FIRST_SET,
    SECOND_SET,
    Features,
    Lists,
    features_of,
    lists_for,
)
from gpuwordle.optimal.walks import list_first, locate, look_up, walk_parts

if TYPE_CHECKING:
    from gpuwordle.optimal.openers import OpenerSearch

CHUNK = 128
"""Parts, or openers, that a thread takes at a time, at least."""


class Walker:
    """Walks for the parts of a search's openers, round by round."""

    def __init__(self, search: OpenerSearch) -> None:
        self.search, self.tables = search, search.tables
        solver = search.solver
        self.features: Features | None = features_of(
            solver.contributions, solver.numbering, self.tables, solver.work_bytes
        )
        if self.features is None:
            return
        self.lists: Lists = lists_for(
            self.features, search.guesses, search.threads.count, solver.work_bytes
        )
        self._seconds: dict[int, int] = {}
        self._thirds: dict[int, int] = {}
        self._slots = 0

    def bounds(
        self, guesses: npt.NDArray[np.int64], codes: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return a lower bound for each part, named by its opener and pattern; 0 where none."""
        search, solver = self.search, self.search.solver
        memo = solver.roomy_memo()
        items = np.stack([guesses, codes], axis=1)
        count = len(items)
        keys, bounds = np.zeros((count, 4), np.uint64), np.zeros(count, np.int64)
        sets = np.zeros((count, 3), np.int64)

        def find(some: slice) -> Callable[[int], None]:
            return lambda thread: locate(
                self.tables, self.features, memo, items[some], keys[some], bounds[some], sets[some]
            )

        step = max(CHUNK, count // (8 * search.threads.count))
        search.threads.share([find(slice(at, at + step)) for at in range(0, count, step)])
        unknown = np.flatnonzero(bounds == 0)
        unknown = unknown[np.unique(keys[unknown, :2], axis=0, return_index=True)[1]]
        thirds = self._nodes(keys[unknown], sets[unknown])
        unknown, thirds = unknown[thirds >= 0], thirds[thirds >= 0]
        if len(unknown) and not search.threads.stopped():
            self._walk(items[unknown], thirds, memo)
        look_up(memo, keys, bounds)
        return bounds

    def _nodes(
        self, keys: npt.NDArray[np.uint64], sets: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return the node of three letters of each part, making new ones; -1 where none fits."""
        found = np.empty(len(keys), np.int64)
        firsts: list[int] = []
        for item, (key2, key3) in enumerate(keys[:, 2:].tolist()):
            third = self._thirds.get(key3)
            if third is None:
                one, two, three = sets[item].tolist()
                second = self._seconds.get(key2)
                if second is None and self._has_room(one):
                    if self.lists.slot_of[one] < 0:
                        self.lists.slot_of[one] = self._slots
                        self._slots += 1
                        firsts.append(one)
                    second = self._seconds[key2] = len(self._seconds)
                    self.lists.seconds[second, [FIRST_SET, SECOND_SET]] = one, two
                if second is None or len(self._thirds) == len(self.lists.thirds):
                    found[item] = -1
                    continue
                third = self._thirds[key3] = len(self._thirds)
                self.lists.thirds[third, [FIRST_SET, SECOND_SET]] = second, three
            found[item] = third

        scratches = self.search.threads.scratches

        def fill(some: npt.NDArray[np.int64]) -> Callable[[int], None]:
            return lambda thread: list_first(
                self.tables, self.features, self.lists, some, scratches[thread]
            )

        self.search.threads.share([fill(np.array([number])) for number in firsts])
        return found

    def _has_room(self, first_set: int) -> bool:
        slots = len(self.lists.first_guesses)
        there = self.lists.slot_of[first_set] >= 0 or self._slots < slots
        return there and len(self._seconds) < len(self.lists.seconds)

    def _walk(
        self, items: npt.NDArray[np.int64], thirds: npt.NDArray[np.int64], memo: object
    ) -> None:
        """Walk, the parts of one node of two letters in one thread."""
        seconds = self.lists.thirds[thirds, FIRST_SET]
        order = np.lexsort((thirds, seconds))
        items, thirds, seconds = items[order], thirds[order], seconds[order]
        starts = np.concatenate([[0], np.flatnonzero(np.diff(seconds)) + 1])
        step = max(1, len(starts) // (16 * self.search.threads.count))
        edges = [*starts[::step].tolist(), len(items)]

        def walk(first: int, last: int) -> Callable[[int], None]:
            return lambda thread: walk_parts(
                self.tables,
                self.features,
                self.lists,
                memo,
                items[first:last],
                thirds[first:last],
                self.search.threads.scratches[thread],
                thread,
            )

        self.search.threads.share([walk(first, last) for first, last in pairwise(edges)])
