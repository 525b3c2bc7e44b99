"""Hard mode inside the search: what is demanded of a candidate set, and the guesses that meet it.

`gpuwordle.clues.hard_mode` numbers the demands and says which words meet them: `Tables.legal_rows`.
The loops here only follow its numbers. What clues demand together is a vector of uint8, shape
(length + letters,): for each place the letter that stays there, plus one, and for each letter how
many copies have to be used. Its key is the exclusive or of its demands' hash words.
"""

from __future__ import annotations

import numpy as np
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import ONE, popcount


@kernel(internal=True)
def meets(row, word):
    """Return whether a word's bit is set in a row of bits."""
    return (row[word >> 6] >> uint64(word & 63)) & ONE != uint64(0)


@kernel(internal=True)
def add_demand(demands, row, length):  # type: ignore[no-untyped-def]
    """Add one demand, given its row."""
    letters = len(demands) - length
    kind, letter = row // letters, row % letters
    if kind < length:
        demands[kind] = letter + 1
    else:
        demands[length + letter] = max(demands[length + letter], kind - length + 1)


@kernel
def add_clue(before, guess, answer, letters, rows, after):  # type: ignore[no-untyped-def]
    """Add what a clue demands: all that its guess and its answer both meet.

    before, after: demands without the clue and with it; ``after`` is filled.
    guess, answer: numbers of the guess and of any answer of the bucket.
    letters, rows: `Tables.letters` and `Tables.legal_rows`.
    """
    guess_letters, length = letters[guess], letters.shape[1]
    alphabet = len(before) - length
    for i in range(len(before)):
        after[i] = before[i]
    for place in range(length):
        letter, copies = np.int64(guess_letters[place]), 1
        for earlier in range(place):
            copies += guess_letters[earlier] == letter
        row = place * alphabet + letter
        if meets(rows[row], answer):
            add_demand(after, row, length)
        row = (length + copies - 1) * alphabet + letter
        if meets(rows[row], answer):
            add_demand(after, row, length)


@kernel
def hash_of_demands(demands, length, hash_words):
    """Return the two words that demands add to a key; never zero, even if nothing is demanded."""
    letters = len(demands) - length
    everything = hash_words.shape[0] - 1
    one, two = hash_words[everything, 0], hash_words[everything, 1]
    for p in range(length):
        if demands[p]:
            row = p * letters + demands[p] - 1
            one ^= hash_words[row, 0]
            two ^= hash_words[row, 1]
    for letter in range(letters):
        copies = demands[length + letter]
        if copies:
            row = (length + copies - 1) * letters + letter
            one ^= hash_words[row, 0]
            two ^= hash_words[row, 1]
    return one, two


@kernel(internal=True)
def legal_bits(demands, length, rows, bits):
    """Fill in the bits of the guesses that meet the demands."""
    letters = len(demands) - length
    for word in range(len(bits)):  # a copy of a slice would allocate
        bits[word] = rows[rows.shape[0] - 1, word]
    for p in range(length):
        if demands[p]:
            intersect(bits, rows[p * letters + demands[p] - 1])
    for letter in range(letters):
        copies = demands[length + letter]
        if copies:
            intersect(bits, rows[(length + copies - 1) * letters + letter])


@kernel(internal=True)
def intersect(bits, row):
    """Clear the bits that a row lacks."""
    for word in range(len(bits)):
        bits[word] &= row[word]


@kernel(internal=True)
def gather_legal(tables, candidates, legal, count, codes, starts):
    """Copy the codes of ``count`` legal guesses side by side, a row for each candidate.

    ``codes`` has room for them; ``starts`` are filled with where rows begin.
    Returns their width: whole words of bits, padded with zeros.
    """
    padded = tables.padded
    wide = (count + 63) // 64 * 64
    for i in range(len(candidates)):
        row = tables.columns[candidates[i] * padded : (candidates[i] + 1) * padded]
        starts[i] = i * wide
        for j in range(count):
            codes[starts[i] + j] = row[legal[j]]
        for j in range(count, wide):
            codes[starts[i] + j] = 0
    return wide


@kernel(internal=True)
def list_bits(bits, out):
    """List the places of set bits in ascending order; return how many."""
    found = 0
    for word in range(len(bits)):
        left = bits[word]
        while left != uint64(0):
            low = left & (~left + ONE)
            out[found] = 64 * word + popcount(low - ONE)
            found += 1
            left ^= low
    return found
