"""The oracle: Wordle from its rules, in plain Python, importing nothing of the package.

Everything here is written as a player would do it by hand, with counters and dictionaries, and
never for speed.
"""

from __future__ import annotations

import math
from collections import Counter


def colours(guess, answer):
    """Colours of a guess: 2 green, 1 yellow, 0 grey."""
    result = [0] * len(guess)
    left = Counter()
    for place, (g, a) in enumerate(zip(guess, answer, strict=True)):
        if g == a:
            result[place] = 2
        else:
            left[a] += 1
    for place, g in enumerate(guess):
        if result[place] != 2 and left[g] > 0:
            result[place] = 1
            left[g] -= 1
    return result


def code(guess, answer):
    return int("".join(map(str, colours(guess, answer))), 3)


def buckets(guess, answers):
    """Answers by pattern code."""
    found = {}
    for answer in answers:
        found.setdefault(code(guess, answer), []).append(answer)
    return found


def prime_factors(number):
    factors, divisor = [], 2
    while number > 1:
        while number % divisor == 0:
            factors.append(divisor)
            number //= divisor
        divisor += 1
    return factors


def integer_log(number):
    """Sum of round(2**32 * log2 p) over the prime factors p."""
    return sum(round(2**32 * math.log2(p)) for p in prime_factors(number))


def statistics(guess, answers):
    """(buckets, largest, sum of squares, sum of n * integer log n)."""
    sizes = [len(bucket) for bucket in buckets(guess, answers).values()]
    return (
        len(sizes),
        max(sizes),
        sum(n * n for n in sizes),
        sum(n * integer_log(n) for n in sizes),
    )


def entropy(guess, answers):
    """Entropy in bits, straight from the definition."""
    total = len(answers)
    sizes = [len(bucket) for bucket in buckets(guess, answers).values()]
    return -sum(n / total * math.log2(n / total) for n in sizes)


def best_guess(guesses, candidates, weights):
    """Guess with the smallest weighted statistics; candidates first, then list order."""

    def rank(item):
        index, guess = item
        key = sum(w * s for w, s in zip(weights, statistics(guess, candidates), strict=True))
        return key, guess not in candidates, index

    return min(enumerate(guesses), key=rank)[1]
