"""What counting by specs needs to know of the guesses, built once per vocabulary.

A *spec* asks of every position of a guess one of three things: green, yellow, or any colour. How
many answers satisfy a spec that colours one, two or three positions depends on those positions
alone, so the count is shared by all guesses that agree there. This module finds what they share:

feature
    (position, letter, all positions of that letter in the guess). These three decide the colour of
    the position for every answer, repeated letters included: nothing later knows of repeats.
pair, triple
    Two or three features that stand together in some guess, each numbered once: 12,715 pairs and
    47,451 triples serve the 12,972 words of Wordle.
sub-multiset
    Four or more letters of a guess. Few answers share so many, so they are not counted by bitsets
    but listed under the letters they contain (`specs`).
structure
    (which positions of the guess hold equal letters, which positions a sub-multiset keeps). With
    the mask of the green positions it is all that decides the code of an answer that shares just
    these letters, so codes come from a table: structure x mask -> code.

An answer that shares five letters stands in the lists of all its sub-multisets of four. It is put
right by inclusion and exclusion: with D running over the sets of distinct letters of a sub-multiset
M, every answer in the list of M counts (-1)^|D| under the structure of M without D; the sum over
all lists leaves each answer once, under exactly the letters that it shares (Moebius inversion on
multisets: Rota, "On the foundations of combinatorial theory I", 1964, section 5).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.hashing import probe

if TYPE_CHECKING:
    from gpuwordle.backends.numba_cpu.specs import SpecAnswers

LENGTHS = (4, 5, 6)
"""Word lengths for which counting by specs beats a histogram."""

LANES = 16
"""Guesses that are scored side by side: one vector of counters per spec."""

MAXIMUM_ANSWERS = 65_535
"""Counters are of 16 bits, sums of squares of 32 while they are taken."""

MASKS = 64
"""Masks of green positions: 2^6, whatever the word length."""


@njit(
    "int64(uint64[::1], int32[::1], int32[::1], uint64[::1], int64, boolean)",
    cache=True,
    nogil=True,
)
def number_keys(
    keys: NDArray[np.uint64],
    ids: NDArray[np.int32],
    table: NDArray[np.int32],
    distinct: NDArray[np.uint64],
    known: int,
    insert: bool,
) -> int:
    """Give equal keys equal numbers, in order of first appearance (open addressing).

    Key 0 means "nothing here" and gets -1, as does an unknown key when `insert` is false. `table`
    (a power of two, -1 where empty) and `distinct` (key of every number) carry the state between
    calls; `known` is how many numbers are given out already. Returns how many are given out now.
    """
    for i in range(len(keys)):
        key = keys[i]
        ids[i] = -1
        if key == uint64(0):
            continue
        slot = probe(table, distinct, 0, key)
        if insert and table[slot] < 0:
            table[slot] = known
            distinct[known] = key
            known += 1
        ids[i] = table[slot]
    return known


@njit("void(int32[::1], int32[::1], int32[::1])", cache=True, nogil=True)
def group_by_owner(
    owners: NDArray[np.int32],
    starts: NDArray[np.int32],
    members: NDArray[np.int32],
) -> None:
    """Sort indices by owner: members[starts[o]:starts[o + 1]] belong to o, -1 is left out.

    `starts` comes in as zeros, one longer than there are owners.
    """
    for owner in owners:
        if owner >= 0:
            starts[owner + 1] += 1
    for owner in range(1, len(starts)):
        starts[owner] += starts[owner - 1]
    # Fill by moving each start forward, then move all starts back by one place.
    for i in range(len(owners)):
        owner = owners[i]
        if owner >= 0:
            members[starts[owner]] = i
            starts[owner] += 1
    for owner in range(len(starts) - 1, 0, -1):
        starts[owner] = starts[owner - 1]
    starts[0] = 0


@njit(
    "void(Array(uint8, 2, 'C', readonly=True), uint8[::1], uint64[:, ::1], uint8[:, ::1])",
    cache=True,
    nogil=True,
)
def submultiset_keys(
    letters: NDArray[np.uint8],
    subsets: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    kept: NDArray[np.uint8],
) -> None:
    """Keys of the sub-multisets of each word, and the positions that each keeps.

    `subsets` are masks over the letters in alphabetical order. Of equal letters the leftmost ones
    are kept, which names every sub-multiset once; subsets that skip one get key 0.
    """
    n_words, length = letters.shape
    order = np.empty(length, np.int64)
    for i in range(n_words):
        for position in range(length):
            rank = position
            while rank > 0 and letters[i, order[rank - 1]] > letters[i, position]:
                order[rank] = order[rank - 1]
                rank -= 1
            order[rank] = position
        for x in range(len(subsets)):
            key = uint64(0)
            positions = 0
            skipped = -1
            for rank in range(length):
                letter = int(letters[i, order[rank]])
                if (subsets[x] >> rank) & 1:
                    if letter == skipped:
                        key = uint64(0)
                        positions = 0
                        break
                    # One byte a letter, never 0, so that keys of different sizes differ.
                    key = (key << uint64(8)) | uint64(letter + 1)
                    positions |= 1 << order[rank]
                else:
                    skipped = letter
            keys[i, x] = key
            kept[i, x] = positions


class SpecGuesses:
    """The guess side of counting by specs.

    Parameters
    ----------
    guess_letters : uint8 (n_guesses, length)
        Letters as indices into the alphabet; length 4, 5 or 6.
    alphabet_size : int
        Number of letters, at most 255.

    Attributes
    ----------
    feature_ids, pair_ids, triple_ids : int32 (n_guesses, positions or pairs or triples of them)
        What each guess is made of, positions in the order of `itertools.combinations`.
    feature_keys : int64 (n_features,)
        ``(position * alphabet_size + letter) << length | mask of the letter's positions``.
    pair_features : int32 (n_pairs, 2)
        The two features of each pair.
    triple_third : int32 (n_triples,)
        Last feature of each triple; its first two are a pair.
    pair_starts : int32 (n_pairs + 1,), pair_triples : int32 (n_triples,)
        Triples by that pair: ``pair_triples[pair_starts[pair]:pair_starts[pair + 1]]``.
    submultiset_ids : int32 (n_guesses, n_subsets)
        0 to n_submultisets - 1; n_submultisets where the subset names no sub-multiset of its own.
    structure_ids : uint16 (n_guesses, n_subsets)
        Structure of each sub-multiset.
    cells : uint16 (n_structures, 64)
        Counter (of lane 0) of an answer by the mask of positions that are *not* green.
    term_starts : int32 (n_structures + 1,), term_structures : uint16, term_signs : uint16
        The structures of M without D in the module's docstring and their signs, modulo 2^16.
    packed : uint64 (n_guesses,)
        Letters in fields of ten bits, first position lowest.
    """

    def __init__(self, guess_letters: NDArray[np.uint8], alphabet_size: int) -> None:
        letters = np.ascontiguousarray(guess_letters, np.uint8)
        self.n_guesses, self.length = letters.shape
        if self.length not in LENGTHS or not 1 <= alphabet_size <= 255:
            raise ValueError(f"no specs for {self.length} positions, {alphabet_size} letters")
        if letters.max(initial=0) >= alphabet_size:
            raise ValueError(f"letter {letters.max()} in an alphabet of {alphabet_size}")
        self.alphabet_size = alphabet_size
        self.packed = pack_letters(letters)
        # Bit q of equal[i, p]: positions p and q of guess i hold the same letter.
        equal = np.zeros(letters.shape, np.uint8)
        for p, q in np.ndindex(self.length, self.length):
            equal[:, p] |= (letters[:, p] == letters[:, q]).astype(np.uint8) << q
        self._number_features(letters, equal)
        self._number_submultisets(letters, equal)

    def answers(self, answer_letters: NDArray[np.uint8]) -> SpecAnswers:
        """Return the answer side of any words, in any order; see `SpecAnswers`."""
        # The answer side builds on this module, so it is imported when asked for.
        from gpuwordle.backends.numba_cpu.specs import SpecAnswers

        return SpecAnswers(self, answer_letters)

    @staticmethod
    def supports(length: int, n_answers: int) -> bool:
        """Return whether specs count this exactly: 4 to 6 letters, counters of 16 bits."""
        return length in LENGTHS and n_answers <= MAXIMUM_ANSWERS

    @staticmethod
    def bytes_needed(n_guesses: int, n_answers: int, length: int, alphabet_size: int) -> int:
        """Return the most bytes that guess side and answer side together may hold at one time.

        Meant for a decision before anything is built. Lists of real words share pairs and triples
        and need a quarter to a half of it.
        """
        n_pairs = length * (length - 1) // 2
        n_triples = n_pairs * (length - 2) // 3
        n_subsets = len(subset_masks(length))
        n_features = length * min(n_guesses, alphabet_size << (length - 1))
        # While numbering: id 4, key 8, distinct key 8, table 8 to 16. Kept: what a pair, triple or
        # sub-multiset stores, its counts (8, 16) or list start.
        per_guess = n_pairs * (36 + 20) + n_triples * (36 + 28) + n_subsets * (36 + 16)
        per_answer = n_subsets * (8 + 4 + 4 + 8)
        rows = 2 * n_features + alphabet_size * (2 * length + 2)
        return n_guesses * per_guess + n_answers * per_answer + rows * 8 * bitset_words(n_answers)

    def _number_features(self, letters: NDArray[np.uint8], equal: NDArray[np.uint8]) -> None:
        """Give features, pairs and triples their numbers; file triples under their pair."""
        positions = range(self.length)
        place = np.arange(self.length, dtype=np.uint64) * np.uint64(self.alphabet_size)
        keys = (place + letters) << np.uint64(self.length) | equal
        self.feature_ids, distinct = number_all(keys)
        self.feature_keys = distinct.astype(np.int64)
        n_features = np.uint64(len(distinct))
        features = self.feature_ids.astype(np.uint64)

        pairs = list(combinations(positions, 2))
        keys = np.empty((self.n_guesses, len(pairs)), np.uint64)
        for x, (p, q) in enumerate(pairs):
            keys[:, x] = features[:, p] * n_features + features[:, q]
        self.pair_ids, distinct = number_all(keys)
        self.pair_features = np.stack(np.divmod(distinct, n_features), axis=1).astype(np.int32)

        triples = list(combinations(positions, 3))
        keys = np.empty((self.n_guesses, len(triples)), np.uint64)
        for x, (p, q, r) in enumerate(triples):
            pair = self.pair_ids[:, pairs.index((p, q))].astype(np.uint64)
            keys[:, x] = pair * n_features + features[:, r]
        self.triple_ids, distinct = number_all(keys)
        owners, third = np.divmod(distinct, n_features)
        self.triple_third = third.astype(np.int32)
        self.pair_starts = np.zeros(len(self.pair_features) + 1, np.int32)
        self.pair_triples = np.empty(len(distinct), np.int32)
        group_by_owner(owners.astype(np.int32), self.pair_starts, self.pair_triples)

    def _number_submultisets(self, letters: NDArray[np.uint8], equal: NDArray[np.uint8]) -> None:
        """Give sub-multisets of four and more letters, and their structures, their numbers."""
        self.subsets = subset_masks(self.length)
        keys = np.empty((self.n_guesses, len(self.subsets)), np.uint64)
        kept = np.zeros(keys.shape, np.uint8)
        submultiset_keys(letters, self.subsets, keys, kept)
        self.submultiset_ids = np.empty(keys.shape, np.int32)
        self.submultiset_table = hash_table(keys.size)
        distinct = np.empty(keys.size, np.uint64)
        self.n_submultisets = number_keys(
            keys.ravel(), self.submultiset_ids.ravel(), self.submultiset_table, distinct, 0, True
        )
        self.submultiset_keys = distinct[: self.n_submultisets].copy()
        # One list past the last stays empty, for subsets that name nothing.
        self.submultiset_ids[self.submultiset_ids < 0] = self.n_submultisets

        # The first position of each position's letter, as a number in base 8.
        lowest_bit = np.array([0] + [(m & -m).bit_length() - 1 for m in range(1, MASKS)], np.uint64)
        equality = np.zeros(self.n_guesses, np.uint64)
        for p in range(self.length):
            equality = equality << np.uint64(3) | lowest_bit[equal[:, p]]
        ids, distinct = number_all(equality[:, None] << np.uint64(6) | kept)
        self.structure_ids = ids.astype(np.uint16)
        first = np.stack(
            [distinct >> np.uint64(6 + 3 * p) & np.uint64(7) for p in reversed(range(self.length))],
            axis=1,
        ).astype(np.int64)
        kept_masks = (distinct & np.uint64(MASKS - 1)).astype(np.int64)
        self.cells = structure_cells(first, kept_masks)
        self.term_starts, self.term_structures, self.term_signs = structure_terms(first, kept_masks)


def hash_table(n_keys: int) -> NDArray[np.int32]:
    """Return an empty table for so many keys, at most half full."""
    return np.full(1 << max(4, (2 * n_keys - 1).bit_length()), -1, np.int32)


def number_all(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Give equal keys equal numbers; return those (shape of the keys) and the key of each."""
    ids = np.empty(keys.shape, np.int32)
    distinct = np.empty(keys.size, np.uint64)
    # Key 0 is taken for "nothing here".
    shifted = (keys + np.uint64(1)).ravel()
    known = number_keys(shifted, ids.ravel(), hash_table(keys.size), distinct, 0, True)
    return ids, distinct[:known] - np.uint64(1)


