"""Lower bounds of the buckets of a large set: deficits, letter sets, and counts of all guesses.

A guess that makes k buckets of n candidates leaves buckets that take at least twice their size less
one guess each, so

    total >= 3 n - max (k + (1 if the guess is a candidate))      the one-ply bound

Six bounds follow from it. The search of one set tries the first five in this order, cheapest
first, and drops a guess as soon as the bounds of its buckets sum to the best total found; openers
are bounded in the stages of `gpuwordle.optimal.openers`.

1. *Size*: how many candidates the first, second, third ... guesses of all games can find at most
   (`gpuwordle.optimal.code_tables.least_by_size`; 2 n - 1 for small sets), and the one-ply bound
   with the k of the whole set, since no guess makes more buckets of a subset (a monotone bound).
   Costs nothing; used for every bucket.
2. *Letter sets* (here): the one-ply bound with the largest k on one of 729 supersets, the
   candidates with and without each of six letters. One lookup per bucket, in a table that is filled
   once per search; used within sets of 300 candidates or more.
3. *Deficits* (here): the one-ply bound of a counted bucket, less one for each of its candidates
   that the bucket lacks. Costs a few words of bits for each counted bucket; used within sets of 48
   or more, for buckets of 18 or more.
4. *Memo and own candidates* (`gpuwordle.optimal.memo`, `gpuwordle.optimal.bucket_counts`): what was
   proven of the same set before, and whether one of its candidates separates all others; if none
   does, the total is at least 2 n. A cache miss, and up to n squared lookups; the memo is used for
   every bucket, own candidates for those below 30 and for every set that is searched.
5. *Counted* (here): the exact one-ply bound, with the k of every guess, or as much of it as drops
   the guess. Thousands of counts per bucket, or hundreds if similar buckets were counted before
   (`gpuwordle.optimal.counted_sets`); used for buckets that wait to be searched, within sets of 48
   or more, and for buckets of openers: those below 30 candidates, and all in long lists
   in easy mode.
6. *Supersets* (`gpuwordle.optimal.supersets`): nearly the exact one-ply bound from about twenty
   guesses, those at the top of a list that many buckets of many openers share. Used for buckets of
   30 candidates or more when openers are compared on a CPU, except in long lists in easy mode.

The search itself, branch and bound, gives the exact total.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint32, uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import (
    ONE,
    count_all_guesses,
    count_buckets,
    count_by_columns,
    counts_by_columns,
    first_below,
    gather_codes,
    largest,
    popcount,
    sort_descending,
)
from gpuwordle.optimal.code_tables import Tables
from gpuwordle.optimal.counted_sets import (
    FOUND,
    bound_by_counted,
    forget_counted,
    keep_counted,
)

# Deficits
#
# The deficit of a bucket of n candidates is n + 1 less the most buckets that any guess makes of it,
# counting one more for guesses that are candidates of the whole set. So its total is at least
# 2 n - 1 plus the deficit. Removing a candidate adds no buckets, and adding one adds at most one:
#
#     deficit(P) >= deficit(Q) - (candidates of Q that are not in P)
#
# for any buckets P and Q. (If one more were counted only for candidates of the bucket itself, this
# would be wrong: an added candidate may be the guess that gains two.) A search of a large set meets
# thousands of buckets that are very similar. It keeps those that were counted, and most of the
# others are bounded by them without counting.

MOST_KEPT = 16384
"""Sets whose deficits are kept; later ones replace the oldest."""

MOST_WORDS = 1 << 20
"""Words of bits that all of them may take."""

BLOCK = 64
"""Sets of similar size are kept together in blocks of this many."""

NOTHING_KNOWN = -(1 << 40)
"""Stands for a deficit or an excess of which nothing is known: below all of them."""

_CLASSES, _CLASS_SIZE = 64, 8
_WORDS = 4

LARGEST, SMALLEST_SIZE, KEPT = range(3)
COUNT, NEXT, WORDS = range(3)


class Deficits(NamedTuple):
    """Subsets of the set that is searched, with their deficits."""

    places: npt.NDArray[np.int32]  # (answers,): the bit of each candidate
    sets: npt.NDArray[np.uint64]  # (blocks, words, 64): candidates of each subset, as bits
    values: npt.NDArray[np.int64]  # (blocks, 64): its deficit
    blocks: npt.NDArray[np.int64]  # (blocks, 3): `LARGEST` deficit, `SMALLEST_SIZE`, sets `KEPT`
    open_blocks: npt.NDArray[np.int64]  # (64,): block with a free slot for each size class, or -1
    left: npt.NDArray[np.int64]  # (64,): scratch
    marked: npt.NDArray[np.uint64]  # (words,): the bucket that is bounded, as bits
    state: npt.NDArray[np.int64]  # (3,): `COUNT` of blocks, `NEXT` block to use, `WORDS` in use


def deficits_for(answers: int) -> Deficits:
    """Allocate deficits for sets of up to this many answers; pages are touched as they fill."""
    words = _WORDS * -(-answers // (64 * _WORDS))
    blocks = max(1, min(MOST_KEPT, MOST_WORDS // words) // BLOCK)
    return Deficits(
        np.empty(answers, np.int32),
        np.empty((blocks, words, BLOCK), np.uint64),
        np.empty((blocks, BLOCK), np.int64),
        np.zeros((blocks, 3), np.int64),
        np.full(_CLASSES, -1, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(words, np.uint64),
        np.zeros(3, np.int64),
    )


@kernel
def forget_deficits(deficits, candidates, size):
    """Drop all deficits, and give the candidates of a new whole set their bits."""
    # Neighbours are alike: dealt out to the words, a few words tell most sets from a bucket.
    words = (size + 63) // 64
    for i in range(size):
        deficits.places[candidates[i]] = i % words * 64 + i // words
    deficits.open_blocks[:] = -1
    deficits.state[COUNT] = deficits.state[NEXT] = 0
    deficits.state[WORDS] = _WORDS * ((size + 64 * _WORDS - 1) // (64 * _WORDS))


@kernel
def mark(deficits, candidates):
    """Set the bits of the bucket that is bounded."""
    marked, places = deficits.marked, deficits.places
    for word in range(deficits.state[WORDS]):
        marked[word] = uint64(0)
    for candidate in candidates:
        place = places[candidate]
        marked[place >> 6] |= ONE << uint64(place & 63)


@kernel
def least_deficit(deficits, size, known, enough):
    """Return a lower bound of the marked bucket's deficit, at least ``known``.

    ``size`` is the bucket's; bounds of ``enough`` and more are equally good.
    """
    left, words = deficits.left, deficits.state[WORDS]
    for block in range(deficits.state[COUNT]):
        # A larger set has at least this many candidates that the bucket lacks.
        spare = max(0, deficits.blocks[block, SMALLEST_SIZE] - size)
        if deficits.blocks[block, LARGEST] - spare <= known:
            continue
        for i in range(BLOCK):  # a copy of a slice would allocate
            left[i] = deficits.values[block, i]
        highest = known + 1
        # Most sets differ too much in the first words already.
        for word in range(0, words, _WORDS):
            if highest > known:
                highest = subtract_missing(deficits.sets[block], deficits.marked, word, left)
        known = max(known, highest)
        if known >= enough:
            break
    return known


@kernel(internal=True)
def subtract_missing(sets, marked, word, left):
    """Subtract from ``left`` each set's candidates, of four words, that the bucket lacks.

    Returns the largest of what is left.
    """
    one, two, three, four = sets[word], sets[word + 1], sets[word + 2], sets[word + 3]
    outside1, outside2 = ~marked[word], ~marked[word + 1]
    outside3, outside4 = ~marked[word + 2], ~marked[word + 3]
    highest = np.int64(NOTHING_KNOWN)
    for j in range(BLOCK):
        missing = popcount(one[j] & outside1) + popcount(two[j] & outside2)
        missing += popcount(three[j] & outside3) + popcount(four[j] & outside4)
        left[j] -= missing
        highest = max(highest, left[j])
    return highest


@kernel
def keep_deficit(deficits, size, value):
    """Keep the deficit of the marked bucket, of the given size."""
    state, open_blocks = deficits.state, deficits.open_blocks
    kind = min(size // _CLASS_SIZE, _CLASSES - 1)
    block = open_blocks[kind]
    if block < 0 or deficits.blocks[block, KEPT] == BLOCK:
        block = state[NEXT]
        for other in range(_CLASSES):
            if open_blocks[other] == block:
                open_blocks[other] = -1
        open_blocks[kind] = block
        deficits.values[block] = NOTHING_KNOWN
        deficits.blocks[block, LARGEST], deficits.blocks[block, KEPT] = 0, 0
        deficits.blocks[block, SMALLEST_SIZE] = size
        state[COUNT] = max(state[COUNT], block + 1)
        state[NEXT] = (block + 1) % deficits.values.shape[0]
    at = deficits.blocks[block, KEPT]
    for word in range(state[WORDS]):
        deficits.sets[block, word, at] = deficits.marked[word]
    deficits.values[block, at] = value
    deficits.blocks[block, KEPT] = at + 1
    deficits.blocks[block, LARGEST] = max(deficits.blocks[block, LARGEST], value)
    deficits.blocks[block, SMALLEST_SIZE] = min(deficits.blocks[block, SMALLEST_SIZE], size)


# Letter sets
#
# No guess makes more buckets of a set than of a superset. For six letters that about half of the
# candidates have, a bucket has some in all of its candidates, some in none, and some in a few: the
# candidates of the whole set for which that is true are such a superset. There are 3^6 of them, and
# the buckets of every guess on all of them are counted in one go: the patterns of a guess on a
# union are those on either set, so bits are joined instead of codes counted again.

LETTERS = 6

SMALLEST = 12
"""Smallest buckets that are bounded by letter sets."""

MOST_COUNTS = 1 << 26
"""Counts that are kept; longer lists of guesses go without letter sets."""

FILLED = 0
"""Entry of the letter sets' state: whether they are filled for the set that is searched."""

