"""How counters and bitsets lie in memory: what is known before a kernel is loaded."""

from __future__ import annotations

LANES = 16
"""Guesses that are scored side by side: one vector of counters per spec."""

MASKS = 64
"""Masks of green positions: 2^6, whatever the word length."""


def bitset_words(n_answers: int) -> int:
    """Return the 64-bit words of a bitset over the answers, in whole vectors of 512 bits."""
    return -(-n_answers // 512) * 8
