"""Small runs of the benchmark for the tests of reports."""

from __future__ import annotations

from helpers.words import random_words

from gpuwordle.benchmark.run import play_tasks
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary


def vocabularies(lengths=(3, 5, 6), name="few"):
    return [Vocabulary(name, random_words(length, length, 5, 70)) for length in lengths]


def play(folder, *, strategies=("minimax", "entropy"), words=None, allowed=None, **how):
    conditions = Conditions(allowed=allowed)
    tasks = tasks_of(words or vocabularies(), strategies, conditions, backend="numpy", **how)
    play_tasks(tasks, folder, command="gpuwordle benchmark <here> & there")
    return folder
