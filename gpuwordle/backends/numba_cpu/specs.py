"""All four statistics of all guesses by counting specs, without a histogram (4 to 6 letters).

A histogram costs one load, add and store for every pair of guess and answer. Instead, count for
each guess the answers of every *spec* in {green, yellow, any}^length, then get grey by subtraction.

1. For every feature (position, letter, the letter's positions in the guess) there are two bitsets
   over the answers: where the position is green, and where it is yellow.
2. Specs of one, two and three coloured positions are popcounts of their intersections, once per
   distinct feature, pair and triple of the vocabulary: the guesses share them.
3. Specs of four and more colours: few answers share four letters with a guess, and they stand in
   lists under those letters. Each adds 1 to its bucket; sums over buckets then give the specs.
4. Sixteen guesses lie side by side. Subtracting, position by position, "green" and "yellow" from
   "any" leaves grey there (a Moebius transform): counts of specs become sizes of buckets.

Steps 1 and 2 are in `spec_bitsets`; what depends on the guesses alone, and the terms of
step 3, in `spec_guesses`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numba import njit, uint16, uint32, uint64
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.spec_bitsets import count_pairs_and_triples, fill_bitsets
from gpuwordle.backends.numba_cpu.spec_guesses import (
    LANES,
    SpecGuesses,
    bitset_words,
    group_by_owner,
    number_keys,
    pack_letters,
    submultiset_keys,
)


@cache
def spec_cells(length: int, coloured: int) -> NDArray[np.uint64]:
    """Return the counters (lane 0) of all specs with so many coloured positions.

    Shape (combinations of positions, 2^coloured); green before yellow, first position slowest.
    """
    rows = []
    for positions in combinations(range(length), coloured):
        cells = [0]
        for position in positions:
            place = 3 ** (length - 1 - position)
            cells = [cell + colour * place for cell in cells for colour in (2, 1)]
        rows.append(cells)
    return np.array(rows, np.uint64) * np.uint64(LANES)


@cache
def widening_steps(length: int) -> NDArray[np.uint64]:
    """Return steps (cell, its yellow cell, its green cell) that turn bucket sizes into specs.

    Done in this order, position by position, each adds the last two to the first. Only cells with
    four and more coloured positions take part: the others are counted as specs already. Cells are
    given by their first word of four counters.
    """
    steps = []
    for position in range(length):
        place = 3 ** (length - 1 - position)
        for code in range(3**length):
            colours = [code // 3**p % 3 for p in range(length)]
            if code // place % 3 == 0 and length - colours.count(0) >= 4:
                steps.append((code, code + place, code + 2 * place))
    return np.array(steps, np.uint64).reshape(-1, 3) * np.uint64(LANES // 4)


@njit("void(uint16[::1], uint16[::1], uint16[::1])", cache=True, nogil=True)
def subtract_both(
    whole: NDArray[np.uint16],
    first: NDArray[np.uint16],
    second: NDArray[np.uint16],
) -> None:
    """Subtract two rows from a third; its own function, so that LLVM knows they do not overlap."""
    for i in range(len(whole)):
        whole[i] -= first[i] + second[i]


@njit(
    "void(int64, int64, int64,"
    " int32[:, ::1], int32[:, ::1], int32[:, ::1],"
    " uint16[:, ::1], uint16[:, ::1], uint16[:, ::1],"
    " uint64[:, ::1], uint64[:, ::1], uint64[:, ::1],"
    " int32[:, ::1], uint16[:, ::1], int32[::1], uint64[::1], uint64[::1],"
    " uint16[:, ::1], int32[::1], uint16[::1], uint16[::1], uint64[:, ::1],"
    " Array(int64, 1, 'C', readonly=True), int64[:, ::1])",
    cache=True,
    nogil=True,
)
def score_guesses(
    first_guess: int,
    end_guess: int,
    n_answers: int,
    feature_ids: NDArray[np.int32],
    pair_ids: NDArray[np.int32],
    triple_ids: NDArray[np.int32],
    feature_counts: NDArray[np.uint16],
    pair_counts: NDArray[np.uint16],
    triple_counts: NDArray[np.uint16],
    feature_cells: NDArray[np.uint64],
    pair_cells: NDArray[np.uint64],
    triple_cells: NDArray[np.uint64],
    list_ids: NDArray[np.int32],
    structure_ids: NDArray[np.uint16],
    list_starts: NDArray[np.int32],
    list_words: NDArray[np.uint64],
    guess_words: NDArray[np.uint64],
    cells: NDArray[np.uint16],
    term_starts: NDArray[np.int32],
    term_structures: NDArray[np.uint16],
    term_signs: NDArray[np.uint16],
    widening: NDArray[np.uint64],
    weighted_logs: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Write buckets, largest, sum of squares and sum of n log n of a range of guesses."""
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
    logs = np.empty(LANES, np.int64)
    # Adding 511 to a field of ten bits sets its top bit unless the field is zero.
    ones = uint64(0)
    for position in range(length):
        ones |= uint64(511) << uint64(10 * position)
    tops = ones + (ones & ~(ones << uint64(1)))
    # Multiplying moves bit 10p to bit 45 + p, for every p at once and without carries.
    gather = uint64(0)
    for position in range(6):
        gather |= uint64(1) << uint64(45 - 9 * position)

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
                    cell_of = cells[uint64(term_structures[term])]
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

        # All positions but the last two, each in three slices; LLVM spoils this loop if the two are
        # written like it, so they are done together below, on nine rows at a time.
        place = n_codes // 3
        while place >= 9:
            rows = place * LANES
            for start in range(0, n_codes * LANES, 3 * rows):
                subtract_both(
                    counters[start : start + rows],
                    counters[start + rows : start + 2 * rows],
                    counters[start + 2 * rows : start + 3 * rows],
                )
            place //= 3
        largest[:] = 0
        squares[:] = 0
        buckets[:] = 0
        logs[:] = 0
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
                    total += weighted_logs[uint64(counters[row + k * lanes + lane])]
                logs[lane] += total
        for v in range(n_lanes):
            out[base + v, 0] = buckets[v]
            out[base + v, 1] = largest[v]
            out[base + v, 2] = squares[v]
            out[base + v, 3] = logs[v]


