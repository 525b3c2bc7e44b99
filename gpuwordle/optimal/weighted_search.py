"""The exact search of words with weights: the least sum of weight times guesses.

Let W be the weight of a set and w that of a word. K(g) is the sum, over the buckets of a guess g,
of the heaviest word in each; with weights of 1 it is the number of buckets. The bounds:

- Lower bound of a set: 2 W less its heaviest word. A first guess ends one game at most.
- Lower bound of a set with first guess g: 3 W - K(g), less w(g) if g is one of its words. It adds
  the guess g, once for all words, to the first bound of each bucket but g's own. It is exact if no
  bucket has three words.
- Lower bound of a set by its own words: the least of 2 W and of the second bound of each of them. A
  guess that is not a word of the set has K(g) <= W.

Guesses are tried in the order of the second bound until it reaches the best total. Of guesses with
the same buckets the first stands for all. Buckets are bounded by what is remembered of them, by
similar sets and by their own words, and then searched, the largest first, with what is left of the
best total.

The bounds also hold in hard mode and within a limit, because these only rule out trees. What is
remembered is kept under the set, its guesses left and, in hard mode, its demands. A set can always
be solved by guessing its words in turn, which are always legal; so as many guesses as it has words
are no limit. With two guesses left, a set takes 2 W or less, or no tree finds all of its words.

The words of a set are sorted heaviest first, so a word adds its weight to K(g) if no word before it
has its code. As in `gpuwordle.optimal.search`, the stack is an array of frames.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from gpuwordle.backends.numba_cpu.intrinsics import SIDE_BY_SIDE, weigh_distinct
from gpuwordle.compiled import kernel
from gpuwordle.optimal.bounds import NOTHING_KNOWN, alphabet_of
from gpuwordle.optimal.bucket_counts import (
    FETCHED_FROM,
    Sorting,
    fetch_row,
    popcount,
    sort_ascending,
)
from gpuwordle.optimal.cancellation import CONTROLS, SCANS_LEFT, STOP
from gpuwordle.optimal.code_tables import Tables
from gpuwordle.optimal.legality import add_clue, gather_legal, legal_bits, list_bits, meets
from gpuwordle.optimal.memo import key_of_conditions, mix
from gpuwordle.optimal.question import DONE, MEMO_FULL, OUT_OF_SCANS, STOPPED, TOO_DEEP
from gpuwordle.rules.conditions import INFINITE, NO_LIMIT

LARGEST_OF_PAIRS = 400
"""Largest sets whose words are compared pair by pair, many guesses at a time."""

REMEMBERED = 256
"""Partitions that a frame remembers, so that the same one is not tried again."""

TILE = 64
"""Guesses of a tile; the largest sum of each tile is kept."""

CORE_BLOCKS, BLOCK = 16, 64
"""Blocks of subsets of the whole set that are kept with what they prove, and subsets of each."""

CORE_WORDS = 4
"""Words of bits of a subset: larger whole sets are searched without them."""

CORES_FROM = 12
"""Smallest buckets that are bounded by kept subsets."""

VALUE, GUESS, EXACT, COUNTED = range(4)
"""Columns of a fact: lower bound of the total, its guess, whether it is the least total, and the
bound that one guess shows; 0 if there is no fact at all."""

FRAME = np.dtype(
    [
        (name, np.int64)
        for name in (
            "first",  # where the words begin in their row of `Stack.words`
            "size",  # how many there are
            "weight",  # of all of them
            "left",  # guesses left: see `guesses_left`
            "beta",  # the total is wanted if it is below this
            "best",  # best total found; beta before one is found
            "best_guess",  # its guess, or -1
            "lower",  # lower bound of the total
            "upto",  # guesses whose bounds are below this are listed, or have been
            "step",  # how far the bounds of the next ones may reach
            "listed",  # guesses in order
            "tried",  # how many of them were tried
            "partitions",  # partitions remembered
            "guess",  # the guess being tried
            "total",  # the bounds of its buckets, which become totals one by one
            "waiting",  # its buckets that have to be searched, the last of them first
            "trying",  # whether guesses are being tried
        )
    ]
)
"""One entry of the stack: a set and the guess that is tried on it."""

ENTER, NEXT_GUESS, NEXT_BUCKET, RETURN = range(4)


class WeightedMemo(NamedTuple):
    """The memo: what is proven of sets, by open addressing."""

    keys: npt.NDArray[np.uint64]  # (slots, 2), slots a power of two: see `key_of_set`
    facts: npt.NDArray[np.int64]  # (slots, 4): see `VALUE`
    used: npt.NDArray[np.int64]  # (1,)

    @classmethod
    def of(cls, slots: int) -> WeightedMemo:
        """Make an empty memo."""
        return cls(
            np.zeros((slots, 2), np.uint64), np.zeros((slots, 4), np.int64), np.zeros(1, np.int64)
        )


class Stack(NamedTuple):
    """The arrays of one search."""

    frames: npt.NDArray[np.int64]  # (depth, fields of FRAME)
    keys: npt.NDArray[np.uint64]  # (depth, 2): keys of the sets
    # (depth + 1, answers): buckets one after the other, heaviest first
    words: npt.NDArray[np.int32]
    sums: npt.NDArray[np.int32]  # (depth, padded guesses): K(g), and w(g) of words of the set
    tops: npt.NDArray[np.int32]  # (depth, padded guesses / TILE): the largest of each tile
    order: npt.NDArray[np.int32]  # (depth, padded guesses)
    starts: npt.NDArray[np.int32]  # (depth, answers + 1): where the buckets of a guess begin
    weights: npt.NDArray[np.int64]  # (depth, answers): weights of these buckets
    lows: npt.NDArray[np.int64]  # (depth, answers): bounds of their totals
    waiting: npt.NDArray[np.int32]  # (depth, answers): those to be searched, the smallest first
    bucket_keys: npt.NDArray[np.uint64]  # (depth, answers, 2)
    partitions: npt.NDArray[np.uint64]  # (depth, REMEMBERED): hashes of partitions tried
    stamps: npt.NDArray[np.int64]  # (codes,): when a code was last seen
    clock: npt.NDArray[np.int64]  # (1,)
    marks: npt.NDArray[np.int64]  # (answers,): when an answer was last marked
    numbers: npt.NDArray[np.int32]  # (codes,): the bucket of a code
    filled: npt.NDArray[np.int32]  # (answers + 1,): words in each bucket
    row_starts: npt.NDArray[np.int64]  # (answers,): where the codes of a word begin
    row_weights: npt.NDArray[np.int32]  # (answers,)
    # In hard mode, otherwise empty; see `gpuwordle.optimal.legality`.
    demands: npt.NDArray[np.uint8]  # (depth + 1, length + letters)
    legal_bits: npt.NDArray[np.uint64]
    legal_guesses: npt.NDArray[np.int32]  # (padded guesses,)
    legal_codes: npt.NDArray[np.unsignedinteger]  # (LARGEST_OF_PAIRS * padded guesses,)
    # Kept subsets of the whole set; see `put_core`.
    places: npt.NDArray[np.int32]  # (answers,): the bit of each word of the whole set
    marked: npt.NDArray[np.uint64]  # (CORE_WORDS,): a set as bits
    lightest: npt.NDArray[np.int64]  # (CORE_WORDS,): the least weight of each word of bits
    cores: npt.NDArray[np.uint64]  # (blocks, CORE_WORDS, BLOCK): subsets as bits
    excess: npt.NDArray[np.int64]  # (blocks, BLOCK)
    lefts: npt.NDArray[np.int64]  # (blocks, BLOCK): guesses left for the excess
    deficits: npt.NDArray[np.int64]  # (blocks, BLOCK)
    at_most: npt.NDArray[np.int64]  # (BLOCK,): scratch, see `bound_by_block`
    core: npt.NDArray[np.int64]  # (2,): the next one to be replaced; whether they are kept
    sorting: Sorting
    control: npt.NDArray[np.int64]  # see `gpuwordle.optimal.cancellation`

    @classmethod
    def of(cls, tables: Tables, depth: int, *, hard: bool) -> Stack:
        """Allocate a stack of ``depth`` frames."""
        answers = tables.codes.shape[1]
        padded, codes = tables.padded, max(1 << 8, answers + 1)
        demands = tables.letters.shape[1] + alphabet_of(tables)
        legal = padded if hard else 0
        return cls(
            frames=np.zeros((depth, FRAME.itemsize // 8), np.int64),
            keys=np.zeros((depth, 2), np.uint64),
            words=np.empty((depth + 1, answers), np.int32),
            sums=np.zeros((depth, padded), np.int32),
            tops=np.empty((depth, padded // TILE), np.int32),
            order=np.empty((depth, padded), np.int32),
            starts=np.empty((depth, answers + 1), np.int32),
            weights=np.empty((depth, answers), np.int64),
            lows=np.empty((depth, answers), np.int64),
            waiting=np.empty((depth, answers), np.int32),
            bucket_keys=np.empty((depth, answers, 2), np.uint64),
            partitions=np.empty((depth, REMEMBERED), np.uint64),
            stamps=np.zeros(codes, np.int64),
            clock=np.zeros(1, np.int64),
            marks=np.zeros(answers, np.int64),
            numbers=np.empty(codes, np.int32),
            filled=np.empty(answers + 1, np.int32),
            row_starts=np.empty(answers, np.int64),
            row_weights=np.empty(answers, np.int32),
            demands=np.zeros((depth + 1 if hard else 0, demands), np.uint8),
            legal_bits=np.empty(tables.legal_rows.shape[1], np.uint64),
            legal_guesses=np.empty(legal, np.int32),
            legal_codes=np.empty(LARGEST_OF_PAIRS * legal, tables.codes.dtype),
            places=np.empty(answers, np.int32),
            marked=np.zeros(CORE_WORDS, np.uint64),
            lightest=np.zeros(CORE_WORDS, np.int64),
            cores=np.zeros((CORE_BLOCKS, CORE_WORDS, BLOCK), np.uint64),
            excess=np.zeros((CORE_BLOCKS, BLOCK), np.int64),
            lefts=np.zeros((CORE_BLOCKS, BLOCK), np.int64),
            deficits=np.zeros((CORE_BLOCKS, BLOCK), np.int64),
            at_most=np.zeros(BLOCK, np.int64),
            core=np.zeros(2, np.int64),
            sorting=Sorting.of(padded, answers),
            control=np.zeros(CONTROLS, np.int64),
        )


@kernel
def search_weighted(tables, weights, memo, stack, size, left, beta):
    """Find the least total of a set within the guesses left if it is below beta.

    ``weights`` are those of the answers, in the search's numbers. The set is in the first row
    of the stack's words, heaviest first, and what is demanded in that of its demands; its control
    says how many sets may be scanned.

    Returns (status, total, guess): the status is `DONE` or why the search ended early; the total is
    the least one if it is below beta, else a lower bound, `INFINITE` if there is no tree; the guess
    begins it, or is -1.
    """
    frames = stack.frames.reshape(-1).view(FRAME)
    prepare(tables, weights, stack, frames[0], 0, 0, size, left, beta)
    depth, state, total, guess, status = 0, ENTER, np.int64(0), np.int64(-1), DONE
    while True:
        frame = frames[depth]
        if state == ENTER:
            status, total, guess = enter(tables, weights, memo, stack, frames, depth)
            if status != DONE:
                return status, total, guess
            state = NEXT_GUESS if frame.trying else RETURN
        elif state == NEXT_GUESS:
            found = frame.best_guess >= 0 and frame.best <= frame.lower
            if found or not next_guess(tables, weights, memo, stack, frame, depth):
                total, guess = frame.best, frame.best_guess
                # What an impossible set raises is a little below INFINITE, above all totals.
                if total > INFINITE // 2 or (frame.left == 2 and total > 2 * frame.weight):
                    total = np.int64(INFINITE)
                slot = slot_of(memo, stack.keys[depth, 0], stack.keys[depth, 1])
                memo.facts[slot, VALUE], memo.facts[slot, GUESS] = total, guess
                memo.facts[slot, EXACT] = guess >= 0
                words = stack.words[depth, frame.first : frame.first + frame.size]
                if stack.core[1]:
                    mark(stack, words)
                    put_core(stack, total - 2 * frame.weight, frame.left, NOTHING_KNOWN)
                frame.trying = 0
                state = RETURN
            else:
                state = NEXT_BUCKET
        elif state == NEXT_BUCKET:
            if frame.waiting == 0:
                frame.best, frame.best_guess = frame.total, frame.guess
                state = NEXT_GUESS
            elif depth + 1 == len(frames):
                return TOO_DEEP, np.int64(0), np.int64(-1)
            else:
                bucket = stack.waiting[depth, frame.waiting - 1]
                first, last = stack.starts[depth, bucket], stack.starts[depth, bucket + 1]
                beta = frame.best - (frame.total - stack.lows[depth, bucket])
                for i in range(2):
                    stack.keys[depth + 1, i] = stack.bucket_keys[depth, bucket, i]
                demand(tables, stack, depth, frame.guess, first)
                left, depth = after_guess(frame.left), depth + 1
                frame = frames[depth]
                prepare(tables, weights, stack, frame, depth, first, last - first, left, beta)
                state = ENTER
        else:
            if depth == 0:
                return DONE, total, guess
            depth -= 1
            frame = frames[depth]
            frame.total += total - stack.lows[depth, stack.waiting[depth, frame.waiting - 1]]
            frame.waiting -= 1
            state = NEXT_BUCKET if frame.total < frame.best else NEXT_GUESS


@kernel(internal=True)
def prepare(tables, weights, stack, frame, depth, first, size, left, beta):
    """Prepare the frame of a set; its key is already known unless it is the whole one."""
    words = stack.words[depth, first : first + size]
    frame.first, frame.size, frame.beta, frame.weight = first, size, beta, 0
    frame.left = guesses_left(left, size)
    for word in words:
        frame.weight += weights[word]
    if depth == 0:
        stack.keys[0, 0], stack.keys[0, 1] = key_of_set(tables, stack, words, left)
        forget_cores(weights, stack, words)


@kernel(internal=True)
def guesses_left(left, size):
    """Return the guesses left to a set, `NO_LIMIT` if they are as many as its words."""
    return NO_LIMIT if left >= size else left


@kernel(internal=True)
def after_guess(left):
    """Return the guesses left after one more."""
    return NO_LIMIT if left >= NO_LIMIT else left - 1


@kernel(internal=True)
def key_of_set(tables, stack, words, left):
    """Return the key of a set with its guesses left and the demands in the first row."""
    left, hard = guesses_left(left, len(words)), len(stack.demands) > 0
    one, two = key_of_conditions(tables, stack.demands, 0, left, hard)
    for word in words:
        one ^= tables.hash_words[word, 0]
        two ^= tables.hash_words[word, 1]
    return one, two


@kernel(internal=True)
def demand(tables, stack, depth, guess, first):
    """Write what is demanded after a guess, in hard mode, for the bucket that begins at a place."""
    if len(stack.demands):
        answer, after = stack.words[depth + 1, first], stack.demands[depth + 1]
        add_clue(stack.demands[depth], guess, answer, tables.letters, tables.legal_rows, after)


@kernel(internal=True)
def enter(tables, weights, memo, stack, frames, depth):
    """Look up what is known of a frame's set; if it has to be searched, bound all its guesses.

    Returns a status, and the total and its guess if no guess has to be tried.
    """
    frame = frames[depth]
    words = stack.words[depth, frame.first : frame.first + frame.size]
    frame.trying = 0
    if frame.left < 2:
        return DONE, np.int64(INFINITE), np.int64(-1)
    if len(words) < 3:
        return DONE, total_of_few(weights, words), np.int64(words[0])
    if 2 * memo.used[0] > len(memo.facts):
        return MEMO_FULL, np.int64(0), np.int64(-1)
    one, two = stack.keys[depth, 0], stack.keys[depth, 1]
    slot = look_at(tables, weights, memo, stack, words, frame.left, one, two)
    fact = memo.facts[slot]
    frame.best, frame.best_guess, frame.lower = frame.beta, -1, fact[VALUE]
    if frame.left == 2:
        frame.best = min(frame.beta, 2 * frame.weight + 1)
    if fact[EXACT] or fact[VALUE] >= frame.beta:
        return DONE, fact[VALUE], fact[GUESS]
    if stack.control[STOP] or stack.control[SCANS_LEFT] <= 0:
        status = STOPPED if stack.control[STOP] else OUT_OF_SCANS
        return status, fact[VALUE], np.int64(-1)
    stack.control[SCANS_LEFT] -= 1
    if len(stack.demands):
        weigh_legal_guesses(tables, weights, stack, words, depth)
    else:
        weigh_all_guesses(tables, weights, stack, words, stack.sums[depth])
    most = np.int64(largest_sum(stack.sums[depth], stack.tops[depth]))
    least = 3 * frame.weight - most
    if stack.core[1] and depth > 0:
        mark(stack, words)
        for i in range(frames[0].size):
            word = stack.words[0, i]
            if not meets(stack.marked, i):
                most = max(most, stack.sums[depth, word] + weights[word])
        put_core(stack, NOTHING_KNOWN, NO_LIMIT, frame.weight - most)
    frame.lower = max(frame.lower, least)
    memo.facts[slot, COUNTED] = max(fact[COUNTED], least)
    if frame.lower >= frame.beta:
        memo.facts[slot, VALUE] = frame.lower
        return DONE, frame.lower, np.int64(-1)
    frame.upto, frame.step = least, frame.weight // (8 * frame.size) + 1
    frame.listed = frame.tried = frame.partitions = 0
    frame.trying = 1
    return DONE, frame.lower, np.int64(-1)


@kernel(internal=True)
def total_of_few(weights, words):
    """Return the total of one word, or of two: the heavier one is guessed first."""
    total = weights[words[0]]
    if len(words) == 2:
        total += 2 * weights[words[1]]
    return total


@kernel(internal=True)
def weigh_all_guesses(tables, weights, stack, words, sums):
    """Compute K(g) of every guess on a set, and add w(g) for its own words."""
    guesses = tables.codes.shape[0]
    padded, size = tables.padded, len(words)
    if size <= LARGEST_OF_PAIRS:
        for i in range(size):
            stack.row_starts[i] = np.int64(words[i]) * padded
            stack.row_weights[i] = weights[words[i]]
        for low in range(0, padded, SIDE_BY_SIDE // tables.columns.itemsize):
            weigh_distinct(tables.columns, stack.row_starts, size, low, sums, stack.row_weights)
        for word in words:
            sums[word] += weights[word]
    else:
        sums[guesses:] = 0
        for guess in range(guesses):
            sums[guess] = weigh_guess(tables, weights, stack, words, guess)


@kernel(internal=True)
def weigh_legal_guesses(tables, weights, stack, words, depth):
    """Compute what `weigh_all_guesses` does for the guesses that hard mode allows; 0 for others."""
    bits, legal, sums = stack.legal_bits, stack.legal_guesses, stack.sums[depth]
    legal_bits(stack.demands[depth], tables.letters.shape[1], tables.legal_rows, bits)
    guesses, size, count = tables.codes.shape[0], len(words), list_bits(bits, legal)
    if count == guesses:
        weigh_all_guesses(tables, weights, stack, words, sums)
        return
    if size > LARGEST_OF_PAIRS:
        sums[:] = 0
        for j in range(count):
            sums[legal[j]] = weigh_guess(tables, weights, stack, words, legal[j])
        return
    wide = gather_legal(tables, words, legal, count, stack.legal_codes, stack.row_starts)
    for i in range(size):
        stack.row_weights[i] = weights[words[i]]
    for low in range(0, wide, SIDE_BY_SIDE // tables.columns.itemsize):
        weigh_distinct(stack.legal_codes, stack.row_starts, size, low, sums, stack.row_weights)
    sums[count:] = 0
    for j in range(count - 1, -1, -1):  # no legal guess comes before its place among them
        total, sums[j] = sums[j], 0
        sums[legal[j]] = total
    for word in words:
        sums[word] += weights[word]


@kernel(internal=True)
def largest_sum(sums, tops):
    """Return the largest sum, and write that of each tile."""
    most = np.int32(0)
    for tile in range(len(tops)):
        top = np.int32(0)
        for guess in range(tile * TILE, (tile + 1) * TILE):
            top = max(top, sums[guess])
        tops[tile] = top
        most = max(most, top)
    return most


# What is known of a set


@kernel
def slot_of(memo, one, two):
    """Return the slot of a key, or a free one for it."""
    mask = uint64(len(memo.facts) - 1)
    slot = one & mask
    while memo.facts[slot, COUNTED] and (memo.keys[slot, 0] != one or memo.keys[slot, 1] != two):
        slot = (slot + uint64(1)) & mask
    return slot


@kernel
def copy_facts(old, new):
    """Put every fact of one memo into another."""
    for place in range(len(old.facts)):
        if old.facts[place, COUNTED]:
            slot = slot_of(new, old.keys[place, 0], old.keys[place, 1])
            for i in range(2):
                new.keys[slot, i] = old.keys[place, i]
            for i in range(4):
                new.facts[slot, i] = old.facts[place, i]
    new.used[0] = old.used[0]


@kernel
def known_bound(tables, weights, memo, stack, size, left):
    """Return a lower bound of the total of a set without a search; see `search_weighted`."""
    words = stack.words[0, :size]
    if left < min(size, 2):
        return np.int64(INFINITE)
    if size < 3:
        return total_of_few(weights, words)
    one, two = key_of_set(tables, stack, words, left)
    left = guesses_left(left, size)
    return memo.facts[look_at(tables, weights, memo, stack, words, left, one, two), VALUE]


@kernel(internal=True)
def look_at(tables, weights, memo, stack, words, left, one, two):
    """Return the slot of a set of three words or more, bounded by its own words if it is new."""
    slot = slot_of(memo, one, two)
    if memo.facts[slot, COUNTED]:
        return slot
    codes, stamps, filled = tables.codes, stack.stamps, stack.numbers
    size, total = len(words), np.int64(0)
    for word in words:
        total += weights[word]
    least, guess, exact = 2 * total, np.int64(-1), False
    largest = min(2, left - 1)  # most words of a bucket that can be guessed in turn
    for mine in words:
        stack.clock[0] += 1
        now, bound, small = stack.clock[0], 3 * total - weights[mine], True
        row = codes[mine]
        for i in range(size):
            word = uint64(words[i])
            code = uint64(row[word])
            if stamps[code] != now:
                stamps[code] = now
                filled[code] = 0
                bound -= weights[word]
            filled[code] += 1
            small = small and filled[code] <= largest
        if bound < least or (bound == least and small and not exact):
            least, guess, exact = bound, np.int64(mine), small
    memo.keys[slot, 0], memo.keys[slot, 1] = one, two
    memo.facts[slot, VALUE], memo.facts[slot, GUESS] = least, guess if exact else -1
    memo.facts[slot, EXACT], memo.facts[slot, COUNTED] = exact, least
    memo.used[0] += 1
    return slot


# The order of guesses


@kernel(internal=True)
def next_guess(tables, weights, memo, stack, frame, depth):
    """Find the next guess whose buckets' bounds sum to less than the best total; False if none."""
    order, sums = stack.order[depth], stack.sums[depth]
    while True:
        if frame.tried == frame.listed:
            if frame.upto >= frame.best:
                return False
            list_guesses(tables, stack, frame, depth)
            continue
        guess = np.int64(order[frame.tried])
        if 3 * frame.weight - sums[guess] >= frame.best:
            return False
        frame.tried += 1
        if frame.tried < frame.listed and frame.size >= FETCHED_FROM:
            fetch_row(tables.codes, order[frame.tried])
        if split(tables, weights, memo, stack, frame, depth, guess):
            return True