def pack_letters(letters: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the words (rows) as fields of ten bits, first position lowest."""
    packed = np.zeros(len(letters), np.uint64)
    for position in range(letters.shape[1]):
        packed |= letters[:, position].astype(np.uint64) << np.uint64(10 * position)
    return packed


def bitset_words(n_answers: int) -> int:
    """Return the 64-bit words of a bitset over the answers, in whole vectors of 512 bits."""
    return -(-n_answers // 512) * 8


def subset_masks(length: int) -> NDArray[np.uint8]:
    """Return the masks of four and more of so many things, smaller subsets first."""
    subsets = [
        sum(1 << member for member in members)
        for size in range(4, length + 1)
        for members in combinations(range(length), size)
    ]
    return np.array(subsets, np.uint8)


def structure_cells(first: NDArray[np.int64], kept: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Tabulate the counter of structure x mask of positions that are not green.

    Parameters
    ----------
    first : int64 (n_structures, length)
        First position that holds the same letter.
    kept : int64 (n_structures,)
        Mask of the positions that the sub-multiset keeps; of equal letters the leftmost.
    """
    n_structures, length = first.shape
    green = (~np.arange(MASKS)[:, None] >> np.arange(length) & 1).astype(np.int64)
    copies = np.zeros((n_structures, MASKS, length), np.int64)
    rows = np.arange(n_structures)
    for position in range(length):
        is_kept = kept >> position & 1
        copies[rows, :, first[:, position]] += is_kept[:, None] - green[:, position]
    # An answer in which a letter is green more often than it is kept shares more letters; whatever
    # code it gets here, inclusion and exclusion takes it out again.
    code = np.zeros((n_structures, MASKS), np.int64)
    for position in range(length):
        left = copies[rows, :, first[:, position]]
        yellow = (left > 0) & (green[:, position] == 0)
        copies[rows, :, first[:, position]] -= yellow
        code = 3 * code + 2 * green[:, position] + yellow
    return (code * LANES).astype(np.uint16)


def structure_terms(
    first: NDArray[np.int64], kept: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.uint16], NDArray[np.uint16]]:
    """List what an answer counts for: the structures M without D, and (-1)^|D| modulo 2^16."""
    shapes = [tuple(row) for row in first.tolist()]
    masks = kept.tolist()
    number = {key: x for x, key in enumerate(zip(shapes, masks, strict=True))}
    starts, structures, signs = [0], [], []
    for shape, mask in zip(shapes, masks, strict=True):
        # Of each letter in M, the last position that is kept.
        last = {shape[p]: p for p in range(len(shape)) if mask >> p & 1}
        for size in range(max(mask.bit_count() - 4, 0) + 1):
            for dropped in combinations(last.values(), size):
                structures.append(number[shape, mask - sum(1 << p for p in dropped)])
                signs.append((-1) ** size % 2**16)
        starts.append(len(structures))
    return np.array(starts, np.int32), np.array(structures, np.uint16), np.array(signs, np.uint16)
