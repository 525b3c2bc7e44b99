"""What guesses share, built once per vocabulary: features, sub-multisets and structures.

How many answers satisfy a spec that colours one, two or three places depends only on those
places, so the count is shared by all guesses that agree there:

feature
    (place, letter, all places of that letter in the guess). These three decide the colour of
    the place for every answer, repeated letters included: no later step needs to know of
    repeats.
pair, triple
    Two or three features that stand together in some guess, each numbered once: 12,715 pairs and
    47,451 triples serve the 12,972 words of Wordle.

Few answers share four and more letters with a guess. They are not counted by bitsets but stand in
postings under the sub-multisets of letters that they contain. Every answer is a guess, too, so the
numbers of the guesses' sub-multisets tell under which of them an answer stands. The codes of
such answers come from a table, structure x mask of green places -> code:

structure
    (which places of the guess hold equal letters, which places a sub-multiset keeps). With
    the green places this decides the code of an answer that shares just these letters.

An answer that shares five letters stands in the postings of all its sub-multisets of four. That is
corrected by inclusion and exclusion: with D running over the sets of distinct letters of a
sub-multiset M, every answer posted under M counts (-1)^|D| under the structure of M without D; the
sum over all postings leaves each answer once, under exactly the letters that it shares (Moebius
inversion on multisets: Rota, "On the foundations of combinatorial theory I", 1964, section 5).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.hashing import probe
from gpuwordle.backends.numba_cpu.specs.sizes import LANES, MASKS
from gpuwordle.backends.numba_cpu.specs.sums import GuessSpecs, Pairs, Structures
from gpuwordle.compiled import kernel
from gpuwordle.rules.planes import PLANE_BASE
from gpuwordle.rules.wordle import WORDLE


@kernel("int64(uint64[::1], int32[::1], int32[::1], uint64[::1])")
def number_keys(keys, ids, table, distinct):
    """Give equal keys equal numbers, in order of first appearance; return how many there are.

    ``table`` is empty (-1) and a power of two long; ``distinct`` is filled with the keys.
    """
    known = 0
    for i in range(len(keys)):
        slot = probe(table, distinct, 0, keys[i])
        if table[slot] < 0:
            table[slot] = known
            distinct[known] = keys[i]
            known += 1
        ids[i] = table[slot]
    return known


def number_all(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Give equal keys equal numbers; return those (shape of the keys) and the key of each."""
    ids = np.empty(keys.shape, np.int32)
    distinct = np.empty(keys.size, np.uint64)
    table = np.full(1 << max(4, (2 * keys.size - 1).bit_length()), -1, np.int32)
    known = number_keys(keys.ravel(), ids.ravel(), table, distinct)
    return ids, distinct[:known].copy()


@kernel("void(int32[::1], int32[::1], int32[::1])")
def fill_postings(owners, starts, members):
    """Sort indices by owner: members[starts[o]:starts[o + 1]] belong to o.

    ``starts`` are zeros, two more than owners. The list after the last is empty: an index with that
    owner is left out.
    """
    left_out = len(starts) - 2
    # Counted two places late, and moved forward by one while the lists are filled.
    for owner in owners:
        if owner != left_out:
            starts[owner + 2] += 1
    for owner in range(2, len(starts)):
        starts[owner] += starts[owner - 1]
    for i in range(len(owners)):
        owner = owners[i]
        if owner != left_out:
            members[starts[owner + 1]] = i
            starts[owner + 1] += 1