@kernel(internal=True)
def list_guesses(tables, stack, frame, depth):
    """List the guesses of the next bounds: by bound, the set's own words first, then in order."""
    order, sums, sorting = stack.order[depth], stack.sums[depth], stack.sorting
    guesses, answers, found = tables.codes.shape[0], tables.codes.shape[1], 0
    low = frame.upto
    high = min(frame.best, low + frame.step)
    # Sums from `least` to `most` are those of the bounds from `low` to `high` - 1; 0 is not legal.
    least, most = max(3 * frame.weight - high + 1, 1), 3 * frame.weight - low
    for tile in range(len(stack.tops[depth])):
        if stack.tops[depth, tile] < least:
            continue
        for guess in range(tile * TILE, min((tile + 1) * TILE, guesses)):
            if least <= sums[guess] <= most:
                order[found] = guess
                found += 1
    stack.clock[0] += 1
    for i in range(frame.first, frame.first + frame.size):
        stack.marks[stack.words[depth, i]] = stack.clock[0]
    for i in range(found):
        guess = order[i]
        rank = 2 * (most - sums[guess])
        if guess >= answers or stack.marks[guess] != stack.clock[0]:
            rank += 1
        sorting.ranks[i] = rank * guesses + tables.places[guess]
    sort_ascending(order, sorting.ranks, found, sorting.values, sorting.keys)
    frame.listed, frame.tried = found, 0
    frame.upto, frame.step = high, 4 * frame.step


