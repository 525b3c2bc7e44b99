"""Bitsets over the answers, and the counts of specs of one to three positions that guesses share.

A feature (see `guesses`) has two bitsets over the answers: those for which its position is green,
and those for which it is yellow. The answers of a spec of two or three coloured positions are the
set bits of an intersection, counted once for all guesses that have these features together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import int32, int64, types, uint16, uint64, void
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.popcount import popcount
from gpuwordle.compiled import kernel


class Pairs(NamedTuple):
    """Pairs of features, and the triples that begin with them.

    The two features of each pair; triples by their first pair,
    ``triples[starts[pair]:starts[pair + 1]]``; and the last feature of each triple.
    """

    features: NDArray[np.int32]
    starts: NDArray[np.int32]
    triples: NDArray[np.int32]
    third: NDArray[np.int32]


PAIRS = types.BaseTuple.from_types([int32[:, ::1], int32[::1], int32[::1], int32[::1]], Pairs)


@kernel(
    "void(Array(uint8, 2, 'C', readonly=True), int64[::1], int64, uint64[:, ::1], uint64[:, ::1],"
    " uint16[:, ::1])",
    allocates=True,
)
def fill_bitsets(letters, feature_keys, alphabet_size, green, yellow, counts):
    """Fill the bitsets of every feature: the answers whose position is green, and yellow.

    The position's letter stands e times earlier in the guess and some times later. It is yellow
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
        for position in range(length):
            letter = np.int64(letters[answer, position])
            count = 1
            for earlier in range(position):
                count += letters[answer, earlier] == letters[answer, position]
            at[position * alphabet_size + letter, word] |= bit
            copies[letter * (length + 1) + count, word] |= bit
    later = np.empty(length, np.int64)
    for feature in range(len(feature_keys)):
        key = feature_keys[feature]
        letter = (key >> length) % alphabet_size
        position = (key >> length) // alphabet_size
        earlier_copies = 0
        n_later = 0
        for other in range(length):
            if (key >> other) & 1:
                if other < position:
                    earlier_copies += 1
                elif other > position:
                    later[n_later] = other
                    n_later += 1
        here = at[position * alphabet_size + letter]
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
    """Count the answers of a range of pairs and of their triples, each position green or yellow."""
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