@kernel(
    "void(Array(uint8, 2, 'C', readonly=True), uint8[::1], uint64[:, ::1], uint8[:, ::1])",
    allocates=True,
)
def fill_keys(letters, subsets, keys, kept):
    """Fill in the keys of the sub-multisets of each word, and the places that each keeps.

    ``subsets`` are masks over the letters in alphabetical order. Of equal letters the leftmost are
    kept, so that every sub-multiset occurs once; subsets that skip one get key 0.
    """
    n_words, length = letters.shape
    order = np.empty(length, np.int64)
    for i in range(n_words):
        for place in range(length):
            rank = place
            while rank > 0 and letters[i, order[rank - 1]] > letters[i, place]:
                order[rank] = order[rank - 1]
                rank -= 1
            order[rank] = place
        for x in range(len(subsets)):
            key = uint64(0)
            places = 0
            skipped = -1
            for rank in range(length):
                letter = int(letters[i, order[rank]])
                if (subsets[x] >> rank) & 1:
                    if letter == skipped:
                        key = uint64(0)
                        places = 0
                        break
                    # One byte per letter, never 0, so that keys of different sizes differ.
                    key = (key << uint64(8)) | uint64(letter + 1)
                    places |= 1 << order[rank]
                else:
                    skipped = letter
            keys[i, x] = key
            kept[i, x] = places


def number_submultisets(
    letters: NDArray[np.uint8],
) -> tuple[NDArray[np.int32], int, NDArray[np.uint8]]:
    """Enumerate the sub-multisets of words: return ids, how many there are, and places kept.

    Ids and masks have shape (words, subsets); the id is the count if a subset is a repeated one.
    """
    length = letters.shape[1]
    subsets = [
        sum(1 << member for member in members)
        for size in range(4, length + 1)
        for members in combinations(range(length), size)
    ]
    keys = np.empty((len(letters), len(subsets)), np.uint64)
    kept = np.empty(keys.shape, np.uint8)
    fill_keys(letters, np.array(subsets, np.uint8), keys, kept)
    ids, distinct = number_all(keys)
    ids[keys == 0] = len(distinct)
    return ids, len(distinct), kept


def postings(owners: NDArray[np.int32], count: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where the list of each owner starts, and the indices of all lists."""
    starts = np.zeros(count + 2, np.int32)
    members = np.empty(owners.size, np.int32)
    fill_postings(owners.ravel(), starts, members)
    return starts, members[: starts[-1]]


def structures_of(
    equal: NDArray[np.uint8], kept: NDArray[np.uint8]
) -> tuple[NDArray[np.uint16], Structures]:
    """Enumerate the structures of all sub-multisets, and tabulate their terms.

    ``equal``, (guesses, length), are masks of the places with the same letter as this one;
    ``kept``, (guesses, subsets), of those that each sub-multiset keeps.
    """
    length = equal.shape[1]
    # The first place of the letter at each place, as a number in base 8.
    lowest_bit = np.array([0] + [(m & -m).bit_length() - 1 for m in range(1, MASKS)], np.uint64)
    equality = np.zeros(len(equal), np.uint64)
    for place in range(length):
        equality = equality << np.uint64(3) | lowest_bit[equal[:, place]]
    ids, distinct = number_all(equality[:, None] << np.uint64(6) | kept)
    shifts = np.arange(6 + 3 * (length - 1), 5, -3, dtype=np.uint64)
    first = (distinct[:, None] >> shifts & np.uint64(7)).astype(np.int64)
    masks = (distinct % np.uint64(MASKS)).astype(np.int64)
    tables = Structures(structure_cells(first, masks), *structure_terms(first, masks))
    return ids.astype(np.uint16), tables


def structure_cells(first: NDArray[np.int64], kept: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Tabulate the counters: uint16 (structures, masks of places that are not green).

    ``first``, (structures, length), is the first place with the same letter; ``kept`` the mask
    of the places that the sub-multiset keeps, of equal letters the leftmost.
    """
    length = first.shape[1]
    # Of one letter of the guess: its places, those that are green, and the copies that the answer
    # has left. In the table these stand after the word, where the guess has no letter.
    sets, left = np.arange(1 << length), np.arange(length + 1)
    answers = sets[:, None] | (1 << left) - 1 << length
    planes = WORDLE.table(sets.astype(np.uint32), answers.astype(np.uint32).reshape(-1), length)
    added = np.zeros((len(sets), len(sets), len(left)), np.uint16)
    for plane, contributions in enumerate(planes):
        added += np.uint16(PLANE_BASE**plane) * contributions.astype(np.uint16).reshape(added.shape)
    bits = np.array([number.bit_count() for number in sets.tolist()])
    code = np.zeros((len(first), MASKS), np.uint16)
    for place in range(length):
        own = ((first == place) << np.arange(length)).sum(axis=1)[:, None]
        green = own & ~np.arange(MASKS)
        # An answer in which a letter is green more often than it is kept shares more letters;
        # whatever code it gets here, inclusion and exclusion takes it out again.
        copies = np.maximum(bits[own & kept[:, None]] - bits[green], 0)
        code += added[own, green, copies]
    return code * np.uint16(LANES)


def structure_terms(
    first: NDArray[np.int64], kept: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.uint16], NDArray[np.uint16]]:
    """List the terms of each structure: those of M without D, and (-1)^|D| modulo 2^16."""
    shapes = [tuple(row) for row in first.tolist()]
    masks = kept.tolist()
    number = {key: x for x, key in enumerate(zip(shapes, masks, strict=True))}
    starts, structures, signs = [0], [], []
    for shape, mask in zip(shapes, masks, strict=True):
        # Of each letter in M, the last place that is kept.
        last = {shape[p]: p for p in range(len(shape)) if mask >> p & 1}
        for size in range(max(mask.bit_count() - 4, 0) + 1):
            for dropped in combinations(last.values(), size):
                structures.append(number[shape, mask - sum(1 << p for p in dropped)])
                signs.append((-1) ** size % 2**16)
        starts.append(len(structures))
    return np.array(starts, np.int32), np.array(structures, np.uint16), np.array(signs, np.uint16)


