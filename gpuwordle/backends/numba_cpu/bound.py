"""Lower bounds of keys, before any bucket is counted.

A key is a sum over buckets plus a multiple of the largest one, so it grows while candidates are
counted, and a guess can be abandoned as soon as it has grown past the incumbent. Three more bounds
need no counting at all:

balanced buckets
    A number of buckets cost least if their sizes differ by at most one (`least_key`).
the all-grey bucket
    Candidates that share no letter with the guess stay together. Their number follows from a
    popcount of the union of a few bitsets, one for each letter (`count_grey`).
entropy of the letters
    The code is made of its letters' digits, so H(code) <= sum of H(letter row), and there are
    only a few hundred rows (`row_entropies`). Because min-entropy <= collision entropy <= Shannon
    entropy (Renyi, "On measures of entropy and information", 1961), that one sum bounds the
    entropy, the sum of squares and the largest bucket; the logarithm of the number of distinct
    values bounds the number of buckets in the same way.

Integer logarithms are rounded (`gpuwordle.scoring.logs`), so entropies are compared with a little
slack: a bound may keep a guess that could be dropped, but never the reverse.
"""

from __future__ import annotations

import math

import numpy as np
from numba import int64, uint32, uint64

from gpuwordle.backends.numba_cpu.arguments import Cost
from gpuwordle.backends.numba_cpu.intrinsics import popcount
from gpuwordle.compiled import kernel
from gpuwordle.scoring.logs import LOG_SCALE, log_table
from gpuwordle.scoring.statistics import NO_KEY, Key

UNBOUNDED, LARGEST, SQUARES, LOGS, BUCKETS, FALLING = range(6)
"""Kinds of key: the four pure ones have an entropy bound; a falling key may shrink while candidates
are counted, so that no guess can be abandoned."""


