"""Exact play of words with weights: the least sum of weight times guesses, in easy mode.

Let W be the weight of a set and w that of a word. K(g) is the sum, over the buckets of a guess g,
of the heaviest word in each; with weights of 1 it is the number of buckets. The bounds:

- A first guess ends one game at most, so a set takes 2 W - (its heaviest word) or more.
- After g, a set takes 3 W - K(g) or more, less w(g) if g is one of its words: g once for all words,
  and the first bound for each bucket but g's own. This is exact if no bucket has three words.
- So a set takes the least of 2 W and of these bounds of its own words, or more: a guess that is no
  word of the set has K(g) <= W.

Guesses are tried in the order of the second bound until it reaches the best total, and buckets are
searched, the smallest first, with what is left of the best total. Bounds and totals of sets are
remembered. Loops over guesses and words are compiled; a step from a set to a bucket is Python's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.compiled import kernel
from gpuwordle.memory import ceiling, check
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.question import Solution
from gpuwordle.optimal.tables import renumber
from gpuwordle.rules.conditions import INFINITE
from gpuwordle.words.vocabulary import Vocabulary

Indices = npt.NDArray[np.integer]

FIRST_SLOTS = 1 << 16
"""Sets that the memo has room for at first."""

CODES_AT_ONCE = 256
"""Guesses whose codes are renumbered at a time."""

NO_CODE = 2**32 - 1
"""What a guess gets from itself: a code that no rule has."""

_SEED = 29
_VALUE, _GUESS, _EXACT, _SEEN = range(4)  # columns of the memo's facts


class WeightedSolver:
    """Searches candidate sets of one vocabulary for the least weighted total, one at a time.

    Parameters
    ----------
    vocabulary
        The words, with weights or without.
    backend
        What computes the patterns.
    memory
        Bytes that codes and memo may take.

    Raises
    ------
    UserError
        If the codes do not fit the memory.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"], weights=[1, 1, 1, 9, 1])
    >>> found = WeightedSolver(pets).choose(np.arange(5))
    >>> found.total, pets.guesses[found.guess], found.exact
    (19, 'pig', True)
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        backend: str | Backend = "auto",
        memory: int | None = None,
    ) -> None:
        answers, guesses = len(vocabulary.answers), len(vocabulary.guesses)
        check(
            2 * guesses * answers,
            ceiling(memory),
            f"the codes of {guesses:,} guesses and {answers:,} answers",
            "give shorter lists",
        )
        self.vocabulary = vocabulary
        self._weights = vocabulary.weights_of(np.arange(answers))
        engine = engine_for(vocabulary, backend)
        self._codes = np.empty((guesses, answers), np.uint16)
        for start in range(0, guesses, CODES_AT_ONCE):
            some = np.arange(start, min(start + CODES_AT_ONCE, guesses))
            codes = engine.codes(some).astype(np.uint32)
            itself = vocabulary.guess_answer[some]
            there = np.flatnonzero(itself >= 0)
            codes[there, itself[there]] = NO_CODE  # not every rule tells wins
            renumber(codes, self._codes[start : start + len(some)])
        random = np.random.Generator(np.random.PCG64(_SEED))
        self._hash_words = random.integers(1, 2**64 - 1, (answers, 2), np.uint64)
        self._make_memo(FIRST_SLOTS)
        self._used = np.zeros(1, np.int64)
        self._marks = np.zeros((2, answers + 1), np.int64)
        self._is_member = np.zeros(answers, np.bool_)
        self._deadline = Deadline()

    def choose(self, candidates: Indices, *, deadline: Deadline | None = None) -> Solution:
        """Find the least total, and a guess that begins it: the same whatever was asked before.

        Parameters
        ----------
        candidates
            Answer indices, at least one.
        deadline
            When to stop; the total is then that of the best play found, or None.
        """
        self._deadline = deadline or Deadline()
        words = self._heaviest_first(candidates)
        total, guess, lower = self._least(words, INFINITE)
        exact = total == lower
        if guess < 0:  # stopped before any guess was tried
            guess = int(self.vocabulary.answer_guess[words[0]])
        return Solution(total if total < INFINITE else None, lower, None, guess, exact)

    def bound(self, candidates: Indices) -> int:
        """Return a lower bound of the total, without searching."""
        words = self._heaviest_first(candidates)
        if len(words) < 3:
            return self._of_few(words)
        return int(self._fact(words)[_VALUE])

    def after(self, guess: int, candidates: Indices) -> list[npt.NDArray[np.int64]]:
        """Return the buckets of a guess, without its own, heaviest word first."""
        words = self._heaviest_first(candidates)
        words = words[words != self.vocabulary.guess_answer[guess]]
        codes = self._codes[guess, words]
        return [words[codes == code] for code in np.unique(codes)]

    def warm_up(self) -> None:
        """Compile the search, or load it from the cache, so that no deadline includes it."""
        words = np.zeros(1, np.int64)
        self._ranked(words)
        self._next(np.empty(0, np.int64), 0, np.empty(0, np.int64), 0, words, _Buckets.of(1))
        self._fact(np.arange(min(3, len(self._weights))))

    def _heaviest_first(self, candidates: Indices) -> npt.NDArray[np.int64]:
        """Sort answer indices by falling weight, then by index."""
        words = np.sort(candidates).astype(np.int64)
        return words[np.argsort(-self._weights[words], kind="stable")]

    def _of_few(self, words: npt.NDArray[np.int64]) -> int:
        """Return the total of one word, or of two: the heavier one is guessed first."""
        return int((self._weights[words] * np.arange(1, len(words) + 1)).sum())

    def _least(self, words: npt.NDArray[np.int64], below: int) -> tuple[int, int, int]:
        """Search a set, heaviest word first: its least total if that is below a limit.

        Returns a total, the guess that begins it (-1 if there is none below the limit), and the
        lower bound that is proven: the total itself unless the search was stopped.
        """
        if len(words) < 3:
            return (*self._alone(words), self._of_few(words))
        if 2 * self._used[0] > len(self._facts):
            self._grow_memo()
        value, guess, exact, _ = self._fact(words).tolist()
        if exact or value >= below:
            return value, guess if exact else -1, value
        lower, best, best_guess = value, below, -1
        bounds = self._ranked(words)
        member = np.zeros(len(bounds), np.bool_)
        member[self.vocabulary.answer_guess[words]] = True
        order = np.flatnonzero(bounds < best)
        order = order[np.lexsort((order, ~member[order], bounds[order]))]
        found, place = _Buckets.of(len(words)), 0
        while best > lower and not self._deadline.is_over():
            place, count = self._next(order, place, bounds, best, words, found)
            if place < 0:
                break
            total = int(self._weights[words].sum() + found.lows[:count].sum())
            for bucket, low in found.not_done(count):
                total += self._least(bucket, best - (total - low))[0] - low
                if total >= best or self._deadline.is_over():
                    break
            if self._deadline.is_over():
                break
            if total < best:
                best, best_guess = total, int(order[place])
            place += 1
        if self._deadline.is_over() and best > lower:
            return best, best_guess, lower
        self._remember(words, best, best_guess)
        return best, best_guess, best

    def _ranked(self, words: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Bound the total after each guess: int64, shape (guesses,)."""
        bounds = np.empty(len(self._codes), np.int64)
        self._is_member[words] = True
        own = self.vocabulary.guess_answer
        rank_guesses(self._codes, words, self._weights, own, self._is_member, self._marks, bounds)
        self._is_member[words] = False
        return bounds

    def _next(
        self,
        order: npt.NDArray[np.int64],
        place: int,
        bounds: npt.NDArray[np.int64],
        best: int,
        words: npt.NDArray[np.int64],
        found: _Buckets,
    ) -> tuple[int, int]:
        """Find the next guess that may be better; see `next_guess`."""
        answer, own = self.vocabulary.guess_answer, self.vocabulary.answer_guess
        given = order, place, bounds, best, self._codes, words, self._weights, answer, own
        next_place, count = next_guess(*given, self._memo, self._marks, *found)
        return int(next_place), int(count)

    def _alone(self, words: npt.NDArray[np.int64]) -> tuple[int, int]:
        return self._of_few(words), int(self.vocabulary.answer_guess[words[0]])

    # The memo: open addressing, never more than half full.

    def _make_memo(self, slots: int) -> None:
        self._keys = np.zeros((slots, 2), np.uint64)
        self._facts = np.zeros((slots, 4), np.int64)

    @property
    def _memo(self) -> tuple[npt.NDArray, ...]:
        return self._hash_words, self._keys, self._facts, self._used

    def _grow_memo(self) -> None:
        keys, facts = self._keys, self._facts
        self._make_memo(4 * len(facts))
        there = np.flatnonzero(facts[:, _SEEN])
        for place in there:
            slot = slot_of(self._keys, self._facts, *keys[place])
            self._keys[slot], self._facts[slot] = keys[place], facts[place]

    def _fact(self, words: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return what is known of a set of three or more: value, guess, exact, seen."""
        slot = look_at(
            *(self._codes, words, 0, len(words), self._weights, self.vocabulary.answer_guess),
            *(self._memo, self._marks),
        )
        fact: npt.NDArray[np.int64] = self._facts[slot]
        return fact

    def _remember(self, words: npt.NDArray[np.int64], value: int, guess: int) -> None:
        fact = self._fact(words)
        if value > fact[_VALUE] or guess >= 0:
            fact[:3] = value, guess, guess >= 0


class _Buckets(NamedTuple):
    """The buckets of one guess: bucket b is ``words[starts[b]:starts[b + 1]]``."""

    words: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    lows: npt.NDArray[np.int64]  # bounds of their totals
    done: npt.NDArray[np.bool_]  # which of them are exact

    @classmethod
    def of(cls, size: int) -> _Buckets:
        """Allocate the buckets of a set."""
        lows, done = np.empty(size, np.int64), np.empty(size, np.bool_)
        return cls(np.empty(size, np.int64), np.empty(size + 1, np.int64), lows, done)

    def not_done(self, count: int) -> list[tuple[npt.NDArray[np.int64], int]]:
        """Return the words and the bound of each bucket that is not exact, smallest first."""
        ends = self.starts.tolist()
        listed = [
            (self.words[ends[b] : ends[b + 1]].copy(), int(self.lows[b]))
            for b in np.flatnonzero(~self.done[:count]).tolist()
        ]
        return sorted(listed, key=lambda one: len(one[0]))


@kernel
def slot_of(keys, facts, one, two):
    """Return the slot of a key, or a free one for it."""
    mask = np.uint64(len(facts) - 1)
    slot = one & mask
    while facts[slot, _SEEN] and (keys[slot, 0] != one or keys[slot, 1] != two):
        slot = (slot + np.uint64(1)) & mask
    return slot


@kernel
def rank_guesses(codes, words, weights, own, is_member, marks, bounds):
    """Write the bound 3 W - K - (own weight) of every guess on a set, heaviest word first.

    ``own``: the answer index of each guess, or -1; ``is_member``, (answers,); ``marks``, scratch.
    """
    total = np.int64(0)
    for word in words:
        total += weights[word]
    seen = marks[0]
    seen[:] = -1
    for guess in range(codes.shape[0]):
        bound = 3 * total
        for word in words:
            code = codes[guess, word]
            if seen[code] != guess:
                seen[code] = guess
                bound -= weights[word]
        if own[guess] >= 0 and is_member[own[guess]]:
            bound -= weights[own[guess]]
        bounds[guess] = bound


@kernel
def look_at(codes, buckets, first, last, weights, answer_guess, memo, marks):
    """Return the memo's slot of three words or more, heaviest first, with the bound of its words.

    The words are ``buckets[first:last]``. If the memo has no fact about them, their own words are
    tried as first guesses.
    """
    hash_words, keys, facts, used = memo
    one = two = np.uint64(0)
    total = np.int64(0)
    for i in range(first, last):
        one ^= hash_words[buckets[i], 0]
        two ^= hash_words[buckets[i], 1]
        total += weights[buckets[i]]
    slot = slot_of(keys, facts, one, two)
    if facts[slot, _SEEN]:
        return slot
    seen, sizes = marks[0], marks[1]
    seen[:] = -1
    least, guess, exact = 2 * total, -1, False
    for i in range(first, last):
        word = buckets[i]
        mine = answer_guess[word]
        bound, small = 3 * total - weights[word], True
        for j in range(first, last):
            code = codes[mine, buckets[j]]
            if seen[code] != i:
                seen[code] = i
                sizes[code] = 0
                bound -= weights[buckets[j]]
            sizes[code] += 1
            small = small and sizes[code] < 3
        if bound < least or (bound == least and small and not exact):
            least, guess, exact = bound, mine, small
    keys[slot, 0], keys[slot, 1] = one, two
    facts[slot, _VALUE], facts[slot, _GUESS] = least, guess if exact else -1
    facts[slot, _EXACT], facts[slot, _SEEN] = exact, 1
    used[0] += 1
    return slot


@kernel(allocates=True)
def next_guess(
    order,
    place,
    bounds,
    best,
    codes,
    words,
    weights,
    own,
    answer_guess,
    memo,
    marks,
    buckets,
    starts,
    lows,
    done,
):
    """Find the next guess, from a place on, whose bound by its buckets is below the best total.

    Returns its place in the order and the number of its buckets, or -1 and 0. The buckets but its
    own are ``buckets[starts[b]:starts[b + 1]]``, heaviest word first; ``lows`` are bounds of their
    totals, and ``done`` tells which of these are exact.
    """
    size = len(words)
    total_weight = np.int64(0)
    for word in words:
        total_weight += weights[word]
    number = np.empty(codes.shape[1] + 1, np.int64)
    filled = np.empty(size + 1, np.int64)
    for at in range(place, len(order)):
        guess = order[at]
        if bounds[guess] >= best:
            break
        number[:] = -1
        count = 0
        starts[0] = 0
        for word in words:
            if word == own[guess]:
                continue
            code = codes[guess, word]
            if number[code] < 0:
                number[code] = count
                filled[count] = 0
                count += 1
            filled[number[code]] += 1
        if count == 1 and filled[0] == size:
            continue  # it tells nothing
        for b in range(count):
            starts[b + 1] = starts[b] + filled[b]
            filled[b] = starts[b]
        for word in words:
            if word != own[guess]:
                b = number[codes[guess, word]]
                buckets[filled[b]] = word
                filled[b] += 1
        total = total_weight
        for b in range(count):
            first, last = starts[b], starts[b + 1]
            heavy = np.int64(0)
            for i in range(first, last):
                heavy += weights[buckets[i]]
            lows[b] = 2 * heavy - weights[buckets[first]]
            done[b] = last - first < 3
            total += lows[b]
        for b in range(count):
            if total >= best:
                break
            if not done[b] and 4 * memo[3][0] < 3 * len(memo[2]):
                slot = look_at(
                    codes, buckets, starts[b], starts[b + 1], weights, answer_guess, memo, marks
                )
                value = max(lows[b], memo[2][slot, _VALUE])
                total += value - lows[b]
                lows[b] = value
                done[b] = memo[2][slot, _EXACT] == 1
        if total < best:
            return at, count
    return -1, 0