_SETS = 3**LETTERS
_CHOSEN = 1 << 40
_WIDTH = 64


class LetterSets(NamedTuple):
    """Candidates of a whole set by the letters that they have and lack.

    The number of a letter set has one digit to base three for each letter: 0 if its candidates lack
    the letter, 2 if they have it, 1 for either.
    """

    letters: npt.NDArray[np.int64]  # (6,): the letters; -1 if the alphabet has no more
    # (answers,): the letters that each candidate has, as six bits, and above them those it lacks
    signs: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]  # (729,): candidates of each set
    # uint8 (729, padded guesses): buckets of each guess, in the guess order, and one for candidates
    # of the whole set; sets of fewer than `SMALLEST` are not filled. One row if nothing is kept.
    buckets: npt.NDArray[np.uint8]
    most: npt.NDArray[np.int64]  # (729,): the largest of these
    most_by_signs: npt.NDArray[np.int64]  # (4096,): the same by the signs of a set's candidates
    bits: npt.NDArray[np.uint64]  # (128, 4 * 64): scratch, patterns of some guesses on sets
    begin: npt.NDArray[np.int64]  # (7,): scratch, see `fill_letter_sets`
    having: npt.NDArray[np.int64]  # (2, alphabet): scratch, see `choose_letters`
    state: npt.NDArray[np.int64]  # (1,): `FILLED`


