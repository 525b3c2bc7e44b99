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
    TreeTable,
)
from gpuwordle.proofs.check_arrays import INFINITE, NO_LIMIT, Room
from gpuwordle.proofs.check_counts import ask
from gpuwordle.proofs.checker import OPENERS_AT_ONCE
from gpuwordle.proofs.claim_loops import (
    Cases,
    bound_by_sizes,
    counted_for,
    find_cases,
    one_ply_of,
    one_ply_suffices,
    parts_of,
    room_for,
)
from gpuwordle.proofs.families import most_touched, touched
from gpuwordle.tree.decision_tree import DecisionTree
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


class Facts(Protocol):
    """What a solver has proven."""

    def bounds(self, sets: Sets) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Return the lower bounds that are known, and which of them one ply would give as well.

        Bounds are `INFINITE` for impossible, 0 for nothing. A bound of which it is not known
        whether one ply would give it must not be said to be such.
        """

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
        self._next = 0
        self._room: Room = room(words.board)
        self._nothing = np.zeros_like(self._room.asked)

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
        methods = self._methods(goal, progress)
        for opener in np.flatnonzero(methods == SEARCHED).tolist():
            self._bound_opener(opener, goal)
        done = 0
        while done < len(self.claims):
            self._next = min(done + CLAIMS_AT_ONCE, len(self.claims))
            done += self._bound_claims(self.claims[done : done + CLAIMS_AT_ONCE])
            if progress is not None:
                progress((1 + done / len(self.claims)) / 2)
        return Refutations(methods, self._table())

    def _methods(self, goal: int, progress: Progress | None) -> npt.NDArray[np.uint8]:
        """Say how each opener is refuted."""
        board, openers = self.words.board, len(self.words.guesses)
        allowed = NO_LIMIT if self.allowed is None else self.allowed
        left = NO_LIMIT if self.allowed is None else self.allowed - 1
        sizes = np.empty(openers, np.int64)
        bound_by_sizes(board, self._room, allowed, sizes)
        methods = np.where(sizes >= goal, SIZES, SEARCHED).astype(np.uint8)
        answers = len(self.words.answers)
        cases = room_for(0, answers, answers, len(self._nothing), self.hard)
        counted = counted_for(answers)
        for number, opener in enumerate(np.flatnonzero(sizes < goal).tolist()):
            parts, words = parts_of(board, self._room, opener, self.hard, cases)
            starts = np.concatenate([[0], np.cumsum(cases.sizes[:parts])]).astype(np.int64)
            sets = Sets(starts, cases.members[:words], cases.asked[:parts], left)
            bounds, shallow = self.facts.bounds(sets)
            total = int(sizes[opener])
            if one_ply_suffices(
                board, self._room, counted, opener, bounds, shallow, left, self.hard, total, goal
            ):
                methods[opener] = ONE_PLY
            if progress is not None and number % OPENERS_AT_ONCE == 0:
                progress(number / openers / 2)
        by_guess = np.empty_like(methods)
        by_guess[self.words.order] = methods
        return by_guess

    def _bound_opener(self, opener: int, goal: int) -> None:
        """Claim as few buckets of an opener as refute it."""
        board, rank = self.words.board, int(self.words.rank[opener])
        row = board.labels[rank]
        left = NO_LIMIT if self.allowed is None else self.allowed - 1
        total, parts, values = len(row), [], []
        for label in np.unique(row):
            members = np.flatnonzero(row == label).astype(np.int32)
            n = len(members)
            if n == 1 and members[0] == board.answer_of[rank]:
                continue
            value = 2 * n - 1 if left > 1 or (left == 1 and n == 1) else INFINITE
            if n > 2:
                value = max(value, 3 * n - int(board.most[0]) - 1)
                parts.append(members)
                values.append(value)
            total += value
        if total < goal:
            asked = np.zeros((len(parts) if self.hard else 0, len(self._nothing)), np.uint8)
            for number in range(len(asked)):
                ask(board.letters, rank, board.guess_of[parts[number][0]], asked[number])
            sizes = np.array([len(part) for part in parts], np.int64)
            starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
            sets = Sets(starts, np.concatenate(parts), asked, left)
            self._claim_buckets(sets, range(len(parts)), values, goal - total, (rank,))

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
        known, _ = self.facts.bounds(sets)
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
        known: npt.NDArray[np.int64] | None = None,
    ) -> None:
        """Claim of some buckets what makes up for what is missing, beyond what is claimed."""
        if known is None:
            known, _ = self.facts.bounds(sets)
        gains = []
        for number in buckets:
            claim = self._known.get(self._key(sets, number))
            value = values[number]
            if claim is not None and self.claims[claim].bound > value:
                value = self.claims[claim].bound
                missing -= value - values[number]
            if known[number] > value:
                gains.append((value - int(known[number]), number, value))
        for loss, number, value in sorted(gains):
            if missing <= 0:
                return
            # No more than is missing: a higher bound would rest on more claims in turn.
            bound = value - loss if value - loss >= INFINITE else value + min(-loss, missing)
            self._claim(sets, number, path, bound)
            missing -= bound - value
        if missing <= 0:
            return
        # The memo of the solver forgets, and bounds of other sets ruled out many guesses. What
        # one ply gives rests on nothing else; what was searched once can be searched again.
        by_size = sorted(buckets, key=lambda number: -len(sets.members_of(number)))
        for least_of in (self._one_ply, self._least):
            for number in by_size:
                if missing <= 0:
                    return
                claim = self._known.get(self._key(sets, number))
                before = max(values[number], 0 if claim is None else self.claims[claim].bound)
                least = least_of(sets, number, path)
                if least > before:
                    bound = least if least >= INFINITE else min(least, before + missing)
                    self._claim(sets, number, path, bound)
                    missing -= bound - before
        if missing > 0:
            words = " ".join(self.words.guesses[self.words.order[rank]] for rank in path)
            raise ValueError(f"the bound is not true: after {words} {missing} guesses are missing")

    def _one_ply(self, sets: Sets, number: int, path: tuple[int, ...]) -> int:
        asked = sets.asked[number] if self.hard else self._nothing
        members = sets.members_of(number)
        return one_ply_of(self.words.board, self._room, members, asked, sets.left, self.hard)

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


def table_of_tree(tree: DecisionTree) -> TreeTable:
    """Return the nodes of a tree of all answers, as a certificate holds them."""
    table = tree.table
    codes = table.codes.astype(np.int64)
    codes[0] = 0
    return TreeTable(table.parents.astype(np.int32), codes, table.guesses.astype(np.int32))


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
