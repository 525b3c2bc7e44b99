"""What a benchmark is given to play in its tests, in this process and in others."""

from helpers.words import random_words

from gpuwordle import Conditions, Vocabulary
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.results.games_file import read_table


def vocabularies(lengths=(3, 5), count=60, name="few"):
    return [Vocabulary(name, random_words(length, length, 5, count)) for length in lengths]


def some_tasks():
    return tasks_of(vocabularies(), ["minimax", "entropy"], backend="numpy")


def rows_of(folder):
    """All that a run says, but how long it took, in the order of the files."""
    table = read_table(folder)
    return table.drop_columns("seconds").to_pylist()


def many_tasks():
    chosen = vocabularies(range(3, 12), 30)
    strategies = ["minimax", "expected-size", "entropy", "buckets"]
    return [
        task
        for pool in ("all", "candidates")
        for task in tasks_of(chosen, strategies, Conditions(pool=pool), backend="numpy")
    ]