def letter_sets_for(tables: Tables) -> LetterSets:
    """Allocate the letter sets of a vocabulary; pages are touched when they are filled."""
    answers, padded = tables.codes.shape[1], tables.padded
    # Codes of longer words do not fit the bits.
    fits = tables.codes.dtype == np.uint8 and _SETS * padded <= MOST_COUNTS
    sets = _SETS if fits else 1
    return LetterSets(
        np.empty(LETTERS, np.int64),
        np.empty(answers, np.int64),
        np.empty(_SETS, np.int64),
        np.empty((sets, padded), np.uint8),
        np.empty(_SETS, np.int64),
        np.empty(1 << 2 * LETTERS, np.int64),
        np.empty((2 << LETTERS, _WORDS * _WIDTH), np.uint64),
        np.empty(LETTERS + 1, np.int64),
        np.empty((2, alphabet_of(tables)), np.int64),
        np.zeros(1, np.int64),
    )


def alphabet_of(tables: Tables) -> int:
    """Return the number of different letters in the words."""
    return (len(tables.legal_rows) - 1) // (2 * tables.letters.shape[1])


@kernel
def fill_letter_sets(tables, letter_sets, order, candidates):
    """Count every guess on all letter sets of the root's candidates; its guesses are sorted."""
    guesses = tables.codes.shape[0]
    padded, size = tables.padded, len(candidates)
    choose_letters(tables, letter_sets, candidates)
    signs, sizes, bits = letter_sets.signs, letter_sets.sizes, letter_sets.bits
    sizes[:] = 0
    for candidate in candidates:
        sizes[number_of(signs[candidate])] += 1
    step = 1
    for _ in range(LETTERS):
        for number in range(_SETS):
            if number // step % 3 == 1:
                sizes[number] = sizes[number - step] + sizes[number + step]
        step *= 3
    letter_sets.most[:] = 0
    # Where the bits begin of the sets that the first letters leave; those of all sets are at 0.
    begin = letter_sets.begin
    begin[0] = 0
    for low in range(0, padded, _WIDTH):
        for sign in range(1 << LETTERS):
            bits[sign] = uint64(0)
        for i in range(size):
            row = order.columns[i * padded + low : i * padded + low + _WIDTH]
            here = bits[signs[candidates[i]] & ((1 << LETTERS) - 1)]
            for word in range(_WORDS):
                some = here[word * _WIDTH : (word + 1) * _WIDTH]
                for j in range(_WIDTH):
                    code = uint64(row[j])
                    bit = ONE << (code & uint64(63))
                    some[j] |= bit if code >> uint64(6) == uint64(word) else uint64(0)
        width = min(_WIDTH, guesses - low)
        inside = order.sorted_candidates[low : low + _WIDTH]
        first = 0
        for number in range(_SETS):
            join(bits, begin, number, first)
            # The last letters change from one number to the next.
            first, rest = LETTERS - 1, number + 1
            while first > 0 and rest % 3 == 0:
                first -= 1
                rest //= 3
            if sizes[number] >= SMALLEST:
                buckets = letter_sets.buckets[number, low : low + _WIDTH]
                most = count_joined(bits[begin[LETTERS]], inside, buckets, width)
                letter_sets.most[number] = max(letter_sets.most[number], most)
    for joined in range(1 << 2 * LETTERS):
        letter_sets.most_by_signs[joined] = letter_sets.most[number_of(joined)]
    letter_sets.state[FILLED] = 1