# The buckets of a guess


@kernel(internal=True)
def split(tables, weights, memo, stack, frame, depth, guess):
    """Split a frame's set by a guess, and bound the buckets; True if the sum is below the best."""
    words = stack.words[depth, frame.first : frame.first + frame.size]
    row, numbers, filled = tables.codes[guess], stack.numbers, stack.filled
    starts, heavy, lows = stack.starts[depth], stack.weights[depth], stack.lows[depth]
    keys, into = stack.bucket_keys[depth], stack.words[depth + 1]
    stack.clock[0] += 1
    now, buckets = stack.clock[0], 0
    # Unsigned indices: those that may be negative cost a test each.
    for i in range(len(words)):
        word = uint64(words[i])
        code = uint64(row[word])
        if stack.stamps[code] != now:
            stack.stamps[code] = now
            numbers[code] = buckets
            filled[buckets] = 0
            heavy[buckets] = 0
            lows[buckets] = weights[word]
            keys[buckets, 0] = keys[buckets, 1] = uint64(0)
            buckets += 1
        filled[uint64(numbers[code])] += 1
    left = after_guess(frame.left)
    if buckets == 1 or (left < 2 and buckets < len(words)):
        return False  # it gives no information, or leaves two words and one guess
    # The largest bucket refutes most guesses, before the others are told apart.
    largest = 0
    for b in range(buckets):
        if filled[b] > filled[largest]:
            largest = b
    known, raised = -lows[largest], np.int64(0)
    if stack.core[1] and filled[largest] >= CORES_FROM:
        mark_bucket(stack, words, row, largest)
        spare = frame.best - (3 * frame.weight - stack.sums[depth, guess])
        within = guesses_left(left, np.int64(filled[largest]))
        raised = most_excess(stack, weights, within, known, known + spare) - known
        if raised >= spare:
            return False
    starts[0] = 0
    for b in range(buckets):
        starts[b + 1] = starts[b] + filled[b]
        filled[b] = starts[b]
    for i in range(len(words)):
        word = uint64(words[i])
        b = uint64(numbers[uint64(row[word])])
        into[uint64(filled[b])] = words[i]
        filled[b] += 1
        heavy[b] += weights[word]
        keys[b, 0] ^= tables.hash_words[word, 0]
        keys[b, 1] ^= tables.hash_words[word, 1]
    partition, total = uint64(0), frame.weight
    for b in range(buckets):
        partition += mix(keys[b, 0])
        lows[b] = 2 * heavy[b] - lows[b]
        # The guess itself: the numbers of answers are also their numbers as guesses.
        if into[starts[b]] == guess:
            lows[b] = 0
        total += lows[b]
    lows[largest] += raised
    total += raised
    # Of equal partitions the first guess has the heaviest word, and counts it once; in hard mode
    # each demands something else.
    if len(stack.demands) == 0:
        for i in range(frame.partitions):
            if stack.partitions[depth, i] == partition:
                return False
        if frame.partitions < REMEMBERED:
            stack.partitions[depth, frame.partitions] = partition
            frame.partitions += 1
    waiting = list_waiting(stack, depth, buckets)
    hard = len(stack.demands) > 0
    if left < NO_LIMIT or hard:
        for i in range(waiting):
            b = stack.waiting[depth, i]
            demand(tables, stack, depth, guess, starts[b])
            for_bucket = guesses_left(left, starts[b + 1] - starts[b])
            one, two = key_of_conditions(tables, stack.demands, depth + 1, for_bucket, hard)
            keys[b, 0] ^= one
            keys[b, 1] ^= two
    # What is remembered costs least, and the bound of a large bucket may rise most.
    for i in range(waiting - 1, -1, -1):
        b = stack.waiting[depth, i]
        value = memo.facts[slot_of(memo, keys[b, 0], keys[b, 1]), VALUE]
        total += max(value - lows[b], 0)
        lows[b] = max(value, lows[b])
    for i in range(waiting - 1, -1, -1):
        b = stack.waiting[depth, i]
        if total >= frame.best or starts[b + 1] - starts[b] < CORES_FROM:
            break
        if b == largest or not stack.core[1]:
            continue
        some = into[starts[b] : starts[b + 1]]
        mark(stack, some)
        known, within = lows[b] - 2 * heavy[b], guesses_left(left, len(some))
        more = most_excess(stack, weights, within, known, known + frame.best - total) - known
        total += more
        lows[b] += more
    still = 0
    for i in range(waiting):
        if total >= frame.best:
            return False
        b = stack.waiting[depth, i]
        slot = slot_of(memo, keys[b, 0], keys[b, 1])
        if not memo.facts[slot, COUNTED] and 4 * memo.used[0] < 3 * len(memo.facts):
            some = into[starts[b] : starts[b + 1]]
            within = guesses_left(left, len(some))
            slot = look_at(tables, weights, memo, stack, some, within, keys[b, 0], keys[b, 1])
        fact = memo.facts[slot]
        total += max(fact[VALUE] - lows[b], 0)
        lows[b] = max(fact[VALUE], lows[b])
        if not fact[EXACT]:
            stack.waiting[depth, still] = b
            still += 1
    waiting = still
    frame.guess, frame.total, frame.waiting = guess, total, waiting
    return total < frame.best


