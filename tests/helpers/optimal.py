"""What optimal play is tried on: small lists in which guesses differ in worth."""

import random
from functools import cache
from itertools import product
from math import inf, prod

import naive
import numba
from helpers.playing import NUMPY
from hypothesis import strategies as st

from gpuwordle.optimal.solver import Solver
from gpuwordle.words.vocabulary import Vocabulary

LATIN, GREEK = "abcdefghijkl", "αβγδεζηθικλμ"


def small_vocabulary(seed, *, length=None, hidden=None, lengths=(1, 5)):
    """Up to 14 answers among up to 22 guesses, some of them alike in all but a letter."""
    rng = random.Random(seed)
    length = length or rng.randint(*lengths)
    letters = (LATIN if rng.random() < 0.7 else GREEK)[: rng.randint(3, 12)]
    stem = [rng.choice(letters) for _ in range(length)]
    words = set()
    for _ in range(22):
        word = [rng.choice(letters) for _ in range(length)]
        kept = rng.sample(range(length), rng.randint(0, length - 1))
        for place in kept:
            word[place] = stem[place]
        words.add("".join(word))
    guesses = sorted(words)
    rng.shuffle(guesses)
    count = hidden or rng.randint(1, 14)
    answers = rng.sample(guesses, min(count, len(guesses)))
    return Vocabulary(f"small {seed}", answers, guesses)


vocabularies = st.builds(small_vocabulary, st.integers(0, 1 << 30))
"""Small lists of lengths 1 to 5."""

longer = st.builds(small_vocabulary, st.integers(0, 1 << 30), lengths=st.just((6, 8)))
"""Of lengths 6 to 8, whose codes take kernels of their own: a minute to compile."""

conditions = st.fixed_dictionaries(
    {"hard": st.booleans(), "allowed": st.sampled_from([None, 6, 4, 3])}
)


def solver_of(vocabulary, **options):
    return Solver(vocabulary, backend=NUMPY(vocabulary), **options)


def compiled(kernel):
    """A function that calls what compiled code alone can call."""
    return numba.njit(lambda *arguments: kernel(*arguments))


def weighed(words, rng, rule="wordle"):
    """The same words with random weights: their vocabulary, and the weights by word."""
    most = rng.choice((1, 3, 9, 1000))
    weights = {word: rng.randint(1, most) for word in words.answers}
    made = Vocabulary(words.name, weights, words.guesses, rule=rule, weights=weights.values())
    return made, weights


def totals_of(words, **how):
    """What every opener takes at least over all trees, by opener."""
    lists = words.guesses, words.answers
    return {guess: naive.least_total(*lists, opener=guess, **how) for guess in words.guesses}


def ranked(words, totals):
    """Openers after which every word is found, and their totals: of equal ones, answers first."""
    order = sorted(words.guesses, key=lambda guess: (totals[guess], guess not in words.answers))
    return [(guess, totals[guess]) for guess in order if totals[guess] < inf]


def least_of_boards(words, weights):
    """Least sum of weight times guesses over all choices of one candidate a board, by trying all.

    Returns a function of the boards, sorted tuples of candidates, and one of a guess at them too;
    infinite after a guess that tells nothing.
    """

    @cache
    def least(boards):
        return min(begun(guess, boards) for guess in words.guesses) if boards else 0

    def begun(guess, boards):
        splits = [map(tuple, naive.buckets(guess, board).values()) for board in boards]
        total = prod(sum(weights[word] for word in board) for board in boards)
        for buckets in product(*splits):
            left = tuple(sorted(bucket for bucket in buckets if bucket != (guess,)))
            if left == boards:
                return inf
            total += weights.get(guess, 1) ** (len(buckets) - len(left)) * least(left)
        return total

    return least, begun