@kernel(internal=True)
def choose_letters(tables, letter_sets, candidates):
    """Choose the letters that occur in closest to half of the candidates; mark what each has."""
    letters, signs = tables.letters, letter_sets.signs
    # Of each letter: how many candidates have it, and the last of them.
    having, last = letter_sets.having[0], letter_sets.having[1]
    alphabet = len(having)
    for letter in range(alphabet):
        having[letter], last[letter] = 0, -1
    for candidate in candidates:
        signs[candidate] = ((1 << LETTERS) - 1) << LETTERS
        for letter in letters[candidate]:
            having[letter] += last[letter] != candidate
            last[letter] = candidate
    for letter in range(alphabet):
        having[letter] = abs(2 * having[letter] - len(candidates))
    letter_sets.letters[:] = -1
    for bit in range(min(LETTERS, alphabet)):
        nearest = 0
        for letter in range(alphabet):
            if having[letter] < having[nearest]:
                nearest = letter
        having[nearest] = _CHOSEN
        letter_sets.letters[bit] = nearest
        for candidate in candidates:
            for letter in letters[candidate]:
                if letter == nearest:
                    signs[candidate] |= 1 << bit
                    signs[candidate] &= ~(1 << (LETTERS + bit))


@kernel(internal=True)
def number_of(signs):
    """Return the number of the smallest letter set of candidates, given their signs joined."""
    number = 0
    for bit in range(LETTERS - 1, -1, -1):
        number = 3 * number + 1 + ((signs >> bit) & 1) - ((signs >> (LETTERS + bit)) & 1)
    return number


@kernel
def letter_set_of(letter_sets, candidates):
    """Return the number of the smallest letter set that contains a bucket."""
    joined = np.int64(0)
    for candidate in candidates:
        joined |= letter_sets.signs[candidate]
    return number_of(joined)


@kernel(internal=True)
def join(bits, begin, number, first):
    """Join the bits of a letter set; those of its first digits are joined already."""
    power, half = 3 ** (LETTERS - 1 - first), 1 << (LETTERS - 1)
    # Joined halves follow the 64 rows: 32 of them, then 16, 8, 4, 2 and 1.
    room = 1 << LETTERS
    for _ in range(first):
        room += half
        half >>= 1
    for letter in range(first, LETTERS):
        digit, at = number // power % 3, begin[letter]
        power //= 3
        if digit == 0:
            begin[letter + 1] = at
        elif digit == 2:
            begin[letter + 1] = at + half
        else:
            for row in range(half):
                one, two, both = bits[at + row], bits[at + half + row], bits[room + row]
                for j in range(_WORDS * _WIDTH):
                    both[j] = one[j] | two[j]
            begin[letter + 1] = room
        room += half
        half >>= 1


