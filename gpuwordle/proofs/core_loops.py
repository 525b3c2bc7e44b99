"""The compiled loops of the search for cores; see `gpuwordle.proofs.cores`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpuwordle.compiled import kernel
from gpuwordle.proofs.check_arrays import Array, Board, Room
from gpuwordle.proofs.check_counts import largest_scan


class Cores(NamedTuple):
    """Cores of one number of guesses.

    Attributes
    ----------
    starts : ndarray of int64, shape (room + 1,)
        Where each begins in ``members``.
    members : ndarray of int32
        Answers, rising in each core.
    kept : ndarray of uint64, shape (room, guesses / 64)
        Which guesses keep each together, as bits.
    """

    starts: Array
    members: Array
    kept: Array


@kernel(internal=True)
def count_bits(x):
    """Count the bits of a word."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    low = np.uint64(0x3333333333333333)
    x = (x & low) + ((x >> np.uint64(2)) & low)
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def inside(
    cores: Cores, count: int, members: Array, room: Room, uncovered: Array, found: Array
) -> int:
    """List the cores inside a set, and take the guesses that keep one together from some bits."""
    for i in range(len(members)):
        room.inside[members[i]] = 1
    number = 0
    for core in range(count):
        part = True
        for i in range(cores.starts[core], cores.starts[core + 1]):
            if room.inside[cores.members[i]] == 0:
                part = False
                break
        if part:
            found[number] = core
            number += 1
            for w in range(len(uncovered)):
                uncovered[w] &= ~cores.kept[core, w]
    for i in range(len(members)):
        room.inside[members[i]] = 0
    return number


@kernel(allocates=True)
def smallest(board: Board, members: Array, room: Room, seed: int) -> Array:
    """Drop words from a set while no guess splits what is left into single words.

    Words are dropped in blocks, half of the set first, in an order that the seed shuffles.
    """
    kept = members.copy()
    chance = np.uint64(seed)
    for i in range(len(kept) - 1, 0, -1):
        chance = chance * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        j = np.int64((chance >> np.uint64(33)) % np.uint64(i + 1))
        kept[i], kept[j] = kept[j], kept[i]
    size = len(kept) // 2
    while size >= 1:
        i = 0
        while i < len(kept) and len(kept) > 3:
            end = min(i + size, len(kept))
            rest = np.concatenate((kept[:i], kept[end:]))
            if len(rest) > 2 and largest_scan(board, rest, room) < len(rest):
                kept = rest
            else:
                i = end
        size //= 2
    return np.sort(kept)


@kernel(allocates=True)
def few_that_cover(
    cores: Cores, found: Array, answers: int, every: Array, chosen: Array, taken: Array
) -> int:
    """Choose cores that keep all guesses together, with few words: greedily, most new guesses.

    Parameters
    ----------
    found
        The cores to choose from; together they keep every guess.
    every
        A bit for each guess.
    chosen
        Filled with cores.
    taken
        Filled with the words that they have: 1 for each answer.
    """
    uncovered = every.copy()
    taken[:] = 0
    count = 0
    while True:
        best = -1.0
        which = -1
        for f in range(len(found)):
            core = found[f]
            gain = 0
            for w in range(len(uncovered)):
                both = cores.kept[core, w] & uncovered[w]
                if both:
                    gain += count_bits(both)
            if gain == 0:
                continue
            new = 0
            for i in range(cores.starts[core], cores.starts[core + 1]):
                new += 1 - taken[cores.members[i]]
            worth = gain / (new + 0.5)
            if worth > best:
                best = worth
                which = core
        if which < 0:
            return count
        chosen[count] = which
        count += 1
        for w in range(len(uncovered)):
            uncovered[w] &= ~cores.kept[which, w]
        for i in range(cores.starts[which], cores.starts[which + 1]):
            taken[cores.members[i]] = 1