class Guesses:
    """The guess side of counting by specs, for words of 4 to 6 letters and alphabets of up to 255.

    A feature's key is ``(place * alphabet_size + letter) << length | mask of the letter's
    places``.
    """

    def __init__(self, guess_letters: NDArray[np.uint8], alphabet_size: int) -> None:
        letters = np.ascontiguousarray(guess_letters)
        self.letters, self.alphabet_size = letters, alphabet_size
        self.count, self.length = letters.shape
        # Bit q of equal[i, p]: places p and q of guess i hold the same letter.
        equal = np.zeros(letters.shape, np.uint8)
        words = np.zeros(self.count, np.uint64)
        for p in range(self.length):
            words |= letters[:, p].astype(np.uint64) << np.uint64(10 * p)
            for q in range(self.length):
                equal[:, p] |= (letters[:, p] == letters[:, q]).astype(np.uint8) << q
        features = self._number_features(letters, equal)
        ids, self.n_submultisets, kept = number_submultisets(letters)
        structure_ids, self.structures = structures_of(equal, kept)
        self.specs = GuessSpecs(*features, ids, structure_ids, words)

    def _number_features(
        self, letters: NDArray[np.uint8], equal: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Enumerate features, pairs and triples, and post triples under their first pair."""
        length = self.length
        place = np.arange(length, dtype=np.uint64) * np.uint64(self.alphabet_size)
        feature_ids, distinct = number_all((place + letters) << np.uint64(length) | equal)
        self.feature_keys = distinct.astype(np.int64)
        n_features = np.uint64(len(distinct))
        features = feature_ids.astype(np.uint64)

        pairs = list(combinations(range(length), 2))
        keys = np.empty((self.count, len(pairs)), np.uint64)
        for x, (p, q) in enumerate(pairs):
            keys[:, x] = features[:, p] * n_features + features[:, q]
        pair_ids, distinct = number_all(keys)
        pair_features = np.stack(np.divmod(distinct, n_features), axis=1).astype(np.int32)

        triples = list(combinations(range(length), 3))
        keys = np.empty((self.count, len(triples)), np.uint64)
        for x, (p, q, r) in enumerate(triples):
            pair = pair_ids[:, pairs.index((p, q))].astype(np.uint64)
            keys[:, x] = pair * n_features + features[:, r]
        triple_ids, distinct = number_all(keys)
        first_pair, third = (part.astype(np.int32) for part in np.divmod(distinct, n_features))
        self.pairs = Pairs(pair_features, *postings(first_pair, len(pair_features)), third)
        return feature_ids, pair_ids, triple_ids