@kernel(internal=True)
def count_joined(bits, inside, buckets, width):
    """Count the bits of each guess, and one for candidates; return the largest count."""
    bits0, bits1 = bits[:_WIDTH], bits[_WIDTH : 2 * _WIDTH]
    bits2, bits3 = bits[2 * _WIDTH : 3 * _WIDTH], bits[3 * _WIDTH : 4 * _WIDTH]
    for j in range(_WIDTH):
        buckets[j] = (
            popcount(bits0[j]) + popcount(bits1[j]) + popcount(bits2[j]) + popcount(bits3[j])
        )
    most = buckets.dtype.type(0)
    for j in range(width):
        buckets[j] += inside[j]
        most = max(most, buckets[j])
    return np.int64(most)


# Guess order and counts of all guesses
#
# No guess makes more buckets of a bucket than of the whole set. So if many buckets are counted, the
# guesses are sorted once by buckets of the whole set, and a bucket is counted a tile of guesses at
# a time, until later tiles cannot exceed what was found.

SORTED_AFTER = 96
"""Guesses are sorted when the squared sizes of the buckets that were counted with all of them add
up to this many times the whole set's size: then counting has taken as long as sorting does."""

LETTERS_AFTER, LETTERS_FROM = 16, 300
"""Buckets that are counted before letter sets are filled, and the smallest whole sets whose search
counts enough buckets to repay letter sets."""

MOST_CODES = 1 << 26
"""Codes that are gathered in that order; larger sets are counted without an order."""

MOST_OWN = 1024
"""Candidates of the largest sets whose own codes are kept together."""

WHOLE, COUNTED, WORK, SORTED, KNOWN, OWN = range(6)

_TILE = 1024
_CHOSEN_AT_ONCE = 64
_MOST_FIRST = 12


class GuessOrder(NamedTuple):
    """Guesses by descending buckets of the set that is searched: the whole set."""

    columns: npt.NDArray[np.unsignedinteger]  # codes of sorted guesses, candidate by candidate
    buckets: npt.NDArray[np.int64]  # (padded guesses,): their buckets of the whole set
    spots: npt.NDArray[np.int32]  # (answers,): place in the order of the guess that is a candidate
    guesses: npt.NDArray[np.int32]  # (padded guesses,): the guess at each place of the order
    places: npt.NDArray[np.int32]  # (answers,): which candidate of the whole set an answer is
    candidates: npt.NDArray[np.unsignedinteger]  # (padded guesses,): 1 for candidates, else 0
    sorted_candidates: npt.NDArray[np.unsignedinteger]  # the same in order
    # (whole, whole): codes of the candidates as guesses; close together, unlike those of all
    codes: npt.NDArray[np.unsignedinteger]
    # (padded guesses,): 1 for candidates of a bucket while it is counted
    own: npt.NDArray[np.uint8]
    # (6,): candidates of the `WHOLE` set, 0 if it is too large; buckets `COUNTED` so far, and the
    # `WORK` of it, the sum of their squared sizes; whether guesses are `SORTED`; whether their
    # buckets are `KNOWN`, guess by guess, before that; whether there are `OWN` codes.
    state: npt.NDArray[np.int64]


