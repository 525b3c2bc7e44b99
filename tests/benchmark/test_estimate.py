"""Estimates of a benchmark's time: samples are parts of the words, and growth is between bounds."""

import math
from types import SimpleNamespace

import pytest
from helpers.words import random_words

from gpuwordle.benchmark import estimate
from gpuwordle.benchmark.estimate import estimates, thinned
from gpuwordle.benchmark.task_runner import Spent
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.words.vocabulary import Vocabulary

WORDS = random_words(3, 6, 6, 4096)


@pytest.fixture
def clock(monkeypatch):
    """Games that take as long as `clock.seconds` says of a number of answers; none is played."""
    made = SimpleNamespace(played=[], samples=[], seconds=lambda answers: 1e-6 * answers)

    def timed(task, backend, progress):
        answers = len(backend.vocabulary.answers)
        made.played.append(answers)
        made.samples.append(task.unit.sample)
        return None, Spent(made.seconds(answers), 0.0, False)

    monkeypatch.setattr(estimate, "timed", timed)
    return made


def test_a_sample_is_even_and_keeps_the_opener():
    words = Vocabulary("half", WORDS[::2], WORDS)
    sample = thinned(words, 256, WORDS[1])
    assert sample.answers == words.answers[::8]
    assert len(sample.guesses) in (512, 513)
    assert WORDS[1] in sample
    assert set(sample.guesses) <= set(words.guesses)
    assert thinned(words, 2048, None) is words


def test_what_is_short_is_measured(clock):
    words = Vocabulary("few", WORDS[:1000])
    assert estimates(tasks_of(words, "minimax", backend="numpy")) == [clock.seconds(1000)]
    assert clock.played == [256, 256, 512, 512, 1000, 1000]


@pytest.mark.parametrize("power, growth", [(0, 1), (1, 1.5), (2, 2), (3, 2)])
def test_time_grows_no_faster_than_pairs_of_words(clock, power, growth):
    clock.seconds = lambda answers: 0.3 * (answers / 256) ** power
    (found,) = estimates(tasks_of(Vocabulary("many", WORDS), "minimax", backend="numpy"))
    last = clock.played[-1]
    assert last < 4096
    assert math.isclose(found, clock.seconds(last) * (4096 / last) ** growth)


def test_seeds_of_a_unit_are_estimated_once(clock):
    tasks = tasks_of(Vocabulary("few", WORDS[:100]), "random", seeds=range(9), backend="numpy")
    told = []
    assert estimates(tasks, told.append) == [clock.seconds(100)] * 9
    assert clock.played == [100, 100]
    assert told == [(n + 1) / 9 for n in range(9)]


def test_as_many_answers_are_drawn_as_in_the_benchmark(clock):
    """The opener costs as much as in games of all answers."""
    clock.seconds = lambda answers: 1e-7 * answers**2
    tasks = tasks_of(Vocabulary("many", WORDS), "minimax", sample=400, seeds=(1, 2))
    assert estimates(tasks) == [pytest.approx(clock.seconds(4096))] * 2
    assert clock.played[::2] == [256, 512, 1024]
    assert clock.samples[::2] == [None, 400, 400]


def test_games_are_really_timed():
    words = Vocabulary("few", WORDS[:300])
    found = estimates(tasks_of(words, ["entropy", "random"], opener=WORDS[7], backend="numpy"))
    assert len(found) == 2
    assert all(0 < seconds < 60 for seconds in found)
