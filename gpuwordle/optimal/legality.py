"""Hard mode: what clues ask of later guesses, and the guesses that stay legal, as bits.

A state of hard mode is a vector of demands: for each place the letter that was green there, one
more than its index, and for each letter how many copies one clue has shown coloured. The legal
guesses are those in all rows of bits that the demands name (`gpuwordle.clues.hard_mode`), and the
key of the state is the exclusive or of the demands' hash words. So any alphabet and length is
handled alike.
"""

from __future__ import annotations

from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import ONE, popcount


@kernel
def demand(before, guess, answer, after):
    """Add what one clue asks for.

    Parameters
    ----------
    before
        Demands so far: uint8, shape (length + letters,).
    guess, answer
        Letter indices of the guess and of any word of the part: the pattern is the same for all.
    after
        Filled with the demands.
    """
    length = len(guess)
    for i in range(len(before)):
        after[i] = before[i]
    for p in range(length):
        letter = guess[p]
        if answer[p] == letter:
            after[p] = letter + 1
        mine, theirs = 0, 0
        for q in range(length):
            mine += guess[q] == letter
            theirs += answer[q] == letter
        # As many copies are coloured as both words have.
        copies = min(mine, theirs)
        if copies > after[length + letter]:
            after[length + letter] = copies


@kernel
def key_of(demands, length, hash_words):
    """Return the two words that demands add to the key of a set; never zero for want of them."""
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
    """Fill the bits of the guesses that meet the demands."""
    letters = len(demands) - length
    for word in range(len(bits)):
        bits[word] = rows[rows.shape[0] - 1, word]
    for p in range(length):
        if demands[p]:
            keep(bits, rows[p * letters + demands[p] - 1])
    for letter in range(letters):
        copies = demands[length + letter]
        if copies:
            keep(bits, rows[(length + copies - 1) * letters + letter])


@kernel(internal=True)
def keep(bits, row):
    """Take away the bits that a row lacks."""
    for word in range(len(bits)):
        bits[word] &= row[word]


@kernel(internal=True)
def listed(bits, out):
    """List the bits that are set, rising; return how many."""
    found = 0
    for word in range(len(bits)):
        left = bits[word]
        while left != uint64(0):
            low = left & (~left + ONE)
            out[found] = 64 * word + popcount(low - ONE)
            found += 1
            left ^= low
    return found
