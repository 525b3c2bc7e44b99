"""One hash table for all: open addressing by Fibonacci hashing (Knuth, volume 3, 6.4)."""

from __future__ import annotations

from numba import njit, uint32, uint64


@njit(cache=True, nogil=True)
def probe(hashed, key, free_below, mask):  # type: ignore[no-untyped-def]
    """Find the slot of a key, or the free slot where it belongs.

    Parameters
    ----------
    hashed : ndarray of uint64, shape (a power of two,)
        The keys; entries below ``free_below`` are free.
    key : uint64
        At least ``free_below``. Tables that are never cleared hold ``stamp << 32 | key``, of a
        stamp that rises: all that an earlier stamp has left behind is free.
    free_below : uint64
    mask : uint64
        Slots less one.

    Returns
    -------
    uint64
    """
    # The well mixed bits of the product are the upper ones.
    slot = ((key * uint64(0x9E3779B97F4A7C15)) >> uint64(32)) & mask
    while hashed[slot] >= free_below and hashed[slot] != key:
        slot = (slot + uint64(1)) & mask
    return slot


@njit(cache=True, nogil=True)
def renumber(codes, first, last, hashed, numbers, stamp, known):  # type: ignore[no-untyped-def]
    """Replace codes by the numbers 0, 1, 2, … in order of appearance.

    Codes of long words have too many values for an array of counters.

    Parameters
    ----------
    codes : ndarray of uint32
        Replaced from ``first`` to ``last``.
    first, last : int
    hashed, numbers : ndarray of uint64 and of uint32, shape (a power of two,)
        Scratch; at least twice as many as there may be codes.
    stamp : int
        Another one for every numbering, rising from 1.
    known : int
        Numbers given out already under this stamp.

    Returns
    -------
    int
        Numbers given out.
    """
    mask = uint64(len(hashed) - 1)
    free_below = uint64(stamp) << uint64(32)
    for i in range(first, last):
        key = free_below | uint64(codes[i])
        slot = probe(hashed, key, free_below, mask)
        # Without a branch: whether a code is new cannot be foreseen.
        new = hashed[slot] != key
        hashed[slot] = key
        number = uint32(known) if new else numbers[slot]
        numbers[slot] = number
        known += new
        codes[i] = number
    return known