def cost_of(key: Key, largest_group: int) -> Cost:
    """Tabulate a key for groups of up to ``largest_group`` candidates.

    Adding the same amount for every candidate changes no comparison within a group, so a cost that
    falls is shifted until it rises: the number of buckets, to maximise, becomes the number of
    candidates that are not the first of their bucket, to minimise.
    """
    weights = [int(weight) for weight in key.weights]
    # A common factor changes no comparison, and pure keys are recognised without it.
    divisor = math.gcd(*weights) or 1
    buckets, largest, squares, logs = (weight // divisor for weight in weights)
    table = log_table(largest_group).copy()  # kernels take writable arrays only
    marginal = np.diff(key.costs(largest_group)) // divisor
    marginal -= min(int(marginal.min(initial=0)), 0)
    cumulative = np.zeros(largest_group + 2, np.int64)
    np.cumsum(marginal, out=cumulative[1:-1])
    cumulative[-1] = cumulative[-2]
    slack = np.zeros(largest_group + 1, np.int64)
    np.maximum.accumulate(np.maximum.accumulate(marginal) - marginal, out=slack[1:])
    kind = {
        (0, 1, 0, 0): LARGEST,
        (0, 0, 1, 0): SQUARES,
        (0, 0, 0, 1): LOGS,
        (-1, 0, 0, 0): BUCKETS,
    }.get((buckets, largest, squares, logs), FALLING if largest < 0 else UNBOUNDED)
    return Cost(marginal, cumulative, slack, table, largest, kind)


@kernel
def least_key(size, buckets, cumulative, slack, largest_weight):
    """Return the least key of a group of ``size`` split into a number of buckets: balanced ones."""
    quotient = size // buckets
    larger = size - quotient * buckets
    least = (buckets - larger) * cumulative[quotient] + larger * cumulative[quotient + 1]
    return least - size * slack[size] + largest_weight * (quotient + int64(larger > 0))


@kernel(internal=True)
def entropy_slack(size):
    """Return the units by which rounding may change a sum of row entropies, times size.

    Every logarithm is rounded by at most log2(n) / 2 units for every candidate, bucket and row.
    """
    n = float(size)
    return n * 256.0 + n * np.log2(n + 1.0) * 4096.0


@kernel
def least_entropy(size, best, kind, logs):
    """Return the sum of row entropies, times size, that a key <= best needs; -1 without bound."""
    n = float(size)
    slack = entropy_slack(size)
    if best >= NO_KEY or best <= 0:
        return int64(-1)
    if kind == LOGS:
        return int64(float(logs[size]) - float(best) - slack)
    if kind == SQUARES:
        return int64(n * np.log2(n * n / float(best)) * LOG_SCALE - slack)
    if kind == LARGEST:
        return int64(n * np.log2(n / float(best)) * LOG_SCALE - slack)
    if kind == BUCKETS and best < size:
        return int64(n * np.log2(n - float(best)) * LOG_SCALE - slack)
    return int64(-1)


@kernel(internal=True, allocates=True)
def row_entropies(table, kind, logs, placement, size, wanted, set_counts, entropies):
    """Compute the entropies of letter rows over a group, times its size, in units of 2**-32 bit.

    If the key is the number of buckets, the logarithm of the number of distinct bytes takes the
    place of the entropy. ``placement``, (letters + 1, at least size), is that of the candidates;
    rows that are not wanted get 0; ``set_counts``, (table.sets,), are zeros before and after.
    """
    letters, base, contributions = table.letters, table.base, table.contributions
    seen = np.empty(size + 1, np.int64)
    seen_counts = np.empty(size + 1, np.int64)
    byte_counts = np.zeros(256, np.int64)
    last_letter, distinct = -1, 0
    for row in range(len(base)):
        entropies[row] = 0
        if not wanted[row]:
            continue
        letter = letters[row]
        if letter != last_letter:
            # The rows of a letter are adjacent: count its placements once.
            last_letter = letter
            seen[0] = 0
            distinct = 1
            for j in range(size):
                number = placement[letter, j]
                if number and set_counts[number] == 0:
                    seen[distinct] = number
                    distinct += 1
                set_counts[number] += 1
            for i in range(distinct):
                seen_counts[i] = set_counts[seen[i]]
                set_counts[seen[i]] = 0
        if distinct == 1:
            continue
        for i in range(distinct):
            byte_counts[contributions[base[row] + seen[i]]] += seen_counts[i]
        entropy, bytes_met = logs[size], 0
        for i in range(distinct):
            byte = contributions[base[row] + seen[i]]
            count = byte_counts[byte]
            if count:
                entropy -= logs[count]
                bytes_met += 1
                byte_counts[byte] = 0
        if kind == BUCKETS:
            entropy = int64(float(size) * np.log2(float(bytes_met)) * LOG_SCALE) + 1
        entropies[row] = entropy


@kernel(internal=True)
def sum_entropies(slots, entropies, guesses, sums):
    """Sum the entropies of the rows of each guess into ``sums[guess]``; return the largest sum."""
    top = int64(0)
    planes = slots.shape[1]
    for guess in guesses:
        total = int64(0)
        for plane in range(planes):
            for i in range(5):
                total += entropies[uint32(slots[uint32(guess), plane, i])]
        sums[guess] = total
        top = max(top, total)
    return top


@kernel(internal=True)
def fill_presence(placement, size, presence):
    """Set bit j of a letter's bitset if candidate j has the letter; "no letter" has no bits."""
    for letter in range(len(placement)):
        for word in range((size + 63) >> 6):
            bits = uint64(0)
            for j in range(word << 6, min(size, (word + 1) << 6)):
                bits |= uint64(placement[letter, j] != 0) << uint64(j & 63)
            presence[letter, word] = bits


@kernel(internal=True)
def count_grey(slots, letters, presence, size, guess, union):
    """Count the candidates that share no letter with a guess; ``union`` is a bitset of scratch."""
    words = uint64((size + 63) >> 6)
    zero_row = len(letters) - 1
    for plane in range(slots.shape[1]):
        if plane > 0 and slots[guess, plane, 0] == zero_row:
            continue
        # Five letters at a time, so that a bitset is one long loop of vectors.
        a = uint64(letters[slots[guess, plane, 0]])
        b = uint64(letters[slots[guess, plane, 1]])
        c = uint64(letters[slots[guess, plane, 2]])
        d = uint64(letters[slots[guess, plane, 3]])
        e = uint64(letters[slots[guess, plane, 4]])
        for word in range(words):
            five = presence[a, word] | presence[b, word] | presence[c, word]
            five |= presence[d, word] | presence[e, word]
            union[word] = five if plane == 0 else union[word] | five
    shared = uint64(0)
    for word in range(words):
        shared += popcount(union[word])
    return size - int64(shared)


@kernel(internal=True)
def key_from_grey(size, grey, most_buckets, kind, cumulative, slack, largest_weight):
    """Return the least key of a guess whose all-grey bucket is known."""
    if kind == LARGEST:
        # The grey bucket bounds no other one, and there is at least one.
        return max(grey, int64(1))
    if most_buckets < 4:
        return int64(0)
    rest = size - grey
    # The rest is balanced over all other buckets; small groups need no division.
    quotient = int64(0) if rest < most_buckets - 1 else rest // (most_buckets - 1)
    larger = rest - quotient * (most_buckets - 1)
    least = (most_buckets - 1 - larger) * cumulative[quotient] + larger * cumulative[quotient + 1]
    least += cumulative[grey] - size * slack[size]
    return least + largest_weight * max(grey, int64(rest > 0))


@kernel(internal=True)
def key_from_entropy(size, total, kind, logs):
    """Return the least key of a guess whose row entropies, times size, have the sum ``total``."""
    n = float(size)
    bits = (float(total) + entropy_slack(size)) / (n * LOG_SCALE)
    if kind == LOGS:
        return int64(float(logs[size]) - bits * n * LOG_SCALE)
    if kind == SQUARES:
        return int64(n * n * 2.0 ** (-bits))
    if kind == LARGEST:
        return int64(np.ceil(n * 2.0 ** (-bits)))
    if kind == BUCKETS:
        return int64(n - 2.0**bits)
    return int64(0)