class SpecAnswers:
    """The answer side of counting by specs: bitsets, shared counts and lists of some answers.

    Call `file_answers`, and `count_pairs` over all pairs, in ranges and on several threads if
    wished (they share nothing that is written), then `score` over ranges of guesses, likewise.

    Parameters
    ----------
    guesses : SpecGuesses
        The guess side.
    answer_letters : uint8 (n_answers, length)
        Any words over the same alphabet, in any order, at most 65,535.
    """

    def __init__(self, guesses: SpecGuesses, answer_letters: NDArray[np.uint8]) -> None:
        letters = np.ascontiguousarray(answer_letters, np.uint8)
        self.guesses = guesses
        self.n_answers = len(letters)
        if not guesses.supports(letters.shape[1], self.n_answers):
            raise ValueError(f"specs cannot count {self.n_answers} answers: use a histogram")
        if letters.shape[1] != guesses.length:
            raise ValueError(f"answers of {letters.shape[1]} letters, guesses of {guesses.length}")
        if letters.max(initial=0) >= guesses.alphabet_size:
            raise ValueError(f"letter {letters.max()} in an alphabet of {guesses.alphabet_size}")
        n_features = len(guesses.feature_keys)
        shape = n_features, bitset_words(self.n_answers)
        self._green = np.empty(shape, np.uint64)
        self._yellow = np.empty(shape, np.uint64)
        self._feature_counts = np.empty((n_features, 2), np.uint16)
        fill_bitsets(
            letters,
            guesses.feature_keys,
            guesses.alphabet_size,
            self._green,
            self._yellow,
            self._feature_counts,
        )
        self._letters = letters
        self._spec_cells = [spec_cells(guesses.length, coloured) for coloured in (1, 2, 3)]
        self._widening = widening_steps(guesses.length)
        self._pair_counts = np.empty((self.n_pairs, 4), np.uint16)
        self._triple_counts = np.empty((len(guesses.triple_third), 8), np.uint16)

    @property
    def n_pairs(self) -> int:
        """Number of distinct pairs of features: the range of `count_pairs`."""
        return len(self.guesses.pair_features)

    def file_answers(self) -> None:
        """File the answers under those of their sub-multisets that a guess has, too."""
        guesses, letters = self.guesses, self._letters
        keys = np.empty((self.n_answers, len(guesses.subsets)), np.uint64)
        submultiset_keys(letters, guesses.subsets, keys, np.empty(keys.shape, np.uint8))
        owners = np.empty(keys.size, np.int32)
        number_keys(
            keys.ravel(),
            owners,
            guesses.submultiset_table,
            guesses.submultiset_keys,
            guesses.n_submultisets,
            False,
        )
        # The list past the last stays empty.
        self._list_starts = np.zeros(guesses.n_submultisets + 2, np.int32)
        members = np.empty(keys.size, np.int32)
        group_by_owner(owners, self._list_starts, members)
        members = members[: self._list_starts[-1]] // len(guesses.subsets)
        self._list_words = pack_letters(letters)[members]

    def count_pairs(self, first_pair: int, end_pair: int) -> None:
        """Count the answers of a range of pairs of features and of the triples filed under them."""
        guesses = self.guesses
        if not 0 <= first_pair <= end_pair <= self.n_pairs:
            raise ValueError(f"no pairs {first_pair} to {end_pair}")
        count_pairs_and_triples(
            first_pair,
            end_pair,
            self._green,
            self._yellow,
            guesses.pair_features,
            guesses.pair_starts,
            guesses.pair_triples,
            guesses.triple_third,
            self._pair_counts,
            self._triple_counts,
        )

    def score(
        self,
        first_guess: int,
        end_guess: int,
        weighted_logs: NDArray[np.int64],
        out: NDArray[np.int64],
    ) -> None:
        """Write the four statistics of a range of guesses, after all pairs and `file_answers`.

        Parameters
        ----------
        first_guess, end_guess : int
            Ranges of whole blocks of sixteen waste nothing; any range is right.
        weighted_logs : int64 (at least n_answers + 1,)
            ``n * Lg[n]``, see `gpuwordle.statistics.log_table`.
        out : int64 (n_guesses, 4)
            Rows first_guess to end_guess - 1 are written: buckets, largest, sum of squares,
            sum of n log n.
        """
        guesses = self.guesses
        if not 0 <= first_guess <= end_guess <= min(guesses.n_guesses, len(out)):
            raise ValueError(f"no guesses {first_guess} to {end_guess}")
        if len(weighted_logs) <= self.n_answers:
            raise ValueError(f"table of logarithms ends before {self.n_answers}")
        score_guesses(
            first_guess,
            end_guess,
            self.n_answers,
            guesses.feature_ids,
            guesses.pair_ids,
            guesses.triple_ids,
            self._feature_counts,
            self._pair_counts,
            self._triple_counts,
            *self._spec_cells,
            guesses.submultiset_ids,
            guesses.structure_ids,
            self._list_starts,
            self._list_words,
            guesses.packed,
            guesses.cells,
            guesses.term_starts,
            guesses.term_structures,
            guesses.term_signs,
            self._widening,
            weighted_logs,
            out,
        )
