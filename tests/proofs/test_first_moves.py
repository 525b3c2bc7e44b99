"""First guesses that come with the package, against what others published and the solver itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.words import list_of

from gpuwordle.proofs.first_moves import as_row, as_text, first_moves, packaged_rows
from gpuwordle.proofs.openers import prove_openers
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary

OTHERS = Path(__file__).parents[1] / "optimal" / "exact_openers.json"
ROWS = packaged_rows()
IDS = [f"{row['vocabulary']}-{'hard' if row['hard'] else 'easy'}" for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_what_is_packaged_is_of_the_list_and_in_order(row):
    words = list_of(row["vocabulary"]).of_length(row["length"])
    conditions = Conditions(hard=row["hard"], allowed=row["allowed"])
    best = first_moves(words, conditions, top=len(row["best"]))
    assert best is not None
    assert [[opener.guess, opener.total, opener.worst] for opener in best] == row["best"]
    keys = [(o.total, not o.candidate, words.find(o.guess)) for o in best]
    assert keys == sorted(keys)
    assert len({opener.guess for opener in best}) == len(best)
    assert first_moves(words, conditions, top=len(best) + 1) is None
    assert best[0].mean == best[0].total / len(words.answers)


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_no_published_opener_is_better_or_other(row):
    best = {guess: total for guess, total, _ in row["best"]}
    for others in json.loads(OTHERS.read_text())["values"]:
        same = (others["list"], others["hard"], others["allowed"])
        if same != (row["vocabulary"], row["hard"], row["allowed"]):
            continue
        for guess, total in others["totals"].items():
            assert best.get(guess, total) == total
            assert guess in best or total >= max(best.values())


def test_the_first_and_the_last_are_what_the_solver_finds(wordle):
    (known,) = (row["best"] for row in ROWS if row["vocabulary"] == "wordle" and not row["hard"])
    best = first_moves(wordle, top=len(known))
    assert best is not None
    strategy = Optimal()
    for opener in {best[0], best[-1]}:
        tree = grow(wordle, strategy, Conditions(), opener=opener.guess)
        assert tree.total == opener.total


def test_other_lists_and_conditions_are_not_known(wordle):
    assert first_moves(wordle, top=len(wordle.guesses)) is None
    assert first_moves(wordle, Conditions(allowed=4)) is None
    assert first_moves(wordle, Conditions(pool="candidates")) is None
    assert first_moves(Vocabulary("wordle", wordle.answers, wordle.answers)) is None


def test_a_proof_makes_a_row():
    pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    row = as_row(prove_openers(pets, top=2))
    assert row["best"] == [["cat", 10, 3], ["cow", 10, 3]]
    assert json.loads(as_text([row, row]))["lists"] == [row, row]
