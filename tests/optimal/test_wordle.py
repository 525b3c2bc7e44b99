"""Optimal play of the real game, against the totals that another solver published."""

import json
from pathlib import Path

import pytest
from helpers.words import list_of

from gpuwordle import Conditions, grow, prove
from gpuwordle.strategies.optimal import Optimal

pytestmark = pytest.mark.slow

PUBLISHED = json.loads((Path(__file__).parent / "exact_openers.json").read_text())["values"]
ROWS = [(row["list"], row["hard"], row["allowed"], row["totals"]) for row in PUBLISHED]


@pytest.mark.parametrize(
    ("name", "hard", "allowed", "totals"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS]
)
def test_totals_of_openers_are_the_published_ones(name, hard, allowed, totals):
    words, strategy = list_of(name).of_length(5), Optimal()
    conditions = Conditions(hard=hard, allowed=allowed)
    found = {o: grow(words, strategy, conditions, opener=o).total for o in totals}
    assert found == totals


@pytest.mark.parametrize(
    ("hard", "allowed", "least"), [(False, None, 7920), (False, 5, 7920), (True, 6, 8122)]
)
def test_no_opener_is_better_than_salet(wordle, hard, allowed, least):
    conditions = Conditions(hard=hard, allowed=allowed)
    proof = prove(wordle, None, conditions, below=least)
    assert proof.complete
    assert not proof.best
    assert proof.bound == least
    found = prove(wordle, None, conditions, below=least + 1)
    assert [(o.guess, o.total) for o in found.best] == [("salet", least)]


def test_hard_mode_without_a_limit(wordle):
    tree = grow(wordle, Optimal(), Conditions(hard=True), opener="salet")
    assert (tree.total, tree.worst) == (8116, 7)
