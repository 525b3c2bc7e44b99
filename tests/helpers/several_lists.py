"""Several vocabularies at once, and their leaders by every kind of key."""

from helpers.oracle import EVERY_KEY
from helpers.words import random_words

from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.words.vocabulary import Vocabulary


def several_lists(seed, lengths=(5, 3, 8, 2, 11, 4)):
    """Vocabularies of several lengths, some with guesses that cannot be hidden."""
    for number, length in enumerate(lengths):
        guesses = random_words(seed + number, length, 3 + number % 4, 30 + 9 * (number % 3))
        answers = guesses[1::2] if number % 2 else guesses
        yield Vocabulary(f"{length}", answers, guesses if number % 2 else None)


def as_lists(results):
    """Guesses and statistics of leaders, to compare."""
    return [
        [(one.guesses.tolist(), one.statistics.block.tolist()) for one in each] for each in results
    ]


def leaders_of(engines, keys=EVERY_KEY, top=2, pool="all"):
    """Guesses and statistics of the leaders of backends, to compare."""
    return as_lists(leading_of_each(((engine, None) for engine in engines), keys, top, pool))


def true_leaders(vocabularies, keys=EVERY_KEY, top=2, pool="all"):
    """What the NumPy backend finds."""
    return leaders_of(map(NumpyBackend, vocabularies), keys, top, pool)
