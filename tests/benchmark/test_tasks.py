"""Which units a benchmark is made of, and what cannot be played."""

from itertools import pairwise

import pytest
from helpers.benchmark_tasks import vocabularies
from helpers.errors import one_line_error, refused

from gpuwordle import Conditions, Vocabulary
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.strategies.table import STRATEGIES, strategy_named


def test_every_strategy_that_can_play():
    names = {task.unit.strategy for task in tasks_of(vocabularies((3,)), ["all"])}
    assert names == set(STRATEGIES)
    hard = tasks_of(vocabularies((3,)), ["all"], Conditions(hard=True))
    supporting = {name for name in STRATEGIES if STRATEGIES[name].supports_hard}
    assert {task.unit.strategy for task in hard} == supporting
    twice = tasks_of(vocabularies((3,)), ["all", "entropy", "all"])
    assert len(twice) == len(names)


def test_seeds_multiply_what_is_drawn_by_chance_alone():
    tasks = tasks_of(vocabularies((3,)), ["all"], seeds=[0, 1, 2])
    drawn = [name for name in STRATEGIES if not STRATEGIES[name].deterministic]
    assert len(tasks) == len(STRATEGIES) + 2 * len(drawn)


def test_a_number_is_no_strategy():
    with one_line_error(r"^1\.5 is not a strategy: give a name", TypeError):
        tasks_of(vocabularies((3,)), [1.5])


def test_all_strategies_skip_what_cannot_play():
    letters = map(chr, range(0x4E00, 0x4E00 + 70))
    vocabulary = Vocabulary("many", [a + b for a, b in pairwise(letters)])
    with pytest.warns(RuntimeWarning, match="'clique' is left out for 2 letters: .*70 different"):
        tasks = tasks_of(vocabulary, "all", backend="numpy")
    names = {task.unit.strategy for task in tasks}
    assert "minimax" in names
    assert "clique" not in names
    refused("'clique' cannot play: .*more than the 64", tasks_of, vocabulary, ["clique"])
    assert strategy_named("clique").unable(vocabularies()[0]) is None
