"""Small runs of the benchmark for the tests of reports."""

from __future__ import annotations

from words import random_words

from gpuwordle.benchmark import run
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.vocabulary import Vocabulary


def vocabularies(lengths=(3, 5, 6), name="few"):
    return [Vocabulary(name, random_words(length, length, 5, 70)) for length in lengths]


def play(folder, *, strategies=("minimax", "entropy"), words=None, **conditions):
    tasks = tasks_of(words or vocabularies(), strategies, backend="numpy", **conditions)
    run(tasks, folder, command="gpuwordle benchmark <here> & there")
    return folder
