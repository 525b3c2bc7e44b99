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
    lay_out_openers,
    one_ply_of,
    room_for,
)
from gpuwordle.proofs.claim_sets import Buckets, Facts, Sets
from gpuwordle.proofs.families import most_touched, touched
from gpuwordle.words.vocabulary import Vocabulary

CLAIMS_AT_ONCE = 500
LARGEST_FAMILY = 64
"""Longer families are not tried: two dozen letters cannot keep so many words apart."""


@dataclass
class _Claim:
    """A claim: its set, what is asked, the guesses that led there and its bound.

    Where it is ``counted`` one ply gives the bound, and it rests on no other.
    """

    members: npt.NDArray[np.int32]
    asked: npt.NDArray[np.uint8]
    left: int
    guesses: tuple[int, ...]
    bound: int
    counted: bool


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
            done += self._bound_claims(self.claims[done : self._next])
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
        for opener in self._without_claims(np.flatnonzero(bounds < goal), goal, methods, progress):
            _, total = self._buckets(opener)
            if total < goal:
                methods[opener] = SEARCHED
                searched.append((total, opener))
        # Those that need most come first: what is claimed for them may be enough for others.
        for number, (_, opener) in enumerate(sorted(searched)):
            if self._bound_opener(opener, goal):
                methods[opener] = ONE_PLY
            if progress is not None and number % OPENERS_AT_ONCE == 0:
                progress((1 + number / len(searched)) / 4)
        by_guess = np.empty_like(methods)
        by_guess[self.words.order] = methods
        return by_guess

    def _without_claims(
        self,
        openers: npt.NDArray[np.int64],
        goal: int,
        methods: npt.NDArray[np.uint8],
        progress: Progress | None,
    ) -> list[int]:
        """Call openers refuted by one ply; return those of which that is not known yet."""
        methods[openers] = ONE_PLY
        left = NO_LIMIT if self.allowed is None else self.allowed - 1
        answers = len(self.words.answers)
        each = min(answers, self.words.board.width)
        size = OPENERS_AT_ONCE
        cases = room_for(size, size * each, size * answers, len(self._nothing), self.hard)
        doubtful: list[int] = []
        for first in range(0, len(openers), size):
            some = openers[first : first + size]
            parts, members = lay_out_openers(self.words.board, self._room, some, left, cases)
            starts = np.concatenate([[0], np.cumsum(cases.sizes[:parts])]).astype(np.int64)
            sets = Sets(starts, cases.members[:members], cases.asked[:parts], left)
            values = cases.values[:parts]
            gains = np.maximum(self.facts.bounds(sets).counted - values, 0)
            totals = cases.missing[: len(some)].copy()
            owners = np.repeat(np.arange(len(some)), cases.buckets[: len(some)])
            np.add.at(totals, owners, gains)
            doubtful += some[totals < goal].tolist()
            if progress is not None:
                progress(first / len(methods) / 4)
        return doubtful

    def _bound_opener(self, opener: int, goal: int) -> bool:
        """Refute an opener; tell whether it takes no claims."""
        buckets, total = self._buckets(opener)
        values, sizes, known = buckets.values, buckets.sizes, buckets.known
        missing = goal - total
        gain = sum(max(0, k - value) for k, value in zip(known, values, strict=True))
        # First those of which nothing is known beyond their members; small ones cost least.
        cheap = [(value > 2 * size, size) for value, size in zip(values, sizes, strict=True)]
        for number in sorted(range(len(values)), key=cheap.__getitem__):
            if missing <= gain:
                break
            if known[number] <= values[number] and not buckets.settled[number]:
                before = values[number]
                values[number] = max(
                    before, self._one_ply(buckets, number, before + missing - gain)
                )
                missing -= values[number] - before
        if missing > 0:
            self._claim_buckets(buckets, range(len(values)), missing, (opener,))
        return missing <= 0

    def _buckets(self, opener: int) -> tuple[Buckets, int]:
        """Return the buckets of an opener, and what it takes as the checker counts.

        Good until those of the next are asked for.
        """
        board, cases = self.words.board, self._cases
        everyone = np.arange(len(self.words.answers), dtype=np.int32)
        left = NO_LIMIT if self.allowed is None else self.allowed - 1
        most = int(board.most[0])
        parts, members, total = lay_out(
            board, self._room, opener, everyone, self._nothing, left, most, True, cases, (0, 0)
        )
        starts = np.concatenate([[0], np.cumsum(cases.sizes[:parts])]).astype(np.int64)
        sets = Sets(starts, cases.members[:members], cases.asked[:parts], left)
        bounds = self.facts.bounds(sets)
        # What one ply shows of a bucket, the checker counts itself.
        values = np.maximum(cases.values[:parts], bounds.counted)
        return Buckets(sets, values, bounds), total + int((values - cases.values[:parts]).sum())

    def _bound_claims(self, claims: Sequence[_Claim]) -> int:
        """Claim what some claims need; return for how many of them it was done."""
        claims = list(takewhile(lambda claim: claim.left == claims[0].left, claims))
        resting = [number for number, claim in enumerate(claims) if not claim.counted]
        if not resting:
            return len(claims)
        sizes = [len(claims[number].members) for number in resting]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        members = np.concatenate([claims[number].members for number in resting])
        asked = np.stack([claims[number].asked for number in resting])
        bounds = np.array([claims[number].bound for number in resting], np.int64)
        left = np.array([claims[number].left for number in resting], np.int64)
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
        buckets = Buckets(sets, cases.values[:parts], self.facts.bounds(sets))
        for case, guess, missing, numbers in _cases(cases, count):
            path = (*claims[resting[case]].guesses, guess)
            self._claim_buckets(buckets, numbers, missing, path)
        return resting[done] if done < len(resting) else len(claims)

    def _claim_buckets(
        self, buckets: Buckets, numbers: range, missing: int, path: tuple[int, ...]
    ) -> None:
        """Claim of some buckets what makes up for what is missing, beyond what is claimed."""
        values, known, sizes = buckets.values, buckets.known, buckets.sizes
        gains = []
        for number in numbers:
            value = self._claimed(buckets, number)
            missing -= value - values[number]
            gain = known[number] - value
            if gain > 0:
                gains.append((-gain / sizes[number], number, gain, value))
        # Small sets cost least to count, and rest on few others.
        for _, number, gain, value in sorted(gains):
            if missing <= 0:
                return
            # No more than is missing: a higher bound would rest on more claims in turn.
            bound = value + gain if value + gain >= INFINITE else value + min(gain, missing)
            self._claim(buckets, number, path, bound, buckets.counted[number] >= bound)
            missing -= bound - value
        if missing <= 0:
            return
        # The memo of the solver forgets, and bounds of other sets ruled out many guesses. What
        # one ply gives rests on nothing else; what was searched once can be searched again.
        by_size = sorted(numbers, key=lambda number: -sizes[number])
        for counted in (True, False):
            for number in by_size:
                if missing <= 0:
                    return
                if counted and buckets.settled[number]:
                    continue
                before = self._claimed(buckets, number)
                if counted:
                    least = self._one_ply(buckets, number, before + missing)
                else:
                    least = self._least(buckets.sets, number, path)
                if least > before:
                    bound = least if least >= INFINITE else min(least, before + missing)
                    self._claim(buckets, number, path, bound, counted)
                    missing -= bound - before
        if missing > 0:
            words = " ".join(self.words.guesses[self.words.order[rank]] for rank in path)
            raise ValueError(f"the bound is not true: after {words} {missing} guesses are missing")

    def _claimed(self, buckets: Buckets, number: int) -> int:
        """Return what the checker knows of a bucket, claims counted."""
        claim = self._known.get(buckets.key(number))
        value = buckets.values[number]
        return value if claim is None else max(value, self.claims[claim].bound)

    def _one_ply(self, buckets: Buckets, number: int, enough: int) -> int:
        """Bound a bucket by one ply: see `one_ply_of`."""
        key = buckets.key(number)
        found, sought = self._counted.get(key, (0, 0))
        if found >= sought and enough > sought:
            sets, board = buckets.sets, self.words.board
            asked = sets.asked[number] if self.hard else self._nothing
            members = sets.members_of(number)
            found = one_ply_of(board, self._room, members, asked, sets.left, self.hard, enough)
            self._counted[key] = found, enough
        return found if found >= INFINITE else min(found, enough)

    def _least(self, sets: Sets, number: int, path: tuple[int, ...]) -> int:
        members = sets.members_of(number)
        return self.facts.least(members, self._clues(path, int(members[0])), sets.left)

    def _claim(
        self, buckets: Buckets, number: int, path: tuple[int, ...], bound: int, counted: bool
    ) -> None:
        key, sets = buckets.key(number), buckets.sets
        before = self._known.get(key)
        if before is not None and before >= self._next:
            claim = self.claims[before]  # nobody has looked yet what it rests on
            claim.bound, claim.counted = bound, counted
            return
        asked = sets.asked[number].copy() if self.hard else self._nothing
        self._known[key] = len(self.claims)
        members = sets.members_of(number).copy()
        self.claims.append(_Claim(members, asked, sets.left, path, bound, counted))

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
