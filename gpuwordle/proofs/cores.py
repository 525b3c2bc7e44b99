"""Cores: prove that no tree finds all words in so many guesses, without a bound of any total.

A set that no guess splits into single words cannot be found in two guesses. A set cannot be found
in r guesses if every guess keeps together, in one bucket, some set inside it that cannot be found
in r - 1. Small such sets, *cores*, are found again and again, so each that was found is tried on
every set that follows. The search is complete: a set in which no core is found can be found in so
many guesses. Cores are of easy mode; where it is impossible, so it is in hard mode.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from gpuwordle.progress import Progress
from gpuwordle.proofs.board import Words, room
from gpuwordle.proofs.certificate_tables import CoreProof
from gpuwordle.proofs.check_counts import bucket, forget, keep_together, largest_scan, split
from gpuwordle.proofs.core_loops import Cores, few_that_cover, inside, smallest

Members = npt.NDArray[np.int32]

SMALLEST = 3
"""Words of the smallest set that cannot be found in two guesses; one more for each guess more."""


class CoresStopped(Exception):
    """A search for cores was stopped; what it has found by then is there for the next."""


class _Level:
    """The cores of one number of guesses, in arrays that grow, and what each rests on."""

    def __init__(self, bits: int) -> None:
        self.count = 0
        self.rests_on: list[list[int]] = []
        self.cores = Cores(
            np.zeros(65, np.int64), np.zeros(1024, np.int32), np.zeros((64, bits), np.uint64)
        )

    def add(self, members: Members, rests_on: list[int]) -> int:
        """Add a core; return its number."""
        starts, flat, kept = self.cores
        number, end = self.count, int(starts[self.count]) + len(members)
        if number == len(kept):
            starts = np.concatenate([starts, np.zeros_like(kept[:, 0], np.int64)])
            kept = np.concatenate([kept, np.zeros_like(kept)])
        while end > len(flat):
            flat = np.concatenate([flat, np.zeros_like(flat)])
        self.cores = Cores(starts, flat, kept)
        flat[end - len(members) : end] = members
        starts[number + 1] = end
        self.rests_on.append(rests_on)
        self.count += 1
        return number

    def members(self, core: int) -> Members:
        """Return the answers of a core."""
        return self.cores.members[self.cores.starts[core] : self.cores.starts[core + 1]]


class CoreSearch:
    """Finds cores of one list.

    Parameters
    ----------
    words
        The words.
    """

    def __init__(self, words: Words) -> None:
        self.words, self.board = words, words.board
        self._room = room(words.board)
        guesses = len(words.guesses)
        bits = np.zeros(-(-guesses // 64) * 64, np.uint8)
        bits[:guesses] = 1
        self._every = np.packbits(bits, bitorder="little").view(np.uint64)
        self._levels: dict[int, _Level] = {}
        self._progress: Progress | None = None
        self._stop: Callable[[], bool] | None = None

    def prove(
        self,
        allowed: int,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> CoreProof | None:
        """Prove that no tree finds all answers in so many guesses.

        Cores are kept: a search that was stopped is soon again where it was.

        Parameters
        ----------
        allowed
            Guesses, 1 or more.
        progress
            Called with the fraction of the openers that are refuted.
        stop
            Called now and then; tells whether to stop.

        Returns
        -------
        CoreProof or None
            None where some tree does.

        Raises
        ------
        CoresStopped
            If it was told to stop.
        """
        everyone = np.arange(len(self.words.answers), dtype=np.int32)
        if allowed == 1 and len(everyone) > 1:
            level = _Level(len(self._every))
            self._levels[1] = level
            return self._proof({1: {level.add(everyone, [])}})
        if allowed < 2 or len(everyone) < 2:
            return None
        self._progress, self._stop = progress, stop
        found = self._refute(everyone, allowed, whole=True)
        return None if found is None else self._proof(self._needed(allowed, found))

    def _level(self, guesses: int) -> _Level:
        return self._levels.setdefault(guesses, _Level(len(self._every)))

    def _refute(self, members: Members, guesses: int, *, whole: bool = False) -> int | None:
        """Find a core inside a set, or all of it; None where it can be found in so many guesses."""
        level = self._level(guesses)
        if self._stop is not None and self._stop():
            raise CoresStopped
        if guesses == 2:
            if largest_scan(self.board, members, self._room) == len(members):
                return None
            if whole:
                return self._add(level, members, [])
            return self._add(level, smallest(self.board, members, self._room, level.count), [])
        below = self._level(guesses - 1)
        uncovered, _ = self._uncovered(members, guesses - 1)
        while uncovered.any():
            guess = _lowest(uncovered)
            if not self._split(members, guess, guesses - 1):
                return None
            # Cores of the buckets were found on the way, besides the one that was wanted.
            uncovered, _ = self._uncovered(members, guesses - 1)
            if whole and self._progress is not None:
                left = int(np.unpackbits(uncovered.view(np.uint8)).sum())
                self._progress(1 - left / len(self.words.guesses))
        _, found = self._uncovered(members, guesses - 1)
        chosen = np.zeros(len(found), np.int64)
        taken = np.zeros(len(self.words.answers), np.uint8)
        count = few_that_cover(below.cores, found, len(taken), self._every, chosen, taken)
        core = members if whole else np.flatnonzero(taken).astype(np.int32)
        return self._add(level, core, chosen[:count].tolist())

    def _split(self, members: Members, guess: int, guesses: int) -> bool:
        """Find a core in a bucket of a guess; False where every bucket can be found."""
        used = split(self.board.labels[guess], members, self._room)
        parts = [bucket(self._room, label).copy() for label in self._room.used[:used]]
        forget(self._room, used)
        parts = [part for part in parts if len(part) >= SMALLEST + guesses - 2]
        if guesses == 2:
            parts.sort(key=len, reverse=True)
        else:
            # The most promising first: those in which known cores leave the fewest guesses.
            promise = {}
            for number, part in enumerate(parts):
                uncovered, _ = self._uncovered(part, guesses - 1)
                left = int(np.unpackbits(uncovered.view(np.uint8)).sum())
                promise[number] = (left, -len(part))
            parts = [parts[number] for number in sorted(promise, key=promise.__getitem__)]
        return any(self._refute(part, guesses) is not None for part in parts)

    def _uncovered(
        self, members: Members, guesses: int
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
        """Return the guesses that keep no known core inside a set together, and those cores."""
        level = self._level(guesses)
        uncovered, found = self._every.copy(), np.zeros(level.count, np.int64)
        count = inside(level.cores, level.count, members, self._room, uncovered, found)
        return uncovered, found[:count]

    def _add(self, level: _Level, members: Members, rests_on: list[int]) -> int:
        core = level.add(np.sort(members), rests_on)
        keep_together(self.board, level.members(core), level.cores.kept[core])
        return core

    def _needed(self, guesses: int, core: int) -> dict[int, set[int]]:
        """List the cores that one rests on, by their guesses."""
        needed = {guesses: {core}}
        for level in range(guesses, 2, -1):
            rests_on = self._levels[level].rests_on
            needed[level - 1] = {other for core in needed[level] for other in rests_on[core]}
        return needed

    def _proof(self, needed: dict[int, set[int]]) -> CoreProof:
        sets, guesses = [], []
        for level in sorted(needed):
            for core in sorted(needed[level]):
                sets.append(self._levels[level].members(core))
                guesses.append(level)
        return CoreProof(
            np.array([len(members) for members in sets], np.int32),
            np.concatenate(sets).astype(np.int32),
            np.array(guesses, np.int32),
        )


def _lowest(bits: npt.NDArray[np.uint64]) -> int:
    """Return the number of the lowest bit."""
    word = int(np.flatnonzero(bits)[0])
    value = int(bits[word])
    return 64 * word + (value & -value).bit_length() - 1