def guess_order_for(tables: Tables) -> GuessOrder:
    """Allocate the order of a vocabulary's guesses; pages are touched as it fills."""
    answers, padded = tables.codes.shape[1], tables.padded
    return GuessOrder(
        np.empty(min(answers, MOST_CODES // padded) * padded, tables.codes.dtype),
        np.empty(padded, np.int64),
        np.empty(answers, np.int32),
        np.empty(padded, np.int32),
        np.empty(answers, np.int32),
        np.zeros(padded, tables.codes.dtype),
        np.zeros(padded, tables.codes.dtype),
        np.empty((min(answers, MOST_OWN), min(answers, MOST_OWN) | 64), tables.codes.dtype),
        np.zeros(padded, np.uint8),
        np.zeros(OWN + 1, np.int64),
    )


@kernel
def begin_order(tables, order, candidates, size):
    """Reset the order for another whole set."""
    order.candidates[:] = 0
    for i in range(size):
        order.places[candidates[i]] = i
        order.candidates[candidates[i]] = 1
    padded = tables.padded
    order.state[:] = 0
    order.state[WHOLE] = size if size * padded <= order.columns.shape[0] else 0


@kernel
def sort_guesses(tables, order, candidates, workspace, buckets):
    """Sort the guesses by descending buckets of the whole set, and gather their codes."""
    guesses, answers = tables.codes.shape
    padded, size = tables.padded, len(candidates)
    by_count = order.guesses
    order.state[SORTED] = 1
    for guess in range(guesses):
        by_count[guess] = guess
    if not order.state[KNOWN]:
        count_all_guesses(tables, candidates, workspace, buckets)
        for guess in range(guesses):
            order.buckets[guess] = buckets[guess]
    sort_descending(by_count, order.buckets, guesses, size, workspace.sorting)
    for j in range(guesses):
        order.sorted_candidates[j] = order.candidates[by_count[j]]
        if by_count[j] < answers:
            order.spots[by_count[j]] = j
    if size <= order.codes.shape[0]:
        order.state[OWN] = 1
        for i in range(size):
            row = tables.codes[candidates[i]]
            for j in range(size):
                order.codes[i, j] = row[uint32(candidates[j])]
    for i in range(size):
        here = order.columns[i * padded : (i + 1) * padded]
        row = tables.columns[candidates[i] * padded : (candidates[i] + 1) * padded]
        for j in range(guesses):
            here[j] = row[uint32(by_count[j])]
        for j in range(guesses, padded):
            here[j] = 0


@kernel
def max_buckets(tables, order, whole, candidates, workspace, buckets, enough):
    """Return the most buckets, and one for a candidate, that any guess makes of a bucket.

    Returned twice: with one for the candidates of the bucket, and with one for those of the whole
    set. The third is whether they are exact: if no guess makes more than ``enough``, a bound may
    be returned instead. ``whole`` and ``candidates`` are the answers of both; ``buckets`` is
    scratch of the codes' dtype, shape (padded guesses,).
    """
    guesses = tables.codes.shape[0]
    padded, size = tables.padded, len(candidates)
    starts, pattern_marks = workspace.row_starts, workspace.pattern_marks
    by_rows = not counts_by_columns(tables.codes, size)
    order.state[COUNTED] += 1
    order.state[WORK] += size * size
    repays = order.state[WORK] > SORTED_AFTER * order.state[WHOLE] > 0
    if repays and not order.state[SORTED]:
        sort_guesses(tables, order, whole, workspace, buckets)
    letter_sets = workspace.letter_sets
    fits = order.state[WHOLE] >= LETTERS_FROM and letter_sets.buckets.shape[0] > 1
    ready = order.state[SORTED] and order.state[COUNTED] > LETTERS_AFTER
    if fits and ready and not letter_sets.state[FILLED]:
        fill_letter_sets(tables, letter_sets, order, whole)
        forget_counted(workspace.counted_sets)
    if letter_sets.state[FILLED] and size >= SMALLEST:
        return max_buckets_below(tables, order, candidates, workspace, buckets, enough)
    in_order = order.state[SORTED] and not by_rows
    for i in range(size):
        starts[i] = np.int64(order.places[candidates[i]] if in_order else candidates[i]) * padded
    columns = order.columns if in_order else tables.columns
    inside = order.sorted_candidates if in_order else order.candidates
    most, wide = np.int64(0), np.int64(0)
    for low in range(0, guesses, _TILE):
        if in_order and order.buckets[low] + 1 <= most:
            break
        width = min(_TILE, guesses - low)
        if by_rows:
            for j in range(width):
                buckets[j] = count_buckets(tables.codes[low + j], candidates, size, workspace.marks)
        else:
            count_by_columns(columns, starts, size, width, buckets, pattern_marks)
        here = inside[low : low + width]
        for j in range(width):
            wide = max(wide, np.int64(buckets[j] + here[j]))
        for i in range(size):
            starts[i] += _TILE
            at = np.int64(order.spots[candidates[i]] if in_order else candidates[i]) - low
            if 0 <= at < width:
                buckets[at] += 1
        for j in range(width):
            most = max(most, np.int64(buckets[j]))
    return most, wide, True


@kernel(internal=True)
def max_buckets_below(tables, order, candidates, workspace, buckets, enough):
    """Return what `max_buckets` does once letter sets are filled; guesses are in order.

    Letter sets and counted sets bound each guess; those that may make the most are counted.
    """
    guesses = tables.codes.shape[0]
    padded, size, starts = tables.padded, len(candidates), workspace.row_starts
    chosen, gathered = workspace.gathered_guesses, workspace.gathered_codes
    counted, upper = workspace.counted_sets, workspace.counted_sets.bounds
    marked, words = workspace.deficits.marked, (order.state[WHOLE] + 63) // 64
    known = workspace.letter_sets.buckets[letter_set_of(workspace.letter_sets, candidates)]
    # Guesses after the first ones make no more than enough buckets of the whole set.
    first = first_below(order.buckets, guesses, enough)
    last = order.buckets[first] + 1 if first < guesses else np.int64(0)
    mark(workspace.deficits, candidates)
    wide = max(last, bound_by_counted(counted, known[:first], marked, words))
    if wide <= enough:
        return wide, wide, False
    for candidate in candidates:
        order.own[order.spots[candidate]] = 1
    at = 0
    most, best = max_buckets_of_some(tables, order, candidates, counted, workspace.marks, first)
    while at < first:
        width, at = choose_guesses(order, chosen, upper, first, max(most, enough), at)
        if width == 0:
            break
        for i in range(size):
            starts[i] = np.int64(order.places[candidates[i]]) * padded
        filled = gather_codes(order.columns, chosen, width, starts, size, gathered)
        count_by_columns(gathered, starts, size, filled, buckets, workspace.pattern_marks)
        for j in range(width):
            upper[chosen[j]] = buckets[j] + order.sorted_candidates[chosen[j]]
            buckets[j] += order.own[chosen[j]]
        found = largest(buckets, width)
        if found > most:
            most, j = found, 0
            while np.int64(buckets[j]) < most:
                j += 1
            best = np.int64(chosen[j])
    for candidate in candidates:
        order.own[order.spots[candidate]] = 0
    wide = max(last, largest(upper, first))
    keep_counted(counted, wide, best, marked, words, first)
    bound = max(most, min(wide, enough))
    return bound, wide, bound == most


@kernel(internal=True)
def choose_guesses(order, chosen, upper, guesses, most, at):
    """Choose the next of the first guesses, up to a tile, whose upper bound exceeds ``most``.

    Returns how many there are, 0 for none, and the place after them.
    """
    width = 0
    while at < guesses and width + _CHOSEN_AT_ONCE <= _TILE:
        if order.buckets[at] + 1 <= most:
            at = guesses
            break
        last = min(at + _CHOSEN_AT_ONCE, guesses)
        if largest(upper[at:last], last - at) > most:
            for j in range(at, last):
                chosen[width] = j
                width += np.int64(upper[j]) > most
        at = last
    return width, at


@kernel(internal=True)
def max_buckets_of_some(tables, order, candidates, counted, marks, guesses):
    """Return the most buckets of a few guesses, and the place of the best; lower their bounds.

    They are the best of the nearest counted sets, then those with the largest bounds, all among
    the first ``guesses``.
    """
    upper = counted.bounds
    most, best, tried = np.int64(0), np.int64(-1), 0
    for u in range(counted.state[FOUND]):
        place = counted.best[counted.nearest[u]]
        if 0 <= place < guesses and upper[place] > most:
            found = count_at(tables, order, candidates, upper, marks, place)
            most, best = (found, place) if found > most else (most, best)
    top = largest(upper, guesses)
    for low in range(0, guesses, _CHOSEN_AT_ONCE):
        if tried == _MOST_FIRST or top <= most:
            break
        high = min(low + _CHOSEN_AT_ONCE, guesses)
        if largest(upper[low:high], high - low) < top:
            continue
        for place in range(low, high):
            if upper[place] == top and tried < _MOST_FIRST:
                found = count_at(tables, order, candidates, upper, marks, place)
                most, best = (found, np.int64(place)) if found > most else (most, best)
                tried += 1
    return most, best


@kernel(internal=True)
def count_at(tables, order, candidates, upper, marks, place):
    """Count the buckets of the guess at a place, and one if it is a candidate; lower its bound."""
    row = tables.codes[order.guesses[place]]
    found = count_buckets(row, candidates, len(candidates), marks)
    upper[place] = found + np.int64(order.sorted_candidates[place])
    return found + np.int64(order.own[place])