@kernel(internal=True)
def weigh_guess(tables, weights, stack, words, guess):
    """Return K(g) of one guess on a set, and w(g) if it is one of its words."""
    row, total = tables.codes[guess], np.int64(0)
    stack.clock[0] += 1
    now = stack.clock[0]
    for word in words:
        if stack.stamps[row[word]] != now:
            stack.stamps[row[word]] = now
            total += weights[word]
        if word == guess:
            total += weights[word]
    return total


# Cores
#
# Cores are subsets of the whole set that were searched. They bound buckets that are similar.
#
# - A tree of a set contains a tree of every subset. So if Q is known to take e more than 2 W(Q), a
#   superset P takes 2 W(P) + e or more, less the heaviest word of P that Q lacks: the one that may
#   be guessed first. P must have as few guesses left as Q, or fewer.
# - Let M(Q) be the largest K of any guess on Q, with w(g) added for words of the whole set. A word
#   adds its weight to K at most, so the second bound of P is 2 W(P) + d or more, where the deficit
#   d is W(Q) - M(Q), less the weight of the words of Q that P lacks.
#
# In hard mode a set may demand less than a similar one, so none is kept.


@kernel(internal=True)
def forget_cores(weights, stack, words):
    """Begin with another whole set."""
    easy = len(stack.demands) == 0
    stack.core[0], stack.core[1] = 0, easy and len(words) <= 64 * CORE_WORDS
    stack.excess[:] = NOTHING_KNOWN
    stack.deficits[:] = NOTHING_KNOWN
    for i in range(len(words)):
        stack.places[words[i]] = i
        if i >> 6 < CORE_WORDS:
            stack.lightest[i >> 6] = weights[words[i]]  # the last one of each word of bits


