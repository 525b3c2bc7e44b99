"""Claims: the bounds that a proof rests on, written down for the checker.

The solver knows more than is needed. An opener that only a search refutes needs claims about as few
of its buckets as suffice. Each claim in turn needs, against every guess whose one-ply bound is too
low, claims about as few buckets of that guess as suffice, and so on. The sums are those that
`gpuwordle.proofs.checker` adds up, computed by its own loops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.progress import Progress
from gpuwordle.proofs.board import Words, workspace_of
from gpuwordle.proofs.certificate import (
    ALIKE,
    IMPOSSIBLE,
    ONE_PLY,
    SEARCHED,
    SIZES,
    Alike,
    Claims,
    Refutations,
)
from gpuwordle.proofs.check_counts import (
    Array,
    CheckerBoard,
    CheckerWorkspace,
    add_demands,
    bucket_of,
    by_own_words,
    forget,
    most_that_meets,
    scan_allowed,
    split,
    trivial,
    weight_of,
)
from gpuwordle.rules.conditions import INFINITE, NO_LIMIT


class Sets(NamedTuple):
    """Sets of candidates, and the rules for them."""

    starts: npt.NDArray[np.int64]  # (sets + 1,): where each set begins in ``candidates``
    candidates: npt.NDArray[np.int32]  # numbers of answers, ascending in each set
    # (sets, length + alphabet): what hard mode demands of guesses, as in `check_counts.Known`; no
    # rows in easy mode
    demands: npt.NDArray[np.uint8]
    left: int  # guesses left; NO_LIMIT for any number

    def candidates_of(self, number: int) -> npt.NDArray[np.int32]:
        """Return the candidates of a set."""
        return self.candidates[self.starts[number] : self.starts[number + 1]]


class Bounds(NamedTuple):
    """Lower bounds of sets, shape (sets,): INFINITE for impossible, 0 for nothing known."""

    known: npt.NDArray[np.int64]  # the highest known
    counted: npt.NDArray[np.int64]  # the highest that one ply is known to give
    settled: npt.NDArray[np.bool_]  # whether one ply gives no more than is known


class Facts(Protocol):
    """What a solver has proven of sets of answer indices."""

    def bounds(self, sets: Sets) -> Bounds:
        """Return what is known of sets."""

    def least(self, candidates: npt.NDArray[np.int32], clues: Sequence[tuple[int, int]]) -> int:
        """Return the least total of a set after clues (guess index, code); may search for it."""


class ClaimBuckets:
    """Buckets of guesses, and what is known of each, as lists for access one by one.

    ``values`` are the bounds that the checker knows without claims.
    """

    def __init__(self, sets: Sets, cases: Cases, bounds: Bounds) -> None:
        self.sets, count = sets, len(sets.starts) - 1
        self.values: list[int] = cases.values[:count].tolist()
        self.weights: list[int] = cases.weights[:count].tolist()
        self.sizes: list[int] = np.diff(sets.starts).tolist()
        self.known: list[int] = bounds.known.tolist()
        self.counted: list[int] = bounds.counted.tolist()
        self.settled: list[bool] = bounds.settled.tolist()
        packed, left = sets.candidates.tobytes(), sets.left.to_bytes(8, "little")
        starts: list[int] = (sets.starts * sets.candidates.itemsize).tolist()
        ends = [row.tobytes() + left for row in sets.demands] or [left] * count
        # A key that no other bucket has: its candidates, what is demanded and the guesses left.
        self.keys = [
            packed[first:last] + end
            for first, last, end in zip(starts[:-1], starts[1:], ends, strict=True)
        ]


class Cases(NamedTuple):
    """Guesses that could refute claims, and the buckets that must be bounded against them."""

    claims: Array  # int64 (cases,): the claim
    guesses: Array  # int64 (cases,): the guess by rank
    missing: Array  # int64 (cases,): how much the known bounds fall short without claims
    buckets: Array  # int64 (cases,): number of buckets, which follow one another below
    values: Array  # int64 (buckets,): known bound
    sizes: Array  # int64 (buckets,): number of candidates
    weights: Array  # int64 (buckets,): weight of all its candidates
    candidates: Array  # int32: candidates of all buckets, ascending in each
    # uint8 (buckets, length + alphabet): what hard mode demands; no rows in easy mode
    demands: Array


def empty_cases(cases: int, buckets: int, candidates: int, demands: int, hard: bool) -> Cases:
    """Make empty cases."""
    return Cases(
        claims=np.zeros(cases, np.int64),
        guesses=np.zeros(cases, np.int64),
        missing=np.zeros(cases, np.int64),
        buckets=np.zeros(cases, np.int64),
        values=np.zeros(buckets, np.int64),
        sizes=np.zeros(buckets, np.int64),
        weights=np.zeros(buckets, np.int64),
        candidates=np.zeros(candidates, np.int32),
        demands=np.zeros((buckets if hard else 0, demands), np.uint8),
    )


@kernel(allocates=True)
def lay_out(
    board: CheckerBoard,
    workspace: CheckerWorkspace,
    guess: int,
    candidates: Array,
    demands: Array,
    left: int,
    most: int,
    candidates_tried: bool,
    cases: Cases,
    filled: tuple[int, int],
) -> tuple[int, int, int]:
    """List the buckets of a guess with three candidates or more, and the known bound of each.

    The guess splits ``candidates`` under the ``demands``, and leaves ``left`` guesses; no guess
    has a larger K than ``most`` on any of its buckets. With ``candidates_tried``, the buckets' own
    words are tried. ``filled`` are the buckets and candidates already in ``cases``.
    Returns how many are there now, and the least total of the guess.
    """
    listed, words = filled
    own = board.answer_of[guess]
    total = weight_of(board, candidates)
    used = split(board.labels[guess], candidates, workspace)
    for u in range(used):
        bucket = bucket_of(workspace, workspace.used[u])
        n = len(bucket)
        if n == 1 and bucket[0] == own:
            continue
        known = trivial(board, bucket, left)
        if n > 2:
            weight = weight_of(board, bucket)
            known = max(known, 3 * weight - most - board.weights[bucket[0]])
            if candidates_tried and known < 2 * weight:
                known = max(known, by_own_words(board, bucket, weight, workspace.stamps))
            cases.values[listed] = known
            cases.sizes[listed] = n
            cases.weights[listed] = weight
            for i in range(n):
                cases.candidates[words + i] = bucket[i]
            if len(cases.demands):
                cases.demands[listed] = demands
                add_demands(board.letters, guess, board.guess_of[bucket[0]], cases.demands[listed])
            listed += 1
            words += n
        total += known
    forget(workspace, used)
    return listed, words, total


@kernel(allocates=True)
def lay_out_openers(
    board: CheckerBoard, workspace: CheckerWorkspace, openers: Array, left: int, cases: Cases
) -> tuple[int, int]:
    """List the buckets of openers, with the bounds that their sizes give; return how many.

    ``left`` guesses are left after an opener. Each case is an opener: its rank, its number of
    buckets, and as ``missing`` its least total.
    """
    everyone = np.arange(board.labels.shape[1]).astype(np.int32)
    nothing = np.zeros_like(workspace.demands)
    listed, words = 0, 0
    for i in range(len(openers)):
        first = listed
        listed, words, total = lay_out(
            board,
            workspace,
            openers[i],
            everyone,
            nothing,
            left,
            board.most[0],
            False,
            cases,
            (listed, words),
        )
        cases.guesses[i], cases.buckets[i], cases.missing[i] = openers[i], listed - first, total
    return listed, words


@kernel(allocates=True)
def one_ply_of(
    board: CheckerBoard,
    workspace: CheckerWorkspace,
    candidates: Array,
    demands: Array,
    left: int,
    hard: bool,
    enough: int,
) -> int:
    """Bound any set by one ply over all guesses, in hard mode over legal ones.

    The bound is at most ``enough``, unless no guess can find every candidate.
    """
    weight = weight_of(board, candidates)
    for member in candidates:
        workspace.inside[member] = 1
    least = most_that_meets(weight, board.weights[candidates[0]], enough, left - 1)
    lowest = INFINITE
    for guess in scan_allowed(board, candidates, workspace, demands, hard, least):
        k, own = workspace.sums[guess], board.answer_of[guess]
        value = 3 * weight - k
        if own >= 0 and workspace.inside[own]:
            value -= board.weights[own]
        if k > least and value < lowest:
            lowest = value
    for member in candidates:
        workspace.inside[member] = 0
    # Guesses whose count was cut short give at least ``enough``; with two left there are none.
    return enough if lowest == INFINITE and left != 2 else lowest


@kernel(allocates=True)
def find_cases(
    starts: Array,
    candidates: Array,
    demands: Array,
    bounds: Array,
    rest: int,
    board: CheckerBoard,
    workspace: CheckerWorkspace,
    hard: bool,
    cases: Cases,
) -> tuple[int, int, int, int]:
    """List the guesses that some claims need other claims against.

    The claims have the columns of `gpuwordle.proofs.check_counts.Known`; ``rest`` guesses are left
    after another one. Returns how many claims were done (the others did not fit), and the cases,
    buckets and candidates listed.
    """
    count = 0
    listed = 0
    words = 0
    for claim in range(len(bounds)):
        kept = count, listed, words
        own_candidates = candidates[starts[claim] : starts[claim + 1]]
        n, weight = len(own_candidates), weight_of(board, own_candidates)
        heaviest = board.weights[own_candidates[0]]
        bound = bounds[claim]
        for i in range(n):
            workspace.inside[own_candidates[i]] = 1
        least = most_that_meets(weight, heaviest, bound, rest)
        full = False
        for guess in scan_allowed(board, own_candidates, workspace, demands[claim], hard, least):
            k = workspace.sums[guess]
            own = board.answer_of[guess]
            value = 3 * weight - k
            if own >= 0 and workspace.inside[own]:
                value -= board.weights[own]
            if value >= bound or (k == heaviest and n > 1) or (rest == 1 and k < weight):
                continue
            if count == len(cases.claims) or words + n > len(cases.candidates):
                full = True
                break
            if listed + min(k, n) > len(cases.values):
                full = True
                break
            first, begin = listed, words
            listed, words, total = lay_out(
                board,
                workspace,
                guess,
                own_candidates,
                demands[claim],
                rest,
                3 * weight,
                True,
                cases,
                (listed, words),
            )
            if total >= bound:
                listed, words = first, begin
                continue
            cases.claims[count] = claim
            cases.guesses[count] = guess
            cases.missing[count] = bound - total
            cases.buckets[count] = listed - first
            count += 1
        for i in range(n):
            workspace.inside[own_candidates[i]] = 0
        if full:
            return claim, kept[0], kept[1], kept[2]
    return len(bounds), count, listed, words


CLAIMS_AT_ONCE, OPENERS_AT_ONCE = 500, 50
"""Claims whose cases are listed together, and openers whose buckets are."""


@dataclass
class _Claim:
    """A claim: its candidates, what is demanded, the guesses that led there, and its bound.

    If it is ``counted``, one ply gives the bound, and it rests on no other claim.
    """

    candidates: npt.NDArray[np.int32]
    demands: npt.NDArray[np.uint8]
    left: int
    guesses: tuple[int, ...]
    bound: int
    counted: bool


class Producer:
    """Collects the claims of one statement under the rules ``hard`` and ``allowed``.

    An opener that is ``alike`` to another one is refuted by it.
    """

    def __init__(
        self,
        words: Words,
        facts: Facts,
        *,
        hard: bool,
        allowed: int | None,
        alike: Alike | None = None,
    ) -> None:
        self.words, self.facts, self.hard, self.allowed = words, facts, hard, allowed
        self.alike = alike
        self.claims: list[_Claim] = []
        self._known: dict[bytes, int] = {}
        self._counted: dict[bytes, tuple[int, int]] = {}
        self._next = 0
        self._workspace: CheckerWorkspace = workspace_of(words.board)
        self._nothing = np.zeros_like(self._workspace.demands)
        answers = len(words.answers)
        self._cases = empty_cases(0, answers, answers, len(self._nothing), hard)

    def prove(self, bound: int | None, progress: Progress | None = None) -> Refutations:
        """Refute every opener by sizes, by one-ply bounds or by claims, the first that suffices.

        A ``bound`` of None means impossible. Raises ValueError if the bound is not true.
        """
        goal = INFINITE if bound is None else bound
        methods = self._openers(goal, progress)
        done = 0
        while done < len(self.claims):
            self._next = min(done + CLAIMS_AT_ONCE, len(self.claims))
            done += self._bound_claims(self.claims[done : self._next])
            if progress is not None:
                progress((1 + done / len(self.claims)) / 2)
        if progress is not None:
            progress(1.0)  # also if no claim was needed
        return Refutations(methods, self._table(), self.alike)

    def _openers(self, goal: int, progress: Progress | None) -> npt.NDArray[np.uint8]:
        """Refute every opener; return how, by guess."""
        methods = np.full(len(self.words.guesses), SIZES, np.uint8)
        searched = []
        if self.alike is not None:
            methods[self.alike.by[self.words.order] >= 0] = ALIKE
        for opener in self._without_claims(goal, methods, progress):
            _, total = self._buckets(opener)
            if total < goal:
                methods[opener] = SEARCHED
                searched.append((total, opener))
        # Openers that need the most come first: their claims may be enough for others.
        for number, (_, opener) in enumerate(sorted(searched)):
            if self._bound_opener(opener, goal):
                methods[opener] = ONE_PLY
            if progress is not None and number % OPENERS_AT_ONCE == 0:
                progress((1 + number / len(searched)) / 4)
        by_guess = np.empty_like(methods)
        by_guess[self.words.order] = methods
        return by_guess

    def _without_claims(
        self, goal: int, methods: npt.NDArray[np.uint8], progress: Progress | None
    ) -> list[int]:
        """Mark openers that need one ply; return those for which it is not known to be enough."""
        openers = np.flatnonzero(methods != ALIKE)
        left = NO_LIMIT if self.allowed is None else self.allowed - 1
        answers = len(self.words.answers)
        each = min(answers, self.words.board.width)
        size = OPENERS_AT_ONCE
        cases = empty_cases(size, size * each, size * answers, len(self._nothing), self.hard)
        doubtful: list[int] = []
        for first in range(0, len(openers), size):
            some = openers[first : first + size]
            listed, candidates = lay_out_openers(
                self.words.board, self._workspace, some, left, cases
            )
            totals = cases.missing[: len(some)].copy()
            methods[some[totals < goal]] = ONE_PLY
            if (totals < goal).any():
                starts = np.concatenate([[0], np.cumsum(cases.sizes[:listed])]).astype(np.int64)
                sets = Sets(starts, cases.candidates[:candidates], cases.demands[:listed], left)
                gains = np.maximum(self._facts_of(sets).counted - cases.values[:listed], 0)
                owners = np.repeat(np.arange(len(some)), cases.buckets[: len(some)])
                np.add.at(totals, owners, gains)
                doubtful += some[totals < goal].tolist()
            if progress is not None:
                progress(first / len(methods) / 4)
        return doubtful

    def _bound_opener(self, opener: int, goal: int) -> bool:
        """Refute an opener; return whether that needs no claims."""
        buckets, total = self._buckets(opener)
        values, sizes, known = buckets.values, buckets.sizes, buckets.known
        missing = goal - total
        gain = sum(max(0, k - value) for k, value in zip(known, values, strict=True))
        # Buckets bounded only by their own words come first; small ones cost least.
        searched = [v > 2 * weight for v, weight in zip(values, buckets.weights, strict=True)]
        cheap = list(zip(searched, sizes, strict=True))
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

    def _buckets(self, opener: int) -> tuple[ClaimBuckets, int]:
        """Return the buckets of an opener, and its least total as the checker counts.

        The buckets are valid until the next call.
        """
        board, cases = self.words.board, self._cases
        everyone = np.arange(len(self.words.answers), dtype=np.int32)
        left = NO_LIMIT if self.allowed is None else self.allowed - 1
        most = int(board.most[0])
        listed, candidates, total = lay_out(
            board, self._workspace, opener, everyone, self._nothing, left, most, True, cases, (0, 0)
        )
        starts = np.concatenate([[0], np.cumsum(cases.sizes[:listed])]).astype(np.int64)
        sets = Sets(starts, cases.candidates[:candidates], cases.demands[:listed], left)
        bounds = self._facts_of(sets)
        # The checker counts one-ply bounds of buckets itself.
        gains = np.maximum(bounds.counted - cases.values[:listed], 0)
        cases.values[:listed] += gains
        return ClaimBuckets(sets, cases, bounds), total + int(gains.sum())

    def _facts_of(self, sets: Sets) -> Bounds:
        """Return what the solver knows of sets."""
        return self.facts.bounds(sets._replace(candidates=self.words.places[sets.candidates]))

    def _bound_claims(self, claims: Sequence[_Claim]) -> int:
        """Add the claims that some claims need; return for how many of them it was done."""
        claims = list(takewhile(lambda claim: claim.left == claims[0].left, claims))
        resting = [number for number, claim in enumerate(claims) if not claim.counted]
        if not resting:
            return len(claims)
        sizes = [len(claims[number].candidates) for number in resting]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        candidates = np.concatenate([claims[number].candidates for number in resting])
        demands = np.stack([claims[number].demands for number in resting])
        bounds = np.array([claims[number].bound for number in resting], np.int64)
        rest = NO_LIMIT if claims[0].left == NO_LIMIT else claims[0].left - 1
        size, done = 1 << 16, 0
        while done == 0:
            cases = empty_cases(size, 8 * size, 32 * size, len(self._nothing), self.hard)
            done, count, listed, words = find_cases(
                starts,
                candidates,
                demands,
                bounds,
                rest,
                self.words.board,
                self._workspace,
                self.hard,
                cases,
            )
            size *= 2
        ends = np.concatenate([[0], np.cumsum(cases.sizes[:listed])]).astype(np.int64)
        sets = Sets(ends, cases.candidates[:words], cases.demands[:listed], rest)
        buckets = ClaimBuckets(sets, cases, self._facts_of(sets))
        for case, guess, missing, numbers in _cases(cases, count):
            path = (*claims[resting[case]].guesses, guess)
            self._claim_buckets(buckets, numbers, missing, path)
        return resting[done] if done < len(resting) else len(claims)

    def _claim_buckets(
        self, buckets: ClaimBuckets, numbers: range, missing: int, path: tuple[int, ...]
    ) -> None:
        """Claim bounds of some buckets until nothing is missing."""
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
            # Claim no more than is missing: a higher bound would rest on more claims.
            bound = value + gain if value + gain >= INFINITE else value + min(gain, missing)
            self._claim(buckets, number, path, bound, buckets.counted[number] >= bound)
            missing -= bound - value
        if missing <= 0:
            return
        # The solver's memo forgets, and bounds of other sets ruled out many guesses. One-ply
        # bounds rest on nothing else; what was searched once can be searched again.
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
                    least = self._least(buckets.sets.candidates_of(number), path)
                if least > before:
                    bound = least if least >= INFINITE else min(least, before + missing)
                    self._claim(buckets, number, path, bound, counted)
                    missing -= bound - before
        if missing > 0:
            words = " ".join(self.words.guesses[self.words.order[rank]] for rank in path)
            raise ValueError(f"the bound is not true: after {words} {missing} guesses are missing")

    def _claimed(self, buckets: ClaimBuckets, number: int) -> int:
        """Return the bound that the checker knows of a bucket, claims included."""
        claim = self._known.get(buckets.keys[number])
        value = buckets.values[number]
        return value if claim is None else max(value, self.claims[claim].bound)

    def _one_ply(self, buckets: ClaimBuckets, number: int, enough: int) -> int:
        """Bound a bucket by one ply: see `one_ply_of`."""
        key = buckets.keys[number]
        found, sought = self._counted.get(key, (0, 0))
        if found >= sought and enough > sought:
            sets, board = buckets.sets, self.words.board
            demands = sets.demands[number] if self.hard else self._nothing
            candidates = sets.candidates_of(number)
            found = one_ply_of(
                board, self._workspace, candidates, demands, sets.left, self.hard, enough
            )
            self._counted[key] = found, enough
        return found if found >= INFINITE else min(found, enough)

    def _least(self, candidates: npt.NDArray[np.int32], path: tuple[int, ...]) -> int:
        clues = self._clues(path, int(candidates[0]))
        return self.facts.least(self.words.places[candidates], clues)

    def _claim(
        self, buckets: ClaimBuckets, number: int, path: tuple[int, ...], bound: int, counted: bool
    ) -> None:
        key, sets = buckets.keys[number], buckets.sets
        before = self._known.get(key)
        if before is not None and before >= self._next:
            claim = self.claims[before]  # what it rests on is still open
            claim.bound, claim.counted = bound, counted
            return
        demands = sets.demands[number].copy() if self.hard else self._nothing
        self._known[key] = len(self.claims)
        candidates = sets.candidates_of(number).copy()
        self.claims.append(_Claim(candidates, demands, sets.left, path, bound, counted))

    def _clues(self, path: Sequence[int], answer: int) -> list[tuple[int, int]]:
        """Return the clues of the guesses of a path, by rank, if an answer is hidden."""
        words, ranks = self.words, np.array(path, np.int64)
        codes = words.codes_of(ranks, np.full(len(ranks), answer))
        return list(zip(words.order[ranks].tolist(), codes.tolist(), strict=True))

    def _table(self) -> Claims:
        lengths = np.array([len(claim.guesses) for claim in self.claims], np.int32)
        ranks = np.array([rank for claim in self.claims for rank in claim.guesses], np.int64)
        answers = np.array([claim.candidates[0] for claim in self.claims], np.int32)
        return Claims(
            lengths,
            self.words.order[ranks].astype(np.int32),
            self.words.codes_of(ranks, np.repeat(answers, lengths)),
            np.array(
                [IMPOSSIBLE if c.bound >= INFINITE else c.bound for c in self.claims], np.int32
            ),
            np.array([0 if c.left == NO_LIMIT else c.left for c in self.claims], np.int32),
            np.full(len(self.claims), self.hard),
        )


def _cases(cases: Cases, count: int) -> Iterator[tuple[int, int, int, range]]:
    """Yield claim, guess, missing amount and the numbers of the buckets of each case."""
    first = 0
    columns = (cases.claims, cases.guesses, cases.missing, cases.buckets)
    for claim, guess, missing, buckets in zip(*(c[:count].tolist() for c in columns), strict=True):
        yield claim, guess, missing, range(first, first + buckets)
        first += buckets
