"""What a benchmark is given to play in its tests, in this process and in others."""

from __future__ import annotations

from helpers.words import random_words

from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary


def vocabularies(lengths=(3, 5), count=60):
    return [Vocabulary("few", random_words(length, length, 5, count)) for length in lengths]


def many_tasks():
    chosen = vocabularies(range(3, 12), 30)
    strategies = ["minimax", "expected-size", "entropy", "buckets"]
    return [
        task
        for pool in ("all", "candidates")
        for task in tasks_of(chosen, strategies, Conditions(pool=pool), backend="numpy")
    ]
