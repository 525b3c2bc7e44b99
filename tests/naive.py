"""The oracle: Wordle and its kin from the rules, in plain Python, importing nothing of the package.

Everything here is written as a player would do it by hand, with counters and dictionaries, and
never for speed: but searches of all ways to play ask the same of the same words thousands of times,
and are told what was found before.
"""

from collections import Counter
from functools import lru_cache
from math import inf, log2


def colours(guess, answer):
    """Colours of a guess: 2 green, 1 yellow, 0 grey."""
    pairs = list(zip(guess, answer, strict=True))
    result = [2 if g == a else 0 for g, a in pairs]
    left = [a for g, a in pairs if g != a]
    for place, g in enumerate(guess):
        if result[place] != 2 and g in left:
            result[place] = 1
            left.remove(g)
    return result


def code(guess, answer):
    return int("".join(map(str, colours(guess, answer))), 3)


def pegs(guess, answer):
    """Black and white pegs of Mastermind: places that agree, and what else the two share."""
    rest = [(g, a) for g, a in zip(guess, answer, strict=True) if g != a]
    left, white = [a for _, a in rest], 0
    for g, _ in rest:
        if g in left:
            left.remove(g)
            white += 1
    return len(guess) - len(rest), white


# What a player is told under each rule; equal words end the game in all of them.
TOLD = {
    "wordle": lambda guess, answer: tuple(colours(guess, answer)),
    "mastermind": pegs,
    "jotto": lambda guess, answer: sum(pegs(guess, answer)),
    "greens": lambda guess, answer: pegs(guess, answer)[0],
}


def buckets(guess, answers, told=code):
    """Answers by pattern code, or by what a player is told."""
    found = {}
    for answer in answers:
        found.setdefault(told(guess, answer), []).append(answer)
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
    return sum(round(2**32 * log2(p)) for p in prime_factors(number))


def statistics(guess, answers, told=code):
    """(buckets, largest, sum of squares, sum of n * integer log n)."""
    return joint_statistics([guess], answers, told)


def statistics_of_buckets(found, weights):
    """(buckets, largest, sum of W n, sum of W * integer log W, largest W); weights by answer."""
    heavy = [sum(weights[answer] for answer in bucket) for bucket in found]
    return (
        len(found),
        max(map(len, found)),
        sum(weight * len(bucket) for weight, bucket in zip(heavy, found, strict=True)),
        sum(weight * integer_log(weight) for weight in heavy),
        max(heavy),
    )


def joint_buckets(guesses, answers, told=code):
    """Answers that give the same patterns to all of some guesses, by those patterns."""
    found = {}
    for answer in answers:
        found.setdefault(tuple(told(guess, answer) for guess in guesses), []).append(answer)
    return found


def joint_statistics(guesses, answers, told=code):
    """What `statistics` gives, of guesses that are all played whatever the clues."""
    found = [*joint_buckets(guesses, answers, told).values()]
    return statistics_of_buckets(found, dict.fromkeys(answers, 1))[:4]


def entropy(guess, answers):
    """Entropy in bits, straight from the definition."""
    total = len(answers)
    sizes = [len(bucket) for bucket in buckets(guess, answers).values()]
    return -sum(n / total * log2(n / total) for n in sizes)


def is_legal(guess, pattern, word):
    """Hard mode: greens stay, and coloured letters are used as often as they were coloured."""
    shown = Counter(g for g, colour in zip(guess, pattern, strict=True) if colour)
    return all(
        colour != 2 or w == g for g, colour, w in zip(guess, pattern, word, strict=True)
    ) and all(word.count(letter) >= count for letter, count in shown.items())


def clue_buckets(guess, hidden, told=None):
    """Hidden words by the colours that they give a guess, or by what else a player is told.

    A win is always told.
    """
    if told is None:
        return buckets(guess, hidden, _colours)
    return buckets(guess, hidden, lambda played, word: (played == word, told(played, word)))


@lru_cache(1 << 16)
def _colours(guess, answer):
    return tuple(colours(guess, answer))


@lru_cache(1 << 16)
def _is_legal(guess, pattern, word):
    return is_legal(guess, pattern, word)


def least_total(
    guesses, answers, *, allowed=None, hard=False, opener=None, told=None, weights=None, lost=inf
):
    """Fewest guesses over all answers together, over all ways to play; infinity if there is none.

    Guesses that tell nothing are passed over, but for a given opener: they only lengthen games.
    Weights are by word: each answer counts as often as it weighs. If not all have to be found, a
    lost answer costs ``lost`` guesses.
    """
    known = {}
    weight = Counter(answers) if weights is None else weights

    def least(left, among, hidden):
        if left < 1:
            return lost * sum(weight[word] for word in hidden)
        if len(hidden) == 1:
            return weight[hidden[0]]
        state = left, among, hidden
        if state not in known:
            known[state] = min((play(guess, *state) for guess in among), default=inf)
        return known[state]

    def play(guess, left, among, hidden):
        found = clue_buckets(guess, hidden, told)
        total = sum(weight[word] for word in hidden)
        if len(found) == 1 and hidden != (guess,) and guess != opener:
            return inf
        for pattern, bucket in found.items():
            if bucket == [guess]:
                continue
            legal = tuple(w for w in among if _is_legal(guess, pattern, w)) if hard else among
            total += least(left - 1, legal, tuple(bucket))
        return total

    start = len(answers) + 1 if allowed is None else allowed, tuple(guesses), tuple(answers)
    return least(*start) if opener is None else play(opener, *start)


def least_worst(guesses, answers, **conditions):
    """Fewest guesses within which every answer can be found."""
    return next(
        allowed
        for allowed in range(1, len(answers) + 1)
        if least_total(guesses, answers, allowed=allowed, **conditions) < inf
    )


def most_found(guesses, answers, left, *, weights=None, **how):
    """The most answers that can be found within a number of guesses: how much they weigh."""
    whole, lost = len(answers) if weights is None else sum(map(weights.get, answers)), 10**9
    cost = least_total(guesses, answers, allowed=left, weights=weights, lost=lost, **how)
    return whole - cost // lost
