"""First guesses that come with the package, against what others published and the solver itself."""

import json

import pytest
from helpers.processes import script
from helpers.words import PETS, list_of

from gpuwordle import Conditions, Vocabulary, grow, prove
from gpuwordle.proofs.known_openers import (
    best_known_openers,
    known_openers,
    packaged_rows,
)
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.tree.check import check_tree

ROWS = packaged_rows()
IDS = [f"{row['vocabulary']}-{'hard' if row['hard'] else 'easy'}" for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_what_is_packaged_is_of_the_list_and_in_order(row):
    words = list_of(row["vocabulary"]).of_length(row["length"])
    conditions = Conditions(hard=row["hard"], allowed=row["allowed"])
    known = known_openers(words, conditions)
    openers = list(known.openers.values())
    assert [[opener.guess, opener.total, opener.worst] for opener in openers] == row["openers"]
    keys = [(o.total, not o.candidate, words.find(o.guess)) for o in openers]
    assert keys == sorted(keys)
    ranked = row["ranked"]
    assert best_known_openers(words, conditions, top=ranked) == tuple(openers[:ranked])
    assert best_known_openers(words, conditions, top=ranked + 1) is None
    assert openers[0].mean == openers[0].total / len(words.answers)
    assert known.best() == ([openers[0]], True)


def test_the_first_and_the_last_are_what_the_solver_finds(wordle):
    known = known_openers(wordle)
    openers = list(known.openers.values())
    strategy = Optimal()
    asked = openers[0], openers[known.ranked - 1], openers[-1]
    trees = [grow(wordle, strategy, Conditions(), opener=opener.guess) for opener in asked]
    for tree in trees:
        check_tree(tree, wordle)
    assert [tree.total for tree in trees] == [opener.total for opener in asked]
    assert trees[0].worst == openers[0].worst


def test_other_lists_and_conditions_are_not_known(wordle):
    assert best_known_openers(wordle, top=len(wordle.guesses)) is None
    assert best_known_openers(wordle, Conditions(allowed=4)) is None
    assert best_known_openers(wordle, Conditions(pool="candidates")) is None
    assert best_known_openers(Vocabulary("wordle", wordle.answers, wordle.answers)) is None


def test_a_proof_makes_a_row():
    proof, writing = prove(PETS, top=2), script("known_openers")
    row = writing.as_row(PETS, proof.conditions, proof.best, len(proof.best))
    assert (row["openers"], row["ranked"]) == ([["cat", 10, 3], ["cow", 10, 3]], 2)
    assert json.loads(writing.as_text([row, row]))["lists"] == [row, row]
