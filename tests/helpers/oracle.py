"""What backends compute, by the rule and the weights of a vocabulary, in plain Python."""

from functools import cache

import naive
import numpy as np
from helpers.rules import TOLD
from helpers.words import random_words

from gpuwordle.rules.named import rule_named
from gpuwordle.scoring.statistics import HEAVIEST, KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

OWN_KEYS = {"mixed": (-3, 5, 2, 1), "falling": (0, -1, 0, 0), "large": (2**40, -(2**38), 2**36, 3)}
EVERY_KEY = [*KEYS.values(), HEAVIEST, *(Key(name, OWN_KEYS[name]) for name in OWN_KEYS)]


def drawn_words(seed, length, letters, count, rule="wordle", most=None):
    """Random guesses, of which those in the middle may be hidden, and weigh up to ``most``."""
    guesses = random_words(seed, length, letters, count)
    hidden = guesses[len(guesses) // 6 : len(guesses) - len(guesses) // 6]
    weights = np.random.default_rng(seed).integers(1, most + 1, len(hidden)) if most else None
    return Vocabulary("random", hidden, guesses, rule=rule_named(rule), weights=weights)


def rows_of(statistics, group=0):
    """What a backend found of a group, guess by guess."""
    return statistics.block[:, group].T.tolist()


class Oracle:
    def __init__(self, words):
        self.words = words
        self.told = cache(TOLD.get(words.rule.name, naive.code))
        self.weights = None
        if words.weights is not None:
            self.weights = dict(zip(words.answers, words.weights.tolist(), strict=True))
        self._rows = {}

    def row(self, played, candidates):
        """Statistics of words that are played together."""
        state = tuple(played), tuple(candidates)
        if state not in self._rows:
            found = [*naive.joint_buckets(played, candidates, self.told).values()]
            row = naive.statistics_of_buckets(found, self.weights or dict.fromkeys(candidates, 1))
            self._rows[state] = list(row if self.weights else row[:4])
        return self._rows[state]

    def rows(self, guesses, candidates):
        return [self.row([guess], candidates) for guess in guesses]

    def value(self, played, candidates, key):
        buckets, largest, squares, logs, *heaviest = self.row(played, candidates)
        if key.heaviest and heaviest:
            (largest,) = heaviest
        numbers = buckets, largest, squares, logs
        return sum(w * n for w, n in zip(key.weights, numbers, strict=True))

    def ranked(self, playable, candidates, key):
        """Guesses, the best first: by the key, then candidates, then in the order of the list."""

        def rank(guess):
            value = self.value([guess], candidates, key)
            return value, guess not in candidates, self.words.guess_index[guess]

        return sorted(playable, key=rank)
