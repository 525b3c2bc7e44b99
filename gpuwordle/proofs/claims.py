"""Write down what proves a bound, for the checker: which claims, and what they rest on.

The solver knows more than has to be said. Each opener that only a search refuted is bounded by
claims of as few of its buckets as suffice; each claim then needs, against every guess whose one-ply
bound is too low, claims of as few of the buckets of that guess as suffice; and so on down. What is
looked for are the same sums that `gpuwordle.proofs.checker` adds up, by its own loops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from gpuwordle.progress import Progress
from gpuwordle.proofs.board import Words, room
from gpuwordle.proofs.certificate_tables import (
    IMPOSSIBLE,
    ONE_PLY,
    SEARCHED,
    SIZES,
    Claims,
    FamilyProof,
    Refutations,
)
from gpuwordle.proofs.check_arrays import INFINITE, NO_LIMIT, Room
from gpuwordle.proofs.checker import OPENERS_AT_ONCE
from gpuwordle.proofs.claim_loops import (
    Cases,
    bound_by_sizes,
    find_cases,
    lay_out,
    one_ply_of,
    room_for,
)
from gpuwordle.proofs.families import most_touched, touched
from gpuwordle.words.vocabulary import Vocabulary

CLAIMS_AT_ONCE = 500
LARGEST_FAMILY = 64
"""Longer families are not tried: two dozen letters cannot keep so many words apart."""


class Sets(NamedTuple):
    """Sets of answers, and what is asked of them.

    Attributes
    ----------
    starts : ndarray of int64, shape (sets + 1,)
        Where each begins in ``members``.
    members : ndarray of int32
        Answer indices, rising in each set.
    asked : ndarray of uint8, shape (sets, length + alphabet)
        What hard mode asks of guesses; see `gpuwordle.proofs.check_arrays.Known`. No rows in easy
        mode.
    left : int
        Guesses that are left; `gpuwordle.proofs.check_arrays.NO_LIMIT` for any number.
    """

    starts: npt.NDArray[np.int64]
    members: npt.NDArray[np.int32]
    asked: npt.NDArray[np.uint8]
    left: int

    def members_of(self, number: int) -> npt.NDArray[np.int32]:
        """Return the answers of a set."""
        return self.members[self.starts[number] : self.starts[number + 1]]


class Bounds(NamedTuple):
    """Lower bounds of sets: `INFINITE` for impossible, 0 for nothing.

    Attributes
    ----------
    known : ndarray of int64, shape (sets,)
        The highest that are known.
    counted : ndarray of int64, shape (sets,)
        Those of which it is known that one ply gives them, or more.
    settled : ndarray of bool, shape (sets,)
        Where one ply gives no more than is known.
    """

    known: npt.NDArray[np.int64]
    counted: npt.NDArray[np.int64]
    settled: npt.NDArray[np.bool_]


class Facts(Protocol):
    """What a solver has proven."""

    def bounds(self, sets: Sets) -> Bounds:
        """Return what is known of sets."""

    def least(
        self, members: npt.NDArray[np.int32], clues: Sequence[tuple[int, int]], left: int
    ) -> int:
        """Return the least total of a set after clues (guess index, code); may search for it."""


@dataclass
class _Claim:
    """A claim: its set, what is asked, the guesses that led there and its bound."""

    members: npt.NDArray[np.int32]
    asked: npt.NDArray[np.uint8]
    left: int
    guesses: tuple[int, ...]
    bound: int


class _Buckets(NamedTuple):
    """The buckets of an opener, until those of the next are asked for.

    What each takes at least as the checker counts, what is known of each, and what the opener takes
    as the checker counts.
    """

    sets: Sets
    values: npt.NDArray[np.int64]
    bounds: Bounds
    total: int


class Producer:
    """Collects the claims of one statement.

    Parameters
    ----------
    words
        The words.
    facts
        What is proven.
    hard, allowed
        The rules; None for no limit.
    """

    def __init__(self, words: Words, facts: Facts, *, hard: bool, allowed: int | None) -> None:
        self.words, self.facts, self.hard, self.allowed = words, facts, hard, allowed
        self.claims: list[_Claim] = []
        self._known: dict[tuple[bytes, bytes, int], int] = {}
        self._counted: dict[tuple[bytes, bytes, int], tuple[int, int]] = {}
        self._next = 0
        self._room: Room = room(words.board)
        self._nothing = np.zeros_like(self._room.asked)
        answers = len(words.answers)
        self._cases = room_for(0, answers, answers, len(self._nothing), hard)

    def prove(self, bound: int | None, progress: Progress | None = None) -> Refutations:
        """Refute every opener: by sizes, by one-ply bounds, or by claims, the first that does.

        Parameters
        ----------
        bound
            The bound that is proven; None for impossible.
        progress
            Called with the fraction of the work that is known of and done.

        Raises
        ------
        ValueError
            If an opener is not refuted: the bound is not true.
        """
        goal = INFINITE if bound is None else bound
        methods = self._openers(goal, progress)
        done = 0
        while done < len(self.claims):
            self._next = min(done + CLAIMS_AT_ONCE, len(self.claims))
            done += self._bound_claims(self.claims[done : done + CLAIMS_AT_ONCE])
            if progress is not None:
                progress((1 + done / len(self.claims)) / 2)
        return Refutations(methods, self._table())

    def _openers(self, goal: int, progress: Progress | None) -> npt.NDArray[np.uint8]:
        """Refute every opener; return how, by guess."""
        allowed = NO_LIMIT if self.allowed is None else self.allowed
        bounds = np.empty(len(self.words.guesses), np.int64)
        bound_by_sizes(self.words.board, self._room, allowed, bounds)
        methods = np.full(len(bounds), SIZES, np.uint8)
        searched = []
        for number, opener in enumerate(np.flatnonzero(bounds < goal).tolist()):
            methods[opener] = ONE_PLY
            total = self._buckets(opener).total
            if total < goal:
                methods[opener] = SEARCHED
                searched.append((total, opener))
            if progress is not None and number % OPENERS_AT_ONCE == 0:
                progress(number / len(bounds) / 4)
        # Those that need most come first: what is claimed for them may be enough for others.
        for number, (_, opener) in enumerate(sorted(searched)):
            if self._bound_opener(opener, goal):
                methods[opener] = ONE_PLY
            if progress is not None and number % OPENERS_AT_ONCE == 0:
                progress((1 + number / len(searched)) / 4)
        by_guess = np.empty_like(methods)
        by_guess[self.words.order] = methods
        return by_guess

    def _bound_opener(self, opener: int, goal: int) -> bool:
        """Refute an opener; tell whether it takes no claims."""
        sets, values, bounds, total = self._buckets(opener)
        missing = goal - total
        gain = int(np.maximum(bounds.known - values, 0).sum())
        sizes = np.diff(sets.starts)
        # First those of which nothing is known beyond their members; small ones cost least.
        for number in np.lexsort((sizes, values > 2 * sizes)).tolist():
            if missing <= gain:
                break
            if bounds.known[number] <= values[number] and not bounds.settled[number]:
                before = int(values[number])
                values[number] = max(before, self._one_ply(sets, number, before + missing - gain))
                missing -= int(values[number]) - before
        if missing > 0:
            buckets = range(len(values))
            self._claim_buckets(sets, buckets, values.tolist(), missing, (opener,), bounds)
        return missing <= 0

    def _buckets(self, opener: int) -> _Buckets:
        """Return what is known of the buckets of an opener."""
        board, cases = self.words.board, self._cases
        everyone = np.arange(len(self.words.answers), dtype=np.int32)
        left = NO_LIMIT if self.allowed is None else self.allowed - 1
        most = int(board.most[0])
        parts, members, total = lay_out(
            board, self._room, opener, everyone, self._nothing, left, most, cases, (0, 0)
        )
        starts = np.concatenate([[0], np.cumsum(cases.sizes[:parts])]).astype(np.int64)
        sets = Sets(starts, cases.members[:members], cases.asked[:parts], left)
        bounds = self.facts.bounds(sets)
        # What one ply shows of a bucket, the checker counts itself.
        values = np.maximum(cases.values[:parts], bounds.counted)
        total += int((values - cases.values[:parts]).sum())
        return _Buckets(sets, values, bounds, total)

    def _bound_claims(self, claims: Sequence[_Claim]) -> int:
        """Claim what some claims need; return for how many of them it was done."""
        claims = list(takewhile(lambda claim: claim.left == claims[0].left, claims))
        sizes = [len(claim.members) for claim in claims]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        members = np.concatenate([claim.members for claim in claims])
        asked = np.stack([claim.asked for claim in claims])
        bounds = np.array([claim.bound for claim in claims], np.int64)
        left = np.array([claim.left for claim in claims], np.int64)
        size, done = 1 << 16, 0
        while done == 0:
            cases = room_for(size, 8 * size, 32 * size, len(self._nothing), self.hard)
            done, count, parts, words = find_cases(
                starts, members, asked, bounds, left, self.words.board, self._room, self.hard, cases
            )
            size *= 2
        rest = NO_LIMIT if claims[0].left == NO_LIMIT else claims[0].left - 1
        ends = np.concatenate([[0], np.cumsum(cases.sizes[:parts])]).astype(np.int64)
        sets = Sets(ends, cases.members[:words], cases.asked[:parts], rest)
        known = self.facts.bounds(sets)
        values = cases.values[:parts].tolist()
        for claim, guess, missing, buckets in _cases(cases, count):
            path = (*claims[claim].guesses, guess)
            self._claim_buckets(sets, buckets, values, missing, path, known)
        return done

    def _claim_buckets(
        self,
        sets: Sets,
        buckets: range,
        values: Sequence[int],
        missing: int,
        path: tuple[int, ...],
        bounds: Bounds,
    ) -> None:
        """Claim of some buckets what makes up for what is missing, beyond what is claimed."""
        gains = []
        for number in buckets:
            claim = self._known.get(self._key(sets, number))
            value = values[number]
            if claim is not None and self.claims[claim].bound > value:
                value = self.claims[claim].bound
                missing -= value - values[number]
            if bounds.known[number] > value:
                size = len(sets.members_of(number))
                gain = int(bounds.known[number]) - value
                gains.append((-gain / size, number, gain, value))
        # Small sets cost least to count, and rest on few others.
        for _, number, gain, value in sorted(gains):
            if missing <= 0:
                return
            # No more than is missing: a higher bound would rest on more claims in turn.
            bound = value + gain if value + gain >= INFINITE else value + min(gain, missing)
            self._claim(sets, number, path, bound)
            missing -= bound - value
        if missing <= 0:
            return
        # The memo of the solver forgets, and bounds of other sets ruled out many guesses. What
        # one ply gives rests on nothing else; what was searched once can be searched again.
        by_size = sorted(buckets, key=lambda number: -len(sets.members_of(number)))
        for counted in (True, False):
            for number in by_size:
                if missing <= 0:
                    return
                claim = self._known.get(self._key(sets, number))
                before = max(values[number], 0 if claim is None else self.claims[claim].bound)
                if counted and bounds.settled[number]:
                    continue
                if counted:
                    least = self._one_ply(sets, number, before + missing)
                else:
                    least = self._least(sets, number, path)
                if least > before:
                    bound = least if least >= INFINITE else min(least, before + missing)
                    self._claim(sets, number, path, bound)
                    missing -= bound - before
        if missing > 0:
            words = " ".join(self.words.guesses[self.words.order[rank]] for rank in path)
            raise ValueError(f"the bound is not true: after {words} {missing} guesses are missing")

    def _one_ply(self, sets: Sets, number: int, enough: int) -> int:
        """Bound a set by one ply: see `one_ply_of`."""
        key = self._key(sets, number)
        found, sought = self._counted.get(key, (0, 0))
        if found >= sought and enough > sought:
            asked = sets.asked[number] if self.hard else self._nothing
            members, board = sets.members_of(number), self.words.board
            found = one_ply_of(board, self._room, members, asked, sets.left, self.hard, enough)
            self._counted[key] = found, enough
        return found if found >= INFINITE else min(found, enough)

    def _least(self, sets: Sets, number: int, path: tuple[int, ...]) -> int:
        members = sets.members_of(number)
        return self.facts.least(members, self._clues(path, int(members[0])), sets.left)

    def _key(self, sets: Sets, number: int) -> tuple[bytes, bytes, int]:
        asked = sets.asked[number].tobytes() if self.hard else b""
        return sets.members_of(number).tobytes(), asked, sets.left

    def _claim(self, sets: Sets, number: int, path: tuple[int, ...], bound: int) -> None:
        key = self._key(sets, number)
        before = self._known.get(key)
        if before is not None and before >= self._next:
            self.claims[before].bound = bound  # nobody has looked yet what it rests on
            return
        asked = sets.asked[number].copy() if self.hard else self._nothing
        self._known[key] = len(self.claims)
        members = sets.members_of(number).copy()
        self.claims.append(_Claim(members, asked, sets.left, path, bound))

    def _clues(self, path: Sequence[int], answer: int) -> list[tuple[int, int]]:
        """Return the clues that the guesses of a path, by rank, get from an answer."""
        words = self.words
        return [(int(words.order[rank]), words.code(rank, answer)) for rank in path]

    def _table(self) -> Claims:
        paths = [self._clues(claim.guesses, int(claim.members[0])) for claim in self.claims]
        clues = np.array([clue for path in paths for clue in path], np.int64).reshape(-1, 2)
        return Claims(
            np.array([len(path) for path in paths], np.int32),
            clues[:, 0].astype(np.int32),
            clues[:, 1].copy(),
            np.array(
                [IMPOSSIBLE if c.bound >= INFINITE else c.bound for c in self.claims], np.int32
            ),
            np.array([0 if c.left == NO_LIMIT else c.left for c in self.claims], np.int32),
            np.full(len(self.claims), self.hard),
        )


def _cases(cases: Cases, count: int) -> Iterator[tuple[int, int, int, range]]:
    """Yield claim, guess, what is missing, and the numbers of the buckets of each case."""
    first = 0
    columns = (cases.claims, cases.guesses, cases.missing, cases.buckets)
    for claim, guess, missing, buckets in zip(*(c[:count].tolist() for c in columns), strict=True):
        yield claim, guess, missing, range(first, first + buckets)
        first += buckets


def family_against(vocabulary: Vocabulary, allowed: int) -> FamilyProof | None:
    """Find words so much alike that no tree finds all of them in so many guesses.

    Tried are the answers that differ in one letter at one place, most of them first.

    Returns
    -------
    FamilyProof or None
        None where there are none, which proves nothing.
    """
    alike: dict[tuple[int, str], list[int]] = {}
    for number, word in enumerate(vocabulary.answers):
        for place in range(vocabulary.length):
            rest = word[:place] + word[place + 1 :]
            alike.setdefault((place, rest), []).append(number)
    words = Words(vocabulary.guesses, vocabulary.answers)
    for family in sorted(alike.values(), key=lambda family: (-len(family), family)):
        if len(family) <= allowed or len(family) > LARGEST_FAMILY:
            break
        found = np.array(family, np.int32)
        if most_touched(touched(words.labels(found)), allowed - 1, len(family) - 1) is None:
            return FamilyProof(found)
    return None