@kernel(internal=True)
def mark(stack, words):
    """Write a set as bits."""
    for i in range(CORE_WORDS):
        stack.marked[i] = uint64(0)
    for word in words:
        place = stack.places[word]
        stack.marked[place >> 6] |= uint64(1) << uint64(place & 63)


@kernel(internal=True)
def mark_bucket(stack, words, row, bucket):
    """Write a bucket of a set as bits; ``row`` has the codes of the guess."""
    for i in range(CORE_WORDS):
        stack.marked[i] = uint64(0)
    bits, at = uint64(0), uint64(0)
    for i in range(len(words)):  # their places ascend: a word of bits is ready before the next one
        word = uint64(words[i])
        place = uint64(stack.places[word])
        if place >> uint64(6) != at:
            stack.marked[at] = bits
            bits, at = uint64(0), place >> uint64(6)
        inside = stack.numbers[uint64(row[word])] == bucket
        bits |= uint64(inside) << (place & uint64(63))
    stack.marked[at] = bits


@kernel(internal=True)
def put_core(stack, excess, left, deficit):
    """Keep the marked set with its excess within the guesses left, its deficit or both.

    The oldest one is replaced.
    """
    if max(excess, deficit) <= 0:
        return
    block, at = stack.core[0] // BLOCK, stack.core[0] % BLOCK
    stack.core[0] = (stack.core[0] + 1) % (CORE_BLOCKS * BLOCK)
    for i in range(CORE_WORDS):
        stack.cores[block, i, at] = stack.marked[i]
    stack.excess[block, at], stack.lefts[block, at] = excess, left
    stack.deficits[block, at] = deficit


