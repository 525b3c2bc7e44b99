"""Counts of specs, and the bucket sizes that they sum up to, sixteen guesses side by side.

A feature (see `guesses`) has two bitsets over the answers: those for which its place is green,
and those for which it is yellow. The answers of a spec of two or three coloured places are the
set bits of an intersection, counted once for all guesses that have these features together.

These counts are scattered into one counter per code, postings add the specs of four colours or
more, and subtracting along every place leaves the sizes of the buckets.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numba import int32, int64, types, uint16, uint32, uint64, void
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.intrinsics import popcount
from gpuwordle.backends.numba_cpu.specs.sizes import LANES
from gpuwordle.compiled import kernel


class Pairs(NamedTuple):
    """Pairs of features, and the triples that begin with each: triples[starts[p]:starts[p + 1]]."""

    features: NDArray[np.int32]  # (pairs, 2)
    starts: NDArray[np.int32]  # (pairs + 1,)
    triples: NDArray[np.int32]  # (triples,)
    third: NDArray[np.int32]  # (triples,): the last feature of each


PAIRS = types.BaseTuple.from_types([int32[:, ::1], int32[::1], int32[::1], int32[::1]], Pairs)


@kernel(
    "void(Array(uint8, 2, 'C', readonly=True), int64[::1], int64, uint64[:, ::1], uint64[:, ::1],"
    " uint16[:, ::1])",
    allocates=True,
)
def fill_bitsets(letters, feature_keys, alphabet_size, green, yellow, counts):
    """Fill the bitsets of every feature: the answers whose place is green, and yellow.

    The place's letter stands e times earlier in the guess and some times later. It is yellow
    when it is not green and the answer has more copies of it than e + (greens among the later
    ones): every earlier copy takes one, green or yellow, before this one can, a later copy only if
    it is green.
    """
    n_answers, length = letters.shape
    n_words = green.shape[1]
    at = np.zeros((length * alphabet_size, n_words), np.uint64)
    # Row c * (length + 1) + k: the answers with at least k copies of letter c.
    copies = np.zeros((alphabet_size * (length + 1), n_words), np.uint64)
    for answer in range(n_answers):
        word = answer >> 6
        bit = uint64(1) << uint64(answer & 63)
        for place in range(length):
            letter = np.int64(letters[answer, place])
            count = 1
            for earlier in range(place):
                count += letters[answer, earlier] == letters[answer, place]
            at[place * alphabet_size + letter, word] |= bit
            copies[letter * (length + 1) + count, word] |= bit
    later = np.empty(length, np.int64)
    for feature in range(len(feature_keys)):
        key = feature_keys[feature]
        letter = (key >> length) % alphabet_size
        place = (key >> length) // alphabet_size
        earlier_copies = 0
        n_later = 0
        for other in range(length):
            if (key >> other) & 1:
                if other < place:
                    earlier_copies += 1
                elif other > place:
                    later[n_later] = other
                    n_later += 1
        here = at[place * alphabet_size + letter]
        green[feature] = here
        yellow_row = yellow[feature]
        yellow_row[:] = uint64(0)
        for subset in range(1 << n_later):
            needed = earlier_copies + 1
            for x in range(n_later):
                needed += (subset >> x) & 1
            if needed > length:
                continue
            enough = copies[letter * (length + 1) + needed]
            for word in range(n_words):
                match = enough[word] & ~here[word]
                for x in range(n_later):
                    there = at[later[x] * alphabet_size + letter, word]
                    match &= there if (subset >> x) & 1 else ~there
                yellow_row[word] |= match
        n_green = n_yellow = uint64(0)
        for word in range(n_words):
            n_green += popcount(here[word])
            n_yellow += popcount(yellow_row[word])
        counts[feature, 0] = n_green
        counts[feature, 1] = n_yellow


@kernel(void(int64, int64, *[uint64[:, ::1]] * 2, PAIRS, *[uint16[:, ::1]] * 2), allocates=True)
def count_pairs_and_triples(first, end, green, yellow, pairs, pair_counts, triple_counts):
    """Count the answers of a range of pairs and of their triples, each place green or yellow."""
    features, starts, triples, third = pairs
    n_words = green.shape[1]
    scratch = np.empty((4, n_words), np.uint64)
    gg = scratch[0]
    gy = scratch[1]
    yg = scratch[2]
    yy = scratch[3]
    for pair in range(first, end):
        g1 = green[features[pair, 0]]
        y1 = yellow[features[pair, 0]]
        g2 = green[features[pair, 1]]
        y2 = yellow[features[pair, 1]]
        n_gg = n_gy = n_yg = n_yy = uint64(0)
        # The four intersections stay in the first cache level for all triples of the pair.
        for word in range(n_words):
            both = g1[word] & g2[word]
            gg[word] = both
            n_gg += popcount(both)
            both = g1[word] & y2[word]
            gy[word] = both
            n_gy += popcount(both)
            both = y1[word] & g2[word]
            yg[word] = both
            n_yg += popcount(both)
            both = y1[word] & y2[word]
            yy[word] = both
            n_yy += popcount(both)
        counts = pair_counts[pair]
        counts[0] = n_gg
        counts[1] = n_gy
        counts[2] = n_yg
        counts[3] = n_yy
        for x in range(starts[pair], starts[pair + 1]):
            triple = triples[x]
            g3 = green[third[triple]]
            y3 = yellow[third[triple]]
            n_ggg = n_ggy = n_gyg = n_gyy = n_ygg = n_ygy = n_yyg = n_yyy = uint64(0)
            for word in range(n_words):
                g = g3[word]
                y = y3[word]
                n_ggg += popcount(gg[word] & g)
                n_ggy += popcount(gg[word] & y)
                n_gyg += popcount(gy[word] & g)
                n_gyy += popcount(gy[word] & y)
                n_ygg += popcount(yg[word] & g)
                n_ygy += popcount(yg[word] & y)
                n_yyg += popcount(yy[word] & g)
                n_yyy += popcount(yy[word] & y)
            counts = triple_counts[triple]
            counts[0] = n_ggg
            counts[1] = n_ggy
            counts[2] = n_gyg
            counts[3] = n_gyy
            counts[4] = n_ygg
            counts[5] = n_ygy
            counts[6] = n_yyg
            counts[7] = n_yyy


class GuessSpecs(NamedTuple):
    """Features, sub-multisets and letters of every guess."""

    features: NDArray[np.int32]  # (guesses, places)
    pairs: NDArray[np.int32]  # (guesses, pairs of places)
    triples: NDArray[np.int32]  # (guesses, triples of places)
    submultisets: NDArray[np.int32]  # (guesses, subsets): whose postings to add
    structures: NDArray[np.uint16]  # (guesses, subsets): of each sub-multiset
    words: NDArray[np.uint64]  # (guesses,): letters in fields of ten bits, first place lowest


class Structures(NamedTuple):
    """Where answers of postings are counted; see `guesses.structures_of`.

    ``cells`` are counters (of lane 0) by the mask of places that are *not* green. The terms of
    each structure are those of M without D.
    """

    cells: NDArray[np.uint16]  # (structures, 64)
    term_starts: NDArray[np.int32]  # (structures + 1,)
    terms: NDArray[np.uint16]  # structures
    signs: NDArray[np.uint16]  # (-1)^|D| modulo 2^16


class Counts(NamedTuple):
    """Numbers of answers of each feature, pair and triple, and answers under each sub-multiset.

    Every place is green or yellow, green before yellow. The answers under a sub-multiset are
    ``words[starts[id]:starts[id + 1]]``.
    """

    features: NDArray[np.uint16]  # (features, 2)
    pairs: NDArray[np.uint16]  # (pairs, 4)
    triples: NDArray[np.uint16]  # (triples, 8)
    starts: NDArray[np.int32]  # (sub-multisets + 2,)
    words: NDArray[np.uint64]


class Cells(NamedTuple):
    """Counters (of lane 0) of specs of a word length, in the order of `Counts`."""

    features: NDArray[np.uint64]  # (places, 2)
    pairs: NDArray[np.uint64]  # (pairs of places, 4)
    triples: NDArray[np.uint64]  # (triples of places, 8)
    widening: NDArray[np.uint64]  # `widening_steps`


GUESS_SPECS = types.BaseTuple.from_types(
    [int32[:, ::1]] * 4 + [uint16[:, ::1], uint64[::1]], GuessSpecs
)
STRUCTURES = types.BaseTuple.from_types(
    [uint16[:, ::1], int32[::1], uint16[::1], uint16[::1]], Structures
)
COUNTS = types.BaseTuple.from_types([uint16[:, ::1]] * 3 + [int32[::1], uint64[::1]], Counts)
LOGS = types.Array(int64, 1, "C", readonly=True)
CELLS = types.BaseTuple.from_types([uint64[:, ::1]] * 4, Cells)


@cache
def cells_of(length: int) -> Cells:
    """Return the counters of specs of a word length."""
    features, pairs, triples = (spec_cells(length, coloured) for coloured in (1, 2, 3))
    return Cells(features, pairs, triples, widening_steps(length))


def spec_cells(length: int, coloured: int) -> NDArray[np.uint64]:
    """Return the counters of specs with a number of coloured places.

    Shape (combinations of places, 2^coloured); green before yellow, first place slowest.
    """
    rows = []
    for places in combinations(range(length), coloured):
        cells = [0]
        for place in places:
            unit = 3 ** (length - 1 - place)
            cells = [cell + colour * unit for cell in cells for colour in (2, 1)]
        rows.append(cells)
    return np.array(rows, np.uint64) * np.uint64(LANES)


def widening_steps(length: int) -> NDArray[np.uint64]:
    """Return steps (cell, its yellow cell, its green cell) that turn bucket sizes into specs.

    Done in this order, place by place, each adds the last two to the first. Only cells with
    four and more coloured places take part: the others are counted as specs already. Cells are
    given by their first word of four counters.
    """
    steps = []
    for place in range(length):
        unit = 3 ** (length - 1 - place)
        for code in range(3**length):
            colours = [code // 3**p % 3 for p in range(length)]
            if code // unit % 3 == 0 and length - colours.count(0) >= 4:
                steps.append((code, code + unit, code + 2 * unit))
    return np.array(steps, np.uint64).reshape(-1, 3) * np.uint64(LANES // 4)


@kernel("void(uint16[::1], uint16[::1], uint16[::1])", internal=True)
def subtract_both(whole, first, second):
    """Subtract two rows from a third; a separate function tells LLVM that they do not overlap."""
    for i in range(len(whole)):
        whole[i] -= first[i] + second[i]


@kernel(
    void(*[int64] * 3, GUESS_SPECS, STRUCTURES, COUNTS, CELLS, LOGS, int64[:, :]), allocates=True
)
def score_guesses(first_guess, end_guess, n_answers, guesses, structures, counts, cells, logs, out):
    """Write buckets, largest, sum of squares and sum of n log n of a range of guesses.

    Ranges of whole blocks of sixteen waste nothing. At most 65,535 answers: sums of squares have
    32 bits while they are computed. ``logs`` is `gpuwordle.scoring.logs.log_table`; ``out`` is
    int64 (4, n_guesses).
    """
    feature_ids, pair_ids, triple_ids, list_ids, structure_ids, guess_words = guesses
    structure_cells, term_starts, term_structures, term_signs = structures
    feature_counts, pair_counts, triple_counts, list_starts, list_words = counts
    feature_cells, pair_cells, triple_cells, widening = cells
    length = feature_ids.shape[1]
    n_codes = 3**length
    lanes = uint64(LANES)
    # One row of counters per code. Sums that pass below 0 on their way are exact modulo 2^16.
    counters = np.empty(n_codes * LANES, np.uint16)
    # Four counters in one word: sums of bucket sizes never carry into the next counter.
    four_lanes = counters.view(np.uint64)
    largest = np.empty(LANES, np.uint16)
    squares = np.empty(LANES, np.uint32)
    buckets = np.empty(LANES, np.uint16)
    logarithms = np.empty(LANES, np.int64)
    # Adding 511 to a field of ten bits sets its top bit unless the field is zero.
    ones = uint64(0)
    for place in range(length):
        ones |= uint64(511) << uint64(10 * place)
    tops = ones + (ones & ~(ones << uint64(1)))
    # Multiplying moves bit 10p to bit 45 + p, for every p at once and without carries.
    gather = uint64(0)
    for place in range(6):
        gather |= uint64(1) << uint64(45 - 9 * place)

    for base in range(first_guess, end_guess, LANES):
        n_lanes = min(LANES, end_guess - base)
        counters[:] = 0
        for v in range(n_lanes):
            guess = uint64(base + v)
            lane = uint64(v)
            counters[lane] = n_answers
            for x in range(uint64(length)):
                shared = uint64(feature_ids[guess, x])
                for k in range(uint64(2)):
                    counters[feature_cells[x, k] + lane] = feature_counts[shared, k]
            for x in range(uint64(pair_ids.shape[1])):
                shared = uint64(pair_ids[guess, x])
                for k in range(uint64(4)):
                    counters[pair_cells[x, k] + lane] = pair_counts[shared, k]
            for x in range(uint64(triple_ids.shape[1])):
                shared = uint64(triple_ids[guess, x])
                for k in range(uint64(8)):
                    counters[triple_cells[x, k] + lane] = triple_counts[shared, k]
            guess_word = guess_words[guess]
            for x in range(uint64(list_ids.shape[1])):
                number = uint64(list_ids[guess, x])
                first = uint64(list_starts[number])
                end = uint64(list_starts[number + uint64(1)])
                structure = uint64(structure_ids[guess, x])
                if first == end:
                    continue
                for term in range(
                    uint64(term_starts[structure]), uint64(term_starts[structure + uint64(1)])
                ):
                    cell_of = structure_cells[uint64(term_structures[term])]
                    sign = term_signs[term]
                    for i in range(first, end):
                        differ = ((list_words[i] ^ guess_word) + ones) & tops
                        mask = (((differ >> uint64(9)) * gather) >> uint64(45)) & uint64(63)
                        counters[uint64(cell_of[mask]) + lane] += sign

        for step in range(len(widening)):
            target = widening[step, 0]
            first = widening[step, 1]
            second = widening[step, 2]
            for quad in range(uint64(LANES // 4)):
                four_lanes[target + quad] += four_lanes[first + quad] + four_lanes[second + quad]

        # All places but the last two, each in three slices; LLVM spoils this loop if the two are
        # written like it, so they are done together below, on nine rows at a time.
        unit = n_codes // 3
        while unit >= 9:
            rows = unit * LANES
            for start in range(0, n_codes * LANES, 3 * rows):
                subtract_both(
                    counters[start : start + rows],
                    counters[start + rows : start + 2 * rows],
                    counters[start + 2 * rows : start + 3 * rows],
                )
            unit //= 3
        largest[:] = 0
        squares[:] = 0
        buckets[:] = 0
        logarithms[:] = 0
        for nine in range(uint64(n_codes // 9)):
            row = nine * uint64(9 * LANES)
            for lane in range(lanes):
                o = row + lane
                s1 = counters[o + uint64(LANES)]
                s2 = counters[o + uint64(2 * LANES)]
                s4 = counters[o + uint64(4 * LANES)]
                s5 = counters[o + uint64(5 * LANES)]
                s7 = counters[o + uint64(7 * LANES)]
                s8 = counters[o + uint64(8 * LANES)]
                s3 = uint16(counters[o + uint64(3 * LANES)] - s4 - s5)
                s6 = uint16(counters[o + uint64(6 * LANES)] - s7 - s8)
                s0 = uint16(counters[o] - s1 - s2 - s3 - s6)
                s1 = uint16(s1 - s4 - s7)
                s2 = uint16(s2 - s5 - s8)
                counters[o] = s0
                counters[o + uint64(LANES)] = s1
                counters[o + uint64(2 * LANES)] = s2
                counters[o + uint64(3 * LANES)] = s3
                counters[o + uint64(6 * LANES)] = s6
                # Written out: a loop over the nine is not made into vectors.
                low = max(s0, max(s1, s2))
                middle = max(s3, max(s4, s5))
                high = max(s6, max(s7, s8))
                largest[lane] = max(largest[lane], max(low, max(middle, high)))
                square = uint32(s0) * uint32(s0) + uint32(s1) * uint32(s1) + uint32(s2) * uint32(s2)
                square += (
                    uint32(s3) * uint32(s3) + uint32(s4) * uint32(s4) + uint32(s5) * uint32(s5)
                )
                square += (
                    uint32(s6) * uint32(s6) + uint32(s7) * uint32(s7) + uint32(s8) * uint32(s8)
                )
                squares[lane] += uint32(square)
                filled = (s0 != 0) + (s1 != 0) + (s2 != 0) + (s3 != 0) + (s4 != 0)
                filled += (s5 != 0) + (s6 != 0) + (s7 != 0) + (s8 != 0)
                buckets[lane] += uint16(filled)
        for nine in range(uint64(n_codes // 9)):
            row = nine * uint64(9 * LANES)
            for lane in range(lanes):
                total = 0
                for k in range(uint64(9)):
                    total += logs[uint64(counters[row + k * lanes + lane])]
                logarithms[lane] += total
        for v in range(n_lanes):
            out[0, base + v] = buckets[v]
            out[1, base + v] = largest[v]
            out[2, base + v] = squares[v]
            out[3, base + v] = logarithms[v]
