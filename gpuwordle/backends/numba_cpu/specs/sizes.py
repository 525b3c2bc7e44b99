"""Sizes that are known before a kernel is loaded: of vectors, of tables, and of groups that pay."""

from __future__ import annotations

from math import inf

from gpuwordle.words.vocabulary import Vocabulary

LANES = 16
"""Guesses that are scored side by side: one vector of counters per spec."""

MASKS = 64
"""Masks of green places: 2^6, whatever the word length."""

MOST_ANSWERS = 65_535
"""Candidates of a group that counters of 16 bits can count."""

SMALLEST_GROUP = {4: 64, 5: 256, 6: 2048}
"""Smallest group, by word length, that is counted faster by specs than in a table.

Specs cost the same for all guesses at once, however small the group. Measured with groups drawn at
random and groups of similar words, one and many at a time; the limit varies by half between them.
"""


def bitset_words(n_answers: int) -> int:
    """Return the 64-bit words of a bitset over the answers, in whole vectors of 512 bits."""
    return -(-n_answers // 512) * 8


def smallest_group(vocabulary: Vocabulary, memory: int) -> float:
    """Return the size from which specs are the faster way for a group; infinity if there is none.

    ``memory`` is how many bytes guess side and answer side together may take.
    """
    length, answers = vocabulary.length, len(vocabulary.answers)
    counted = vocabulary.rule.has_colours and length in SMALLEST_GROUP
    if not counted or answers > MOST_ANSWERS:
        return inf
    guesses, letters = len(vocabulary.guesses), len(vocabulary.alphabet)
    pairs = length * (length - 1) // 2
    triples = pairs * (length - 2) // 3
    subsets = {4: 1, 5: 6, 6: 22}[length]
    features = length * min(guesses, letters << (length - 1))
    # While numbering: id 4, key 8, distinct key 8, table 8 to 16. Kept: what a pair, triple or
    # sub-multiset stores, its counts (8, 16) or list start. This is an upper limit: real words
    # share pairs and triples, and need a quarter to a half of it.
    per_guess = pairs * (36 + 20) + triples * (36 + 28) + subsets * (36 + 16)
    per_answer = subsets * (8 + 4 + 4 + 8)
    rows = (2 * features + letters * (2 * length + 2)) * bitset_words(answers)
    needed = guesses * per_guess + answers * per_answer + 8 * rows
    return SMALLEST_GROUP[length] if needed <= memory else inf