@kernel(internal=True)
def most_excess(stack, weights, guesses, best, enough):
    """Bound how far the total of the marked set exceeds twice its weight, at least ``best``.

    ``guesses`` are those left to it. Bounds of ``enough`` and more are equally good.
    """
    latest = (stack.core[0] - 1) // BLOCK  # the latest ones are most similar
    for turn in range(CORE_BLOCKS):
        block = (latest - turn) % CORE_BLOCKS
        if bound_by_block(stack, block) <= best:
            continue
        for at in range(BLOCK):
            if stack.at_most[at] > best:
                best = max(best, excess_by(stack, weights, guesses, block, at, best))
        if best >= enough:
            break
    return best


@kernel(internal=True)
def bound_by_block(stack, block):
    """Bound what each subset of a block proves of the marked set; return the largest bound.

    Words that the set lacks are taken for the lightest ones of their word of bits.
    """
    cores, deficits, excess = stack.cores[block], stack.deficits[block], stack.excess[block]
    at_most, marked, lightest = stack.at_most, stack.marked, stack.lightest
    one, two, three, four = cores[0], cores[1], cores[2], cores[3]
    outside1, outside2, outside3, outside4 = ~marked[0], ~marked[1], ~marked[2], ~marked[3]
    light1, light2, light3, light4 = lightest[0], lightest[1], lightest[2], lightest[3]
    highest = np.int64(NOTHING_KNOWN)
    for at in range(BLOCK):
        lacks = popcount(one[at] & outside1) * light1 + popcount(two[at] & outside2) * light2
        lacks += popcount(three[at] & outside3) * light3 + popcount(four[at] & outside4) * light4
        whole = excess[at] if lacks == 0 else np.int64(NOTHING_KNOWN)
        at_most[at] = max(deficits[at] - lacks, whole)
        highest = max(highest, at_most[at])
    return highest


