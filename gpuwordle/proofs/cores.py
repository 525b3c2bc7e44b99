"""Cores and families: proofs, without totals, that no tree finds all words in a number of guesses.

A set that no guess splits into single words cannot be found in two guesses. A set cannot be found
in r guesses if every guess keeps together, in one bucket, a subset that cannot be found in r - 1.
Small sets of this kind, *cores*, occur in many sets, so each core is tried on every later set. The
search is complete: a set without a core can be found. Cores are proven in easy mode, and what is
impossible there is impossible in hard mode. A *family* is a set of words so similar that a few
guesses cannot tell them apart; see ``docs/certificates.md``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import popcount
from gpuwordle.progress import Progress
from gpuwordle.proofs.board import Words, workspace_of
from gpuwordle.proofs.certificate import CoreProof, FamilyProof
from gpuwordle.proofs.check_counts import (
    Array,
    CheckerBoard,
    CheckerWorkspace,
    bucket_of,
    forget,
    keep_together,
    largest_scan,
    split,
)
from gpuwordle.proofs.checker import LARGEST_FAMILY, most_touched, touched_words


class Cores(NamedTuple):
    """Cores of one number of guesses."""

    starts: Array  # int64 (capacity + 1,): where each core begins in ``candidates``
    candidates: Array  # int32: answers, ascending in each core
    kept: Array  # uint64 (capacity, guesses / 64): the guesses that keep a core together, as bits


@kernel
def inside(
    cores: Cores,
    count: int,
    candidates: Array,
    workspace: CheckerWorkspace,
    uncovered: Array,
    found: Array,
) -> int:
    """List the cores inside a set, and clear the bits of the guesses that keep one together."""
    for i in range(len(candidates)):
        workspace.inside[candidates[i]] = 1
    number = 0
    for core in range(count):
        contained = True
        for i in range(cores.starts[core], cores.starts[core + 1]):
            if workspace.inside[cores.candidates[i]] == 0:
                contained = False
                break
        if contained:
            found[number] = core
            number += 1
            for w in range(len(uncovered)):
                uncovered[w] &= ~cores.kept[core, w]
    for i in range(len(candidates)):
        workspace.inside[candidates[i]] = 0
    return number


@kernel(allocates=True)
def smallest(
    board: CheckerBoard, candidates: Array, workspace: CheckerWorkspace, seed: int
) -> Array:
    """Drop words from a set while no guess splits the rest into single words.

    Words are dropped in blocks, half of the set first, in an order that the seed shuffles.
    """
    kept = candidates.copy()
    chance = np.uint64(seed)
    for i in range(len(kept) - 1, 0, -1):
        chance = chance * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        j = np.int64((chance >> np.uint64(33)) % np.uint64(i + 1))
        kept[i], kept[j] = kept[j], kept[i]
    size = len(kept) // 2
    while size >= 1:
        i = 0
        while i < len(kept) and len(kept) > 3:
            end = min(i + size, len(kept))
            rest = np.concatenate((kept[:i], kept[end:]))
            if len(rest) > 2 and largest_scan(board, rest, workspace) < len(rest):
                kept = rest
            else:
                i = end
        size //= 2
    return np.sort(kept)


@kernel(allocates=True)
def few_that_cover(cores: Cores, found: Array, every: Array, chosen: Array, taken: Array) -> int:
    """Choose cores greedily, with few words, so that every guess keeps one of them together.

    ``found`` are the cores to choose from, ``every`` has a bit for each guess. ``chosen`` is filled
    with cores, and ``taken`` with 1 for each of their answers. Returns the number of cores.
    """
    uncovered = every.copy()
    taken[:] = 0
    count = 0
    while True:
        best = -1.0
        which = -1
        for f in range(len(found)):
            core = found[f]
            gain = 0
            for w in range(len(uncovered)):
                both = cores.kept[core, w] & uncovered[w]
                if both:
                    gain += popcount(both)
            if gain == 0:
                continue
            new = 0
            for i in range(cores.starts[core], cores.starts[core + 1]):
                new += 1 - taken[cores.candidates[i]]
            worth = gain / (new + 0.5)
            if worth > best:
                best = worth
                which = core
        if which < 0:
            return count
        chosen[count] = which
        count += 1
        for w in range(len(uncovered)):
            uncovered[w] &= ~cores.kept[which, w]
        for i in range(cores.starts[which], cores.starts[which + 1]):
            taken[cores.candidates[i]] = 1


Candidates = npt.NDArray[np.int32]

SMALLEST = 3
"""Words of the smallest set that cannot be found in two guesses; one more per further guess."""


class CoresStopped(Exception):
    """A search for cores was stopped; the cores found so far are kept for the next search."""


class _Level:
    """The cores of one number of guesses in growing arrays, and the cores that each rests on."""

    def __init__(self, bits: int) -> None:
        self.count = 0
        self.rests_on: list[list[int]] = []
        self.cores = Cores(
            np.zeros(65, np.int64), np.zeros(1024, np.int32), np.zeros((64, bits), np.uint64)
        )

    def add(self, candidates: Candidates, rests_on: list[int]) -> int:
        """Add a core; return its number."""
        starts, flat, kept = self.cores
        number, end = self.count, int(starts[self.count]) + len(candidates)
        if number == len(kept):
            starts = np.concatenate([starts, np.zeros_like(kept[:, 0], np.int64)])
            kept = np.concatenate([kept, np.zeros_like(kept)])
        while end > len(flat):
            flat = np.concatenate([flat, np.zeros_like(flat)])
        self.cores = Cores(starts, flat, kept)
        flat[end - len(candidates) : end] = candidates
        starts[number + 1] = end
        self.rests_on.append(rests_on)
        self.count += 1
        return number

    def candidates(self, core: int) -> Candidates:
        """Return the answers of a core."""
        return self.cores.candidates[self.cores.starts[core] : self.cores.starts[core + 1]]


class CoreSearch:
    """Finds the cores of one list."""

    def __init__(self, words: Words) -> None:
        self.words, self.board = words, words.board
        self._workspace = workspace_of(words.board)
        guesses = len(words.guesses)
        bits = np.zeros(-(-guesses // 64) * 64, np.uint8)
        bits[:guesses] = 1
        self._every = np.packbits(bits, bitorder="little").view(np.uint64)
        self._levels: dict[int, _Level] = defaultdict(lambda: _Level(len(self._every)))
        self._progress: Progress | None = None
        self._stop: Callable[[], bool] | None = None

    def prove(
        self,
        allowed: int,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> CoreProof | None:
        """Prove that no tree finds all answers within the guesses allowed; None if some tree does.

        Cores are kept, so a stopped search soon resumes where it stopped. ``progress`` gets the
        fraction of openers refuted; if ``stop`` returns true, CoresStopped is raised.
        """
        everyone = np.arange(len(self.words.answers), dtype=np.int32)
        if allowed == 1 and len(everyone) > 1:
            return self._proof({1: {self._levels[1].add(everyone, [])}})
        if allowed < 2 or len(everyone) < 2:
            return None
        self._progress, self._stop = progress, stop
        found = self._refute(everyone, allowed, whole=True)
        return None if found is None else self._proof(self._needed(allowed, found))

    def _refute(self, candidates: Candidates, guesses: int, *, whole: bool = False) -> int | None:
        """Find a core inside a set, or (whole) the set itself; None if the set can be found."""
        level = self._levels[guesses]
        if self._stop is not None and self._stop():
            raise CoresStopped
        if guesses == 2:
            if largest_scan(self.board, candidates, self._workspace) == len(candidates):
                return None
            if not whole:
                candidates = smallest(self.board, candidates, self._workspace, level.count)
            return self._add(level, candidates, [])
        uncovered, found = self._uncovered(candidates, guesses - 1)
        while uncovered.any():
            guess = int(_bits(uncovered).argmax())
            if not self._split(candidates, guess, guesses - 1):
                return None
            # Other cores of the buckets were found on the way.
            uncovered, found = self._uncovered(candidates, guesses - 1)
            if whole and self._progress is not None:
                left = int(_bits(uncovered).sum())
                self._progress(1 - left / len(self.words.guesses))
        chosen = np.zeros(len(found), np.int64)
        taken = np.zeros(len(self.words.answers), np.uint8)
        below = self._levels[guesses - 1].cores
        count = few_that_cover(below, found, self._every, chosen, taken)
        core = candidates if whole else np.flatnonzero(taken).astype(np.int32)
        return self._add(level, core, chosen[:count].tolist())

    def _split(self, candidates: Candidates, guess: int, guesses: int) -> bool:
        """Find a core in a bucket of a guess; False if every bucket can be found."""
        used = split(self.board.labels[guess], candidates, self._workspace)
        buckets = [
            bucket_of(self._workspace, label).copy() for label in self._workspace.used[:used]
        ]
        forget(self._workspace, used)
        buckets = [bucket for bucket in buckets if len(bucket) >= SMALLEST + guesses - 2]
        if guesses == 2:
            buckets.sort(key=len, reverse=True)
        else:
            # The most promising first: buckets in which known cores leave the fewest guesses.
            buckets.sort(
                key=lambda some: (_bits(self._uncovered(some, guesses - 1)[0]).sum(), -len(some))
            )
        return any(self._refute(bucket, guesses) is not None for bucket in buckets)

    def _uncovered(
        self, candidates: Candidates, guesses: int
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
        """Return the guesses that keep no known core of a set together, and those cores."""
        level = self._levels[guesses]
        uncovered, found = self._every.copy(), np.zeros(level.count, np.int64)
        count = inside(level.cores, level.count, candidates, self._workspace, uncovered, found)
        return uncovered, found[:count]

    def _add(self, level: _Level, candidates: Candidates, rests_on: list[int]) -> int:
        core = level.add(np.sort(candidates), rests_on)
        keep_together(self.board, level.candidates(core), level.cores.kept[core])
        return core

    def _needed(self, guesses: int, core: int) -> dict[int, set[int]]:
        """List the cores that a core rests on, by their guesses."""
        needed = {guesses: {core}}
        for level in range(guesses, 2, -1):
            rests_on = self._levels[level].rests_on
            needed[level - 1] = {other for core in needed[level] for other in rests_on[core]}
        return needed

    def _proof(self, needed: dict[int, set[int]]) -> CoreProof:
        sets, guesses = [], []
        for level in sorted(needed):
            for core in sorted(needed[level]):
                sets.append(self._levels[level].candidates(core))
                guesses.append(level)
        return CoreProof(
            np.array([len(candidates) for candidates in sets], np.int32),
            np.concatenate(sets).astype(np.int32),
            np.array(guesses, np.int32),
        )


def _bits(guesses: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Return the bits of guesses, one number for each."""
    return np.unpackbits(guesses.view(np.uint8), bitorder="little")


def family_against(
    words: Words, allowed: int, stop: Callable[[], bool] | None = None
) -> FamilyProof | None:
    """Find words so similar that no tree finds all of them within the guesses allowed.

    Families of answers that differ in one letter at one place are tried, the largest first, until
    ``stop`` returns true. A result of None proves nothing.
    """
    alike: dict[tuple[int, str], list[int]] = {}
    for number, word in enumerate(words.answers):
        for place in range(words.length):
            rest = word[:place] + word[place + 1 :]
            alike.setdefault((place, rest), []).append(number)
    large = [family for family in alike.values() if allowed < len(family) <= LARGEST_FAMILY]
    for family in sorted(large, key=lambda family: (-len(family), family)):
        if stop is not None and stop():
            return None
        found = np.array(family, np.int32)
        if most_touched(touched_words(words.labels(found)), allowed - 1, len(family) - 1) is None:
            return FamilyProof(found)
    return None