@kernel(internal=True)
def excess_by(stack, weights, guesses, block, at, best):
    """Return what one subset proves of the marked set, or less if that is not above ``best``."""
    left, lacks = stack.deficits[block, at], False
    for i in range(CORE_WORDS):
        bits = stack.cores[block, i, at] & ~stack.marked[i]
        lacks |= bits != uint64(0)
        while bits and left > best:
            left -= heaviest_of(stack, weights, i, bits)
            bits &= bits - uint64(1)
    if lacks or stack.lefts[block, at] < guesses:
        return left
    for i in range(CORE_WORDS):
        bits = stack.marked[i] & ~stack.cores[block, i, at]
        if bits:
            return max(left, stack.excess[block, at] - heaviest_of(stack, weights, i, bits))
    return max(left, stack.excess[block, at])


@kernel(internal=True)
def heaviest_of(stack, weights, i, bits):
    """Return the weight of the first word of the whole set in a word of bits."""
    first = popcount((bits & (~bits + uint64(1))) - uint64(1))
    return weights[stack.words[0, 64 * i + first]]


@kernel(internal=True)
def list_waiting(stack, depth, buckets):
    """List the buckets of three words or more, the smallest first; return how many there are."""
    starts, listed, count = stack.starts[depth], stack.waiting[depth], 0
    for b in range(buckets):
        size = starts[b + 1] - starts[b]
        if size < 3:
            continue
        at = count
        while at > 0 and starts[listed[at - 1] + 1] - starts[listed[at - 1]] > size:
            listed[at] = listed[at - 1]
            at -= 1
        listed[at] = b
        count += 1
    return count
